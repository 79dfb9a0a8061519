//! Sections 1 to 3 and 5: what Amp would not take, and where.

use runlex_core::{At, FaultKind, Lines};
use runlex_dialects::ContentBlock;
use runlex_dialects::amp_input::{
    InputError, InputErrorKind as Kind, InputErrorKind, check_input_line, check_line,
};

/// Where an error lies: at the first place of these bytes, or at the end of the line.
enum Place {
    Of(&'static str),
    End,
}
use Place::{End, Of};

/// The rule, the line, and the error with its place.
type Row = (&'static str, &'static str, InputErrorKind, Place);

#[test]
fn each_error_at_its_byte() {
    for (rule, line, kind, place) in ROWS {
        let at = match place {
            Of(bytes) => line.find(bytes).unwrap_or_else(|| panic!("{rule}: no {bytes}")),
            End => line.len(),
        };
        let want = InputError { kind: *kind, at };
        assert_eq!(check_input_line(line.as_bytes()).err(), Some(want), "{rule}: {line}");
        assert_eq!(kind.to_string(), kind.as_str());
        // The same for a line of a stream, with its end, and with blanks around it.
        let stream = format!("\n{line}\r\n");
        let error = match kind {
            Kind::Blank => None,
            _ => Some(want),
        };
        if !line.contains('\n') {
            let of_line = Lines::new(stream.as_bytes(), At::START).nth(1).expect("a line");
            assert_eq!(check_line(of_line), error, "{rule}: {line}");
        }
        if *kind != Kind::Blank {
            let later = InputError { at: at + 1, ..want };
            assert_eq!(check_input_line(stream.as_bytes()).err(), Some(later), "{rule}: {line}");
        }
    }
}

/// Every kind has a row, a message of one line, and a name like the others.
#[test]
fn every_kind_is_met() {
    for name in InputErrorKind::NAMES {
        assert!(ROWS.iter().any(|row| row.2.as_str() == *name), "no row for {name}");
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
    }
    for row in ROWS {
        let message = row.2.message();
        assert!(!message.is_empty() && !message.contains('\n') && message.len() < 90, "{message}");
    }
}

const ROWS: &[Row] = &[
    ("3: nothing on the line", "", Kind::Blank, Of("")),
    ("3: only blanks", " \t", Kind::Blank, Of("")),
    ("3: the first line of a document", "{", Kind::SpansLines, End),
    (
        "3: the manual's document, unpacked",
        "{\n  \"type\": \"user\",\n  \"message\": {\n    \"role\": \"user\",\n    \"content\": []\n  }\n}",
        Kind::SpansLines,
        Of("\n"),
    ),
    ("3: stops behind a member", r#"{"type":"user","#, Kind::SpansLines, End),
    ("3: stops behind a colon", r#"{"type":"user","message": "#, Kind::SpansLines, End),
    ("3: stops behind a whole number", r#"{"a":[1,-2.5e3"#, Kind::SpansLines, End),
    ("3: stops behind a whole word", r#"{"steer":true"#, Kind::SpansLines, End),
    ("3: stops behind a string with a quote", r#"{"a":"\"""#, Kind::SpansLines, End),
    ("3: stops inside a string", r#"{"type":"us"#, Kind::NotJson(FaultKind::Truncated), End),
    ("3: stops behind an escaped quote", r#"{"a":"\\\""#, Kind::NotJson(FaultKind::Truncated), End),
    ("3: stops inside a word", r#"{"steer":tr"#, Kind::NotJson(FaultKind::Truncated), End),
    ("3: stops inside a number", r#"{"a":1."#, Kind::NotJson(FaultKind::Truncated), End),
    (
        "3: a raw line break in a text",
        "{\"type\":\"user\",\"message\":\"a\nb\"}",
        Kind::NotJson(FaultKind::Truncated),
        Of("\n"),
    ),
    ("3: a plain prompt", "analyze this code", Kind::NotJson(FaultKind::Noise), Of("analyze")),
    ("3: a log's prefix", r#"in: {"type":"user"}"#, Kind::NotJson(FaultKind::Prefixed), Of("in")),
    ("3: a raw tab in a text", "{\"type\":\"\t\"}", Kind::NotJson(FaultKind::ControlChar), Of("\t")),
    ("3: single quotes", "{'type':'user'}", Kind::NotJson(FaultKind::Syntax), Of("'")),
    (
        "3: a mark is no blank",
        "\u{FEFF}{\"type\":\"user\"}",
        Kind::NotJson(FaultKind::Prefixed),
        Of("\u{FEFF}"),
    ),
    ("5: not an object", r#" ["user"]"#, Kind::NotObject, Of("[")),
    ("5: not an object, a string", r#""hi""#, Kind::NotObject, Of("\"hi")),
    ("5: two objects on a line", r#"{"type":"user"} {"a":1}"#, Kind::TrailingData, Of("{\"a\"")),
    ("5: a comma behind", r#"{"type":"user"},"#, Kind::TrailingData, Of(",")),
    (
        "5: two lines where one should be",
        "{\"type\":\"user\"}\n \t{\"a\":1}\n",
        Kind::TrailingData,
        Of("{\"a\""),
    ),
    ("1: type missing", r#" {"message":{}}"#, Kind::WrongType, Of("{\"message")),
    ("1: another type", r#"{"type":"assistant"}"#, Kind::WrongType, Of("\"assistant")),
    ("1: type null", r#"{"type":null}"#, Kind::WrongType, Of("null")),
    ("1: the last of equal names", r#"{"type":"user","type":"x"}"#, Kind::WrongType, Of("\"x\"")),
    ("1: steer a string", r#"{"type":"user","steer":"true"}"#, Kind::WrongSteer, Of("\"true\"")),
    ("1: steer null", r#"{"type":"user","steer":null}"#, Kind::WrongSteer, Of("null")),
    ("1: request_id a number", r#"{"type":"user","request_id":7}"#, Kind::WrongRequestId, Of("7")),
    ("1: request_id empty", r#"{"type":"user","request_id":""}"#, Kind::RequestIdLength, Of("\"\"")),
    ("1: message missing", r#"{"type":"user"}"#, Kind::MissingMessage, Of("{")),
    ("1: message a string", r#"{"type":"user","message":"hi"}"#, Kind::MissingMessage, Of("\"hi\"")),
    ("1: role missing", r#"{"type":"user","message":{"content":[]}}"#, Kind::WrongRole, Of("{\"content")),
    (
        "1: another role",
        r#"{"type":"user","message":{"role":"assistant","content":[]}}"#,
        Kind::WrongRole,
        Of("\"assistant\""),
    ),
    (
        "5: missing content",
        r#"{"type":"user","message":{"role":"user"}}"#,
        Kind::MissingContent,
        Of("{\"role"),
    ),
    (
        "1: content a string is Claude Code's",
        r#"{"type":"user","message":{"role":"user","content":"hi"}}"#,
        Kind::MissingContent,
        Of("\"hi\""),
    ),
    (
        "1: content null",
        r#"{"type":"user","message":{"role":"user","content":null}}"#,
        Kind::MissingContent,
        Of("null"),
    ),
    (
        "5: a block that is none",
        r#"{"type":"user","message":{"role":"user","content":["hi"]}}"#,
        Kind::BadBlockType,
        Of("\"hi\""),
    ),
    (
        "5: a block without a type",
        r#"{"type":"user","message":{"role":"user","content":[{"text":"hi"}]}}"#,
        Kind::BadBlockType,
        Of("{\"text\":\"hi\""),
    ),
    (
        "1: tool_result is no block of the manual's",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"a"},{"type":"tool_result","tool_use_id":"t","content":"x"}]}}"#,
        Kind::BadBlockType,
        Of("\"tool_result\""),
    ),
    (
        "1: text missing",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"text"}]}}"#,
        Kind::MissingText,
        Of("{\"type\":\"text\""),
    ),
    (
        "1: text null",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":null}]}}"#,
        Kind::MissingText,
        Of("null"),
    ),
    (
        "2: source_path a number",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source_path":7}]}}"#,
        Kind::WrongSourcePath,
        Of("7"),
    ),
    (
        "2: no source",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image"}]}}"#,
        Kind::MissingSource,
        Of("{\"type\":\"image\""),
    ),
    (
        "2: a source by URL",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"url","url":"https://example.org/a.png"}}]}}"#,
        Kind::WrongSourceType,
        Of("\"url\""),
    ),
    (
        "5: bad media type",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/bmp","data":"Qk0="}}]}}"#,
        Kind::BadMediaType,
        Of("\"image/bmp\""),
    ),
    (
        "5: media type missing",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","data":"Qk0="}}]}}"#,
        Kind::BadMediaType,
        Of("{\"type\":\"base64\""),
    ),
    (
        "2: no data",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png"}}]}}"#,
        Kind::MissingData,
        Of("{\"type\":\"base64\""),
    ),
    (
        "5: base64 error, as the manual's own example has it",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"..."}}]}}"#,
        Kind::Base64,
        Of("..."),
    ),
    (
        "5: base64 error, the first letter that is none",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lG*Dlh"}}]}}"#,
        Kind::Base64,
        Of("*"),
    ),
    (
        "5: base64 error, the alphabet of URLs",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhAQABAAAAACw_"}}]}}"#,
        Kind::Base64,
        Of("_\"}"),
    ),
    (
        "5: base64 error, padding missing",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhAQABAAAAACw"}}]}}"#,
        Kind::Base64,
        Of("\"}}]}}"),
    ),
    (
        "5: base64 error, padding too early",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R=lGODlh"}}]}}"#,
        Kind::Base64,
        Of("=lG"),
    ),
    (
        "5: base64 error, letters behind the padding",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhACw=AAAA"}}]}}"#,
        Kind::Base64,
        Of("AAAA\"}"),
    ),
    (
        "5: base64 error, an escape that is no letter",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lG\nODlh"}}]}}"#,
        Kind::Base64,
        Of("\\n"),
    ),
    (
        "5: media type mismatch",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"R0lGODlhAQABAAAAACw="}}]}}"#,
        Kind::MediaTypeMismatch,
        Of("\"image/png\""),
    ),
    (
        "5: media type mismatch, no image at all",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":""}}]}}"#,
        Kind::MediaTypeMismatch,
        Of("\"image/png\""),
    ),
    (
        "the order: the second block is told only when the first is fine",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":7},{"type":"x"}]}}"#,
        Kind::MissingText,
        Of("7"),
    ),
    (
        "the order: what comes first in the schema, not in the line",
        r#"{"message":7,"steer":7,"type":"x"}"#,
        Kind::WrongType,
        Of("\"x\""),
    ),
];

#[test]
fn what_amp_takes() {
    let longest = "é".repeat(256);
    let longest =
        format!(r#"{{"type":"user","request_id":"{longest}","message":{{"role":"user","content":[]}}}}"#);
    for (rule, line) in [
        ("1: no blocks", r#"{"type":"user","message":{"role":"user","content":[]}}"#),
        (
            "1: an empty text",
            r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":""}]}}"#,
        ),
        (
            "3: unknown members are dropped by Amp, so they are allowed",
            r#"{"x":1,"type":"user","message":{"y":2,"role":"user","content":[{"type":"text","text":"a","z":3}]}}"#,
        ),
        (
            "4: so are ids that Claude Code's input has",
            r#"{"type":"user","session_id":"","parent_tool_use_id":null,"message":{"role":"user","content":[]}}"#,
        ),
        (
            "3: blanks and a line end",
            " {\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[]}}\t\r\n",
        ),
        (
            "3: blank lines around",
            "\n{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[]}}\n\r\n \n",
        ),
        ("escapes", r#"{"typ\u0065":"us\u0065r","message":{"rol\u0065":"\u0075ser","content":[]}}"#),
        (
            "a lone surrogate is odd and no breach",
            r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"\ud800"}]}}"#,
        ),
        (
            "2: base64 with escaped slashes, as some programs write JSON",
            r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"\/9j\/4AAQ"}}]}}"#,
        ),
        (
            "2: base64 in other escapes",
            r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image\/gif","data":"\u0052\u0030lGODlhAQABAAAAACw\u003D"}}]}}"#,
        ),
        (
            "2: all kinds",
            r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}},{"type":"image","source":{"type":"base64","media_type":"image/webp","data":"UklGRgAAAABXRUJQ"}},{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODdh"}}]}}"#,
        ),
        ("1: 256 characters, whatever their bytes", &longest),
    ] {
        assert_eq!(check_input_line(line.as_bytes()).err(), None, "{rule}: {line}");
    }
    let too_long = longest.replacen('é', "éé", 1);
    let error = check_input_line(too_long.as_bytes()).err();
    assert_eq!(error.map(|error| (error.kind, error.at)), Some((Kind::RequestIdLength, 28)));
}

/// What a checked line is asked for.
#[test]
fn the_view() {
    let line = r#"{"type":"user","steer":true,"request_id":"r\u00e9","message":{"role":"user","content":[{"type":"text","text":"a"},{"type":"image","source_path":"/p","source":{"type":"base64","media_type":"image/gif","data":"R0lGODdh"}}]}}"#;
    let view = check_input_line(line.as_bytes()).expect("a message");
    assert!(view.steer());
    assert_eq!(view.request_id().map(|id| id.to_string()).as_deref(), Some("ré"));
    let mut blocks = view.blocks();
    assert!(
        matches!(blocks.next(), Some(ContentBlock::Text(block)) if block.text().ok().is_some_and(|text| text == "a"))
    );
    let Some(ContentBlock::Image(image)) = blocks.next() else { panic!("no image") };
    let source = image.details().expect("a source");
    assert!(source.media_type().ok().is_some_and(|media_type| media_type == "image/gif"));
    assert!(image.source_path().ok().is_some_and(|path| path == "/p"));
    assert!(blocks.next().is_none());
    assert_eq!(view.event().raw(), line.as_bytes());
    let plain =
        check_input_line(br#"{"type":"user","message":{"role":"user","content":[]}}"#).expect("a message");
    assert!(!plain.steer() && plain.request_id().is_none() && plain.blocks().next().is_none());
}

/// Deep and large lines cost their length and no stack.
#[test]
fn deep_and_large() {
    let deep = format!(r#"{{"type":"user","x":{}"#, "[".repeat(100_000));
    let error = check_input_line(deep.as_bytes()).expect_err("too deep");
    assert_eq!(error.kind, Kind::NotJson(FaultKind::TooDeep));
    let letters = "A".repeat(4 << 20);
    let image = format!(
        r#"{{"type":"user","message":{{"role":"user","content":[{{"type":"image","source":{{"type":"base64","media_type":"image/gif","data":"R0lGODdh{letters}"}}}}]}}}}"#
    );
    assert!(check_input_line(image.as_bytes()).is_ok());
    let cut = &image[..image.len() - 5];
    assert_eq!(check_input_line(cut.as_bytes()).expect_err("cut").kind, Kind::SpansLines);
}

/// Whatever the bytes, there is an answer, and its place is within them.
#[test]
fn any_bytes() {
    let line = r#"{"type":"user","steer":true,"message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":"R0lGODdh"}}]}}"#;
    for cut in 0..line.len() {
        let error = check_input_line(&line.as_bytes()[..cut]).expect_err("a cut line");
        assert_eq!(error.at, cut, "{}", &line[..cut]);
        for byte in [0, b'"', b'\\', b'{', b'}', b'\n', b'=', 0xFF] {
            let mut bytes = line.as_bytes().to_vec();
            bytes[cut] = byte;
            if let Err(error) = check_input_line(&bytes) {
                assert!(error.at <= bytes.len(), "{}", bytes.escape_ascii());
            }
        }
    }
}

/// The page lists all errors by name, in the order in which they are looked for.
#[test]
fn the_page_lists_every_error() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats/amp-input.md");
    let page = std::fs::read_to_string(path).expect("a page");
    let (_, table) = page.split_once("| Error | When | Byte |").expect("the table of errors");
    let names: Vec<_> = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, InputErrorKind::NAMES);
}
