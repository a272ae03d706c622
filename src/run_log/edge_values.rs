//! Edge values in the order of a list of edges, which can repeat edges, as values of the simple graph.

use super::lines::narrow;

/// The value of each edge of the simple graph, in its order: by the smaller vertex, then by the larger one. `listed` are the edges in
/// the order of `values`. An edge from a vertex to itself has no value in the simple graph.
///
/// # Errors
/// If the numbers of edges and values differ, a value is too large for 32 bits, or the values of an edge that is listed again differ.
pub fn of_simple_graph(listed: &[[u32; 2]], values: &[f64]) -> Result<Vec<f32>, String> {
    if values.len() != listed.len() {
        return Err(format!(
            "expected {} values in edge_f, one for each of the edges, found {}",
            listed.len(),
            values.len()
        ));
    }
    let mut places: Vec<usize> = (0..listed.len())
        .filter(|&place| listed[place][0] != listed[place][1])
        .collect();
    let ends = |place: usize| {
        let [u, v] = listed[place];
        [u.min(v), u.max(v)]
    };
    places.sort_unstable_by_key(|&place| (ends(place), place));
    let mut simple = Vec::with_capacity(places.len());
    let mut last: Option<usize> = None;
    for place in places {
        match last {
            Some(first) if ends(first) == ends(place) => {
                if values[first] != values[place] {
                    return Err(format!(
                        "edges[{first}] and edges[{place}] join the same vertices, so expected equal values in edge_f, found {} and {}",
                        values[first], values[place]
                    ));
                }
            }
            _ => {
                simple.push(narrow("edge_f", values[place])?);
                last = Some(place);
            }
        }
    }
    Ok(simple)
}
