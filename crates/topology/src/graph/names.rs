//! The names of the vertices of a file, in one text: a separate text for each name takes more memory than the rest of the vertex.

use std::borrow::Cow;
use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};
use std::mem;

use hashbrown::HashTable;
use serde::{Serialize, Serializer};

use super::lines::natural;

/// A name for each vertex. Consecutive numbers as names take no memory.
#[derive(Clone, Debug)]
pub struct Names(Form);

#[derive(Clone, Debug)]
enum Form {
    /// `first`, `first + 1` and so on.
    Counted { first: u32, count: u32 },
    /// All names in one text. The name of vertex i ends at `ends[i]`.
    Texts { text: String, ends: Vec<u64> },
}

impl Default for Names {
    fn default() -> Self {
        Self::counted(0, 0)
    }
}

impl Names {
    /// `count` consecutive numbers, from `first` on.
    pub fn counted(first: u32, count: u32) -> Self {
        Self(Form::Counted { first, count })
    }

    /// Number of names.
    pub fn len(&self) -> usize {
        match &self.0 {
            Form::Counted { count, .. } => *count as usize,
            Form::Texts { ends, .. } => ends.len(),
        }
    }

    /// Whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of a vertex, if it exists.
    pub fn get(&self, vertex: u32) -> Option<Cow<'_, str>> {
        match &self.0 {
            Form::Counted { first, count } => (vertex < *count)
                .then(|| (u64::from(*first) + u64::from(vertex)).to_string().into()),
            Form::Texts { text, ends } => {
                let index = vertex as usize;
                let end = *ends.get(index)? as usize;
                let start = index
                    .checked_sub(1)
                    .map_or(0, |before| ends[before] as usize);
                Some(Cow::Borrowed(&text[start..end]))
            }
        }
    }

    /// All names, in the order of the vertices.
    pub fn iter(&self) -> impl Iterator<Item = Cow<'_, str>> {
        (0..self.len() as u32).filter_map(|vertex| self.get(vertex))
    }

    /// Adds a name at the end.
    pub fn push(&mut self, name: &str) {
        if let Form::Counted { first, count } = &mut self.0 {
            match counting(name) {
                Some(number) if *count == 0 => {
                    (*first, *count) = (number, 1);
                    return;
                }
                Some(number) if u64::from(*first) + u64::from(*count) == u64::from(number) => {
                    *count += 1;
                    return;
                }
                _ => self.write_out(),
            }
        }
        if let Form::Texts { text, ends } = &mut self.0 {
            text.push_str(name);
            ends.push(text.len() as u64);
        }
    }

    /// Empty if the name of each vertex is its number.
    pub(super) fn unless_numbers(self) -> Self {
        match self.0 {
            Form::Counted { first: 0, .. } => Self::default(),
            _ => self,
        }
    }

    /// Stores consecutive numbers as texts.
    fn write_out(&mut self) {
        let (mut text, mut ends) = (String::new(), Vec::new());
        for name in self.iter() {
            text.push_str(&name);
            ends.push(text.len() as u64);
        }
        self.0 = Form::Texts { text, ends };
    }
}

/// The number in a name without sign and without leading zeros.
fn counting(name: &str) -> Option<u32> {
    let is_padded = matches!(name.as_bytes(), [b'0', _, ..]);
    natural(name.as_bytes()).filter(|_| !is_padded)
}

impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<N: AsRef<str>> FromIterator<N> for Names {
    fn from_iter<I: IntoIterator<Item = N>>(names: I) -> Self {
        let mut all = Self::default();
        names.into_iter().for_each(|name| all.push(name.as_ref()));
        all
    }
}

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// The kind of an id. In JSON, the text "1" and the number 1 differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// Any other value with this text: a number, a list.
    Value,
}

/// Numbers for ids from 0 on, in the order of their first occurrence.
#[derive(Default)]
pub(super) struct Ids {
    names: Names,
    /// One for each id, or a single one while the names are consecutive numbers: then there is no table either.
    kinds: Vec<Kind>,
    table: HashTable<u32>,
    hasher: RandomState,
}

impl Ids {
    /// The number of an id. A new id gets a new number.
    pub fn number(&mut self, id: &str, kind: Kind) -> u32 {
        if let Form::Counted { first, count } = self.names.0 {
            let is_alike = self.kinds.first().is_none_or(|first| *first == kind);
            if let Some(number) = counting(id).filter(|_| is_alike) {
                let first = if count == 0 { number } else { first };
                match number.checked_sub(first) {
                    Some(place) if place < count => return place,
                    Some(place) if place == count => {
                        self.kinds = vec![kind];
                        self.names.push(id);
                        return place;
                    }
                    _ => {}
                }
            }
            self.write_out();
        }
        let is_it = |&other: &u32| {
            let name = self.names.get(other);
            self.kinds[other as usize] == kind && name.is_some_and(|name| *name == *id)
        };
        if let Some(&known) = self.table.find(self.hasher.hash_one(id), is_it) {
            return known;
        }
        let next = self.kinds.len() as u32;
        self.names.push(id);
        self.kinds.push(kind);
        self.insert(next);
        next
    }

    /// Inserts the name with this number into the table.
    fn insert(&mut self, number: u32) {
        let hash = |number: &u32| {
            let name = self.names.get(*number).unwrap_or_default();
            self.hasher.hash_one(&*name)
        };
        self.table.insert_unique(hash(&number), number, hash);
    }

    /// All names, by their numbers.
    pub fn into_names(self) -> Names {
        self.names
    }

    /// The id with this number.
    fn name(&self, number: u32) -> (Cow<'_, str>, Kind) {
        let kind = match self.names.0 {
            Form::Counted { .. } => self.kinds.first(),
            Form::Texts { .. } => self.kinds.get(number as usize),
        };
        let name = self.names.get(number).unwrap_or_default();
        (name, kind.copied().unwrap_or(Kind::Text))
    }

    /// Builds the table when the ids are no longer consecutive numbers.
    fn write_out(&mut self) {
        self.names.write_out();
        let kind = self.kinds.first().copied().unwrap_or(Kind::Text);
        self.kinds = vec![kind; self.names.len()];
        for number in 0..self.names.len() as u32 {
            self.insert(number);
        }
    }
}

const NO_VERTEX: u32 = u32::MAX;

/// The vertices of a file with ids, in the order of their list, even if edges contain their ids earlier.
#[derive(Default)]
pub(super) struct Vertices {
    ids: Ids,
    /// Number of vertices so far.
    pub count: u32,
    /// The vertex for each number of an id, or [`NO_VERTEX`]. Empty while these are the same.
    vertex: Vec<u32>,
    /// Buffer for an id as text, kept for reuse.
    written: String,
}

impl Vertices {
    /// Adds a vertex. `None` if its name already exists.
    pub fn add(&mut self, id: &str, kind: Kind) -> Option<u32> {
        let number = self.ids.number(id, kind);
        let vertex = self.count;
        if self.vertex.is_empty() && number != vertex {
            if number < vertex {
                return None;
            }
            // Its id occurred before those of vertices earlier in the list.
            self.vertex = (0..vertex).collect();
        }
        if number != vertex || !self.vertex.is_empty() {
            let known = self.vertex.len().max(number as usize + 1);
            self.vertex.resize(known, NO_VERTEX);
            let place = &mut self.vertex[number as usize];
            if *place != NO_VERTEX {
                return None;
            }
            *place = vertex;
        }
        self.count += 1;
        Some(vertex)
    }

    /// The number of the id at the end of an edge. The file may list its vertex later.
    pub fn number(&mut self, id: &str, kind: Kind) -> u32 {
        self.ids.number(id, kind)
    }

    /// [`Self::add`] or [`Self::number`] with the text of a value.
    pub fn written<T>(
        &mut self,
        value: impl std::fmt::Display,
        then: impl FnOnce(&mut Self, &str) -> T,
    ) -> T {
        let mut text = mem::take(&mut self.written);
        text.clear();
        // Writing to a text cannot fail.
        let _ = write!(text, "{value}");
        let result = then(self, &text);
        self.written = text;
        result
    }

    /// The vertex for a number from [`Self::number`], if it exists.
    pub fn vertex(&self, number: u32) -> Option<u32> {
        match self.vertex.is_empty() {
            true => (number < self.count).then_some(number),
            false => {
                let vertex = self.vertex.get(number as usize).copied();
                vertex.filter(|&vertex| vertex != NO_VERTEX)
            }
        }
    }

    /// The id with a number from [`Self::number`], and its kind.
    pub fn name(&self, number: u32) -> (Cow<'_, str>, Kind) {
        self.ids.name(number)
    }

    /// Replaces the numbers at the ends of edges by vertices.
    ///
    /// # Errors
    /// The first end without a vertex: the index of the edge, and 0 or 1 for the end.
    pub fn resolve(&self, edges: &mut [[u32; 2]]) -> Result<(), (usize, usize)> {
        for (edge, ends) in edges.iter_mut().enumerate() {
            for (place, end) in ends.iter_mut().enumerate() {
                *end = self.vertex(*end).ok_or((edge, place))?;
            }
        }
        Ok(())
    }

    /// The names of the vertices. Empty if the name of each is its number.
    pub fn into_names(self) -> Names {
        if self.vertex.is_empty() {
            return self.ids.names.unless_numbers();
        }
        let mut numbers = vec![0; self.count as usize];
        for (number, &vertex) in (0..).zip(&self.vertex) {
            if let Some(place) = numbers.get_mut(vertex as usize) {
                *place = number;
            }
        }
        let names = numbers
            .into_iter()
            .filter_map(|number| self.ids.names.get(number));
        names.collect::<Names>().unless_numbers()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_are_not_consecutive_numbers_need_memory() {
        let counted: Names = ["7", "8", "9"].into_iter().collect();
        assert!(matches!(counted.0, Form::Counted { first: 7, count: 3 }));
        for names in [
            vec!["7", "8", "10"],
            vec!["7", "08"],
            vec!["a", "", "1"],
            vec!["4294967295", "4294967296"],
        ] {
            let kept: Names = names.iter().collect();
            assert!(matches!(kept.0, Form::Texts { .. }));
            assert!(kept.iter().eq(names.iter().copied()));
            assert_eq!(kept.get(names.len() as u32), None);
        }
    }

    #[test]
    fn ids_keep_their_indices_after_the_first_id_that_is_not_consecutive() {
        let mut ids = Ids::default();
        for number in 0..3 {
            assert_eq!(ids.number(&number.to_string(), Kind::Value), number);
        }
        assert_eq!(ids.number("1", Kind::Value), 1);
        assert_eq!(ids.number("1", Kind::Text), 3);
        assert_eq!(ids.number("01", Kind::Value), 4);
        for (id, number) in [("0", 0), ("1", 1), ("2", 2), ("01", 4)] {
            assert_eq!(ids.number(id, Kind::Value), number);
        }
        assert_eq!(ids.name(3), ("1".into(), Kind::Text));
    }

    #[test]
    fn vertices_are_in_the_order_of_their_list() {
        let mut vertices = Vertices::default();
        let mut edges = [[0; 2]; 2];
        for (ends, names) in edges.iter_mut().zip([["c", "a"], ["a", "b"]]) {
            *ends = names.map(|name| vertices.number(name, Kind::Text));
        }
        assert_eq!(vertices.clone_resolved(edges), Err((0, 0)));
        for (vertex, name) in ["a", "b", "x", "c"].into_iter().enumerate() {
            assert_eq!(vertices.add(name, Kind::Text), Some(vertex as u32));
        }
        assert_eq!(vertices.add("b", Kind::Text), None);
        assert_eq!(vertices.clone_resolved(edges), Ok([[3, 0], [0, 1]]));
        assert!(vertices.into_names().iter().eq(["a", "b", "x", "c"]));
    }

    impl Vertices {
        fn clone_resolved<const N: usize>(
            &self,
            mut edges: [[u32; 2]; N],
        ) -> Result<[[u32; 2]; N], (usize, usize)> {
            self.resolve(&mut edges).map(|()| edges)
        }
    }
}
