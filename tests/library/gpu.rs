//! The opening of a GPU.

use std::fs;
use std::path::{Path, PathBuf};

use sublevel::gpu::BACKENDS;

use crate::common::{gpu, in_child_process};

/// Mesa's OpenGL returns wrong numbers for the shaders, without an error.
#[test]
fn opengl_is_never_opened() {
    assert!(!BACKENDS.contains(burn::tensor::wgpu::wgpu::Backends::GL));
    // A library that one test loads stays in the process.
    in_child_process("gpu::opengl_is_never_opened", || {
        gpu();
        // wgpu loads the library of OpenGL, if the computer has it, to look for adapters.
        if let Ok(loaded) = fs::read_to_string("/proc/self/maps") {
            assert!(loaded.contains("libvulkan"), "{loaded}");
            assert!(!loaded.contains("libEGL"), "{loaded}");
        }
    });
}

/// The Rust files of a folder and its subfolders.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let of_entry = |path: PathBuf| match path.is_dir() {
        true => rust_files(&path),
        false => vec![path],
    };
    let mut files: Vec<_> = entries
        .flat_map(|entry| of_entry(entry.unwrap().path()))
        .collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "rs"));
    files
}

/// Other ways to an adapter open other backends, and do not compare the GPU with the CPU.
#[test]
fn one_module_opens_gpus() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ways = [
        ("Instance::", "src/gpu/opening.rs"),
        ("request_device(", "src/gpu/opening.rs"),
        ("wgpu_options()", "src/device.rs"),
        ("init_setup", ""),
        ("Device::wgpu(", ""),
    ];
    for folder in ["src", "crates", "tests", "benches"] {
        for file in rust_files(&root.join(folder)) {
            let name = file
                .strip_prefix(root)
                .unwrap()
                .to_string_lossy()
                .replace('\\', "/");
            if name == "tests/library/gpu.rs" {
                continue;
            }
            let source = fs::read_to_string(&file).unwrap();
            for (way, only) in ways {
                assert!(name == only || !source.contains(way), "{name}: {way}");
            }
        }
    }
}
