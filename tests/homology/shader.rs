//! `shaders/persistence.wgsl` against the CPU engine, bit for bit, as the program launches it: no bounds checks,
//! no zeroed workgroup memory, outputs full of rubbish.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rand::RngExt;
use rand::seq::SliceRandom;
use sublevel::homology::{SIZE_CLASSES, persistence_batch, persistence_shader, size_class};
use wgpu::util::{BufferInitDescriptor, DeviceExt};

use crate::graphs::{Graph, data_set, families, filters, generator};

const RUBBISH: u32 = 0xdead_beef;

/// The adapter, a software one if need be, with the limits that every browser grants.
struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipelines: BTreeMap<u32, wgpu::ComputePipeline>,
}

static GPU: LazyLock<Gpu> = LazyLock::new(|| pollster::block_on(Gpu::open()));

impl Gpu {
    async fn open() -> Self {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::PRIMARY,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let adapter = instance.request_adapter(&Default::default()).await.unwrap_or_else(|error| {
            panic!("no GPU adapter, not even a software one ({error}). On Debian or Ubuntu: apt install mesa-vulkan-drivers")
        });
        let (device, queue) = adapter.request_device(&Default::default()).await.unwrap();
        let pipelines = SIZE_CLASSES.map(|class| {
            let text = persistence_shader(class);
            let source = wgpu::ShaderSource::Wgsl(text.into());
            // SAFETY: the batches below are valid, which is what the shader asks for.
            let module = unsafe {
                device.create_shader_module_trusted(
                    wgpu::ShaderModuleDescriptor {
                        label: None,
                        source,
                    },
                    wgpu::ShaderRuntimeChecks::unchecked(),
                )
            };
            let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: None,
                module: &module,
                entry_point: Some("main"),
                compilation_options: wgpu::PipelineCompilationOptions {
                    zero_initialize_workgroup_memory: false,
                    ..Default::default()
                },
                cache: None,
            });
            (class, pipeline)
        });
        Self {
            device,
            queue,
            pipelines: pipelines.into(),
        }
    }

    /// Death and loops of a batch; rubbish where the shader wrote nothing.
    fn run(&self, batch: &Batch) -> [Vec<u32>; 2] {
        let storage = |words: Vec<u32>, usage| {
            let padding = if words.is_empty() { 4 } else { 0 };
            let contents: Vec<u8> = words
                .into_iter()
                .chain([0; 4].into_iter().take(padding))
                .flat_map(u32::to_le_bytes)
                .collect();
            self.device.create_buffer_init(&BufferInitDescriptor {
                label: None,
                contents: &contents,
                usage,
            })
        };
        let input = wgpu::BufferUsages::STORAGE;
        let output = input | wgpu::BufferUsages::COPY_SRC;
        let vertices = batch.filter.len();
        let edges = storage(batch.edges.concat(), input);
        let filter = storage(
            batch.filter.iter().map(|value| value.to_bits()).collect(),
            input,
        );
        let outputs = [0, 1].map(|_| storage(vec![RUBBISH; 2 * vertices], output));

        let mut classes = BTreeMap::<u32, Vec<[u32; 4]>>::new();
        for &row in &batch.graphs {
            classes
                .entry(size_class(row[1]).unwrap())
                .or_default()
                .push(row);
        }
        let graphs = storage(
            classes.values().flatten().flatten().copied().collect(),
            input,
        );
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let mut first_row = 0;
        for (class, rows) in &classes {
            let rows = rows.len() as u32;
            let words = [vertices as u32, first_row, rows, 0].map(u64::from);
            first_row += rows;
            let params = self.device.create_buffer_init(&BufferInitDescriptor {
                label: None,
                contents: &words.map(u64::to_le_bytes).concat(),
                usage: wgpu::BufferUsages::UNIFORM,
            });
            let pipeline = &self.pipelines[class];
            let buffers = [&graphs, &edges, &filter, &outputs[0], &outputs[1], &params];
            let entries: Vec<_> = (0..)
                .zip(buffers)
                .map(|(binding, buffer)| wgpu::BindGroupEntry {
                    binding,
                    resource: buffer.as_entire_binding(),
                })
                .collect();
            let layout = &pipeline.get_bind_group_layout(0);
            let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout,
                entries: &entries,
            });
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(pipeline);
            pass.set_bind_group(0, &group, &[]);
            let across = rows.min(65535);
            pass.dispatch_workgroups(across, rows.div_ceil(across), 1);
        }
        let staging = outputs.map(|buffer| {
            let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
            let size = buffer.size();
            let staging = self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage,
                mapped_at_creation: false,
            });
            encoder.copy_buffer_to_buffer(&buffer, 0, &staging, 0, size);
            staging
        });
        self.queue.submit([encoder.finish()]);
        staging.map(|buffer| {
            buffer.map_async(wgpu::MapMode::Read, .., Result::unwrap);
            self.device
                .poll(wgpu::PollType::wait_indefinitely())
                .unwrap();
            let bytes = buffer.get_mapped_range(..).unwrap();
            let words = bytes
                .chunks_exact(4)
                .map(|word| u32::from_le_bytes(word.try_into().unwrap()));
            words.take(2 * vertices).collect()
        })
    }
}

/// Graphs side by side, as the shader and the CPU engine take them.
#[derive(Default)]
struct Batch {
    graphs: Vec<[u32; 4]>,
    edges: Vec<[u32; 2]>,
    filter: Vec<f32>,
}

impl Batch {
    fn push(&mut self, edges: &[[u32; 2]], filter: &[f32]) {
        let [first_vertex, first_edge] =
            [self.filter.len(), self.edges.len()].map(|length| length as u32);
        self.graphs.push([
            first_vertex,
            filter.len() as u32,
            first_edge,
            edges.len() as u32,
        ]);
        self.edges.extend(edges);
        self.filter.extend(filter);
    }

    fn on_cpu(&self) -> [Vec<u32>; 2] {
        let offsets = |first: usize, count: usize| -> Vec<u32> {
            let ends = self.graphs.iter().map(|row| row[first] + row[count]);
            std::iter::once(0).chain(ends).collect()
        };
        let mut result = [
            vec![0; 2 * self.filter.len()],
            vec![0; 2 * self.filter.len()],
        ];
        let [death, loops] = &mut result;
        persistence_batch(
            &offsets(0, 1),
            &offsets(2, 3),
            &self.edges,
            &self.filter,
            death,
            loops,
        );
        result
    }

    /// Compares the two and names the first graph on which they differ.
    fn check(&self, name: &str) {
        let (gpu, cpu) = (GPU.run(self), self.on_cpu());
        let vertices = self.filter.len();
        for (output, (gpu, cpu)) in ["death", "loops"].into_iter().zip(gpu.iter().zip(&cpu)) {
            if let Some(at) = (0..2 * vertices).find(|&at| gpu[at] != cpu[at]) {
                let (direction, vertex) = (at / vertices, at % vertices);
                let graph = self
                    .graphs
                    .iter()
                    .rposition(|row| row[0] as usize <= vertex)
                    .unwrap();
                panic!(
                    "{name}: {output}[{direction}] of vertex {vertex} in graph {graph} {:?}: shader {:#x}, CPU {:#x}",
                    self.graphs[graph], gpu[at], cpu[at]
                );
            }
        }
    }
}

/// A graph with this many vertices and edges, repeated edges and self-loops included, and a filter with ties.
fn random_graph(vertices: u32, edges: u32, seed: u64) -> (Vec<[u32; 2]>, Vec<f32>) {
    let random = &mut generator(seed);
    let levels = vertices.max(4) / 2;
    let filter = (0..vertices)
        .map(|_| random.random_range(0..levels) as f32)
        .collect();
    let edges = if vertices == 0 { 0 } else { edges };
    let edges = (0..edges)
        .map(|_| {
            [
                random.random_range(0..vertices),
                random.random_range(0..vertices),
            ]
        })
        .collect();
    (edges, filter)
}

#[test]
fn sizes_at_the_edges_of_every_class() {
    for n in [
        0, 1, 2, 3, 31, 32, 63, 64, 65, 127, 128, 255, 256, 257, 511, 512, 513, 1023, 1024,
    ] {
        for edges in [0, 1, n / 2, n, 4 * n] {
            let (edges, filter) = random_graph(n, edges, n.into());
            let mut batch = Batch::default();
            batch.push(&edges, &filter);
            batch.check(&format!("{n} vertices, {} edges", edges.len()));
        }
    }
}

#[test]
fn adversarial_families_with_every_filter() {
    let mut batch = Batch::default();
    for n in [1, 2, 3, 17, 64, 65, 130, 256, 300, 512, 1000, 1024] {
        for graph in families(n) {
            for (_, filter) in filters(&graph) {
                batch.push(&graph.edges, &filter);
            }
        }
    }
    batch.check("families");
}

#[test]
fn a_dense_graph_has_more_edges_than_lanes_many_times_over() {
    let (edges, filter) = random_graph(1024, 200_000, 5);
    let mut batch = Batch::default();
    batch.push(&edges, &filter);
    batch.check("dense");
}

#[test]
fn more_graphs_than_one_dimension_of_a_dispatch_holds() {
    let mut batch = Batch::default();
    for seed in 0..70_000 {
        let (edges, filter) = random_graph(seed % 5, seed % 7, seed.into());
        batch.push(&edges, &filter);
    }
    batch.check("70000 graphs");
}

#[test]
fn vertices_of_no_graph_are_left_alone() {
    let mut batch = Batch::default();
    for (seed, vertices) in [(1, 10), (2, 100), (3, 300), (4, 600)] {
        batch.filter.extend([0.5; 3]);
        let (edges, filter) = random_graph(vertices, 2 * vertices, seed);
        batch.push(&edges, &filter);
    }
    batch.filter.extend([0.5; 3]);
    let covered: Vec<bool> = {
        let mut covered = vec![false; batch.filter.len()];
        for row in &batch.graphs {
            covered[row[0] as usize..(row[0] + row[1]) as usize].fill(true);
        }
        covered.repeat(2)
    };
    for output in GPU.run(&batch) {
        for (word, covered) in output.into_iter().zip(&covered) {
            assert_eq!(word == RUBBISH, !covered);
        }
    }
}

#[test]
fn the_order_of_edges_does_not_matter() {
    let mut results = (0..20).map(|seed| {
        let mut batch = Batch::default();
        for (vertices, edges) in [(60, 300), (250, 900), (500, 700), (1000, 4000)] {
            let (mut edges, filter) = random_graph(vertices, edges, 9);
            edges.shuffle(&mut generator(seed));
            batch.push(&edges, &filter);
        }
        GPU.run(&batch)
    });
    let first = results.next().unwrap();
    assert!(results.all(|result| result == first));
}

/// Every graph of a data set with a random filter and with its degrees.
fn check_data_set(name: &str) {
    let graphs = data_set(name);
    let random = &mut generator(3);
    let (mut random_batch, mut degree_batch) = (Batch::default(), Batch::default());
    for graph in &graphs {
        let Graph {
            vertices, edges, ..
        } = graph;
        random_batch.push(
            edges,
            &(0..*vertices)
                .map(|_| random.random())
                .collect::<Vec<f32>>(),
        );
        degree_batch.push(edges, &graph.degrees());
    }
    random_batch.check(&format!("{name}, random filter"));
    degree_batch.check(&format!("{name}, degree filter"));
}

#[test]
fn mutag() {
    check_data_set("MUTAG");
}

#[test]
fn imdb_binary() {
    check_data_set("IMDB-BINARY");
}

#[test]
fn imdb_multi() {
    check_data_set("IMDB-MULTI");
}

#[test]
fn proteins() {
    check_data_set("PROTEINS");
}

#[test]
fn nci1() {
    check_data_set("NCI1");
}
