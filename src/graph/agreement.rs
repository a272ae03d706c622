//! How far two filters put the vertices of graphs in the same order.

/// Pairs of vertices of the same graph, counted by how two filters order them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Pairs that both put in the same order.
    pub same: u64,
    /// Pairs that one puts in the opposite order of the other.
    pub opposite: u64,
    /// All pairs, also those that are tied in one filter or in both.
    pub pairs: u64,
}

impl Agreement {
    /// Adds the pairs of the vertices of one graph, with a value of each filter for every vertex. It takes O(n log n).
    ///
    /// # Panics
    /// If the lists are not equally long.
    pub fn add(&mut self, first: &[f32], second: &[f32]) {
        assert_eq!(first.len(), second.len());
        let [first, second] = [first, second].map(ranks);
        let mut order: Vec<usize> = (0..first.len()).collect();
        order.sort_unstable_by_key(|&v| first[v]);
        // How many vertices there are so far up to each rank of the second filter: a Fenwick tree.
        let mut counts = vec![0u64; first.len() + 1];
        let mut seen = 0;
        for tied in order.chunk_by(|&v, &w| first[v] == first[w]) {
            for &v in tied {
                self.same += up_to(&counts, second[v]);
                self.opposite += seen - up_to(&counts, second[v] + 1);
            }
            for &v in tied {
                let mut place = second[v] + 1;
                while let Some(count) = counts.get_mut(place) {
                    *count += 1;
                    place += place & place.wrapping_neg();
                }
            }
            seen += tied.len() as u64;
        }
        self.pairs += seen * seen.saturating_sub(1) / 2;
    }

    /// The share of the pairs that neither filter leaves tied that both put in the same order; NaN where there is none.
    pub fn share(&self) -> f64 {
        self.same as f64 / (self.same + self.opposite) as f64
    }

    /// The share of all pairs that neither filter leaves tied; NaN where there are no pairs.
    pub fn untied(&self) -> f64 {
        (self.same + self.opposite) as f64 / self.pairs as f64
    }
}

/// Of each value how many different ones are below it. −0 is 0.
fn ranks(values: &[f32]) -> Vec<usize> {
    let key = |x: &f32| x + 0.0;
    let mut sorted: Vec<f32> = values.iter().map(key).collect();
    sorted.sort_unstable_by(f32::total_cmp);
    sorted.dedup();
    let below = |x: &f32| sorted.partition_point(|other| other.total_cmp(&key(x)).is_lt());
    values.iter().map(below).collect()
}

/// How many were counted at the places below this one.
fn up_to(counts: &[u64], mut place: usize) -> u64 {
    let mut sum = 0;
    while place > 0 {
        sum += counts[place];
        place &= place - 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ties_count_for_neither() {
        let mut found = Agreement::default();
        // 0 and 1 tie in the first, 1 and 2 in the second; 0 and 3 turn around.
        found.add(&[0.0, -0.0, 0.5, 1.0], &[3.0, 4.0, 4.0, 1.0]);
        let expected = Agreement {
            same: 1,
            opposite: 3,
            pairs: 6,
        };
        assert_eq!(found, expected);
        assert_eq!((found.share(), found.untied()), (0.25, 4.0 / 6.0));
        found.add(&[], &[]);
        found.add(&[2.0], &[1.0]);
        assert_eq!(found, expected);
        assert!(Agreement::default().share().is_nan() && Agreement::default().untied().is_nan());
    }

    proptest! {
        #[test]
        fn counts_are_those_of_all_pairs(values in prop::collection::vec((0u8..6, 0u8..6), 0..40)) {
            let first: Vec<f32> = values.iter().map(|&(x, _)| x.into()).collect();
            let second: Vec<f32> = values.iter().map(|&(_, y)| y.into()).collect();
            let mut found = Agreement::default();
            found.add(&first, &second);
            let mut expected = Agreement::default();
            for (v, a) in values.iter().enumerate() {
                for b in &values[..v] {
                    expected.pairs += 1;
                    let turns = (a.0.cmp(&b.0) as i8) * (a.1.cmp(&b.1) as i8);
                    expected.same += u64::from(turns > 0);
                    expected.opposite += u64::from(turns < 0);
                }
            }
            prop_assert_eq!(found, expected);
        }
    }
}
