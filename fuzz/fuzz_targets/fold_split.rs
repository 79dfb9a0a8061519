//! The law `fold_split` of `runlex-laws`.
#![no_main]

runlex_fuzz::law!("fold_split");
