//! What `tail` and `run` have in common: a stream that is looked at while it is written.
//!
//! [`course`] is what is known of the run so far, [`view`] what is shown of it, for people by [`talk`] on a [`page`];
//! [`signals`] are those that end it.

mod course;
mod page;
mod signals;
mod talk;
mod view;

pub(crate) use course::Course;
pub(crate) use signals::Signals;
pub(crate) use view::{End, View};

use crate::args::Viewing;
use runlex::dialects::KEYS;
use runlex::{Limits, Options};

pub(crate) fn options(args: &Viewing) -> Options<'static> {
    Options { max_line: args.max_line, ..Options::new(&KEYS) }
}

pub(crate) fn limits(args: &Viewing) -> Limits {
    Limits { idle: args.idle_timeout, total: args.timeout }
}
