//! The comparison of a GPU with the CPU before its first use: a driver can return wrong numbers without an error. One submission with a
//! dispatch of persistence and one of sums.

use burn::tensor::wgpu::wgpu::{
    self,
    util::{BufferInitDescriptor, DeviceExt},
};

use super::{Gpu, GpuError, Opened, compile, persistence::bind, read};
use crate::homology::{
    dispatch_plan::{GpuBuffer, LANES},
    persistence,
};

/// Sums of rows that lists select: loops, and addresses that come from other buffers.
const SUMS: &str = include_str!("../../shaders/row_sum.wgsl");

/// Vertices of the graph, of the smallest size class; number of sums.
const VERTICES: u32 = 61;
/// A word that is no result.
const RUBBISH: u32 = 0xffc0_dead;

/// Compares a GPU with the CPU.
///
/// # Errors
/// If a result differs, or the GPU fails.
pub(super) async fn check(opened: &Opened) -> Result<(), GpuError> {
    compare(&Gpu::new(opened.clone(), LANES), SUMS).await
}

async fn compare(gpu: &Gpu, sums: &str) -> Result<(), GpuError> {
    let Opened { device, queue, .. } = &gpu.opened;

    // Several components, loops, parallel edges and equal values.
    let edges: Vec<[u32; 2]> = (0..VERTICES + 20)
        .map(|i| [i * 7 % VERTICES, (i * i + 3) % VERTICES])
        .filter(|[u, v]| u != v && u % 4 != 3 && v % 4 != 3)
        .collect();
    let filter: Vec<f32> = (0..VERTICES).map(|v| (v * 13 % 17) as f32 - 8.0).collect();
    let batch = gpu.upload(&[[0, VERTICES, 0, edges.len() as u32]], &edges, &filter)?;
    gpu.fill(&batch, RUBBISH);

    // The sum of the filter over the neighbours of each vertex. The numbers are whole, so every order has the same sum.
    let mut offsets = vec![0];
    let mut columns = Vec::new();
    for v in 0..VERTICES {
        let ends = edges.iter().flat_map(|&[a, b]| [[a, b], [b, a]]);
        columns.extend(ends.filter(|&[end, _]| end == v).map(|[_, other]| other));
        offsets.push(columns.len() as u32);
    }
    let upload = |words: &[u32]| {
        device.create_buffer_init(&BufferInitDescriptor {
            label: None,
            contents: bytemuck::cast_slice(words),
            usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
        })
    };
    let buffers = [
        upload(bytemuck::cast_slice(&filter)),
        upload(&offsets),
        upload(&columns),
        upload(&[RUBBISH; VERTICES as usize]),
    ];
    let pipeline = compile(device, sums.into());
    let group = bind(device, &pipeline, &buffers.each_ref(), &[VERTICES, 1]);

    let mut encoder = device.create_command_encoder(&Default::default());
    let mut pass = encoder.begin_compute_pass(&Default::default());
    gpu.add(&mut pass, batch.runs());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(VERTICES.div_ceil(64), 1, 1);
    drop(pass);
    queue.submit([encoder.finish()]);
    let outputs = [
        (batch.buffer(GpuBuffer::Death), 2 * VERTICES as usize),
        (batch.buffer(GpuBuffer::Loops), 2 * VERTICES as usize),
        (&buffers[3], VERTICES as usize),
    ];
    let found = read::<u32, 3>(device, queue, outputs).await;
    if let Some(problem) = gpu.opened.problem() {
        return Err(GpuError::Failed(problem.to_string()));
    }
    let [deaths, loops, sums] = found?;

    let pairs = persistence(&edges, &filter);
    let differences = [
        ("death", deaths, pairs.death.concat()),
        ("number of loops", loops, pairs.loops.concat()),
    ]
    .into_iter()
    .filter_map(|(what, found, expected)| {
        let at = first_difference(&found, &expected)?;
        let vertex = at % VERTICES as usize;
        // −1: no vertex.
        let [found, expected] = [found[at], expected[at]].map(|word| word as i32);
        Some(format!(
            "the {what} of vertex {vertex} is {found} instead of {expected}"
        ))
    });
    let sum = |v: usize| -> f32 {
        let own = &columns[offsets[v] as usize..offsets[v + 1] as usize];
        own.iter().map(|&u| filter[u as usize]).sum()
    };
    // −0 and 0 are equal sums.
    let found: Vec<f32> = sums.into_iter().map(f32::from_bits).collect();
    let expected: Vec<f32> = (0..VERTICES as usize).map(sum).collect();
    let of_sums = first_difference(&found, &expected);
    let of_sums =
        of_sums.map(|at| format!("sum {at} is {} instead of {}", found[at], expected[at]));
    match differences.chain(of_sums).next() {
        None => Ok(()),
        Some(difference) => Err(GpuError::Wrong {
            adapter: gpu.opened.identity.name.clone(),
            difference,
        }),
    }
}

fn first_difference<T: PartialEq>(found: &[T], expected: &[T]) -> Option<usize> {
    found.iter().zip(expected).position(|(a, b)| a != b)
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use pollster::block_on;

    use super::*;
    use crate::homology::dispatch_plan::{Kernel, SIZE_CLASSES};

    fn gpu() -> Gpu {
        block_on(Gpu::open(LANES)).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The error of a GPU that executes another text.
    fn refusal(gpu: &Gpu, sums: &str) -> String {
        let error = block_on(compare(gpu, sums)).unwrap_err();
        assert!(matches!(error, GpuError::Wrong { .. }), "{error}");
        let text = error.to_string();
        let named = format!("the GPU {} returns wrong results: ", gpu.name());
        text.strip_prefix(&named).expect(&text).to_owned()
    }

    #[test]
    fn a_gpu_with_wrong_sums_is_refused() {
        let gpu = gpu();
        assert_eq!(block_on(compare(&gpu, SUMS)), Ok(()));
        for lie in ["total - 1.0", "bitcast<f32>(0x7fc00000u + row)"] {
            let text = SUMS.replace("sum[entry] = total;", &format!("sum[entry] = {lie};"));
            assert!(refusal(&gpu, &text).starts_with("sum 0 is "), "{lie}");
        }
        // The buffer keeps its content.
        let idle = SUMS.replace("entry >= params.rows * width", "entry >= 0u");
        assert!(refusal(&gpu, &idle).contains("sum 0 is NaN instead of"));
    }

    #[test]
    fn a_gpu_with_wrong_pairs_is_refused() {
        let gpu = gpu();
        let kernel = Kernel::Small(SIZE_CLASSES[0]);
        let own = kernel.text(kernel.lanes(LANES));
        for (word, lie, what) in [
            (
                "death[first + v] = end_of(0u",
                "death[first + v] = end_of(1u",
                "death",
            ),
            ("atomicAdd(&loops[", "atomicSub(&loops[", "number of loops"),
            ("if row >= params.rows", "if row >= 0u", "death"),
        ] {
            assert_eq!(own.matches(word).count(), 1);
            let made = compile(&gpu.opened.device, own.replace(word, lie));
            gpu.pipelines.lock().unwrap().insert(kernel, made);
            let error = refusal(&gpu, SUMS);
            let expected = format!("the {what} of vertex ");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}
