"""Order and pairing: tool calls and results, sessions, ends of runs. No rule here depends on a dialect."""
from parts import Case, event, fault, text


def call(*ids, **more):
    return event(text(type="assistant", message={"content": [{"type": "tool_use", "id": i, "name": "Bash",
            "input": {}} for i in ids]}, **more))


def answer(*ids, **block):
    return event(text(type="user", message={"content": [{"type": "tool_result", "tool_use_id": i, "content": "ok",
            **block} for i in ids]}))


def blocks(kind, *members):
    return event(text(type=kind, message={"content": list(members)}))


USE, RESULT = "tool_use", "tool_result"


def cases():
    def tools(name, why, *lines, calls=0, results=0, errors=0, open_=(), orphans=(), **more):
        return Case(f"y_tools-{name}", why, list(lines), kind="tools", tool_calls=calls, tool_results=results, tool_errors=errors,
                unanswered=list(open_),
                    orphan_results=list(orphans), **more)

    yield tools("pair", "a call, then its result", call("t1"), answer("t1"), calls=1, results=1)
    yield tools("result-first", "a result before its call: they belong together", answer("t1"), call("t1"), calls=1, results=1)
    yield tools("parallel", "two calls in one message, two results in one line, in the other order", call("t1", "t2"),
            answer("t2", "t1"), calls=2, results=2)
    yield tools("crossed", "two calls, answered in the other order", call("t1"), call("t2"), answer("t2"), answer("t1"), calls=2,
            results=2)
    yield tools("unanswered", "a call that nobody answers", call("t1"), call("t2"), answer("t1"), calls=2, results=1,
            open_=["t2"])
    yield tools("unanswered-in-order", "unanswered calls in order of first sight, not sorted", call("z"), call("a", "m"), calls=3,
            open_=["z", "a", "m"])
    yield tools("orphan", "a result that answers nothing", answer("t9"), results=1, orphans=["t9"])
    yield tools("orphans-sorted", "orphans are sorted by bytes and told once", answer("b", "a"), answer("B", "\u00e9", "b"),
            results=5, orphans=["B", "a", "b", "\u00e9"])
    yield tools("orphans-beyond-the-basic-plane", "sorted by bytes of UTF-8, not by halves of UTF-16",
            answer("\U0001f3e1", "\uffff"), results=2, orphans=["\uffff", "\U0001f3e1"])
    yield tools("call-repeated", "a call that is printed twice calls once", call("t1"), call("t1"), answer("t1"), calls=1,
            results=1)
    yield tools("result-repeated", "a result that is printed twice counts twice", call("t1"), answer("t1"), answer("t1"), calls=1,
            results=2)
    yield tools("error", "an error is what says so", call("t1", "t2", "t3"), answer("t1", is_error=True),
            answer("t2", is_error=False), answer("t3"), calls=3, results=3, errors=1)
    yield tools("error-other-forms", "only true is true", answer("t1", is_error="true"), answer("t1", is_error=1),
            answer("t1", is_error=None), answer("t1", is_error=[True]),
                results=4, orphans=["t1"])
    yield tools("error-then-not", "an error, then a second result that is none: one error", call("t1"),
            answer("t1", is_error=True), answer("t1"), calls=1, results=2, errors=1)
    yield tools("text-says-error", "a text that sounds like an error is none", call("t1"),
            answer("t1", content="Error: is_error true"), calls=1, results=1)
    yield tools("no-id", "calls and results without an id count singly and are not paired",
            blocks("assistant", {"type": USE, "name": "Bash"}, {"type": USE, "name": "Bash"}),
                blocks("user", {"type": RESULT, "content": "x"}), calls=2, results=1)
    yield tools("id-no-string", "ids that are no strings are no ids", blocks("assistant", {"type": USE, "id": 7},
            {"type": USE, "id": None}, {"type": USE, "id": ["t1"]}),
                blocks("user", {"type": RESULT, "tool_use_id": 7}), calls=3, results=1)
    yield tools("id-empty", "the empty id is an id", call(""), answer(""), calls=1, results=1)
    yield tools("id-escaped", "ids are compared by their text, escapes resolved", call("t1"),
            event(r'{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"\u0074\u0031"}]}}'),
                calls=1, results=1)
    yield tools("id-lookalike", "ids that look the same to the eye are two", call("tool_a"), answer("tool_\u0430"), calls=1,
            results=1, open_=["tool_a"], orphans=["tool_\u0430"])
    yield tools("wrong-key", "a result names its call by tool_use_id and by no other key", call("t1"),
            blocks("user", {"type": RESULT, "id": "t1"}), calls=1, results=1, open_=["t1"])
    yield tools("call-in-a-user-line", "a call block in a user line, a result block in an assistant line: neither counts",
            blocks("user", {"type": USE, "id": "t1"}),
                blocks("assistant", {"type": RESULT, "tool_use_id": "t1", "is_error": True}))
    yield tools("block-types", "types of blocks that are near misses",
            blocks("assistant", {"type": "Tool_use", "id": "t1"}, {"type": "tool_use ", "id": "t2"},
            {"type": "server_tool_use", "id": "t3"},
                {"type": ["tool_use"], "id": "t4"}, {"id": "t5", "name": "Bash", "input": {}}))
    yield tools("nested", "calls and results inside other values",
            blocks("user", {"type": RESULT, "tool_use_id": "t1",
            "content": [{"type": RESULT, "tool_use_id": "t2", "is_error": True}]}),
                blocks("assistant", {"type": "text", "text": "x", "content": [{"type": USE, "id": "t3"}]},
                        [{"type": USE, "id": "t4"}]), results=1, orphans=["t1"])
    yield tools("in-text", "a call as text", event(text(type="assistant",
            message={"content": [{"type": "text", "text": '{"type":"tool_use","id":"t1"}'}]})))
    yield tools("content-no-list", "content that is no list of blocks",
                *[event(f'{{"type":"assistant","message":{{"content":{value}}}}}') for value in ('"text"', "null", "7",
                        '{"type":"tool_use","id":"t1"}')],
                event('{"type":"assistant","message":{}}'))
    yield tools("content-mixed", "blocks that are no objects among those that are",
            blocks("assistant", None, 7, "text", [], {"type": USE, "id": "t1"}, {}), calls=1, open_=["t1"])
    yield tools("at-the-top", "content at the top of the line is no message's",
            event(text(type="assistant", content=[{"type": USE, "id": "t1"}])))
    yield tools("type-behind-input", "a block whose type stands last",
            event('{"type":"assistant","message":{"content":[{"input":{"type":"text","id":"no"},"id":"t1","name":"Bash","type":"tool_use"}]}}'),
                calls=1, open_=["t1"])
    yield tools("two-programs", "ids pair within the file, whatever the session", call("t1", session_id="S-1"),
            event(text(type="user", session_id="S-2", message={"content": [
                {"type": RESULT, "tool_use_id": "t1"}]})), calls=1, results=1, sessions=["S-1", "S-2"])
    yield tools("many", "many calls, the last ones unanswered", *[call(f"t{n}") for n in range(120)],
            *[answer(f"t{n}") for n in range(110)], calls=120, results=110, open_=[f"t{n}" for n in range(110, 120)])
    yield tools("afk-chunks", "AFK's calls have another form and are not counted here",
            event(text(type="chunk", chunk={"type": "tool_use_detail", "toolUseId": "t1"})),
                event(text(type="chunk", chunk={"type": "tool_result", "toolUseId": "t1", "isError": True})))
    for name, value, why in (("string", '"ok"', "a string"), ("list", '[{"type":"text","text":"ok"}]', "a list of blocks"),
            ("null", "null", "null"), ("empty-list", "[]", "an empty list"),
                             ("object", '{"type":"text","text":"ok"}', "an object"),
                                     ("strings", '["ok",null]', "a list of strings"), ("number", "7", "a number")):
        yield tools(f"result-is-{name}", f"the content of a result is {why}", call("t1"),
                    event(f'{{"type":"user","message":{{"content":[{{"type":"tool_result","tool_use_id":"t1","content":{value}}}]}}}}'), calls=1, results=1)
    yield tools("result-is-missing", "a result without content", call("t1"),
            blocks("user", {"type": RESULT, "tool_use_id": "t1"}), calls=1, results=1)
    yield Case("n_tools-result-on-a-broken-line", "the result is on a cut line: the call stays open",
               [call("t1"), fault('{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1"}]}', "truncated",
                       80), call("t2")], tool_calls=2, unanswered=["t1", "t2"])
    yield Case("n_tools-call-on-a-broken-line", "the call is on a broken line: the result is an orphan",
               [fault('{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1",}]}}', "syntax", 71), answer("t1")],
                       tool_results=1, orphan_results=["t1"])
    yield Case("n_tools-result-joined-to-call", "call and result on one line: both are salvage, neither counts",
               [fault(call("t1").content + answer("t1").content, "concatenated", len(call("t1").content),
                       (0, len(call("t1").content)),
                      (len(call("t1").content), len(call("t1").content) + len(answer("t1").content)))])

    # Sessions.
    def sessions(name, why, ids, *lines, **more):
        return Case(f"y_session-{name}", why, list(lines), kind="session", sessions=ids, **more)

    def of(key, value, **more):
        return event(text({key: value}, **more))

    yield sessions("four-keys", "the four names of a session id", ["a", "b", "c", "d"], of("session_id", "a"),
            of("sessionId", "b"), of("sessionID", "c"), of("thread_id", "d"))
    yield sessions("interleaved", "two sessions by turns: each once, in order of first sight", ["S-2", "S-1"],
            *[of("session_id", f"S-{2 - n % 2}") for n in range(10)])
    yield sessions("one-id-two-names", "one id under two names is one session", ["S-1"], of("session_id", "S-1"),
            of("sessionId", "S-1"))
    yield sessions("several-on-a-line", "several ids on one line, in the order of the line", ["z", "a"],
            event('{"thread_id":"z","session_id":"a"}'))
    yield sessions("none", "names that are near misses", [], of("session", "S-1"), of("SESSION_ID", "S-1"),
            of("session-id", "S-1"), of("threadId", "S-1"), of("session_id ", "S-1"))
    yield sessions("no-string", "ids that are no strings", [], *[event(f'{{"session_id":{value}}}') for value in ("null", "7",
            "true", '["S-1"]', '{"id":"S-1"}')])
    yield sessions("empty", "the empty id is an id", [""], of("session_id", ""))
    yield sessions("inside", "ids inside other values are not the line's", [],
            event('{"metadata":{"session_id":"S-1"},"list":[{"sessionId":"S-2"}],"text":"\\"session_id\\":\\"S-3\\""}'))
    yield sessions("escaped", "an id with escapes is the same as without", ["S-1"], of("session_id", "S-1"),
            event(r'{"session_id":"\u0053-\u0031"}'), event(r'{"\u0073ession_id":"S-1"}'))
    yield sessions("odd-text", "ids with quotes, newlines, escapes for terminals, letters of all lengths",
            ['a"b', "a\nb", "\x1b[31m", "\u00e9\u6c34\U0001f3e1", "a\x00b"],
                   *[event('{"session_id":' + t + "}") for t in (r'"a\"b"', r'"a\nb"', r'"\u001b[31m"',
                           '"\u00e9\u6c34\U0001f3e1"', r'"a\u0000b"')])
    yield sessions("case-and-blank", "ids that differ in case or a space are different", ["S-1", "s-1", "S-1 ", " S-1"],
            *[of("session_id", t) for t in ("S-1", "s-1", "S-1 ", " S-1")])
    yield sessions("three-hundred", "many sessions", [f"S-{n}" for n in range(300)],
            *[of("session_id", f"S-{n}") for n in range(300)])
    yield Case("n_session-on-a-broken-line", "the first id is on a cut line and does not count",
            [fault('{"session_id":"S-0","n":', "truncated", 24), of("session_id", "S-1")],
               sessions=["S-1"])

    # Ends.
    def ends(name, why, ends, *lines, **more):
        return Case(f"y_end-{name}", why, list(lines), kind="end", end_events=ends, **more)

    def typed(kind, **more):
        return event(text(type=kind, **more))

    yield ends("each-type", "the types that end a run or a turn", [(1, "result"), (2, "done"), (3, "turn.completed"),
            (4, "turn.failed"), (5, "step_finish"), (6, "error")],
               typed("result"), typed("done"), typed("turn.completed"), typed("turn.failed"), typed("step_finish"),
                       typed("error", error={"message": "no"}))
    yield ends("errors-that-end-nothing", "an error ends a run only if its error is an object", [], typed("error"),
            typed("error", error="no"), typed("error", error=None), typed("error", error=[{}]),
               typed("error", message="no"))
    yield ends("error-empty-object", "an empty object is an object", [(1, "error")], typed("error", error={}))
    yield ends("near-misses", "types that are near misses", [], typed("Result"), typed("results"), typed("DONE"),
            typed("turn_completed"), typed("step.finish"), typed("message_stop"), typed("end"))
    yield ends("none", "a stream that stops without an end", [], typed("system", subtype="init"), typed("assistant"),
            typed("user"))
    yield ends("first-line", "an end on the first line, and lines behind it", [(1, "result")], typed("result"),
            typed("assistant"), typed("user"))
    yield ends("twice", "two ends in a row", [(1, "result"), (2, "result")], typed("result"), typed("result"))
    yield ends("twice-the-same-bytes", "the same line written twice is two ends", [(1, "result"), (3, "result")],
            typed("result", n=1), typed("user"), typed("result", n=1))
    yield ends("lines-after", "lines behind the last end", [(2, "result")], typed("assistant"), typed("result"),
            typed("prompt_suggestion"), typed("system"))
    yield ends("init-after", "an end, then another run that does not end", [(2, "result")], typed("system", subtype="init"),
            typed("result"), typed("system", subtype="init"), typed("assistant"))
    yield ends("inits-in-a-row", "two runs that never end: no ends", [], typed("system", subtype="init"),
            typed("system", subtype="init"))
    yield ends("inside", "an end within a text, a block, a nested object", [],
            typed("user", text='{"type":"result"}', message={"type": "result", "content": [{"type": "done"}]}))
    yield ends("type-escaped", "a type with escapes", [(1, "result")], event(r'{"type":"\u0072esult"}'))
    yield Case("n_end-cut", "the end is cut: the stream has none",
            [typed("assistant"), fault('{"type":"result","subtype":"success","is_error":false', "truncated", 53).ends(b"")])
    yield Case("n_end-in-salvage", "two lines joined, the second is the end: salvaged, but no end",
            [fault('{"type":"user"}{"type":"result"}', "concatenated", 15, (0, 15), (15, 32))])
    yield Case("n_end-prefixed", "the end stands behind a log's words: no end",
            [fault('done: {"type":"result"}', "prefixed", 0, (6, 23))])
