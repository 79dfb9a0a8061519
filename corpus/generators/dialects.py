"""What the pages of docs/formats tell of: versions that differ, keys that are missing, unknown types, aliases, odd orders.

Numbers in brackets behind a reason are those of the page's list of deviations.
"""
from parts import A, B, NOT_OBJECT, Case, event, fault, text
from programs import SESSION, UUID, Afk, Amp, Claude, Transcript, amp_input, counts, model_counts

ZERO = (0, 0, 0, 0)
COUNTERS = ("input", "cache_creation", "cache_read", "output")
CALL = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"cmd": "ls"}}
ANSWER = {"type": "tool_result", "tool_use_id": "t1", "content": "ok", "is_error": False}
OTHER = "22222222-2222-4222-8222-222222222222"


def case(dialect, name, why, lines, **facts):
    prefix = "n_" if any(line.kind for line in lines) else "y_"
    return Case(f"{prefix}{dialect}-{name}", why, lines, **({} if prefix == "n_" else {"kind": "dialect"}), **facts)


def results(lines):
    """The end events of lines of Amp or Claude Code, by what they were made as."""
    return [(n, "result") for n, line in enumerate(lines, 1) if line.content.startswith(b'{"type":"result"')]


def amp():
    use = counts(1, 2, 3, 4)

    def run(name, why, lines, outcome="ok", tokens=(1, 2, 3, 4), bound="exact", stated=None, **facts):
        return case("amp", name, why, lines, **{"sessions": ["T-1"], "dialects": ["amp"], "runs": {outcome: 1}, "usage": (tokens, "amp-messages", bound),
                                                "tokens_stated": stated, "tokens": tokens, "end_events": results(lines), **facts})

    yield run("init-bare", "an init with nothing but its session (7.1)", [event('{"type":"system","subtype":"init","session_id":"T-1"}'), Amp.assistant(use), Amp.result()])
    yield run("init-new-keys", "an init with agent_mode and subagents (7.1, 7.8)", [Amp.init(agent_mode="medium", subagents=[{"tool_use_id": "t9", "description": "x"}]),
              Amp.assistant(use), Amp.result()])
    yield run("no-init", "a run without an init", [Amp.user(), Amp.assistant(use), Amp.result()])
    yield run("init-last", "the init behind all others begins a run of its own", [Amp.assistant(use), Amp.result(), Amp.init()], runs={"ok": 1, "unterminated": 1}, bound="at-least")
    for subtype, is_error, want, why in (
            ("success", False, "ok", "a success"), ("error_during_execution", True, "failed", "a failure"), ("error", True, "failed", "the subtype of older notes (7.2)"),
            ("success", True, "failed", "is_error beats the subtype"), ("error_max_turns", False, "ok", "is_error beats the subtype, the other way round"),
            ("success", None, "ok", "is_error is null: the subtype decides"), ("error", None, "failed", "is_error is null: the subtype decides"),
            ("success", "true", "ok", "is_error is a text: the subtype decides"), ("whatever", "false", "failed", "is_error is a text, the subtype unknown"),
            ("success", 0, "ok", "is_error is a number: the subtype decides"), (None, False, "ok", "a subtype that is null"), (None, None, "failed", "neither says anything")):
        name = "-".join(str(part).lower().replace("_", "-") for part in (subtype, is_error))
        quoted = "-quoted" if isinstance(is_error, str) else ""
        yield run(f"result-{name}{quoted}", why, [Amp.init(), Amp.assistant(use), Amp.result(subtype=subtype, is_error=is_error)], want)
    yield run("result-no-is-error", "a result without is_error", [Amp.init(), Amp.assistant(use), event('{"type":"result","subtype":"success","session_id":"T-1"}')])
    yield run("result-bare", "a result that says nothing is no success", [Amp.init(), Amp.assistant(use), event('{"type":"result","session_id":"T-1"}')], "failed")
    yield run("result-twice", "two results: the last decides", [Amp.init(), Amp.assistant(use), Amp.result(), Amp.result(subtype="error", is_error=True)], "failed")
    yield run("result-first", "a result in front of all others still ends the run", [Amp.result(), Amp.init(), Amp.assistant(use)], runs={"ok": 1, "unterminated": 1}, bound="at-least")
    yield run("lines-after-result", "lines behind the result belong to the run", [Amp.init(), Amp.result(), Amp.assistant(use)])
    yield run("no-result", "no result: not a success, whatever the last message says", [Amp.init(), Amp.assistant(use)], "unterminated", bound="at-least")
    yield run("init-only", "an init and nothing else", [Amp.init()], "unterminated", ZERO, "at-least")
    yield run("init-twice", "two inits in a row are two runs", [Amp.init(), Amp.init(), Amp.assistant(use), Amp.result()], runs={"ok": 1, "unterminated": 1}, bound="at-least")
    yield run("two-runs", "two runs of one thread: usage adds up", [Amp.init(), Amp.assistant(use), Amp.result(), Amp.init(), Amp.assistant(use), Amp.result(is_error=True)],
              tokens=(2, 4, 6, 8), runs={"ok": 1, "failed": 1})
    yield run("history-printed-again", "older programs print the thread again: without ids it counts again", [Amp.init(), Amp.user(), Amp.assistant(use), Amp.result()] * 2, tokens=(2, 4, 6, 8), runs={"ok": 2})
    yield run("interleaved", "two runs into one file at once: an init begins a run, and its lines mix", [Amp.init(), Amp.init(session_id="T-2"), Amp.assistant(use), Amp.assistant(use, session_id="T-2"),
              Amp.result(), Amp.result(session_id="T-2")], tokens=(2, 4, 6, 8), sessions=["T-1", "T-2"], runs={"ok": 1, "unterminated": 1}, bound="at-least")
    yield run("system-error", "an error of the system is not the end (3.5)", [Amp.init(), event(text(type="system", subtype="error_during_execution", error="x", session_id="T-1")),
              Amp.assistant(use), Amp.result()])
    yield run("parent-missing", "no parent_tool_use_id (7.4)", [Amp.init(), event(text(type="assistant", message={"content": [], "usage": use}, session_id="T-1")), Amp.result()])
    yield run("sub-agent", "messages of a sub-agent count as others do", [Amp.init(), Amp.assistant(use, {**CALL, "name": "Task"}), Amp.assistant(use, parent_tool_use_id="t1"), Amp.user(ANSWER), Amp.result()],
              tokens=(2, 4, 6, 8), tool_calls=1, tool_results=1)
    yield run("sub-agent-in-background", "a background sub-agent: finished, then its report (3.4)", [Amp.init(), Amp.assistant(use, {**CALL, "name": "Task"}), Amp.user(ANSWER),
              event(text(type="system", subtype="subagent_finished", tool_use_id="t1", status="completed", session_id="T-1")), Amp.user(subagent_tool_use_id="t1"), Amp.result()], tool_calls=1, tool_results=1)
    yield run("content-empty", "messages whose blocks were filtered away (7.5)", [Amp.init(), event(text(type="assistant", message={"content": [], "usage": use}, session_id="T-1")),
              event(text(type="user", message={"role": "user", "content": []}, session_id="T-1")), Amp.result()])
    yield run("message-ids", "message ids and models, as the SDK's types have them (7.6)", [Amp.init(), *[event(text(type="assistant", message={"id": "m1", "model": "mill-1", "content": [], "usage": use}, session_id="T-1"))] * 2,
              Amp.result()], tokens_plain_sum=(2, 4, 6, 8))
    yield run("usage-missing", "messages without usage, and no summary either (7.7)", [Amp.init(), Amp.assistant(), Amp.result()], tokens=ZERO)
    yield run("usage-null", "a usage that is null (7.7)", [Amp.init(), event('{"type":"assistant","message":{"content":[],"usage":null},"session_id":"T-1"}'), Amp.result()], tokens=ZERO)
    yield run("usage-two-counters", "a usage of two counters (7.7)", [Amp.init(), Amp.assistant({"input_tokens": 5, "output_tokens": 6}), Amp.result()], tokens=(5, 0, 0, 6))
    yield run("usage-null-counters", "counters that are null (7.7)", [Amp.init(), Amp.assistant(counts(5, None, None, 6)), Amp.result()], tokens=(5, 0, 0, 6), tokens_odd=0)
    yield run("usage-odd", "a counter that is no count makes the figure a lower bound", [Amp.init(), Amp.assistant(counts(5, -1, 0, 6)), Amp.result()], tokens=(5, 0, 0, 6), tokens_odd=1, bound="at-least")
    yield run("usage-inclusive", "the launch style, where input includes what was cached: not told apart", [Amp.init(), Amp.assistant(counts(12783, 367, 12416, 9)), Amp.result()],
              tokens=(12783, 367, 12416, 9))
    yield run("usage-of-result", "a summary beside the messages is never added", [Amp.init(), Amp.assistant(use), Amp.result(usage=use)], stated=((1, 2, 3, 4),))
    yield run("usage-of-result-differs", "a summary that says otherwise is told apart", [Amp.init(), Amp.assistant(use), Amp.result(usage=counts(9, 9, 9, 9))], stated=((9, 9, 9, 9),))
    yield run("usage-of-result-alone", "no message has usage: the summary is all there is", [Amp.init(), Amp.assistant(), Amp.result(usage=use)], tokens=ZERO, usage=((1, 2, 3, 4), "amp-messages", "exact"),
              stated=((1, 2, 3, 4),))
    yield run("unknown-types", "types and subtypes nobody knows, within a run (7.9)", [Amp.init(), event('{"type":"mood","session_id":"T-1"}'), event('{"type":"system","subtype":"mood","session_id":"T-1"}'),
              Amp.assistant(use, {"type": "mood"}), Amp.result()])
    yield run("key-order", "keys in another order", [event('{"tools":[],"session_id":"T-1","mcp_servers":[],"subtype":"init","type":"system"}'),
              event('{"session_id":"T-1","message":{"usage":{"output_tokens":4,"cache_read_input_tokens":3,"cache_creation_input_tokens":2,"input_tokens":1},"content":[]},"type":"assistant"}'),
              event('{"session_id":"T-1","is_error":false,"type":"result"}')], end_events=[(3, "result")])
    yield run("wrapped-page", "a page's line wrapping: blanks between tokens", [event('{ "type" : "system" , "subtype" : "init" , "session_id" : "T-1" , "tools" : [ ] }'), Amp.assistant(use), Amp.result()])
    yield run("denials", "refused tools as names", [Amp.init(), Amp.assistant(use), Amp.result(permission_denials=["Bash"])])
    yield run("thinking", "thinking, and thinking that is hidden", [Amp.init(), Amp.assistant(use, {"type": "thinking", "thinking": "hm"}, {"type": "redacted_thinking", "data": "eA=="}), Amp.result()])
    yield case("amp", "other-session-form", "a session that does not begin with T-: no line names the program", [Amp.init(session_id="S-1"), event(text(type="assistant", message={"content": []}, session_id="S-1")),
               Amp.result(session_id="S-1")], sessions=["S-1"], dialects=["unknown"], runs={"unknown": 1}, usage=None, tokens_stated=None, end_events=[(3, "result")])
    yield case("amp", "max-tokens-names-it", "without a session of Amp's form, a message with max_tokens and without id and model names it", [Amp.assistant(use, session_id="S-1"), Amp.result(session_id="S-1")],
               sessions=["S-1"], dialects=["amp"], runs={"ok": 1}, usage=((1, 2, 3, 4), "amp-messages", "exact"), tokens=(1, 2, 3, 4), end_events=[(2, "result")])
    yield case("amp", "foreign-family", "events of another product under the name of Amp (7.11)", [event(text(type=kind)) for kind in ("message_streamed", "tool_call_started", "token_usage_updated", "run_completed")],
               dialects=["unknown"], runs={"unknown": 1}, usage=None)
    yield run("noise-between", "a program's warnings between its lines", [Amp.init(), fault("(node) warning", "noise", 0), Amp.assistant(use), Amp.result()], bound="at-least")


def claude():
    use, models = counts(1, 2, 3, 4), {"mill-1": model_counts(1, 2, 3, 90)}
    full = (1, 2, 3, 90)

    def run(name, why, lines, outcome="ok", tokens=(1, 2, 3, 4), usage=(full, "claude-model-usage", "exact"), cost=None, **facts):
        stated = (usage[0],) if usage and usage[1] in ("claude-model-usage", "claude-result-usage") else None
        return case("claude", name, why, lines, **{"sessions": [SESSION], "dialects": ["claude-stream"], "runs": {outcome: 1}, "usage": usage, "tokens_stated": stated, "tokens": tokens,
                                                   "cost_stated_usd_micros": cost, "end_events": results(lines), **facts})

    def plain(n=9, **more):
        return Claude.result(n, counts(1, 2, 3, 80), models, 0.25, **more)

    init, said = Claude.init(1), Claude.assistant(2, use)
    yield run("hooks-first", "hook lines in front of the init (10.1, 10.15)", [Claude.line(7, "system", subtype="hook_started", hook_id="h", hook_name="x", hook_event="SessionStart"),
              Claude.line(8, "system", subtype="hook_response", hook_name="x", hook_event="SessionStart", stdout="", stderr=""), init, said, plain()], cost=250_000)
    for subtype, is_error, want, why in (("success", False, "ok", "a success"), ("success", True, "failed", "a failure that calls itself a success (10.2)"),
                                         ("error_max_turns", True, "failed", "a failure"), ("error_max_turns", False, "failed", "an error's subtype, and is_error false: failed"),
                                         ("success", None, "ok", "is_error is null"), ("error_during_execution", None, "failed", "is_error is null"), (None, False, "ok", "no subtype, is_error false"),
                                         (None, None, "failed", "neither says anything")):
        name = "-".join(str(part).lower().replace("_", "-") for part in (subtype, is_error))
        yield run(f"result-{name}", why, [init, said, plain(subtype=subtype, is_error=is_error)], want, cost=250_000)
    yield run("result-empty-text", "an empty result text (10.3)", [init, said, plain(result="")], cost=250_000)
    yield run("string-content", "content as a string (10.4)", [init, Claude.line(7, "user", message={"role": "user", "content": "grind it"}), said, plain()], cost=250_000)
    yield run("result-content-forms", "a tool's result as a string, a list, missing; is_error missing (10.5)", [init, Claude.assistant(2, use, CALL, {**CALL, "id": "t2"}, {**CALL, "id": "t3"}),
              Claude.user(3, {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}, {"tool_use_id": "t2", "type": "tool_result", "content": [{"type": "text", "text": "ok"}, "bare"]},
                          {"type": "tool_result", "tool_use_id": "t3"}), plain()], cost=250_000, tool_calls=3, tool_results=3)
    yield run("noise", "lines that are no JSON (10.6)", [fault("[sandbox] ready", "noise", 0), init, fault("(node:1) Warning", "noise", 0), said, plain()], cost=250_000,
              usage=(full, "claude-model-usage", "at-least"))
    yield run("repeated-id", "one message on two lines with equal usage (10.7)", [init, said, Claude.assistant(3, use, CALL), plain()], cost=250_000, tokens_plain_sum=(2, 4, 6, 8), tool_calls=1, unanswered=["t1"])
    yield run("unknown-types", "types, subtypes, blocks nobody knows (10.8)", [init, Claude.line(7, "mood"), Claude.line(8, "system", subtype="mood"), Claude.assistant(2, use, {"type": "mood"}), plain()], cost=250_000)
    yield run("denials", "refused tools as objects, and none (10.9)", [init, said, plain(permission_denials=[{"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {}}])], cost=250_000)
    yield run("result-of-2025", "a result without modelUsage: the turns add up (10.10)", [init, said, Claude.result(9, counts(1, 2, 3, 80), None, 0.25)], usage=((1, 2, 3, 80), "claude-result-usage", "exact"), cost=250_000)
    yield run("results-of-2025", "two turns without modelUsage", [init, said, Claude.result(8, counts(1, 2, 3, 80), None, 0.25), init, Claude.assistant(3, use, id="msg_2"), Claude.result(9, counts(10, 0, 0, 5), None, 0.5)],
              usage=((11, 2, 3, 85), "claude-result-usage", "exact"), cost=500_000, tokens=(2, 4, 6, 8))
    yield run("result-of-2025-sub-agent", "the same with a sub-agent, whose usage the turns leave out", [init, said, Claude.assistant(3, use, id="msg_2", parent="t1"), Claude.result(9, counts(1, 2, 3, 80), None, 0.25)],
              usage=((1, 2, 3, 80), "claude-result-usage", "at-least"), cost=250_000, tokens=(2, 4, 6, 8))
    yield run("init-extra", "keys that no page has (10.11)", [Claude.line(1, "system", subtype="init", tools=[], model="mill-1", permissionMode="default", memory_paths={}, analytics_disabled=True), said, plain()], cost=250_000)
    yield run("cumulative", "two results: modelUsage and cost are sums so far, so the last stands (10.13)", [init, said, Claude.result(8, counts(1, 2, 3, 80), models, 0.25), init, Claude.assistant(3, use, id="msg_2"),
              Claude.result(9, counts(1, 2, 3, 80), {"mill-1": model_counts(2, 4, 6, 180)}, 0.5)], usage=((2, 4, 6, 180), "claude-model-usage", "exact"), cost=500_000, tokens=(2, 4, 6, 8))
    yield run("cumulative-model-added", "the second result names another model as well", [init, said, plain(8), init, Claude.result(9, counts(0, 0, 0, 0), {**models, "mill-2": model_counts(5, 0, 0, 5)}, 0.3)],
              usage=((6, 2, 3, 95), "claude-model-usage", "exact"), cost=300_000)
    yield run("cost-falls", "a cost below the last one is another process: both count", [init, said, Claude.result(8, counts(1, 2, 3, 80), models, 0.5), init, Claude.assistant(3, use, id="msg_2"), plain(9)],
              usage=((2, 4, 6, 180), "claude-model-usage", "exact"), cost=750_000, tokens=(2, 4, 6, 8), runs={"ok": 2})
    yield run("other-session", "an init of another session begins a run", [init, said, plain(8), Claude.init(4, OTHER), Claude.assistant(5, use, id="msg_2", session=OTHER), Claude.result(9, counts(1, 2, 3, 80), models, 0.5, OTHER)],
              usage=((2, 4, 6, 180), "claude-model-usage", "exact"), cost=750_000, tokens=(2, 4, 6, 8), runs={"ok": 2}, sessions=[SESSION, OTHER])
    yield run("no-result", "no result (10.14): the messages are all there is, and too low", [init, said], "unterminated", usage=((1, 2, 3, 4), "claude-messages", "at-least"))
    yield run("second-turn-unfinished", "a second init without its result: the run is unterminated", [init, said, plain(8), init, Claude.assistant(3, use, id="msg_2")], "unterminated",
              usage=(full, "claude-model-usage", "at-least"), cost=250_000, tokens=(2, 4, 6, 8))
    yield run("lines-after-result", "lines behind the result", [init, said, plain(8), Claude.line(9, "prompt_suggestion", suggestion="more?"), Claude.line(10, "system", subtype="session_state_changed", state="idle")], cost=250_000)
    yield run("partial-messages", "pieces of a message: their usage names no message and is not used", [init, Claude.line(7, "stream_event", event={"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 61}},
              parent_tool_use_id=None), said, plain()], cost=250_000)
    yield run("cost-alias", "the cost under its old name", [init, said, Claude.result(9, counts(1, 2, 3, 80), models, None, cost_usd=0.25)], cost=250_000)
    yield run("cost-rounded", "a cost with more digits is rounded to micro-dollars", [init, said, Claude.result(9, counts(1, 2, 3, 80), models, 0.1234565)], cost=123_457)
    yield run("cost-with-exponent", "a cost written with an exponent", [init, said, event(plain().content.replace(b"0.25", b"2.5e-1"))], cost=250_000)
    yield run("model-usage-empty", "an empty modelUsage says nothing: the turn's usage stands", [init, said, Claude.result(9, counts(1, 2, 3, 80), {}, 0.25)], usage=((1, 2, 3, 80), "claude-result-usage", "exact"), cost=250_000)
    yield run("model-usage-no-counters", "an entry without any counter says nothing", [init, said, Claude.result(9, counts(1, 2, 3, 80), {"mill-1": {"costUSD": 0.25}}, 0.25)], usage=((1, 2, 3, 80), "claude-result-usage", "exact"),
              cost=250_000)
    yield run("model-usage-floats", "counters as floats", [init, said, Claude.result(9, None, {"mill-1": model_counts(1.0, 2.0, 3.0, 90.0)}, 0.25)], cost=250_000)
    yield run("roll-ups", "figures that sum up others are never added", [init, Claude.assistant(2, use, {**CALL, "name": "Task"}), Claude.line(3, "system", subtype="task_progress", task_id="k", description="x", usage={"total_tokens": 999}),
              Claude.line(4, "user", message={"role": "user", "content": [ANSWER]}, parent_tool_use_id=None, tool_use_result={"totalTokens": 999, "usage": counts(9, 9, 9, 9)}),
              Claude.line(5, "system", subtype="thinking_tokens", estimated_tokens=999, estimated_tokens_delta=9), plain()], cost=250_000, tool_calls=1, tool_results=1)
    yield run("control-lines", "control lines have no session", [init, event('{"type":"control_request","request_id":"r1","request":{"subtype":"interrupt"}}'),
              event('{"type":"control_response","response":{"subtype":"success","request_id":"r1"}}'), event('{"type":"keep_alive"}'), said, plain()], cost=250_000)
    yield run("without-uuid", "a stream from before uuids: the init names it", [event(text(type="system", subtype="init", session_id=SESSION, tools=[], model="mill-1", apiKeySource="none")),
              event(text(type="assistant", message={"id": "msg_1", "model": "mill-1", "content": [], "usage": use}, session_id=SESSION)),
              event(text(type="result", subtype="success", is_error=False, total_cost_usd=0.25, usage=counts(1, 2, 3, 80), session_id=SESSION))], usage=((1, 2, 3, 80), "claude-result-usage", "exact"), cost=250_000)
    yield run("reset", "a conversation reset: totals begin anew, in one run", [init, said, plain(8), Claude.line(10, "conversation_reset", new_conversation_id=OTHER), Claude.init(4, OTHER),
              Claude.assistant(5, use, id="msg_2", session=OTHER), Claude.result(9, counts(1, 2, 3, 80), models, 0.25, OTHER)], usage=((2, 4, 6, 180), "claude-model-usage", "exact"), cost=500_000,
              tokens=(2, 4, 6, 8), sessions=[SESSION, OTHER])
    array = b"[" + init.content + b"," + said.content + b"]"
    yield Case("i_claude-array-file", "all messages as one array (10.16)", [fault(array, "not-object", 0)], choice=NOT_OBJECT, dialects=[], runs={}, usage=None)


def transcript():
    use = counts(1, 2, 3, 4)

    def run(name, why, lines, tokens=(1, 2, 3, 4), usage=None, progress=None, **facts):
        return case("transcript", name, why, lines, **{"sessions": [SESSION], "dialects": ["claude-transcript"], "runs": {"open": 1}, "tokens": tokens, "tokens_stated": None,
                                                       "usage": (usage or tokens, "transcript-messages", "at-least", *([dict(zip(COUNTERS, progress))] if progress else [])), **facts})

    ask, said = Transcript.user(1), Transcript.assistant(2, use)
    yield run("growing", "one message on three rows, output grows, a result between them (5.1, 5.4)", [ask, Transcript.assistant(2, counts(1, 2, 3, 1)), Transcript.assistant(3, counts(1, 2, 3, 2), CALL), Transcript.user(4, [ANSWER]),
              Transcript.assistant(5, counts(1, 2, 3, 9))], (1, 2, 3, 9), tokens_plain_sum=(3, 6, 9, 12), tool_calls=1, tool_results=1)
    yield run("no-request-id", "rows without a request id go by the message id (5.2)", [ask, Transcript.assistant(2, use, request=None), Transcript.assistant(3, use, request=None)], tokens_plain_sum=(2, 4, 6, 8))
    yield run("two-requests", "one message id under two requests: two calls of the model for usage, one message for tokens (5.2)", [ask, Transcript.assistant(2, use, request="req_1"), Transcript.assistant(3, use, request="req_2")],
              usage=(2, 4, 6, 8), tokens_plain_sum=(2, 4, 6, 8))
    yield run("no-ids", "rows without a message id but with a uuid count each (5.2)", [ask, Transcript.assistant(2, use, id=None, request=None), Transcript.assistant(3, use, id=None, request=None)], (2, 4, 6, 8))
    copied = Transcript.assistant(2, use, id=None, request=None)
    yield run("history-copied", "a row copied within the file, with its uuid: once for usage (5.5)", [ask, copied, copied], (2, 4, 6, 8), usage=(1, 2, 3, 4))
    yield run("side-chain", "a side question replays a message under another request: it gives way (5.6)", [ask, said, Transcript.assistant(3, counts(1, 2, 3, 9), request="req_2", isSidechain=True)], (1, 2, 3, 9),
              usage=(1, 2, 3, 4), tokens_plain_sum=(2, 4, 6, 13))
    yield run("side-chain-alone", "a message of a side chain and nowhere else counts", [ask, Transcript.assistant(2, use, isSidechain=True, agentId="a1")])
    yield run("synthetic", "a message of no model is no call (5.8)", [ask, said, Transcript.assistant(3, use, id="msg_2", request=None, model="<synthetic>")], (2, 4, 6, 8), usage=(1, 2, 3, 4))
    yield run("api-error", "an error shown as a message is no call (5.8)", [ask, said, Transcript.assistant(3, use, id="msg_2", request=None, isApiErrorMessage=True)], (2, 4, 6, 8), usage=(1, 2, 3, 4))
    yield run("roll-up", "a sub-agent's sum in the tool's result is never added (5.10)", [ask, Transcript.assistant(2, use, CALL), Transcript.user(3, [ANSWER], toolUseResult={"totalTokens": 999, "usage": counts(9, 9, 9, 9)})],
              tool_calls=1, tool_results=1)
    yield run("summary-first", "a summary in front, which has no session (4)", [event(text(type="summary", summary="Grinding", leafUuid=UUID % 2)), ask, said])
    yield run("bookkeeping", "entries without a chain", [event(text(type="file-history-snapshot", messageId=UUID % 1, snapshot={"messageId": UUID % 1, "trackedFileBackups": {}, "timestamp": "2026-05-01T10:00:00.000Z"}, isSnapshotUpdate=False)),
              event(text(type="queue-operation", operation="enqueue", timestamp="2026-05-01T10:00:00.000Z", sessionId=SESSION, content="next")), event(text(type="custom-title", customTitle="x", sessionId=SESSION)), ask, said])
    yield run("unknown-types", "entries and system lines nobody knows", [ask, Transcript.line(7, "mood"), Transcript.line(8, "system", subtype="mood"), Transcript.line(9, "attachment", attachment={"type": "mood"}), said])
    yield run("message-no-object", "a message that is a string (6)", [ask, Transcript.line(3, "user", message="grind it"), Transcript.line(4, "assistant", message=None), said])
    yield run("bare-strings", "strings among the blocks", [Transcript.user(1, ["grind it", {"type": "text", "text": "now"}]), said])
    yield run("nul-prefix", "NULs in front of a row, as after a crash (6)", [ask, fault(bytes(300) + said.content, "nul-run", 0, (300, 300 + len(said.content))), Transcript.assistant(3, use, id="msg_2")])
    yield run("cut-row", "a row cut in the middle, good ones behind it (6)", [ask, fault(said.content[:120], "truncated", 120), Transcript.assistant(3, use, id="msg_2")])
    yield run("dollars-of-2025", "dollars on the rows of early builds are not added up", [ask, Transcript.assistant(2, use, costUSD=0.25, durationMs=900)], cost_stated_usd_micros=None)
    yield run("type-behind-message", "the type behind a large message", [ask, event(text(parentUuid=None, isSidechain=False, sessionId=SESSION, message={"id": "msg_1", "content": [{"type": "text", "text": "x" * 3000}], "usage": use},
              type="assistant", uuid=UUID % 2, timestamp="2026-05-01T10:00:02.000Z"))])
    yield run("three-sessions", "one file that holds the lines of three sessions (2)", [Transcript.line(1, "user", message={"role": "user", "content": "x"}), event(text(parentUuid=None, sessionId=OTHER, type="user", message={})),
              event(text(parentUuid=None, sessionId="S-3", type="user", message={})), said], sessions=[SESSION, OTHER, "S-3"])
    yield case("transcript", "prompt-history", "a line of the prompt history is another program's (2)", [event(text(display="grind it", pastedContents={}, timestamp=1, project="/w", sessionId=SESSION))], sessions=[SESSION],
               dialects=["unknown"], runs={"unknown": 1}, usage=None)
    quoted = {"type": "assistant", "message": {"id": "msg_9", "role": "assistant", "content": [], "usage": use}, "requestId": "req_9", "uuid": UUID % 90, "timestamp": "2026-05-01T10:00:03.000Z"}
    yield run("agent-progress", "a sub-agent's message that stands in a progress line and nowhere else counts for usage (5.7)", [ask, said, Transcript.line(3, "progress", data={"type": "agent_progress", "message": quoted, "prompt": "x", "agentId": "a1"})],
              usage=(2, 4, 6, 8), progress=(1, 2, 3, 4))


def afk():
    tokens = (14, 0, 0, 5)

    def run(name, why, lines, outcome="ok", tokens=tokens, usage=tokens, bound="exact", ends=None, **facts):
        ends = ends if ends is not None else [(len(lines), "done")]
        return case("afk", name, why, lines, **{"dialects": ["afk"], "runs": {outcome: 1}, "tokens": tokens, "usage": (usage, "afk-done", bound), "end_events": ends, **facts})

    def done(**more):
        return Afk.done(**{"stopReason": "end_turn", "usage": counts(14, 0, 0, 5), **more})

    piece, message = Afk.chunk(type="content", content="gr"), Afk.message()
    yield run("undocumented-types", "types that the documents do not have (9.1)", [piece, event('{"type":"stream_retry"}'), event('{"type":"rate_limit","retryAfterMs":70000}'),
              event('{"type":"notice","text":"cut","kind":"truncation"}'), done()])
    yield run("message-no-role", "a message without a role (9.2)", [event(text(type="message", message={"content": "x", "timestamp": "2026-06-10T12:00:01.234Z"})), done()])
    yield run("done-bare", "an end that says nothing (9.3)", [piece, event('{"type":"done"}')], tokens=ZERO, usage=ZERO, bound="at-least")
    yield run("done-alone", "a file of one end: perhaps AFK's (8)", [event('{"type":"done"}')], tokens=ZERO, usage=ZERO, bound="at-least")
    yield run("tool-twice", "one call on three lines: pending, its name, complete (9.4, 9.5)", [Afk.chunk(type="tool_use_detail", toolUseId="t1", toolName="bash", toolInput="...", pending=True),
              Afk.chunk(type="tool_use", content="bash", metadata={"precedingToolUseIds": ["t1"]}), Afk.chunk(type="tool_use_detail", toolUseId="t1", toolName="bash", toolInput="ls", toolInputRaw='{"command":"ls"}'),
              Afk.chunk(type="tool_result", toolUseId="t1", content="a", isError=False), done()])
    for name, error, why in (("named", {"message": "x", "name": "Error"}, "an error ends the run (9.6)"), ("extra", {"message": "x", "name": "Error", "code": 7}, "an error with more keys")):
        yield run(f"error-{name}", why, [piece, event(text(type="error", error=error))], "failed", ZERO, ZERO, "at-least", [(2, "error")])
    yield run("error-no-name", "an error without a name, among AFK's lines (9.6)", [piece, event('{"type":"error","error":{"message":"x"}}')], "failed", ZERO, ZERO, "at-least", [(2, "error")])
    yield run("error-empty", "an error that was printed as an empty object (9.11)", [piece, event('{"type":"error","error":{}}')], "failed", ZERO, ZERO, "at-least", [(2, "error")])
    yield run("paused", "a pause without its end, and one with more keys (9.7)", [piece, event('{"type":"paused","reason":"usage-limit"}'), event('{"type":"resumed","hotSwapped":false}'),
              event('{"type":"paused","reason":"usage-limit","resetsAt":"2026-06-10T13:00:00.000Z","autoResume":false}'), done()])
    yield run("floats", "numbers with fractions (9.8)", [piece, done(durationMs=812.75, totalCostUsd=0.25)], cost_stated_usd_micros=250_000)
    yield Case("y_afk-empty", "an early usage error prints nothing: an empty file (9.9)", [], kind="dialect", dialects=[], runs={}, usage=None)
    yield run("usage-odd-values", "values within the usage that are no numbers (9.10)", [piece, done(usage={**counts(14, 0, 0, 5), "iterations": [], "cache_creation": {}, "server_tool_use": None})], tokens_odd=0)
    yield run("cache-counters", "cache counters are those of the last call: a lower bound", [piece, done(usage=counts(14, 2, 3, 5))], tokens=(14, 2, 3, 5), usage=(14, 2, 3, 5), bound="at-least")
    yield run("is-error", "an end that says that it failed", [piece, done(isError=True)], "failed")
    yield run("interrupted", "an end that was interrupted: finished, whether well is not said", [piece, done(resultSubtype="interrupted", isError=False)], "unknown")
    yield run("budget-spent", "an end for another reason than a natural one", [piece, done(stopReason="max_tokens")], "unknown")
    yield run("stop-null", "no reason to stop", [piece, done(stopReason=None)])
    yield run("no-end", "neither done nor error", [piece, message], "unterminated", ZERO, ZERO, "at-least", [])
    yield run("two-runs", "a line behind the end begins the next run", [piece, done(), piece, done()], tokens=(28, 0, 0, 10), usage=(28, 0, 0, 10), ends=[(2, "done"), (4, "done")], runs={"ok": 2})
    yield run("session", "the session is in the end's metadata, and so no session of the file", [piece, done(sessionId=SESSION)])
    yield run("suggestion-and-panel", "a suggestion and a panel", [piece, message, event('{"type":"suggestion","suggestion":"more?"}'), event('{"type":"panel","spec":{"kind":"info","body":["one","two"]}}'), done()])
    yield run("stderr-between", "notices for people, from stderr, between the lines", [piece, fault("Continue with: afk", "noise", 0), done()], bound="at-least")


def others():
    def of(name, why, lines, dialect, outcome, **facts):
        return case("other", name, why, lines, **{"dialects": [dialect], "runs": {outcome: 1}, "usage": None, **facts})

    yield of("input-minimal", "a line to Amp: the shortest", [amp_input()], "amp-input", "open")
    yield of("input-steer-false", "steer that is false is steer", [amp_input(steer=False)], "amp-input", "open")
    yield of("input-image", "an image, and the same for two lines", [event(text(type="user", message={"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/gif", "data": "R0lGODlhAQABAAAAACw="}}]}))] * 2,
             "amp-input", "open")
    yield of("input-string-content", "a string for content is not Amp's, and names no program", [event('{"type":"user","message":{"role":"user","content":"hi"}}')], "unknown", "unknown")
    yield of("input-pretty", "a pretty object as input, as the launch page shows it", [fault("{", "truncated", 1), fault('  "type": "user",', "noise", 2), fault("}", "noise", 0), amp_input()], "amp-input", "open")
    yield of("input-plain-prompt", "a plain prompt is no JSON, and names no program", [fault("grind it", "noise", 0), A], "unknown", "unknown")
    yield of("codex", "Codex", [event('{"type":"thread.started","thread_id":"S-1"}'), event('{"type":"turn.started"}'), event('{"type":"item.completed","item":{"id":"i1","type":"agent_message","text":"x"}}'),
             event('{"type":"turn.completed","usage":{"input_tokens":9,"cached_input_tokens":4,"output_tokens":2}}')], "unknown", "unknown", sessions=["S-1"], tokens=(9, 0, 4, 2), end_events=[(4, "turn.completed")])
    yield of("codex-failed", "Codex: a turn that failed, and an error that is no object", [event('{"type":"thread.started","thread_id":"S-1"}'), event('{"type":"error","message":"retrying"}'),
             event('{"type":"turn.failed","error":{"message":"x"}}')], "unknown", "unknown", sessions=["S-1"], end_events=[(3, "turn.failed")])
    yield of("gemini", "Gemini: an init without a subtype, a result with a status", [event('{"type":"init","timestamp":"2026-01-01T00:00:00Z","session_id":"S-1","model":"g"}'),
             event('{"type":"message","timestamp":"2026-01-01T00:00:01Z","role":"assistant","content":"x","delta":true}'), event('{"type":"result","timestamp":"2026-01-01T00:00:02Z","status":"success","stats":{"total_tokens":9}}')],
             "unknown", "unknown", sessions=["S-1"], end_events=[(3, "result")])
    yield of("opencode", "OpenCode: parts and steps", [event('{"type":"step_start","timestamp":1,"sessionID":"S-1","part":{"type":"step-start"}}'),
             event('{"type":"step_finish","timestamp":2,"sessionID":"S-1","part":{"reason":"stop","cost":0.1,"tokens":{"input":9,"output":2}}}')], "unknown", "unknown", sessions=["S-1"], end_events=[(2, "step_finish")])
    yield of("cursor", "Cursor: an init without tools, a result with a request id", [event('{"type":"system","subtype":"init","apiKeySource":"login","cwd":"/w","session_id":"S-1","model":"m","permissionMode":"default"}'),
             event('{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"x"}]},"session_id":"S-1","timestamp_ms":1}'),
             event('{"type":"result","subtype":"success","duration_ms":9,"is_error":false,"result":"x","session_id":"S-1","request_id":"r","usage":{"inputTokens":9,"outputTokens":2}}')],
             "unknown", "unknown", sessions=["S-1"], end_events=[(3, "result")])
    yield of("ledger", "AFK's own ledger is another format", [event('{"v":1,"ts":1,"kind":"meta"}'), event('{"v":1,"ts":2,"kind":"user"}')], "unknown", "unknown")
    yield of("nothing-known", "objects that no program prints", [A, B], "unknown", "unknown")
    mixed = [Amp.init(), Amp.assistant(counts(1, 2, 3, 4)), Amp.result(), Afk.chunk(type="content", content="x"), Afk.done(stopReason="end_turn", usage=counts(14, 0, 0, 5))]
    yield case("other", "two-programs", "a run of Amp, then one of AFK: two rules meet", mixed, sessions=["T-1"], dialects=["amp", "afk"], runs={"ok": 2}, tokens=(15, 2, 3, 9), usage=((15, 2, 3, 9), "mixed", "exact"),
               end_events=[(3, "result"), (5, "done")])
    yield case("other", "known-and-unknown", "a run of Amp, then one of an unknown program: no usage for the file", [*mixed[:3], event('{"type":"thread.started","thread_id":"S-2"}')], sessions=["T-1", "S-2"],
               dialects=["amp", "unknown"], runs={"ok": 1, "unknown": 1}, tokens=(1, 2, 3, 4), usage=None, end_events=[(3, "result")])
    yield case("other", "tool-output-looks-like-others", "a run of Amp whose tool prints lines of other programs", [Amp.init(), Amp.assistant(counts(1, 2, 3, 4), CALL),
               Amp.user({**ANSWER, "content": '{"type":"result","total_cost_usd":9,"uuid":"x"}\n{"type":"done"}\n{"parentUuid":null}'}), Amp.result()], sessions=["T-1"], dialects=["amp"], runs={"ok": 1},
               tokens=(1, 2, 3, 4), usage=((1, 2, 3, 4), "amp-messages", "exact"), tool_calls=1, tool_results=1, end_events=[(4, "result")])


def cases():
    yield from amp()
    yield from claude()
    yield from transcript()
    yield from afk()
    yield from others()
