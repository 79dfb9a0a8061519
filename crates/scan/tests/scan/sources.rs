//! Which files are found, and in which order.

use crate::folder;
use runlex_scan::{LeftOut, Source, Sources};
use std::path::Path;

const LINE: &[u8] = b"{}\n";

fn names(folder: &Path, sources: Sources) -> Vec<String> {
    let found = sources.find();
    let name = |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_string_lossy().into_owned();
    found.files.iter().map(|file| name(file.path())).collect()
}

#[test]
fn by_their_endings() {
    let folder = folder(&[
        ("b/2.jsonl", LINE),
        ("a/9.NDJSON", LINE),
        ("a/10.json", LINE),
        ("a/c.jsonl.GZ", LINE),
        ("a/d.json.zst", LINE),
        (".hidden/x.jsonl", LINE),
        (".gitignore", b"*"),
        ("no.txt", LINE),
        ("no.gz", LINE),
        ("no.csv.gz", LINE),
        ("left.jsonl.bz2", LINE),
        ("left.json.XZ", LINE),
    ]);
    let sources = Sources::new().path(folder.path());
    let want = [".hidden/x.jsonl", "a/10.json", "a/9.NDJSON", "a/c.jsonl.GZ", "a/d.json.zst", "b/2.jsonl"];
    assert_eq!(names(folder.path(), sources.clone()), want);
    assert_eq!(sources.find().left_out, LeftOut { compressed: 2, ..LeftOut::default() });
}

/// Many are asked for by several threads: the same ones, with their lengths, in the same order.
#[test]
fn many() {
    let folder = folder(&[]);
    for number in 0..1_200 {
        let name = folder.path().join(format!("{}/{}.jsonl", number % 7, number * 7_919 % 1_200));
        std::fs::create_dir_all(name.parent().expect("it has one")).expect("a folder");
        std::fs::write(name, "\n".repeat(number % 5)).expect("a file");
    }
    let find = |threads| Sources::new().path(folder.path()).threads(threads).find().files;
    let one = find(1);
    assert_eq!(one.len(), 1_200);
    assert!(one.is_sorted_by(|one, other| one.path() < other.path()));
    assert_eq!(one.iter().filter_map(|file| file.len()).sum::<u64>(), 1_200 / 5 * 10);
    for threads in [0, 2, 5] {
        assert_eq!(find(threads), one);
    }
}

#[test]
fn what_is_known_of_them() {
    let folder = folder(&[("a", LINE), ("b.jsonl", b"")]);
    let sources =
        Sources::new().stdin().path(folder.path().join("a")).paths([folder.path(), Path::new("gone")]);
    let found = sources.find();
    let known: Vec<_> =
        found.files.iter().map(|file| (file.len(), file.is_stream(), file.is_empty())).collect();
    // A path from the root comes before others; an empty file that nobody named is just that.
    assert_eq!(
        known,
        [(None, true, false), (Some(3), false, false), (Some(0), false, true), (None, false, false)]
    );
    assert_eq!((found.files[0].source(), found.files[0].path()), (&Source::Stdin, Path::new("-")));
}

#[test]
fn what_is_not_there() {
    let found = Sources::new().path("no/such/folder").find();
    assert_eq!((found.files.len(), found.errors.len()), (1, 0), "told when it is opened");
}

#[cfg(unix)]
#[test]
fn links() {
    use std::os::unix::fs::symlink;
    let outside = folder(&[("far.jsonl", LINE), ("sub/far.jsonl", LINE)]);
    let folder = folder(&[("near.jsonl", LINE)]);
    let path = |name: &str| folder.path().join(name);
    symlink(outside.path().join("far.jsonl"), path("file.jsonl")).expect("a link");
    symlink(outside.path().join("sub"), path("sub")).expect("a link");
    symlink(folder.path(), path("loop")).expect("a link");
    symlink(path("near.jsonl"), path("z.jsonl")).expect("a link");
    std::fs::hard_link(path("near.jsonl"), path("other.jsonl")).expect("a second name");

    let sources = Sources::new().path(folder.path());
    assert_eq!(names(folder.path(), sources.clone()), ["near.jsonl"]);
    assert_eq!(sources.clone().find().left_out.links, 2);

    // Followed: each file once, and a loop is told.
    let sources = sources.follow_links(true);
    assert_eq!(names(folder.path(), sources.clone()), ["file.jsonl", "near.jsonl", "sub/far.jsonl"]);
    let errors = sources.find().errors;
    assert_eq!(errors.len(), 1);
    let told =
        format!("{}: not searched: it links back to {}", path("loop").display(), folder.path().display());
    assert_eq!(errors[0].to_string(), told);
}

/// Files that the system makes up have no length. In a folder they are left out, like pipes.
#[cfg(target_os = "linux")]
#[test]
fn made_up_files() {
    let folder = folder(&[("a.jsonl", LINE), ("empty.jsonl", b"")]);
    std::os::unix::fs::symlink("/proc/self/status", folder.path().join("b.jsonl")).expect("a link");
    let sources = Sources::new().path(folder.path()).follow_links(true);
    assert_eq!(names(folder.path(), sources.clone()), ["a.jsonl", "empty.jsonl"]);
    assert_eq!(sources.find().left_out, LeftOut { special: 1, ..LeftOut::default() });
}
