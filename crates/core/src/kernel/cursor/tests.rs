//! Which lines the cursor knows. That what it says of them is right is told by `tests/memory.rs`, whatever it knows; here, that it
//! knows what it should, for else it would be no use.

use super::{CREDIT, DEAR, Hole, Memory, NO_SHAPE, SHAPES, SHORT, Shape};
use crate::kernel::Kernel;
use crate::kernel::walk::tests::ASKED;
use crate::kernel::walk::tests::count;
use crate::keys::Keys;
use crate::mode::Mode;
use crate::node::{Node, Verdict};
use std::cell::Cell;
use std::format;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

std::thread_local! {
    /// Strings that were looked at 64 bytes at a time.
    pub(super) static STEPPED: Cell<usize> = const { Cell::new(0) };
    /// Of these, the ones of which the standard library was asked whether they are UTF-8.
    pub(super) static DECODED: Cell<usize> = const { Cell::new(0) };
}

const KEYS: Keys = Keys::new(&["a", "b"]);

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Was {
    /// It matched the shape in this place.
    Known(usize),
    /// The definition judged it, and it became the shape in this place, or widened the one there.
    Learnt(usize),
    /// The definition judged it, and nothing was learnt.
    Judged,
    /// It was left to the pass over masks.
    Left,
}
use Was::{Judged, Known, Learnt, Left};

/// Those that have a cursor.
fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::all().filter(|kernel| *kernel != Kernel::SCALAR)
}

/// Reads a line that is a batch alone, and tells what became of it, and its verdict.
fn read_as(kernel: Kernel, memory: &mut Memory, line: &[u8], keys: &Keys, mode: Mode) -> (Was, Verdict) {
    let mut nodes = vec![Node::EMPTY; 1024];
    let credit = memory.shapes.credit;
    kernel.fill(line, 0, 1, (keys, mode), &mut nodes, Some(memory));
    let shapes = &memory.shapes;
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let is_last =
        shapes.shape.get(shapes.last).is_some_and(|shape| shape.text.get(..shape.len) == Some(text));
    let was = match shapes.credit {
        now if now == (credit + 1).min(CREDIT) => Known(shapes.last),
        now if now + DEAR == credit && shapes.count > 0 && is_last => Learnt(shapes.last),
        now if now + DEAR == credit => Judged,
        _ => Left,
    };
    // Whoever judged it, this is what is said of it.
    let mut want = vec![Node::EMPTY; 1024];
    let used = Kernel::SCALAR.fill(line, 0, 1, (keys, mode), &mut want, None);
    assert!(nodes[..used] == want[..used], "{kernel} {}", line.escape_ascii());
    (was, nodes[0].verdict())
}

fn read(kernel: Kernel, memory: &mut Memory, line: &str) -> Was {
    read_as(kernel, memory, line.as_bytes(), &KEYS, Mode::Checked).0
}

/// One that has learnt these, which are of one shape.
fn taught(kernel: Kernel, lines: &[&str]) -> Memory {
    let mut memory = Memory::new();
    for line in lines {
        assert_eq!(read(kernel, &mut memory, line), Learnt(0), "{kernel} {line}");
    }
    memory
}

/// Each line and what has to become of it, one after the other.
fn story(lines: &[(&str, Was)]) {
    for kernel in kernels() {
        let mut memory = Memory::new();
        for (line, want) in lines {
            assert_eq!(read(kernel, &mut memory, line), *want, "{kernel} {line}");
        }
    }
}

#[test]
fn values_that_vary() {
    story(&[
        ("{\"a\":1}\n", Learnt(0)),
        ("{\"a\":1}\n", Known(0)),
        // That it varies is learnt of the second one.
        ("{\"a\":2}\n", Learnt(0)),
        ("{\"a\":345}\n", Known(0)),
        ("{\"a\":true}\n", Known(0)),
        ("{\"a\":1}\n", Known(0)),
        ("{\"a\":-1.5e3}", Known(0)),
        // Of another shape.
        ("{\"a\":\"1\"}\n", Learnt(1)),
        ("{\"a\":\"1\"}\n", Known(1)),
        ("{\"a\":7}\n", Known(0)),
        ("{\"a\":[7]}\n", Learnt(2)),
        ("{\"a\": 7}\n", Learnt(3)),
    ]);
    // Each by itself, and those that vary stay so.
    story(&[
        ("{\"a\":\"x\",\"b\":[1,null]}\n", Learnt(0)),
        ("{\"a\":\"y\",\"b\":[1,null]}\n", Learnt(0)),
        ("{\"a\":\"z\",\"b\":[1,null]}\n", Known(0)),
        ("{\"a\":\"z\",\"b\":[1,true]}\n", Learnt(0)),
        ("{\"a\":\"12\",\"b\":[1,false]}\n", Known(0)),
        ("{\"a\":\"12\",\"b\":[2,false]}\n", Learnt(0)),
        ("{\"a\":\"\",\"b\":[22,0]}\n", Known(0)),
    ]);
    // The last bytes of a value, its first ones, its length.
    for (one, other) in [("xy", "xz"), ("xy", "zy"), ("xy", "xyz"), ("xyz", "yz"), ("", "x")] {
        let line = |text: &str| format!("{{\"a\":\"{text}\"}}\n");
        story(&[(&line(one), Learnt(0)), (&line(other), Learnt(0)), (&line("quite another"), Known(0))]);
    }
    // Blanks about a name, and names with escapes, are bytes like others.
    story(&[
        ("{\"a\" \t\r: 1}\n", Learnt(0)),
        ("{\"a\" \t\r: 2}\n", Learnt(0)),
        ("{\"a\" \t\r: 3}\n", Known(0)),
        // Another name is another shape.
        ("{\"b\" \t\r: 3}\n", Learnt(1)),
        ("{\"a\" \t\r: 4}\n", Known(0)),
        ("{\"\\u0061\\\"\":\"\\\\\"}\n", Learnt(2)),
        ("{\"\\u0061\\\"\":\"\\\"\"}\n", Learnt(2)),
        ("{\"\\u0061\\\"\":\"\\\\\\\"\"}\n", Known(2)),
    ]);
}

/// What is no line of a shape goes to the definition, each time.
#[test]
fn near_misses() {
    for kernel in kernels() {
        let lines = ["{\"a\":\"x\",\"b\":1}\n", "{\"a\":\"y\",\"b\":2}\n"];
        for line in [
            "{\"a\":\"x\",\"b\":1}]\n",
            "{\"a\":\"x\",\"b\":1} \n",
            "{\"a\":\"x\",\"b\":1",
            "{\"a\":\"x\",\"b\":",
            "{\"a\":\"x\",\"b\":01}\n",
            "{\"a\":\"x\",\"b\":1.}\n",
            "{\"a\":\"x\",\"b\":1e}\n",
            "{\"a\":\"x\",\"b\":-}\n",
            "{\"a\":\"x\",\"b\":+1}\n",
            "{\"a\":\"x\",\"b\":}\n",
            "{\"a\":\"x\",\"b\":tru}\n",
            "{\"a\":\"x\",\"b\":\"1\"}\n",
            "{\"a\":x\",\"b\":1}\n",
            "{\"a\":\"x,\"b\":1}\n",
            "{\"a\":\"x\\\",\"b\":1}\n",
            "{\"a\":\"\\x\",\"b\":1}\n",
            "{\"a\":\"\\u12\",\"b\":1}\n",
            "{\"a\":\"\t\",\"b\":1}\n",
            "{\"b\":\"x\",\"a\":1}\n",
        ] {
            let mut memory = taught(kernel, &lines);
            let (was, _) = read_as(kernel, &mut memory, line.as_bytes(), &KEYS, Mode::Checked);
            assert!(matches!(was, Judged | Learnt(1)), "{kernel} {line} {was:?}");
        }
        // The ends of UTF-8.
        for (text, known) in [
            (&b"\xC3\xA9"[..], true),
            (b"\xE5\xAD\x97", true),
            (b"\xF0\x9F\x98\x80", true),
            (b"\xC3", false),
            (b"\xFF", false),
        ] {
            for before in [0, 1, 30, 61, 62, 63, 64, 65, 127, 128, 200] {
                let line = [b"{\"a\":\"", &*vec![b'x'; before], text, b"\",\"b\":1}\n"].concat();
                let mut memory = taught(kernel, &lines);
                let (was, _) = read_as(kernel, &mut memory, &line, &KEYS, Mode::Checked);
                assert_eq!(was, if known { Known(0) } else { Judged }, "{kernel} {}", line.escape_ascii());
            }
        }
    }
}

/// A text of any length, with anything in any place: known where it is sound.
#[test]
fn texts() {
    let long = "0123456789".repeat(5);
    for kernel in kernels() {
        // One that is short in the model is looked for in another way than a long one.
        for model in ["x", &long] {
            let line = |text: &str| format!("{{\"b\":\"{text}\",\"a\":[]}}\n");
            let mut memory = taught(kernel, &[&line(model), &line(&model.replace(['x', '9'], "y"))]);
            for (inside, known) in [
                ("", true),
                ("\\n", true),
                ("\\\"", true),
                ("\\\\", true),
                ("\\\\\\\"", true),
                ("\\u00e9", true),
                ("\\ud83d\\ude00", true),
                ("\\ud83d", true),
                ("é", true),
                ("\u{7f}", true),
                ("\u{1f}", false),
                ("\\'", false),
                ("\\u00g0", false),
                ("\\", false),
            ] {
                for before in (0..=70).chain(120..=135).chain([190, 191, 192, 193, 300]) {
                    let text = "x".repeat(before) + inside;
                    for behind in [0, 1, 70, 140] {
                        let line = line(&(text.clone() + &"z".repeat(behind)));
                        // A line of the same form stands behind it, with a fault of its own: it is none of the first.
                        let batch = line.clone() + "{\"b\":\"\u{1}\\'é\u{1}\"}\n";
                        memory.shapes.credit = CREDIT - 1;
                        memory.going = true;
                        read_as(kernel, &mut memory, batch.as_bytes(), &KEYS, Mode::Checked);
                        let want = if known { CREDIT } else { CREDIT - 1 - DEAR };
                        assert_eq!(memory.shapes.credit, want, "{kernel} {line}");
                    }
                }
            }
        }
    }
}

#[test]
fn words() {
    for kernel in kernels() {
        for (word, known) in [
            ("0", true),
            ("7", true),
            ("10", true),
            ("-0", true),
            ("-7", true),
            ("0.5", true),
            ("7.25", true),
            ("1e9", true),
            ("1E-9", true),
            ("12345678901234567890", true),
            ("true", true),
            ("false", true),
            ("null", true),
            ("00", false),
            ("07", false),
            ("7.", false),
            ("7e", false),
            ("7E", false),
            ("-", false),
            (".5", false),
            ("nul", false),
            ("", false),
        ] {
            let mut memory = taught(kernel, &["{\"a\":1}\n", "{\"a\":2}\n"]);
            let line = format!("{{\"a\":{word}}}\n");
            let (was, verdict) = read_as(kernel, &mut memory, line.as_bytes(), &KEYS, Mode::Checked);
            assert_eq!(was, if known { Known(0) } else { Judged }, "{kernel} {line}");
            assert_eq!(verdict == Verdict::Sound, known, "{kernel} {line}");
        }
        for digits in 1..=140 {
            let mut memory = taught(kernel, &["{\"a\":1}\n", "{\"a\":2}\n"]);
            let line = format!("{{\"a\":{}}}\n", "7".repeat(digits));
            assert_eq!(read(kernel, &mut memory, &line), Known(0), "{kernel} {line}");
        }
    }
}

/// What can be learnt has bounds: bytes, values, notes, and it is sound in the strict sense, without a surrogate.
#[test]
fn what_is_learnt() {
    let bytes = |all: usize| {
        let line = format!("{{\"a\":\"{}\"}}", "x".repeat(all - 8));
        assert_eq!(line.len(), all);
        line
    };
    let values = |count: usize| format!("{{\"a\":[{}]}}", vec!["1"; count].join(","));
    let brackets =
        |name: &str, count: usize| format!("{{\"{name}\":{}{}}}", "[".repeat(count), "]".repeat(count));
    for kernel in kernels() {
        let of = |line: &str, ending: &str, mode: Mode| {
            let line = line.to_string() + ending;
            read_as(kernel, &mut Memory::new(), line.as_bytes(), &KEYS, mode).0
        };
        for (line, want) in [
            (bytes(511), Learnt(0)),
            (bytes(512), Learnt(0)),
            (bytes(513), Judged),
            (values(32), Learnt(0)),
            (values(33), Judged),
            // Brackets are noted as well as names: 64 notes, and one more.
            (brackets("c", 31), Learnt(0)),
            (brackets("a", 31), Judged),
            ("{\"a\":\"\\ud83d\"}".to_string(), Judged),
            ("{\"a\":1]".to_string(), Judged),
        ] {
            for ending in ["", "\n"] {
                assert_eq!(of(&line, ending, Mode::Checked), want, "{kernel} {line}{ending}");
            }
        }
        for (line, checked, skim) in [
            ("{\"a\":1}", Learnt(0), Learnt(0)),
            ("{\"a\":1,}", Judged, Judged),
            ("{\"a\":1 2}", Judged, Judged),
        ] {
            assert_eq!(of(line, "\n", Mode::Checked), checked, "{kernel} {line}");
            assert_eq!(of(line, "\n", Mode::Skim), skim, "{kernel} {line}");
        }
    }
}

/// The least used goes where there is room for no more; all are thought of as less used then.
#[test]
fn which_shape_goes() {
    let line = |shape: usize| format!("{}1{}\n", "[".repeat(shape), "]".repeat(shape));
    let line = |shape: usize| "{\"a\":".to_string() + line(shape).trim() + "}\n";
    for kernel in kernels() {
        let mut memory = Memory::new();
        for shape in 0..SHAPES {
            assert_eq!(read(kernel, &mut memory, &line(shape)), Learnt(shape), "{kernel}");
            memory.shapes.credit = CREDIT - 1;
        }
        for (shape, hits) in [9, 7, 4, 5, 6, 8].into_iter().enumerate() {
            memory.shapes.shape[shape].hits = hits;
        }
        assert_eq!(read(kernel, &mut memory, &line(SHAPES)), Learnt(2), "{kernel}");
        let hits = memory.shapes.shape.map(|shape| shape.hits);
        // The last one was asked once more.
        assert_eq!(hits, [4, 3, 0, 2, 3, 4], "{kernel}");
        assert_eq!(memory.shapes.count, SHAPES, "{kernel}");
        memory.shapes.credit = CREDIT - 1;
        for (shape, place) in [(0, 0), (1, 1), (SHAPES, 2), (3, 3), (4, 4), (5, 5)] {
            assert_eq!(read(kernel, &mut memory, &line(shape)), Known(place), "{kernel}");
        }
    }
}

/// Who turns too many lines down is left alone for a while, each time for longer.
#[test]
fn it_gives_up() {
    let bad = "{\"a\":]\n";
    for kernel in kernels() {
        let mut memory = Memory::new();
        let (mut pauses, mut calls) = (Vec::new(), Vec::new());
        for _ in 0..9 {
            let mut judged = 0;
            while memory.going || memory.wait == 0 {
                read(kernel, &mut memory, bad);
                judged += 1;
            }
            pauses.push((memory.wait, memory.pause, memory.shapes.credit));
            calls.push(judged);
            while memory.wait > 0 {
                assert_eq!(read(kernel, &mut memory, bad), Left);
            }
        }
        // The last of each was turned down.
        assert_eq!(calls, [8, 3, 3, 3, 3, 3, 3, 3, 3], "{kernel}");
        let want =
            [(4, 8), (8, 16), (16, 32), (32, 64), (64, 128), (128, 256), (256, 256), (256, 256), (256, 256)];
        assert_eq!(pauses, want.map(|(wait, pause)| (wait, pause, 2 * DEAR)), "{kernel}");
        // Not before it has gone well for a while is that forgotten.
        let good = "{\"a\":1}\n";
        let mut lines = 0;
        while memory.pause != 4 {
            read(kernel, &mut memory, good);
            lines += 1;
        }
        assert_eq!((lines, memory.shapes.credit), (57, CREDIT), "{kernel}");
    }
}

/// Before it begins it looks how long the lines are, if there is enough to be seen.
#[test]
fn long_lines_are_not_looked_at() {
    let sound = |bytes: usize| format!("{{\"a\":\"{}\"}}\n", "x".repeat(bytes - 9));
    for kernel in kernels() {
        for (bytes, begins) in
            [(100, true), (255, true), (256, true), (257, false), (342, false), (400, false)]
        {
            let mut memory = Memory::new();
            let batch = sound(bytes).repeat(20);
            let mut nodes = vec![Node::EMPTY; 1024];
            kernel.fill(batch.as_bytes(), 0, 1, (&KEYS, Mode::Checked), &mut nodes, Some(&mut memory));
            assert_eq!((memory.going, memory.wait), (begins, if begins { 0 } else { 4 }), "{kernel} {bytes}");
            if !begins {
                for wait in (0..4).rev() {
                    kernel.fill(
                        batch.as_bytes(),
                        0,
                        1,
                        (&KEYS, Mode::Checked),
                        &mut nodes,
                        Some(&mut memory),
                    );
                    assert_eq!((memory.going, memory.wait), (false, wait), "{kernel} {bytes}");
                }
            }
        }
        // Of less than that nothing is known.
        let mut memory = Memory::new();
        let line = sound(4 * SHORT - 1);
        let mut nodes = vec![Node::EMPTY; 1024];
        kernel.fill(line.as_bytes(), 0, 1, (&KEYS, Mode::Checked), &mut nodes, Some(&mut memory));
        assert!(memory.going, "{kernel}");
    }
}

/// It begins anew for other keys, and only for these; for a small tape it is not asked.
#[test]
fn keys_and_tapes() {
    const OTHER: Keys = Keys::new(&["b"]);
    let lines = ["{\"a\":1}\n", "{\"a\":2}\n"];
    for kernel in kernels() {
        let mut memory = taught(kernel, &lines);
        memory.shapes.credit = 20;
        let mut credit_of = |keys: &Keys| {
            read_as(kernel, &mut memory, lines[0].as_bytes(), keys, Mode::Checked);
            memory.shapes.credit
        };
        for (keys, credit) in [(&KEYS, 21), (&KEYS, 22), (&OTHER, CREDIT - 1 - DEAR), (&OTHER, CREDIT - DEAR)]
        {
            assert_eq!(credit_of(keys), credit, "{kernel}");
        }
        for (nodes, known) in [(190, false), (191, false), (192, true), (200, true)] {
            let mut memory = taught(kernel, &lines);
            let credit = memory.shapes.credit;
            let mut nodes = vec![Node::EMPTY; nodes];
            kernel.fill(lines[0].as_bytes(), 0, 1, (&KEYS, Mode::Checked), &mut nodes, Some(&mut memory));
            assert_eq!(memory.shapes.credit > credit, known, "{kernel}");
        }
    }
}

/// How many lines a call notes: as many as begin within its window, and as the tape has room for.
#[test]
fn how_far_a_call_goes() {
    let line = "{\"a\":1}\n";
    let batch: String = (0..100).map(|line| format!("{{\"a\":{}}}\n", line % 10)).collect();
    for kernel in kernels() {
        for (window, lines) in [(1, 1), (8, 1), (9, 2), (10, 2), (18, 3), (usize::MAX, 100)] {
            let mut memory = taught(kernel, &[line, "{\"a\":2}\n"]);
            let mut nodes = vec![Node::EMPTY; 4096];
            let options = (&KEYS, Mode::Checked);
            let used = kernel.fill(batch.as_bytes(), 0, window, options, &mut nodes, Some(&mut memory));
            assert_eq!(count(&nodes[..used]), lines, "{kernel} {window}");
            let all = noted(kernel, batch.as_bytes());
            assert!(nodes[..used] == all[..used], "{kernel} {window}");
            let used = kernel.fill(batch.as_bytes(), 48, window, options, &mut nodes, Some(&mut memory));
            assert_eq!(count(&nodes[..used]), lines.min(94), "{kernel} {window}");
        }
        // A head and three notes a line: no line begins behind three quarters of the tape, nor where a line may have no room.
        for (nodes, lines) in [(192, 31), (200, 33), (201, 34), (280, 53), (284, 54), (400, 75)] {
            let mut memory = taught(kernel, &[line, "{\"a\":2}\n"]);
            let mut nodes = vec![Node::EMPTY; nodes];
            let options = (&KEYS, Mode::Checked);
            let used = kernel.fill(batch.as_bytes(), 0, usize::MAX, options, &mut nodes, Some(&mut memory));
            assert_eq!(count(&nodes[..used]), lines, "{kernel} {}", nodes.len());
        }
    }
}

/// What is noted of all lines by who knows none.
fn noted(kernel: Kernel, batch: &[u8]) -> Vec<Node> {
    let mut nodes = vec![Node::EMPTY; 4096];
    let used = kernel.fill(batch, 0, usize::MAX, (&KEYS, Mode::Checked), &mut nodes, None);
    nodes.truncate(used);
    nodes
}

/// The steps of a shape: 64 bytes at most, each with the hole behind it and the notes before that.
#[test]
fn steps() {
    let of = |text: &str, notes: &[usize], holes: &[usize]| {
        let mut shape: Shape = NO_SHAPE;
        let notes: Vec<Node> = notes.iter().map(|at| Node::EMPTY.shifted(*at)).collect();
        assert!(shape.read(text.as_bytes(), &notes));
        holes.iter().for_each(|hole| shape.value[*hole].hole = true);
        assert!(shape.plan());
        let hole = |hole: Hole| match hole {
            Hole::None => '-',
            Hole::String => 's',
            Hole::Text => 't',
            Hole::Scalar => 'w',
            Hole::End => '.',
        };
        let step = |part: &super::Part| {
            (part.at, part.len, part.mask.count_ones(), part.notes, hole(part.hole), part.after)
        };
        shape.part[..shape.parts].iter().map(step).collect::<Vec<_>>()
    };
    let text = "{\"a\":\"xy\",\"b\":[12,true]}";
    assert_eq!(of(text, &[0, 4, 13, 14], &[]), [(0, 24, 24, 4, '.', 0)]);
    assert_eq!(of(text, &[0, 4, 13, 14], &[0]), [(0, 6, 6, 2, 's', 8), (8, 16, 16, 4, '.', 0)]);
    assert_eq!(of(text, &[0, 4, 14, 15], &[1]), [(0, 15, 15, 3, 'w', 17), (17, 7, 7, 4, '.', 0)]);
    assert_eq!(
        of(text, &[0, 8, 13, 14], &[0, 2]),
        [(0, 6, 6, 1, 's', 8), (8, 10, 10, 4, 'w', 22), (22, 2, 2, 4, '.', 0)]
    );
    for (bytes, hole) in [(32, 's'), (33, 't')] {
        let text = format!("{{\"a\":\"{}\"}}", "x".repeat(bytes));
        assert_eq!(
            of(&text, &[], &[0]),
            [(0, 6, 6, 0, hole, 6 + bytes as u16), (6 + bytes as u16, 2, 2, 0, '.', 0)]
        );
    }
    // Exactly 64 bytes, and one more.
    for (bytes, want) in
        [(56, &[(0, 64, 64, 2, '.', 0)][..]), (57, &[(0, 64, 64, 1, '-', 0), (64, 1, 1, 2, '.', 0)])]
    {
        let text = format!("{{\"a\":\"{}\"}}", "x".repeat(bytes));
        assert_eq!(of(&text, &[0, text.len() - 1], &[]), want);
    }
}

/// A text that may be long is looked at 128 bytes at once if they are plain and there, else in steps of 64; only what is not ASCII is decoded.
#[test]
fn how_a_text_is_looked_at() {
    for kernel in kernels() {
        for model in [10, 40] {
            let line = |text: &str| format!("{{\"a\":\"{text}\"}}\n");
            let mut memory = taught(kernel, &[&line(&"x".repeat(model)), &line(&"y".repeat(model))]);
            for (before, text, plain, is_ascii) in [
                (0, "x", true, true),
                (1, "\\n", true, true),
                (62, "\\\"", true, true),
                (63, "\\\"", true, true),
                (64, "x", true, true),
                (100, "\\n\\n", true, true),
                (126, "x", true, true),
                (127, "x", false, true),
                (300, "x", false, true),
                (5, "\\u0041", false, true),
                (70, "\\u0041", false, true),
                (5, "é", false, false),
                (70, "é", false, false),
            ] {
                let line = line(&("x".repeat(before) + text));
                // What is odd behind it is none of its own.
                let line = line + "é\u{1}\u{1}é" + &" ".repeat(200);
                memory.shapes.credit = CREDIT - 1;
                memory.going = true;
                STEPPED.set(0);
                DECODED.set(0);
                assert_eq!(read(kernel, &mut memory, &line), Known(0), "{kernel} {line}");
                let stepped = usize::from(model < 32 || !plain);
                assert_eq!(
                    (STEPPED.get(), DECODED.get()),
                    (stepped, usize::from(!is_ascii)),
                    "{kernel} {line}"
                );
            }
        }
    }
}

/// What is too long to be a shape is left to the pass; the definition is not asked.
#[test]
fn lines_that_are_too_long() {
    for kernel in kernels() {
        for (bytes, asked) in [(511, 1), (512, 1), (513, 0), (514, 0), (900, 0)] {
            let line = format!("{{\"a\":\"{}\"}}\n", "x".repeat(bytes - 8));
            ASKED.set(0);
            let mut nodes = vec![Node::EMPTY; 1024];
            let memory = Some(&mut Memory::new());
            kernel.fill(line.as_bytes(), 0, 1, (&KEYS, Mode::Checked), &mut nodes, memory);
            assert_eq!(ASKED.get(), asked, "{kernel} {bytes}");
        }
    }
}
