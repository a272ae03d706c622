//! The shader that computes the persistence of a batch of small graphs, `shaders/persistence.wgsl`.
//!
//! One dispatch serves all graphs of one size class, a workgroup each; `shaders/README.md` lists what
//! it binds. It zeroes and fills its own graphs' entries of both outputs and touches no others.

/// Numbers of vertices that the shader is made for. Larger graphs go to [`super::persistence_batch`].
pub const SIZE_CLASSES: [u32; 4] = [64, 256, 512, 1024];

/// The smallest class with room for a graph of `vertices` vertices; none where the graph is too large.
pub fn size_class(vertices: u32) -> Option<u32> {
    SIZE_CLASSES.into_iter().find(|&class| vertices <= class)
}

/// Lanes of a workgroup in this size class.
pub fn workgroup_size(class: u32) -> u32 {
    class.min(256)
}

/// Text of the shader for this size class.
pub fn persistence_shader(class: u32) -> String {
    include_str!("../../shaders/persistence.wgsl")
        .replace(
            "const CAP: u32 = 256u;",
            &format!("const CAP: u32 = {class}u;"),
        )
        .replace(
            "const WG: u32 = 256u;",
            &format!("const WG: u32 = {}u;", workgroup_size(class)),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_go_to_the_smallest_class_that_holds_them() {
        let classes = [0, 1, 64, 65, 256, 257, 512, 513, 1024, 1025].map(size_class);
        assert_eq!(
            classes,
            [
                Some(64),
                Some(64),
                Some(64),
                Some(256),
                Some(256),
                Some(512),
                Some(512),
                Some(1024),
                Some(1024),
                None
            ]
        );
    }

    #[test]
    fn every_class_has_its_own_text() {
        for class in SIZE_CLASSES {
            let text = persistence_shader(class);
            assert!(text.contains(&format!("const CAP: u32 = {class}u;")));
            assert!(text.contains(&format!("const WG: u32 = {}u;", workgroup_size(class))));
        }
    }
}
