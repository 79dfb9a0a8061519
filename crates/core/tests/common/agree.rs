//! Puts the same questions to every kernel and compares the answers, record by record.
//!
//! The reference is the scalar kernel without a tape: it reads each line alone, and every answer from its bytes. Needs
//! nothing but the crate, so that the fuzz targets can use it, too.

use runlex_core::{
    At, FaultKind, Field, Kernel, Keys, Lines, Memory, Mode, Node, Object, Options, Pick, Record, Scanner,
    Type, Value, What,
};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Keys that each stress another part of finding names. They are used with any line, whether it has such names or not.
pub(crate) const SETS: [(&str, &Keys); 7] = [
    ("NONE", &Keys::NONE),
    ("ALL", &Keys::ALL),
    ("FEW", &FEW),
    ("ALIKE", &ALIKE),
    ("LONG", &LONG),
    ("TINY", &TINY),
    ("MANY", &MANY),
];

const FEW: Keys = Keys::new(&["type", "session_id", "a"]);
/// The same length and the same last eight bytes.
const ALIKE: Keys = Keys::new(&["alpha_tokens", "gamma_tokens", "tokens", "type"]);
/// More than two blocks long: an escape in the middle of it is in neither of the blocks at its ends.
pub(crate) const ENDLESS: &str = "a name of one hundred and fifty bytes: 0123456789012345678901234567890123456789\
0123456789012345678901234567890123456789012345678901234567890123456789!";

/// More than is compared in words.
const LONG: Keys = Keys::new(&[
    "cache_creation_input_tokens_of_all_models",
    "cache_creation_output_tokens_of_every_model",
    "parent_tool_use_id_of_the_session",
    "exactly_16_bytes",
    "exactly_17_bytes_",
    ENDLESS,
    "type",
]);
const TINY: Keys = Keys::new(&["a", "b", "ab", "\u{e9}", ",", ":", "{"]);
#[rustfmt::skip]
const MANY: Keys = Keys::new(&[
    "n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11", "n12", "n13", "n14", "n15", "n16", "n17",
    "n18", "n19", "key_00", "key_01", "key_02", "key_03", "key_04", "key_05", "key_06", "key_07", "key_08", "key_09",
    "key_10", "key_11", "key_12", "key_13", "key_14", "key_15", "key_16", "key_17", "key_18", "key_19",
    "some_longer_name_0", "some_longer_name_1", "some_longer_name_2", "some_longer_name_3", "some_longer_name_4",
    "some_longer_name_5", "some_longer_name_6", "some_longer_name_7", "some_longer_name_8", "some_longer_name_9",
    "some_longer_name_10", "some_longer_name_11", "type", "id", "a", "b", "x", "role", "text", "content", "usage", "model",
    "tokens", "parent_tool_use_id",
]);

static PICK_FEW: Pick<3> = FEW.pick(["a", "type", "session_id"]);
static PICK_ALIKE: Pick<3> = ALIKE.pick(["gamma_tokens", "tokens", "alpha_tokens"]);
static PICK_LONG: Pick<6> = LONG.pick([
    ENDLESS,
    "parent_tool_use_id_of_the_session",
    "cache_creation_output_tokens_of_every_model",
    "cache_creation_input_tokens_of_all_models",
    "exactly_17_bytes_",
    "exactly_16_bytes",
]);
static PICK_TINY: Pick<7> = TINY.pick([":", "a", "b", "ab", "\u{e9}", ",", "{"]);
static PICK_MANY: Pick<12> = MANY.pick([
    "n0",
    "n7",
    "n19",
    "key_00",
    "key_19",
    "some_longer_name_3",
    "some_longer_name_11",
    "type",
    "a",
    "usage",
    "tokens",
    "parent_tool_use_id",
]);

/// What is said of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Event,
    Blank,
    Fault(FaultKind, u64),
}

/// A record with all that can be read from it, as plain data. Places are those within the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) at: At,
    pub(crate) len: u64,
    pub(crate) content_offset: u64,
    pub(crate) said: Said,
    pub(crate) notes: Vec<u64>,
    pub(crate) salvage: Vec<Range<u64>>,
    /// Every value with its kind and span, every name, and what every pick finds, in a fixed order.
    pub(crate) answers: Vec<u32>,
}

/// More values than a test line has; reading what skim lets pass of a broken line stops there.
const MOST: usize = 1 << 20;

fn pick<const N: usize>(answers: &mut Vec<u32>, found: [Option<Value<'_, '_>>; N]) {
    for value in found {
        answers.push(value.map_or(u32::MAX, |value| value.span().start as u32));
    }
}

/// Picks that are answered from the tape where the set in use declares the names, and from the bytes everywhere else.
fn picks(answers: &mut Vec<u32>, object: Object<'_, '_>) {
    pick(answers, object.pick(&PICK_FEW));
    pick(answers, object.pick(&PICK_ALIKE));
    pick(answers, object.pick(&PICK_LONG));
    pick(answers, object.pick(&PICK_TINY));
    pick(answers, object.pick(&PICK_MANY));
    pick(answers, object.pick(&["type"]));
    pick(answers, object.pick(&["session_id", "a"]));
    pick(answers, object.pick(&["tokens", "alpha_tokens", "gamma_tokens"]));
    pick(answers, object.pick(&["exactly_16_bytes", "cache_creation_input_tokens_of_all_models"]));
    pick(answers, object.pick(&["key_07", "n3", "b", "ab", "some_longer_name_10"]));
    pick(answers, object.pick(&["", "type", "undeclared", "x"]));
}

/// Everything within an object. Goes over a list, not by calls: lines may be deep.
fn read(content: &[u8], object: Object<'_, '_>) -> Vec<u32> {
    let mut answers = Vec::new();
    let mut todo = vec![object.as_value()];
    let mut count = 0;
    while let Some(value) = todo.pop() {
        count += 1;
        if count > MOST {
            break;
        }
        let span = value.span();
        answers.extend([value.kind() as u32, span.start as u32, span.end as u32]);
        match value.kind() {
            Type::Object => {
                let Field::Is(object) = value.object() else { continue };
                for (name, value) in object.members() {
                    let start = (name.raw().as_ptr() as usize).wrapping_sub(content.as_ptr() as usize);
                    answers.extend([start as u32, name.raw().len() as u32, u32::from(name.is_escaped())]);
                    answers.push(value.span().start as u32);
                    todo.push(value);
                }
                // Enough of them, or lines of many objects take most of the time.
                if count <= 40 || count % 16 == 0 {
                    picks(&mut answers, object);
                }
            }
            Type::Array => {
                let Field::Is(array) = value.array() else { continue };
                for value in array.elements() {
                    answers.push(value.span().start as u32);
                    todo.push(value);
                }
            }
            Type::String => {
                let text = value.string().ok();
                answers.push(text.map_or(u32::MAX, |text| u32::from(text.is_escaped())));
            }
            Type::Number => {
                let number = value.number().ok();
                answers.push(number.map_or(u32::MAX, |number| number.lexeme().len() as u32));
            }
            _ => answers.push(value.bool().ok().map_or(2, u32::from)),
        }
    }
    answers
}

pub(crate) fn told(record: &Record<'_, '_>) -> Told {
    let line = record.line;
    let (said, answers) = match record.what {
        What::Event(object) => (Said::Event, read(line.content(), object)),
        What::Blank => (Said::Blank, Vec::new()),
        What::Fault(fault) => (Said::Fault(fault.kind, fault.at.wrapping_sub(line.at().offset)), Vec::new()),
    };
    let within = |at: u64| at.wrapping_sub(line.at().offset);
    Told {
        at: line.at(),
        len: line.len(),
        content_offset: line.content_offset(),
        said,
        notes: record.notes().map(|note| within(note.at)).collect(),
        salvage: record.salvage().map(|span| within(span.start)..within(span.end)).collect(),
        answers,
    }
}

/// All records of a batch.
pub(crate) fn tell(options: Options<'_>, batch: &[u8], at: At, nodes: &mut [Node]) -> Vec<Told> {
    all_told(Scanner::new(options, batch, at, nodes))
}

fn all_told(mut scanner: Scanner<'_, '_, '_>) -> Vec<Told> {
    let mut all = Vec::new();
    while let Some(record) = scanner.next() {
        all.push(told(&record));
    }
    all
}

/// One way to ask about a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask<'k> {
    pub(crate) keys: &'k Keys,
    /// Length of the tape.
    pub(crate) nodes: usize,
    pub(crate) at: At,
    /// Each line by [`Scanner::once`], too.
    pub(crate) once: bool,
}

/// In skim what is read from a broken line that passes is not specified, but that it passes is.
fn same(got: &Told, want: &Told, sound: bool) -> bool {
    match sound || got.said != Said::Event {
        true => got == want,
        false => (got.said, got.at, got.len) == (want.said, want.at, want.len),
    }
}

/// What the kernels do not agree on, in words; `None` if there is nothing.
pub(crate) fn disagreement(ask: Ask<'_>, batch: &[u8]) -> Option<String> {
    let Ask { keys, nodes, at, once } = ask;
    let of = |kernel, mode| Options { kernel, mode, ..Options::new(keys) };
    let want = tell(of(Kernel::SCALAR, Mode::Checked), batch, at, &mut []);
    let lax = tell(of(Kernel::SCALAR, Mode::Skim), batch, at, &mut []);
    if want.len() != lax.len() {
        return Some(format!("{} lines, and {} in skim", want.len(), lax.len()));
    }
    for (want, lax) in want.iter().zip(&lax) {
        // Skim takes what checked takes, and where it refuses says the same.
        let fine = match (want.said, lax.said) {
            (Said::Fault(..), Said::Event) => true,
            _ => want == lax,
        };
        if !fine {
            return Some(format!("the definition in skim\n got {lax:?}\nwant {want:?}"));
        }
    }
    // The same tape and memory for all, as the one before left them: nothing in them may matter.
    let mut tape = vec![Node::EMPTY; nodes];
    let mut memory = Memory::new();
    for kernel in Kernel::every() {
        for (mode, want_in_mode) in [(Mode::Checked, &want), (Mode::Skim, &lax)] {
            let check = |got: &Told, index: usize, how: &str| {
                let (sound, want) = (want[index].said == Said::Event, &want_in_mode[index]);
                (!same(got, want, sound))
                    .then(|| format!("{kernel} {mode:?} {how}, record {index}\n got {got:?}\nwant {want:?}"))
            };
            // With a memory twice: the second time the lines are of known shapes.
            for how in ["batch", "batch with a memory", "batch with a memory, again"] {
                let mut scanner = Scanner::new(of(kernel, mode), batch, at, &mut tape);
                if how != "batch" {
                    scanner = scanner.with_memory(&mut memory);
                }
                let got = all_told(scanner);
                let wrong = got.iter().take(want.len()).enumerate().find_map(|(at, got)| check(got, at, how));
                if wrong.is_some() {
                    return wrong;
                }
                if got.len() != want.len() {
                    let (got, want) = (got.len(), want.len());
                    return Some(format!("{kernel} {mode:?} {how}: {got} lines instead of {want}"));
                }
            }
            if once {
                for (index, line) in Lines::new(batch, at).enumerate() {
                    let got = told(&Scanner::once(of(kernel, mode), line, &mut tape));
                    if let Some(wrong) = check(&got, index, "once") {
                        return Some(wrong);
                    }
                    let got = told(&Scanner::once_with(of(kernel, mode), line, &mut tape, &mut memory));
                    if let Some(wrong) = check(&got, index, "once with a memory") {
                        return Some(wrong);
                    }
                }
            }
        }
    }
    None
}

/// [`disagreement`], with a panic as another one.
fn trouble(ask: Ask<'_>, batch: &[u8]) -> Option<String> {
    catch_unwind(AssertUnwindSafe(|| disagreement(ask, batch))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        Some(format!("panic: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?")))
    })
}

/// Panics when the kernels do not agree, with as few bytes of the batch as show it.
pub(crate) fn agree(ask: Ask<'_>, batch: &[u8]) {
    let Some(first) = trouble(ask, batch) else { return };
    let (mut least, mut words) = (batch.to_vec(), first);
    let mut piece = least.len().div_ceil(2);
    while piece > 0 {
        let mut from = 0;
        while from < least.len() {
            let mut less = least.clone();
            drop(less.drain(from..(from + piece).min(least.len())));
            match trouble(ask, &less) {
                Some(why) => (least, words) = (less, why),
                None => from += piece,
            }
        }
        piece /= 2;
    }
    panic!("{words}\n{ask:?}\n{} bytes: \"{}\"", least.len(), least.escape_ascii());
}
