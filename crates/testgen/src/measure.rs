//! The figures of a stream of lines: line and string lengths, tokens by class, escapes, and what 64-byte blocks hold.

use std::collections::BTreeMap;
use std::fmt;

/// Tokens outside strings and bytes of interest, as counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Bytes, newlines included.
    pub bytes: u64,
    /// Lines, a last one without newline included.
    pub lines: u64,
    /// `{ } [ ]` outside strings.
    pub brackets: u64,
    /// `:` outside strings.
    pub colons: u64,
    /// `,` outside strings.
    pub commas: u64,
    /// Strings that a colon follows.
    pub keys: u64,
    /// All other strings.
    pub values: u64,
    /// Numbers without fraction or exponent.
    pub integers: u64,
    /// `true`, `false`, `null`.
    pub literals: u64,
    /// Numbers with fraction or exponent, and whatever else stands bare.
    pub other_scalars: u64,
    /// Backslashes anywhere.
    pub backslashes: u64,
    /// `\u` escapes.
    pub unicode_escapes: u64,
    /// Bytes of 80 and above.
    pub high_bytes: u64,
    /// Bytes in value strings, quotes left out.
    pub value_bytes: u64,
    /// Of these, the bytes in strings of 256 and more.
    pub long_value_bytes: u64,
    /// Lines with white space between tokens.
    pub spaced_lines: u64,
}

/// Blocks of 64 bytes from the start of each file, as counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// Whole blocks.
    pub all: u64,
    /// Without any unescaped quote, and begun inside a string.
    pub inside: u64,
    /// With a bracket outside strings.
    pub bracket: u64,
    /// With a byte of a number or literal.
    pub scalar: u64,
    /// With a backslash.
    pub backslash: u64,
    /// With a byte of 80 or above.
    pub high: u64,
}

/// What [`Measure::add`] gathered over any number of streams.
///
/// Costs one pass byte by byte (some 200 MB/s) and four bytes of memory for each line and each value string.
///
/// ```
/// let mut m = runlex_testgen::measure::Measure::default();
/// m.add(b"{\"type\":\"done\",\"n\":[1,null]}\n");
/// assert_eq!((m.counts.keys, m.counts.values, m.counts.integers, m.counts.literals), (2, 1, 1, 1));
/// assert_eq!((m.counts.brackets, m.counts.colons, m.counts.commas, m.counts.tokens()), (4, 2, 2, 13));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Measure {
    /// Counts of tokens and bytes.
    pub counts: Counts,
    /// Counts of blocks.
    pub blocks: Blocks,
    /// Bytes of the lines of each top-level `type`; lines without one are under `(none)`.
    pub types: BTreeMap<String, u64>,
    lines: Vec<u32>,
    values: Vec<u32>,
    sorted: bool,
}

impl Counts {
    /// All tokens: brackets, colons, commas, strings, scalars. Free.
    pub fn tokens(&self) -> u64 {
        self.brackets + self.colons + self.commas + self.keys + self.values + self.scalars()
    }

    /// Numbers and literals. Free.
    pub fn scalars(&self) -> u64 {
        self.integers + self.literals + self.other_scalars
    }

    /// `count` for each 1,000 bytes.
    pub fn per_kb(&self, count: u64) -> f64 {
        count as f64 * 1000.0 / self.bytes.max(1) as f64
    }
}

impl Blocks {
    /// `count` as a percentage of all blocks.
    pub fn percent(&self, count: u64) -> f64 {
        count as f64 * 100.0 / self.all.max(1) as f64
    }
}

/// What a block has shown so far, as bits.
const QUOTE: u8 = 1;
const BRACKET: u8 = 2;
const SCALAR: u8 = 4;
const BACKSLASH: u8 = 8;
const HIGH: u8 = 16;
const BEGAN_INSIDE: u8 = 32;

impl Measure {
    /// Adds a whole stream (a file). Lines need not be sound JSON: a newline ends any string.
    pub fn add(&mut self, stream: &[u8]) {
        self.sorted = false;
        self.counts.bytes += stream.len() as u64;
        let mut block = 0;
        let mut at = 0;
        for line in stream.split_inclusive(|&c| c == b'\n') {
            self.line(line, at, &mut block);
            at += line.len();
        }
    }

    fn line(&mut self, line: &[u8], offset: usize, block: &mut u8) {
        let c = &mut self.counts;
        c.lines += 1;
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        self.lines.push(content.len() as u32);
        let (mut inside, mut escaped, mut start) = (false, false, 0);
        let (mut scalar, mut spaced) = (None, false);
        let (mut depth, mut type_next, mut kind) = (0i64, false, None);
        for (i, &byte) in line.iter().enumerate() {
            if (offset + i).is_multiple_of(64) {
                if offset + i > 0 {
                    self.blocks.close(*block);
                }
                *block = if inside { BEGAN_INSIDE } else { 0 };
            }
            if byte >= 0x80 {
                c.high_bytes += 1;
                *block |= HIGH;
            }
            if byte == b'\\' {
                c.backslashes += 1;
                *block |= BACKSLASH;
            }
            if inside {
                if escaped {
                    escaped = false;
                    c.unicode_escapes += u64::from(byte == b'u');
                } else if byte == b'\\' {
                    escaped = true;
                } else if byte == b'"' {
                    inside = false;
                    *block |= QUOTE;
                    let text = &line[start..i];
                    let rest = &line[i + 1..];
                    let next = rest.iter().find(|c| !c.is_ascii_whitespace());
                    if next == Some(&b':') {
                        c.keys += 1;
                        type_next = depth == 1 && text == b"type";
                    } else {
                        c.values += 1;
                        c.value_bytes += text.len() as u64;
                        c.long_value_bytes += if text.len() >= 256 { text.len() as u64 } else { 0 };
                        self.values.push(text.len() as u32);
                        if type_next {
                            kind = Some(text);
                            type_next = false;
                        }
                    }
                }
                continue;
            }
            let plain = !matches!(
                byte,
                b'"' | b'{' | b'}' | b'[' | b']' | b':' | b',' | b' ' | b'\t' | b'\r' | b'\n'
            );
            if plain {
                *block |= SCALAR;
                scalar.get_or_insert(i);
                continue;
            }
            if let Some(from) = scalar.take() {
                let text = &line[from..i];
                match text {
                    b"true" | b"false" | b"null" => c.literals += 1,
                    _ if text.iter().all(|b| b.is_ascii_digit() || *b == b'-') => c.integers += 1,
                    _ => c.other_scalars += 1,
                }
            }
            match byte {
                b'"' => {
                    inside = true;
                    start = i + 1;
                    *block |= QUOTE;
                }
                b'{' | b'[' => {
                    depth += 1;
                    c.brackets += 1;
                    *block |= BRACKET;
                }
                b'}' | b']' => {
                    depth -= 1;
                    c.brackets += 1;
                    *block |= BRACKET;
                }
                b':' => c.colons += 1,
                b',' => c.commas += 1,
                b' ' | b'\t' => spaced = true,
                _ => {}
            }
        }
        c.spaced_lines += u64::from(spaced);
        let kind = kind.map_or("(none)".into(), String::from_utf8_lossy);
        match self.types.get_mut(&*kind) {
            Some(bytes) => *bytes += line.len() as u64,
            None => {
                self.types.insert(kind.into_owned(), line.len() as u64);
            }
        }
    }

    fn sort(&mut self) {
        if !self.sorted {
            self.lines.sort_unstable();
            self.values.sort_unstable();
            self.sorted = true;
        }
    }

    /// The length without newline that `share` (0 to 1) of the lines do not exceed. Sorts after each `add`.
    pub fn line_length(&mut self, share: f64) -> u32 {
        self.sort();
        quantile(&self.lines, share)
    }

    /// The same for the raw length of value strings, quotes left out.
    pub fn value_length(&mut self, share: f64) -> u32 {
        self.sort();
        quantile(&self.values, share)
    }

    /// All figures as rows of name and value, in a fixed order, for printing and for tables side by side.
    pub fn rows(&mut self) -> Vec<(&'static str, String)> {
        let lengths: Vec<u32> = [0.05, 0.5, 0.75, 0.9, 0.95, 0.99, 1.0].map(|q| self.line_length(q)).into();
        let values: Vec<u32> = [0.25, 0.5, 0.75, 0.9, 0.99].map(|q| self.value_length(q)).into();
        let (c, b) = (&self.counts, &self.blocks);
        let kb = |n| Short(c.per_kb(n));
        let share = |n: u64| format!("{:.0}", n as f64 * 100.0 / c.bytes.max(1) as f64);
        let mut types: Vec<_> = self.types.iter().map(|(k, n)| (*n, k)).collect();
        types.sort_unstable_by(|a, b| b.cmp(a));
        let types: Vec<String> = types.iter().take(4).map(|(n, k)| format!("{k} {}", share(*n))).collect();
        vec![
            ("bytes / lines", format!("{} / {}", c.bytes, c.lines)),
            ("line length mean", format!("{:.0}", c.bytes as f64 / c.lines.max(1) as f64)),
            ("line length p5 / p50 / p75 / p90 / p95 / p99 / max", join(&lengths)),
            ("tokens per KB", kb(c.tokens()).to_string()),
            ("tokens per line", format!("{:.0}", c.tokens() as f64 / c.lines.max(1) as f64)),
            (
                "brackets / colons / commas per KB",
                format!("{} / {} / {}", kb(c.brackets), kb(c.colons), kb(c.commas)),
            ),
            ("keys / value strings per KB", format!("{} / {}", kb(c.keys), kb(c.values))),
            (
                "integers / literals / other scalars per KB",
                format!("{} / {} / {}", kb(c.integers), kb(c.literals), kb(c.other_scalars)),
            ),
            (
                "backslashes / \\u escapes / high bytes per KB",
                format!("{} / {} / {}", kb(c.backslashes), kb(c.unicode_escapes), kb(c.high_bytes)),
            ),
            ("value string length p25 / p50 / p75 / p90 / p99", join(&values)),
            (
                "% of bytes in value strings (in those of 256 or more)",
                format!("{} ({})", share(c.value_bytes), share(c.long_value_bytes)),
            ),
            ("% of 64-byte blocks wholly inside a string", format!("{:.0}", b.percent(b.inside))),
            (
                "% of blocks with bracket / scalar / backslash / high byte",
                format!(
                    "{:.0} / {:.0} / {:.0} / {:.0}",
                    b.percent(b.bracket),
                    b.percent(b.scalar),
                    b.percent(b.backslash),
                    b.percent(b.high)
                ),
            ),
            ("lines in 10,000 with white space between tokens", kb_lines(c.spaced_lines, c.lines)),
            ("% of bytes by type", types.join(", ")),
        ]
    }
}

impl Blocks {
    fn close(&mut self, seen: u8) {
        self.all += 1;
        self.inside += u64::from(seen & BEGAN_INSIDE != 0 && seen & QUOTE == 0);
        self.bracket += u64::from(seen & BRACKET != 0);
        self.scalar += u64::from(seen & SCALAR != 0);
        self.backslash += u64::from(seen & BACKSLASH != 0);
        self.high += u64::from(seen & HIGH != 0);
    }
}

fn quantile(sorted: &[u32], share: f64) -> u32 {
    let at = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(at.saturating_sub(1)).copied().unwrap_or(0)
}

fn join(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" / ")
}

fn kb_lines(count: u64, lines: u64) -> String {
    format!("{:.0}", count as f64 * 10_000.0 / lines.max(1) as f64)
}

/// A figure with as many digits as it deserves.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            n if n >= 20.0 => write!(f, "{n:.0}"),
            n if n >= 2.0 => write!(f, "{n:.1}"),
            n if n >= 0.1 || n == 0.0 => write!(f, "{n:.2}"),
            n => write!(f, "{n:.3}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Measure;

    #[test]
    fn counts_every_class() {
        let mut m = Measure::default();
        m.add(b"{\"k\":\"\\u00e9\\\"x\",\"n\":[-1,2.5,true, null]}\r\n[7]\n\"open");
        let c = m.counts;
        assert_eq!((c.lines, c.bytes, c.brackets, c.colons, c.commas), (3, 52, 6, 2, 4));
        assert_eq!((c.keys, c.values, c.value_bytes), (2, 1, 9));
        assert_eq!((c.integers, c.literals, c.other_scalars), (2, 2, 1));
        assert_eq!((c.backslashes, c.unicode_escapes, c.high_bytes, c.spaced_lines), (2, 1, 0, 1));
        assert_eq!((m.line_length(0.0), m.line_length(0.5), m.line_length(1.0)), (3, 5, 42));
    }

    #[test]
    fn tells_what_blocks_hold() {
        // Blocks: the opening, one wholly inside, one inside with a high byte, the close; a rest that is no block.
        let mut stream = b"{\"a\":\"".to_vec();
        stream.resize(64, b'x');
        stream.resize(126, b'y');
        stream.extend_from_slice(b"\\\"");
        stream.resize(190, b'z');
        stream.extend_from_slice("\u{e9}".as_bytes());
        stream.extend_from_slice(b"\",\"b\":12}");
        stream.resize(256, b' ');
        stream.extend_from_slice(b"\n");
        let mut m = Measure::default();
        m.add(&stream);
        let b = m.blocks;
        assert_eq!((b.all, b.inside, b.bracket, b.scalar, b.backslash, b.high), (4, 2, 2, 1, 1, 1));
    }

    #[test]
    fn a_newline_ends_a_string_and_types_are_told_apart() {
        let mut m = Measure::default();
        m.add(b"{\"type\":\"cut\n{\"a\":{\"type\":\"in\"},\"type\":\"out\"}\n");
        assert_eq!(m.types.keys().collect::<Vec<_>>(), ["(none)", "out"]);
    }
}
