//! The law `navigate_vs_full` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("navigate_vs_full");
