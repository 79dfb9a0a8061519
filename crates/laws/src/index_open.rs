//! An index of which a file was written over, cut or replaced, with the manifest sealed again or not: an error, or answers; never a panic,
//! and where nothing was sealed again, the answers of the sound one.

use crate::Choices;
use runlex::report::CallLog;
use runlex_index::{Index, IndexError, Update, verify};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_128;

const RUN: &str = concat!(
    "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"T-1\",\"tools\":[],\"mcp_servers\":[]}\n",
    "{\"type\":\"assistant\",\"session_id\":\"T-1\",\"message\":{\"id\":\"m1\",\"model\":\"x\",\"content\":[{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"Bash\",\"input\":{}}],\"usage\":{\"input_tokens\":3,\"output_tokens\":5}}}\n",
    "{\"type\":\"user\",\"session_id\":\"T-1\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c1\",\"is_error\":true}]}}\n",
    "oops\n\n",
    "{\"type\":\"result\",\"subtype\":\"success\",\"session_id\":\"T-1\",\"is_error\":false,\"duration_ms\":7,\"num_turns\":1}\n",
);

/// A sound index: its files, and what it answers.
struct Sound {
    files: Vec<(String, Vec<u8>)>,
    answers: Vec<String>,
}

pub(crate) fn hold(data: &[u8]) {
    static SOUND: OnceLock<Sound> = OnceLock::new();
    let sound = SOUND.get_or_init(make);
    let mut choices = Choices::of(data);
    let (name, bytes) = &sound.files[choices.below(sound.files.len())];
    let at = choices.below(bytes.len());
    let damaged = match choices.byte() % 4 {
        0 => data.to_vec(),
        1 => bytes[..at].to_vec(),
        2 => [&bytes[..at], data].concat(),
        _ => {
            let end = (at + data.len()).min(bytes.len());
            [&bytes[..at], &data[..end - at], &bytes[end..]].concat()
        }
    };
    let seals = choices.byte().is_multiple_of(2);
    let place = scratch();
    for (other, bytes) in &sound.files {
        fs::write(place.path().join(other), bytes).expect("a file");
    }
    fs::write(place.path().join(name), &damaged).expect("a file");
    if seals {
        seal(place.path(), bytes, &damaged);
    }
    _ = verify(place.path());
    match ask(place.path()) {
        Ok(answers) if !seals => assert_eq!(answers, sound.answers, "{name} is damaged, and it answers"),
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn make() -> Sound {
    let (place, runs) = (scratch(), scratch());
    let folder = place.path().join("index");
    for (name, id) in [("a.jsonl", "T-1"), ("b.jsonl", "T-2")] {
        fs::write(runs.path().join(name), RUN.replace("T-1", id)).expect("a file");
        let update = Update::new(&folder).paths([runs.path()]).threads(1);
        let prepared = update.prepare(|_| {}).expect("it can be prepared");
        prepared.run(&|_| {}, &AtomicBool::new(false)).expect("it can be written");
    }
    let names = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut names: Vec<PathBuf> = names.filter(|path| path.is_file()).collect();
    names.sort();
    let file = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read(path).expect("a file"))
    };
    Sound { answers: ask(&folder).expect("answers"), files: names.into_iter().map(file).collect() }
}

/// Makes the manifest say that `damaged` is what belongs there.
fn seal(folder: &Path, sound: &[u8], damaged: &[u8]) {
    let path = folder.join("manifest.json");
    let Ok(manifest) = fs::read_to_string(&path) else { return };
    let sum = |bytes: &[u8]| format!("{:032x}", xxh3_128(bytes));
    let manifest = manifest.replace(&sum(sound), &sum(damaged));
    let Some((members, _)) = manifest.rsplit_once(",\"xxh3\":\"") else { return };
    let seal = format!("{members},\"xxh3\":\"{:032x}\"}}\n", xxh3_128(format!("{members}}}").as_bytes()));
    fs::write(path, seal).expect("a file");
}

fn ask(folder: &Path) -> Result<Vec<String>, IndexError> {
    let index = Index::open(folder)?;
    let mut answers = vec![format!("{:?}", index.totals()?)];
    index.reports(|_, report| {
        answers.push(format!("{:?}", report.finish()));
        Ok::<(), IndexError>(())
    })?;
    index.runs(|_, runs| {
        answers.push(format!("{runs:?}"));
        Ok::<(), IndexError>(())
    })?;
    index.calls(|_, log: CallLog, runs| {
        answers.push(format!("{:?}", log.finish(&runs)));
        Ok::<(), IndexError>(())
    })?;
    for (_, places) in index.session("T-1")? {
        answers.push(format!("{places:?}"));
    }
    Ok(answers)
}

/// In memory if there is such a place.
fn scratch() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder")
}
