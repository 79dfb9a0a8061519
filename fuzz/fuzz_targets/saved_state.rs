//! The law `saved_state` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("saved_state");
