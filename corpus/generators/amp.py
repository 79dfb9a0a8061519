"""What docs/formats/amp.md tells of: versions that differ, keys that are missing, unknown types, odd orders.

Numbers in brackets behind a reason are sections of that page.
"""
from parts import fault, event, text
from programs import ANSWER, CALL, ZERO, Amp, case, counts, results


def amp():
    use = counts(1, 2, 3, 4)

    def run(name, why, lines, outcome="ok", tokens=(1, 2, 3, 4), bound="exact", stated=None, **facts):
        return case("amp", name, why, lines, **{"sessions": ["T-1"], "dialects": ["amp"], "runs": {outcome: 1},
                "usage": (tokens, "amp-messages", bound),
                                                "tokens_stated": stated, "tokens": tokens, "end_events": results(lines), **facts})

    yield run("init-bare", "an init with nothing but its session (7.1)",
            [event('{"type":"system","subtype":"init","session_id":"T-1"}'), Amp.assistant(use), Amp.result()])
    yield run("init-new-keys", "an init with agent_mode and subagents (7.1, 7.8)",
            [Amp.init(agent_mode="medium", subagents=[{"tool_use_id": "t9", "description": "x"}]),
              Amp.assistant(use), Amp.result()])
    yield run("no-init", "a run without an init", [Amp.user(), Amp.assistant(use), Amp.result()])
    yield run("init-last", "the init behind all others begins a run of its own", [Amp.assistant(use), Amp.result(), Amp.init()],
            runs={"ok": 1, "unterminated": 1}, bound="at-least")
    for subtype, is_error, want, why in (
            ("success", False, "ok", "a success"), ("error_during_execution", True, "failed", "a failure"),
                    ("error", True, "failed", "the subtype of older notes (7.2)"),
            ("success", True, "failed", "is_error beats the subtype"),
                    ("error_max_turns", False, "ok", "is_error beats the subtype, the other way round"),
            ("success", None, "ok", "is_error is null: the subtype decides"),
                    ("error", None, "failed", "is_error is null: the subtype decides"),
            ("success", "true", "ok", "is_error is a text: the subtype decides"),
                    ("whatever", "false", "failed", "is_error is a text, the subtype unknown"),
            ("success", 0, "ok", "is_error is a number: the subtype decides"), (None, False, "ok", "a subtype that is null"),
                    (None, None, "failed", "neither says anything")):
        name = "-".join(str(part).lower().replace("_", "-") for part in (subtype, is_error))
        quoted = "-quoted" if isinstance(is_error, str) else ""
        yield run(f"result-{name}{quoted}", why, [Amp.init(), Amp.assistant(use), Amp.result(subtype=subtype, is_error=is_error)],
                want)
    yield run("result-no-is-error", "a result without is_error",
            [Amp.init(), Amp.assistant(use), event('{"type":"result","subtype":"success","session_id":"T-1"}')])
    yield run("result-bare", "a result that says nothing is no success",
            [Amp.init(), Amp.assistant(use), event('{"type":"result","session_id":"T-1"}')], "failed")
    yield run("result-twice", "two results: the last decides",
            [Amp.init(), Amp.assistant(use), Amp.result(), Amp.result(subtype="error", is_error=True)], "failed")
    yield run("result-first", "a result in front of all others still ends the run",
            [Amp.result(), Amp.init(), Amp.assistant(use)], runs={"ok": 1, "unterminated": 1}, bound="at-least")
    yield run("lines-after-result", "lines behind the result belong to the run", [Amp.init(), Amp.result(), Amp.assistant(use)])
    yield run("no-result", "no result: not a success, whatever the last message says", [Amp.init(), Amp.assistant(use)],
            "unterminated", bound="at-least")
    yield run("init-only", "an init and nothing else", [Amp.init()], "unterminated", ZERO, "at-least")
    yield run("init-twice", "two inits in a row are two runs", [Amp.init(), Amp.init(), Amp.assistant(use), Amp.result()],
            runs={"ok": 1, "unterminated": 1}, bound="at-least")
    yield run("two-runs", "two runs of one thread: usage adds up", [Amp.init(), Amp.assistant(use), Amp.result(), Amp.init(),
            Amp.assistant(use), Amp.result(is_error=True)],
              tokens=(2, 4, 6, 8), runs={"ok": 1, "failed": 1})
    yield run("history-printed-again", "older programs print the thread again: without ids it counts again",
            [Amp.init(), Amp.user(), Amp.assistant(use), Amp.result()] * 2, tokens=(2, 4, 6, 8), runs={"ok": 2})
    yield run("interleaved", "two runs into one file at once: an init begins a run, and its lines mix",
            [Amp.init(), Amp.init(session_id="T-2"), Amp.assistant(use), Amp.assistant(use, session_id="T-2"),
              Amp.result(), Amp.result(session_id="T-2")], tokens=(2, 4, 6, 8), sessions=["T-1", "T-2"],
                      runs={"ok": 1, "unterminated": 1}, bound="at-least")
    yield run("system-error", "an error of the system is not the end (3.5)",
            [Amp.init(), event(text(type="system", subtype="error_during_execution", error="x", session_id="T-1")),
              Amp.assistant(use), Amp.result()])
    yield run("parent-missing", "no parent_tool_use_id (7.4)", [Amp.init(),
            event(text(type="assistant", message={"content": [], "usage": use}, session_id="T-1")), Amp.result()])
    yield run("sub-agent", "messages of a sub-agent count as others do",
            [Amp.init(), Amp.assistant(use, {**CALL, "name": "Task"}), Amp.assistant(use, parent_tool_use_id="t1"),
            Amp.user(ANSWER), Amp.result()],
              tokens=(2, 4, 6, 8), tool_calls=1, tool_results=1)
    yield run("sub-agent-in-background", "a background sub-agent: finished, then its report (3.4)",
            [Amp.init(), Amp.assistant(use, {**CALL, "name": "Task"}), Amp.user(ANSWER),
              event(text(type="system", subtype="subagent_finished", tool_use_id="t1", status="completed", session_id="T-1")),
                      Amp.user(subagent_tool_use_id="t1"), Amp.result()], tool_calls=1, tool_results=1)
    yield run("content-empty", "messages whose blocks were filtered away (7.5)",
            [Amp.init(), event(text(type="assistant", message={"content": [], "usage": use}, session_id="T-1")),
              event(text(type="user", message={"role": "user", "content": []}, session_id="T-1")), Amp.result()])
    yield run("message-ids", "message ids and models, as the SDK's types have them (7.6)",
            [Amp.init(), *[event(text(type="assistant", message={"id": "m1", "model": "mill-1", "content": [], "usage": use},
            session_id="T-1"))] * 2,
              Amp.result()], tokens_plain_sum=(2, 4, 6, 8))
    yield run("usage-missing", "messages without usage, and no summary either (7.7)", [Amp.init(), Amp.assistant(), Amp.result()],
            tokens=ZERO)
    yield run("usage-null", "a usage that is null (7.7)",
            [Amp.init(), event('{"type":"assistant","message":{"content":[],"usage":null},"session_id":"T-1"}'), Amp.result()],
            tokens=ZERO)
    yield run("usage-two-counters", "a usage of two counters (7.7)",
            [Amp.init(), Amp.assistant({"input_tokens": 5, "output_tokens": 6}), Amp.result()], tokens=(5, 0, 0, 6))
    yield run("usage-null-counters", "counters that are null (7.7)",
            [Amp.init(), Amp.assistant(counts(5, None, None, 6)), Amp.result()], tokens=(5, 0, 0, 6), tokens_odd=0)
    yield run("usage-odd", "a counter that is no count makes the figure a lower bound",
            [Amp.init(), Amp.assistant(counts(5, -1, 0, 6)), Amp.result()], tokens=(5, 0, 0, 6), tokens_odd=1, bound="at-least")
    yield run("usage-inclusive", "the launch style, where input includes what was cached: not told apart",
            [Amp.init(), Amp.assistant(counts(12783, 367, 12416, 9)), Amp.result()],
              tokens=(12783, 367, 12416, 9))
    yield run("usage-of-result", "a summary beside the messages is never added",
            [Amp.init(), Amp.assistant(use), Amp.result(usage=use)], stated=((1, 2, 3, 4),))
    yield run("usage-of-result-differs", "a summary that says otherwise is told apart",
            [Amp.init(), Amp.assistant(use), Amp.result(usage=counts(9, 9, 9, 9))], stated=((9, 9, 9, 9),))
    yield run("usage-of-result-alone", "no message has usage: the summary is all there is",
            [Amp.init(), Amp.assistant(), Amp.result(usage=use)], tokens=ZERO, usage=((1, 2, 3, 4), "amp-messages", "exact"),
              stated=((1, 2, 3, 4),))
    yield run("unknown-types", "types and subtypes nobody knows, within a run (7.9)",
            [Amp.init(), event('{"type":"mood","session_id":"T-1"}'),
            event('{"type":"system","subtype":"mood","session_id":"T-1"}'),
              Amp.assistant(use, {"type": "mood"}), Amp.result()])
    yield run("key-order", "keys in another order",
            [event('{"tools":[],"session_id":"T-1","mcp_servers":[],"subtype":"init","type":"system"}'),
              event('{"session_id":"T-1","message":{"usage":{"output_tokens":4,"cache_read_input_tokens":3,"cache_creation_input_tokens":2,"input_tokens":1},"content":[]},"type":"assistant"}'),
              event('{"session_id":"T-1","is_error":false,"type":"result"}')], end_events=[(3, "result")])
    yield run("wrapped-page", "a page's line wrapping: blanks between tokens",
            [event('{ "type" : "system" , "subtype" : "init" , "session_id" : "T-1" , "tools" : [ ] }'), Amp.assistant(use),
            Amp.result()])
    yield run("denials", "refused tools as names", [Amp.init(), Amp.assistant(use), Amp.result(permission_denials=["Bash"])])
    yield run("thinking", "thinking, and thinking that is hidden",
            [Amp.init(), Amp.assistant(use, {"type": "thinking", "thinking": "hm"},
            {"type": "redacted_thinking", "data": "eA=="}), Amp.result()])
    yield case("amp", "other-session-form", "a session that does not begin with T-: no line names the program",
            [Amp.init(session_id="S-1"), event(text(type="assistant", message={"content": []}, session_id="S-1")),
               Amp.result(session_id="S-1")], sessions=["S-1"], dialects=["unknown"], runs={"unknown": 1}, usage=None,
                       tokens_stated=None, end_events=[(3, "result")])
    yield case("amp", "max-tokens-names-it",
            "without a session of Amp's form, a message with max_tokens and without id and model names it",
            [Amp.assistant(use, session_id="S-1"), Amp.result(session_id="S-1")],
               sessions=["S-1"], dialects=["amp"], runs={"ok": 1}, usage=((1, 2, 3, 4), "amp-messages", "exact"),
                       tokens=(1, 2, 3, 4), end_events=[(2, "result")])
    yield case("amp", "foreign-family", "events of another product under the name of Amp (7.11)",
            [event(text(type=kind)) for kind in ("message_streamed", "tool_call_started", "token_usage_updated",
            "run_completed")],
               dialects=["unknown"], runs={"unknown": 1}, usage=None)
    yield run("noise-between", "a program's warnings between its lines",
            [Amp.init(), fault("(node) warning", "noise", 0), Amp.assistant(use), Amp.result()], bound="at-least")


def cases():
    yield from amp()
