//! Every shader is valid and keeps to what every WebGPU device grants and to how the program launches it.

use naga::front::wgsl;
use naga::valid::{Capabilities, GlobalUse, ValidationFlags, Validator};
use naga::{AddressSpace, ShaderStage};
use sublevel::homology::{SIZE_CLASSES, persistence_shader};

/// Name and text of every file in `shaders/`, and of every size class of the one that has classes.
fn shaders() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/shaders");
    let mut shaders: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "wgsl")
        })
        .map(|path| {
            (
                path.file_name().unwrap().display().to_string(),
                std::fs::read_to_string(&path).unwrap(),
            )
        })
        .collect();
    assert!(!shaders.is_empty(), "no shaders in {folder}");
    shaders.extend(SIZE_CLASSES.map(|class| {
        (
            format!("persistence.wgsl for {class} vertices"),
            persistence_shader(class),
        )
    }));
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

        let (mut storage, mut uniforms, mut workgroup_bytes) = (0, 0, 0);
        let mut bindings = 0;
        for (handle, global) in module.global_variables.iter() {
            let label = global.name.as_deref().unwrap_or("unnamed");
            assert!(
                info.get_entry_point(0)[handle] != GlobalUse::empty(),
                "{name}: main does not use {label}"
            );
            if let Some(binding) = global.binding {
                assert_eq!(
                    (binding.group, binding.binding),
                    (0, bindings),
                    "{name}: {label} is not the next binding"
                );
                bindings += 1;
            }
            match global.space {
                AddressSpace::Storage { .. } => {
                    assert_eq!(uniforms, 0, "{name}: {label} comes after the uniform");
                    storage += 1;
                }
                AddressSpace::Uniform => uniforms += 1,
                AddressSpace::WorkGroup => {
                    workgroup_bytes += module.types[global.ty].inner.size(module.to_ctx())
                }
                _ => {}
            }
        }
        assert!(storage <= 7, "{name}: {storage} storage buffers");
        assert!(uniforms <= 1, "{name}: {uniforms} uniforms");
        assert!(
            workgroup_bytes <= 16384,
            "{name}: {workgroup_bytes} bytes of workgroup memory"
        );
    }
}

#[test]
fn every_shader_is_in_the_table_of_bindings() {
    let table =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/README.md")).unwrap();
    for (name, _) in shaders() {
        let file = name.split(' ').next().unwrap();
        assert!(
            table.contains(&format!("`{file}`")),
            "shaders/README.md does not describe {file}"
        );
    }
}
