//! What the passes do by themselves. The definition gives the same answers, so no answer tells whether a pass left a line to it: here it
//! is counted.

use crate::kernel::Kernel;
use crate::keys::Keys;
use crate::mode::Mode;
use crate::node::Node;
use std::cell::Cell;
use std::format;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

std::thread_local! {
    /// Lines that the definition was asked of.
    pub(in crate::kernel) static ASKED: Cell<usize> = const { Cell::new(0) };
    /// Words that were looked at one by one.
    pub(super) static WORDS: Cell<usize> = const { Cell::new(0) };
    /// Of these, and of those in known shapes, the ones that the definition was asked of.
    pub(in crate::kernel) static WORDS_ENDED: Cell<usize> = const { Cell::new(0) };
    /// Names that were looked up.
    pub(super) static NAMES: Cell<usize> = const { Cell::new(0) };
    /// Calls of the pass that takes eight blocks at once.
    pub(in crate::kernel) static WIDE: Cell<usize> = const { Cell::new(0) };
}

const KEYS: Keys = Keys::new(&["type", "id", "usage"]);

/// Those that have a pass, with each pass alone.
fn passes() -> impl Iterator<Item = Kernel> {
    Kernel::every().filter(|kernel| *kernel != Kernel::SCALAR)
}

/// All that is noted, the lines that the definition was asked of, and the words that were looked at.
fn read(kernel: Kernel, batch: &str, keys: &Keys, mode: Mode) -> (Vec<Node>, usize, usize) {
    let mut nodes = vec![Node::EMPTY; 4 * batch.len() + 400];
    ASKED.set(0);
    WORDS.set(0);
    let used = kernel.fill(batch.as_bytes(), 0, usize::MAX, (keys, mode), &mut nodes, None);
    nodes.truncate(used);
    (nodes, ASKED.get(), WORDS.get())
}

/// Lines of everything that JSON has, none of which is for the definition.
fn sound() -> Vec<String> {
    let mut lines: Vec<String> = [
        "{}",
        "",
        "  ",
        "\t\r",
        " { } ",
        "{\"type\":1}",
        "{\"type\":\"a\",\"id\":\"b\",\"usage\":{\"id\":1},\"other\":[]}",
        "{\"type\" : 1 , \"id\"\t:\t2}",
        "{\"t\\u0079pe\":1,\"\\\"\":2,\"\\\\\":3}",
        "{\"a\":[1,2,3],\"b\":[[],[[]],{}],\"c\":{\"d\":{\"e\":[{\"f\":[]}]}}}",
        "{\"a\":true,\"b\":false,\"c\":null,\"d\":0,\"e\":-0,\"f\":-1.5e+10,\"g\":10,\"h\":0.25,\"i\":1E5}",
        "{\"a\":[true,false,null,0,-0,-1.5e+10,10,0.25,1E5,12345678901234567890]}",
        "{\"a\":[ true , false , null , 0 , 7 ] }",
        "{\"a\":\"\",\"b\":\"\\\"\",\"c\":\"\\\\\",\"d\":\"\\\\\\\"\",\"e\":\"\\u00e9\\n\"}",
        "{\"a\":\"{[]}:,\",\"b\":\"]\",\"c\":\"}\"}",
        "{\"a\":\"é ü 字 😀\",\"é\":\"\u{7f}\"}",
        "{\"a\":\"\\ud83d\\ude00\"}",
        "{\"a\":\"\\ud83d\"}",
        "[]",
        "1",
    ]
    .map(ToString::to_string)
    .to_vec();
    // The last two are no objects.
    lines.truncate(lines.len() - 2);
    lines.push(format!("{{\"a\":{}{}}}", "[".repeat(60), "]".repeat(60)));
    lines.push("{\"a\":".repeat(60) + "1" + &"}".repeat(60));
    for long in [30, 62, 63, 64, 65, 127, 128, 129, 600] {
        lines.push(format!("{{\"type\":\"{}\",\"id\":\"{}\\n\"}}", "x".repeat(long), "é".repeat(long)));
        lines.push(format!("{{\"{}\":{}}}", "n".repeat(long), "7".repeat(long)));
        lines.push(format!("{{\"a\":{}[1,2]{} }}", " ".repeat(long), "\t".repeat(long)));
        lines.push(format!("{{\"a\":\"{}\"}}", "\\\\".repeat(long)));
    }
    lines
}

/// Of sound lines, wherever they lie, each pass tells by itself.
#[test]
fn sound_lines_are_not_for_the_definition() {
    let sound = sound();
    for keys in [&KEYS, &Keys::ALL] {
        for line in &sound {
            for before in 0..=130 {
                // Deep lines are told by the pass where the block that they begin in has little else.
                let batch = format!("{{\"a\":\"{}\"}}\n{line}\n{{\"id\":[0,{{}}]}}\n", "x".repeat(before));
                let want = read(Kernel::SCALAR, &batch, keys, Mode::Checked).0;
                for kernel in passes() {
                    for mode in [Mode::Checked, Mode::Skim] {
                        let (nodes, asked, _) = read(kernel, &batch, keys, mode);
                        assert!(nodes == want, "{kernel} {mode:?} {batch}");
                        let deep = line.matches(['[', '{']).count() > 50;
                        assert!(asked == 0 || deep && asked < 4, "{kernel} {mode:?} {asked} {batch}");
                    }
                }
            }
        }
    }
}

/// Most faults are told by masks. Where brackets do not match, the definition says which line of the block it is: the bad one, and the
/// blank one behind it.
#[test]
fn faulty_lines() {
    for (line, lines) in [
        ("{\"a\":1 2}", 0),
        ("{\"a\" 1}", 0),
        ("{\"a\":\"\u{1}\"}", 0),
        ("{\"a\":\"\\x\"}", 0),
        ("{\"a\":tru}", 0),
        ("{\"a\":01}", 0),
        ("oops", 0),
        ("{\"a\":1", 0),
        ("[1]", 0),
        ("{}{}", 0),
        ("{\"a\":[1:2]}", 0),
        ("{\"a\":1]", 2),
        ("{\"a\":[1}", 2),
        ("{\"a\":1}}", 2),
        ("{\"a\":{1,2}}", 2),
        ("{\"a\":[\"b\":2]}", 0),
    ] {
        // A block of its own.
        let before = format!("{{\"a\":\"{}\"}}\n", "x".repeat(64 * 3 - 9));
        let batch = format!("{before}{line}\n{}\n{before}", " ".repeat(62 - line.len()));
        let want = read(Kernel::SCALAR, &batch, &KEYS, Mode::Checked).0;
        for kernel in passes() {
            let (nodes, asked, _) = read(kernel, &batch, &KEYS, Mode::Checked);
            assert!(nodes == want, "{kernel} {batch}");
            assert_eq!(asked, lines, "{kernel} {batch}");
        }
    }
}

/// Numbers of digits alone are told by masks; any other word of a block has all of them looked at.
#[test]
fn words_that_are_looked_at() {
    for (words, looked_at) in [
        ("7", 0),
        ("1234567890", 0),
        ("0", 0),
        ("10,20,30", 0),
        ("true", 1),
        ("null,false", 2),
        ("-1", 1),
        ("1.5", 1),
        ("1,true,2", 1),
        ("1,2e1", 2),
        ("7,0", 0),
    ] {
        // Blocks of their own: before it, of it, behind it.
        let line = format!("{{\"a\":\"{}\",\"b\":[{words}],\"c\":\"{}\"}}\n", "x".repeat(70), "y".repeat(70));
        for kernel in passes() {
            assert_eq!(read(kernel, &line, &KEYS, Mode::Checked).2, looked_at, "{kernel} {words}");
        }
    }
}

/// Whole literals are told by a comparison, where the batch has room for one; numbers take the definition.
#[test]
fn words_that_the_definition_is_asked_of() {
    for (word, asked) in
        [("true", 0), ("false", 0), ("null", 0), ("-1", 1), ("1.5", 1), ("nul", 1), ("falsy", 1)]
    {
        let line = format!("{{\"a\":[{word}],\"c\":\"{}\"}}\n", "y".repeat(70));
        for kernel in passes() {
            WORDS_ENDED.set(0);
            read(kernel, &line, &KEYS, Mode::Checked);
            // A faulty line is not looked at again.
            assert_eq!(WORDS_ENDED.get(), asked, "{kernel} {word}");
        }
    }
}

/// Of lines without white space outside strings only names are looked up that end as a declared one does, where a pass can tell and that pays.
#[test]
fn names_that_are_looked_up() {
    // Groups of their own. The first colon of a group and what begins within four bytes of the batch may be looked up in any case.
    let pad = format!("{{\"a\":\"{}\"}}\n", "x".repeat(600));
    let unlike = (0..20).map(|n| format!("\"o{n}q\":{n},")).collect::<String>();
    for (names, declared) in [
        (unlike.clone(), 0),
        (unlike.clone() + "\"type\":1," + &unlike + "\"id\":2,", 2),
        (unlike.replace('q', "\\u0071"), 20),
    ] {
        for (space, is_spaced) in [("", false), (" ", true), ("\t", true)] {
            let line = format!("{pad}{{{names}\"p\":{space}\"{}\"}}\n{pad}", "y".repeat(700));
            let all = line.matches("\":").count();
            for kernel in passes() {
                for mode in [Mode::Checked, Mode::Skim] {
                    NAMES.set(0);
                    read(kernel, &line, &KEYS, mode);
                    let told = kernel.name() == "avx512" || kernel.name() == "avx2" && mode == Mode::Skim;
                    let looked_up = NAMES.get();
                    if told && !is_spaced {
                        assert!(
                            (declared..declared + 6).contains(&looked_up),
                            "{kernel} {mode:?} {looked_up} {line}"
                        );
                    } else if !told {
                        assert_eq!(looked_up, all, "{kernel} {mode:?} {line}");
                    } else {
                        assert!(
                            (declared..=all).contains(&looked_up),
                            "{kernel} {mode:?} {looked_up} {line}"
                        );
                    }
                }
            }
        }
    }
}

/// As deep as the register of kinds can say, the pass goes: events of a block count as if all opened.
#[test]
fn how_deep_a_pass_goes() {
    for (brackets, asked) in [(32, 0), (34, 0), (36, 1), (40, 1)] {
        // Thirty are open when the block begins that has the others.
        let first = format!("{{\"x\":{}", "[".repeat(29));
        let first = format!("{first}\"{}", "x".repeat(64 - first.len() - 1));
        let half = brackets / 2;
        let second = format!("\",{}{},\"", "[".repeat(half), "]".repeat(half));
        let second = format!("{second}{}", "x".repeat(64 - second.len()));
        let line = format!("{first}{second}\"{}}}\n", "]".repeat(29));
        let want = read(Kernel::SCALAR, &line, &KEYS, Mode::Checked).0;
        for kernel in passes() {
            let (nodes, times, _) = read(kernel, &line, &KEYS, Mode::Checked);
            assert!(nodes == want, "{kernel} {line}");
            assert_eq!(times, asked, "{kernel} {brackets} {line}");
        }
    }
}

/// How many lines a call notes: as many as begin within its window.
#[test]
fn how_far_a_call_goes() {
    for line in ["{\"type\":1}\n", "oops oops!\n", "{\"a\":1  ]}\n", "          \n"] {
        assert_eq!(line.len(), 11);
        let batch = line.repeat(2000);
        for kernel in Kernel::every() {
            for (window, want) in [(1, 1), (11, 1), (12, 2), (22, 2), (23, 3), (220, 20), (usize::MAX, 2000)]
            {
                for from in [0, 32, 1000, 1999] {
                    let mut nodes = vec![Node::EMPTY; 20_000];
                    let options = (&KEYS, Mode::Checked);
                    let used = kernel.fill(batch.as_bytes(), 11 * from, window, options, &mut nodes, None);
                    let want = want.min(2000 - from);
                    assert_eq!(count(&nodes[..used]), want, "{kernel} {window} {from} {line}");
                }
            }
        }
    }
}

/// How many lines go onto a tape, and of how many of them the definition is asked: of three that are alike, a sound one (a head and three
/// notes), one that masks tell, one whose brackets do not match.
#[test]
fn how_much_goes_onto_a_tape() {
    let batches = ["{\"type\":1}\n", "oops\n", "{\"a\":1]\n"].map(|line| line.repeat(2000));
    for (tape, want) in [
        // Too small for a pass. The last line is read in vain.
        (191, [(47, 48), (191, 192), (191, 192)]),
        // Where a block may have no room, none is begun.
        (192, [(34, 0), (126, 0), (128, 128)]),
        (193, [(34, 0), (127, 0), (128, 128)]),
        (256, [(48, 0), (190, 0), (192, 192)]),
        // Three quarters are full.
        (400, [(75, 0), (300, 0), (300, 300)]),
        (401, [(76, 0), (301, 0), (301, 301)]),
        (404, [(76, 0), (303, 0), (303, 303)]),
        (1000, [(188, 0), (750, 0), (750, 750)]),
    ] {
        for kernel in passes() {
            for (batch, want) in batches.iter().zip(want) {
                let mut nodes = vec![Node::EMPTY; tape];
                ASKED.set(0);
                let options = (&KEYS, Mode::Checked);
                let used = kernel.fill(batch.as_bytes(), 0, usize::MAX, options, &mut nodes, None);
                assert_eq!((count(&nodes[..used]), ASKED.get()), want, "{kernel} {tape} {}", &batch[..9]);
            }
        }
    }
}

/// Lines of a tape, by their heads.
pub(in crate::kernel) fn count(nodes: &[Node]) -> usize {
    let (mut lines, mut at) = (0, 0);
    while let Some(head) = nodes.get(at) {
        at += 1 + head.notes();
        lines += 1;
    }
    lines
}

/// Eight blocks at once pay for inputs of 8 KB and more, and never for one line.
#[test]
fn which_pass() {
    let batch = "{\"type\":1}\n".repeat(2000);
    for kernel in Kernel::all() {
        for (from, bytes, window, wide) in [
            (0, 8191, usize::MAX, 0),
            (0, 8192, usize::MAX, 1),
            (0, 8193, usize::MAX, 1),
            (11, 8192, usize::MAX, 0),
            (11, 8203, usize::MAX, 1),
            (0, 22_000, 2, 1),
            (0, 22_000, 1, 0),
            (0, 100, 1, 0),
        ] {
            let mut nodes = vec![Node::EMPTY; 20_000];
            WIDE.set(0);
            kernel.fill(&batch.as_bytes()[..bytes], from, window, (&KEYS, Mode::Checked), &mut nodes, None);
            let want = if kernel.name() == "avx512" { wide } else { 0 };
            assert_eq!(WIDE.get(), want, "{kernel} {from} {bytes} {window}");
        }
    }
    // Each alone, for tests: whatever the length.
    let alone: Vec<usize> = Kernel::every()
        .skip(Kernel::all().count())
        .map(|kernel| {
            WIDE.set(0);
            for window in [1, usize::MAX] {
                let mut nodes = vec![Node::EMPTY; 20_000];
                kernel.fill(batch.as_bytes(), 0, window, (&KEYS, Mode::Checked), &mut nodes, None);
                kernel.fill(&batch.as_bytes()[..100], 0, window, (&KEYS, Mode::Checked), &mut nodes, None);
            }
            WIDE.get()
        })
        .collect();
    assert!(alone.is_empty() || alone == [4, 0], "{alone:?}");
}

/// There is a kernel where the processor has what its pass is mostly made of.
#[cfg(target_arch = "x86_64")]
#[test]
fn kernels_that_there_are() {
    let has = [
        ("avx2", std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("bmi2")),
        ("avx512", std::is_x86_feature_detected!("avx512vbmi2") && std::is_x86_feature_detected!("avx512bw")),
        ("neon", false),
        ("scalar", true),
    ];
    for (name, is_there) in has {
        assert_eq!(Kernel::named(name).is_some(), is_there, "{name}");
    }
}
