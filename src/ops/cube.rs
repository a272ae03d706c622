//! The graph operations on the GPU: launches of the WGSL kernels in `shaders/`.

use std::collections::BTreeMap;

use burn::{
    backend::{
        Flex,
        ops::FloatTensorOps,
        tensor::{FloatTensor, IntTensor},
    },
    tensor::{DType, Shape},
};
use burn_cubecl::{
    CubeBackend,
    kernel::into_contiguous,
    template::{KernelSource, SourceKernel, SourceTemplate},
    tensor::CubeTensor,
};
use cubecl::{
    prelude::*,
    server::{Handle, KernelArguments, MetadataBindingInfo},
};

use super::{AdamStep, CoordinateSumOptions, Element, GraphOps, Rows};
use crate::homology::{
    NONE,
    dispatch_plan::{BatchShape, GpuBuffer, Kernel, LANES, ORDER, dispatches},
};

/// A kernel; its name and variant are the key of the pipeline cache.
struct Shader {
    name: &'static str,
    variant: u32,
    source: Source,
    lanes: u32,
}

/// The shader text, assembled on demand.
enum Source {
    Parts(&'static [&'static str]),
    /// The text includes the formula of the coordinate functions that the kernel evaluates.
    Element(&'static [&'static str], Element),
    Persistence(Kernel),
}

impl KernelSource for Shader {
    fn source(&self) -> SourceTemplate {
        SourceTemplate::new(match &self.source {
            Source::Parts(parts) => parts.concat(),
            Source::Element(parts, element) => parts.concat() + element.wgsl(),
            Source::Persistence(kernel) => kernel.text(self.lanes),
        })
    }

    fn id(&self) -> KernelId {
        KernelId::new::<Self>()
            .info((self.name, self.variant))
            .cube_dim(CubeDim::new_1d(self.lanes).0)
    }

    fn lang(&self) -> &'static str {
        "wgsl"
    }
}

impl Shader {
    /// The variant for a formula of coordinate functions.
    fn with(self, element: Element) -> Self {
        let Source::Parts(parts) = self.source else {
            return self;
        };
        Self {
            variant: element as u32,
            source: Source::Element(parts, element),
            ..self
        }
    }

    /// Runs `groups` workgroups on the buffers, in the order of the bindings.
    fn launch(self, groups: usize, buffers: &[&CubeTensor], params: &[usize]) {
        if groups == 0 {
            return;
        }
        // A dispatch has at most 65535 workgroups in one dimension.
        let rows = groups.div_ceil(65_535);
        self.launch_grid(
            [groups.div_ceil(rows) as u32, rows as u32, 1],
            buffers,
            params.iter().map(|&p| p as u64).collect(),
        );
    }

    fn launch_grid(self, groups: [u32; 3], buffers: &[&CubeTensor], mut words: Vec<u64>) {
        let client = &buffers[0].client;
        let count = CubeCount::Static(groups[0], groups[1], groups[2]);
        let dim = CubeDim::new_1d(self.lanes);
        // Uniforms contain 64-bit words, two per vec4<u32>.
        words.resize(words.len().next_multiple_of(2), 0);
        client.launch(
            Box::new(SourceKernel::new(self, dim)),
            count,
            KernelArguments::new()
                .with_buffers(buffers.iter().map(|b| b.handle.clone().binding()).collect())
                .with_info(MetadataBindingInfo::custom(words)),
        );
    }
}

const COLUMN_SUM: &str = include_str!("../../shaders/parts/column_sum.wgsl");

/// Defines the kernels: the file in `shaders/`, the number of lanes in its text, its parts, and the operation that is its CPU
/// reference. A kernel without a CPU reference does not compile.
macro_rules! kernels {
    ($($file:ident, $lanes:literal $(, $part:expr)* => $reference:ident;)+) => {
        /// The kernels by file name.
        mod kernels {
            use super::{COLUMN_SUM, ORDER, Shader, Source};

            $(
                pub fn $file() -> Shader {
                    Shader {
                        name: stringify!($file),
                        variant: 0,
                        source: Source::Parts(&[
                            include_str!(concat!("../../shaders/", stringify!($file), ".wgsl")),
                            $($part),*
                        ]),
                        lanes: $lanes,
                    }
                }
            )+

            #[cfg(test)]
            pub const NAMES: &[&str] = &[$(stringify!($file)),+];
        }

        const _: () = {
            $(let _ = <Flex as GraphOps>::$reference;)+
        };
    };
}

kernels! {
    row_sum, 64 => row_sum;
    tie_mean_backward, 64, ORDER => tie_mean_backward;
    bar_weights, 64, ORDER => bar_weights;
    bar_ends, 64 => bar_ends;
    bar_ends_backward, 256 => bar_ends_backward;
    coordinate_sum, 64 => coordinate_sum;
    coordinate_sum_points_backward, 64 => coordinate_sum_backward;
    coordinate_sum_functions_backward, 64 => coordinate_sum_backward;
    norm_act, 256, COLUMN_SUM => norm_act;
    norm_act_backward, 256, COLUMN_SUM => norm_act_backward;
    running_mean, 64 => running_mean;
    cross_entropy, 64 => cross_entropy;
    adam, 64 => adam_step;
}

/// An uninitialized tensor; the kernel must write every word. Debug builds fill it with NaN, so that an unwritten word
/// invalidates the results.
fn new_like(other: &CubeTensor, shape: impl Into<Shape>, dtype: DType) -> CubeTensor {
    const RUBBISH: u32 = 0xffc0_dead;

    let shape = shape.into();
    let words = shape.num_elements().max(1);
    let handle = match cfg!(debug_assertions) {
        true => {
            let rubbish = vec![RUBBISH; words];
            other
                .client
                .create_from_slice(bytemuck::cast_slice(&rubbish))
        }
        false => other.client.empty(4 * words),
    };
    on_device_of(other, shape, handle, dtype)
}

/// A vector of these integers.
fn ints_like(other: &CubeTensor, values: &[i32]) -> CubeTensor {
    let handle = other.client.create_from_slice(bytemuck::cast_slice(values));
    on_device_of(other, [values.len()].into(), handle, DType::I32)
}

fn on_device_of(other: &CubeTensor, shape: Shape, handle: Handle, dtype: DType) -> CubeTensor {
    CubeTensor::new_contiguous(
        other.client.clone(),
        other.device.clone(),
        shape,
        handle,
        dtype,
    )
}

fn length(tensor: &CubeTensor) -> usize {
    tensor.meta.shape().num_elements()
}

impl GraphOps for CubeBackend {
    fn row_sum(x: FloatTensor<Self>, rows: Rows<Self>) -> FloatTensor<Self> {
        let (offsets, columns) = (rows.offsets, rows.columns);
        let x = into_contiguous(x);
        let (rows, width) = (length(&offsets) - 1, x.meta.shape()[1]);
        let sum = new_like(&x, [rows, width], DType::F32);
        kernels::row_sum().launch(
            (rows * width).div_ceil(64),
            &[
                &x,
                &into_contiguous(offsets),
                &into_contiguous(columns),
                &sum,
            ],
            &[rows, width],
        );
        sum
    }

    fn persistence(
        filter: FloatTensor<Self>,
        graphs: IntTensor<Self>,
        edges: IntTensor<Self>,
        shape: BatchShape,
    ) -> (IntTensor<Self>, IntTensor<Self>) {
        let (filter, graphs, edges) = (
            into_contiguous(filter),
            into_contiguous(graphs),
            into_contiguous(edges),
        );
        // A batch without vertices has a padding vertex in no graph.
        let vertices = length(&filter);
        if shape.vertices == 0 {
            let all = |value| ints_like(&filter, &vec![value; 2 * vertices]);
            return (all(NONE as i32), all(0));
        }
        let shape = BatchShape {
            vertices: vertices as u32,
            ..shape
        };
        let new = |name: GpuBuffer| {
            let length = name.len(&shape, (length(&edges) / 2) as u32);
            new_like(&filter, [length], DType::I32)
        };
        let (death, loops) = (new(GpuBuffer::Death), new(GpuBuffer::Loops));
        let mut scratch = BTreeMap::new();
        for run in dispatches(&shape) {
            for &name in run.buffers.iter().filter(|name| name.is_scratch()) {
                scratch.entry(name).or_insert_with(|| new(name));
            }
            let buffer = |name: &GpuBuffer| match name {
                GpuBuffer::Graphs => &graphs,
                GpuBuffer::Edges => &edges,
                GpuBuffer::Filter => &filter,
                GpuBuffer::Death => &death,
                GpuBuffer::Loops => &loops,
                scratched => &scratch[scratched],
            };
            let buffers: Vec<&CubeTensor> = run.buffers.iter().map(buffer).collect();
            let shader = Shader {
                name: run.kernel.name(),
                variant: match run.kernel {
                    Kernel::Small(class) => class,
                    _ => 0,
                },
                source: Source::Persistence(run.kernel),
                lanes: run.kernel.lanes(LANES),
            };
            shader.launch_grid(run.workgroups, &buffers, run.params.map(u64::from).to_vec());
        }
        (death, loops)
    }

    fn tie_mean(filter: FloatTensor<Self>, _: IntTensor<Self>) -> FloatTensor<Self> {
        filter
    }

    fn tie_mean_backward(
        gradient: FloatTensor<Self>,
        filter: FloatTensor<Self>,
        vertex_offsets: IntTensor<Self>,
    ) -> FloatTensor<Self> {
        let gradient = into_contiguous(gradient);
        let (vertices, graphs) = (length(&gradient), length(&vertex_offsets) - 1);
        let means = new_like(&gradient, [vertices], DType::F32);
        kernels::tie_mean_backward().launch(
            vertices.div_ceil(64),
            &[
                &gradient,
                &into_contiguous(filter),
                &into_contiguous(vertex_offsets),
                &means,
            ],
            &[vertices, graphs],
        );
        means
    }

    fn bar_weights(
        filter: FloatTensor<Self>,
        death: IntTensor<Self>,
        loops: IntTensor<Self>,
    ) -> IntTensor<Self> {
        let filter = into_contiguous(filter);
        let vertices = length(&filter);
        let weights = new_like(&filter, [4 * vertices], DType::I32);
        kernels::bar_weights().launch(
            vertices.div_ceil(64),
            &[
                &filter,
                &into_contiguous(death),
                &into_contiguous(loops),
                &weights,
            ],
            &[vertices],
        );
        weights
    }

    fn bar_ends(
        filter: FloatTensor<Self>,
        death: IntTensor<Self>,
        _: IntTensor<Self>,
    ) -> FloatTensor<Self> {
        let filter = into_contiguous(filter);
        let vertices = length(&filter);
        let points = new_like(&filter, [2 * vertices, 2], DType::F32);
        kernels::bar_ends().launch(
            (2 * vertices).div_ceil(64),
            &[&filter, &into_contiguous(death), &points],
            &[vertices],
        );
        points
    }

    fn bar_ends_backward(
        gradient: FloatTensor<Self>,
        death: IntTensor<Self>,
        vertex_offsets: IntTensor<Self>,
    ) -> FloatTensor<Self> {
        let gradient = into_contiguous(gradient);
        let (vertices, graphs) = (length(&death) / 2, length(&vertex_offsets) - 1);
        let sums = new_like(&gradient, [vertices], DType::F32);
        let tallies = new_like(&gradient, [4 * vertices], DType::I32);
        kernels::bar_ends_backward().launch(
            graphs,
            &[
                &gradient,
                &into_contiguous(death),
                &into_contiguous(vertex_offsets),
                &sums,
                &tallies,
            ],
            &[vertices, graphs, 2 * vertices],
        );
        sums
    }

    fn coordinate_sum(
        points: FloatTensor<Self>,
        weights: FloatTensor<Self>,
        parameters: FloatTensor<Self>,
        offsets: IntTensor<Self>,
        options: CoordinateSumOptions,
    ) -> (FloatTensor<Self>, IntTensor<Self>) {
        let bars = Bars::new(points, weights, parameters, offsets, options);
        let sum = new_like(&bars.points, [bars.graphs, bars.count], DType::F32);
        let buffers = [
            &bars.points,
            &bars.weights,
            &bars.parameters,
            &bars.offsets,
            &sum,
        ];
        kernels::coordinate_sum().with(options.element).launch(
            bars.graphs,
            &buffers,
            &bars.params(),
        );
        // The weights determine the bars; nothing else is needed.
        (sum, bars.offsets)
    }

    fn coordinate_sum_backward(
        gradient: FloatTensor<Self>,
        points: FloatTensor<Self>,
        weights: FloatTensor<Self>,
        parameters: FloatTensor<Self>,
        _: IntTensor<Self>,
        offsets: IntTensor<Self>,
        options: CoordinateSumOptions,
        _: bool,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let gradient = into_contiguous(gradient);
        let bars = Bars::new(points, weights, parameters, offsets, options);
        let [by_points, by_weights] = [&bars.points, &bars.weights]
            .map(|like| new_like(like, like.meta.shape().clone(), DType::F32));
        let shares = [bars.graphs, length(&bars.parameters)];
        let shares = new_like(&gradient, shares, DType::F32);
        let Bars {
            points,
            weights,
            parameters,
            offsets,
            ..
        } = &bars;
        let inputs = [&gradient, points, weights, parameters, offsets];
        kernels::coordinate_sum_points_backward()
            .with(options.element)
            .launch(
                bars.graphs,
                &[&inputs[..], &[&by_points, &by_weights]].concat(),
                &bars.params(),
            );
        kernels::coordinate_sum_functions_backward()
            .with(options.element)
            .launch(
                bars.graphs,
                &[&inputs[..], &[&shares]].concat(),
                &bars.params(),
            );
        let by_parameters = Self::float_sum_dim(shares, 0);
        let by_parameters =
            Self::float_reshape(by_parameters, bars.parameters.meta.shape().clone());
        (by_points, by_weights, by_parameters)
    }

    fn norm_act(
        x: FloatTensor<Self>,
        counts: IntTensor<Self>,
        gamma: FloatTensor<Self>,
        beta: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let x = into_contiguous(x);
        let [rows, width] = x.meta.shape().dims();
        let y = new_like(&x, [rows, width], DType::F32);
        let norms = new_like(&x, [4, width], DType::F32);
        kernels::norm_act().launch(
            width.div_ceil(16),
            &[
                &x,
                &into_contiguous(counts),
                &into_contiguous(gamma),
                &into_contiguous(beta),
                &y,
                &norms,
            ],
            &[rows, width],
        );
        (y, norms)
    }

    fn norm_act_backward(
        gradient: FloatTensor<Self>,
        x: FloatTensor<Self>,
        counts: IntTensor<Self>,
        norms: FloatTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let x = into_contiguous(x);
        let [rows, width] = x.meta.shape().dims();
        let x_gradient = new_like(&x, [rows, width], DType::F32);
        let norms_gradient = new_like(&x, [2, width], DType::F32);
        kernels::norm_act_backward().launch(
            width.div_ceil(16),
            &[
                &into_contiguous(gradient),
                &x,
                &into_contiguous(counts),
                &norms,
                &x_gradient,
                &norms_gradient,
            ],
            &[rows, width],
        );
        (x_gradient, norms_gradient)
    }

    fn running_mean(
        old: FloatTensor<Self>,
        norms: FloatTensor<Self>,
        row: usize,
        momentum: f32,
        factor: f32,
    ) -> FloatTensor<Self> {
        let old = into_contiguous(old);
        let width = length(&old);
        let followed = new_like(&old, [width], DType::F32);
        let bits = |value: f32| value.to_bits() as usize;
        kernels::running_mean().launch(
            width.div_ceil(64),
            &[&old, &into_contiguous(norms), &followed],
            &[width, row, bits(momentum), bits(factor)],
        );
        followed
    }

    fn cross_entropy(
        logits: FloatTensor<Self>,
        classes: IntTensor<Self>,
    ) -> (FloatTensor<Self>, FloatTensor<Self>) {
        let logits = into_contiguous(logits);
        let [graphs, count] = logits.meta.shape().dims();
        let loss = new_like(&logits, [1], DType::F32);
        let slopes = new_like(&logits, [graphs, count], DType::F32);
        kernels::cross_entropy().launch(
            1,
            &[&logits, &into_contiguous(classes), &loss, &slopes],
            &[graphs, count],
        );
        (loss, slopes)
    }

    fn adam_step(
        weights: FloatTensor<Self>,
        gradient: FloatTensor<Self>,
        first: FloatTensor<Self>,
        second: FloatTensor<Self>,
        step: AdamStep,
    ) -> (FloatTensor<Self>, FloatTensor<Self>, FloatTensor<Self>) {
        let weights = into_contiguous(weights);
        let length = length(&weights);
        let new_weights = new_like(&weights, weights.meta.shape().clone(), DType::F32);
        let [new_first, new_second] = [0; 2].map(|_| new_like(&weights, [length], DType::F32));
        let bits = |value: f32| value.to_bits() as usize;
        kernels::adam().launch(
            length.div_ceil(64),
            &[
                &weights,
                &into_contiguous(gradient),
                &into_contiguous(first),
                &into_contiguous(second),
                &new_weights,
                &new_first,
                &new_second,
            ],
            &[
                length,
                bits(step.weight_decay),
                bits(step.rate),
                bits(step.correction),
            ],
        );
        (new_weights, new_first, new_second)
    }
}

/// The contiguous inputs of the coordinate function kernels, with their sizes.
struct Bars {
    points: CubeTensor,
    weights: CubeTensor,
    parameters: CubeTensor,
    offsets: CubeTensor,
    directions: usize,
    graphs: usize,
    count: usize,
    dimension: usize,
}

impl Bars {
    fn new(
        points: CubeTensor,
        weights: CubeTensor,
        parameters: CubeTensor,
        offsets: CubeTensor,
        options: CoordinateSumOptions,
    ) -> Self {
        Self {
            graphs: length(&offsets) - 1,
            count: parameters.meta.shape()[0],
            dimension: points.meta.shape()[1],
            directions: options.directions,
            points: into_contiguous(points),
            weights: into_contiguous(weights),
            parameters: into_contiguous(parameters),
            offsets: into_contiguous(offsets),
        }
    }

    fn params(&self) -> [usize; 5] {
        let candidates = length(&self.weights);
        [
            self.graphs,
            candidates / self.directions,
            candidates,
            self.count,
            self.dimension,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::kernels;
    use crate::homology::dispatch_plan::Kernel;

    #[test]
    fn every_shader_outside_recorded_steps_is_in_a_table() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/shaders");
        for entry in std::fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let Some(name) = name.strip_suffix(".wgsl") else {
                continue;
            };
            assert!(
                name.starts_with("step_")
                    || Kernel::ALL.iter().any(|kernel| kernel.name() == name)
                    || kernels::NAMES.contains(&name),
                "{name}.wgsl has no CPU reference"
            );
        }
    }
}
