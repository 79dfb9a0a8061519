"""What docs/formats/claude-code.md and claude-transcript.md tell of: versions, missing keys, unknown types, sums.

Numbers in brackets behind a reason are sections of that page.
"""
from parts import NOT_OBJECT, Case, event, fault, text
from programs import (ANSWER, CALL, COUNTERS, OTHER, SESSION, UUID, Claude, Transcript, case, counts, model_counts, results)


def claude():
    use, models = counts(1, 2, 3, 4), {"mill-1": model_counts(1, 2, 3, 90)}
    full = (1, 2, 3, 90)

    def run(name, why, lines, outcome="ok", tokens=(1, 2, 3, 4), usage=(full, "claude-model-usage", "exact"), cost=None, **facts):
        stated = (usage[0],) if usage and usage[1] in ("claude-model-usage", "claude-result-usage") else None
        return case("claude", name, why, lines, **{"sessions": [SESSION], "dialects": ["claude-stream"], "runs": {outcome: 1},
                "usage": usage, "tokens_stated": stated, "tokens": tokens,
                                                   "cost_stated_usd_micros": cost, "end_events": results(lines), **facts})

    def plain(n=9, **more):
        return Claude.result(n, counts(1, 2, 3, 80), models, 0.25, **more)

    init, said = Claude.init(1), Claude.assistant(2, use)
    yield run("hooks-first", "hook lines in front of the init (10.1, 10.15)",
            [Claude.line(7, "system", subtype="hook_started", hook_id="h", hook_name="x", hook_event="SessionStart"),
              Claude.line(8, "system", subtype="hook_response", hook_name="x", hook_event="SessionStart", stdout="", stderr=""),
                      init, said, plain()], cost=250_000)
    for subtype, is_error, want, why in (("success", False, "ok", "a success"),
            ("success", True, "failed", "a failure that calls itself a success (10.2)"),
                                         ("error_max_turns", True, "failed", "a failure"),
                                                 ("error_max_turns", False, "failed",
                                                 "an error's subtype, and is_error false: failed"),
                                         ("success", None, "ok", "is_error is null"),
                                                 ("error_during_execution", None, "failed", "is_error is null"),
                                                 (None, False, "ok", "no subtype, is_error false"),
                                         (None, None, "failed", "neither says anything")):
        name = "-".join(str(part).lower().replace("_", "-") for part in (subtype, is_error))
        yield run(f"result-{name}", why, [init, said, plain(subtype=subtype, is_error=is_error)], want, cost=250_000)
    yield run("result-empty-text", "an empty result text (10.3)", [init, said, plain(result="")], cost=250_000)
    yield run("string-content", "content as a string (10.4)",
            [init, Claude.line(7, "user", message={"role": "user", "content": "grind it"}), said, plain()], cost=250_000)
    yield run("result-content-forms", "a tool's result as a string, a list, missing; is_error missing (10.5)",
            [init, Claude.assistant(2, use, CALL, {**CALL, "id": "t2"}, {**CALL, "id": "t3"}),
              Claude.user(3, {"type": "tool_result", "tool_use_id": "t1", "content": "ok"},
                      {"tool_use_id": "t2", "type": "tool_result", "content": [{"type": "text", "text": "ok"}, "bare"]},
                          {"type": "tool_result", "tool_use_id": "t3"}), plain()], cost=250_000, tool_calls=3, tool_results=3)
    yield run("noise", "lines that are no JSON (10.6)", [fault("[sandbox] ready", "noise", 0), init,
            fault("(node:1) Warning", "noise", 0), said, plain()], cost=250_000,
              usage=(full, "claude-model-usage", "at-least"))
    yield run("repeated-id", "one message on two lines with equal usage (10.7)",
            [init, said, Claude.assistant(3, use, CALL), plain()], cost=250_000, tokens_plain_sum=(2, 4, 6, 8), tool_calls=1,
            unanswered=["t1"])
    yield run("unknown-types", "types, subtypes, blocks nobody knows (10.8)",
            [init, Claude.line(7, "mood"), Claude.line(8, "system", subtype="mood"), Claude.assistant(2, use, {"type": "mood"}),
            plain()], cost=250_000)
    yield run("denials", "refused tools as objects, and none (10.9)", [init, said,
            plain(permission_denials=[{"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {}}])], cost=250_000)
    yield run("result-of-2025", "a result without modelUsage: the turns add up (10.10)",
            [init, said, Claude.result(9, counts(1, 2, 3, 80), None, 0.25)],
            usage=((1, 2, 3, 80), "claude-result-usage", "exact"), cost=250_000)
    yield run("results-of-2025", "two turns without modelUsage", [init, said, Claude.result(8, counts(1, 2, 3, 80), None, 0.25),
            init, Claude.assistant(3, use, id="msg_2"), Claude.result(9, counts(10, 0, 0, 5), None, 0.5)],
              usage=((11, 2, 3, 85), "claude-result-usage", "exact"), cost=500_000, tokens=(2, 4, 6, 8))
    yield run("result-of-2025-sub-agent", "the same with a sub-agent, whose usage the turns leave out",
            [init, said, Claude.assistant(3, use, id="msg_2", parent="t1"), Claude.result(9, counts(1, 2, 3, 80), None, 0.25)],
              usage=((1, 2, 3, 80), "claude-result-usage", "at-least"), cost=250_000, tokens=(2, 4, 6, 8))
    yield run("init-extra", "keys that no page has (10.11)", [Claude.line(1, "system", subtype="init", tools=[], model="mill-1",
            permissionMode="default", memory_paths={}, analytics_disabled=True), said, plain()], cost=250_000)
    yield run("cumulative", "two results: modelUsage and cost are sums so far, so the last stands (10.13)",
            [init, said, Claude.result(8, counts(1, 2, 3, 80), models, 0.25), init, Claude.assistant(3, use, id="msg_2"),
              Claude.result(9, counts(1, 2, 3, 80), {"mill-1": model_counts(2, 4, 6, 180)}, 0.5)],
                      usage=((2, 4, 6, 180), "claude-model-usage", "exact"), cost=500_000, tokens=(2, 4, 6, 8))
    yield run("cumulative-model-added", "the second result names another model as well",
            [init, said, plain(8), init, Claude.result(9, counts(0, 0, 0, 0), {**models, "mill-2": model_counts(5, 0, 0, 5)},
            0.3)],
              usage=((6, 2, 3, 95), "claude-model-usage", "exact"), cost=300_000)
    yield run("cost-falls", "a cost below the last one is another process: both count",
            [init, said, Claude.result(8, counts(1, 2, 3, 80), models, 0.5), init, Claude.assistant(3, use, id="msg_2"),
            plain(9)],
              usage=((2, 4, 6, 180), "claude-model-usage", "exact"), cost=750_000, tokens=(2, 4, 6, 8), runs={"ok": 2})
    yield run("other-session", "an init of another session begins a run",
            [init, said, plain(8), Claude.init(4, OTHER), Claude.assistant(5, use, id="msg_2", session=OTHER),
            Claude.result(9, counts(1, 2, 3, 80), models, 0.5, OTHER)],
              usage=((2, 4, 6, 180), "claude-model-usage", "exact"), cost=750_000, tokens=(2, 4, 6, 8), runs={"ok": 2},
                      sessions=[SESSION, OTHER])
    yield run("no-result", "no result (10.14): the messages are all there is, and too low", [init, said], "unterminated",
            usage=((1, 2, 3, 4), "claude-messages", "at-least"))
    yield run("second-turn-unfinished", "a second init without its result: the run is unterminated",
            [init, said, plain(8), init, Claude.assistant(3, use, id="msg_2")], "unterminated",
              usage=(full, "claude-model-usage", "at-least"), cost=250_000, tokens=(2, 4, 6, 8))
    yield run("lines-after-result", "lines behind the result", [init, said, plain(8),
            Claude.line(9, "prompt_suggestion", suggestion="more?"), Claude.line(10, "system", subtype="session_state_changed",
            state="idle")], cost=250_000)
    yield run("partial-messages", "pieces of a message: their usage names no message and is not used",
            [init, Claude.line(7, "stream_event", event={"type": "message_delta", "delta": {"stop_reason": "end_turn"},
            "usage": {"output_tokens": 61}},
              parent_tool_use_id=None), said, plain()], cost=250_000)
    yield run("cost-alias", "the cost under its old name", [init, said,
            Claude.result(9, counts(1, 2, 3, 80), models, None, cost_usd=0.25)], cost=250_000)
    yield run("cost-rounded", "a cost with more digits is rounded to micro-dollars",
            [init, said, Claude.result(9, counts(1, 2, 3, 80), models, 0.1234565)], cost=123_457)
    yield run("cost-with-exponent", "a cost written with an exponent",
            [init, said, event(plain().content.replace(b"0.25", b"2.5e-1"))], cost=250_000)
    yield run("model-usage-empty", "an empty modelUsage says nothing: the turn's usage stands",
            [init, said, Claude.result(9, counts(1, 2, 3, 80), {}, 0.25)], usage=((1, 2, 3, 80), "claude-result-usage", "exact"),
            cost=250_000)
    yield run("model-usage-no-counters", "an entry without any counter says nothing",
            [init, said, Claude.result(9, counts(1, 2, 3, 80), {"mill-1": {"costUSD": 0.25}}, 0.25)],
            usage=((1, 2, 3, 80), "claude-result-usage", "exact"),
              cost=250_000)
    yield run("model-usage-floats", "counters as floats", [init, said, Claude.result(9, None,
            {"mill-1": model_counts(1.0, 2.0, 3.0, 90.0)}, 0.25)], cost=250_000)
    yield run("roll-ups", "figures that sum up others are never added", [init, Claude.assistant(2, use, {**CALL, "name": "Task"}),
            Claude.line(3, "system", subtype="task_progress", task_id="k", description="x", usage={"total_tokens": 999}),
              Claude.line(4, "user", message={"role": "user", "content": [ANSWER]}, parent_tool_use_id=None,
                      tool_use_result={"totalTokens": 999, "usage": counts(9, 9, 9, 9)}),
              Claude.line(5, "system", subtype="thinking_tokens", estimated_tokens=999, estimated_tokens_delta=9), plain()],
                      cost=250_000, tool_calls=1, tool_results=1)
    yield run("control-lines", "control lines have no session",
            [init, event('{"type":"control_request","request_id":"r1","request":{"subtype":"interrupt"}}'),
              event('{"type":"control_response","response":{"subtype":"success","request_id":"r1"}}'),
                      event('{"type":"keep_alive"}'), said, plain()], cost=250_000)
    yield run("without-uuid", "a stream from before uuids: the init names it",
            [event(text(type="system", subtype="init", session_id=SESSION, tools=[], model="mill-1", apiKeySource="none")),
              event(text(type="assistant", message={"id": "msg_1", "model": "mill-1", "content": [], "usage": use},
                      session_id=SESSION)),
              event(text(type="result", subtype="success", is_error=False, total_cost_usd=0.25, usage=counts(1, 2, 3, 80),
                      session_id=SESSION))], usage=((1, 2, 3, 80), "claude-result-usage", "exact"), cost=250_000)
    yield run("reset", "a conversation reset: totals begin anew, in one run",
            [init, said, plain(8), Claude.line(10, "conversation_reset", new_conversation_id=OTHER), Claude.init(4, OTHER),
              Claude.assistant(5, use, id="msg_2", session=OTHER), Claude.result(9, counts(1, 2, 3, 80), models, 0.25, OTHER)],
                      usage=((2, 4, 6, 180), "claude-model-usage", "exact"), cost=500_000,
              tokens=(2, 4, 6, 8), sessions=[SESSION, OTHER])
    array = b"[" + init.content + b"," + said.content + b"]"
    yield Case("i_claude-array-file", "all messages as one array (10.16)", [fault(array, "not-object", 0)], choice=NOT_OBJECT,
            dialects=[], runs={}, usage=None)


def transcript():
    use = counts(1, 2, 3, 4)

    def run(name, why, lines, tokens=(1, 2, 3, 4), usage=None, progress=None, **facts):
        return case("transcript", name, why, lines, **{"sessions": [SESSION], "dialects": ["claude-transcript"],
                "runs": {"open": 1}, "tokens": tokens, "tokens_stated": None,
                                                       "usage": (usage or tokens, "transcript-messages", "at-least",
                                                               *([dict(zip(COUNTERS, progress))] if progress else [])), **facts})

    ask, said = Transcript.user(1), Transcript.assistant(2, use)
    yield run("growing", "one message on three rows, output grows, a result between them (5.1, 5.4)",
            [ask, Transcript.assistant(2, counts(1, 2, 3, 1)), Transcript.assistant(3, counts(1, 2, 3, 2), CALL),
            Transcript.user(4, [ANSWER]),
              Transcript.assistant(5, counts(1, 2, 3, 9))], (1, 2, 3, 9), tokens_plain_sum=(3, 6, 9, 12), tool_calls=1,
                      tool_results=1)
    yield run("no-request-id", "rows without a request id go by the message id (5.2)",
            [ask, Transcript.assistant(2, use, request=None), Transcript.assistant(3, use, request=None)],
            tokens_plain_sum=(2, 4, 6, 8))
    yield run("two-requests", "one message id under two requests: two calls of the model for usage, one message for tokens (5.2)",
            [ask, Transcript.assistant(2, use, request="req_1"), Transcript.assistant(3, use, request="req_2")],
              usage=(2, 4, 6, 8), tokens_plain_sum=(2, 4, 6, 8))
    yield run("no-ids", "rows without a message id but with a uuid count each (5.2)",
            [ask, Transcript.assistant(2, use, id=None, request=None), Transcript.assistant(3, use, id=None, request=None)],
            (2, 4, 6, 8))
    copied = Transcript.assistant(2, use, id=None, request=None)
    yield run("history-copied", "a row copied within the file, with its uuid: once for usage (5.5)", [ask, copied, copied],
            (2, 4, 6, 8), usage=(1, 2, 3, 4))
    yield run("side-chain", "a side question replays a message under another request: it gives way (5.6)",
            [ask, said, Transcript.assistant(3, counts(1, 2, 3, 9), request="req_2", isSidechain=True)], (1, 2, 3, 9),
              usage=(1, 2, 3, 4), tokens_plain_sum=(2, 4, 6, 13))
    yield run("side-chain-alone", "a message of a side chain and nowhere else counts",
            [ask, Transcript.assistant(2, use, isSidechain=True, agentId="a1")])
    yield run("synthetic", "a message of no model is no call (5.8)",
            [ask, said, Transcript.assistant(3, use, id="msg_2", request=None, model="<synthetic>")], (2, 4, 6, 8),
            usage=(1, 2, 3, 4))
    yield run("api-error", "an error shown as a message is no call (5.8)",
            [ask, said, Transcript.assistant(3, use, id="msg_2", request=None, isApiErrorMessage=True)], (2, 4, 6, 8),
            usage=(1, 2, 3, 4))
    yield run("roll-up", "a sub-agent's sum in the tool's result is never added (5.10)",
            [ask, Transcript.assistant(2, use, CALL), Transcript.user(3, [ANSWER],
            toolUseResult={"totalTokens": 999, "usage": counts(9, 9, 9, 9)})],
              tool_calls=1, tool_results=1)
    yield run("summary-first", "a summary in front, which has no session (4)",
            [event(text(type="summary", summary="Grinding", leafUuid=UUID % 2)), ask, said])
    yield run("bookkeeping", "entries without a chain", [event(text(type="file-history-snapshot", messageId=UUID % 1,
            snapshot={"messageId": UUID % 1, "trackedFileBackups": {}, "timestamp": "2026-05-01T10:00:00.000Z"},
            isSnapshotUpdate=False)),
              event(text(type="queue-operation", operation="enqueue", timestamp="2026-05-01T10:00:00.000Z", sessionId=SESSION,
                      content="next")), event(text(type="custom-title", customTitle="x", sessionId=SESSION)), ask, said])
    yield run("unknown-types", "entries and system lines nobody knows",
            [ask, Transcript.line(7, "mood"), Transcript.line(8, "system", subtype="mood"),
            Transcript.line(9, "attachment", attachment={"type": "mood"}), said])
    yield run("message-no-object", "a message that is a string (6)",
            [ask, Transcript.line(3, "user", message="grind it"), Transcript.line(4, "assistant", message=None), said])
    yield run("bare-strings", "strings among the blocks", [Transcript.user(1, ["grind it", {"type": "text", "text": "now"}]),
            said])
    yield run("nul-prefix", "NULs in front of a row, as after a crash (6)",
            [ask, fault(bytes(300) + said.content, "nul-run", 0, (300, 300 + len(said.content))),
            Transcript.assistant(3, use, id="msg_2")])
    yield run("cut-row", "a row cut in the middle, good ones behind it (6)",
            [ask, fault(said.content[:120], "truncated", 120), Transcript.assistant(3, use, id="msg_2")])
    yield run("dollars-of-2025", "dollars on the rows of early builds are not added up",
            [ask, Transcript.assistant(2, use, costUSD=0.25, durationMs=900)], cost_stated_usd_micros=None)
    yield run("type-behind-message", "the type behind a large message",
            [ask, event(text(parentUuid=None, isSidechain=False, sessionId=SESSION,
            message={"id": "msg_1", "content": [{"type": "text", "text": "x" * 3000}], "usage": use},
              type="assistant", uuid=UUID % 2, timestamp="2026-05-01T10:00:02.000Z"))])
    yield run("three-sessions", "one file that holds the lines of three sessions (2)",
            [Transcript.line(1, "user", message={"role": "user", "content": "x"}),
            event(text(parentUuid=None, sessionId=OTHER, type="user", message={})),
              event(text(parentUuid=None, sessionId="S-3", type="user", message={})), said], sessions=[SESSION, OTHER, "S-3"])
    yield case("transcript", "prompt-history", "a line of the prompt history is another program's (2)",
            [event(text(display="grind it", pastedContents={}, timestamp=1, project="/w", sessionId=SESSION))],
            sessions=[SESSION],
               dialects=["unknown"], runs={"unknown": 1}, usage=None)
    quoted = {"type": "assistant", "message": {"id": "msg_9", "role": "assistant", "content": [], "usage": use},
            "requestId": "req_9", "uuid": UUID % 90, "timestamp": "2026-05-01T10:00:03.000Z"}
    yield run("agent-progress", "a sub-agent's message that stands in a progress line and nowhere else counts for usage (5.7)",
            [ask, said, Transcript.line(3, "progress", data={"type": "agent_progress", "message": quoted, "prompt": "x",
            "agentId": "a1"})],
              usage=(2, 4, 6, 8), progress=(1, 2, 3, 4))


def cases():
    yield from claude()
    yield from transcript()
