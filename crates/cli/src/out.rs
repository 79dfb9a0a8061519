//! Standard output in large pieces.

use crate::progress::Progress;
use crate::show;
use runlex::RawStr;
use std::io::{self, IsTerminal, Write};

/// Where the lines go. Whoever writes need not look whether it went well: the first error stays, and nothing is written
/// after it.
pub(crate) struct Out {
    sink: Box<dyn Write>,
    is_terminal: bool,
    /// How text is shown on a terminal, where there is one.
    shown: Option<fn(&str) -> String>,
    /// Whole pieces, so that no character is cut where it is handed on; what is behind those is room for more.
    buffer: Vec<u8>,
    used: usize,
    error: Option<io::Error>,
    /// Something was handed on.
    has_written: bool,
    /// Drawn on the same terminal, perhaps.
    progress: Option<Progress>,
}

/// So many bytes are handed on at once; a longer piece goes by itself, without a copy.
const FULL: usize = 64 * 1024;

impl Out {
    /// For lines of JSON.
    pub(crate) fn stdout() -> Out {
        Out::shown_by(show::json)
    }

    /// For text.
    pub(crate) fn of_text() -> Out {
        Out::shown_by(show::readable)
    }

    /// For what may reach a terminal as it is: whoever writes has seen to that.
    pub(crate) fn as_written() -> Out {
        let sink = io::stdout().lock();
        let is_terminal = sink.is_terminal();
        let buffer = vec![0; FULL];
        Out {
            sink: Box::new(sink),
            is_terminal,
            shown: None,
            buffer,
            used: 0,
            error: None,
            has_written: false,
            progress: None,
        }
    }

    fn shown_by(shown: fn(&str) -> String) -> Out {
        let out = Out::as_written();
        Out { shown: out.is_terminal.then_some(shown), ..out }
    }

    /// Clears this progress away while something is written, and tells it what is [read](Self::was_read).
    pub(crate) fn begin(&mut self, progress: Progress) {
        self.progress = Some(progress);
    }

    /// So many more bytes of the inputs.
    pub(crate) fn was_read(&self, bytes: usize) {
        if let Some(progress) = &self.progress {
            progress.add(bytes as u64);
        }
    }

    /// Nothing more is read.
    pub(crate) fn end(&mut self) {
        if let Some(progress) = self.progress.take() {
            progress.finish();
        }
    }

    /// Whole characters.
    #[inline]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        if bytes.len() > FULL - self.used {
            self.hand_on();
            if bytes.len() > FULL {
                self.write(bytes);
                return;
            }
        }
        let end = self.used + bytes.len();
        self.buffer[self.used..end].copy_from_slice(bytes);
        self.used = end;
    }

    /// A string of a stream, escapes resolved, lone surrogates as U+FFFD.
    #[inline]
    pub(crate) fn text(&mut self, text: RawStr<'_>) {
        if text.is_escaped() { self.unescaped(text) } else { self.bytes(text.raw()) }
    }

    fn unescaped(&mut self, text: RawStr<'_>) {
        // As many are always enough.
        let most = text.raw().len();
        if most > FULL - self.used {
            self.hand_on();
        }
        if most > FULL {
            let mut whole = vec![0; most];
            let text = text.unescape_into(&mut whole).unwrap_or_default();
            return self.bytes(text.as_bytes());
        }
        self.used += text.unescape_into(&mut self.buffer[self.used..]).map_or(0, str::len);
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
        if self.used == 0 {
            return;
        }
        self.hand_on();
        if self.error.is_none() {
            self.error = self.sink.flush().err();
        }
    }

    /// Whether anything was written and [let go](Self::flush).
    pub(crate) fn has_written(&self) -> bool {
        self.has_written
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
        self.write(&buffer[..self.used]);
        self.buffer = buffer;
        self.used = 0;
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.error.is_some() {
            return;
        }
        self.has_written = true;
        let (sink, shown) = (&mut self.sink, self.shown);
        let mut write = || match shown {
            None => sink.write_all(bytes),
            Some(shown) => sink.write_all(shown(&String::from_utf8_lossy(bytes)).as_bytes()),
        };
        let written = match &self.progress {
            Some(progress) if self.is_terminal => progress.suspend(&mut write),
            _ => write(),
        };
        self.error = written.err();
    }
}

/// Whole characters at a time, and never an error: that stays.
impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Out::flush(self);
        Ok(())
    }
}
