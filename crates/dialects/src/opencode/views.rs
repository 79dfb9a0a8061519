//! The views of OpenCode's output: the table of what is known of each.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// A line with a part of a message (section 2): all but errors and `done`.
    PartLine["type"] {
        /// Milliseconds since 1970: when the line was printed.
        timestamp: number,
        /// The session.
        session_id = "sessionID": string,
        /// By the type of the line a [`TextPart`], [`ToolPart`], [`StepStartPart`] or [`StepFinishPart`].
        part: object,
    }

    /// `error` (section 2): the turn failed.
    ErrorLine["type"] {
        /// Milliseconds since 1970.
        timestamp: number,
        /// The session.
        session_id = "sessionID": string,
        /// [`Failure`]
        error: object,
    }

    /// `done` (section 2): development builds only.
    DoneLine["type"] {
        /// Milliseconds since 1970.
        timestamp: number,
        /// The session.
        session_id = "sessionID": string,
        /// `idle`
        reason: string,
        /// Strings: kinds of leave that were refused unasked.
        rejected: array,
    }

    /// `part` of `step_start` (section 3).
    StepStartPart["type"] {
        /// Of the part.
        id: string,
        /// The session.
        session_id = "sessionID": string,
        /// The message that it is part of.
        message_id = "messageID": string,
        /// The state of the files, as a hash.
        snapshot: string,
    }

    /// `part` of `text` and `reasoning` (section 3): whole.
    TextPart["type"] {
        /// Of the part.
        id: string,
        /// The session.
        session_id = "sessionID": string,
        /// The message that it is part of.
        message_id = "messageID": string,
        /// The text.
        text: string,
        /// [`Span`]
        time: object,
        /// The program wrote it.
        synthetic: bool,
        /// Of the provider.
        metadata: object,
    }

    /// `part` of `tool_use` (section 3).
    ToolPart["type"] {
        /// Of the part.
        id: string,
        /// The session.
        session_id = "sessionID": string,
        /// The message that it is part of.
        message_id = "messageID": string,
        /// Of the call.
        call_id = "callID": string,
        /// The tool.
        tool: string,
        /// [`ToolState`]
        state: object,
        /// Of the provider.
        metadata: object,
    }

    /// `state` of a [`ToolPart`] (section 3): its last one.
    ToolState[] {
        /// `completed`, `error`.
        status: string,
        /// The arguments.
        input: object,
        /// What came of it.
        output: string,
        /// What went wrong.
        error: string,
        /// A few words for people.
        title: string,
        /// The tool's own; repeats the output.
        metadata: object,
        /// [`Span`]
        time: object,
        /// Files that the tool hands over.
        attachments: array,
    }

    /// `part` of `step_finish` (section 3).
    StepFinishPart["type"] {
        /// Of the part, and so of the step.
        id: string,
        /// The session.
        session_id = "sessionID": string,
        /// The message that it is part of.
        message_id = "messageID": string,
        /// Why the model stopped: `stop`, `tool-calls`, `length`, ... Old builds leave it out.
        reason: string,
        /// The state of the files, as a hash.
        snapshot: string,
        /// Dollars that the step cost.
        cost: number,
        /// [`Tokens`]
        tokens: object,
    }

    /// `tokens` of a [`StepFinishPart`] (section 4): of this step alone.
    Tokens[] {
        /// All five together. Newer builds.
        total: number,
        /// Read, without what was cached.
        input: number,
        /// Produced, without reasoning.
        output: number,
        /// Reasoning.
        reasoning: number,
        /// [`CachedTokens`]
        cache: object,
    }

    /// `cache` of [`Tokens`].
    CachedTokens[] {
        /// Read from the cache.
        read: number,
        /// Written to it.
        write: number,
    }

    /// `time` of a part: milliseconds since 1970.
    Span[] {
        /// When it began.
        start: number,
        /// When it was done.
        end: number,
    }

    /// `error` of an [`ErrorLine`] (section 2).
    Failure[] {
        /// A name for it.
        name: string,
        /// [`FailureData`]
        data: object,
    }

    /// `data` of a [`Failure`].
    FailureData[] {
        /// In words.
        message: string,
        /// Of the provider's answer.
        status_code = "statusCode": number,
        /// Whether it may go well another time.
        is_retryable = "isRetryable": bool,
        /// Of the provider's answer.
        response_headers = "responseHeaders": object,
        /// The provider's answer: JSON in a string.
        response_body = "responseBody": string,
        /// Of the provider.
        metadata: object,
    }
}
