//! What an output says of how its call went. There is no flag for it (section 5): the exit code stands in the text.

use crate::item::ToolOutcome;
use runlex_core::{RawStr, Value};

/// Lines that may stand above the output itself.
const HEADER: usize = 6;

/// By an exit code: in the lines above the output proper, or in the JSON that older builds wrote; else unknown. Reads those lines,
/// or all of the JSON; allocates nothing.
pub(super) fn outcome(output: Option<Value<'_, '_>>) -> ToolOutcome {
    let Some(output) = output else { return ToolOutcome::Unknown };
    let first = output.array().ok().and_then(|blocks| blocks.elements().next());
    let text = match first.and_then(|block| block.object().ok()) {
        Some(block) => block.get("text").and_then(|text| text.string().ok()),
        None => output.string().ok(),
    };
    match text.and_then(exit_code) {
        Some(true) => ToolOutcome::Ok,
        Some(false) => ToolOutcome::Error,
        None => ToolOutcome::Unknown,
    }
}

/// Whether the exit code is 0, if there is one.
fn exit_code(text: RawStr<'_>) -> Option<bool> {
    let mut chars = text.chars();
    if text.chars().next() == Some('{') {
        // A quote within the output is escaped in here, so this is the member and nothing that the command printed.
        return find(&mut chars, r#""exit_code":"#).then(|| is_zero(&mut chars)).flatten();
    }
    for _ in 0..HEADER {
        let mut line = chars.clone();
        let rest = ["Process exited with code ", "Exit code: "].iter().find_map(|words| {
            let mut rest = line.clone();
            words.chars().all(|c| rest.next() == Some(c)).then_some(rest)
        });
        if let Some(mut rest) = rest {
            return is_zero(&mut rest);
        }
        let is_last = "Output:\n".chars().all(|c| line.next() == Some(c));
        if is_last || !chars.any(|c| c == '\n') {
            return None;
        }
    }
    None
}

/// Passes over everything up to the end of `words`, whose first character comes in it once more at its end and nowhere else.
fn find(chars: &mut impl Iterator<Item = char>, words: &str) -> bool {
    let mut left = words.chars();
    for c in chars {
        if left.clone().next() == Some(c) {
            left.next();
        } else {
            left = words.chars();
            if left.clone().next() == Some(c) {
                left.next();
            }
        }
        if left.as_str().is_empty() {
            return true;
        }
    }
    false
}

/// Whether a whole number stands next that is 0; nothing if none does.
fn is_zero(chars: &mut impl Iterator<Item = char>) -> Option<bool> {
    let (mut zero, mut any) = (true, false);
    for c in chars.skip_while(|c| *c == ' ') {
        match c {
            '-' if !any => zero = false,
            '0'..='9' => (zero, any) = (zero && c == '0', true),
            _ => break,
        }
    }
    any.then_some(zero)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `find` begins anew where it fails.
    #[test]
    fn finds_behind_a_false_start() {
        for (text, found) in
            [(r#"{"exit_"exit_code":1"#, true), (r#""exit_code""exit_code":0"#, true), ("exit_code:", false)]
        {
            assert_eq!(find(&mut text.chars(), r#""exit_code":"#), found, "{text}");
        }
    }
}
