//! Several edges between the same two vertices: one rule for the files of all formats.
//!
//! Edges are undirected. A file is directed if it declares this. Without a declaration, it is directed if it lists every edge once
//! in each direction with the same numbers. The two directions of an edge in a directed file are one edge. All other repeated edges
//! are parallel edges, and a loop is born with each of them.

use super::InputGraph;
use super::input_graph::Attribute;

/// Treatment of several edges between the same two vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ParallelEdges {
    /// The two directions of a directed file are one edge.
    #[default]
    Directions,
    /// Every edge of the file is an edge.
    Keep,
    /// They are one edge.
    Merge,
}

impl InputGraph {
    /// Applies the rule to the edges of a file and adds a note for each change. Of edges that become one, the first counts with its
    /// numbers.
    pub fn settle_edges(&mut self, parallel: ParallelEdges) {
        let groups = self.groups();
        let says_directed = self.directed == Some(true);
        let lists_both = self.directed.is_none() && self.lists_both_directions(&groups);
        let dropped: Vec<u32> = match parallel {
            ParallelEdges::Keep => Vec::new(),
            ParallelEdges::Merge => groups
                .iter()
                .flat_map(|group| &group[1..])
                .copied()
                .collect(),
            ParallelEdges::Directions if says_directed || lists_both => {
                let second = groups
                    .iter()
                    .flat_map(|group| self.second_directions(group));
                second.collect()
            }
            ParallelEdges::Directions => Vec::new(),
        };
        let repeats: usize = groups.iter().map(|group| group.len() - 1).sum();
        let differing = match says_directed || parallel == ParallelEdges::Merge {
            true => self.differing(&groups, &dropped),
            false => 0,
        };
        let left = repeats - dropped.len();
        self.drop_edges(&dropped);
        let edges = |count: usize| match count {
            1 => "1 edge".to_owned(),
            count => format!("{count} edges"),
        };
        if says_directed {
            self.notes
                .push("the file is directed: its edges are read as undirected".into());
        }
        if lists_both && parallel == ParallelEdges::Directions {
            self.notes.push(format!(
                "every edge occurs in both directions: read as {} undirected edges",
                self.edges.len()
            ));
        } else if !dropped.is_empty() {
            let what = match parallel {
                ParallelEdges::Merge => "repeated edges are merged",
                _ => "opposite edges are one edge",
            };
            let numbers = match differing {
                0 => String::new(),
                count => format!(
                    "; {} had other numbers than the first, which counts",
                    edges(count)
                ),
            };
            self.notes
                .push(format!("{what}, {} fewer{numbers}", edges(dropped.len())));
        }
        if left > 0 && parallel != ParallelEdges::Keep {
            self.notes.push(format!(
                "{} another edge; a loop is born with each parallel edge, and `sublevel barcode --parallel-edges merge` merges them",
                match left {
                    1 => "1 edge repeats".into(),
                    count => format!("{count} edges repeat"),
                }
            ));
        }
    }

    /// The edges between the same two vertices, in the order of the file, for all pairs with several edges.
    fn groups(&self) -> Vec<Vec<u32>> {
        let key = |&[u, v]: &[u32; 2]| u64::from(u.min(v)) << 32 | u64::from(u.max(v));
        let mut keys: Vec<u64> = self.edges.iter().map(key).collect();
        keys.sort_unstable();
        let mut repeated: Vec<u64> = keys
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .map(|pair| pair[0])
            .collect();
        drop(keys);
        repeated.dedup();
        if repeated.is_empty() {
            return Vec::new();
        }
        let mut groups = vec![Vec::new(); repeated.len()];
        for (edge, ends) in (0..).zip(&self.edges) {
            if let Ok(group) = repeated.binary_search(&key(ends)) {
                groups[group].push(edge);
            }
        }
        groups
    }

    /// The edges of a group that are the opposite direction of an earlier edge.
    fn second_directions(&self, group: &[u32]) -> Vec<u32> {
        let mut waiting = [0_usize; 2];
        let mut second = Vec::new();
        for &edge in group {
            let [u, v] = self.edges[edge as usize];
            if u == v {
                continue;
            }
            let direction = usize::from(u > v);
            match &mut waiting[1 - direction] {
                0 => waiting[direction] += 1,
                opposite => {
                    *opposite -= 1;
                    second.push(edge);
                }
            }
        }
        second
    }

    /// Whether every edge except self-loops occurs once in each direction with the same numbers.
    fn lists_both_directions(&self, groups: &[Vec<u32>]) -> bool {
        let is_loop = |edge: u32| {
            let [u, v] = self.edges[edge as usize];
            u == v
        };
        let loops = self.edges.iter().filter(|[u, v]| u == v).count();
        let mut pairs = 0;
        for group in groups.iter().filter(|group| !is_loop(group[0])) {
            let &[a, b] = &group[..] else { return false };
            if self.second_directions(group) != [b] || self.differ(a, b) {
                return false;
            }
            pairs += 1;
        }
        pairs > 0 && 2 * pairs + loops == self.edges.len()
    }

    /// Whether two edges have different numbers.
    fn differ(&self, a: u32, b: u32) -> bool {
        let attributes = self
            .edge_attributes
            .iter()
            .map(|attribute| &attribute.values);
        let mut numbers = attributes.chain(&self.edge_filter);
        numbers.any(|numbers| numbers[a as usize].to_bits() != numbers[b as usize].to_bits())
    }

    /// Number of dropped edges with other numbers than the first edge of their group.
    fn differing(&self, groups: &[Vec<u32>], dropped: &[u32]) -> usize {
        let mut sorted = dropped.to_vec();
        sorted.sort_unstable();
        let is_dropped = |edge: &u32| sorted.binary_search(edge).is_ok();
        let of_group = |group: &Vec<u32>| {
            let others = group.iter().copied().filter(is_dropped);
            others.filter(|&edge| self.differ(group[0], edge)).count()
        };
        groups.iter().map(of_group).sum()
    }

    fn drop_edges(&mut self, dropped: &[u32]) {
        if dropped.is_empty() {
            return;
        }
        let mut stays = vec![true; self.edges.len()];
        for &edge in dropped {
            stays[edge as usize] = false;
        }
        retain(&mut self.edges, &stays);
        if let Some(values) = &mut self.edge_filter {
            retain(values, &stays);
        }
        for Attribute {
            values, missing, ..
        } in &mut self.edge_attributes
        {
            retain(values, &stays);
            if missing.is_some() {
                let first = values.iter().position(|value| value.is_nan());
                *missing = first.map(|edge| edge as u32);
            }
        }
    }
}

/// The edges of a directed graph without opposite directions, as [`ParallelEdges::Directions`] leaves them, in another order and with
/// ascending ends.
pub fn without_opposites(edges: &[[u32; 2]]) -> Vec<[u32; 2]> {
    if let Some(settled) = ahead_of_simple(edges) {
        return settled;
    }
    let pair = |low: u32, high: u32| u64::from(low) << 32 | u64::from(high);
    let (mut ahead, mut back) = (Vec::with_capacity(edges.len()), Vec::new());
    for &[u, v] in edges {
        match u <= v {
            true => ahead.push(pair(u, v)),
            false => back.push(pair(v, u)),
        }
    }
    ahead.sort_unstable();
    back.sort_unstable();
    // An edge stays as often as it occurs in its more frequent direction.
    let mut settled = Vec::with_capacity(ahead.len());
    let mut back = back.into_iter().peekable();
    for edge in ahead {
        while let Some(other) = back.next_if(|&other| other < edge) {
            settled.push(other);
        }
        back.next_if_eq(&edge);
        settled.push(edge);
    }
    settled.extend(back);
    settled
        .into_iter()
        .map(|edge| [(edge >> 32) as u32, edge as u32])
        .collect()
}

/// The edges with ascending ends of a simple graph whose list is sorted and has both directions of each edge, as PyTorch Geometric keeps
/// it; none for other lists. Takes no sorting.
fn ahead_of_simple(edges: &[[u32; 2]]) -> Option<Vec<[u32; 2]>> {
    let mut ahead = Vec::with_capacity(edges.len() / 2 + 1);
    // For each vertex, the place in `ahead` of its next edge without an opposite direction so far.
    let mut next: Vec<usize> = Vec::new();
    let (mut before, mut opposites) = (None, 0);
    for &[u, v] in edges {
        if before >= Some([u, v]) {
            return None;
        }
        before = Some([u, v]);
        if u > v {
            // The edges of v precede those of u.
            let place = next.get_mut(v as usize)?;
            if ahead.get(*place) != Some(&[v, u]) {
                return None;
            }
            *place += 1;
            opposites += 1;
            continue;
        }
        if next.len() <= u as usize {
            next.resize(u as usize + 1, ahead.len());
        }
        ahead.push([u, v]);
        if u == v {
            // A self-loop has no opposite direction.
            next[u as usize] += 1;
            opposites += 1;
        }
    }
    (opposites == ahead.len()).then_some(ahead)
}

fn retain<T>(items: &mut Vec<T>, stays: &[bool]) {
    let mut stays = stays.iter();
    items.retain(|_| stays.next() == Some(&true));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(edges: &[[u32; 2]], directed: Option<bool>, parallel: ParallelEdges) -> InputGraph {
        let mut graph = InputGraph {
            vertices: 4,
            edges: edges.to_vec(),
            edge_filter: Some((0..edges.len()).map(|edge| (edge / 2) as f64).collect()),
            directed,
            ..InputGraph::default()
        };
        graph.settle_edges(parallel);
        graph
    }

    #[test]
    fn directions_of_a_directed_file_are_one_edge_and_others_are_parallel() {
        use ParallelEdges::{Directions, Keep, Merge};
        let both = [[0, 1], [1, 0], [2, 1], [1, 2]];
        let some = [[0, 1], [1, 0], [0, 1], [2, 3], [1, 1], [1, 1]];
        for (edges, directed, parallel, left) in [
            (&both[..], None, Directions, &[[0, 1], [2, 1]][..]),
            (&both, Some(true), Directions, &[[0, 1], [2, 1]]),
            (&both, Some(false), Directions, &both),
            (&both, None, Keep, &both),
            (&both, Some(true), Keep, &both),
            (&some, None, Directions, &some),
            (
                &some,
                Some(true),
                Directions,
                &[[0, 1], [0, 1], [2, 3], [1, 1], [1, 1]],
            ),
            (&some, Some(false), Merge, &[[0, 1], [2, 3], [1, 1]]),
        ] {
            let graph = settled(edges, directed, parallel);
            assert_eq!(graph.edges, left, "{edges:?} {directed:?} {parallel:?}");
            assert_eq!(
                graph.edge_filter.map(|values| values.len()),
                Some(left.len())
            );
        }
    }

    #[test]
    fn edges_without_opposites_are_those_of_a_directed_file() {
        let ascending = |edges: Vec<[u32; 2]>| {
            let mut edges: Vec<_> = edges
                .into_iter()
                .map(|[u, v]| [u.min(v), u.max(v)])
                .collect();
            edges.sort_unstable();
            edges
        };
        // All lists of four edges between three vertices.
        for number in 0..9usize.pow(4) {
            let digits = (0..4).map(|place| number / 9usize.pow(place) % 9);
            let edges: Vec<_> = digits
                .map(|digit| [digit / 3, digit % 3].map(|end| end as u32))
                .collect();
            let expected = settled(&edges, Some(true), ParallelEdges::Directions).edges;
            assert_eq!(
                ascending(without_opposites(&edges)),
                ascending(expected),
                "{edges:?}"
            );
        }
    }

    #[test]
    fn every_change_is_reported() {
        let notes =
            |edges: &[[u32; 2]], directed, parallel| settled(edges, directed, parallel).notes;
        let nothing: [String; 0] = [];
        assert_eq!(
            notes(&[[0, 1], [1, 2]], None, ParallelEdges::Directions),
            nothing
        );
        assert_eq!(
            notes(&[[0, 1], [1, 0]], None, ParallelEdges::Directions),
            ["every edge occurs in both directions: read as 1 undirected edges"]
        );
        assert_eq!(
            notes(
                &[[0, 1], [2, 3], [1, 0]],
                Some(true),
                ParallelEdges::Directions
            ),
            [
                "the file is directed: its edges are read as undirected",
                "opposite edges are one edge, 1 edge fewer; 1 edge had other numbers than the first, which counts"
            ]
        );
        let repeated = notes(&[[0, 1], [0, 1]], None, ParallelEdges::Directions);
        assert!(
            repeated[0].starts_with("1 edge repeats another edge"),
            "{repeated:?}"
        );
        assert_eq!(
            notes(&[[0, 1], [0, 1]], None, ParallelEdges::Merge),
            ["repeated edges are merged, 1 edge fewer"]
        );
        assert_eq!(notes(&[[0, 1], [0, 1]], None, ParallelEdges::Keep), nothing);
    }

    #[test]
    fn sorted_lists_of_both_directions_have_the_same_edges_as_other_lists() {
        let both = [[0, 2], [1, 1], [1, 3], [2, 0], [3, 1], [3, 5], [5, 3]];
        let settled = [[0, 2], [1, 1], [1, 3], [3, 5]];
        assert_eq!(ahead_of_simple(&both).unwrap(), settled);
        let mut reversed = both;
        reversed.reverse();
        assert_eq!(without_opposites(&reversed), settled);
        assert_eq!(ahead_of_simple(&[]), Some(vec![]));
        // One direction, a repeated edge, a missing direction, and another order.
        for edges in [
            &[[0, 1]][..],
            &[[1, 0]],
            &[[0, 1], [0, 1], [1, 0]],
            &[[0, 1], [0, 2], [1, 0]],
            &[[0, 1], [2, 0], [2, 1]],
            &reversed,
        ] {
            assert_eq!(ahead_of_simple(edges), None, "{edges:?}");
        }
    }
}
