//! What a list shows of a run.

use super::record::{RunOutcome, RunRecord};
use super::usage::Usage;
#[cfg(feature = "saved")]
use crate::saved::LoadError;
#[cfg(feature = "saved")]
use crate::saved::form::{Form, In};

/// A [`RunRecord`] without what it has by tool, and of sub-agents only how many they are: what a list shows of a run. Borrows
/// its texts. Members are those of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is described at the member of the same name of `RunRecord`")]
pub struct RunBrief<'a> {
    pub dialect: &'static str,
    pub session: Option<&'a str>,
    pub line: u64,
    pub offset: u64,
    pub events: u64,
    pub faults: u64,
    pub started: Option<&'a str>,
    pub ended: Option<&'a str>,
    pub duration_ms: Option<u64>,
    pub turns: Option<u64>,
    pub outcome: RunOutcome,
    pub reason: Option<&'a str>,
    pub results: u64,
    pub lines_after_end: u64,
    pub models: Vec<&'a str>,
    pub messages: u64,
    /// How many sub-agents made tool calls.
    pub agents: u64,
    pub tool_calls: u64,
    pub tool_results: u64,
    pub tool_errors: u64,
    pub unanswered: u64,
    pub orphan_results: u64,
    pub usage: Option<Usage>,
    pub cost_stated_usd_micros: Option<u64>,
}

impl<'a> From<&'a RunRecord> for RunBrief<'a> {
    /// Allocates for the list of models, if there are any.
    fn from(run: &'a RunRecord) -> RunBrief<'a> {
        RunBrief {
            dialect: run.dialect,
            session: run.session.as_deref(),
            line: run.line,
            offset: run.offset,
            events: run.events,
            faults: run.faults,
            started: run.started.as_deref(),
            ended: run.ended.as_deref(),
            duration_ms: run.duration_ms,
            turns: run.turns,
            outcome: run.outcome,
            reason: run.reason.as_deref(),
            results: run.results,
            lines_after_end: run.lines_after_end,
            models: run.models.iter().map(String::as_str).collect(),
            messages: run.messages,
            agents: run.agents.len() as u64,
            tool_calls: run.tool_calls,
            tool_results: run.tool_results,
            tool_errors: run.tool_errors,
            unanswered: run.unanswered,
            orphan_results: run.orphan_results,
            usage: run.usage,
            cost_stated_usd_micros: run.cost_stated_usd_micros,
        }
    }
}

#[cfg(feature = "saved")]
impl<'b> RunBrief<'b> {
    /// Of what was saved of a [`RunRecord`]: the members before its details, in the same order.
    pub(crate) fn read(input: &mut In<'b>) -> Result<RunBrief<'b>, LoadError> {
        Ok(RunBrief {
            dialect: Form::read(input)?,
            session: input.leaf()?,
            line: input.leaf()?,
            offset: input.leaf()?,
            events: input.leaf()?,
            faults: input.leaf()?,
            started: input.leaf()?,
            ended: input.leaf()?,
            duration_ms: input.leaf()?,
            turns: input.leaf()?,
            outcome: Form::read(input)?,
            reason: input.leaf()?,
            results: input.leaf()?,
            lines_after_end: input.leaf()?,
            models: input.list::<&str, _>(Vec::with_capacity, |models, input| {
                models.push(input.leaf()?);
                Ok(())
            })?,
            messages: input.leaf()?,
            tool_calls: input.leaf()?,
            tool_results: input.leaf()?,
            tool_errors: input.leaf()?,
            unanswered: input.leaf()?,
            orphan_results: input.leaf()?,
            usage: Form::read(input)?,
            cost_stated_usd_micros: input.leaf()?,
            // The first of the details: a map, and so its length first.
            agents: input.apart()?.leaf()?,
        })
    }
}
