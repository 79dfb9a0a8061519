//! Prints the tools that an agent calls, as the bytes arrive; a line costs no allocation but for the name.
//!
//! `agent --stream-json | cargo run -p runlex --example tool_names`

use runlex::dialects::{ItemKind, KEYS, amp};
use runlex::{Framed, LineDecoder, Node, Options, Scanner, What};
use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    tool_names(io::stdin().lock(), &mut io::stdout().lock(), &mut vec![0; 16 << 20])
}

/// The carry buffer is as long as the longest line that is read.
pub(crate) fn tool_names(mut input: impl Read, out: &mut impl Write, carry: &mut [u8]) -> io::Result<()> {
    let mut decoder = LineDecoder::new(carry);
    let mut nodes = vec![Node::EMPTY; 64 << 10];
    let mut chunk = vec![0; 64 << 10];
    loop {
        let got = input.read(&mut chunk)?;
        let mut rest = &chunk[..got];
        while let Some(framed) = decoder.next(&mut rest) {
            print(framed, &mut nodes, out)?;
        }
        if got == 0 {
            // The last line may have no newline.
            return decoder.finish().map_or(Ok(()), |framed| print(framed, &mut nodes, out));
        }
    }
}

fn print(framed: Framed<'_>, nodes: &mut [Node], out: &mut impl Write) -> io::Result<()> {
    let line = match framed {
        Framed::Line(line) => line,
        Framed::TooLong(long) => {
            return writeln!(out, "line {} is too long: {} bytes", long.at.line, long.len);
        }
    };
    let record = Scanner::once(Options::new(&KEYS), line, nodes);
    // Blank lines and faults have nothing to say here.
    let What::Event(object) = record.what else { return Ok(()) };
    for item in amp::Event::read(object).items() {
        if let ItemKind::ToolCall { name: Some(name), .. } = item.kind {
            // A name can hold anything: `{:?}` keeps control characters from a terminal.
            writeln!(out, "line {}: {:?}", line.at().line, name.to_string())?;
        }
    }
    Ok(())
}
