//! A verb over streams of the corpus.

use crate::{corpus, runlex};
use serde_json::Value;
use std::ffi::OsString;

/// What it prints of these, a folder or a file of `corpus/streams`.
pub(crate) fn ran(args: &[&str], name: &str) -> String {
    let path = corpus().join("streams").join(name);
    let ran = runlex(args.iter().map(OsString::from).chain([path.into()]));
    assert_eq!(ran.err, "", "{name}");
    ran.out
}

/// The same, read as JSON.
pub(crate) fn json(args: &[&str], name: &str) -> Value {
    serde_json::from_str(&ran(args, name)).expect("JSON")
}
