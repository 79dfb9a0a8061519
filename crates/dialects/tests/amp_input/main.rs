//! The page `docs/formats/amp-input.md`, row by row: each example, each rule and each error; what is written is held against
//! what is read; and none of it allocates.

#[path = "../common/allocations.rs"]
mod allocations;
mod check;
#[path = "../common/mod.rs"]
mod common;
mod describe;
mod hints;
mod items;
mod no_alloc;
#[path = "../common/pages.rs"]
mod pages;
mod round_trip;
mod streams;
mod views;
#[path = "../common/words.rs"]
mod words;
mod write;

/// The page's examples are all in the tables of views and of items, and Amp takes them.
#[test]
fn every_example_of_the_page_has_a_row() {
    let views: Vec<_> = views::ROWS.iter().map(|row| row.1).collect();
    let items: Vec<_> = items::ROWS.iter().map(|row| row.1).collect();
    pages::assert_all_have_rows("amp-input.md", 4, &views);
    pages::assert_all_have_rows("amp-input.md", 4, &items);
    for example in pages::examples("amp-input.md") {
        let error = runlex_dialects::amp_input::check_input_line(example.as_bytes()).err();
        assert_eq!(error, None, "{example}");
    }
}

/// The page has every member that a view knows.
#[test]
fn every_field_stands_in_the_page() {
    pages::assert_fields_stand_in("amp-input.md", runlex_dialects::amp_input::FIELDS);
}
