//! The views of Goose's stream: the table of what is known of each.

use crate::view::views;

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// `message` (section 2).
    MessageLine["type"] {
        /// Read it with [`details`](Self::details).
        message: object,
    }

    /// `message` of [`MessageLine`] (section 2).
    Message[] {
        /// The message. Pieces of one have the same.
        id: string,
        /// `user`, `assistant`.
        role: string,
        /// Seconds since 1970.
        created: number,
        /// Blocks (section 3).
        content: array,
        /// Who sees it.
        metadata: object,
    }

    /// A block of a message (section 3).
    Block["type"] {
        /// Of `text`: the text.
        text: string,
        /// Of `thinking`: the text.
        thinking: string,
        /// Of `thinking`: the provider's seal.
        signature: string,
        /// Of `redactedThinking`, `image`.
        data: string,
        /// Of a call and its result: what joins them.
        id: string,
        /// Of `toolRequest`: `status`, and `value` with `name` and `arguments`, or `error`.
        tool_call = "toolCall": object,
        /// Of `toolResponse`: `status`, and `value` or `error`.
        tool_result = "toolResult": object,
        /// Of both: what the provider adds.
        metadata: any,
    }

    /// `notification` (section 2): news of an extension.
    Notification["type"] {
        /// The extension.
        extension_id: string,
        /// `message`.
        log: object,
        /// `progress`, `total`, `message`.
        progress: object,
    }

    /// `model_change` (section 2). Some builds.
    ModelChange["type"] {
        /// The model.
        model: string,
        /// How it works.
        mode: string,
    }

    /// `error` (section 2): the run failed.
    Failure["type"] {
        /// What.
        error: string,
    }

    /// `complete` (section 2): the end.
    Complete["type"] {
        /// All tokens, or null.
        total_tokens: number,
        /// Read, with what was cached. Since 1.37.
        input_tokens: number,
        /// Produced. Since 1.37.
        output_tokens: number,
        /// The part of the input that came from the cache. After 1.43.
        cache_read_input_tokens: number,
        /// The part of it that was written to the cache. After 1.43.
        cache_write_input_tokens: number,
        /// In dollars. After 1.43.
        cost_usd: number,
    }
}
