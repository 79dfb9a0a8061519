//! The views of Gemini CLI's chat recordings: the table of what is known of each.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// The first line (section 2), which has no `type`.
    Header[] {
        /// The session.
        session_id = "sessionId": string,
        /// Of the folder that it works in.
        project_hash = "projectHash": string,
        /// When it began, RFC 3339 with milliseconds in UTC.
        start_time = "startTime": string,
        /// When it was written last.
        last_updated = "lastUpdated": string,
        /// `main`, `subagent`.
        kind: string,
        /// Folders beside the own one.
        directories: array,
        /// In a few words what it is about.
        summary: string,
    }

    /// `user`, `info`, `warning`, `error` (section 3): a record.
    Record["type"] {
        /// The record; it may be written again.
        id: string,
        /// When it was made, RFC 3339 with milliseconds in UTC.
        timestamp: string,
        /// A string, or parts.
        content: any,
        /// What was shown instead of it.
        display_content = "displayContent": any,
    }

    /// `gemini` (section 3): an answer of the model, and what came of its calls.
    Gemini["type"] {
        /// The record; it is written again when more is known of it.
        id: string,
        /// When it was made, RFC 3339 with milliseconds in UTC.
        timestamp: string,
        /// A string, or parts.
        content: any,
        /// What was shown instead of it.
        display_content = "displayContent": any,
        /// What it thought.
        thoughts: array,
        /// What the call of the model used. Null as long as that is not known.
        tokens: object,
        /// The model.
        model: string,
        /// Calls of tools.
        tool_calls = "toolCalls": array,
    }

    /// An element of `thoughts` (section 3).
    Thought[] {
        /// Its heading.
        subject: string,
        /// Its text.
        description: string,
        /// When.
        timestamp: string,
    }

    /// `tokens` of [`Gemini`] (section 4).
    Tokens[] {
        /// Read, with what was cached.
        input: number,
        /// Produced, without thinking.
        output: number,
        /// The part of the input that came from the cache.
        cached: number,
        /// Of thinking.
        thoughts: number,
        /// Read of what tools of the model's own gave.
        tool: number,
        /// All of these together.
        total: number,
    }

    /// An element of `toolCalls` (section 3).
    ToolCall[] {
        /// The call.
        id: string,
        /// The tool.
        name: string,
        /// The arguments.
        args: object,
        /// What it gave, as parts.
        result: any,
        /// `success`, `error`, `cancelled`; anything else is not over.
        status: string,
        /// When it was over.
        timestamp: string,
        /// The sub-agent that it started.
        agent_id = "agentId": string,
        /// The tool's name for people.
        display_name = "displayName": string,
        /// What it does, for people.
        description: string,
        /// What was shown of it.
        result_display = "resultDisplay": any,
        /// What was shown is Markdown.
        render_output_as_markdown = "renderOutputAsMarkdown": bool,
    }

    /// `$set` (section 2): members of the header that are others now.
    Patch[] {
        /// Those. With `messages` all records were replaced.
        set = "$set": object,
    }

    /// `$rewindTo` (section 2): this record and all behind it were taken back.
    Rewind[] {
        /// The record.
        rewind_to = "$rewindTo": string,
    }
}
