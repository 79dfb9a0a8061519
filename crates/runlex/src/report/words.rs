//! The words of their own that reports use.

/// The dialect of a run that no module knows.
pub(crate) const UNKNOWN: &str = "unknown";

/// Rules for usage.
pub(super) const AMP_MESSAGES: &str = "amp-messages";
pub(super) const CLAUDE_MODEL_USAGE: &str = "claude-model-usage";
pub(super) const CLAUDE_RESULT_USAGE: &str = "claude-result-usage";
pub(super) const CLAUDE_MESSAGES: &str = "claude-messages";
pub(super) const TRANSCRIPT_MESSAGES: &str = "transcript-messages";
pub(super) const AFK_DONE: &str = "afk-done";
pub(super) const QWEN_RESULT: &str = "qwen-result";
pub(super) const QWEN_MESSAGES: &str = "qwen-messages";
/// Of several runs with several rules.
pub(super) const MIXED: &str = "mixed";

/// Findings.
pub(super) const NO_INIT: &str = "no-init";
pub(super) const SEVERAL_RESULTS: &str = "several-results";

/// The word that reads so.
#[cfg(feature = "saved")]
pub(crate) fn word(text: &[u8]) -> Option<&'static str> {
    const OWN: [&str; 12] = [
        UNKNOWN,
        AMP_MESSAGES,
        CLAUDE_MODEL_USAGE,
        CLAUDE_RESULT_USAGE,
        CLAUDE_MESSAGES,
        TRANSCRIPT_MESSAGES,
        AFK_DONE,
        QWEN_RESULT,
        QWEN_MESSAGES,
        MIXED,
        NO_INIT,
        SEVERAL_RESULTS,
    ];
    let dialects = runlex_dialects::Dialect::ALL.iter().map(|dialect| dialect.as_str());
    let rules = runlex_dialects::Dialect::ALL.iter().filter_map(|dialect| dialect.runs());
    let kinds = runlex_core::FaultKind::ALL.iter().map(|kind| kind.as_str());
    OWN.into_iter()
        .chain(dialects)
        .chain(kinds)
        .chain(rules.map(|rule| rule.name))
        .find(|word| word.as_bytes() == text)
}
