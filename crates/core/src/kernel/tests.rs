//! Every kernel against the definition where a mistake shows in few places: at the edges of blocks and of groups of eight, where one
//! line ends and another begins, and where two things are wrong at once.

use super::Kernel;
use crate::keys::{Keys, Words};
use crate::mode::Mode;
use crate::node::{Node, Verdict};
use std::format;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

const KEYS: Keys = Keys::new(&["type", "needle", "eightful"]);

fn read(
    kernel: Kernel,
    batch: &[u8],
    keys: &Keys,
    mode: Mode,
    memory: Option<&mut super::Memory>,
) -> Vec<Node> {
    let mut nodes = vec![Node::EMPTY; batch.len() + 400];
    let used = kernel.fill(batch, 0, usize::MAX, (keys, mode), &mut nodes, memory);
    nodes.truncate(used);
    nodes
}

/// What is said of each line.
fn verdicts(nodes: &[Node]) -> Vec<Verdict> {
    let (mut said, mut at) = (Vec::new(), 0);
    while let Some(head) = nodes.get(at) {
        said.push(head.verdict());
        at += 1 + head.notes();
    }
    said
}

/// All kernels note the same of a batch, and these verdicts of it.
fn are(batch: &[u8], keys: &Keys, mode: Mode, want: &[Verdict]) {
    let nodes = read(Kernel::SCALAR, batch, keys, mode, None);
    assert_eq!(verdicts(&nodes), want, "{mode:?} {}", batch.escape_ascii());
    for kernel in Kernel::every() {
        assert!(read(kernel, batch, keys, mode, None) == nodes, "{kernel} {mode:?} {}", batch.escape_ascii());
    }
}

/// As many bytes before something as put it into any place of a block, and near the edges of the first groups.
fn places() -> impl Iterator<Item = usize> {
    (0..=130).chain(490..=515).chain(1000..=1030)
}

/// A character cut at the end of a block or group is no less wrong for standing before ASCII alone, or before as many wrong bytes.
#[test]
fn characters_over_an_edge() {
    for before in places() {
        for bytes in [
            &b"\xC3"[..],
            b"\xE5\xAD",
            b"\xF0\x9F\x98",
            b"\xE5\xAD\x97\xFF\xFF\xFF",
            b"\xE5\xAD\x97\x80\x80\x80",
            b"\xE5\xAD\x97\xC3\xA9\xA9",
        ] {
            // The rest of the string: none, less than a block, more than a group.
            for behind in [0, 1, 1100] {
                let line = [b"{\"a\":\"", &vec![b'x'; before][..], bytes, &vec![b'y'; behind], b"\"}\n{}\n"]
                    .concat();
                are(&line, &KEYS, Mode::Checked, &[Verdict::Bad, Verdict::Sound]);
            }
        }
    }
}

/// What is wrong with the end of a line says nothing of the next one.
#[test]
fn characters_over_the_end_of_a_line() {
    for bytes in [&b"\xC3"[..], b"\xE5", b"\xE5\xAD", b"\xF0", b"\xF0\x9F", b"\xF0\x9F\x98"] {
        for before in places() {
            let line = [b"{\"a\":\"", &vec![b'x'; before][..], bytes, b"\n"].concat();
            for next in ["{\"é\":1}", "{}", "{\"a\":\"字\"}"] {
                let batch = [&line, next.as_bytes(), b"\n{\"b\":\"", &vec![b'y'; 700][..], b"\"}\n"].concat();
                are(&batch, &KEYS, Mode::Checked, &[Verdict::Bad, Verdict::Sound, Verdict::Sound]);
            }
        }
    }
}

/// An escape over an edge, with a character before it: neither hides the other.
#[test]
fn escapes_behind_characters() {
    for before in places() {
        for (text, sound) in [
            ("é\\'", false),
            ("éx\\'", false),
            ("éxx\\'", false),
            ("é\\n", true),
            ("éx\\u00e9", true),
            ("é\\\u{1}", false),
            ("\\é", false),
            ("x\\", false),
        ] {
            let line = format!("{{\"a\":\"{}{text}\",\"b\":[]}}\n{{}}\n", "x".repeat(before));
            let first = if sound { Verdict::Sound } else { Verdict::Bad };
            are(line.as_bytes(), &KEYS, Mode::Checked, &[first, Verdict::Sound]);
        }
    }
}

/// A number that leaves a block is looked at to its end.
#[test]
fn numbers_over_an_edge() {
    for before in places() {
        for (word, sound) in [
            ("1234567", true),
            ("1234567x", false),
            ("12345.67", true),
            ("12345.", false),
            ("1e5", true),
            ("1e", false),
            ("10", true),
            ("01", false),
        ] {
            let line = format!("{{\"a\":\"{}\",\"b\":{word}}}\n{{}}\n", "x".repeat(before));
            let first = if sound { Verdict::Sound } else { Verdict::Bad };
            are(line.as_bytes(), &KEYS, Mode::Checked, &[first, Verdict::Sound]);
        }
    }
}

/// Names with a backslash are noted, wherever it is in them, however long they are, and where their colon begins a block.
#[test]
fn escaped_names() {
    for (before, behind) in
        places().map(|n| (n, 0)).chain([(0, 600), (0, 1200), (600, 0), (600, 600), (0, 1700), (1100, 1100)])
    {
        for long in [false, true] {
            let (pad, name) = match long {
                // The name itself is long.
                true => (0, format!("{}\\u0065{}", "n".repeat(before), "n".repeat(behind))),
                false => (before, "needl\\u0065".to_string()),
            };
            let line = format!(
                "{{\"pad\":\"{}\",\"{name}\":7,\"rest\":\"{}\"}}\n",
                "x".repeat(pad),
                "y".repeat(1200)
            );
            are(line.as_bytes(), &KEYS, Mode::Checked, &[Verdict::Sound]);
            are(line.as_bytes(), &KEYS, Mode::Skim, &[Verdict::Sound]);
        }
    }
}

/// Surrogates and what merely looks like one are told apart alike.
#[test]
fn what_looks_like_a_surrogate() {
    for digits in ["d7ff", "d800", "D800", "dfff", "e000", "0900", "f800", "c900"] {
        for before in places() {
            let line = format!("{{\"a\":\"{}\\u{digits}\"}}\n", "x".repeat(before));
            are(line.as_bytes(), &KEYS, Mode::Checked, &[Verdict::Sound]);
            for kernel in Kernel::every() {
                let seen = read(kernel, line.as_bytes(), &KEYS, Mode::Checked, None)[0].surrogate();
                let want = matches!(digits.to_ascii_lowercase().as_str(), "d800" | "dfff");
                assert_eq!(seen, want, "{kernel} {line}");
            }
        }
    }
}

/// A whole object with something beside it is none, whatever that is.
#[test]
fn more_than_an_object() {
    for before in places() {
        let object = format!("{{\"a\":\"{}\"}}", "x".repeat(before));
        for (front, back) in [
            ("7,", ""),
            ("\"a\",", ""),
            (":", ""),
            (",", ""),
            ("\"a\":", ""),
            ("[", "]"),
            ("", "7"),
            ("", ",7"),
            ("", " \"a\""),
            ("", ":"),
            ("", "\\"),
            ("\\", ""),
            ("", "é"),
        ] {
            let batch = format!("{front}{object}{back}\n{{}}\n");
            for mode in [Mode::Checked, Mode::Skim] {
                are(batch.as_bytes(), &KEYS, mode, &[Verdict::Bad, Verdict::Sound]);
            }
        }
        let batch = [object.as_bytes(), b"\xC3\n{}\n"].concat();
        for mode in [Mode::Checked, Mode::Skim] {
            are(&batch, &KEYS, mode, &[Verdict::Bad, Verdict::Sound]);
        }
    }
}

/// The skim lets pass what is no JSON, but for a backslash, and takes for a name what it has to.
#[test]
fn skimmed() {
    for before in places() {
        for (inside, sound) in [
            ("1:2", true),
            (":", true),
            ("\"type\" 1:2", true),
            ("1,\"type\":", true),
            ("type:1", true),
            ("\"type\"::\"needle\"", true),
            ("[:\"needle\"]:1", true),
            ("\\", false),
            ("1\\", false),
            ("\"type\"\\:1", false),
            // What may follow a backslash in a string is no excuse outside.
            ("\\n", false),
            ("1\\/", false),
        ] {
            let batch = format!("{{\"a\":\"{}\",{inside}}}\n{{}}\n", "x".repeat(before));
            let first = if sound { Verdict::Sound } else { Verdict::Bad };
            are(batch.as_bytes(), &KEYS, Mode::Skim, &[first, Verdict::Sound]);
        }
    }
}

/// Names that differ from a declared one in two things that would cancel out.
#[test]
fn names_that_are_nearly_declared() {
    const NEAR: Keys = Keys::new(&["bcdefghi", "abcdefghabcdefgh", "type"]);
    for (name, is_declared) in [
        ("bcdefghi", true),
        // One byte more, and the first of the last eight differs by one: so does the length.
        ("Xccdefghi", false),
        ("Xbcdefghh", false),
        ("bcdefghh", false),
        ("abcdefghabcdefgh", true),
        // Both halves differ by the same.
        ("bbcdefghbbcdefgh", false),
        ("abcdefgiabcdefgi", false),
        ("abcdefghabcdefgi", false),
        ("bbcdefghabcdefgh", false),
        ("type", true),
        ("typd", false),
        ("Xtype", false),
    ] {
        let line = format!("{{\"{name}\":1,\"pad\":\"{}\"}}\n", "x".repeat(1200));
        are(line.as_bytes(), &NEAR, Mode::Checked, &[Verdict::Sound]);
        for kernel in Kernel::every() {
            let nodes = read(kernel, line.as_bytes(), &NEAR, Mode::Checked, None);
            assert_eq!(nodes.len() == 4, is_declared, "{kernel} {name} {}", nodes.len());
        }
    }
    // Both halves differ by the same, in so many ways that some share a slot with the declared one.
    for differ in 0..4096_usize {
        let half: Vec<u8> =
            b"abcdefgh".iter().enumerate().map(|(at, byte)| byte ^ (differ >> (2 * at) & 3) as u8).collect();
        let batch = [b"{\"pad\":\"pad\",\"", &half[..], &half, b"\":1}"].concat();
        let name = batch.len() - 20;
        let (_, other) = NEAR.find(Words::new(&batch), name - 1, name + 16);
        assert_eq!(other == 0, differ == 0, "{}", batch.escape_ascii());
    }
}

/// A shape is no excuse: not for bytes behind the end of the batch, nor for a control byte behind a backslash.
#[test]
fn known_shapes() {
    for text in ["x".to_string(), "x".repeat(40)] {
        let lines = [format!("{{\"a\":\"{text}\"}}\n"), format!("{{\"a\":\"{text}y\"}}\n")];
        for kernel in Kernel::all() {
            let taught = || {
                let mut memory = super::Memory::new();
                for line in &lines {
                    read(kernel, line.as_bytes(), &KEYS, Mode::Checked, Some(&mut memory));
                }
                memory
            };
            for bytes in [&b"\\\x01"[..], b"\\\xFF", b"\xFF", b"\\'", b"\x01"] {
                for before in places() {
                    let line =
                        [b"{\"a\":\"", &vec![b'x'; before][..], bytes, b"\"}\n", &[b' '; 200]].concat();
                    let nodes = read(kernel, &line, &KEYS, Mode::Checked, Some(&mut taught()));
                    assert_eq!(nodes[0].verdict(), Verdict::Bad, "{kernel} {}", line.escape_ascii());
                }
            }
            let whole = &lines[0];
            for end in 1..whole.len() - 1 {
                let nodes = read(kernel, &whole.as_bytes()[..end], &KEYS, Mode::Checked, Some(&mut taught()));
                assert_eq!(verdicts(&nodes), [Verdict::Bad], "{kernel} {}", &whole[..end]);
            }
        }
    }
}

/// An escaped backslash that begins a block, alone in it, and a quote that begins the next.
#[test]
fn string_ends_behind_a_lone_backslash() {
    for before in 0..130 {
        for between in [0, 1, 62, 63, 64, 127] {
            let line: String = format!("{}\\\\{}\"", "x".repeat(before), "y".repeat(between));
            for kernel in Kernel::all() {
                let want = (line.len() - 1, true);
                assert_eq!(kernel.string_end(line.as_bytes(), 0), want, "{kernel} {line}");
                let more = line.clone() + "zzz\"";
                assert_eq!(kernel.string_end(more.as_bytes(), 0), want, "{kernel} {more}");
            }
        }
    }
}
