//! The page `docs/formats/afk.md`, row by row: each example, each deviation and each rule of recognition by its number; and
//! that none of it allocates.

#[path = "../common/allocations.rs"]
mod allocations;
#[path = "../common/mod.rs"]
mod common;
mod describe;
mod hints;
mod items;
mod money;
mod no_alloc;
#[path = "../common/pages.rs"]
mod pages;
mod samples;
mod streams;
mod views;
#[path = "../common/words.rs"]
mod words;

/// The page's examples are all in the table of views and in that of items.
#[test]
fn every_example_of_the_page_has_a_row() {
    for rows in [lines(views::ROWS), items::ROWS.iter().map(|row| row.1).collect()] {
        pages::assert_all_have_rows("afk.md", 18, &rows);
    }
}

fn lines<T>(rows: &[common::Row<T>]) -> Vec<&'static str> {
    rows.iter().map(|row| row.1).collect()
}

/// The page has every member that a view knows.
#[test]
fn every_field_stands_in_the_page() {
    pages::assert_fields_stand_in("afk.md", runlex_dialects::afk::FIELDS);
}

/// The deviations of section 9 have rows, by number.
#[test]
fn every_deviation_of_the_page_has_a_row() {
    let rules = || {
        let tables = views::ROWS.iter().map(|row| row.0).chain(items::ROWS.iter().map(|row| row.0));
        tables.chain(streams::RULES.iter().copied())
    };
    for number in 1..=11 {
        let name = format!("9.{number}:");
        assert!(rules().any(|rule| rule.starts_with(&name)), "no row for {name}");
    }
}
