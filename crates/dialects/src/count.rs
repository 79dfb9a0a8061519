//! Token counters, exactly as printed.

use crate::KEYS;
use runlex_core::{NumberError, Object, Pick, RawNumber, Value};

/// One counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Count {
    /// Missing or null.
    #[default]
    Absent,
    /// A whole number from 0 on that fits; a whole-valued float (`5.0`) is one.
    Is(u64),
    /// Anything else: negative, a fraction, too large, no number. Told apart, never guessed at.
    Odd,
}

impl Count {
    /// Reads a member that may be missing.
    #[inline]
    pub fn of(value: Option<Value<'_, '_>>) -> Count {
        let Some(value) = value else { return Count::Absent };
        match value.digits() {
            Some(count) => Count::Is(count),
            None => Count::of_other(value),
        }
    }

    /// Of what is not plain digits.
    fn of_other(value: Value<'_, '_>) -> Count {
        if value.is_null() {
            return Count::Absent;
        }
        match value.number().ok().map(|number: RawNumber<'_>| number.to_u64()) {
            Some(Ok(count)) => Count::Is(count),
            None | Some(Err(NumberError::Negative | NumberError::Fraction | NumberError::Overflow)) => {
                Count::Odd
            }
        }
    }

    /// The number to add up: 0 where there is none.
    pub fn or_zero(self) -> u64 {
        match self {
            Count::Is(count) => count,
            Count::Absent | Count::Odd => 0,
        }
    }
}

/// The token counters of a `usage` object, as printed. They are kept apart: whether `input` has what was cached in it, and
/// `output` what was reasoned, differs by dialect; [`Counting`](crate::Counting) tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counters {
    /// Tokens read.
    pub input: Count,
    /// Tokens written to the cache.
    pub cache_creation: Count,
    /// Tokens read from the cache.
    pub cache_read: Count,
    /// Tokens produced.
    pub output: Count,
    /// Tokens of reasoning, in dialects that count them.
    pub reasoning: Count,
}

impl Counters {
    /// Reads the names that Amp, Claude Code and AFK use.
    pub fn read(usage: Object<'_, '_>) -> Counters {
        const COUNTERS: Pick<4> = KEYS.pick([
            "input_tokens",
            "cache_creation_input_tokens",
            "cache_read_input_tokens",
            "output_tokens",
        ]);
        let [input, cache_creation, cache_read, output] = usage.pick(&COUNTERS);
        Counters {
            input: Count::of(input),
            cache_creation: Count::of(cache_creation),
            cache_read: Count::of(cache_read),
            output: Count::of(output),
            reasoning: Count::Absent,
        }
    }

    /// Reads the names that Codex uses. What was cached is a part of the input, and reasoning of the output.
    pub fn read_codex(usage: Object<'_, '_>) -> Counters {
        const COUNTERS: Pick<3> = KEYS.pick(["input_tokens", "cached_input_tokens", "output_tokens"]);
        let [input, cached, output] = usage.pick(&COUNTERS);
        let [written, reasoning] = usage.pick(&["cache_write_input_tokens", "reasoning_output_tokens"]);
        Counters {
            input: Count::of(input),
            cache_creation: Count::of(written),
            cache_read: Count::of(cached),
            output: Count::of(output),
            reasoning: Count::of(reasoning),
        }
    }

    /// Reads the names of Gemini CLI's stream. What was cached is a part of the input; thinking is what the total has beyond input and
    /// output.
    pub fn read_gemini(stats: Object<'_, '_>) -> Counters {
        let [total, input, output, cached] =
            stats.pick(&["total_tokens", "input_tokens", "output_tokens", "cached"]).map(Count::of);
        let beyond = match (total, input, output) {
            (Count::Is(total), Count::Is(input), Count::Is(output)) => {
                input.checked_add(output).and_then(|known| total.checked_sub(known))
            }
            _ => None,
        };
        Counters {
            input,
            cache_creation: Count::Absent,
            cache_read: cached,
            output,
            reasoning: beyond.map_or(Count::Absent, Count::Is),
        }
    }

    /// Reads the names of Gemini CLI's chat recordings. What was cached is a part of the input; thinking stands beside the output.
    pub fn read_gemini_chat(tokens: Object<'_, '_>) -> Counters {
        let [input, cached, output, thoughts] =
            tokens.pick(&["input", "cached", "output", "thoughts"]).map(Count::of);
        Counters { input, cache_creation: Count::Absent, cache_read: cached, output, reasoning: thoughts }
    }

    /// Reads the names of Goose. What was cached is a part of the input.
    pub fn read_goose(complete: Object<'_, '_>) -> Counters {
        const COUNTERS: Pick<3> = KEYS.pick(["input_tokens", "cache_read_input_tokens", "output_tokens"]);
        let [input, read, output] = complete.pick(&COUNTERS);
        Counters {
            input: Count::of(input),
            cache_creation: Count::of(complete.get("cache_write_input_tokens")),
            cache_read: Count::of(read),
            output: Count::of(output),
            reasoning: Count::Absent,
        }
    }

    /// Reads the names of a `modelUsage` entry of Claude Code, and the cost in dollars that stands beside them.
    pub fn read_model<'a>(usage: Object<'a, '_>) -> (Counters, Option<RawNumber<'a>>) {
        const MODEL: Pick<5> = KEYS.pick([
            "inputTokens",
            "cacheCreationInputTokens",
            "cacheReadInputTokens",
            "outputTokens",
            "costUSD",
        ]);
        let [input, cache_creation, cache_read, output, cost] = usage.pick(&MODEL);
        let counters = Counters {
            input: Count::of(input),
            cache_creation: Count::of(cache_creation),
            cache_read: Count::of(cache_read),
            output: Count::of(output),
            reasoning: Count::Absent,
        };
        (counters, crate::ask::number(cost))
    }

    /// Reads the names that Qwen Code uses in its session files: of a message's own counters, else of those that its telemetry quotes. What was
    /// cached is a part of the input, and reasoning of the output.
    pub fn read_qwen(usage: Object<'_, '_>) -> Counters {
        let [input, cached, output, thoughts] = usage.pick(&[
            "promptTokenCount",
            "cachedContentTokenCount",
            "candidatesTokenCount",
            "thoughtsTokenCount",
        ]);
        let [quoted_input, quoted_cached, quoted_output, quoted_thoughts] = usage.pick(&[
            "input_token_count",
            "cached_content_token_count",
            "output_token_count",
            "thoughts_token_count",
        ]);
        Counters {
            input: Count::of(input.or(quoted_input)),
            cache_creation: Count::Absent,
            cache_read: Count::of(cached.or(quoted_cached)),
            output: Count::of(output.or(quoted_output)),
            reasoning: Count::of(thoughts.or(quoted_thoughts)),
        }
    }

    /// Reads the names that Cursor uses.
    pub fn read_cursor(usage: Object<'_, '_>) -> Counters {
        const COUNTERS: Pick<2> = KEYS.pick(["inputTokens", "outputTokens"]);
        let [input, output] = usage.pick(&COUNTERS);
        let [written, read] = usage.pick(&["cacheWriteTokens", "cacheReadTokens"]);
        Counters {
            input: Count::of(input),
            cache_creation: Count::of(written),
            cache_read: Count::of(read),
            output: Count::of(output),
            reasoning: Count::Absent,
        }
    }

    /// The four that all dialects have: input, cache creation, cache read, output.
    pub fn all(&self) -> [Count; 4] {
        [self.input, self.cache_creation, self.cache_read, self.output]
    }

    /// Those, and reasoning.
    pub fn all_five(&self) -> [Count; 5] {
        [self.input, self.cache_creation, self.cache_read, self.output, self.reasoning]
    }
}
