//! Damaged archives, damaged and forged indexes: named, or the right answer; never a panic, never a wrong answer.

use crate::{Answers, direct, indexed, update};
use runlex::report::CallLog;
use runlex_index::{Index, IndexError, verify};
use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_128;

const RUN: &str = concat!(
    "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"T-1\",\"tools\":[],\"mcp_servers\":[]}\n",
    "{\"type\":\"assistant\",\"session_id\":\"T-1\",\"message\":{\"id\":\"m1\",\"model\":\"x\",\"content\":[{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"Bash\",\"input\":{}}],\"usage\":{\"input_tokens\":3,\"output_tokens\":5}}}\n",
    "{\"type\":\"user\",\"session_id\":\"T-1\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c1\",\"is_error\":true}]}}\n",
    "oops\n\n",
    "{\"type\":\"result\",\"subtype\":\"success\",\"session_id\":\"T-1\",\"is_error\":false,\"duration_ms\":7,\"num_turns\":1}\n",
);

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gz.write_all(bytes).expect("memory");
    gz.finish().expect("memory")
}

/// With a checksum, as the program `zstd` writes them.
fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 9).expect("an encoder");
    encoder.include_checksum(true).expect("a checksum");
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// C2, C5: every bit of a packed file flipped, and every cut of it, each as a file: either it is in the index with all its bytes, or
/// it is named and not in it.
#[test]
fn c2_c5_flipped_bits_and_cuts_of_archives() {
    for (ending, packed) in [("gz", gzip(RUN.as_bytes())), ("zst", zstd(RUN.as_bytes()))] {
        let place = crate::scratch();
        let (runs, index) = (place.path().join("runs"), place.path().join("index"));
        fs::create_dir(&runs).expect("a folder");
        // Not the magic bytes, without which it is no packed file but noise.
        for bit in 32..packed.len() * 8 {
            let mut flipped = packed.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            fs::write(runs.join(format!("{bit}.jsonl.{ending}")), flipped).expect("a file");
        }
        for cut in 4..packed.len() {
            fs::write(runs.join(format!("cut{cut}.jsonl.{ending}")), &packed[..cut]).expect("a file");
        }
        fs::write(runs.join("sound.jsonl"), RUN).expect("a file");
        let summary = update(&index, &[&runs]);
        let answers = indexed(&index);
        let all = packed.len() * 8 - 32 + packed.len() - 4 + 1;
        assert_eq!(answers.files.len() + summary.failed.len(), all);
        assert!(summary.failed.len() > all - 80, "{ending}: {} failed", summary.failed.len());
        for (path, report) in &answers.files {
            assert_eq!(report.bytes, RUN.len() as u64, "{}: silent and wrong", path.display());
        }
        for (path, error) in &summary.failed {
            assert!(!error.is_empty() && error.lines().count() == 1, "{}: {error:?}", path.display());
        }
        // It says so whenever it is opened.
        let index = Index::open(&index).expect("an index");
        let told: Vec<PathBuf> = index.failed().map(|(path, _)| path.to_path_buf()).collect();
        let failed: Vec<PathBuf> = summary.failed.iter().map(|(path, _)| path.clone()).collect();
        assert_eq!(told, failed);
        assert_eq!(index.totals().expect("totals").files_with_errors, failed.len() as u64);
    }
}

/// Every answer of an index, or the first error.
fn ask(folder: &Path) -> Result<(Answers, Vec<String>), IndexError> {
    let index = Index::open(folder)?;
    let totals = index.totals()?;
    let (mut files, mut runs, mut more) = (Vec::new(), Vec::new(), Vec::new());
    index.reports(|file, report| {
        let mut report = report.finish();
        report.run_list.clear();
        files.push((file.path().to_path_buf(), report));
        Ok::<(), IndexError>(())
    })?;
    index.runs(|file, list| {
        runs.push((file.path().to_path_buf(), list));
        Ok::<(), IndexError>(())
    })?;
    runs.retain(|(_, runs)| !runs.is_empty());
    index.brief_runs().files(|file| {
        for run in file.runs()? {
            more.push(format!("{} {:?}", file.path().display(), run?));
        }
        Ok::<(), IndexError>(())
    })?;
    index.calls(|file, log: CallLog, runs| {
        more.push(format!("{} {:?}", file.path().display(), log.finish(&runs)));
        Ok::<(), IndexError>(())
    })?;
    for (file, places) in index.session("T-1")? {
        more.push(format!("{} {places:?}", file.path().display()));
    }
    Ok((Answers { totals, files, runs }, more))
}

/// A small index of several commits, its runs, and what it answers.
fn small(place: &Path) -> (PathBuf, (Answers, Vec<String>)) {
    let (runs, index) = (place.join("runs"), place.join("index"));
    fs::create_dir(&runs).expect("a folder");
    fs::write(runs.join("a.jsonl"), RUN).expect("a file");
    std::thread::sleep(std::time::Duration::from_millis(60));
    update(&index, &[&runs]);
    fs::write(runs.join("b.jsonl"), RUN.replace("T-1", "T-2")).expect("a file");
    let mut more = fs::OpenOptions::new().append(true).open(runs.join("a.jsonl")).expect("a file");
    more.write_all(&RUN.as_bytes()[..RUN.len() - 9]).expect("it can be written");
    update(&index, &[&runs]);
    let answers = ask(&index).expect("answers");
    assert_eq!(answers.0, direct(&[&runs]));
    (index, answers)
}

/// The names of its files, as its manifest has them: there may be others, which only wait to be removed.
fn names(index: &Path, is: impl Fn(&str) -> bool) -> Vec<String> {
    let manifest = fs::read_to_string(index.join("manifest.json")).expect("a manifest");
    let names = manifest.split("{\"name\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    names.chain(["manifest.json"]).filter(|name| is(name)).map(str::to_owned).collect()
}

/// Numbers that look random, and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }
}

/// D10: each byte of the manifest is another, or missing, or all behind it is: it is told.
#[test]
fn d10_every_byte_of_a_manifest() {
    let place = crate::scratch();
    let (index, answers) = small(place.path());
    let path = index.join("manifest.json");
    let sound = fs::read(&path).expect("a manifest");
    let mut seen = HashMap::new();
    let mut look = |bytes: &[u8], what: &str| {
        fs::write(&path, bytes).expect("a file");
        match Index::open(&index) {
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains("manifest.json") && error.lines().count() == 1, "{what}: {error}");
                *seen.entry(error.contains("damaged")).or_insert(0) += 1;
            }
            Ok(_) => assert_eq!(ask(&index).expect("answers"), answers, "{what}"),
        }
    };
    for at in 0..sound.len() {
        for mask in [1_u8, 1 << (at % 7 + 1), 0xFF] {
            let mut bytes = sound.clone();
            bytes[at] ^= mask;
            look(&bytes, &format!("byte {at} by {mask}"));
        }
        look(&sound[..at], &format!("cut at {at}"));
        look(&[&sound[..at], &sound[at + 1..]].concat(), &format!("without {at}"));
    }
    look(&[&sound[..], b"\n"].concat(), "more behind");
    assert!(seen[&true] > 5 * sound.len() - 100, "{seen:?}");
}

/// D10: bits of segments and saved folds flipped, or their ends cut off: `verify` says so, and what is asked is told as damaged
/// or answered right.
#[test]
fn d10_bits_of_segments_and_saved_folds() {
    let place = crate::scratch();
    let (index, answers) = small(place.path());
    let names = names(&index, |name| name != "manifest.json");
    assert!(names.len() > 8 && names.iter().any(|name| name.starts_with("sources-")), "{names:?}");
    let mut dice = Dice(10);
    let mut told = 0;
    for round in 0..2_000 {
        let path = index.join(&names[round % names.len()]);
        let sound = fs::read(&path).expect("a file");
        let mut bytes = sound.clone();
        let bit = dice.below(bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        if round % 10 == 9 {
            bytes = sound[..bit / 8].to_vec();
        }
        fs::write(&path, &bytes).expect("a file");
        let what = || format!("{}: bit {bit}, round {round}", path.display());
        let error = verify(&index).map(|_| ()).expect_err("it is damaged").to_string();
        assert!(
            error.contains("damaged") && error.contains(&names[round % names.len()]),
            "{}: {error}",
            what()
        );
        match ask(&index) {
            Ok(got) => assert_eq!(got, answers, "{}", what()),
            Err(error) => {
                told += 1;
                assert!(error.to_string().contains("damaged"), "{}: {error}", what());
            }
        }
        fs::write(&path, &sound).expect("a file");
    }
    assert!(told > 500, "{told}");
    verify(&index).expect("it is whole again");
}

/// D10: forged, so that all checksums are right. Whatever it then says, there is no panic, and no end to memory.
#[test]
fn d10_forged_with_right_checksums() {
    let place = crate::scratch();
    let (index, _) = small(place.path());
    let manifest = index.join("manifest.json");
    let sealed = fs::read_to_string(&manifest).expect("a manifest");
    let names = names(&index, |name| name.ends_with(".parquet"));
    let mut dice = Dice(11);
    let mut told = 0;
    for round in 0..600 {
        let path = index.join(&names[round % names.len()]);
        let sound = fs::read(&path).expect("a file");
        let mut bytes = sound.clone();
        for _ in 0..=round % 3 {
            // Most of what can go wrong is in the footer.
            let start = if round % 2 == 0 { 0 } else { bytes.len() * 2 / 3 };
            let at = start + dice.below(bytes.len() - start);
            bytes[at] ^= 1 << dice.below(8);
        }
        fs::write(&path, &bytes).expect("a file");
        let sum = |bytes: &[u8]| format!("{:032x}", xxh3_128(bytes));
        let forged = sealed.replace(&sum(&sound), &sum(&bytes));
        assert_ne!(forged, sealed, "{}", path.display());
        fs::write(&manifest, seal(&forged)).expect("a file");
        Index::open(&index).expect("the manifest is sealed");
        told += u32::from(verify(&index).is_err()) + u32::from(ask(&index).is_err());
        fs::write(&path, &sound).expect("a file");
    }
    assert!(told > 100, "{told}");
}

/// With the seal that its members have.
fn seal(manifest: &str) -> String {
    let (members, _) = manifest.rsplit_once(",\"xxh3\":\"").expect("a seal");
    format!("{members},\"xxh3\":\"{:032x}\"}}\n", xxh3_128(format!("{members}}}").as_bytes()))
}

/// D10: figures of a forged manifest or a forged list of files that do not fit: told, without a panic, and without a read of more
/// than is there.
#[test]
fn d10_forged_figures() {
    let place = crate::scratch();
    let (index, answers) = small(place.path());
    let names = names(&index, |name| name.starts_with("sources-"));
    let [list] = &names[..] else { panic!("{names:?}") };
    let (path, list) = (index.join("manifest.json"), index.join(list));
    let sealed = fs::read_to_string(&path).expect("a manifest");
    let files = fs::read_to_string(&list).expect("a list");
    assert_eq!(seal(&sealed), sealed);
    // With the length and the checksum that the manifest then has to have.
    let entry = |files: &str| {
        format!("\"bytes\":{},\"rows\":2,\"xxh3\":\"{:032x}\"", files.len(), xxh3_128(files.as_bytes()))
    };
    assert!(sealed.contains(&entry(&files)));
    let mut tried = 0;
    let mut look = |manifest: &str, files: &str| {
        fs::write(&path, manifest).and_then(|()| fs::write(&list, files)).expect("a file");
        tried += 1;
        // No panic. It may well say something else: it is another index.
        _ = verify(&index).map(|_| ());
        _ = ask(&index);
    };
    const NUMBERS: [&str; 5] = ["0", "1", "4294967296", "9223372036854775807", "18446744073709551615"];
    // Each number in turn.
    for number in NUMBERS {
        for (from, to) in numbers(&sealed) {
            look(&seal(&format!("{}{number}{}", &sealed[..from], &sealed[to..])), &files);
        }
        for (from, to) in numbers(&files) {
            let forged = format!("{}{number}{}", &files[..from], &files[to..]);
            look(&seal(&sealed.replace(&entry(&files), &entry(&forged))), &forged);
        }
    }
    look(&sealed, &files);
    assert!(tried > 300, "{tried}");
    assert_eq!(ask(&index).expect("answers"), answers);
}

/// Where the numbers of a JSON document lie that are values.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let is_start = matches!(bytes[at], b':' | b'[' | b',');
        let from = at + 1;
        let len = bytes[from.min(bytes.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if is_start && len > 0 {
            found.push((from, from + len));
        }
        at += 1;
    }
    found
}

/// D10: what is no file where a file of the index should be neither holds a reader for ever nor fills its memory.
#[cfg(unix)]
#[test]
fn d10_no_files_in_the_place_of_files() {
    let place = crate::scratch();
    let (index, answers) = small(place.path());
    let aside = place.path().join("aside");
    let names = names(&index, |_| true);
    for name in names {
        let path = index.join(&name);
        fs::rename(&path, &aside).expect("renamed");
        for replace in [
            &|path: &Path| std::os::unix::fs::symlink("/dev/zero", path).expect("a link"),
            &|path: &Path| {
                let made = std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo");
                assert!(made.success());
            },
            &|path: &Path| fs::create_dir(path).expect("a folder"),
        ] as [&dyn Fn(&Path); 3]
        {
            replace(&path);
            let error = verify(&index).map(|_| ()).expect_err("it is told").to_string();
            assert!(error.contains(&name), "{error}");
            if let Ok(got) = ask(&index) {
                assert_eq!(got, answers, "{name}");
            }
            _ = fs::remove_file(&path).or_else(|_| fs::remove_dir(&path));
        }
        fs::rename(&aside, &path).expect("renamed");
    }
    verify(&index).expect("it is whole again");
}

/// E6: a link in the way of a file that is written is not followed.
#[cfg(unix)]
#[test]
fn e6_links_in_the_way() {
    use std::os::unix::fs::symlink;
    let place = crate::scratch();
    let runs = place.path().join("runs");
    fs::create_dir(&runs).expect("a folder");
    fs::write(runs.join("a.jsonl"), RUN).expect("a file");
    let precious = place.path().join("precious");
    for name in ["lock", "manifest.json.new", "state-00000001.bin", "lines-00000001.parquet"] {
        let index = place.path().join(format!("index of {name}"));
        fs::create_dir(&index).expect("a folder");
        fs::write(&precious, "kept").expect("a file");
        symlink(&precious, index.join(name)).expect("a link");
        let update = runlex_index::Update::new(&index).paths([&runs]);
        let done = update.prepare(|_| {}).and_then(|prepared| {
            prepared.run(&|_| {}, &std::sync::atomic::AtomicBool::new(false)).map(|_| ())
        });
        assert_eq!(fs::read_to_string(&precious).expect("a file"), "kept", "{name}");
        match done {
            Ok(()) => assert_eq!(indexed(&index), direct(&[&runs]), "{name}"),
            Err(error) => assert!(error.to_string().contains(name), "{error}"),
        }
    }
}
