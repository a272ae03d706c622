//! Every shader is valid, within the limits of every WebGPU device, and consistent with its launch in the program.

use burn::tensor::wgpu::wgpu::naga::front::wgsl;
use burn::tensor::wgpu::wgpu::naga::valid::{Capabilities, GlobalUse, ValidationFlags, Validator};
use burn::tensor::wgpu::wgpu::naga::{AddressSpace, ShaderStage};
use sublevel::homology::dispatch_plan::{Kernel, LANES};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/shaders");

/// Names of the files in a folder.
fn files(folder: &str) -> Vec<String> {
    let names = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".wgsl")).collect()
}

/// Name and full text of every shader in its launched form, and of all size classes of the one that has classes.
fn shaders() -> Vec<(String, String)> {
    let kernels = Kernel::ALL.map(|kernel| {
        let text = kernel.text(kernel.lanes(LANES));
        (format!("{}.wgsl as {kernel:?}", kernel.name()), text)
    });
    let mut shaders = Vec::from(kernels);
    let is_kernel = |name: &String| {
        Kernel::ALL
            .iter()
            .any(|kernel| *name == format!("{}.wgsl", kernel.name()))
    };
    for name in files(FOLDER).into_iter().filter(|name| !is_kernel(name)) {
        let read = |name: &str| std::fs::read_to_string(format!("{FOLDER}/{name}")).unwrap();
        let mut text = read(&name);
        for part in files(&format!("{FOLDER}/parts")) {
            let own = !part.starts_with("element") && part != "line.wgsl";
            if own && text.contains(&format!("parts/{part}")) {
                text += &read(&format!("parts/{part}"));
            }
        }
        if text.contains("one of parts/element_*.wgsl.") {
            text += &read("parts/element.wgsl");
            let kinds = files(&format!("{FOLDER}/parts"));
            for kind in kinds.iter().filter(|kind| kind.starts_with("element_")) {
                let mut text = text.clone() + &read(&format!("parts/{kind}"));
                if text.contains("parts/line.wgsl") {
                    text += &read("parts/line.wgsl");
                }
                shaders.push((format!("{name} with {kind}"), text));
            }
            continue;
        }
        shaders.push((name, text));
    }
    assert!(shaders.len() > Kernel::ALL.len());
    shaders
}

#[test]
fn shaders_are_valid_and_within_limits() {
    for (name, text) in shaders() {
        assert!(
            !text.contains("{{"),
            "{name}: burn takes {{{{ for a placeholder"
        );
        assert!(
            !text
                .lines()
                .any(|line| line.trim_start().starts_with("enable")),
            "{name}: optional features are not there in every browser"
        );
        let module = wgsl::parse_str(&text)
            .unwrap_or_else(|error| panic!("{}", error.emit_to_string_with_path(&text, &name)));
        let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&module)
            .unwrap_or_else(|error| panic!("{}", error.emit_to_string_with_path(&text, &name)));

        let [entry] = &module.entry_points[..] else {
            panic!("{name}: one entry point, please")
        };
        assert_eq!(
            (entry.name.as_str(), entry.stage),
            ("main", ShaderStage::Compute),
            "{name}"
        );
        let lanes: u32 = entry.workgroup_size.iter().product();
        assert!(
            (1..=256).contains(&lanes),
            "{name}: {lanes} lanes in a workgroup"
        );

        let mut bindings = Vec::new();
        let mut workgroup_bytes = 0;
        for (handle, global) in module.global_variables.iter() {
            let label = global.name.as_deref().unwrap_or("unnamed");
            assert!(
                info.get_entry_point(0)[handle] != GlobalUse::empty(),
                "{name}: main does not use {label}"
            );
            if let Some(binding) = global.binding {
                let is_uniform = global.space == AddressSpace::Uniform;
                bindings.push((binding.group, binding.binding, is_uniform));
            }
            if global.space == AddressSpace::WorkGroup {
                workgroup_bytes += module.types[global.ty].inner.size(module.to_ctx());
            }
        }
        bindings.sort_unstable();
        for (place, &(group, binding, is_uniform)) in (0..).zip(&bindings) {
            assert_eq!((group, binding), (0, place), "{name}: bindings count up");
            let is_last = place as usize == bindings.len() - 1;
            assert!(!is_uniform || is_last, "{name}: the uniform comes last");
        }
        let storage = bindings
            .iter()
            .filter(|(.., is_uniform)| !is_uniform)
            .count();
        assert!(storage <= 8, "{name}: {storage} storage buffers");
        assert!(
            workgroup_bytes <= 16384,
            "{name}: {workgroup_bytes} bytes of workgroup memory"
        );
    }
}

#[test]
fn every_shader_is_in_the_table_of_bindings() {
    let table = std::fs::read_to_string(format!("{FOLDER}/README.md")).unwrap();
    let parts = files(&format!("{FOLDER}/parts"));
    assert!(!parts.is_empty());
    let parts = parts.into_iter().map(|name| format!("parts/{name}"));
    for file in files(FOLDER).into_iter().chain(parts) {
        assert!(
            table.contains(&format!("`{file}`")),
            "shaders/README.md does not describe {file}"
        );
    }
}
