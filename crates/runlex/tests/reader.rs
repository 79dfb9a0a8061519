//! The reader against sources that give little, fail, or never end a line; and against the decoder, which must agree.

mod common;

use common::{Short, record};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use runlex::dialects::KEYS;
use runlex::{At, Ending, FaultKind, IdKey, LineDecoder, Options, Reader, Record, Report, Utf16, What};
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};

/// A record as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    at: At,
    len: u64,
    content: Vec<u8>,
    content_offset: u64,
    ending: Ending,
    /// Kind and place of a fault.
    fault: Option<(FaultKind, u64)>,
    is_event: bool,
}

fn seen(record: &Record<'_, '_>) -> Seen {
    let line = record.line;
    Seen {
        at: line.at(),
        len: line.len(),
        content: line.content().to_vec(),
        content_offset: line.content_offset(),
        ending: line.ending(),
        fault: match record.what {
            What::Fault(fault) => Some((fault.kind, fault.at)),
            What::Event(_) | What::Blank => None,
        },
        is_event: matches!(record.what, What::Event(_)),
    }
}

fn capped(max_line: u64) -> Options<'static> {
    Options { max_line, ..Options::new(&KEYS) }
}

/// All records; errors are noted with where the reader stood, and reading goes on.
fn read_all<R: Read>(reader: &mut Reader<R>) -> (Vec<Seen>, Vec<(ErrorKind, At)>) {
    let (mut records, mut errors) = (Vec::new(), Vec::new());
    loop {
        let before = reader.at();
        match reader.next() {
            Ok(Some(record)) => {
                assert_eq!(record.line.at(), before);
                records.push(seen(&record));
            }
            Ok(None) => break,
            Err(error) => {
                errors.push((error.kind(), before));
                assert_eq!(reader.at(), before, "an error moves nothing");
            }
        }
    }
    (records, errors)
}

/// The records of a source without errors.
fn read(source: impl Read, max_line: u64) -> Vec<Seen> {
    let mut reader = Reader::with_options(source, capped(max_line));
    let (records, errors) = read_all(&mut reader);
    assert_eq!(errors, []);
    // The end stays the end.
    assert!(reader.next().expect("no error").is_none());
    records
}

/// The records that a decoder gives, whose carry buffer is as long as the cap, or longer with the cap set.
fn decode(bytes: &[u8], chunks: &[usize], max_line: u64, spare: usize) -> Vec<Seen> {
    let mut carry = vec![0; max_line as usize + spare];
    let mut decoder = LineDecoder::new(&mut carry).max_line(max_line);
    let options = capped(max_line);
    let (mut records, mut rest) = (Vec::new(), bytes);
    for size in chunks.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (mut chunk, behind) = rest.split_at((*size).min(rest.len()));
        rest = behind;
        while let Some(framed) = decoder.next(&mut chunk) {
            records.push(seen(&record(options, framed)));
        }
    }
    if let Some(framed) = decoder.finish() {
        records.push(seen(&record(options, framed)));
    }
    records
}

/// A source that does as it is told.
struct Script<'a>(VecDeque<Step<'a>>);

enum Step<'a> {
    Give(&'a [u8]),
    Fail(ErrorKind),
}

impl Read for Script<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.pop_front() {
            None => Ok(0),
            Some(Step::Fail(kind)) => Err(kind.into()),
            Some(Step::Give(bytes)) => {
                let got = bytes.len().min(buffer.len());
                buffer[..got].copy_from_slice(&bytes[..got]);
                if got < bytes.len() {
                    self.0.push_front(Step::Give(&bytes[got..]));
                }
                Ok(got)
            }
        }
    }
}

/// Lines of all three sorts, one of them beyond the cap of 24 that the tests set, both line ends.
const STREAM: &[u8] =
    b"{\"type\":\"a\"}\n\n{\"cut\":\r\n{\"long\":\"012345678901234567890\"}\r\n \t\n{\"type\":\"b\"}\r\n{\"end\":1}";

#[test]
fn an_interrupted_read_is_repeated() {
    let steps = STREAM.chunks(1).flat_map(|byte| [Step::Fail(ErrorKind::Interrupted), Step::Give(byte)]);
    let mut reader = Reader::with_options(Script(steps.collect()), capped(24));
    let (records, errors) = read_all(&mut reader);
    assert_eq!(errors, [], "an interruption is not told");
    assert_eq!(records, read(STREAM, 24));
}

#[test]
fn an_error_anywhere_loses_nothing() {
    let whole = read(STREAM, 24);
    assert_eq!(whole.len(), 7);
    for cut in 0..=STREAM.len() {
        let (before, behind) = STREAM.split_at(cut);
        let mut steps =
            VecDeque::from([Step::Give(before), Step::Fail(ErrorKind::Other), Step::Give(behind)]);
        // A piece of no bytes would be the end of the source.
        steps.retain(|step| !matches!(step, Step::Give([])));
        let mut reader = Reader::with_options(Script(steps), capped(24));
        let (records, errors) = read_all(&mut reader);
        assert_eq!(records, whole, "an error at byte {cut}");
        // It comes once, when all whole lines before it are handed out.
        let open = STREAM[..cut].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at as u64 + 1);
        assert_eq!(errors.len(), 1, "an error at byte {cut}");
        assert_eq!((errors[0].0, errors[0].1.offset), (ErrorKind::Other, open), "an error at byte {cut}");
    }
}

#[test]
fn the_cap_is_exact() {
    const CAP: u64 = 12;
    for (len, end, ending) in [
        (CAP - 1, "\n", Ending::Lf),
        (CAP, "\n", Ending::Lf),
        (CAP + 1, "\n", Ending::Lf),
        (CAP + 2, "\n", Ending::Lf),
        (CAP - 1, "\r\n", Ending::CrLf),
        (CAP, "\r\n", Ending::CrLf),
        (CAP + 1, "\r\n", Ending::CrLf),
        (CAP + 2, "\r\n", Ending::CrLf),
        (CAP - 1, "", Ending::None),
        (CAP, "", Ending::None),
        (CAP + 1, "", Ending::None),
        (CAP + 2, "", Ending::None),
    ] {
        let content = format!("{{\"a\":{}}}", "1".repeat(len as usize - 6));
        let behind = if end.is_empty() { "" } else { "{}\n" };
        let stream = format!("{{}}\n{content}{end}{behind}");
        for chunk in [1, 2, 3, 7, 64] {
            let what = format!("{len} bytes and {ending:?}, {chunk} a read");
            let records = read(Short { rest: stream.as_bytes(), most: chunk }, CAP);
            let fits = len <= CAP;
            assert_eq!(records[1].at, At { offset: 3, line: 2 }, "{what}");
            assert_eq!((records[1].len, records[1].ending), (len + end.len() as u64, ending), "{what}");
            assert_eq!(records[1].is_event, fits, "{what}");
            assert_eq!(records[1].fault, (!fits).then_some((FaultKind::TooLong, 3)), "{what}");
            assert_eq!(records[1].content, if fits { content.as_bytes() } else { b"" }, "{what}");
            // It costs that line only.
            assert!(records.iter().enumerate().all(|(at, record)| at == 1 || record.is_event), "{what}");
            assert_eq!(records.len(), if end.is_empty() { 2 } else { 3 }, "{what}");
            for spare in [0, 64] {
                assert_eq!(
                    decode(stream.as_bytes(), &[chunk], CAP, spare),
                    records,
                    "{what}, by the decoder"
                );
            }
        }
    }
}

/// A `0D` that ends no line is content, and the mark of a first line counts as such.
#[test]
fn what_the_cap_counts() {
    let cases: [(&[u8], u64, bool); 8] = [
        (b"{}  \r", 5, true),
        (b"{}  \r", 4, false),
        (b"{}  \r\r\n", 5, true),
        (b"{}  \r\r\n", 4, false),
        (b"\xEF\xBB\xBF{}\n", 5, true),
        (b"\xEF\xBB\xBF{}\n", 4, false),
        (b"\r\n", 0, true),
        (b"\r", 0, false),
    ];
    for (stream, cap, fits) in cases {
        for chunk in [1, 2, 3, 64] {
            let records = read(Short { rest: stream, most: chunk }, cap);
            let too_long = records[0].fault.is_some_and(|(kind, _)| kind == FaultKind::TooLong);
            assert_eq!((records.len(), too_long), (1, !fits), "{} within {cap}", stream.escape_ascii());
            assert_eq!(records[0].len, stream.len() as u64);
        }
    }
}

/// Plain bytes, line ends and what only resembles them, a whole line, a mark, a run of NULs.
const PIECES: &[&[u8]] =
    &[b"a", b"aa", b"{}", b"\n", b"\n", b"\n", b"\r", b"\r", b"\r\n", b"\xEF\xBB\xBF", b"\0\0\0\0"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Whatever the bytes, the cap and the pieces.
    #[test]
    fn reader_and_decoder_agree(
        stream in vec(select(PIECES), 0..40),
        chunks in vec(1usize..6, 1..4),
        cap in 0u64..12,
        spare in 0usize..3,
    ) {
        let stream = stream.concat();
        let mut rest = &stream[..];
        let pieces = chunks.iter().cycle().map_while(|size| {
            let (piece, behind) = rest.split_at((*size).min(rest.len()));
            rest = behind;
            (!piece.is_empty()).then_some(Step::Give(piece))
        });
        let records = read(Script(pieces.collect()), cap);
        prop_assert_eq!(records.iter().map(|record| record.len).sum::<u64>(), stream.len() as u64);
        prop_assert_eq!(&decode(&stream, &chunks, cap, spare), &records);
        prop_assert_eq!(read(&stream[..], cap), records);
    }
}

/// A marked stream of 16-bit units is one fault, whatever its length, the pieces and the cap.
#[test]
fn utf16_is_one_fault() {
    let text = "{\"type\":\"a\"}\n{\"type\":\"\u{10A0A}\"}\n";
    let units = || std::iter::once(0xFEFF).chain(text.encode_utf16());
    let streams: [(Vec<u8>, Utf16, &str); 4] = [
        (units().flat_map(u16::to_le_bytes).collect(), Utf16::Little, "UTF-16LE"),
        (units().flat_map(u16::to_be_bytes).collect(), Utf16::Big, "UTF-16BE"),
        (vec![0xFF, 0xFE], Utf16::Little, "UTF-16LE"),
        (vec![0xFE, 0xFF, b'\n'], Utf16::Big, "UTF-16BE"),
    ];
    for (stream, encoding, name) in streams {
        for (chunk, cap) in [(1, u64::MAX), (7, u64::MAX), (4096, u64::MAX), (1, 0), (4096, 3)] {
            let mut reader = Reader::with_options(Short { rest: &stream, most: chunk }, capped(cap));
            let mut report = Report::new(IdKey::random());
            assert_eq!(reader.encoding(), None, "not known before it was looked at");
            while let Some(record) = reader.next().expect("no error") {
                report.observe(&record);
            }
            assert_eq!(reader.encoding(), Some(encoding));
            assert_eq!(encoding.as_str(), name);
            let report = report.finish();
            assert_eq!((report.bytes, report.lines, report.events), (stream.len() as u64, 1, 0));
            assert_eq!((report.faults[0].kind, report.faults[0].at), (FaultKind::Encoding, 0));
            assert_eq!(report.faults.len(), 1);
        }
    }
}

#[test]
fn utf16_with_an_error_in_the_middle() {
    let stream = b"\xFF\xFEa\0b\0\n\0";
    for cut in 0..=stream.len() {
        let mut steps = VecDeque::from([
            Step::Give(&stream[..cut]),
            Step::Fail(ErrorKind::Other),
            Step::Give(&stream[cut..]),
        ]);
        steps.retain(|step| !matches!(step, Step::Give([])));
        let (records, errors) = read_all(&mut Reader::new(Script(steps)));
        assert_eq!(errors, [(ErrorKind::Other, At::START)], "an error at byte {cut}");
        let found: Vec<_> = records.iter().map(|record| (record.fault, record.len)).collect();
        assert_eq!(found, [(Some((FaultKind::Encoding, 0)), 8)], "an error at byte {cut}");
    }
}

/// Half a mark, or a mark elsewhere, marks nothing.
#[test]
fn no_mark_no_encoding() {
    for stream in [&b"\xFF"[..], b"\xFE", b" \xFF\xFE", b"{}\n\xFF\xFE\n", b"\xEF\xBB\xBF\xFF\xFE"] {
        let mut reader = Reader::new(stream);
        let (records, _) = read_all(&mut reader);
        assert_eq!(reader.encoding(), None, "{}", stream.escape_ascii());
        let kinds = records.iter().filter_map(|record| record.fault).map(|(kind, _)| kind);
        assert_eq!(kinds.collect::<Vec<_>>(), [FaultKind::Noise], "{}", stream.escape_ascii());
    }
}

/// The mark of UTF-8 counts in offsets and is no content; behind the first byte it is content.
#[test]
fn the_mark_of_utf8() {
    for chunk in [1, 2, 64] {
        let stream = b"\xEF\xBB\xBF{}\n\xEF\xBB\xBF{}\n";
        let records = read(Short { rest: stream, most: chunk }, u64::MAX);
        assert_eq!((records[0].content_offset, &records[0].content[..], records[0].len), (3, &b"{}"[..], 6));
        assert!(records[0].is_event);
        assert_eq!(records[1].fault, Some((FaultKind::Prefixed, 6)));
    }
    // A stream of only the mark is a line, and a blank one.
    let records = read(&b"\xEF\xBB\xBF"[..], u64::MAX);
    assert_eq!((records.len(), records[0].len), (1, 3));
    assert_eq!((records[0].is_event, records[0].fault), (false, None));
}

#[test]
fn a_source_of_no_bytes() {
    let mut reader = Reader::new(io::empty());
    for _ in 0..3 {
        assert!(reader.next().expect("no error").is_none());
    }
    assert_eq!((reader.at(), reader.encoding()), (At::START, None));
    let report = Report::new(IdKey::random()).finish();
    assert_eq!((report.bytes, report.lines, report.unterminated), (0, 0, false));
    assert_eq!((report.usage, report.dialects.len()), (None, 0));
}
