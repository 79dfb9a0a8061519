//! An index answers as the files do, however they were read.

use crate::{direct, indexed, rows, run, update};
use runlex_index::{Table, Update};
use runlex_scan::Io;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

#[test]
fn the_corpus_answers_as_its_files_do() {
    let place = tempfile::tempdir().expect("a folder");
    let (streams, cases) = (corpus().join("streams"), corpus().join("cases"));
    let paths = [&*streams, &*cases];
    let summary = update(place.path(), &paths);
    assert!(summary.failed.is_empty(), "{:?}", summary.failed);
    assert!(summary.files > 50, "{}", summary.files);
    assert_eq!(indexed(place.path()), direct(&paths));
}

#[test]
fn rows_do_not_depend_on_how_files_are_read() {
    let streams = corpus();
    let mut tables: Option<Vec<Vec<String>>> = None;
    for (threads, cut, io) in [
        (1, None, Io::Auto),
        (2, Some(1000), Io::Auto),
        (8, Some(77), Io::Auto),
        (2, Some(4096), Io::Mmap),
        (1, Some(1), Io::Auto),
    ] {
        let place = tempfile::tempdir().expect("a folder");
        let new = Update::new(place.path()).paths([&streams]).threads(threads).io(io);
        let summary = run(match cut {
            Some(bytes) => new.cut(bytes),
            None => new,
        });
        assert!(summary.failed.is_empty(), "{:?}", summary.failed);
        let of = |table| rows(place.path(), table);
        let here: Vec<_> =
            [Table::Lines, Table::ToolCalls, Table::Stated, Table::Faults, Table::Runs].map(of).into();
        assert!(here.iter().all(|rows| !rows.is_empty()));
        match &tables {
            None => tables = Some(here),
            Some(first) => {
                for (first, here) in first.iter().zip(&here) {
                    for (first, here) in first.iter().zip(here) {
                        assert_eq!(first, here, "threads {threads}, cut {cut:?}, {io:?}");
                    }
                    assert_eq!(first.len(), here.len(), "threads {threads}, cut {cut:?}, {io:?}");
                }
            }
        }
    }
}

#[test]
fn compressed_files_answer_as_plain_ones() {
    let place = tempfile::tempdir().expect("a folder");
    let streams = fs::read_dir(corpus().join("streams/claude-stream")).expect("streams");
    let plain = place.path().join("plain");
    let packed = place.path().join("packed");
    fs::create_dir_all(&plain).and_then(|()| fs::create_dir_all(&packed)).expect("folders");
    for entry in streams {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let bytes = fs::read(&path).expect("a stream");
        fs::write(plain.join(&name), &bytes).expect("a file");
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut gz, &bytes).expect("bytes in memory");
        fs::write(packed.join(name + ".gz"), gz.finish().expect("bytes in memory")).expect("a file");
    }
    let indexes = [place.path().join("one"), place.path().join("other")];
    update(&indexes[0], &[&plain]);
    update(&indexes[1], &[&packed]);
    assert_eq!(indexed(&indexes[1]), direct(&[&packed]));
    assert_eq!(indexed(&indexes[0]).totals, indexed(&indexes[1]).totals);
    for table in [Table::Lines, Table::ToolCalls, Table::Runs] {
        assert_eq!(rows(&indexes[0], table), rows(&indexes[1], table));
    }
}

/// More rows than are kept in memory, so that they are handed on while the file is read, and joined rows across that.
#[test]
fn rows_that_are_handed_on_early() {
    let place = tempfile::tempdir().expect("a folder");
    let mut stream = String::new();
    for number in 0..56_000 {
        stream.push_str(&match number % 7 {
            0 => format!("{{\"type\":\"assistant\",\"message\":{{\"id\":\"m{number}\",\"content\":[{{\"type\":\"tool_use\",\"id\":\"c{number}\",\"name\":\"Bash\",\"input\":{{}}}}]}}}}\n"),
            1 => format!("{{\"type\":\"user\",\"session_id\":\"S-{}\"}}\n", number / 5000),
            2 => "oops\n".to_owned(),
            // Several that are one row.
            _ => "{\"type\":\"x\"}\n".to_owned(),
        });
    }
    let runs = place.path().join("runs.jsonl");
    fs::write(&runs, stream).expect("a file");
    let mut first: Option<Vec<Vec<String>>> = None;
    for (number, (threads, cut)) in [(1, None), (2, Some(100_000)), (8, Some(9_000))].into_iter().enumerate()
    {
        let index = place.path().join(number.to_string());
        let new = Update::new(&index).paths([&runs]).threads(threads);
        run(match cut {
            Some(bytes) => new.cut(bytes),
            None => new,
        });
        runlex_index::verify(&index).expect("it is whole");
        let here = [Table::Lines, Table::ToolCalls, Table::Faults].map(|table| rows(&index, table)).to_vec();
        let first = first.get_or_insert_with(|| here.clone());
        for (first, here) in first.iter().zip(&here) {
            assert_eq!(first.len(), here.len(), "threads {threads}");
            for (first, here) in first.iter().zip(here) {
                assert_eq!(first, here, "threads {threads}");
            }
        }
    }
    // Of each seven lines four are one row.
    let lines = first.map_or(0, |first| first[0].len());
    assert!((31_000..33_000).contains(&lines), "{lines}");
}
