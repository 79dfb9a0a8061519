//! Changes that know what a stream is.

use runlex_testgen::damage::damage;
use runlex_testgen::{Generator, Shape};
use std::sync::OnceLock;

/// Words and values that meet something in a reader.
const TOKENS: [&str; 28] = [
    "\"type\":\"assistant\",",
    "\"type\":\"result\",\"subtype\":\"success\",",
    "\"session_id\":\"T-1\",",
    "\"sessionId\":\"S-1\",",
    "\"message\":{\"id\":\"m1\",\"usage\":{\"input_tokens\":3,\"output_tokens\":5}},",
    "\"content\":[{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"Bash\",\"input\":{}}],",
    "{\"type\":\"tool_result\",\"tool_use_id\":\"c1\",\"is_error\":true,\"content\":\"no\"}",
    "\"timestamp\":\"2026-05-01T10:00:00.000Z\",",
    "\"parent_tool_use_id\":\"c1\",",
    "\"is_error\":false,",
    "null",
    "[]",
    "{}",
    "-0",
    "1e309",
    "18446744073709551616",
    "0.1e-7",
    "\\ud800",
    "\\udc00\\ud800",
    "\\u0000",
    "\\\"",
    "\\\\",
    "\u{feff}",
    "\u{2028}",
    "\r\n",
    "\n\n",
    "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"T-2\"}\n",
    "{\"sessionId\":\"S-1\",\"uuid\":\"u-1\",\"parentUuid\":null,\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"hi\"}}\n",
];

/// Changes a stream of `size` bytes, which lies at the front of `data`, in one of the ways that streams come to be: generated lines
/// of a run, damage as files have it, lines taken out, doubled or moved, a word put in; or so that it makes other [`Choices`](crate::Choices).
/// Gives the new size, at most `data.len()`; `None` for a change of the ordinary kind, which is the caller's. `seed` decides.
pub fn mutate(data: &mut [u8], size: usize, seed: u32) -> Option<usize> {
    let stream = data.get(..size)?;
    let choice = seed >> 8;
    let at = |end: usize| (choice as usize).checked_rem(end).unwrap_or(0);
    let lines = || stream.split_inclusive(|byte| *byte == b'\n');
    let changed: Vec<u8> = match seed % 16 {
        0 => {
            let made = made();
            let from = at(made.len());
            let place = ends(stream, choice / made.len() as u32);
            let lines = made[from..].iter().take(1 + choice as usize % 4).map(Vec::as_slice);
            [&stream[..place]].into_iter().chain(lines).chain([&stream[place..]]).collect::<Vec<_>>().concat()
        }
        1 | 2 => {
            let mut stream = stream.to_vec();
            damage(&mut stream, u64::from(choice), 0.3);
            stream
        }
        3 | 4 => {
            let token = TOKENS[at(TOKENS.len())];
            let place = (choice as usize / TOKENS.len()).checked_rem(size + 1).unwrap_or(0);
            [&stream[..place], token.as_bytes(), &stream[place..]].concat()
        }
        5 => {
            // A line less.
            let gone = at(lines().count());
            lines().enumerate().filter(|(at, _)| *at != gone).flat_map(|(_, line)| line).copied().collect()
        }
        6 => {
            // A line twice.
            let twice = at(lines().count());
            lines().enumerate().flat_map(|(at, line)| line.repeat(if at == twice { 2 } else { 1 })).collect()
        }
        7 => {
            // Two halves the other way round.
            let place = ends(stream, choice);
            [&stream[place..], &stream[..place]].concat()
        }
        8 => {
            // Other choices: whole lines all end alike. A short last line without an end is nothing but choices.
            let last = stream.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            let place = if size - last <= 16 { last } else { size };
            let choices = u64::from(choice).wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes();
            [&stream[..place], &choices].concat()
        }
        _ => return None,
    };
    let len = changed.len().min(data.len());
    data[..len].copy_from_slice(&changed[..len]);
    Some(len)
}

/// Short lines of generated runs of every shape. Made once: a generator takes longer to start than most laws to hold.
fn made() -> &'static [Vec<u8>] {
    static MADE: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    MADE.get_or_init(|| {
        let mut made = Vec::new();
        for shape in [Shape::Amp, Shape::Afk, Shape::Transcript] {
            let mut stream = Vec::new();
            Generator::new(shape, 1).fill(&mut stream, 1 << 18);
            let lines = stream.split_inclusive(|byte| *byte == b'\n');
            made.extend(lines.filter(|line| line.len() < 1_500).map(<[u8]>::to_vec).take(100));
        }
        made
    })
}

/// Behind one of the newlines, or the start.
fn ends(stream: &[u8], choice: u32) -> usize {
    let ends: Vec<usize> =
        stream.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    match ends.len() {
        0 => 0,
        lines => ends[choice as usize % lines],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_seed_and_any_stream() {
        let mut changes = 0;
        for stream in [&b""[..], b"\n", b"{}\n{\"a\":\"b\"}\n\nno", &[b'x'; 700]] {
            for seed in 0..600 {
                let mut data = vec![0; 1_000];
                data[..stream.len()].copy_from_slice(stream);
                let len = mutate(&mut data, stream.len(), seed);
                assert!(len.is_none_or(|len| len <= data.len()));
                assert_eq!(
                    len,
                    mutate(&mut data.clone()[..], 0, seed).and(len),
                    "what is tried depends on the seed"
                );
                changes += u32::from(len.is_some_and(|len| data[..len] != *stream));
            }
        }
        assert!(changes > 600, "{changes}");
        assert_eq!(mutate(&mut [], 0, 0), Some(0));
    }
}
