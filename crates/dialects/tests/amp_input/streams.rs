//! The corpus' streams of this dialect, with the answers of their manifest.

use crate::common;
use crate::pages::{self, Stream};
use runlex_core::{At, Lines};
use runlex_dialects::amp_input::check_line;
use runlex_dialects::{Dialect, ItemKind, items};

#[test]
fn the_corpus_has_its_answers() {
    for Stream { name, bytes, answers } in pages::streams("amp-input") {
        let (mut results, mut texts) = (0, 0);
        let events = common::each(&bytes, |_, object| {
            for item in items(Dialect::AmpInput, object) {
                assert!(item.session.is_none(), "{name}");
                match item.kind {
                    ItemKind::ToolResult { .. } => results += 1,
                    ItemKind::UserText { .. } => texts += 1,
                    _ => {}
                }
            }
        });
        assert_eq!(events as u64, answers["events"], "{name}");
        assert_eq!(results, answers["tool_results"], "{name}");
        assert!(texts > 0, "{name}");
        let wrong: Vec<_> = Lines::new(&bytes, At::START).filter_map(check_line).collect();
        assert_eq!(wrong, [], "{name}");
    }
}

/// What Amp prints is no input, and the check says so of its first line.
#[test]
fn output_is_no_input() {
    for Stream { name, bytes, .. } in pages::streams("amp") {
        let error = Lines::new(&bytes, At::START).find_map(check_line).expect("an error");
        assert_eq!((error.kind.as_str(), error.at), ("wrong-type", 8), "{name}");
    }
}
