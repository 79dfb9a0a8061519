//! The part of a text that is shown of a match.

use crate::show::width_of;
use std::ops::Range;

/// Where no terminal says how wide it is.
pub(super) const ROOM: usize = 160;

/// The part of `text` around `span` that takes at most `room` columns, made visible; of a longer span its beginning. Looks at
/// no more of the text than that.
pub(super) fn around(text: &str, span: Range<usize>, room: usize) -> Range<usize> {
    let mut taken = 0;
    let end = forwards(text, span.start, span.end, room, &mut taken);
    // Half of the rest to the left, the other to the right, and what is not used there to the left again.
    let half = taken + (room - taken) / 2;
    let start = backwards(text, span.start, half, &mut taken);
    let end = if end < span.end { end } else { forwards(text, end, text.len(), room, &mut taken) };
    backwards(text, start, room, &mut taken)..end
}

/// How far it goes from `from` before more than `room` is taken.
fn forwards(text: &str, from: usize, to: usize, room: usize, taken: &mut usize) -> usize {
    let mut at = from;
    for c in text[from..to].chars() {
        if *taken + width_of(c) > room {
            break;
        }
        *taken += width_of(c);
        at += c.len_utf8();
    }
    at
}

fn backwards(text: &str, from: usize, room: usize, taken: &mut usize) -> usize {
    let mut at = from;
    for c in text[..from].chars().rev() {
        if *taken + width_of(c) > room {
            break;
        }
        *taken += width_of(c);
        at -= c.len_utf8();
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows() {
        for (text, span, room, want) in [
            ("abc", 1..2, 160, "abc"),
            ("", 0..0, 10, ""),
            ("0123456789", 5..6, 5, "34567"),
            ("0123456789", 0..1, 5, "01234"),
            ("0123456789", 9..10, 5, "56789"),
            ("0123456789", 2..9, 5, "23456"),
            ("0123456789", 4..4, 4, "2345"),
            // What is shown as an escape takes more room, and so does what is wide.
            ("aaa\nb\\c", 4..5, 8, "b\\c"),
            ("aaa\nb\\c", 4..5, 9, "\nb\\c"),
            ("한글 이름", 3..6, 6, "한글 "),
            ("ab", 0..2, 0, ""),
        ] {
            let window = around(text, span.clone(), room);
            assert_eq!(&text[window], want, "{text:?}, {span:?}, {room}");
        }
    }
}
