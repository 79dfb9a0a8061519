//! Files that change, fail or are none, and a system that is short of everything.

use super::*;
use crate::{INIT, runlex};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

const READING: [&str; 5] = ["check", "ls", "stats", "tools", "cat"];

/// B1: a file is cut short at any moment of a scan, or of an index run: nothing is killed, what is wrong is named, and the index is
/// whole.
#[test]
fn b1_truncation_during_a_scan() {
    b1(10);
}

#[test]
#[ignore = "minutes"]
fn b1_truncation_during_a_scan_long() {
    b1(200);
}

fn b1(rounds: usize) {
    let mut dice = Dice(1);
    let place = Place::new();
    let text = run_of("1").repeat(3_000);
    let mut failed = 0;
    for round in 0..rounds {
        place.write("a.jsonl", &text);
        place.write("b.jsonl", run_of("2"));
        let mut command = command();
        match round % 2 {
            0 => command.args(place.update()),
            _ => command.arg(READING[round / 2 % READING.len()]).arg(&place.runs),
        };
        // `cat` must not wait for who reads it.
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program runs");
        std::thread::sleep(Duration::from_micros(dice.below(40_000) as u64));
        let file = fs::File::options().write(true).open(place.path("a.jsonl")).expect("a file");
        file.set_len(dice.below(text.len()) as u64).expect("shorter");
        let ran = ended(child);
        match ran.status {
            // Before it was opened: a line is cut, which `check` tells.
            Some(0 | 3) => {}
            Some(4) => {
                failed += 1;
                assert!(ran.err.contains("became shorter") && ran.err.contains("a.jsonl"), "{}", ran.err);
            }
            other => panic!("{other:?}: {}", ran.err),
        }
        if round % 2 == 0 {
            place.assert_whole();
        }
    }
    place.assert_mends();
    assert!(failed > 0 || rounds < 100, "no truncation was ever met");
}

/// The ids of all calls, sorted.
fn calls(place: &Place) -> Vec<String> {
    let (out, _) = said(&["tools", "--calls", "-o", "json"], ["--index".as_ref(), place.index.as_os_str()]);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    let calls = document["calls"].as_array().expect("a list").iter();
    let mut ids: Vec<String> = calls.map(|call| call["id"].as_str().expect("an id").to_owned()).collect();
    ids.sort();
    ids
}

/// B2: somebody writes on, in pieces that end anywhere, while the index is brought up to date again and again: each event is in it
/// once, and none is torn.
#[test]
fn b2_append_while_the_index_is_updated() {
    let place = Place::new();
    let text: String = (0..300).map(|run| run_of(&format!("{run:04}"))).collect();
    place.write("a.jsonl", "");
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (mut dice, mut rest) = (Dice(2), text.as_bytes());
            while !rest.is_empty() {
                let (piece, behind) = rest.split_at((1 + dice.below(400)).min(rest.len()));
                place.append("a.jsonl", piece);
                rest = behind;
                std::thread::sleep(Duration::from_millis(3));
            }
            is_done.store(true, Ordering::Release);
        });
        let mut before = 0;
        loop {
            // Asked before the update, so that the last one sees all.
            let is_last = is_done.load(Ordering::Acquire);
            let ran = place.updated();
            assert_eq!(ran.status, Some(0), "{}", ran.err);
            let ids = calls(&place);
            // From the first on, each once.
            let want: Vec<String> = (0..ids.len()).map(|run| format!("c-{run:04}")).collect();
            assert_eq!(ids, want);
            assert!(ids.len() >= before);
            before = ids.len();
            if is_last {
                assert_eq!(ids.len(), 300);
                break;
            }
        }
    });
    place.assert_mends();
}

/// B3: logs are rotated, by a new name and by a copy with the old one emptied, with updates in between.
#[test]
fn b3_rotation() {
    for is_copied in [false, true] {
        let place = Place::new();
        let mut dice = Dice(3);
        for round in 0..8 {
            place.append("a.jsonl", run_of(&format!("{round}a")));
            if dice.below(2) == 0 {
                tick();
            }
            assert_eq!(place.updated().status, Some(0));
            place.append("a.jsonl", run_of(&format!("{round}b")));
            let (now, then) = (place.path("a.jsonl"), place.path(format!("a.{round}.jsonl")));
            if is_copied {
                fs::copy(&now, then).expect("a copy");
                fs::File::options().write(true).open(&now).and_then(|file| file.set_len(0)).expect("empty");
            } else {
                fs::rename(now, then).expect("renamed");
            }
            // The next is perhaps longer than the last one was.
            for run in 0..dice.below(3) {
                place.append("a.jsonl", run_of(&format!("{round}c{run}")));
            }
            let ran = place.updated();
            assert_eq!(ran.status, Some(0), "{}", ran.err);
            assert!(place.indexed() == place.direct(), "round {round}, copied: {is_copied}");
        }
        let ids: BTreeSet<String> = calls(&place).into_iter().collect();
        assert!(ids.len() >= 16 && ids.len() == calls(&place).len());
    }
}

/// B4: files go away between being found and being opened: named, and all others are read.
#[test]
fn b4_a_deleter_during_the_walk() {
    let place = Place::new();
    for verb in ["index", "check", "stats", "cat"] {
        for file in 0..600 {
            place.write(format!("{file:03}.jsonl"), INIT);
        }
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for file in (0..600).step_by(2) {
                    fs::remove_file(place.path(format!("{file:03}.jsonl"))).expect("removed");
                }
            });
            let mut command = command();
            match verb {
                "index" => command.args(place.update()),
                verb => command.arg(verb).arg(&place.runs),
            };
            let ran = ended(spawned(&mut command));
            assert!(matches!(ran.status, Some(0 | 4)), "{verb}: {:?}: {}", ran.status, ran.err);
            assert_eq!(ran.err.is_empty(), ran.status == Some(0), "{}", ran.err);
            for line in ran.err.lines() {
                assert!(line.contains(".jsonl: ") && line.contains("No such file"), "{verb}: {line}");
            }
        });
    }
    place.assert_mends();
    assert_eq!(
        said(&["check"], [&place.runs]).0.lines().last().map(|line| line.starts_with("300 files")),
        Some(true)
    );
}

fn three() -> Place {
    let place = Place::new();
    place.write("a.jsonl", run_of("1"));
    place.write("b.jsonl", run_of("2").repeat(3_000));
    place.write("c.jsonl", run_of("3"));
    place
}

/// B5: a file that gives EIO from its Nth read on fails by name, and the others are read; the index is without it, says so, and has
/// it when it can be read again.
#[test]
fn b5_eio() {
    if !has_strace() {
        return;
    }
    let place = three();
    let file = place.path("b.jsonl");
    for when in ["1+", "2", "2+", "3+"] {
        let inject = format!("pread64,read:error=EIO:when={when}");
        for verb in READING {
            let ran = ran(strace(&inject, Some(&file))
                .args([verb, "--threads", "1"].iter().take(if verb == "cat" { 1 } else { 3 }))
                .arg(&place.runs));
            assert_eq!(ran.status, Some(4), "{verb}, {when}: {}", ran.err);
            assert!(
                ran.err.contains("b.jsonl") && ran.err.contains("Input/output error"),
                "{verb}: {}",
                ran.err
            );
            assert_eq!(
                ran.err.lines().filter(|line| line.contains("error")).count(),
                1,
                "{verb}: {}",
                ran.err
            );
            if verb == "ls" {
                assert!(ran.out.contains("T-1") && ran.out.contains("T-3"), "{}", ran.out);
            }
        }
        _ = fs::remove_dir_all(&place.index);
        let ran = ran(strace(&inject, Some(&file)).args(place.update()));
        assert_eq!(ran.status, Some(4), "{when}: {}", ran.err);
        assert!(ran.err.contains("b.jsonl") && ran.err.contains("it is not in the index"), "{}", ran.err);
        place.assert_whole();
        for verb in ["check", "stats", "ls", "tools"] {
            let ran = runlex([verb.as_ref(), "--index".as_ref(), place.index.as_os_str()]);
            assert_eq!(ran.status, Some(4), "{verb}");
            assert!(
                ran.err.contains("b.jsonl") && ran.err.contains("Input/output error"),
                "{verb}: {}",
                ran.err
            );
            assert!(!ran.out.contains("T-2"), "{verb}: {}", ran.out);
        }
    }
    place.assert_mends();
}

/// B5: calls that are interrupted are made again, and nobody sees it.
#[test]
fn b5_eintr() {
    if !has_strace() {
        return;
    }
    let place = three();
    let file = place.path("b.jsonl");
    let want = place.direct();
    let inject = "pread64,read,openat:error=EINTR:when=1+2";
    for (args, want) in ANSWERS.iter().zip(&want) {
        let mut command = strace(inject, Some(&file));
        let ran = ran(command.args(*args).arg(&place.runs));
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{args:?}");
        assert!(ran.out.starts_with(&want.0), "{args:?}");
    }
    let made = ran(strace(inject, Some(&file)).args(place.update()));
    assert_eq!(made.status, Some(0), "{}", made.err);
    assert!(place.indexed() == want);
    let inject = "pread64,read,openat,write:error=EINTR:when=1+2";
    for name in ["manifest.json", "state-00000001.bin", "tool_calls-00000001.parquet"] {
        for (args, want) in ANSWERS.iter().zip(&want) {
            let mut command = strace(inject, Some(&place.index.join(name)));
            let ran = ran(command.args(*args).arg("--index").arg(&place.index));
            assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{name}, {args:?}");
            assert!(ran.out.starts_with(&want.0), "{name}, {args:?}");
        }
    }
}

/// B5, B9: where a file of the index cannot be read, or opened, it is named.
#[test]
fn b5_the_index_cannot_be_read() {
    if !has_strace() {
        return;
    }
    let place = three();
    place.assert_mends();
    for name in ["manifest.json", "state-00000001.bin"] {
        for (inject, told) in [
            ("pread64,read:error=EIO:when=1+", "Input/output error"),
            ("openat:error=EMFILE", "Too many open files"),
            ("openat:error=EACCES", "Permission denied"),
        ] {
            let mut command = strace(inject, Some(&place.index.join(name)));
            let ran = ran(command.args(["check", "--index"]).arg(&place.index));
            assert_eq!((ran.status, ran.out.as_str()), (Some(4), ""), "{name}, {inject}");
            assert!(ran.err.contains(name) && ran.err.contains(told), "{inject}: {}", ran.err);
        }
    }
}

/// B6: what is no file is passed over in folders, and never waited for; named to the index it is an error with a name.
#[cfg(unix)]
#[test]
fn b6_pipes_sockets_and_files_of_the_system() {
    let place = Place::new();
    place.write("a.jsonl", INIT);
    let pipe = place.path("pipe.jsonl");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let _socket = std::os::unix::net::UnixListener::bind(place.path("socket.jsonl")).expect("a socket");
    for args in [&["check"][..], &["ls"], &["stats"], &["tools"], &["cat"]] {
        let ran = ended(spawned(command().args(args).arg(&place.runs)));
        assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.err);
        assert_eq!(ran.err, "runlex: left out: 2 special files (read if named)\n", "{args:?}");
    }
    let made = ended(spawned(command().args(place.update())));
    assert_eq!(made.status, Some(0), "{}", made.err);
    assert_eq!(made.err, "runlex: left out: 2 special files (read if named)\n");
    let mut named = vec![pipe.as_path(), Path::new("/dev/null")];
    if Path::new("/proc/self/status").exists() {
        named.push(Path::new("/proc/self/status"));
    }
    for path in named {
        let to = place.folder.path().join("named");
        let made = ended(spawned(command().arg("index").arg(&place.runs).arg(path).arg("--to").arg(&to)));
        assert_eq!(made.status, Some(4), "{}: {}", path.display(), made.err);
        let told = format!("{}: ", path.display());
        assert!(made.err.contains(&told) && made.err.contains("it is not in the index"), "{}", made.err);
        let asked = runlex(["stats".as_ref(), "--index".as_ref(), to.as_os_str()]);
        assert!(asked.status == Some(4) && asked.err.contains(&told), "{}", asked.err);
        fs::remove_dir_all(to).expect("removed");
    }
    if Path::new("/proc/self/status").exists() {
        let ran = ended(spawned(command().args(["check", "/proc/self/status"])));
        assert_eq!(ran.status, Some(3), "it is read, and is no JSON: {}", ran.err);
    }
}

/// B7: links that lead round, and two names of one file: the index has what is there once, as a scan does.
#[cfg(unix)]
#[test]
fn b7_links() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    place.write("b.jsonl", run_of("1"));
    fs::create_dir(place.path("sub")).expect("a folder");
    symlink(&place.runs, place.path("sub/loop")).expect("a link");
    symlink("../b.jsonl", place.path("sub/link.jsonl")).expect("a link");
    symlink("nowhere", place.path("broken.jsonl")).expect("a link");
    fs::hard_link(place.path("b.jsonl"), place.path("c.jsonl")).expect("a second name");
    place.assert_mends();
    assert_eq!(calls(&place).len(), 1);
    // The name under which it was known goes away.
    fs::remove_file(place.path("b.jsonl")).expect("removed");
    place.assert_mends();
    assert_eq!(calls(&place).len(), 1);
}

/// B8: what may not be read is named, and the rest is read; what the index had of a folder that is closed now stays.
#[cfg(unix)]
#[test]
fn b8_permission_denied() {
    use std::os::unix::fs::PermissionsExt;
    let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    if !has(&nobody) || !under(&nobody).arg("--version").output().is_ok_and(|output| output.status.success())
    {
        skipped("nobody may not run the program here");
        return;
    }
    let place = Place::new();
    let set =
        |path: &Path, mode| fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("permissions");
    set(place.folder.path(), 0o755);
    let out = place.folder.path().join("out");
    fs::create_dir(&out).expect("a folder");
    set(&out, 0o777);
    let to = out.join("index");
    place.write("a.jsonl", run_of("1"));
    place.write("b.jsonl", run_of("2"));
    fs::create_dir(place.path("sub")).expect("a folder");
    place.write("sub/c.jsonl", run_of("3"));
    // Else their times would not tell later changes, and they were read again.
    tick();
    let update = || ran(under(&nobody).arg("index").arg(&place.runs).arg("--to").arg(&to));
    let asked = || ran(under(&nobody).args(["ls", "-o", "csv", "--index"]).arg(&to));
    assert_eq!(update().status, Some(0), "{}", update().err);
    let all = asked();
    assert_eq!((all.status, all.out.lines().count()), (Some(0), 4), "{}", all.err);

    set(&place.path("sub"), 0o000);
    let closed = update();
    assert_eq!(closed.status, Some(4));
    assert!(
        closed.err.contains("sub: not searched: Permission denied") && closed.err.contains("stays"),
        "{}",
        closed.err
    );
    assert_eq!(asked().out, all.out);

    set(&place.path("b.jsonl"), 0o000);
    let closed = update();
    assert_eq!(closed.status, Some(4));
    // Not written to since, so nobody has to read it.
    assert!(!closed.out.contains("1 read"), "{}", closed.out);
    place.append("b.jsonl", INIT);
    let closed = update();
    assert!(closed.err.contains("b.jsonl: Permission denied"), "{}", closed.err);
    let asked_now = asked();
    assert!(
        asked_now.status == Some(4) && asked_now.err.contains("b.jsonl: Permission denied"),
        "{}",
        asked_now.err
    );
    assert!(!asked_now.out.contains("T-2") && asked_now.out.contains("T-3"), "{}", asked_now.out);
    for verb in READING {
        let ran = ran(under(&nobody).arg(verb).arg(&place.runs));
        assert_eq!(ran.status, Some(4), "{verb}");
        assert!(
            ran.err.contains("b.jsonl: Permission denied") && ran.err.contains("sub: not searched"),
            "{}",
            ran.err
        );
    }
    // Somebody else's index is no business of theirs.
    assert_eq!(place.updated().status, Some(0));
    let other = ran(under(&nobody).args(["stats", "--index"]).arg(&place.index));
    assert!(other.status == Some(4) && other.err.contains("Permission denied"), "{}", other.err);
    set(&place.path("sub"), 0o755);
    set(&place.path("b.jsonl"), 0o644);
    assert_eq!(update().status, Some(0));
    assert_eq!(asked().out.lines().count(), 5);
}

/// B9: more files, more threads and more segments than files may be open.
#[test]
fn b9_too_many_open_files() {
    let limit = ["prlimit", "--nofile=24"];
    if !has(&limit) {
        return;
    }
    let place = Place::new();
    for round in 0..12 {
        for file in 0..25 {
            place.write(format!("{round:02}-{file:02}.jsonl"), run_of(&format!("{round}-{file}")));
        }
        let ran = ran(under(&limit).args(place.update()).args(["--threads", "8"]));
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    }
    for args in [
        &["check"][..],
        &["tools"],
        &["ls"],
        &["stats"],
        &["cat", "--session", "T-0-0"],
        &["index", "verify"],
        &["index", "compact"],
    ] {
        let mut command = under(&limit);
        command.args(args);
        if args[0] != "index" {
            command.arg("--index");
        }
        let ran = ran(command.arg(&place.index));
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{args:?}");
    }
    let ran = ran(under(&limit).args(["stats", "--threads", "8"]).arg(&place.runs));
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert!(place.indexed() == place.direct());
}

/// B9: no file is left to open one with: named.
#[test]
fn b9_emfile() {
    if !has_strace() {
        return;
    }
    let place = three();
    let file = place.path("b.jsonl");
    for verb in READING {
        let ran = ran(strace("openat:error=EMFILE", Some(&file)).arg(verb).arg(&place.runs));
        assert_eq!(ran.status, Some(4), "{verb}");
        assert!(ran.err.contains("b.jsonl: Too many open files"), "{verb}: {}", ran.err);
    }
    let ran = ran(strace("openat:error=EMFILE", Some(&file)).args(place.update()));
    assert!(ran.status == Some(4) && ran.err.contains("b.jsonl: Too many open files"), "{}", ran.err);
    place.assert_mends();
}

/// B10, D12: names with a newline, an escape sequence, bytes that are no UTF-8: the same file again from the index, and nothing of
/// it on a terminal.
#[cfg(target_os = "linux")]
#[test]
fn b10_odd_names() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    let names: [&[u8]; 6] = [
        b"\xff.jsonl",
        b"\xfe\xfe.jsonl",
        b"a\nb.jsonl",
        b"\x1b[2J.jsonl",
        b"'\"\\.jsonl",
        "\u{202e}é.jsonl".as_bytes(),
    ];
    for (number, name) in names.iter().enumerate() {
        place.write(OsStr::from_bytes(name), run_of(&number.to_string()));
    }
    place.assert_mends();
    for args in [
        &["check", "-o", "json"][..],
        &["ls", "-o", "json"],
        &["tools", "--calls", "-o", "json"],
        &["stats", "--by", "file", "-o", "json"],
    ] {
        let ran = runlex(args.iter().map(OsStr::new).chain(["--index".as_ref(), place.index.as_os_str()]));
        assert_eq!(ran.json().as_object().map(serde_json::Map::is_empty), Some(false), "{args:?}");
        assert_eq!(ran.out.lines().count(), 1, "{args:?}");
    }
    for id in 0..names.len() {
        let args = ["cat", "--session", &format!("T-{id}")];
        let want = said(&args, [&place.runs]);
        assert!(!want.0.is_empty());
        assert_eq!(said(&args, ["--index".as_ref(), place.index.as_os_str()]), want);
    }
    // The very bytes.
    let json = |name: &str| -> Value {
        serde_json::from_slice(&fs::read(place.index.join(name)).expect("a file")).expect("JSON")
    };
    let manifest = json("manifest.json");
    let paths: BTreeSet<Vec<u8>> = json(manifest["sources"]["name"].as_str().expect("a name"))
        .as_array()
        .expect("a list")
        .iter()
        .map(|source| match &source["path"] {
            Value::String(text) => text.clone().into_bytes(),
            other => {
                let hex = other["hex"].as_str().expect("hexadecimal").as_bytes();
                hex.chunks(2)
                    .map(|pair| {
                        u8::from_str_radix(std::str::from_utf8(pair).expect("digits"), 16).expect("a byte")
                    })
                    .collect()
            }
        })
        .collect();
    let want: BTreeSet<Vec<u8>> = names
        .iter()
        .map(|name| place.path(OsStr::from_bytes(name)).as_os_str().as_bytes().to_vec())
        .collect();
    assert_eq!(paths, want);
    // In messages too. What is packed and cut off fails.
    for name in names {
        place.write(OsStr::from_bytes(name), b"\x1f\x8b\x08\0");
    }
    let made = place.updated();
    let asked = runlex(["check".as_ref(), "--index".as_ref(), place.index.as_os_str()]);
    for ran in [made, asked] {
        assert_eq!(ran.status, Some(4));
        assert!(!ran.err.contains(['\u{1b}', '\u{202e}']) && !ran.out.contains('\u{1b}'), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), names.len(), "{}", ran.err);
    }
    // A folder of the index with such a name.
    let odd = place.folder.path().join(OsStr::from_bytes(b"\x1b[2J\xff\n"));
    place.write("sound.jsonl", INIT);
    let made = index(&[place.path("sound.jsonl")], &odd);
    assert_eq!(made.status, Some(0), "{}", made.err);
    assert!(!made.out.contains('\u{1b}') && made.out.lines().count() == 1, "{}", made.out);
    let verified = runlex(["index".as_ref(), "verify".as_ref(), odd.as_os_str()]);
    assert_eq!((verified.status, verified.out.lines().count()), (Some(0), 1), "{}", verified.err);
}

/// B11, D9: times in the future, before 1970, and set back after a change that keeps the size: the content counts.
#[test]
fn b11_d9_times_that_lie() {
    use std::time::SystemTime;
    let place = Place::new();
    let set = |name: &str, time: SystemTime| {
        let file = fs::File::options().write(true).open(place.path(name)).expect("a file");
        file.set_modified(time).expect("a time");
    };
    let far = SystemTime::now() + Duration::from_secs(400 * 24 * 3600);
    let long_ago = SystemTime::UNIX_EPOCH - Duration::from_secs(1_000);
    for time in [far, long_ago, SystemTime::now()] {
        place.write("a.jsonl", run_of("1"));
        place.write("b.jsonl", run_of("2"));
        set("a.jsonl", time);
        place.assert_mends();
        tick();
        place.assert_mends();
        // As many bytes, the same time.
        place.write("a.jsonl", run_of("3"));
        set("a.jsonl", time);
        place.assert_mends();
        tick();
        place.append("a.jsonl", run_of("4"));
        set("a.jsonl", time);
        place.assert_mends();
    }
}

/// D9: written to so soon after it was read that its times do not tell.
#[test]
fn d9_within_a_tick_of_the_clock() {
    let place = Place::new();
    for round in 0..30 {
        place.write("a.jsonl", run_of(&format!("{}", round % 10)));
        assert_eq!(place.updated().status, Some(0));
        assert_eq!(calls(&place), [format!("c-{}", round % 10)]);
    }
}

/// B12: with little memory the program may fail, and says so; it gives no other answers, and an index stays whole.
#[test]
fn b12_memory_short() {
    if !has(&["prlimit", "--as=1000000000"]) {
        return;
    }
    let place = Place::new();
    for file in 0..4 {
        let runs: String = (0..100).map(|run| run_of(&format!("{file}-{run}"))).collect();
        place.write(format!("{file}.jsonl"), runs);
    }
    let mut fine = 0;
    for mega in [50, 80, 200, 1_000] {
        let limit = format!("--as={}", mega * 1_000_000);
        let outer = ["prlimit", &limit];
        // Too little to begin with.
        if !under(&outer).arg("--version").output().is_ok_and(|output| output.status.success()) {
            continue;
        }
        place.append("0.jsonl", run_of(&format!("more-{mega}")));
        let output = under(&outer).args(place.update()).output().expect("the program runs");
        assert!(output.status.success() || !output.stderr.is_empty(), "{mega} MB: {:?}", output.status);
        let verified = place.verified();
        assert!(
            verified.status == Some(0) || verified.err.contains("no index is here"),
            "{mega} MB: {}",
            verified.err
        );
        place.assert_mends();
        let want = place.direct();
        for (args, want) in ANSWERS.iter().zip(&want) {
            for source in [&[place.runs.as_os_str()][..], &["--index".as_ref(), place.index.as_os_str()]] {
                let output = under(&outer).args(*args).args(source).output().expect("the program runs");
                if output.status.success() {
                    fine += 1;
                    assert!(output.stdout.starts_with(want.0.as_bytes()), "{args:?} in {mega} MB");
                } else {
                    assert!(!output.stderr.is_empty(), "{args:?} in {mega} MB: {:?}", output.status);
                }
            }
        }
    }
    assert!(fine >= 4, "{fine}");
}

/// A19: an event behind 5 GiB of a hole: its place is right, from the file and from the index.
#[test]
#[ignore = "gigabytes"]
fn a19_beyond_4_gib() {
    let place = Place::new();
    let file = fs::File::create(place.path("a.jsonl")).expect("a file");
    file.set_len(5 << 30).expect("a hole");
    place.append("a.jsonl", format!("\n{}", run_of("1")));
    tick();
    let ran = place.updated();
    assert_eq!(ran.status, Some(0), "{}", ran.err);
    place.assert_whole();
    for source in [&[place.runs.as_os_str()][..], &["--index".as_ref(), place.index.as_os_str()]] {
        let calls = runlex(
            ["tools", "--calls", "-o", "json"].map(OsStr::new).into_iter().chain(source.iter().copied()),
        )
        .json();
        let offset = (5_u64 << 30) + 1 + run_of("1").find('\n').expect("a line") as u64 + 1;
        assert_eq!((&calls["calls"][0]["offset"], &calls["calls"][0]["line"]), (&offset.into(), &3.into()));
        let check =
            runlex(["check", "-o", "json"].map(OsStr::new).into_iter().chain(source.iter().copied())).json();
        assert_eq!(check["files"][0]["lines"], 5);
    }
    // Read on, and only the session's run of it.
    tick();
    place.append("a.jsonl", run_of("2"));
    let ran = place.updated();
    assert!(ran.out.contains("1 read on"), "{}", ran.out);
    let cat = said(&["cat", "--session", "T-2"], ["--index".as_ref(), place.index.as_os_str()]);
    assert_eq!(cat, said(&["cat", "--session", "T-2"], [&place.runs]));
}
