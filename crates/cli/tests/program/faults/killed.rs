//! D7: the program is killed while it writes an index. Whoever reads then has the old one or the new one, whole.

use super::full::copy;
use super::*;

/// An index that is out of date, kept aside, with its answers before and after.
struct Kill {
    place: Place,
    kept: PathBuf,
    before: Answers,
    after: Answers,
}

impl Kill {
    /// `has_index` is false for one that is to be made anew.
    fn new(has_index: bool) -> Kill {
        let place = Place::new();
        for file in 0..4 {
            place.write(format!("{file}.jsonl"), run_of(&file.to_string()).repeat(30));
        }
        tick();
        let kept = place.folder.path().join("kept");
        if has_index {
            assert_eq!(place.updated().status, Some(0));
            copy(&place.index, &kept);
        }
        let before = if has_index { place.indexed() } else { Vec::new() };
        place.append("0.jsonl", run_of("more"));
        place.write("1.jsonl", run_of("other"));
        fs::remove_file(place.path("2.jsonl")).expect("removed");
        place.write("9.jsonl", run_of("new"));
        let after = place.direct();
        tick();
        Kill { place, kept, before, after }
    }

    fn start(&self) {
        match self.kept.is_dir() {
            true => copy(&self.kept, &self.place.index),
            false => _ = fs::remove_dir_all(&self.place.index),
        }
    }

    /// After a kill, `what` says where.
    fn look(&self, what: &str, also_mends: bool) {
        let verified = self.place.verified();
        if self.before.is_empty() && verified.status == Some(4) {
            assert!(verified.err.contains("no index is here"), "{what}: {}", verified.err);
        } else {
            assert_eq!(verified.status, Some(0), "{what}: {}", verified.err);
            let now = self.place.indexed();
            assert!(now == self.before || now == self.after, "{what}: neither old nor new");
        }
        if also_mends {
            let ran = self.place.updated();
            assert_eq!(ran.status, Some(0), "{what}: {}", ran.err);
            assert!(self.place.verified().status == Some(0) && self.place.indexed() == self.after, "{what}");
        }
    }
}

/// At every call that writes, names or makes safe, until it comes to its end.
#[test]
fn d7_killed_at_every_write() {
    if !has_strace() {
        return;
    }
    for has_index in [true, false] {
        let kill = Kill::new(has_index);
        let mut killed = 0;
        let manifest = kill.place.index.join("manifest.json");
        let new = kill.place.index.join("manifest.json.new");
        for (calls, path, stride) in [
            ("rename,fsync,unlink", None, 1),
            ("openat,write,fsync,close", Some(&*manifest), 1),
            ("openat,write,fsync,close", Some(&*new), 1),
            // The many small ones by a stride that hits others in the two rounds.
            ("openat,write", None, 3),
        ] {
            for when in (1..).step_by(stride) {
                kill.start();
                let mut command = strace(&format!("{calls}:signal=KILL:when={when}"), path);
                let output = command.args(kill.place.update()).output().expect("the program runs");
                let what = format!("{calls} {when} of {path:?}, an index before: {has_index}");
                if output.status.success() {
                    assert!(kill.place.indexed() == kill.after, "{what}");
                    break;
                }
                assert_eq!(output.status.code(), None, "{what}: {}", String::from_utf8_lossy(&output.stderr));
                killed += 1;
                kill.look(&what, stride == 1 || when % 5 == 1);
            }
        }
        assert!(killed > 10, "{killed}");
    }
}

/// At moments that nobody chose.
#[test]
fn d7_killed_at_any_moment() {
    d7(12);
}

#[test]
#[ignore = "minutes"]
fn d7_killed_at_any_moment_long() {
    d7(200);
}

fn d7(rounds: usize) {
    let kills = [Kill::new(true), Kill::new(false)];
    let mut dice = Dice(7);
    for round in 0..rounds {
        let kill = &kills[round % 2];
        kill.start();
        let mut child = spawned(command().args(kill.place.update()));
        std::thread::sleep(Duration::from_micros(dice.below(90_000) as u64));
        _ = child.kill();
        let ran = ended(child);
        assert!(matches!(ran.status, None | Some(0)), "{:?}: {}", ran.status, ran.err);
        kill.look(&format!("round {round}"), true);
    }
}
