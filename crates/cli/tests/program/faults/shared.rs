//! D8: several write to an index, and others read it, at once.

use super::*;
use crate::runlex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Eight that write at once: each waits until it can, all succeed, and it is as if one had.
#[test]
fn d8_writers() {
    let place = Place::new();
    for file in 0..8 {
        place.write(format!("{file}.jsonl"), run_of(&file.to_string()).repeat(20));
    }
    let mut waited = 0;
    for round in 0..3 {
        let children: Vec<Child> = (0..8).map(|_| spawned(command().args(place.update()))).collect();
        for child in children {
            let ran = ended(child);
            assert_eq!(ran.status, Some(0), "{}", ran.err);
            for line in ran.err.lines() {
                assert!(line.contains("writes to this index; waiting"), "{}", ran.err);
                waited += 1;
            }
        }
        place.assert_whole();
        assert!(place.indexed() == place.direct(), "round {round}");
        place.append("0.jsonl", run_of(&format!("more-{round}")));
        place.write("new.jsonl", run_of(&format!("new-{round}")));
    }
    assert!(waited > 0, "nobody ever had to wait");
    // Each of them adds another folder: none is lost.
    let folders: Vec<PathBuf> =
        (0..8).map(|number| place.folder.path().join(format!("more{number}"))).collect();
    let children: Vec<Child> = folders
        .iter()
        .map(|folder| {
            fs::create_dir(folder)
                .and_then(|()| fs::write(folder.join("a.jsonl"), run_of(&folder.display().to_string())))
                .expect("a file");
            spawned(command().args(["index", "-q", "--to"]).arg(&place.index).arg(folder))
        })
        .collect();
    for child in children {
        assert_eq!(ended(child).status, Some(0));
    }
    let all = said(&["tools", "-o", "json"], folders.iter().chain([&place.runs]));
    assert!(said(&["tools", "-o", "json"], ["--index".as_ref(), place.index.as_os_str()]) == all);
    let compacted =
        (0..4).map(|_| spawned(command().args(["index", "compact"]).arg(&place.index))).collect::<Vec<_>>();
    assert_eq!(place.updated().status, Some(0));
    assert!(compacted.into_iter().all(|child| ended(child).status == Some(0)));
    place.assert_whole();
    assert!(
        said(&["tools", "-o", "json"], ["--index".as_ref(), place.index.as_os_str()]).0.len() >= all.0.len()
    );
}

/// Who reads needs no lock, and has one state or another, whole, while others write; an update that comes while it reads takes
/// nothing from it.
#[test]
fn d8_readers_while_it_is_written() {
    let place = Place::new();
    place.write("a.jsonl", run_of("0"));
    assert_eq!(place.updated().status, Some(0));
    let reads = AtomicU64::new(0);
    // What was open before an update is closed before the next: two of them would take the files of the first state away.
    let wait = || {
        let read = reads.load(Ordering::Acquire);
        // No measurement: only so that the test fails instead of hanging where the reader did.
        let until = Instant::now() + Duration::from_secs(60);
        while reads.load(Ordering::Acquire) == read {
            assert!(Instant::now() < until, "nobody reads any more");
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for round in 1..=25 {
                place.append("a.jsonl", run_of(&round.to_string()));
                place.write("b.jsonl", run_of(&format!("b{round}")));
                match round % 10 {
                    0 => assert_eq!(
                        runlex(["index".as_ref(), "compact".as_ref(), place.index.as_os_str()]).status,
                        Some(0)
                    ),
                    _ => assert_eq!(place.updated().status, Some(0)),
                }
                wait();
            }
            assert_eq!(place.updated().status, Some(0));
        });
        let mut before = 0;
        while !writer.is_finished() {
            let asked = runlex([
                "tools".as_ref(),
                "--calls".as_ref(),
                "-o".as_ref(),
                "json".as_ref(),
                "--index".as_ref(),
                place.index.as_os_str(),
            ]);
            assert_eq!((asked.status, asked.err.as_str()), (Some(0), ""));
            let calls = asked.json()["calls"].as_array().expect("a list").len();
            assert!(calls >= before, "{calls} after {before}");
            before = calls;
            place.assert_whole();
            reads.fetch_add(1, Ordering::Release);
        }
        writer.join().expect("no panic");
    });
    assert!(place.indexed() == place.direct());
}
