//! Sets made while the program runs: constants are made by the compiler, in whose work no test looks.

use super::Keys;
use crate::kernel::Kernel;
use crate::mode::Mode;
use crate::node::{Node, Tag};
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// Names of all lengths about a word and two; such as differ in one byte at either end or in length alone; and such as end alike.
fn pool() -> Vec<&'static str> {
    let mut pool: Vec<String> = Vec::new();
    for len in 1..=34 {
        let name: String = (0..len).map(|at| char::from(b'a' + (at * 7 + len) as u8 % 26)).collect();
        pool.push(format!("{}Z", &name[..len - 1]));
        pool.push(format!("Z{}", &name[1..]));
        pool.push(name);
    }
    pool.extend(["type", "subtype", "session_id", "sessionId", "é", "id", "_id", "x-id"].map(Into::into));
    pool.sort_unstable();
    pool.dedup();
    pool.into_iter().map(|name| &*name.leak()).collect()
}

/// For each name of the pool its number in a set, or none, from what each kernel notes of lines with that name.
fn check(set: &[&'static str], pool: &[&'static str]) {
    let keys = Keys::new(set);
    let batch: String = pool.iter().map(|name| format!("{{\"{name}\":1}}\n")).collect();
    for name in pool {
        assert_eq!(keys.contains(name.as_bytes()), set.contains(name), "{set:?} {name}");
    }
    for kernel in Kernel::every() {
        for mode in [Mode::Checked, Mode::Skim] {
            let mut nodes = vec![Node::EMPTY; 8 * pool.len() + 200];
            let used = kernel.fill(batch.as_bytes(), 0, usize::MAX, (&keys, mode), &mut nodes, None);
            let mut at = 0;
            for name in pool {
                let (head, notes) = (nodes[at], &nodes[at + 1..at + 1 + nodes[at].notes()]);
                let key = notes.iter().find(|node| node.tag() == Tag::Key);
                let number = key.filter(|key| key.is_declared()).map(|key| key.id());
                assert_eq!(
                    number,
                    set.iter().position(|one| one == name),
                    "{kernel} {mode:?} {set:?} {name}"
                );
                if let Some(key) = key {
                    assert_eq!((key.at(), key.key_len()), (1, Some(name.len())), "{kernel} {mode:?} {name}");
                }
                at += 1 + head.notes();
            }
            assert_eq!(at, used);
        }
    }
}

#[test]
fn a_name_has_its_number_in_the_set() {
    let pool = pool();
    let mut random = 7_u64;
    for round in 0..60 {
        let mut set: Vec<&'static str> = Vec::new();
        let size = if round < 5 { round } else { round * 96 / 59 };
        while set.len() < size.min(pool.len()) {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let name = pool[(random >> 33) as usize % pool.len()];
            if !set.contains(&name) {
                set.push(name);
            }
        }
        check(&set, &pool);
    }
    // Alike in length and in their last eight bytes.
    let alike = ["a_same_end", "b_same_end", "same_end", "aa_same_end"];
    check(&alike, &[&pool[..], &alike].concat());
    check(&alike[..1], &[&pool[..], &alike].concat());
}

/// Names go by their place in what is picked, and sets are told apart.
#[test]
fn picks() {
    let pool = pool();
    let keys = Keys::new(&pool[..90]);
    let pick = keys.pick([pool[4], pool[89], pool[0]]);
    for (number, place) in pick.places.iter().enumerate() {
        let want = [4, 89, 0].iter().position(|one| *one == number).map_or(super::NOWHERE, |at| at as u8);
        assert_eq!(*place, want, "{number}");
    }
    assert_eq!(pick.keys, keys.fingerprint());
    // One that a longer one begins with.
    let pick = Keys::new(&["session_id", "session", "s"]).pick(["s", "session"]);
    assert_eq!(pick.places[..3], [super::NOWHERE, 1, 0]);
    let sets = [&["a", "b"][..], &["b", "a"], &["ab"], &["a"], &["a", "b", "c"], &[], &["a", "c"]];
    for (at, one) in sets.iter().enumerate() {
        for other in &sets[at + 1..] {
            assert_ne!(Keys::new(one).fingerprint(), Keys::new(other).fingerprint(), "{one:?} {other:?}");
        }
    }
}

#[test]
fn sets_that_there_are_not() {
    let refused = |names: &'static [&'static str]| std::panic::catch_unwind(|| Keys::new(names)).is_err();
    assert!(refused(&["a", ""]));
    assert!(!refused(&["a"]));
    let many: &'static [&'static str] = pool().leak();
    assert!(refused(&many[..97]));
    assert!(!refused(&many[..96]));
    for names in [["a", "none"], ["b", "b"]] {
        assert!(std::panic::catch_unwind(|| Keys::new(&["a", "b"]).pick(names)).is_err(), "{names:?}");
    }
}
