//! The law `check_vs_serde_json` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("check_vs_serde_json");
