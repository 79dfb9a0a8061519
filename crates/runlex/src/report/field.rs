//! A place inside the input of a tool call.

use runlex_core::{At, Field, Lines, Object, Options, RawStr, Scanner, Type, Value, What, check_value};
use runlex_dialects::KEYS;

/// A member of the inputs of tool calls, at any depth: names parted by dots (`edits.0.path`), or a JSON pointer
/// (`/edits/0/path`, RFC 6901). A number is an element from 0 where an array stands.
///
/// ```
/// use runlex::report::InputField;
/// use runlex::{Field, Value, slice};
///
/// let line = br#"{"input":{"edits":[{"path":"a\u002fb","count":1.50}]}}"#;
/// let (_, object) = slice::events(line).next().unwrap();
/// let read = |place: &str| InputField::parse(place)?.read(object.get("input")?);
/// assert_eq!(read("edits.0.path").as_deref(), Some("a/b"));
/// assert_eq!(read("/edits/0").as_deref(), Some(r#"{"path":"a\u002fb","count":1.50}"#));
/// assert_eq!(read("edits.1"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputField {
    text: Box<str>,
    steps: Box<[Box<str>]>,
}

impl InputField {
    /// Reads it; `None` where a name is missing. Allocates.
    pub fn parse(text: &str) -> Option<InputField> {
        let steps: Box<[Box<str>]> = match text.strip_prefix('/') {
            Some(pointer) => {
                pointer.split('/').map(|step| step.replace("~1", "/").replace("~0", "~").into()).collect()
            }
            None if text.split('.').any(str::is_empty) => return None,
            None => text.split('.').map(Box::from).collect(),
        };
        Some(InputField { text: text.into(), steps })
    }

    /// As it was given.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What stands there: of a string what it says, of anything else its JSON as written; `None` where nothing does. An input that
    /// is a string (AFK's) is looked into as the JSON that it holds. Allocates the answer, and a copy of such an input.
    pub fn read(&self, input: Value<'_, '_>) -> Option<String> {
        match input.string() {
            Field::Is(text) => self.read_text(text),
            _ => self.walk(input),
        }
    }

    fn read_text(&self, text: RawStr<'_>) -> Option<String> {
        let text = text.to_string();
        check_value(text.as_bytes()).ok()?;
        // One line: where a newline may stand in JSON, a blank may.
        let line = format!("{{\"\":{}}}", text.replace('\n', " "));
        let line = Lines::new(line.as_bytes(), At::START).next()?;
        match Scanner::once(Options::new(&KEYS), line, &mut []).what {
            What::Event(object) => self.walk(object.get("")?),
            What::Blank | What::Fault(_) => None,
        }
    }

    fn walk(&self, input: Value<'_, '_>) -> Option<String> {
        let mut value = input;
        for step in &self.steps {
            value = match value.kind() {
                Type::Object => value.object().ok().and_then(|object: Object<'_, '_>| object.get(step))?,
                Type::Array => element(value, step)?,
                Type::String | Type::Number | Type::Bool | Type::Null => return None,
            };
        }
        Some(match value.string() {
            Field::Is(text) => text.to_string(),
            _ => String::from_utf8_lossy(value.raw()).into_owned(),
        })
    }
}

/// By its number, as RFC 6901 writes it: digits, without zeros before them.
fn element<'a, 't>(array: Value<'a, 't>, step: &str) -> Option<Value<'a, 't>> {
    let is_number = step == "0" || !step.starts_with('0') && step.bytes().all(|byte| byte.is_ascii_digit());
    let at: usize = step.parse().ok().filter(|_| is_number)?;
    array.array().ok()?.elements().nth(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slice;

    #[test]
    fn places() {
        let input = r#"{"cmd":"ls \"x\"\n","n":1.50,"o":{ "a" : null },"l":[[1],"two",{"k":true}],"0":"zero","a.b":"dot","a/b":"slash","m~":"tilde","":"empty","r":1,"r":2}"#;
        let held = as_string(&input.replace(",\"n\"", ",\n\"n\""));
        for line in [format!("{{\"input\":{input}}}"), format!("{{\"input\":{held}}}")] {
            let (_, object) = slice::events(line.as_bytes()).next().expect("an event");
            let value = object.get("input").expect("an input");
            for (place, want) in [
                ("cmd", Some("ls \"x\"\n")),
                ("/cmd", Some("ls \"x\"\n")),
                ("n", Some("1.50")),
                ("o", Some(r#"{ "a" : null }"#)),
                ("o.a", Some("null")),
                ("o.a.b", None),
                ("l.0.0", Some("1")),
                ("/l/1", Some("two")),
                ("l.2.k", Some("true")),
                ("l.01", None),
                ("l.+1", None),
                ("l.3", None),
                ("l.99999999999999999999999", None),
                ("0", Some("zero")),
                ("a.b", None),
                ("/a.b", Some("dot")),
                ("/a~1b", Some("slash")),
                ("/m~0", Some("tilde")),
                ("/", Some("empty")),
                ("r", Some("2")),
                ("cmd.0", None),
                ("none", None),
            ] {
                let field = InputField::parse(place).expect("a place");
                assert_eq!((field.as_str(), field.read(value).as_deref()), (place, want), "{line}");
            }
        }
        for wrong in ["", ".", "a.", ".a", "a..b"] {
            assert_eq!(InputField::parse(wrong), None, "{wrong}");
        }
    }

    /// A string that holds no JSON has no members.
    #[test]
    fn no_json() {
        for held in [r#""ls""#, r#""{\"a\":1} x""#, r#""{\"a\":""#, r#""\"a\"""#, "7", "null", "[]"] {
            let line = format!("{{\"input\":{held}}}");
            let (_, object) = slice::events(line.as_bytes()).next().expect("an event");
            let read = InputField::parse("a").and_then(|field| field.read(object.get("input")?));
            assert_eq!(read, None, "{held}");
        }
    }

    fn as_string(text: &str) -> String {
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        format!("\"{escaped}\"")
    }
}
