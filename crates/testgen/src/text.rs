//! Invented text in pools that bodies are cut from.
//!
//! Writing a body word by word would cost more than everything else. So the text is written once per generator, kept
//! as it stands inside a JSON string (and a second time as it stands in JSON inside a string), and a body is a
//! few random cuts of a pool: the speed of a copy.

use crate::put::Put;
use crate::rng::Rng;
use crate::sizes::Length;

/// The kinds of text, each with a pool of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Source code indented by tabs.
    Tabs,
    /// Source code indented by spaces.
    Spaces,
    /// A numbered listing with an arrow after the number: three high bytes a line.
    Listing,
    /// Program output: paths, times, counts.
    Log,
    /// JSON with one key a line.
    Json,
    /// English sentences.
    Prose,
    /// Sentences in other scripts.
    Foreign,
    /// Base64: no escapes at all.
    Base64,
}

const KINDS: [Kind; 8] = [
    Kind::Tabs,
    Kind::Spaces,
    Kind::Listing,
    Kind::Log,
    Kind::Json,
    Kind::Prose,
    Kind::Foreign,
    Kind::Base64,
];

/// Bytes of a pool before escaping: enough that cuts differ, small enough for the cache.
const POOL: usize = 160 << 10;

/// All pools of one generator, and short pieces that lines repeat: paths, commands, words.
#[derive(Debug)]
pub(crate) struct Text {
    pools: Vec<[Pool; 2]>,
    /// File names relative to a project.
    pub(crate) paths: Vec<Vec<u8>>,
    /// Shell commands without anything to escape.
    pub(crate) commands: Vec<Vec<u8>>,
    /// Identifiers.
    pub(crate) names: Vec<Vec<u8>>,
}

#[derive(Debug, Default)]
struct Pool {
    bytes: Vec<u8>,
    /// Where lines begin.
    lines: Vec<u32>,
}

impl Text {
    pub(crate) fn new(rng: &mut Rng) -> Self {
        let names: Vec<Vec<u8>> = (0..400).map(|_| name(rng)).collect();
        let paths = (0..300).map(|_| path(rng)).collect();
        let commands = (0..300).map(|_| command(rng, &names)).collect();
        let mut text = Text { pools: Vec::new(), paths, commands, names };
        for kind in KINDS {
            let mut once = Pool::default();
            let mut twice = Pool::default();
            let (mut raw, mut a, mut b) = (Vec::new(), Vec::new(), Vec::new());
            let mut state = LineState::default();
            let mut made = 0;
            while made < POOL {
                raw.clear();
                text.raw_line(kind, rng, &mut state, &mut raw);
                made += raw.len();
                a.clear();
                escape(&raw, &mut a);
                b.clear();
                escape(&a, &mut b);
                once.add(&a);
                twice.add(&b);
            }
            text.pools.push([once, twice]);
        }
        text
    }

    /// Appends close to `len` bytes of text, escaped for a JSON string. Starts at a line of the pool.
    #[inline]
    pub(crate) fn body(&self, kind: Kind, rng: &mut Rng, out: &mut Vec<u8>, len: impl Length) {
        let len = len.length(rng);
        self.pools[kind as usize][0].cut(rng, out, len);
    }

    /// The same for a string within JSON within a string.
    #[inline]
    pub(crate) fn inner(&self, kind: Kind, rng: &mut Rng, out: &mut Vec<u8>, len: impl Length) {
        let len = len.length(rng);
        self.pools[kind as usize][1].cut(rng, out, len);
    }

    /// As [`Text::body`], from anywhere in the pool: what a model streams piece by piece.
    #[inline]
    pub(crate) fn piece(&self, kind: Kind, rng: &mut Rng, out: &mut Vec<u8>, len: impl Length) {
        let len = len.length(rng);
        let pool = &self.pools[kind as usize][0].bytes;
        let start = safe(pool, rng.below(pool.len() - len));
        out.extend_from_slice(&pool[start..safe(pool, start + len)]);
    }

    /// One whole line of a pool without its line end, at most `limit` bytes of it.
    #[inline]
    pub(crate) fn line(&self, kind: Kind, rng: &mut Rng, out: &mut Vec<u8>, limit: usize) {
        self.pools[kind as usize][0].line(rng, out, limit, b"\\n".len());
    }

    /// The same for a string within JSON within a string.
    #[inline]
    pub(crate) fn inner_line(&self, kind: Kind, rng: &mut Rng, out: &mut Vec<u8>, limit: usize) {
        self.pools[kind as usize][1].line(rng, out, limit, b"\\\\n".len());
    }

    fn raw_line(&self, kind: Kind, rng: &mut Rng, state: &mut LineState, out: &mut Vec<u8>) {
        match kind {
            Kind::Tabs => self.code(rng, state, out, "\t"),
            Kind::Spaces => self.code(rng, state, out, "    "),
            Kind::Listing => {
                state.number = if state.number > 2000 { 1 } else { state.number + 1 };
                let mut digits = Vec::new();
                digits.n(state.number);
                out.b(&b"      "[digits.len().min(5)..]).b(&digits).s("\u{2192}");
                self.code(rng, state, out, "    ");
            }
            Kind::Log => self.log(rng, out),
            Kind::Json => self.json(rng, state, out),
            Kind::Prose => self.prose(rng, out),
            Kind::Foreign => foreign(rng, out),
            Kind::Base64 => {
                out.alnum(rng, 64);
                return;
            }
        }
        out.push(b'\n');
    }

    fn code(&self, rng: &mut Rng, state: &mut LineState, out: &mut Vec<u8>, indent: &str) {
        if rng.one_in(9) {
            return;
        }
        let name = |rng: &mut Rng, out: &mut Vec<u8>| {
            out.b(rng.bytes(&self.names));
        };
        let kind = rng.below(12);
        if kind == 0 && state.depth > 0 {
            state.depth -= 1;
        }
        for _ in 0..state.depth {
            out.s(indent);
        }
        match kind {
            0 => {
                out.s("}");
            }
            1 if state.depth < 5 => {
                state.depth += 1;
                out.s("if ");
                name(rng, out);
                out.s(" != nil {");
            }
            2 if state.depth < 3 => {
                state.depth += 1;
                out.s("func ");
                name(rng, out);
                out.s("(ctx Context) error {");
            }
            1..=4 => {
                name(rng, out);
                out.s(" := ");
                name(rng, out);
                out.s(".");
                name(rng, out);
                out.s("(");
                name(rng, out);
                out.s(")");
            }
            5 | 6 => {
                out.s("log.Info(\"").s(rng.str(&WORDS)).s(" ").s(rng.str(&WORDS)).s("\", \"");
                name(rng, out);
                out.s("\", ");
                name(rng, out);
                out.s(")");
            }
            7 => {
                out.s("// ");
                for _ in 0..rng.between(4, 10) {
                    out.s(rng.str(&WORDS)).s(" ");
                }
            }
            8 => {
                out.s("return fmt.Errorf(\"").s(rng.str(&WORDS)).s(": %w");
                if rng.one_in(3) {
                    out.s("\\n");
                }
                out.s("\", err)");
            }
            9 => {
                out.s("\"");
                name(rng, out);
                out.s("\": \"").s(rng.str(&WORDS)).s("\",");
            }
            _ => {
                name(rng, out);
                out.s(".");
                name(rng, out);
                out.s(" = ").n(rng.below(5000));
            }
        }
    }

    fn log(&self, rng: &mut Rng, out: &mut Vec<u8>) {
        match rng.below(8) {
            0 => out
                .s("    at ")
                .b(rng.bytes(&self.names))
                .s(" (")
                .b(rng.bytes(&self.paths))
                .s(":")
                .n(rng.below(900)),
            1 => out.s("test ").b(rng.bytes(&self.names)).s("::").b(rng.bytes(&self.names)).s(" ... ok"),
            2 => out
                .s("-rw-r--r-- 1 dev dev ")
                .n(rng.below(90000))
                .s(" Mar 3 09:41 ")
                .b(rng.bytes(&self.paths)),
            3 => out.s("\tmodified:   ").b(rng.bytes(&self.paths)),
            4 => out
                .b(rng.bytes(&self.paths))
                .s(":")
                .n(rng.below(2000))
                .s(":\t")
                .b(rng.bytes(&self.names))
                .s("(\"")
                .s(rng.str(&WORDS))
                .s("\")"),
            5 => out
                .s("[")
                .padded(rng.below(24), 2)
                .s(":")
                .padded(rng.below(60), 2)
                .s("] ")
                .s(rng.str(&WORDS))
                .s(" ")
                .s(rng.str(&WORDS))
                .s(" in ")
                .n(rng.below(4000))
                .s(" ms"),
            6 => out.s("warning: unused ").s(rng.str(&WORDS)).s(" '").b(rng.bytes(&self.names)).s("'"),
            _ => out.b(rng.bytes(&self.paths)),
        };
    }

    fn json(&self, rng: &mut Rng, state: &mut LineState, out: &mut Vec<u8>) {
        let kind = rng.below(10);
        if kind == 0 && state.depth > 0 {
            state.depth -= 1;
        }
        for _ in 0..state.depth {
            out.s("  ");
        }
        match kind {
            0 => {
                out.s("},");
            }
            1 if state.depth < 5 => {
                state.depth += 1;
                out.s("\"").b(rng.bytes(&self.names)).s("\": {");
            }
            2 | 3 => {
                out.s("\"").b(rng.bytes(&self.names)).s("\": ").n(rng.below(100_000)).s(",");
            }
            4 | 5 => {
                out.s("\"").b(rng.bytes(&self.names)).s("\": \"").b(rng.bytes(&self.paths)).s("\",");
            }
            _ => {
                out.s("\"").b(rng.bytes(&self.names)).s("\": \"");
                for _ in 0..rng.between(1, 6) {
                    out.s(rng.str(&WORDS)).s(" ");
                }
                out.s("\",");
            }
        }
    }

    fn prose(&self, rng: &mut Rng, out: &mut Vec<u8>) {
        match rng.below(10) {
            0 => return,
            1 | 2 => {
                out.s("- **").s(rng.str(&WORDS)).s("**: ");
            }
            3 => {
                out.s("## ");
            }
            _ => {}
        }
        for _ in 0..rng.between(1, 3) {
            out.s("The ");
            for i in 0..rng.between(5, 16) {
                match rng.below(150) {
                    0..=5 => out.s("`").b(rng.bytes(&self.names)).s("` "),
                    6..=11 => out.s("\"").s(rng.str(&WORDS)).s("\" "),
                    12 if i > 3 => out.s("\u{2014} "),
                    _ => out.s(rng.str(&WORDS)).s(" "),
                };
            }
            out.pop();
            out.s(". ");
        }
        out.pop();
    }
}

impl Pool {
    fn add(&mut self, line: &[u8]) {
        self.lines.push(self.bytes.len() as u32);
        self.bytes.extend_from_slice(line);
    }

    fn line(&self, rng: &mut Rng, out: &mut Vec<u8>, limit: usize, line_end: usize) {
        let i = rng.below(self.lines.len() - 1);
        let (start, end) = (self.lines[i] as usize, self.lines[i + 1] as usize - line_end);
        out.extend_from_slice(&self.bytes[start..safe(&self.bytes, end.min(start + limit))]);
    }

    fn cut(&self, rng: &mut Rng, out: &mut Vec<u8>, len: usize) {
        let mut left = len;
        while left > 0 {
            let line = rng.below(self.lines.len());
            let start = self.lines[line] as usize;
            let end = if left > 4096 {
                // Not the last piece: whole lines.
                let i = self.lines[line..].partition_point(|&at| (at as usize) < start + 4096);
                self.lines.get(line + i).map_or(self.bytes.len(), |&at| at as usize)
            } else {
                safe(&self.bytes, (start + left).min(self.bytes.len()))
            };
            if end == start {
                return;
            }
            out.extend_from_slice(&self.bytes[start..end]);
            left = left.saturating_sub(end - start);
        }
    }
}

/// The last place at or before `at` that is inside neither an escape nor a character. The pools hold no `\u`.
pub(crate) fn safe(bytes: &[u8], mut at: usize) -> usize {
    while at > 0 && at < bytes.len() && (bytes[at] & 0xc0 == 0x80 || bytes[at - 1] == b'\\') {
        at -= 1;
    }
    at
}

/// Appends `raw` as it stands inside a JSON string.
fn escape(raw: &[u8], out: &mut Vec<u8>) {
    for &c in raw {
        match c {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\t' => out.extend_from_slice(b"\\t"),
            _ => out.push(c),
        }
    }
}

#[derive(Debug, Default)]
struct LineState {
    depth: usize,
    number: usize,
}

fn name(rng: &mut Rng) -> Vec<u8> {
    let mut out = Vec::new();
    out.s(rng.str(&WORDS));
    for _ in 0..rng.below(3) {
        if rng.percent(50) {
            out.s("_").s(rng.str(&WORDS));
        } else {
            let at = out.len();
            out.s(rng.str(&WORDS));
            out[at] = out[at].to_ascii_uppercase();
        }
    }
    out
}

fn path(rng: &mut Rng) -> Vec<u8> {
    let mut out = Vec::new();
    for _ in 0..rng.between(1, 3) {
        out.s(rng.str(&WORDS)).s("/");
    }
    out.s(rng.str(&WORDS)).s("_").s(rng.str(&WORDS));
    out.s(rng.str(&[".go", ".rs", ".py", ".ts", ".md", ".toml", ".json", "_test.go"]));
    out
}

fn command(rng: &mut Rng, names: &[Vec<u8>]) -> Vec<u8> {
    let mut out = Vec::new();
    match rng.below(6) {
        0 => out.s("go test ./").s(rng.str(&WORDS)).s("/... -run ").b(rng.bytes(names)),
        1 => out.s("git diff --stat HEAD~").n(rng.between(1, 9)),
        2 => out.s("grep -rn ").b(rng.bytes(names)).s(" src | head -").n(rng.between(5, 80)),
        3 => out.s("ls -la ").b(&path(rng)),
        4 => out
            .s("cargo test -p ")
            .s(rng.str(&WORDS))
            .s(" -- ")
            .b(rng.bytes(names))
            .s(" 2>&1 | tail -")
            .n(rng.between(5, 60)),
        _ => out.s("cd ").s(rng.str(&WORDS)).s(" && make ").s(rng.str(&WORDS)),
    };
    out
}

fn foreign(rng: &mut Rng, out: &mut Vec<u8>) {
    // Ranges of letters of Cyrillic, Greek, kana and Han, and a face now and then.
    let (low, high, longest) =
        *rng.pick(&[(0x430, 0x44f, 9), (0x3b1, 0x3c9, 8), (0x3042, 0x3093, 5), (0x4e00, 0x5fff, 4)]);
    for _ in 0..rng.between(4, 12) {
        let mut word = String::new();
        for _ in 0..rng.between(2, longest) {
            word.extend(char::from_u32(rng.between(low, high) as u32));
        }
        out.s(&word).s(" ");
    }
    if rng.one_in(6) {
        out.s("\u{1f680}");
    }
}

static WORDS: [&str; 162] = [
    "account", "adapter", "after", "agent", "alias", "amount", "anchor", "answer", "archive", "array",
    "asset", "audit", "balance", "batch", "before", "binary", "block", "border", "branch", "bridge",
    "bucket", "buffer", "build", "cache", "call", "cargo", "carrier", "change", "channel", "check", "choice",
    "chunk", "client", "clock", "cloud", "cluster", "code", "column", "commit", "config", "copy", "count",
    "cover", "cursor", "data", "decode", "default", "delta", "depth", "detail", "device", "digest", "driver",
    "early", "edge", "engine", "entry", "error", "event", "export", "field", "file", "filter", "first",
    "flag", "flow", "folder", "format", "frame", "front", "garden", "gate", "graph", "group", "guard",
    "handle", "harbor", "hash", "header", "index", "inner", "input", "item", "join", "journal", "key",
    "label", "lake", "late", "layer", "leaf", "ledger", "length", "level", "limit", "line", "list", "local",
    "log", "manual", "map", "mark", "matrix", "meta", "mirror", "model", "module", "name", "node", "note",
    "number", "object", "offset", "open", "order", "outer", "owner", "packet", "page", "parse", "part",
    "path", "patch", "payment", "plan", "point", "port", "probe", "queue", "range", "reader", "record",
    "region", "report", "request", "result", "retry", "river", "root", "route", "sample", "scan", "schema",
    "scope", "server", "session", "shape", "shard", "signal", "slice", "socket", "source", "stage", "state",
    "store", "stream", "table", "target", "ticket", "token", "trace", "value",
];

#[cfg(test)]
mod tests {
    use super::{KINDS, Kind, Text, safe};
    use crate::rng::Rng;

    #[test]
    fn every_cut_is_a_sound_string() {
        let mut rng = Rng::new(1);
        let text = Text::new(&mut rng);
        for kind in KINDS {
            for len in (0..300).chain([5000, 50_000]) {
                let (mut a, mut b) = (vec![b'"'], vec![b'"']);
                text.body(kind, &mut rng, &mut a, len);
                text.inner(kind, &mut rng, &mut b, len);
                assert!(a.len() <= len.max(1) + 4200, "{kind:?} {len} {}", a.len());
                a.push(b'"');
                b.push(b'"');
                serde_json::from_slice::<String>(&a).expect("body");
                let inner = serde_json::from_slice::<String>(&b).expect("inner");
                serde_json::from_str::<String>(&format!("\"{inner}\"")).expect("inner of inner");
                if len < 300 {
                    if kind != Kind::Base64 {
                        let (mut d, mut e) = (vec![b'"'], vec![b'"']);
                        text.line(kind, &mut rng, &mut d, len);
                        text.inner_line(kind, &mut rng, &mut e, len);
                        d.push(b'"');
                        e.push(b'"');
                        let line = serde_json::from_slice::<String>(&d).expect("line");
                        assert!(!line.contains('\n') && d.len() <= len + 2);
                        let inner = serde_json::from_slice::<String>(&e).expect("inner line");
                        serde_json::from_str::<String>(&format!("\"{inner}\"")).expect("inner of inner line");
                    }
                    let mut c = vec![b'"'];
                    text.piece(kind, &mut rng, &mut c, len);
                    c.push(b'"');
                    serde_json::from_slice::<String>(&c).expect("piece");
                }
            }
        }
    }

    #[test]
    fn safe_steps_out_of_escapes_and_characters() {
        let bytes = "ab\\\\n\u{2192}c".as_bytes();
        assert_eq!([2, 3, 4, 5, 6, 7, 8].map(|at| safe(bytes, at)), [2, 2, 2, 5, 5, 5, 8]);
    }
}
