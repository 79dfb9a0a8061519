//! Keeps what a record has to name: the compiler and the flags this was built with.

use std::env::var;
use std::process::Command;

fn main() {
    let rustc = var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("-V").output().ok();
    let version = version.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    println!("cargo:rustc-env=RUNLEX_RUSTC={}", version.trim());
    // Cargo parts the flags by the byte 1F.
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " ");
    println!("cargo:rustc-env=RUNLEX_FLAGS={flags}");
    println!("cargo:rerun-if-changed=build.rs");
}
