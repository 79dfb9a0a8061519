//! Live streams.

use pyo3::prelude::*;
use runlex::dialects::{Dialect, KEYS, items};
use runlex::json::{self, Patched};
use runlex::{At, DialectTracker, Ending, IdKey, Line, Lines, Node, Options, Repeats, Scanner, What};

/// Nodes of the tape of a line; longer lines are read without, to the same answers.
const NODES: usize = 4096;

/// Bytes of a live stream to what they say.
#[pyclass(module = "runlex._native")]
pub(crate) struct Decoder {
    /// The line that has not ended yet.
    open: Vec<u8>,
    at: At,
    tracker: DialectTracker,
    nodes: Vec<Node>,
    /// Of records that are written again.
    repeats: Repeats,
    patched: Patched,
    is_ended: bool,
}

#[pymethods]
impl Decoder {
    #[new]
    #[pyo3(signature = (dialect = None))]
    fn new(dialect: Option<&str>) -> PyResult<Decoder> {
        let tracker = match dialect {
            None => DialectTracker::default(),
            Some(name) => DialectTracker::starting(Dialect::named(name).ok_or_else(|| {
                let names: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.as_str()).collect();
                let names = names.join(", ");
                pyo3::exceptions::PyValueError::new_err(format!(
                    "there is no dialect {name:?}; there are {names}"
                ))
            })?),
        };
        let nodes = vec![Node::EMPTY; NODES];
        let repeats = Repeats::new(IdKey::random());
        let patched = Patched::default();
        Ok(Decoder { open: Vec::new(), at: At::START, tracker, nodes, repeats, patched, is_ended: false })
    }

    /// A JSON list of what the lines say that `chunk` ends.
    fn feed(&mut self, chunk: &[u8]) -> PyResult<String> {
        if self.is_ended {
            return Err(pyo3::exceptions::PyValueError::new_err(
                "the stream has ended; make another decoder",
            ));
        }
        let Some(last) = chunk.iter().rposition(|byte| *byte == b'\n') else {
            self.open.extend_from_slice(chunk);
            return Ok("[]".to_owned());
        };
        let (ended, rest) = chunk.split_at(last + 1);
        let mut lines = std::mem::take(&mut self.open);
        lines.extend_from_slice(ended);
        self.open = rest.to_vec();
        Ok(self.read(&lines))
    }

    /// The same of a last line without a newline.
    fn finish(&mut self) -> String {
        self.is_ended = true;
        let last = std::mem::take(&mut self.open);
        self.read(&last)
    }

    /// The dialect that the stream told last.
    #[getter]
    fn dialect(&self) -> Option<&'static str> {
        self.tracker.dialect().map(Dialect::as_str)
    }

    /// The bytes of the line that has not ended yet.
    #[getter]
    fn pending(&self) -> usize {
        self.open.len()
    }
}

impl Decoder {
    fn read(&mut self, bytes: &[u8]) -> String {
        let mut list = b"[".to_vec();
        for line in Lines::new(bytes, self.at) {
            self.at = behind(line);
            self.line(line, &mut list);
        }
        list.push(b']');
        // What is sound is UTF-8, and of what is not nothing is written.
        String::from_utf8(list).unwrap_or_default()
    }

    fn line(&mut self, line: Line<'_>, list: &mut Vec<u8>) {
        let begin = |list: &mut Vec<u8>| {
            let At { line: number, offset } = line.at();
            let comma = if list.len() > 1 { "," } else { "" };
            list.extend_from_slice(format!("{comma}{{\"line\":{number},\"offset\":{offset}").as_bytes());
        };
        let options = Options::new(&KEYS);
        let record = Scanner::once(options, line, &mut self.nodes);
        match record.what {
            What::Blank => {}
            What::Fault(fault) => {
                begin(list);
                json::fault(list, fault);
                list.push(b'}');
            }
            What::Event(object) => {
                let dialect = self.tracker.observe(object);
                self.patched.of(&record, object, options, |object| match dialect {
                    Some(dialect) => {
                        for item in items(dialect, object) {
                            let item = self.repeats.mark(item);
                            begin(list);
                            json::item(list, &item);
                            list.push(b'}');
                        }
                    }
                    None => {
                        begin(list);
                        json::unknown(list, object);
                        list.push(b'}');
                    }
                });
            }
        }
    }
}

/// Where the next line begins.
fn behind(line: Line<'_>) -> At {
    let At { line: number, offset } = line.at();
    let next = u64::from(line.ending() != Ending::None);
    At { line: number + next, offset: offset + line.len() }
}
