"""Every kind of fault at every place of a stream: alone, first, in the middle, last, last without a newline, behind a mark, with CR LF."""
from parts import A, B, C, DEPTH, FIRST_MARK, LENGTH, MARK, NOT_OBJECT, Case, event, fault, unterminated

# One example of each kind; places and spans counted by hand.
KINDS = [
    fault('{"wheel":"nor', "truncated", 13),
    fault('{"wheel":"no{"wheel":"north"}', "torn-join", 14, (12, 29)),
    fault('{"n":1}{"n":2}', "concatenated", 7, (0, 7), (7, 14)),
    fault('{"n":1} done', "trailing-bytes", 8, (0, 7)),
    fault('data: {"n":1}', "prefixed", 0, (6, 13)),
    fault("Warning: the mill is slow", "noise", 0),
    fault('["north","south"]', "not-object", 0),
    fault('{"n":tru}', "syntax", 8),
    fault('{"n":"a\tb"}', "control-char", 7),
    fault(b'{"n":"caf\xe9"}', "invalid-utf8", 9),
    fault(b'{"n":1}\0\0', "nul-run", 7, (0, 7)),
    fault('{"n":1}'.encode("utf-16-le"), "encoding", 0),
    fault('{"n":' + "[" * 1024, "too-deep", 1028),
    fault('{"n":"0123456789"}', "too-long", 0),
]
CHOICES = {"not-object": NOT_OBJECT, "too-deep": DEPTH, "too-long": LENGTH}


def cases():
    for bad in KINDS:
        kind = bad.kind
        choice = CHOICES.get(kind)
        verdict = "i_" if choice else "n_"
        cap = 10 if kind == "too-long" else None

        def made(where, why, lines, **more):
            return Case(f"{verdict}{kind}-{where}", why, lines, choice=choice, max_line=cap, **more)

        yield made("alone", f"{kind}: the only line, with its newline", [bad])
        yield made("alone-no-newline", f"{kind}: the only line of a stream that stops", [unterminated(bad)])
        yield made("first", f"{kind} on line 1; the lines behind it must still be read", [bad, A, B])
        yield made("middle", f"{kind} between sound lines costs one line and no other", [A, bad, B])
        yield made("last", f"{kind} on the last line, which has its newline: nothing more can come", [A, B, bad])
        yield made("last-no-newline", f"{kind} on the last line, without a newline: told when the stream ends",
                [A, B, unterminated(bad)])
        yield made("twice", f"{kind} on two lines in a row: each is told", [A, bad, bad, B])
        yield made("crlf", f"{kind} in a stream with CR LF: the CR is no part of the line", [A, bad, B], end=b"\r\n")
        marked = Case(f"i_{kind}-marked", f"{kind} on a line 1 that opens with a UTF-8 mark: the mark counts in offsets",
                [bad, A],
                      mark=MARK, max_line=cap, choice=f"{FIRST_MARK}; {choice}" if choice else FIRST_MARK)
        yield marked
    every = [bad for bad in KINDS if bad.kind != "too-long"]
    yield Case("n_each-kind-once", "thirteen kinds in one file, a sound line behind each", [x for bad in every for x in (bad, A)],
            kind="mixed")
    yield Case("n_each-kind-in-a-row", "thirteen kinds one behind the other, then a sound line", [*every, C], kind="mixed")
    yield Case("n_nothing-but-faults", "no event in the file at all", [bad for bad in every if bad.kind not in CHOICES],
            kind="mixed")
    yield Case("n_a-hundred-faults", "many faults: none may be dropped or summed up", [KINDS[5], event('{"n":1}')] * 100,
            kind="noise")
