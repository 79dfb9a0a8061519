//! Tables without lines: cells side by side, as wide as there is room.

use anstyle::Style;
use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Between two columns.
const GAP: usize = 2;

/// What stands above a column, and what is done with the column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heading {
    name: &'static str,
    is_number: bool,
    /// Those with the highest go first where there is little room; those with 0 stay.
    turn: usize,
}

impl Heading {
    /// Of texts, to the left.
    pub(crate) const fn text(name: &'static str) -> Heading {
        Heading { name, is_number: false, turn: 0 }
    }

    /// Of numbers, to the right.
    pub(crate) const fn number(name: &'static str) -> Heading {
        Heading { name, is_number: true, turn: 0 }
    }

    /// Left out where there is little room, before those with a lower turn.
    pub(crate) const fn goes(self, turn: usize) -> Heading {
        Heading { turn, ..self }
    }
}

#[derive(Clone, Copy, Debug)]
struct Column {
    heading: Heading,
    /// Of its cells.
    widest: usize,
    is_empty: bool,
}

/// Rows of cells. What a cell says has no line breaks and no control characters.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    columns: Vec<Column>,
    /// Of grids that were put together, those before [`cells`](Self::cells).
    before: Vec<Cells>,
    cells: Cells,
    /// The column of the next cell.
    at: usize,
}

/// Cells side by side in one text, row by row.
#[derive(Clone, Debug, Default)]
struct Cells {
    text: String,
    /// Bytes of each.
    lengths: Vec<u32>,
    /// Where the next one begins.
    start: usize,
}

impl Grid {
    pub(crate) fn new(headings: &[Heading]) -> Grid {
        let column = |heading: &Heading| Column { heading: *heading, widest: 0, is_empty: true };
        let columns = headings.iter().map(column).collect();
        Grid { columns, before: Vec::new(), cells: Cells::default(), at: 0 }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.parts().all(|cells| cells.lengths.is_empty())
    }

    fn parts(&self) -> impl Iterator<Item = &Cells> {
        self.before.iter().chain([&self.cells])
    }

    /// Adds a cell to the row that was begun, or begins one.
    pub(crate) fn cell(&mut self, shown: impl Display) {
        // A text takes all there is.
        _ = write!(self.cells.text, "{shown}");
        self.end_cell();
    }

    /// The same with what is there, and an empty cell where nothing is.
    pub(crate) fn cell_of(&mut self, shown: Option<impl Display>) {
        match shown {
            Some(shown) => self.cell(shown),
            None => self.end_cell(),
        }
    }

    /// The same with what `put` writes, which takes a fraction of the time: for lists.
    pub(crate) fn cell_by(&mut self, put: impl FnOnce(&mut String) -> fmt::Result) {
        // A text takes all there is.
        _ = put(&mut self.cells.text);
        self.end_cell();
    }

    /// The same, no longer than so many characters.
    pub(crate) fn cell_cut(&mut self, most: usize, shown: Option<impl Display>) {
        let start = self.cells.text.len();
        if let Some(shown) = shown {
            _ = write!(self.cells.text, "{shown}");
        }
        let mut ends = self.cells.text[start..].char_indices().skip(most - 1).map(|(at, _)| start + at);
        if let (Some(end), Some(_)) = (ends.next(), ends.next()) {
            self.cells.text.truncate(end);
            self.cells.text.push('…');
        }
        self.end_cell();
    }

    /// Ends the row. Cells that it lacks are empty.
    pub(crate) fn end_row(&mut self) {
        while self.at > 0 {
            self.end_cell();
        }
    }

    /// Adds a whole row.
    pub(crate) fn row(&mut self, cells: &[&dyn Display]) {
        cells.iter().for_each(|cell| self.cell(cell));
        self.end_row();
    }

    /// Adds the rows of another one with the same headings. Copies none.
    pub(crate) fn append(&mut self, later: Grid) {
        self.before.push(std::mem::replace(&mut self.cells, later.cells));
        self.before.extend(later.before);
        for (column, later) in self.columns.iter_mut().zip(later.columns) {
            column.widest = column.widest.max(later.widest);
            column.is_empty &= later.is_empty;
        }
    }

    fn end_cell(&mut self) {
        let Cells { text, lengths, start } = &mut self.cells;
        // None is that long; one that were would be empty.
        let length = u32::try_from(text.len() - *start).unwrap_or_else(|_| {
            text.truncate(*start);
            0
        });
        let column = &mut self.columns[self.at];
        column.is_empty &= length == 0;
        // Nothing is wider than it has bytes.
        if length as usize > column.widest {
            column.widest = column.widest.max(width(&text[*start..]));
        }
        *start = text.len();
        lengths.push(length);
        self.at = if self.at + 1 < self.columns.len() { self.at + 1 } else { 0 };
    }

    /// The columns that have something to show, fewer of them until they fit.
    pub(crate) fn fitting(&self, room: usize) -> Vec<usize> {
        let mut shown: Vec<usize> = (0..self.columns.len()).collect();
        shown.retain(|at| !self.columns[*at].is_empty);
        let whole = |at: &usize| self.columns[*at].whole() + GAP;
        while shown.iter().map(whole).sum::<usize>() > room.saturating_add(GAP)
            && let Some(least) = shown.iter().copied().max_by_key(|at| self.columns[*at].heading.turn)
            && self.columns[least].heading.turn > 0
        {
            shown.retain(|at| *at != least);
        }
        shown
    }

    /// Writes the columns that fit, the headings in this style. Where even these are too wide, headings go over several
    /// lines, and then long texts. A number never does: on two lines it reads as two. Nothing for no rows.
    pub(crate) fn write(&self, out: &mut impl Write, room: usize, head: Style) -> io::Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        let shown: Vec<Shown> = {
            let at = self.fitting(room);
            let columns: Vec<Column> = at.iter().map(|at| self.columns[*at]).collect();
            let widths = widths(&columns, at.first() == Some(&0), room);
            let shown = at.into_iter().zip(columns).zip(widths);
            let shown = shown.map(|((at, column), width)| {
                let Heading { name, is_number, .. } = column.heading;
                Shown { at, name, is_number, width, is_narrow: width < column.whole() }
            });
            shown.collect()
        };
        let mut line = String::new();
        let headings: Vec<&str> = shown.iter().map(|shown| shown.name).collect();
        each_line(&shown, &headings, &mut line, |line| writeln!(out, "{head}{line}{head:#}"))?;
        let (last, before) = (&self.cells, &self.before);
        if before.is_empty() {
            return self.write_rows(last, &shown, out);
        }
        // Of rows that several threads made, another one lays out the last part.
        std::thread::scope(|scope| {
            let last = std::thread::Builder::new().spawn_scoped(scope, || {
                let mut lines = Vec::new();
                self.write_rows(last, &shown, &mut lines).map(|()| lines)
            })?;
            before.iter().try_for_each(|rows| self.write_rows(rows, &shown, out))?;
            out.write_all(&last.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?)
        })
    }

    fn write_rows(&self, rows: &Cells, shown: &[Shown], out: &mut impl Write) -> io::Result<()> {
        let mut line = String::new();
        let mut cells = Vec::with_capacity(shown.len());
        let mut rest = &*rows.text;
        for lengths in rows.lengths.chunks(self.columns.len()) {
            cells.clear();
            for (at, length) in lengths.iter().enumerate() {
                let (cell, behind) = rest.split_at(*length as usize);
                rest = behind;
                if shown.get(cells.len()).is_some_and(|shown| shown.at == at) {
                    cells.push(cell);
                }
            }
            each_line(shown, &cells, &mut line, |line| {
                out.write_all(line.as_bytes())?;
                out.write_all(b"\n")
            })?;
        }
        Ok(())
    }
}

impl Column {
    /// What it takes where there is room.
    fn whole(&self) -> usize {
        self.widest.max(width(self.heading.name))
    }

    /// What it takes with its heading over several lines.
    fn cells(&self) -> usize {
        self.heading.name.split(' ').map(width).max().unwrap_or(0).max(self.widest)
    }

    /// What it takes at least: the first, and any with long texts, some of a text.
    fn least(&self, is_first: bool) -> usize {
        /// No number is longer.
        const LONGEST: usize = 30;
        const OF_A_TEXT: usize = 12;
        let word = self.heading.name.split(' ').map(width).max().unwrap_or(0);
        let cells = match is_first || self.widest > LONGEST {
            true => self.widest.min(OF_A_TEXT),
            false => self.widest,
        };
        cells.max(word)
    }
}

/// A column as it is shown.
struct Shown {
    at: usize,
    name: &'static str,
    is_number: bool,
    width: usize,
    /// There is less room than it would take.
    is_narrow: bool,
}

/// How wide each column is: whole, or less where there is too little room, the widest ones first.
fn widths(columns: &[Column], has_first: bool, room: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = columns.iter().map(Column::whole).collect();
    let room = room.saturating_sub(GAP * columns.len().saturating_sub(1));
    let cells: Vec<usize> = columns.iter().map(Column::cells).collect();
    narrow(&mut widths, &cells, room);
    let least = columns.iter().enumerate().map(|(at, column)| column.least(has_first && at == 0));
    narrow(&mut widths, &least.collect::<Vec<_>>(), room);
    widths
}

/// Takes from the widest of those that are above their least, until all fit.
fn narrow(widths: &mut [usize], least: &[usize], room: usize) {
    while widths.iter().sum::<usize>() > room {
        let above = widths.iter_mut().zip(least).filter(|(width, least)| **width > **least);
        match above.max_by_key(|(width, _)| **width) {
            Some((width, _)) => *width -= 1,
            None => break,
        }
    }
}

/// Hands out the lines that these cells take, without blanks at their ends.
fn each_line(
    shown: &[Shown],
    cells: &[&str],
    line: &mut String,
    mut each: impl FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    if shown.iter().zip(cells).all(|(shown, cell)| !shown.is_narrow || width(cell) <= shown.width) {
        put_line(shown, cells.iter().copied(), line);
        return each(line);
    }
    let mut broken: Vec<_> = shown.iter().zip(cells).map(|(shown, cell)| pieces(cell, shown.width)).collect();
    loop {
        let next: Vec<Option<&str>> = broken.iter_mut().map(Iterator::next).collect();
        if next.iter().all(Option::is_none) {
            return Ok(());
        }
        put_line(shown, next.into_iter().map(Option::unwrap_or_default), line);
        each(line)?;
    }
}

fn put_line<'c>(shown: &[Shown], cells: impl Iterator<Item = &'c str>, line: &mut String) {
    line.clear();
    let mut blanks = 0;
    for (shown, cell) in shown.iter().zip(cells) {
        let rest = shown.width.saturating_sub(width(cell));
        let (before, behind) = if shown.is_number { (rest, 0) } else { (0, rest) };
        blanks += before;
        if !cell.is_empty() {
            put_blanks(blanks, line);
            line.push_str(cell);
            blanks = 0;
        }
        blanks += behind + GAP;
    }
}

fn put_blanks(mut count: usize, line: &mut String) {
    // Of a fixed length, which is quicker to copy.
    const BLANKS: &str = "                ";
    while count > 0 {
        let some = count.min(BLANKS.len());
        line.push_str(BLANKS);
        line.truncate(line.len() - BLANKS.len() + some);
        count -= some;
    }
}

/// How many columns of a terminal it takes.
pub(crate) fn width(text: &str) -> usize {
    // Most texts that are no ASCII were cut.
    let (text, cut) = text.strip_suffix('…').map_or((text, 0), |text| (text, 1));
    if text.is_ascii() {
        return text.len() + cut;
    }
    // What joins with ASCII before it is never as it is in a table: selectors are shown as escapes.
    let ascii = text.bytes().position(|byte| !byte.is_ascii()).unwrap_or(0);
    ascii + text[ascii..].width() + cut
}

/// A text in pieces that are no wider than this, but for a character that is: parted at blanks where there are any, else
/// anywhere. An empty text is no piece.
pub(crate) fn pieces(text: &str, most: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut sum = 0;
        let beyond = rest.char_indices().find(|(at, c)| {
            sum += c.width().unwrap_or(0);
            sum > most && *at > 0
        });
        let Some((end, _)) = beyond else { return Some(std::mem::take(&mut rest)) };
        // The blank behind the last word that fits, if one does.
        let blank = match rest[end..].starts_with(' ') {
            true => Some(end),
            false => rest[..end].rfind(' '),
        };
        let blank = blank.filter(|blank| !rest[..*blank].trim_start().is_empty());
        let (piece, behind) = rest.split_at(blank.unwrap_or(end));
        rest = if blank.is_some() { behind.trim_start() } else { behind };
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(grid: &Grid, room: usize) -> String {
        let mut out = Vec::new();
        grid.write(&mut out, room, Style::new()).expect("memory");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn columns_are_aligned() {
        let mut grid = Grid::new(&[Heading::text("name"), Heading::number("count"), Heading::text("where")]);
        assert_eq!(shown(&grid, usize::MAX), "");
        grid.row(&[&"a", &1, &"x"]);
        grid.row(&[&"한글 name", &1_000_000, &"…/y"]);
        grid.row(&[&"  none"]);
        grid.cell("e\u{301}");
        grid.cell_of(None::<u8>);
        grid.cell("z");
        grid.end_row();
        let want = "\
name         count  where
a                1  x
한글 name  1000000  …/y
  none
e\u{301}                   z
";
        assert_eq!(shown(&grid, usize::MAX), want);
        assert_eq!(shown(&grid, 25), want);
    }

    /// As if all rows had been added to one.
    #[test]
    fn rows_of_several() {
        let headings = [Heading::text("a"), Heading::number("b"), Heading::text("none")];
        let rows: [[&dyn Display; 3]; 4] =
            [[&"", &1, &""], [&"xyz", &"", &""], [&"x", &1000, &""], [&"한", &2, &""]];
        let of = |rows: &[[&dyn Display; 3]]| {
            let mut grid = Grid::new(&headings);
            rows.iter().for_each(|row| grid.row(row));
            grid
        };
        for count in [0, rows.len()] {
            let want = shown(&of(&rows[..count]), usize::MAX);
            let cuts = (0..=count).flat_map(|first| (first..=count).map(move |second| (first, second)));
            for (first, second) in cuts {
                let mut behind = of(&rows[first..second]);
                behind.append(of(&rows[second..count]));
                let mut grid = of(&rows[..first]);
                grid.append(behind);
                assert_eq!(shown(&grid, usize::MAX), want, "cut at {first} and {second}");
            }
        }
    }

    #[test]
    fn the_beginning_of_a_cell() {
        let mut grid = Grid::new(&[Heading::text("a")]);
        for text in ["abc", "abcd", "ééé", "éééé"] {
            grid.cell_cut(3, Some(text));
            grid.cell_cut(3, None::<u8>);
        }
        assert_eq!(shown(&grid, usize::MAX), "a\nabc\n\nab…\n\nééé\n\néé…\n\n");
    }

    #[test]
    fn empty_columns_are_left_out() {
        let mut grid = Grid::new(&[Heading::text("a"), Heading::number("b"), Heading::text("c")]);
        grid.row(&[&"x", &"", &"y"]);
        assert_eq!(shown(&grid, usize::MAX), "a  c\nx  y\n");
    }

    #[test]
    fn columns_that_fit() {
        let columns = [
            Heading::text("outcome"),
            Heading::text("session").goes(3),
            Heading::number("turns").goes(5),
            Heading::number("input").goes(1),
            Heading::number("none"),
            Heading::text("where"),
        ];
        let mut grid = Grid::new(&columns);
        grid.row(&[&"failed", &"S", &"12", &"1,000", &"", &"a.jsonl:1"]);
        let names = |room| {
            let at = grid.fitting(room);
            at.into_iter().map(|at| columns[at].name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(usize::MAX), "outcome session turns input where");
        assert_eq!(names(41), "outcome session turns input where");
        assert_eq!(names(40), "outcome session input where");
        assert_eq!(names(30), "outcome input where");
        // What is left stays, however narrow it is.
        assert_eq!(names(1), "outcome where");
    }

    /// Headings first, then names, and numbers never.
    #[test]
    fn what_is_broken_where_nothing_fits() {
        let mut grid = Grid::new(&[Heading::text("what"), Heading::number("cache creation")]);
        grid.row(&[&"a name of some words", &"12,345,678"]);
        assert_eq!(
            shown(&grid, 36),
            "what                  cache creation\na name of some words      12,345,678\n"
        );
        let want = "\
what                       cache
                        creation
a name of some words  12,345,678
";
        assert_eq!(shown(&grid, 32), want);
        let want = "\
what               cache
                creation
a name of     12,345,678
some words
";
        for room in [24, 1] {
            assert_eq!(shown(&grid, room), want, "{room}");
        }
    }

    #[test]
    fn texts_in_pieces() {
        for (text, most, want) in [
            ("", 3, &[][..]),
            ("abc", 3, &["abc"]),
            ("abcd", 3, &["abc", "d"]),
            ("ab cd", 3, &["ab", "cd"]),
            ("abc  d", 3, &["abc", "d"]),
            ("a b c d", 4, &["a b", "c d"]),
            ("  abcd", 3, &["  a", "bcd"]),
            ("한글", 3, &["한", "글"]),
            // Wider than there is room for, and yet there is an end.
            ("한글", 1, &["한", "글"]),
            ("ae\u{301}i", 2, &["ae\u{301}", "i"]),
            ("abc", 0, &["a", "b", "c"]),
        ] {
            assert_eq!(pieces(text, most).collect::<Vec<_>>(), want, "{text:?}, {most}");
        }
    }

    #[test]
    fn widths_of_texts() {
        for (text, want) in [("", 0), ("ab", 2), ("ab…", 3), ("aé한", 4), ("e\u{301}", 1), ("≥1.2k", 5)]
        {
            assert_eq!(width(text), want, "{text:?}");
        }
    }
}
