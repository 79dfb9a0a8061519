//! Words of a verb that are put together only when it is the one that is asked for: all of them would be most of what the program
//! does before it begins.

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

#[derive(Debug)]
pub(crate) struct Later<T>(pub(crate) T);

impl<T: FromArgMatches> FromArgMatches for Later<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(Later)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches_mut(matches).map(Later)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }

    fn update_from_arg_matches_mut(&mut self, matches: &mut ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches_mut(matches)
    }
}

impl<T: Args> Args for Later<T> {
    fn augment_args(verb: Command) -> Command {
        verb.defer(|verb| with_about(verb, T::augment_args))
    }

    fn augment_args_for_update(verb: Command) -> Command {
        verb.defer(|verb| with_about(verb, T::augment_args_for_update))
    }
}

/// What a verb is about stands with its name, and groups of words that come later have none of their own to say.
fn with_about(verb: Command, augment: fn(Command) -> Command) -> Command {
    let (about, long) = (verb.get_about().cloned(), verb.get_long_about().cloned());
    let verb = augment(verb);
    match (about, long) {
        (Some(about), Some(long)) => verb.about(about).long_about(long),
        (Some(about), None) => verb.about(about).long_about(None),
        (None, _) => verb,
    }
}
