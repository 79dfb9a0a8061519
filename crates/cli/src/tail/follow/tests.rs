//! Files that are written to between looks: the scripts of the corpus, and scripts by chance.

use super::{Follow, Turn};
use runlex::{Reader, What};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What was seen of a file up to now.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    events: u64,
    faults: Vec<String>,
    turns: Vec<Turn>,
}

struct Script {
    _folder: tempfile::TempDir,
    path: PathBuf,
    reader: Reader<Follow>,
    /// The events that were seen.
    lines: Vec<u8>,
}

fn append(path: &Path, bytes: &[u8]) {
    let mut file = File::options().append(true).create(true).open(path).expect("a file");
    file.write_all(bytes).expect("written");
}

impl Script {
    fn new() -> Script {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.jsonl");
        append(&path, b"");
        let file = File::open(&path).expect("a file");
        let follow = Follow::new(&path, file, 0, Duration::ZERO).expect("a start");
        Script { _folder: folder, path, reader: Reader::new(follow), lines: Vec::new() }
    }

    /// Everything there is until now. The second look is the one that leaves a file behind.
    fn look(&mut self) -> Seen {
        self.looks(2)
    }

    /// So many looks at which nothing came.
    fn looks(&mut self, most: u32) -> Seen {
        let (mut seen, mut quiet) = (Seen::default(), 0);
        while quiet < most {
            match self.reader.next() {
                Ok(Some(record)) => match record.what {
                    What::Event(_) => {
                        seen.events += 1;
                        self.lines.extend_from_slice(record.line.content());
                        self.lines.push(b'\n');
                    }
                    What::Fault(fault) => seen.faults.push(format!("{} @{}", fault.kind, fault.at)),
                    What::Blank => {}
                },
                Ok(None) => {
                    let file = File::open(&self.path).expect("a file");
                    let spare = Follow::new(&self.path, file, 0, Duration::ZERO).expect("a start");
                    let mut follow = std::mem::replace(&mut self.reader, Reader::new(spare)).into_inner();
                    seen.turns.push(follow.turn().expect("another stream"));
                    self.reader = Reader::new(follow);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    quiet += 1;
                    continue;
                }
                Err(error) => panic!("{error}"),
            }
            quiet = 0;
        }
        seen
    }

    fn play(&mut self, step: &Value) {
        let bytes = |name: &str| -> Vec<u8> {
            let hex = step[name].as_str().expect("hex");
            let pair = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex");
            (0..hex.len()).step_by(2).map(pair).collect()
        };
        match step["op"].as_str().expect("an operation") {
            "append" => append(&self.path, &bytes("hex")),
            "append_repeat" => {
                append(&self.path, &bytes("hex").repeat(step["times"].as_u64().expect("a number") as usize));
            }
            "truncate" => {
                let file = File::options().write(true).open(&self.path).expect("a file");
                file.set_len(step["size"].as_u64().expect("a size")).expect("cut");
            }
            "rotate" => {
                let old = self.path.with_extension("1");
                fs::rename(&self.path, &old).expect("renamed");
                append(&old, &bytes("late_old_hex"));
                append(&self.path, &bytes("new_hex"));
            }
            other => panic!("{other}"),
        }
    }
}

/// Those of the corpus. That no more will come is nothing that a file tells, so their last step is for pipes.
#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/cases");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.display().to_string();
        if !name.ends_with(".steps.json") {
            continue;
        }
        count += 1;
        let case: Value = serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
        let mut script = Script::new();
        let mut all = Seen::default();
        for step in case["steps"].as_array().expect("steps") {
            if step["op"] == "close" {
                continue;
            }
            script.play(step);
            let seen = script.look();
            all.turns.extend(&seen.turns);
            if let Some(expect) = step.get("expect") {
                let faults: Vec<_> = seen.faults.iter().map(|fault| Value::from(fault.as_str())).collect();
                assert_eq!(expect["new_events"], seen.events, "{name} {step}");
                assert_eq!(expect["new_faults"], Value::from(faults), "{name} {step}");
                assert_eq!(expect["committed_offset"], script.reader.at().offset, "{name} {step}");
                assert_eq!(expect["pending_bytes"], script.reader.buffered().len(), "{name} {step}");
            }
            all.events = seen.events;
        }
        // What is left is read, and it is told that it is less.
        if case["kind"] == "map-shrink" {
            assert_eq!((all.events, &*all.turns), (100, &[Turn::Cut][..]), "{name}");
        }
    }
    assert!(count >= 3, "{count}");
}

const ONE: &[u8] = b"{\"a\":1}\n";

fn seen(events: u64, turns: &[Turn]) -> Seen {
    Seen { events, faults: Vec::new(), turns: turns.to_vec() }
}

#[test]
fn removed_and_made_anew() {
    let mut script = Script::new();
    append(&script.path, ONE);
    assert_eq!(script.look(), seen(1, &[]));
    let mut old = File::options().append(true).open(&script.path).expect("a file");
    fs::remove_file(&script.path).expect("removed");
    assert_eq!(script.look(), seen(0, &[]));
    // Who writes to it still does.
    old.write_all(ONE).expect("written");
    assert_eq!(script.look(), seen(1, &[]));
    append(&script.path, &ONE.repeat(3));
    assert_eq!(script.look(), seen(3, &[Turn::Replaced]));
    append(&script.path, ONE);
    assert_eq!(script.look(), seen(1, &[]));
}

/// What was held back ends with its file.
#[test]
fn replaced_in_the_middle_of_a_line() {
    let mut script = Script::new();
    append(&script.path, b"{\"a\":1}\n{\"a\"");
    assert_eq!(script.look(), seen(1, &[]));
    let new = script.path.with_extension("new");
    append(&new, ONE);
    fs::rename(&new, &script.path).expect("renamed");
    let want = Seen { events: 1, faults: vec!["truncated @12".to_owned()], turns: vec![Turn::Replaced] };
    assert_eq!(script.look(), want);
}

/// Copied and cut: to nothing, and by the next look it has fewer bytes, as many, or more.
#[test]
fn cut_and_written_anew() {
    for more in [0, 1, 2, 3, 50, 5000] {
        let mut script = Script::new();
        append(&script.path, &ONE.repeat(2));
        assert_eq!(script.look(), seen(2, &[]));
        // The clock of the file system moves in steps.
        std::thread::sleep(Duration::from_millis(20));
        fs::write(&script.path, b"{\"b\":1}\n".repeat(more)).expect("written");
        assert_eq!(script.look(), seen(more as u64, &[Turn::Cut]), "{more}");
        append(&script.path, ONE);
        assert_eq!(script.look(), seen(1, &[]), "{more}");
    }
}

#[test]
fn byte_by_byte() {
    let mut script = Script::new();
    let stream = ONE.repeat(3);
    let mut events = 0;
    for byte in stream.chunks(1) {
        append(&script.path, byte);
        events += script.look().events;
        let at = script.reader.at().offset;
        assert_eq!(
            at + script.reader.buffered().len() as u64,
            fs::metadata(&script.path).expect("a file").len()
        );
        assert_eq!(at % ONE.len() as u64, 0);
    }
    assert_eq!(events, 3);
}

/// In whatever pieces it comes, however often its file is renamed, and wherever it is looked at: every event once, in order.
#[test]
fn every_event_once() {
    for seed in 1..=40_u64 {
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut next = |most: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % most as u64) as usize
        };
        let mut script = Script::new();
        let (mut written, mut held) = (Vec::new(), Vec::new());
        for number in 0..60 {
            held.extend(format!("{{\"n\":{number},\"of\":\"{}\"}}\n", "x".repeat(next(50))).bytes());
            let piece: Vec<u8> = held.drain(..next(held.len() + 1)).collect();
            append(&script.path, &piece);
            written.extend(piece);
            if next(3) == 0 {
                script.look();
            }
            if next(8) == 0 {
                // Who writes finishes the line in the old file, perhaps when the new one is there.
                let old = script.path.with_extension(number.to_string());
                fs::rename(&script.path, &old).expect("renamed");
                if next(2) == 0 {
                    append(&script.path, b"");
                    script.looks(1);
                }
                append(&old, &held);
                append(&script.path, b"");
                written.append(&mut held);
                script.look();
            }
        }
        append(&script.path, &held);
        written.append(&mut held);
        script.look();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(text(&script.lines), text(&written), "{seed}");
    }
}
