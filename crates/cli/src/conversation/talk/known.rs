//! What is known of a run before it is shown.

use crate::show::{dollars, name, short, span, visible};
use runlex::report::{RunOutcome, RunRecord, SumOf, TokenSums};
use std::fmt::Write as _;

/// What `ls` has of a run.
pub(super) fn of(run: &RunRecord) -> String {
    let mut known = format!("{}  {}", run.outcome.as_str(), run.dialect);
    if run.outcome == RunOutcome::Failed
        && let Some(reason) = &run.reason
    {
        known = format!("{}: {}  {}", run.outcome.as_str(), name(reason), run.dialect);
    }
    if let Some(started) = &run.started {
        let minute: String = started.chars().take(16).collect();
        _ = write!(known, "  {}", visible(&minute.replace('T', " ")));
    }
    if let Some(millis) = run.duration_ms {
        _ = write!(known, "  {}", span(millis));
    }
    if let Some(usage) = run.usage.filter(|usage| usage.tokens != TokenSums::default()) {
        let sign = if usage.bound == SumOf::AtLeast { "≥" } else { "" };
        let tokens = usage.tokens;
        _ = write!(known, "  {} in", short(tokens.input));
        for (count, name) in [(tokens.cache_creation, "cache+"), (tokens.cache_read, "cached")] {
            if count > 0 {
                _ = write!(known, ", {} {name}", short(count));
            }
        }
        _ = write!(known, ", {sign}{} out", short(tokens.output));
    }
    if let Some(micros) = run.cost_stated_usd_micros {
        _ = write!(known, "  {}", dollars(micros));
    }
    known
}
