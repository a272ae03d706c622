//! The connected sets of vertices of a small graph.

/// Visits every non-empty connected set once. The neighbours of each vertex are given. If `visit` returns false, the supersets that would
/// arise from this set are left out; other sets may still lead to them.
///
/// A set grows by neighbours above its first vertex. A neighbour that a branch has tried is left out of the later ones.
///
/// # Errors
/// The first error of `visit`.
pub(super) fn connected_sets<E>(
    neighbours: &[Vec<usize>],
    mut visit: impl FnMut(&[usize]) -> Result<bool, E>,
) -> Result<(), E> {
    /// The candidates that remain for the set so far, and those that its last vertex added.
    struct Frame {
        candidates: Vec<usize>,
        added: Vec<usize>,
    }

    let mut met = vec![false; neighbours.len()];
    for root in 0..neighbours.len() {
        let mut set = vec![root];
        met[root] = true;
        if !visit(&set)? {
            continue;
        }
        let meet = |vertex: usize, met: &mut [bool]| -> Vec<usize> {
            let new = neighbours[vertex].iter().copied();
            let new: Vec<usize> = new.filter(|&v| v > root && !met[v]).collect();
            new.iter().for_each(|&v| met[v] = true);
            new
        };
        let added = meet(root, &mut met);
        let mut frames = vec![Frame {
            candidates: added.clone(),
            added,
        }];
        while let Some(frame) = frames.last_mut() {
            let Some(next) = frame.candidates.pop() else {
                let forgotten = frames.pop().map_or(vec![], |frame| frame.added);
                forgotten.iter().for_each(|&v| met[v] = false);
                set.pop();
                continue;
            };
            set.push(next);
            if !visit(&set)? {
                set.pop();
                continue;
            }
            let mut candidates = frame.candidates.clone();
            let added = meet(next, &mut met);
            candidates.extend(&added);
            frames.push(Frame { candidates, added });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_connected_set_is_visited_once() {
        // A square with a diagonal and a leaf, and an isolated vertex.
        let neighbours = [
            vec![1, 3],
            vec![0, 2, 3],
            vec![1, 3],
            vec![0, 1, 2, 4],
            vec![3],
            vec![],
        ];
        let mut found = HashSet::new();
        let done: Result<(), ()> = connected_sets(&neighbours, |set| {
            let bits = set.iter().fold(0_u32, |bits, v| bits | 1 << v);
            assert!(found.insert(bits), "{set:?} twice");
            Ok(true)
        });
        done.unwrap();
        let is_connected = |bits: u32| {
            let mut reached = bits & bits.wrapping_neg();
            for _ in 0..6 {
                for (v, around) in neighbours.iter().enumerate() {
                    if reached >> v & 1 == 1 {
                        reached |= around.iter().fold(0, |all, u| all | 1 << u) & bits;
                    }
                }
            }
            reached == bits
        };
        let expected: HashSet<u32> = (1..64).filter(|&bits| is_connected(bits)).collect();
        assert_eq!(found, expected);
    }
}
