//! Two textbook algorithms that share no code with the library, and with each other only the order.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

use sublevel::homology::{NONE, Persistence};

/// Vertices in sublevel order: NaN last, signed zeros equal, ties by vertex.
pub fn arrival(filter: &[f32]) -> Vec<u32> {
    let mut vertices: Vec<u32> = (0..filter.len() as u32).collect();
    vertices.sort_by(|&a, &b| {
        let (x, y) = (filter[a as usize], filter[b as usize]);
        x.is_nan()
            .cmp(&y.is_nan())
            .then(x.partial_cmp(&y).unwrap_or(Ordering::Equal))
            .then(a.cmp(&b))
    });
    vertices
}

/// Runs `one` on the ranks of both directions.
fn both(filter: &[f32], one: impl Fn(&[u32], &[u32]) -> (Vec<u32>, Vec<u32>)) -> Persistence {
    let mut order = arrival(filter);
    let [sublevel, superlevel] = [0, 1].map(|direction| {
        if direction == 1 {
            order.reverse();
        }
        let mut rank = vec![0; order.len()];
        for (i, &v) in (0..).zip(&order) {
            rank[v as usize] = i;
        }
        one(&order, &rank)
    });
    Persistence {
        death: [sublevel.0, superlevel.0],
        loops: [sublevel.1, superlevel.1],
    }
}

/// Reduces the complete boundary matrix, with columns as sets, left to right.
pub fn column_reduction(edges: &[[u32; 2]], filter: &[f32]) -> Persistence {
    both(filter, |order, rank| {
        let mut death = vec![NONE; order.len()];
        let mut loops = vec![0; order.len()];
        let mut reduced: HashMap<u32, BTreeSet<u32>> = HashMap::new();
        for &arriving in order {
            let level = rank[arriving as usize];
            for &[a, b] in edges {
                let (a, b) = (rank[a as usize], rank[b as usize]);
                if a.max(b) != level {
                    continue;
                }
                let mut column = if a == b {
                    BTreeSet::new()
                } else {
                    BTreeSet::from([a, b])
                };
                while let Some(other) = column.last().and_then(|pivot| reduced.get(pivot)) {
                    column = column.symmetric_difference(other).copied().collect();
                }
                match column.last() {
                    None => loops[arriving as usize] += 1,
                    Some(&pivot) => {
                        death[order[pivot as usize] as usize] = arriving;
                        reduced.insert(pivot, column);
                    }
                }
            }
        }
        (death, loops)
    })
}

/// Kruskal's algorithm with the elder rule: edges are sorted by their younger end, and the smaller component is relabelled.
pub fn kruskal(edges: &[[u32; 2]], filter: &[f32]) -> Persistence {
    both(filter, |order, rank| {
        let mut death = vec![NONE; order.len()];
        let mut loops = vec![0; order.len()];
        let mut component: Vec<usize> = (0..order.len()).collect();
        let mut members: Vec<Vec<usize>> = component.iter().map(|&v| vec![v]).collect();
        let mut eldest: Vec<u32> = (0..order.len() as u32).collect();
        let level = |&[a, b]: &[u32; 2]| rank[a as usize].max(rank[b as usize]);
        let mut sorted = edges.to_vec();
        sorted.sort_by_key(level);
        for edge in sorted {
            let arriving = order[level(&edge) as usize];
            let [mut small, mut large] = edge.map(|v| component[v as usize]);
            if small == large {
                loops[arriving as usize] += 1;
                continue;
            }
            let [elder, younger] = {
                let mut ends = [eldest[small], eldest[large]];
                ends.sort_by_key(|&v| rank[v as usize]);
                ends
            };
            death[younger as usize] = arriving;
            if members[small].len() > members[large].len() {
                std::mem::swap(&mut small, &mut large);
            }
            for v in std::mem::take(&mut members[small]) {
                component[v] = large;
                members[large].push(v);
            }
            eldest[large] = elder;
        }
        (death, loops)
    })
}
