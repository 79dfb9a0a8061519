"""What ends a line and what does not; blank lines; streams of almost nothing."""
from parts import A, B, BLANK_LINES, C, Case, blank, event, fault, unterminated

CRLF, LF, CR = b"\r\n", b"\n", b"\r"


def cases():
    def soft(name, why, lines, **more):
        return Case(f"i_blank-{name}", why, lines, choice=BLANK_LINES, kind="blank", **more)

    yield Case("y_empty-file", "no bytes: no lines", [])
    yield Case("y_one-line", "one line", [A])
    yield Case("y_one-line-no-newline", "a whole last line that lacks only its newline is an event", [unterminated(A)])
    yield Case("y_one-byte-more", "the smallest object", [event("{}")])
    yield Case("y_crlf", "Windows' line ends", [A, B, C], end=CRLF)
    yield Case("y_mixed-ends", "both line ends in one file", [A.ends(CRLF), B.ends(LF), C.ends(CRLF), A.ends(b"")])
    yield Case("y_cr-at-the-end", "a last line that ends with a CR: white space", [A, event(b'{"b":2}\r').ends(b"")])
    yield Case("y_cr-cr-lf", "two CR before the newline: one is white space, one belongs to the line end",
            [event(b'{"a":1}\r').ends(CRLF), B])
    yield Case("y_cr-between-tokens", "a CR between tokens is white space", [event(b'{"a"\r:\r1\r}'), B])
    yield Case("y_cr-first", "LF CR: the CR begins the next line, as white space", [A, event(b'\r{"b":2}'), event(b'\r{"c":3}')])
    yield Case("y_blanks-around", "spaces and tabs around objects",
            [event(' {"a":1} '), event('\t{"b":2}\t'), event(' \t \t{"c":3}')])
    yield Case("y_blanks-inside", "white space wherever JSON allows it",
            [event('{ "a" : [ 1 , 2 ] , "b" : { } }'), event('{\t"a"\t:\t1\t}')])
    yield Case("y_newline-escaped", "an escaped newline in a string ends no line", [event(r'{"n":"a\nb\r\nc"}'), B])
    yield Case("y_line-of-a-stream-in-a-string", "a whole line with its newline, in a string",
            [event(r'{"n":"{\"type\":\"result\"}\n"}'), B])
    yield Case("n_cr-only", "line ends of carriage returns alone: one line",
            [unterminated(fault(b'{"a":1}\r{"b":2}\r{"c":3}\r', "concatenated", 8, (0, 7), (8, 15), (16, 23)))])
    yield Case("n_cr-in-string", "a raw CR in a string", [A, fault(b'{"n":"a\rb"}', "control-char", 7), B])
    yield Case("n_cr-in-string-before-crlf",
            "two CR behind an open string: the first is in it, the second belongs to the line end",
               [A, fault(b'{"n":"a\r', "control-char", 7).ends(CRLF), B])
    yield Case("n_open-string-crlf", "an open string before CR LF: cut, and no control byte",
            [A, fault('{"n":"a', "truncated", 7), B], end=CRLF)
    yield Case("n_open-string-cr-at-the-end", "an open string and a CR, and then the stream ends: the CR is content",
               [A, unterminated(fault(b'{"n":"a\r', "control-char", 7))])
    yield Case("n_newline-in-string", "a raw newline in a string: two faulty lines",
               [A, fault('{"n":"a', "truncated", 7), fault('b"}', "noise", 0), B])
    yield Case("n_newline-in-string-object-behind", "the second half of a torn line ends with a whole object",
               [A, fault('{"n":"a', "truncated", 7), fault('b","m":{"c":3}', "prefixed", 0, (7, 14)), B])
    yield Case("n_pretty", "an object over several lines", [fault("{", "truncated", 1), fault('  "a": 1', "noise", 2),
            fault("}", "noise", 0), A])
    yield Case("n_pretty-array", "an array of objects, one a line", [fault("[", "noise", 0),
            fault('{"a":1},', "trailing-bytes", 7, (0, 7)), B, fault("]", "noise", 0)])
    yield Case("n_form-feed-line", "a form feed alone is not blank", [A, fault(b"\x0c", "noise", 0), B])
    yield Case("n_vertical-tab-line", "a vertical tab alone is not blank", [A, fault(b"\x0b", "noise", 0), B])
    yield Case("n_vt-as-line-end", "a vertical tab ends no line", [fault(b'{"a":1}\x0b{"b":2}', "trailing-bytes", 7, (0, 7),
            (8, 15)), C])
    yield Case("n_ff-as-line-end", "a form feed ends no line", [fault(b'{"a":1}\x0c{"b":2}', "trailing-bytes", 7, (0, 7),
            (8, 15)), C])
    for name, byte in (("fs", 0x1C), ("gs", 0x1D), ("rs", 0x1E), ("us", 0x1F)):
        yield Case(f"n_{name}-as-line-end", f"byte {byte:02X} ends no line; Python's splitlines of text splits there",
                   [fault(b'{"a":1}' + bytes([byte]) + b'{"b":2}', "trailing-bytes", 7, (0, 7), (8, 15)), C])
    for name, letter in (("nel", "\u0085"), ("line-separator", "\u2028"), ("paragraph-separator", "\u2029")):
        size = len(letter.encode())
        yield Case(f"n_{name}-as-line-end", f"U+{ord(letter):04X} ends no line",
                   [fault(f'{{"a":1}}{letter}{{"b":2}}', "trailing-bytes", 7, (0, 7), (7 + size, 14 + size)), C])
    yield Case("n_nul-as-line-end", "NUL ends no line", [fault(b'{"a":1}\0{"b":2}', "trailing-bytes", 7, (0, 7), (8, 15)), C])
    yield Case("n_rs-framed", "a JSON text sequence: a record separator before each object",
               [fault(b'\x1e{"a":1}', "prefixed", 0, (1, 8)), fault(b'\x1e{"b":2}', "prefixed", 0, (1, 8))])
    yield Case("n_length-prefixed", "a length before each object", [fault('7{"a":1}', "prefixed", 0, (1, 8)),
            fault('7 {"b":2}', "prefixed", 0, (2, 9))])
    yield Case("n_sse", "server-sent events as they come", [fault("event: message", "noise", 0),
            fault('data: {"a":1}', "prefixed", 0, (6, 13)), blank(), fault(": ping", "noise", 0), blank()])
    yield Case("n_no-newline-then-nul", "a last line, then one NUL", [A, unterminated(fault(b'{"b":2}\0', "nul-run", 7, (0, 7)))])
    yield Case("n_one-byte", "a stream of one byte", [unterminated(fault("x", "noise", 0))])
    yield Case("n_one-brace", "a stream of one brace", [unterminated(fault("{", "truncated", 1))])
    yield Case("n_one-nul", "a stream of one NUL", [unterminated(fault(b"\0", "nul-run", 0))])

    yield soft("one-newline", "a file of one newline: one blank line", [blank()])
    yield soft("crlf-only", "a file of one CR LF", [blank()], end=CRLF)
    yield soft("cr-only", "a file of one CR: one blank line without its end", [unterminated(blank(CR))])
    yield soft("one-space", "a file of one space", [unterminated(blank(b" "))])
    yield soft("many-newlines", "newlines alone", [blank()] * 9)
    yield soft("first", "a blank line first", [blank(), A, B])
    yield soft("between", "a blank line between", [A, blank(), B])
    yield soft("last", "a blank line at the end", [A, B, blank()])
    yield soft("last-two", "two newlines more at the end", [A, B, blank(), blank()])
    yield soft("crlf-between", "a blank line with CR LF among lines with LF", [A, blank().ends(CRLF), B])
    yield soft("between-all", "a blank line behind each", [A, blank(), B, blank(), C, blank()], end=CRLF)
    yield soft("spaces", "a line of spaces", [A, blank(b"    "), B])
    yield soft("tabs", "a line of tabs", [A, blank(b"\t\t"), B])
    yield soft("crs", "a line of carriage returns", [A, blank(b"\r\r\r"), B])
    yield soft("all-three", "a line of spaces, tabs and carriage returns", [A, blank(b" \t\r \t\r"), B])
    yield soft("64-spaces", "a whole block of white space", [A, blank(b" " * 64), B, blank(b" " * 63), blank(b" " * 65), C])
    yield soft("spaces-at-the-end", "spaces behind the last newline are a line", [A, unterminated(blank(b"  "))])
