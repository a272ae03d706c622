//! Reader of GraphML, an XML format for graphs.
//!
//! It reads one `<graph>` with its `<node>`s and `<edge>`s. From their `<data>` it reads values whose `<key>` has the type `int`,
//! `long`, `float` or `double`, including defaults. Edges are undirected. It ignores other data, ports and extensions of other
//! programs. Nested graphs and hyperedges are errors, because the graph would be different without them. It does not read a
//! document type, so none of its entities is known.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::BufRead;

use quick_xml::escape::{EscapeError, resolve_xml_entity};
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Error, Reader, XmlVersion};

use super::lookalikes;
use super::tracked::{Place, Tracked};
use crate::graph::error::{DataError, quoted_name};
use crate::graph::input_graph::{AttributeReader, InputGraph, MAX_VERTICES};
use crate::graph::lines::real;
use crate::graph::names::{Kind, Vertices};
use crate::graph::rounding::Written;

/// No graph nests its elements more deeply.
const DEEPEST: usize = 1000;

/// Reads a graph from a GraphML text, piece by piece. `file` is its name in messages.
///
/// # Errors
/// The problem and its place, or the reason why the text is unreadable.
pub fn read_graphml(file: &str, text: impl BufRead) -> Result<InputGraph, DataError> {
    let mut reader = Reader::from_reader(Tracked::new(text));
    reader.config_mut().expand_empty_elements = true;
    let mut document = Document::new(file, reader.get_ref().place());
    let mut element = Vec::new();
    loop {
        document.at = reader.get_ref().place();
        element.clear();
        let event = reader.read_event_into(&mut element);
        match event.map_err(|error| document.broken(error))? {
            Event::Start(element) => document.start(&element)?,
            Event::End(_) => document.end()?,
            Event::Text(part) => document.add_text(&part),
            Event::CData(part) => document.add_text(&part),
            Event::GeneralRef(entity) => document.add_entity(&entity)?,
            Event::Eof => {
                document.at = reader.get_ref().place();
                return document.finish();
            }
            Event::Empty(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_) => {}
        }
    }
}

/// An open element.
#[derive(Clone, Copy)]
enum Open {
    Document,
    Graph,
    Vertex,
    Edge,
    Key(Columns),
    /// Its text is the default value of a key.
    Default(Columns),
    /// Its text is a value of the vertex or edge that contains it.
    Data(Target, usize),
    /// The reader ignores its content.
    Other,
}

/// The carrier of a `<data>`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Vertex,
    Edge,
}

/// The columns for the values of a key.
#[derive(Clone, Copy, Default)]
struct Columns {
    vertices: Option<usize>,
    edges: Option<usize>,
}

/// A `<key>` declares an attribute of vertices or edges: its type and its default.
struct Key {
    /// The content of its attribute `for`.
    of: String,
    /// Empty if it is not a number.
    columns: Columns,
}

/// An edge before one of its vertices.
struct Early {
    edge: usize,
    at: Place,
}

/// The contents so far.
struct Document<'a> {
    file: &'a str,
    /// Start of the event.
    at: Place,
    open: Vec<Open>,
    /// The text of the current number.
    number: String,
    began: bool,
    has_graph: bool,
    /// Whether the graph declares its edges directed, or one of them does. `None` without a declaration.
    directed: Option<bool>,
    keys: HashMap<String, Key>,
    vertices: Vertices,
    /// The ends of the edges, as the numbers of the ids.
    edges: Vec<[u32; 2]>,
    early: Vec<Early>,
    vertex_attributes: AttributeReader,
    edge_attributes: AttributeReader,
    notes: Vec<String>,
}

impl<'a> Document<'a> {
    fn new(file: &'a str, at: Place) -> Self {
        Self {
            file,
            at,
            open: Vec::new(),
            number: String::new(),
            began: false,
            has_graph: false,
            directed: None,
            keys: HashMap::new(),
            vertices: Vertices::default(),
            edges: Vec::new(),
            early: Vec::new(),
            vertex_attributes: AttributeReader::default(),
            edge_attributes: AttributeReader::default(),
            notes: Vec::new(),
        }
    }

    fn error(&self, problem: impl Into<String>) -> DataError {
        DataError::Place {
            file: self.file.into(),
            line: self.at.line,
            column: self.at.column,
            problem: problem.into(),
        }
    }

    /// The error in place of the next event.
    fn broken(&self, error: Error) -> DataError {
        match error {
            Error::Io(error) => DataError::file(self.file, format!("cannot be read: {error}")),
            Error::Encoding(_) => self.error(
                "expected text in UTF-8, found other bytes from here on; save the file in that encoding",
            ),
            error => self.error(error.to_string()),
        }
    }

    fn start(&mut self, element: &BytesStart<'_>) -> Result<(), DataError> {
        if self.open.len() == DEEPEST {
            return Err(self.error(format!(
                "expected at most {DEEPEST} elements in each other, found one more"
            )));
        }
        let local = element.local_name();
        let opened = match (self.open.last(), local.as_ref()) {
            (None, name) => {
                if self.began || name != "graphml" {
                    let expected = if self.began {
                        "the end of the file after </graphml>"
                    } else {
                        "<graphml>"
                    };
                    let found = quoted_name(name);
                    let advice = match lookalikes::is_gexf(name) {
                        true => format!("; {}", lookalikes::GEXF),
                        false => String::new(),
                    };
                    return Err(self.error(format!(
                        "expected {expected}, found the element {found}{advice}"
                    )));
                }
                self.began = true;
                Open::Document
            }
            (Some(Open::Document), "key") => self.key(element)?,
            (Some(Open::Document), "graph") => {
                if self.has_graph {
                    return Err(self.error(
                        "expected one graph, found a second one; put each into a separate file",
                    ));
                }
                self.has_graph = true;
                let [default] = self.attributes(element, ["edgedefault"])?;
                self.directed = match default.as_deref() {
                    Some("directed") => Some(true),
                    Some("undirected") => Some(false),
                    _ => None,
                };
                Open::Graph
            }
            (Some(Open::Key(columns)), "default") => Open::Default(*columns),
            (Some(Open::Graph), "node") => self.vertex(element)?,
            (Some(Open::Graph), "edge") => self.edge(element)?,
            (Some(Open::Graph), "hyperedge") => {
                return Err(self.error(
                    "expected nodes and edges, found a hyperedge, \
                     which no graph has; replace it by edges",
                ));
            }
            (Some(Open::Vertex | Open::Edge), "graph") => {
                return Err(self.error(
                    "expected one graph, found one inside another; move its nodes and edges out",
                ));
            }
            (Some(Open::Vertex), "data") => self.data(element, Target::Vertex)?,
            (Some(Open::Edge), "data") => self.data(element, Target::Edge)?,
            _ => Open::Other,
        };
        self.open.push(opened);
        Ok(())
    }

    fn end(&mut self) -> Result<(), DataError> {
        let number = |document: &Self| {
            let text = document.number.trim();
            match real(text.as_bytes()) {
                // Some programs write an empty element for a missing number.
                None if text.is_empty() => Ok(None),
                None => Err(document.error(format!(
                    "expected a number, nan or inf before the end of this element, found {}",
                    quoted_name(text)
                ))),
                Some(number) => Ok(Some(Written::text(text.as_bytes(), number))),
            }
        };
        match self.open.pop() {
            Some(Open::Default(columns)) => {
                if (columns.vertices.or(columns.edges)).is_some()
                    && let Some(value) = number(self)?
                {
                    if let Some(column) = columns.vertices {
                        self.vertex_attributes.set_default(column, value);
                    }
                    if let Some(column) = columns.edges {
                        self.edge_attributes.set_default(column, value);
                    }
                }
                self.number.clear();
            }
            Some(Open::Data(target, column)) => {
                let value = number(self)?;
                self.number.clear();
                let Some(value) = value else { return Ok(()) };
                match target {
                    Target::Vertex => {
                        let vertex = self.vertices.count - 1;
                        self.vertex_attributes.set(column, vertex, value)
                    }
                    Target::Edge => {
                        let edge = self.edges.len() as u32 - 1;
                        self.edge_attributes.set(column, edge, value)
                    }
                }
                .map_err(|found| {
                    self.error(format!("expected one number for this key, found {found}"))
                })?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the current text is part of a number.
    fn reads_number(&self) -> bool {
        match self.open.last() {
            Some(Open::Data(..)) => true,
            Some(Open::Default(columns)) => columns.vertices.is_some() || columns.edges.is_some(),
            _ => false,
        }
    }

    fn add_text(&mut self, part: &str) {
        if self.reads_number() {
            self.number.push_str(part);
        }
    }

    fn add_entity(&mut self, entity: &BytesRef<'_>) -> Result<(), DataError> {
        if !self.reads_number() {
            return Ok(());
        }
        if let Ok(Some(character)) = entity.resolve_char_ref() {
            self.number.push(character);
            return Ok(());
        }
        let Some(known) = resolve_xml_entity(entity) else {
            let found = quoted_name(entity);
            return Err(self.error(format!(
                "expected a number, found the entity {found}; those of a document type are not read"
            )));
        };
        self.number.push_str(known);
        Ok(())
    }

    fn key(&mut self, element: &BytesStart<'_>) -> Result<Open, DataError> {
        let [id, of, name, kind] =
            self.attributes(element, ["id", "for", "attr.name", "attr.type"])?;
        let id = id.ok_or_else(|| self.error("expected an id of this key, found none"))?;
        let of = of.unwrap_or(Cow::Borrowed("all"));
        let mut columns = Columns::default();
        if matches!(kind.as_deref(), Some("int" | "long" | "float" | "double")) {
            let name = name.as_ref().unwrap_or(&id);
            if matches!(&*of, "node" | "all") {
                columns.vertices = Some(self.vertex_attributes.column(name));
            }
            if matches!(&*of, "edge" | "all") {
                columns.edges = Some(self.edge_attributes.column(name));
            }
        }
        if kind.as_deref() == Some("boolean") {
            let name = quoted_name(name.as_ref().unwrap_or(&id));
            self.notes.push(format!(
                "{name} is left out, as it is no number; write true as 1 and false as 0"
            ));
        }
        let of = of.into_owned();
        if self.keys.contains_key(&*id) {
            return Err(self.error(format!(
                "expected a unique key id, found {} for the second time",
                quoted_name(&id)
            )));
        }
        self.keys.insert(id.into_owned(), Key { of, columns });
        Ok(Open::Key(columns))
    }

    fn vertex(&mut self, element: &BytesStart<'_>) -> Result<Open, DataError> {
        let [id] = self.attributes(element, ["id"])?;
        let id = id.ok_or_else(|| self.error("expected an id of this node, found none"))?;
        if self.vertices.count == MAX_VERTICES {
            return Err(self.error(format!(
                "expected at most {MAX_VERTICES} nodes, found one more"
            )));
        }
        match self.vertices.add(&id, Kind::Text) {
            Some(_) => Ok(Open::Vertex),
            None => Err(self.error(format!(
                "expected a unique node id, found {} for the second time",
                quoted_name(&id)
            ))),
        }
    }

    fn edge(&mut self, element: &BytesStart<'_>) -> Result<Open, DataError> {
        let [source, target, directed] =
            self.attributes(element, ["source", "target", "directed"])?;
        if directed.as_deref() == Some("true") {
            self.directed = Some(true);
        }
        let missing = |which| self.error(format!("expected a {which} of this edge, found none"));
        let source = source.ok_or_else(|| missing("source"))?;
        let target = target.ok_or_else(|| missing("target"))?;
        let ends = [source, target].map(|id| self.vertices.number(&id, Kind::Text));
        if ends.iter().any(|&end| self.vertices.vertex(end).is_none()) {
            let (edge, at) = (self.edges.len(), self.at);
            self.early.push(Early { edge, at });
        }
        self.edges.push(ends);
        Ok(Open::Edge)
    }

    fn data(&mut self, element: &BytesStart<'_>, target: Target) -> Result<Open, DataError> {
        let [id] = self.attributes(element, ["key"])?;
        let id = id.ok_or_else(|| self.error("expected a key of this data, found none"))?;
        let Some(key) = self.keys.get(&*id) else {
            let found = quoted_name(&id);
            return Err(self.error(format!(
                "expected the id of a <key> from the beginning of the file, found {found}"
            )));
        };
        let (here, column) = match target {
            Target::Vertex => ("node", key.columns.vertices),
            Target::Edge => ("edge", key.columns.edges),
        };
        if key.of != here && key.of != "all" {
            let (id, of) = (quoted_name(&id), quoted_name(&key.of));
            return Err(self.error(format!(
                "expected a key for {here}, found {id}, which is declared for {of}"
            )));
        }
        Ok(column.map_or(Open::Other, |column| Open::Data(target, column)))
    }

    /// The attributes of an element with these names.
    fn attributes<'e, const N: usize>(
        &self,
        element: &'e BytesStart<'_>,
        wanted: [&str; N],
    ) -> Result<[Option<Cow<'e, str>>; N], DataError> {
        let mut values = [const { None }; N];
        // The check for repeated attributes takes time quadratic in their number.
        for attribute in element.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| self.error(error.to_string()))?;
            let Some(index) = wanted
                .iter()
                .position(|name| *name == attribute.key.as_ref())
            else {
                continue;
            };
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            values[index] = Some(value.map_err(|error| {
                let name = wanted[index];
                self.error(match error {
                    Error::Escape(EscapeError::UnrecognizedEntity(_, entity)) => format!(
                        "the attribute {name} has the entity {}; those of a document type are not read",
                        quoted_name(&entity)
                    ),
                    error => format!("the attribute {name} cannot be read: {error}"),
                })
            })?);
        }
        Ok(values)
    }

    fn finish(mut self) -> Result<InputGraph, DataError> {
        let inside = match self.open.last() {
            None => None,
            Some(Open::Document) => Some("<graphml>"),
            Some(Open::Graph) => Some("<graph>"),
            Some(Open::Vertex) => Some("<node>"),
            Some(Open::Edge) => Some("<edge>"),
            Some(Open::Key(_)) => Some("<key>"),
            Some(Open::Default(_)) => Some("<default>"),
            Some(Open::Data(..)) => Some("<data>"),
            Some(Open::Other) => Some("an element"),
        };
        if let Some(inside) = inside {
            return Err(self.error(format!(
                "the text ends inside {inside}; it is cut off, get it once more"
            )));
        }
        if !self.has_graph {
            let expected = if self.began { "<graph>" } else { "<graphml>" };
            return Err(self.error(format!("expected {expected}, found the end of the file")));
        }
        if let Err((edge, end)) = self.vertices.resolve(&mut self.edges) {
            if let Some(early) = self.early.iter().find(|early| early.edge == edge) {
                self.at = early.at;
            }
            let which = ["source", "target"][end];
            let (id, _) = self.vertices.name(self.edges[edge][end]);
            return Err(self.error(format!(
                "{which} of this edge: expected the id of a node, found {}",
                quoted_name(&id)
            )));
        }
        InputGraph {
            vertices: self.vertices.count,
            names: self.vertices.into_names(),
            edges: self.edges,
            directed: self.directed,
            notes: self.notes,
            ..InputGraph::default()
        }
        .with_attributes(self.file, self.vertex_attributes, self.edge_attributes)
    }
}
