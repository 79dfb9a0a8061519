//! Standard output in large pieces.

use crate::show;
use std::io::{self, IsTerminal, Write};

/// Where the lines go. Whoever writes need not look whether it went well: the first error stays, and nothing is written
/// after it.
pub(crate) struct Out {
    sink: Box<dyn Write>,
    is_terminal: bool,
    /// Whole pieces, so that no character is cut where it is handed on.
    buffer: Vec<u8>,
    error: Option<io::Error>,
}

/// So many bytes are handed on at once; a longer piece goes by itself, without a copy.
const FULL: usize = 64 * 1024;

impl Out {
    pub(crate) fn stdout() -> Out {
        let sink = io::stdout().lock();
        let is_terminal = sink.is_terminal();
        Out { sink: Box::new(sink), is_terminal, buffer: Vec::with_capacity(FULL), error: None }
    }

    /// Whole characters.
    #[inline]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        if bytes.len() > FULL - self.buffer.len() {
            self.hand_on();
            if bytes.len() > FULL {
                self.write(bytes);
                return;
            }
        }
        self.buffer.extend_from_slice(bytes);
    }

    pub(crate) fn number(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.bytes(&digits[at..]);
    }

    /// Lets whoever reads have all that was written.
    pub(crate) fn flush(&mut self) {
        if self.buffer.is_empty() {
            return;
        }
        self.hand_on();
        if self.error.is_none() {
            self.error = self.sink.flush().err();
        }
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.error.is_some()
    }

    /// The error, if there was one.
    pub(crate) fn take_error(&mut self) -> io::Result<()> {
        self.error.take().map_or(Ok(()), Err)
    }

    fn hand_on(&mut self) {
        let buffer = std::mem::take(&mut self.buffer);
        self.write(&buffer);
        self.buffer = buffer;
        self.buffer.clear();
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.error.is_some() {
            return;
        }
        let written = match self.is_terminal {
            false => self.sink.write_all(bytes),
            true => self.sink.write_all(show::json(&String::from_utf8_lossy(bytes)).as_bytes()),
        };
        self.error = written.err();
    }
}
