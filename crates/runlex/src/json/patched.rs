//! What others would refuse, mended.

use runlex_core::{Lines, Node, NoteKind, Object, Options, Record, Scanner, What};

/// A line in which lone surrogates are U+FFFD, as they are wherever text is unescaped: many parsers refuse a whole line for
/// one of them. Keeps memory for one such line.
#[derive(Debug, Default)]
pub struct Patched {
    line: Vec<u8>,
    nodes: Vec<Node>,
}

impl Patched {
    /// Hands out the object of an event: as it is where it has none of them, else that of a copy, read with `options`.
    pub fn of(
        &mut self,
        record: &Record<'_, '_>,
        object: Object<'_, '_>,
        options: Options<'static>,
        each: impl FnOnce(Object<'_, '_>),
    ) {
        if record.notes().next().is_none() {
            return each(object);
        }
        self.line.clear();
        self.line.extend_from_slice(record.line.content());
        for note in record.notes() {
            let NoteKind::LoneSurrogate = note.kind;
            let start = (note.at - record.line.content_offset()) as usize;
            // As long as the escape whose place it takes.
            if let Some(escape) = self.line.get_mut(start..start + 6) {
                escape.copy_from_slice(b"\\ufffd");
            }
        }
        self.nodes.resize(4096, Node::EMPTY);
        let Some(line) = Lines::new(&self.line, record.line.at()).next() else { return };
        if let What::Event(object) = Scanner::once(options, line, &mut self.nodes).what {
            each(object);
        }
    }
}
