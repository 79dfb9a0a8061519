"""What docs/formats/afk.md tells of, what Amp reads, and programs without a module.

Numbers in brackets behind a reason are sections of that page.
"""
from parts import A, B, Case, event, fault, text
from programs import ANSWER, CALL, SESSION, ZERO, Afk, Amp, amp_input, case, counts


def afk():
    tokens = (14, 0, 0, 5)

    def run(name, why, lines, outcome="ok", tokens=tokens, usage=tokens, bound="exact", ends=None, **facts):
        ends = ends if ends is not None else [(len(lines), "done")]
        return case("afk", name, why, lines, **{"dialects": ["afk"], "runs": {outcome: 1}, "tokens": tokens,
                "usage": (usage, "afk-done", bound), "end_events": ends, **facts})

    def done(**more):
        return Afk.done(**{"stopReason": "end_turn", "usage": counts(14, 0, 0, 5), **more})

    piece, message = Afk.chunk(type="content", content="gr"), Afk.message()
    yield run("undocumented-types", "types that the documents do not have (9.1)",
            [piece, event('{"type":"stream_retry"}'), event('{"type":"rate_limit","retryAfterMs":70000}'),
              event('{"type":"notice","text":"cut","kind":"truncation"}'), done()])
    yield run("message-no-role", "a message without a role (9.2)",
            [event(text(type="message", message={"content": "x", "timestamp": "2026-06-10T12:00:01.234Z"})), done()])
    yield run("done-bare", "an end that says nothing (9.3)", [piece, event('{"type":"done"}')], tokens=ZERO, usage=ZERO,
            bound="at-least")
    yield run("done-alone", "a file of one end: perhaps AFK's (8)", [event('{"type":"done"}')], tokens=ZERO, usage=ZERO,
            bound="at-least")
    yield run("tool-twice", "one call on three lines: pending, its name, complete (9.4, 9.5)",
            [Afk.chunk(type="tool_use_detail", toolUseId="t1", toolName="bash", toolInput="...", pending=True),
              Afk.chunk(type="tool_use", content="bash", metadata={"precedingToolUseIds": ["t1"]}),
                      Afk.chunk(type="tool_use_detail", toolUseId="t1", toolName="bash", toolInput="ls",
                      toolInputRaw='{"command":"ls"}'),
              Afk.chunk(type="tool_result", toolUseId="t1", content="a", isError=False), done()])
    for name, error, why in (("named", {"message": "x", "name": "Error"}, "an error ends the run (9.6)"),
            ("extra", {"message": "x", "name": "Error", "code": 7}, "an error with more keys")):
        yield run(f"error-{name}", why, [piece, event(text(type="error", error=error))], "failed", ZERO, ZERO, "at-least",
                [(2, "error")])
    yield run("error-no-name", "an error without a name, among AFK's lines (9.6)",
            [piece, event('{"type":"error","error":{"message":"x"}}')], "failed", ZERO, ZERO, "at-least", [(2, "error")])
    yield run("error-empty", "an error that was printed as an empty object (9.11)", [piece, event('{"type":"error","error":{}}')],
            "failed", ZERO, ZERO, "at-least", [(2, "error")])
    yield run("paused", "a pause without its end, and one with more keys (9.7)",
            [piece, event('{"type":"paused","reason":"usage-limit"}'), event('{"type":"resumed","hotSwapped":false}'),
              event('{"type":"paused","reason":"usage-limit","resetsAt":"2026-06-10T13:00:00.000Z","autoResume":false}'), done()])
    yield run("floats", "numbers with fractions (9.8)", [piece, done(durationMs=812.75, totalCostUsd=0.25)],
            cost_stated_usd_micros=250_000)
    yield Case("y_afk-empty", "an early usage error prints nothing: an empty file (9.9)", [], kind="dialect", dialects=[],
            runs={}, usage=None)
    yield run("usage-odd-values", "values within the usage that are no numbers (9.10)",
            [piece, done(usage={**counts(14, 0, 0, 5), "iterations": [], "cache_creation": {}, "server_tool_use": None})],
            tokens_odd=0)
    yield run("cache-counters", "cache counters are those of the last call: a lower bound",
            [piece, done(usage=counts(14, 2, 3, 5))], tokens=(14, 2, 3, 5), usage=(14, 2, 3, 5), bound="at-least")
    yield run("is-error", "an end that says that it failed", [piece, done(isError=True)], "failed")
    yield run("interrupted", "an end that was interrupted: finished, whether well is not said",
            [piece, done(resultSubtype="interrupted", isError=False)], "unknown")
    yield run("budget-spent", "an end for another reason than a natural one", [piece, done(stopReason="max_tokens")], "unknown")
    yield run("stop-null", "no reason to stop", [piece, done(stopReason=None)])
    yield run("no-end", "neither done nor error", [piece, message], "unterminated", ZERO, ZERO, "at-least", [])
    yield run("two-runs", "a line behind the end begins the next run", [piece, done(), piece, done()], tokens=(28, 0, 0, 10),
            usage=(28, 0, 0, 10), ends=[(2, "done"), (4, "done")], runs={"ok": 2})
    yield run("session", "the session is in the end's metadata, and so no session of the file", [piece, done(sessionId=SESSION)])
    yield run("suggestion-and-panel", "a suggestion and a panel",
            [piece, message, event('{"type":"suggestion","suggestion":"more?"}'),
            event('{"type":"panel","spec":{"kind":"info","body":["one","two"]}}'), done()])
    yield run("stderr-between", "notices for people, from stderr, between the lines",
            [piece, fault("Continue with: afk", "noise", 0), done()], bound="at-least")


def others():
    def of(name, why, lines, dialect, outcome, **facts):
        return case("other", name, why, lines, **{"dialects": [dialect], "runs": {outcome: 1}, "usage": None, **facts})

    yield of("input-minimal", "a line to Amp: the shortest", [amp_input()], "amp-input", "open")
    yield of("input-steer-false", "steer that is false is steer", [amp_input(steer=False)], "amp-input", "open")
    yield of("input-image", "an image, and the same for two lines",
            [event(text(type="user", message={"role": "user", "content": [{"type": "image",
            "source": {"type": "base64", "media_type": "image/gif", "data": "R0lGODlhAQABAAAAACw="}}]}))] * 2,
             "amp-input", "open")
    yield of("input-string-content", "a string for content is not Amp's, and names no program",
            [event('{"type":"user","message":{"role":"user","content":"hi"}}')], "unknown", "unknown")
    yield of("input-pretty", "a pretty object as input, as the launch page shows it",
            [fault("{", "truncated", 1), fault('  "type": "user",', "noise", 2), fault("}", "noise", 0), amp_input()],
            "amp-input", "open")
    yield of("input-plain-prompt", "a plain prompt is no JSON, and names no program", [fault("grind it", "noise", 0), A],
            "unknown", "unknown")
    yield of("codex", "Codex", [event('{"type":"thread.started","thread_id":"S-1"}'), event('{"type":"turn.started"}'),
            event('{"type":"item.completed","item":{"id":"i1","type":"agent_message","text":"x"}}'),
             event('{"type":"turn.completed","usage":{"input_tokens":9,"cached_input_tokens":4,"output_tokens":2}}')], "codex-exec",
                     "ok", usage=((9, 0, 4, 2), "codex-thread", "exact"), sessions=["S-1"], tokens=(9, 0, 4, 2),
                     end_events=[(4, "turn.completed")])
    yield of("codex-failed", "Codex: a turn that failed, and an error that is no object",
            [event('{"type":"thread.started","thread_id":"S-1"}'), event('{"type":"error","message":"retrying"}'),
             event('{"type":"turn.failed","error":{"message":"x"}}')], "codex-exec", "failed",
                     usage=(ZERO, "codex-thread", "at-least"), sessions=["S-1"],
                     end_events=[(3, "turn.failed")])
    yield of("gemini", "Gemini: an init without a subtype, a result with a status",
            [event('{"type":"init","timestamp":"2026-01-01T00:00:00Z","session_id":"S-1","model":"g"}'),
             event('{"type":"message","timestamp":"2026-01-01T00:00:01Z","role":"assistant","content":"x","delta":true}'),
                     event('{"type":"result","timestamp":"2026-01-01T00:00:02Z","status":"success","stats":{"total_tokens":9}}')],
             "gemini", "ok", usage=(ZERO, "gemini-stats", "at-least"), sessions=["S-1"], end_events=[(3, "result")])
    yield of("opencode", "OpenCode: parts and steps",
            [event('{"type":"step_start","timestamp":1,"sessionID":"S-1","part":{"type":"step-start"}}'),
             event('{"type":"step_finish","timestamp":2,"sessionID":"S-1","part":{"reason":"stop","cost":0.1,"tokens":{"input":9,"output":2}}}')], "opencode",
                     "ok", usage=((9, 0, 0, 2), "opencode-steps", "at-least"), sessions=["S-1"], end_events=[(2, "step_finish")])
    yield of("cursor", "Cursor: an init without tools, a result with a request id",
            [event('{"type":"system","subtype":"init","apiKeySource":"login","cwd":"/w","session_id":"S-1","model":"m","permissionMode":"default"}'),
             event('{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"x"}]},"session_id":"S-1","timestamp_ms":1}'),
             event('{"type":"result","subtype":"success","duration_ms":9,"is_error":false,"result":"x","session_id":"S-1","request_id":"r","usage":{"inputTokens":9,"outputTokens":2}}')],
             "cursor", "ok", usage=((9, 0, 0, 2), "cursor-result", "exact"), sessions=["S-1"], end_events=[(3, "result")])
    yield of("ledger", "AFK's own ledger is another format",
            [event('{"v":1,"ts":1,"kind":"meta"}'), event('{"v":1,"ts":2,"kind":"user"}')], "unknown", "unknown")
    yield of("nothing-known", "objects that no program prints", [A, B], "unknown", "unknown")
    mixed = [Amp.init(), Amp.assistant(counts(1, 2, 3, 4)), Amp.result(), Afk.chunk(type="content", content="x"),
            Afk.done(stopReason="end_turn", usage=counts(14, 0, 0, 5))]
    yield case("other", "two-programs", "a run of Amp, then one of AFK: two rules meet", mixed, sessions=["T-1"],
            dialects=["amp", "afk"], runs={"ok": 2}, tokens=(15, 2, 3, 9), usage=((15, 2, 3, 9), "mixed", "exact"),
               end_events=[(3, "result"), (5, "done")])
    yield case("other", "known-and-unknown", "a run of Amp, then one of an unknown program: no usage for the file",
            [*mixed[:3], event('{"type":"new.event","session_id":"S-2"}')], sessions=["T-1", "S-2"],
               dialects=["amp", "unknown"], runs={"ok": 1, "unknown": 1}, tokens=(1, 2, 3, 4), usage=None,
                       end_events=[(3, "result")])
    yield case("other", "tool-output-looks-like-others", "a run of Amp whose tool prints lines of other programs",
            [Amp.init(), Amp.assistant(counts(1, 2, 3, 4), CALL),
               Amp.user({**ANSWER,
                       "content": '{"type":"result","total_cost_usd":9,"uuid":"x"}\n{"type":"done"}\n{"parentUuid":null}'}),
                       Amp.result()], sessions=["T-1"], dialects=["amp"], runs={"ok": 1},
               tokens=(1, 2, 3, 4), usage=((1, 2, 3, 4), "amp-messages", "exact"), tool_calls=1, tool_results=1,
                       end_events=[(4, "result")])


def cases():
    yield from afk()
    yield from others()
