"""A run of each dialect, with each of its lines damaged in each of several ways.

A run is a list of lines with what each adds to the answer. A damaged line adds nothing; what the run comes to then is stated
for each dialect in `outcome`.
"""
from parts import Case, Line, fault
from programs import ANSWER, CALL, SESSION, Afk, Amp, Claude, Transcript, amp_input, counts, model_counts


class Part:
    """A line, and what it adds: a usage, a call, a result, an end."""

    def __init__(self, name, line, tokens=(0, 0, 0, 0), call=False, answer=False, end=None):
        self.name, self.line, self.tokens, self.call, self.answer, self.end = name, line, tokens, call, answer, end


RUNS = {
    "amp": ["T-1", [Part("init", Amp.init()), Part("prompt", Amp.user()),
            Part("call", Amp.assistant(counts(10, 20, 30, 40), CALL), (10, 20, 30, 40), call=True),
                    Part("answer", Amp.user(ANSWER), answer=True), Part("text", Amp.assistant(counts(1, 2, 3, 4)), (1, 2, 3, 4)),
                            Part("result", Amp.result(), end="result")]],
    "claude-stream": [SESSION, [Part("init", Claude.init(1)), Part("call",
            Claude.assistant(2, counts(10, 20, 30, 4), CALL, id="msg_1"), (10, 20, 30, 4), call=True),
                                Part("answer", Claude.user(3, ANSWER), answer=True),
                                        Part("text", Claude.assistant(4, counts(1, 2, 3, 1), id="msg_2"), (1, 2, 3, 1)),
                                Part("result", Claude.result(5, counts(11, 22, 33, 90), {"mill-1": model_counts(11, 22, 33, 90)},
                                        0.25), end="result")]],
    "claude-transcript": [SESSION, [Part("prompt", Transcript.user(1)), Part("call",
            Transcript.assistant(2, counts(10, 20, 30, 40), CALL, id="msg_1", request="req_1"), (10, 20, 30, 40), call=True),
                                    Part("answer", Transcript.user(3, [ANSWER]), answer=True),
                                            Part("text", Transcript.assistant(4, counts(1, 2, 3, 4), id="msg_2", request="req_2"),
                                            (1, 2, 3, 4))]],
    "afk": [None, [Part("chunk", Afk.chunk(type="content", content="gr")), Part("message", Afk.message()),
                   Part("done", Afk.done(stopReason="end_turn", durationMs=812,
                           usage={"input_tokens": 14, "output_tokens": 5, "total_tokens": 19}), (14, 0, 0, 5), end="done")]],
    "amp-input": [None, [Part("first", amp_input("grind it", request_id="job-1")), Part("steer", amp_input("stop", steer=True))]],
}
AMP_TOTAL, CLAUDE_TOTAL = (11, 22, 33, 44), (11, 22, 33, 90)


def outcome(dialect, lost, tokens, sound):
    """What needs the dialect, stated for a run that lost the line named `lost` (None: it lost none)."""
    bound = "exact" if sound else "at-least"
    if dialect == "amp":
        return {"runs": {"unterminated" if lost == "result" else "ok": 1}, "usage": (tokens, "amp-messages", bound),
                "tokens_stated": None}
    if dialect == "claude-stream":
        if lost == "result":  # nothing but the messages is left, and their output is too low
            return {"runs": {"unterminated": 1}, "usage": (tokens, "claude-messages", "at-least"), "tokens_stated": None,
                    "cost_stated_usd_micros": None}
        return {"runs": {"ok": 1}, "usage": (CLAUDE_TOTAL, "claude-model-usage", bound), "tokens_stated": (CLAUDE_TOTAL,),
                "cost_stated_usd_micros": 250_000}
    if dialect == "claude-transcript":
        return {"runs": {"open": 1}, "usage": (tokens, "transcript-messages", "at-least"), "tokens_stated": None}
    if dialect == "afk":
        if lost == "done":
            return {"runs": {"unterminated": 1}, "usage": ((0, 0, 0, 0), "afk-done", "at-least"), "tokens_stated": None}
        return {"runs": {"ok": 1}, "usage": ((14, 0, 0, 5), "afk-done", bound), "tokens_stated": ((14, 0, 0, 5),)}
    return {"runs": {"open": 1}, "usage": None, "tokens_stated": None}


def damaged(how, content):
    size = len(content)
    if how == "truncated":  # the closing brace is lost
        return fault(content[:-1], "truncated", size - 1)
    if how == "torn-join":  # a first try broke off behind its first comma
        cut = content.index(b",") + 1
        return fault(content[:cut] + content, "torn-join", cut, (cut, cut + size))
    if how == "concatenated":
        return fault(content + b'{"n":1}', "concatenated", size, (0, size), (size, size + 7))
    if how == "trailing-bytes":
        return fault(content + b"\x1b[0m", "trailing-bytes", size, (0, size))
    if how == "prefixed":
        return fault(b"12:00 " + content, "prefixed", 0, (6, 6 + size))
    if how == "syntax":
        return fault(content[:-1] + b",}", "syntax", size)
    if how == "nul-run":  # the whole line was never written
        return fault(bytes(size), "nul-run", 0)
    return fault(content.decode().encode("utf-16-le"), "encoding", 0)


def comes_to(dialect, session, parts, lines, lost=None, sound=True):
    """The facts of the parts that are left, given the lines they stand on."""
    left = [part for part in parts if part.name != lost]
    tokens = tuple(sum(part.tokens[n] for part in left) for n in range(4))
    calls, answers = sum(part.call for part in left), sum(part.answer for part in left)
    return {"tokens": tokens, "sessions": [session] if session else [], "tool_calls": calls, "tool_results": answers,
            "unanswered": ["t1"] if calls > answers else [], "orphan_results": ["t1"] if answers > calls else [],
            "end_events": [(lines[part.name], part.end) for part in left if part.end], "dialects": [dialect],
            **outcome(dialect, lost, tokens, sound)}


def cases():
    for dialect, (session, parts) in RUNS.items():
        places = {part.name: number for number, part in enumerate(parts, 1)}
        whole = [part.line for part in parts]

        def facts(lost=None, sound=True, lines=places):
            return comes_to(dialect, session, parts, lines, lost, sound)

        yield Case(f"y_run-{dialect}", f"a sound run of {dialect}, from which the others are made", whole, kind="run", **facts())
        yield Case(f"y_run-{dialect}-crlf", "the same with CR LF", whole, kind="run", end=b"\r\n", **facts())
        yield Case(f"y_run-{dialect}-no-newline", "the same without its last newline", [*whole[:-1], whole[-1].ends(b"")],
                kind="run", **facts())
        for how in ("truncated", "torn-join", "concatenated", "trailing-bytes", "prefixed", "syntax", "nul-run", "encoding"):
            for n, part in enumerate(parts):
                lines = [*whole[:n], damaged(how, part.line.content), *whole[n + 1:]]
                yield Case(f"n_run-{dialect}-{part.name}-{how}", f"{dialect}: the line `{part.name}` is {how}; all others count",
                        lines, **facts(part.name, False))
        for n in range(len(parts) + 1):
            behind = {part.name: number + (number > n) for part, number in zip(parts, places.values())}
            where = "first" if n == 0 else f"behind-{parts[n - 1].name}"
            yield Case(f"n_run-{dialect}-noise-{where}", f"{dialect}: a line that is no JSON, and the run goes on",
                    [*whole[:n], fault("[warn] slow mill", "noise", 0), *whole[n:]],
                       **facts(None, False, behind))
        last = parts[-1]
        yield Case(f"n_run-{dialect}-killed", f"{dialect}: the writer was killed within the last line",
                [*whole[:-1], Line(last.line.content[:-9], kind="truncated", at=len(last.line.content) - 9).ends(b"")],
                   **facts(last.name, False))
