//! An event in words, to be held against a table.

use crate::words::{fields, raw};
use runlex_core::Object;
use runlex_dialects::afk::*;
use std::fmt::{self, Write};

/// The variant, and every accessor's answer that is not silence; what lies deeper follows a slash.
pub(crate) fn event(out: &mut dyn Write, object: Object<'_, '_>) -> fmt::Result {
    let event = Event::read(object);
    out.write_str(event.name())?;
    match event {
        Event::Chunk(view) => {
            fields!(out, ChunkLine, view, chunk);
            view.details().map_or(Ok(()), |chunk| self::chunk(out, chunk))?;
        }
        Event::Message(view) => {
            fields!(out, MessageLine, view, message);
            if let Some(message) = view.details() {
                out.write_str(" /")?;
                fields!(out, Message, message, role, content, timestamp, metadata);
            }
        }
        Event::Done(view) => {
            fields!(out, Done, view, metadata);
            view.details().map_or(Ok(()), |metadata| self::metadata(out, metadata))?;
        }
        Event::Error(view) => {
            fields!(out, ErrorLine, view, error);
            if let Some(error) = view.details() {
                out.write_str(" /")?;
                fields!(out, ErrorDetails, error, message, name);
            }
        }
        Event::Progress(view) => {
            fields!(out, ProgressLine, view, progress);
            if let Some(progress) = view.details() {
                out.write_str(" /")?;
                fields!(
                    out,
                    Progress,
                    progress,
                    task_id = "taskId",
                    description,
                    total_tokens = "totalTokens",
                    tool_uses = "toolUses",
                    duration_ms = "durationMs",
                    summary,
                    last_tool_name = "lastToolName",
                );
            }
        }
        Event::Suggestion(view) => fields!(out, Suggestion, view, suggestion),
        Event::Panel(view) => {
            fields!(out, PanelLine, view, spec);
            if let Some(panel) = view.details() {
                out.write_str(" /")?;
                fields!(out, Panel, panel, kind, title, body);
                for line in panel.body_lines() {
                    write!(out, " '{line}'")?;
                }
            }
        }
        Event::Paused(view) => {
            fields!(
                out,
                Paused,
                view,
                reason,
                resets_at = "resetsAt",
                account_id = "accountId",
                auto_resume = "autoResume",
            );
        }
        Event::Resumed(view) => {
            fields!(out, Resumed, view, hot_swapped = "hotSwapped", account_id = "accountId");
        }
        Event::StreamRetry(view) => fields!(out, StreamRetry, view),
        Event::RateLimit(view) => fields!(out, RateLimit, view, retry_after_ms = "retryAfterMs"),
        Event::Notice(view) => fields!(out, Notice, view, text, kind),
        Event::Unknown(object) => {
            out.write_char(' ')?;
            raw(out, object.as_value())?;
        }
        other => panic!("{other:?} is not described"),
    }
    Ok(())
}

fn chunk(out: &mut dyn Write, chunk: Chunk<'_, '_>) -> fmt::Result {
    let name = match chunk {
        Chunk::Content(_) => "Content",
        Chunk::Thinking(_) => "Thinking",
        Chunk::ToolUse(_) => "ToolUse",
        Chunk::ToolUseDetail(_) => "ToolUseDetail",
        Chunk::ToolResult(_) => "ToolResult",
        Chunk::ToolDiff(_) => "ToolDiff",
        Chunk::Done(_) => "Done",
        Chunk::Error(_) => "Error",
        Chunk::Unknown(_) => "Unknown",
        other => panic!("{other:?} is not described"),
    };
    write!(out, " / {name}")?;
    match chunk {
        Chunk::Content(view)
        | Chunk::Thinking(view)
        | Chunk::ToolUse(view)
        | Chunk::Done(view)
        | Chunk::Error(view) => fields!(out, TextChunk, view, content, metadata),
        Chunk::ToolUseDetail(view) => {
            fields!(
                out,
                ToolUseDetail,
                view,
                tool_use_id = "toolUseId",
                tool_name = "toolName",
                tool_input = "toolInput",
                tool_input_raw = "toolInputRaw",
                pending,
                metadata,
            );
        }
        Chunk::ToolResult(view) => {
            fields!(
                out,
                ToolResultChunk,
                view,
                tool_use_id = "toolUseId",
                content,
                is_error = "isError",
                truncated,
                size_bytes = "sizeBytes",
                size_label = "sizeLabel",
                line_count = "lineCount",
                persisted_path = "persistedPath",
                display,
                batch_index = "batchIndex",
                batch_size = "batchSize",
                failure_class = "failureClass",
                metadata,
            );
        }
        Chunk::ToolDiff(view) => {
            fields!(out, ToolDiff, view, tool_use_id = "toolUseId", diff, metadata);
            view.details().map_or(Ok(()), |diff| self::diff(out, diff))?;
        }
        _ => {
            out.write_char(' ')?;
            raw(out, chunk.object().as_value())?;
        }
    }
    if let Some(metadata) = chunk.metadata() {
        out.write_str(" /")?;
        fields!(
            out,
            ChunkMetadata,
            metadata,
            event_type = "eventType",
            delta_type = "deltaType",
            preceding_tool_use_ids = "precedingToolUseIds",
        );
        if let Some(id) = metadata.only_tool_use_id() {
            write!(out, " only '{id}'")?;
        }
    }
    Ok(())
}

fn diff(out: &mut dyn Write, diff: Diff<'_, '_>) -> fmt::Result {
    out.write_str(" /")?;
    fields!(out, Diff, diff, hunks, added_lines = "addedLines", removed_lines = "removedLines");
    for hunk in diff.each_hunk() {
        out.write_str(" /")?;
        fields!(
            out,
            Hunk,
            hunk,
            old_start = "oldStart",
            old_lines = "oldLines",
            new_start = "newStart",
            new_lines = "newLines",
            lines,
        );
        for line in hunk.each_line() {
            out.write_str(" /")?;
            fields!(out, DiffLine, line, kind, text);
        }
    }
    Ok(())
}

fn metadata(out: &mut dyn Write, metadata: Metadata<'_, '_>) -> fmt::Result {
    out.write_str(" /")?;
    fields!(
        out,
        Metadata,
        metadata,
        session_id = "sessionId",
        stop_reason = "stopReason",
        result_subtype = "resultSubtype",
        is_error = "isError",
        duration_ms = "durationMs",
        duration_api_ms = "durationApiMs",
        total_cost_usd = "totalCostUsd",
        num_turns = "numTurns",
        usage,
        model_usage = "modelUsage",
        permission_denials = "permissionDenials",
        errors,
        successful_tool_names = "successfulToolNames",
    );
    write!(out, " {:?}", metadata.outcome())?;
    if let Some(usage) = metadata.usage_details() {
        out.write_str(" /")?;
        fields!(
            out,
            Usage,
            usage,
            input_tokens,
            output_tokens,
            cache_read_input_tokens,
            cache_creation_input_tokens,
            total_tokens,
            context_window_tokens,
        );
    }
    Ok(())
}
