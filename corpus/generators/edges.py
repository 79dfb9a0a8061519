"""What matters put exactly at column 64 or 4,096, one byte before and one behind.

Readers look at 64 bytes together, and read blocks of 4,096. A state that is lost between two of these (in a string, behind a
backslash, in a character, in a line end) shows here. All of it is on line 1, so that columns are stream offsets.
"""
from parts import A, B, C, DEPTH, LENGTH, NOT_OBJECT, SURROGATE, WIDE, Case, event, fault

COLUMNS = [63, 64, 65, 4095, 4096, 4097]


def upto(column, head, tail=""):
    """`head`, filled up with x, and `tail`, so that the next byte is at `column`."""
    return head + "x" * (column - len(head) - len(tail)) + tail


def faults(c):
    """(what, fault): the place, or the span that matters, is at c."""
    string = upto(c, '{"p":"')
    closed = upto(c, '{"p":"', '"')
    whole = upto(c, '{"p":"', '"}')
    yield "truncated", "in a string", fault(string, "truncated", c)
    yield "truncated-in-character", "in a character of four bytes", fault(string[:-3].encode() + b"\xf0\x9f\x98", "truncated", c)
    yield "truncated-behind-backslash", "behind a backslash", fault(string[:-1] + "\\", "truncated", c)
    yield "torn-join", "the first byte that does not fit", fault(string[:-2] + '{"q":1}', "torn-join", c, (c - 2, c + 5))
    yield "concatenated", "the second brace", fault(whole + '{"q":1}', "concatenated", c, (0, c), (c, c + 7))
    yield "trailing-bytes", "the first byte behind", fault(whole + "}", "trailing-bytes", c, (0, c))
    yield "prefixed", "the object behind the prefix", fault("x" * c + '{"q":1}', "prefixed", 0, (c, c + 7))
    yield "noise", "the line end", fault("x" * c, "noise", 0)
    yield "noise-behind-blanks", "the first byte that is not blank", fault(" " * c + "x", "noise", c)
    yield "not-object", "the first byte that is not blank", fault(" " * c + "[1]", "not-object", c)
    yield "syntax", "a semicolon for the comma", fault(closed + ';"q":1}', "syntax", c)
    yield "syntax-escape", "an escape that JSON does not have, its backslash one before", fault(string[:-1] + '\\x"}', "syntax",
            c)
    yield "syntax-hex-digit", "the last digit of an escape", fault(string[:-5] + '\\u00eg"}', "syntax", c)
    yield "syntax-word", "the last letter of a word", fault(upto(c, '{"p":"', '","t":tru') + "}", "syntax", c)
    yield "control-char", "a raw tab", fault(string + '\t"}', "control-char", c)
    yield "control-char-newline-behind", "a raw control byte, and nothing behind it", fault(string + "\x1f", "control-char", c)
    yield "invalid-utf8", "a lead byte, then the quote", fault(string.encode() + b'\xe9"}', "invalid-utf8", c)
    yield "invalid-utf8-sequence-begins", "a sequence of three of four bytes", fault(string.encode() + b'\xf0\x9f\x98x"}',
            "invalid-utf8", c)
    yield "invalid-utf8-sequence-ends", "the byte that breaks a sequence which began three before", fault(string[:-3].encode() + b'\xf0\x9f\x98x"}', "invalid-utf8", c - 3)
    yield "invalid-utf8-continuation", "a continuation byte behind a sound character", fault(string[:-2].encode() + b'\xc3\xa9\xa9"}', "invalid-utf8", c)
    yield "nul-run", "four NULs in a string", fault(string.encode() + b'\0\0\0\0"}', "nul-run", c)
    yield "nul-run-behind", "NULs behind an object", fault(whole.encode() + b"\0" * 9, "nul-run", c, (0, c))
    yield "encoding", "the end of a line of UTF-16", fault(('{"p":"' + "x" * c).encode("utf-16-le")[:c], "encoding", 0)


def sound(c):
    string = upto(c, '{"p":"')
    yield "end-of-line", "the newline", event(upto(c, '{"p":"', '"}'))
    yield "closing-quote", "the closing quote", event(string + '"}')
    yield "closing-brace", "the closing brace", event(upto(c, '{"p":"', '"') + "}")
    yield "opening-quote", "the opening quote of a value", event(upto(c, '{"p":"', '","q":') + '"{}"}')
    yield "colon", "a colon", event(upto(c, '{"p":"', '","q"') + ":1}")
    yield "escaped-quote", "the backslash of an escaped quote", event(string + '\\"}{"}')
    yield "escaped-quote-behind", "an escaped quote, its backslash one before", event(string[:-1] + '\\"}{"}')
    yield "escaped-backslash", "two backslashes, then the quote that closes", event(string + '\\\\"}')
    yield "backslashes-even", "the end of many backslashes, then the quote that closes", event(even_backslashes(c))
    yield "backslashes-odd", "the end of many backslashes, then an escaped quote", event(odd_backslashes(c))
    yield "u-escape", "an escape of a letter", event(string + '\\u00e9"}')
    yield "u-escape-middle", "the second digit of an escape", event(string[:-3] + '\\u00e9"}')
    yield "pair", "the second half of a pair", event(string[:-6] + '\\ud83c\\udfe1"}')
    yield "two-bytes", "a character of two bytes begins", event(string + 'é"}')
    yield "three-bytes", "the second byte of a character of three", event((string[:-1] + '水"}'))
    yield "four-bytes", "the third byte of a character of four", event(string[:-2] + '\U0001f3e1"}')
    yield "braces-in-string", "braces in a string", event(string + '}{"}')
    yield "number", "a long number", event('{"p":' + "1" * (c - 5) + "2}")
    yield "fraction", "the point of a number", event('{"p":' + "1" * (c - 5) + ".5}")
    yield "word", "the second letter of a word", event(upto(c, '{"p":"', '","q":t') + "rue}")
    yield "blanks", "the end of white space within an object", event("{" + " " * (c - 1) + '"p":1}')
    yield "blanks-first", "the end of white space before an object", event(" " * c + '{"p":1}')
    yield "key", "the end of a key", event("{" + '"' + "k" * (c - 2) + '":1}')


def odd_backslashes(c):
    """An odd number of backslashes that ends one before c, then the quote that it escapes, at c."""
    run = (c - 6) if (c - 6) % 2 else c - 7
    return '{"p":"' + "x" * (c - 6 - run) + "\\" * run + '""}'


def even_backslashes(c):
    """An even number of backslashes that ends one before c, then the quote that closes the string, at c."""
    run = (c - 6) if (c - 6) % 2 == 0 else c - 7
    return '{"p":"' + "x" * (c - 6 - run) + "\\" * run + '"}'


def cases():
    for c in COLUMNS:
        for name, what, line in faults(c):
            choice = NOT_OBJECT if line.kind == "not-object" else None
            yield Case(f"{'i_' if choice else 'n_'}{name}-at-{c}", f"{line.kind} at column {c}: {what}", [line, A, B],
                    choice=choice)
    for c in COLUMNS:
        for name, what, line in sound(c):
            choice = WIDE if name in ("number", "fraction") else None
            yield Case(f"{'i_' if choice else 'y_'}{name}-at-{c}", f"column {c}: {what}", [line, A, B], choice=choice)
        yield Case(f"y_crlf-at-{c}", f"column {c}: the CR of a CR LF", [event(upto(c, '{"p":"', '"}')), A, B], end=b"\r\n")
        yield Case(f"y_two-lines-at-{c}", f"offset {c}: a second line begins", [event(upto(c - 1, '{"p":"', '"}')), A, B])
        yield Case(f"i_surrogate-at-{c}", f"column {c}: a lone half", [event(upto(c, '{"p":"') + '\\ud83d"}', c), A],
                choice=SURROGATE, kind="lone-surrogate")
        yield Case(f"i_surrogate-second-at-{c}", f"column {c}: behind a high half, an escape that is no low half",
                   [event(upto(c - 6, '{"p":"') + '\\ud83d\\u0041"}', c - 6), A], choice=SURROGATE, kind="lone-surrogate")
    for c in COLUMNS[3:]:
        yield Case(f"i_too-deep-at-{c}", f"the bracket that is one too many at column {c}",
                   [fault(upto(c - 1023, '{"p":"', '","q":') + "[" * 1024, "too-deep", c), A, B], choice=DEPTH)
    for cap in (64, 4096):
        def line(size):
            return upto(size, '{"p":"', '"}')
        exact = [event(line(cap - 1)), event(line(cap)), fault(line(cap + 1), "too-long", 0), C]
        yield Case(f"i_too-long-cap-{cap}", f"a cap of {cap}: one byte less, as many, one more", exact, max_line=cap,
                choice=LENGTH)
        yield Case(f"i_too-long-cap-{cap}-crlf", f"a cap of {cap}: the line end does not count", exact, max_line=cap,
                choice=LENGTH, end=b"\r\n")
        yield Case(f"i_too-long-cap-{cap}-cr-at-the-end", "the CR of a last line without a newline is content, and counts",
                   [C, fault(line(cap) + "\r", "too-long", 0).ends(b"")], max_line=cap, choice=LENGTH)
        yield Case(f"i_too-long-cap-{cap}-blank", "a blank line beyond the cap: too long before all else",
                   [fault(" " * (cap + 1), "too-long", 0), event(line(cap))], max_line=cap, choice=LENGTH)
        yield Case(f"i_too-long-cap-{cap}-broken", "a broken line beyond the cap: too long before all else",
                   [fault("{" + "x" * cap, "too-long", 0), fault("{" + "x" * (cap - 1), "syntax", 1)], max_line=cap,
                           choice=LENGTH)
