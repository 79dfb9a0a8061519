//! The views of `codex exec --json`: the table of what is known of each.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// `thread.started` (section 2): the first line.
    ThreadStarted["type"] {
        /// The session; also that of the session file.
        thread_id: string,
        /// Some builds.
        timestamp: string,
    }

    /// `turn.started` (section 2): has no fields.
    TurnStarted["type"] {}

    /// `item.started`, `item.updated`, `item.completed` (section 2).
    ItemLine["type"] {
        /// Read it with [`details`](Self::details).
        item: object,
    }

    /// `turn.completed` (section 2): the end of a turn that went well.
    TurnCompleted["type"] {
        /// Of the whole thread so far (section 5, 1).
        usage: object,
    }

    /// `usage` of [`TurnCompleted`].
    Usage[] {
        /// Read, with what was cached.
        input_tokens: number,
        /// The part of it that was read from the cache.
        cached_input_tokens: number,
        /// The part of it that was written to the cache. Newer builds.
        cache_write_input_tokens: number,
        /// Produced, with reasoning.
        output_tokens: number,
        /// The part of it that is reasoning. Newer builds.
        reasoning_output_tokens: number,
    }

    /// `turn.failed` (section 2): the end of a turn that failed.
    TurnFailed["type"] {
        /// `message`
        error: object,
    }

    /// `error` (section 2): no end by itself.
    Failure["type"] {
        /// What.
        message: string,
    }

    /// `agent_message`, `reasoning` or `plan` as an item (section 3).
    TextItem["type"] {
        /// Restarts with each process.
        id: string,
        /// The text.
        text: string,
        /// `commentary`, `final_answer`. Newer builds.
        phase: string,
    }

    /// `command_execution` (section 3).
    CommandExecution["type"] {
        /// Joins the lines of the item.
        id: string,
        /// The command.
        command: string,
        /// What it printed.
        aggregated_output: string,
        /// Null while it runs.
        exit_code: number,
        /// `in_progress`, `completed`, `failed`, `declined`.
        status: string,
    }

    /// `file_change` (section 3).
    FileChange["type"] {
        /// Joins the lines of the item.
        id: string,
        /// Objects with `path` and `kind`.
        changes: array,
        /// `in_progress`, `completed`, `failed`.
        status: string,
    }

    /// `mcp_tool_call` (section 3).
    McpToolCall["type"] {
        /// Joins the lines of the item.
        id: string,
        /// Whose tool it is.
        server: string,
        /// The tool.
        tool: string,
        /// Any JSON.
        arguments: any,
        /// `content`, `structured_content`; null until it is there.
        result: object,
        /// `message`; null where all went well.
        error: object,
        /// `in_progress`, `completed`, `failed`.
        status: string,
    }

    /// `collab_tool_call` (section 3).
    CollabToolCall["type"] {
        /// Joins the lines of the item.
        id: string,
        /// `spawn_agent`, `send_input`, `wait`, `close_agent`.
        tool: string,
        /// Who asks.
        sender_thread_id: string,
        /// Who is asked: strings.
        receiver_thread_ids: array,
        /// What; null is possible.
        prompt: string,
        /// By id: `status`, `message`.
        agents_states: object,
        /// How it went.
        status: string,
    }

    /// `web_search` (section 3).
    WebSearch["type"] {
        /// Written twice in newer builds: the last one counts.
        id: string,
        /// What was looked for.
        query: string,
        /// Newer builds.
        action: object,
    }

    /// `todo_list` (section 3).
    TodoList["type"] {
        /// Joins the lines of the item.
        id: string,
        /// Objects with `text` and `completed`.
        items: array,
    }

    /// `error` as an item (section 3).
    ErrorItem["type"] {
        /// Restarts with each process.
        id: string,
        /// What.
        message: string,
    }
}
