//! The page `docs/formats/amp.md`, row by row: each example, each deviation and each rule of recognition by its number.

#[path = "../common/mod.rs"]
mod common;
mod describe;
mod hints;
mod items;
mod views;

use std::fs;
use std::path::Path;

/// The page's examples are all in the table of views, word for word.
#[test]
fn every_example_of_the_page_has_a_row() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats/amp.md");
    let page = fs::read_to_string(&path).expect("docs/formats/amp.md");
    let mut fenced = false;
    let mut examples = 0;
    for line in page.lines() {
        if line.starts_with("```") {
            fenced = line == "```json";
        } else if fenced {
            examples += 1;
            assert!(views::ROWS.iter().any(|(_, row, _)| *row == line), "no row for {line}");
        }
    }
    assert!(examples >= 11, "the examples are not where they were");
}

/// So are the deviations of section 7, by number.
#[test]
fn every_deviation_of_the_page_has_a_row() {
    let rules = || views::ROWS.iter().map(|row| row.0).chain(items::ROWS.iter().map(|row| row.0));
    for number in 1..=11 {
        let name = format!("7.{number}:");
        assert!(rules().any(|rule| rule.starts_with(&name)), "no row for {name}");
    }
}
