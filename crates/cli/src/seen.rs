//! Which runs have an event that is asked for.
//!
//! Where a run begins is known only at the end of its file, and so is its program, on which it depends who speaks. So it is marked
//! where such events are, for each program that it may be: one mark between any two places where a run can begin.

use crate::args::{LineFilters, Role};
use crate::filter::{self, Filter};
use runlex::dialects::{Dialect, Hint, KEYS, Object, sniff};
use runlex::{Field, Pick, Record, Value, What};

/// What is looked for: types, and who speaks.
pub(crate) struct Wanted {
    types: LineFilters,
    roles: LineFilters,
    /// All that can be found.
    all: Bits,
}

/// One for an event of the types, and one for each program in which the role speaks.
type Bits = u32;
const TYPE: Bits = 1;
const _: () = assert!(Dialect::ALL.len() + 2 <= Bits::BITS as usize);

/// In a run of this program; none for one that is not known.
fn bit(dialect: Option<Dialect>) -> Bits {
    let number = Dialect::ALL.iter().position(|known| Some(*known) == dialect);
    1 << (1 + number.unwrap_or(Dialect::ALL.len()))
}

impl Wanted {
    /// Nothing where nothing is asked for.
    pub(crate) fn new(types: &[String], roles: &[Role]) -> Option<Wanted> {
        let of_types = if types.is_empty() { 0 } else { TYPE };
        let of_roles = if roles.is_empty() {
            0
        } else {
            Dialect::ALL.iter().fold(bit(None), |bits, known| bits | bit(Some(*known)))
        };
        (of_types | of_roles != 0).then(|| Wanted {
            types: LineFilters { types: types.to_vec(), ..LineFilters::default() },
            roles: LineFilters { roles: roles.to_vec(), ..LineFilters::default() },
            all: of_types | of_roles,
        })
    }

    fn of_event(&self, object: Object<'_, '_>) -> Bits {
        let types = &self.types.types;
        let mut bits = if !types.is_empty() && filter::is_of_type(types, object) { TYPE } else { 0 };
        if !self.roles.roles.is_empty() {
            let filter = Filter::of(&self.roles, &[]);
            for dialect in Dialect::ALL.iter().copied().map(Some).chain([None]) {
                if filter.takes_something_of(dialect, object) {
                    bits |= bit(dialect);
                }
            }
        }
        bits
    }

    /// Whether all is there in the run that begins at one offset and ends at another.
    pub(crate) fn is_in(&self, seen: &Seen, dialect: Option<Dialect>, start: u64, end: u64) -> bool {
        let from = seen.marks.partition_point(|(offset, _)| *offset < start);
        let marks = seen.marks[from..].iter().take_while(|(offset, _)| *offset < end);
        let bits = marks.fold(0, |bits, (_, more)| bits | more);
        (self.types.types.is_empty() || bits & TYPE != 0)
            && (self.roles.roles.is_empty() || bits & bit(dialect) != 0)
    }
}

/// Where what is wanted was seen.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    marks: Vec<(u64, Bits)>,
    /// Marked since a run can have begun.
    here: Bits,
    /// The last program that a line was sure of.
    last: Option<Hint>,
    /// AFK's run may be over.
    is_over: bool,
}

impl Seen {
    pub(crate) fn observe(&mut self, wanted: &Wanted, record: &Record<'_, '_>) {
        let What::Event(object) = record.what else { return };
        self.pass_border(object);
        if self.here == wanted.all {
            return;
        }
        let new = wanted.of_event(object) & !self.here;
        if new != 0 {
            self.marks.push((record.line.at().offset, new));
            self.here |= new;
        }
    }

    /// Forgets what was marked where another run may begin.
    fn pass_border(&mut self, object: Object<'_, '_>) {
        const EVENT: Pick<2> = KEYS.pick(["type", "subtype"]);
        let [kind, subtype] = object.pick(&EVENT).map(|member| Field::of(member, Value::string).ok());
        let is = |name: &str| kind.is_some_and(|kind| kind == name);
        let hint = sniff(object);
        let is_sure = matches!(hint, Hint::Is(_) | Hint::Foreign);
        let is_init = is("system") && subtype.is_some_and(|subtype| subtype == "init");
        if is_init || (is_sure && (self.is_over || self.last != Some(hint))) {
            self.here = 0;
            self.is_over = false;
        }
        if is_sure {
            self.last = Some(hint);
        }
        self.is_over |= is("done") || is("error");
    }

    /// Takes in what was seen in the part that directly follows.
    pub(crate) fn merge(&mut self, later: Seen) {
        self.marks.extend(later.marks);
    }
}
