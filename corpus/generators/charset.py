"""Bytes that are no UTF-8, other encodings, marks, and half surrogate pairs."""
from parts import A, B, FIRST_MARK, MARK, SURROGATE, Case, blank, event, fault, unterminated

# Ill-formed sequences. `at` is where the sequence begins, counted from the byte behind `a`: text before it is sound.
ILL_FORMED = [
    ("continuation", b"\x80", 0, "a continuation byte alone, the lowest"),
    ("continuation-high", b"\xbf", 0, "a continuation byte alone, the highest"),
    ("c0", b"\xc0\x80", 0, "NUL in two bytes, as Java's modified UTF-8 has it"),
    ("c1", b"\xc1\xbf", 0, "a letter in two bytes: overlong"),
    ("e0-overlong", b"\xe0\x9f\xbf", 0, "three bytes where two would do, the highest such"),
    ("f0-overlong", b"\xf0\x8f\xbf\xbf", 0, "four bytes where three would do, the highest such"),
    ("solidus-overlong", b"\xc0\xaf", 0, "the slash of old path attacks"),
    ("quote-overlong", b"\xc0\xa2", 0, "an overlong quote must not end the string"),
    ("high-surrogate", b"\xed\xa0\x80", 0, "a surrogate in three bytes, the lowest"),
    ("low-surrogate", b"\xed\xbf\xbf", 0, "a surrogate in three bytes, the highest"),
    ("cesu-8", b"\xed\xa0\xbd\xed\xb8\x80", 0, "a pair of surrogates in six bytes"),
    ("beyond-the-last", b"\xf4\x90\x80\x80", 0, "U+110000"),
    ("f5", b"\xf5\x80\x80\x80", 0, "a lead byte that no character has"),
    ("five-bytes", b"\xf8\x88\x80\x80\x80", 0, "five bytes, as the first UTF-8 had them"),
    ("six-bytes", b"\xfc\x84\x80\x80\x80\x80", 0, "six bytes"),
    ("fe", b"\xfe", 0, "FE never occurs"),
    ("ff", b"\xff", 0, "FF never occurs"),
    ("two-of-two-missing", b"\xc3x", 0, "a lead byte, then a letter"),
    ("three-of-three-missing", b"\xe2\x82x", 0, "two of three bytes, then a letter: the place is the first"),
    ("four-of-four-missing", b"\xf0\x9f\x98x", 0, "three of four bytes, then a letter: the place is the first"),
    ("lead-then-lead", b"\xc3\xc3\xa9", 0, "a lead byte, then a sound character"),
    ("lead-then-escape", b"\xc3\\n", 0, "a lead byte, then an escape"),
    ("lead-then-nuls", b"\xe2\x82\0\0\0\0x", 0, "a character cut short by NULs: its first byte is the place, and no run"),
    ("lead-then-control", b"\xc3\x01", 0, "a lead byte, then a control byte: the sequence begins first"),
    ("after-good-ones", "é€😀".encode() + b"\xe9", 9, "sound characters of two, three and four bytes first"),
    ("one-continuation-too-many", "é".encode() + b"\xa9", 2, "a sound character, then a continuation byte"),
    ("latin-1", "Größe".encode("latin-1"), 2, "Latin-1"),
    ("windows-1252-quotes", "\u201cso\u201d".encode("cp1252"), 0, "Windows' curly quotes"),
    ("windows-1252-euro", "5 \u20ac".encode("cp1252"), 2, "Windows' euro sign"),
    ("shift-jis", "水車".encode("shift-jis"), 0, "Shift-JIS"),
    ("shift-jis-backslash", "ソ".encode("shift-jis"), 0, "Shift-JIS whose second byte is a backslash"),
    ("gbk", "水车".encode("gbk"), 2, "GBK, whose first character happens to be sound UTF-8"),
    ("koi8", "мельница".encode("koi8-r"), 0, "KOI8-R"),
    ("euc-kr", "풍차".encode("euc-kr"), 2, "EUC-KR, whose first character happens to be sound UTF-8"),
]

# Sound text that readers trip over.
SOUND = [
    ("two-bytes", "\u0080\u07ff", "the lowest and highest character of two bytes"),
    ("three-bytes", "\u0800\uffff", "the lowest and highest character of three bytes"),
    ("around-surrogates", "\ud7ff\ue000", "the neighbours of the surrogates"),
    ("four-bytes", "\U00010000\U0010ffff", "the lowest and highest character of four bytes"),
    ("noncharacters", "\ufffe\uffff\ufdd0\U0001fffe", "noncharacters are characters to UTF-8"),
    ("replacement", "\ufffd", "U+FFFD as itself: no sign of a fault"),
    ("mark-in-string", "\ufeff", "U+FEFF in a string is text"),
    ("line-separators", "a\u2028b\u2029c", "U+2028 and U+2029 end no line, raw in a string"),
    ("next-line", "a\u0085b", "U+0085 ends no line; Python's splitlines splits there"),
    ("del-and-c1", "\x7f\u0080\u009f", "DEL and the C1 controls are allowed raw"),
    ("bidi", "\u202eabc\u202c", "marks that turn the direction of writing"),
    ("zero-width", "a\u200b\u200d\u2060b", "characters without width"),
    ("combining", "e\u0301", "a letter and its accent as two characters"),
    ("family", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "one picture of several characters"),
    ("astral-key", "\U0001f3e1", "beyond the basic plane"),
]

# (name, the string as written, places of the lone halves counted from the opening quote)
LONE = [
    ("high", r'"\ud83d"', [1], "a high half at the end of the string"),
    ("low", r'"\ude00"', [1], "a low half alone"),
    ("reversed", r'"\ude00\ud83d"', [1, 7], "both halves, in the wrong order: two notes"),
    ("high-high-low", r'"\ud83d\ud83d\ude00"', [1], "only the first is alone"),
    ("high-low-low", r'"\ud83d\ude00\ude00"', [13], "only the last is alone"),
    ("high-then-letter", r'"\ud83dx"', [1], "a letter where the second half belongs"),
    ("high-then-escape", r'"\ud83d\n\ude00"', [1, 9], "another escape between the halves"),
    ("high-then-escaped-backslash", r'"\ud83d\\ude00"', [1], "the second half is text behind a backslash"),
    ("high-then-letter-escape", r'"\ud83d\u0041"', [1], "an escape of a letter where the second half belongs"),
    ("capitals", r'"\uD83D\uDE00\uD83D"', [13], "digits in capitals"),
    ("lowest-and-highest", r'"\ud800x\udbffx\udc00x\udfff"', [1, 8, 15, 22], "the ends of both ranges"),
    ("many", '"' + r"\udc80" * 20 + '"', list(range(1, 121, 6)), "bytes of a file name as Python escapes them"),
]


def cases():
    for name, sequence, at, why in ILL_FORMED:
        yield Case(f"n_invalid-utf8-{name}", why, [A, fault(b'{"n":"a' + sequence + b'"}', "invalid-utf8", 7 + at), B])
    yield Case("n_invalid-utf8-in-key", "in a key", [A, fault(b'{"n\xff":1}', "invalid-utf8", 3), B])
    yield Case("n_invalid-utf8-then-object", "an object ends the line: salvaged, but no torn-join",
               [A, fault(b'{"a":"\xffno"}{"n":2}', "invalid-utf8", 6, (11, 18)), B])
    yield Case("n_invalid-utf8-nested", "deep inside", [A, fault(b'{"a":[{"b":["\x80"]}]}', "invalid-utf8", 13), B])
    for name, text, why in SOUND:
        yield Case(f"y_text-{name}", why, [A, event(f'{{"n":"{text}"}}'), event(f'{{"{text}":1}}'), B])
    yield Case("y_text-every-escape", "every escape that JSON has",
            [A, event(r'{"n":"\"\\\/\b\f\n\r\t\u0000\u001f\u00e9\uFFFF\ud83c\udfe1"}'), B])
    yield Case("y_text-pair", "both halves are there: no note", [event(r'{"s":"\ud83c\udfe1"}'), event(r'{"s":"\uD83C\uDFE1"}')])
    for name, string, places, why in LONE:
        yield Case(f"i_surrogate-{name}", why, [A, event(f'{{"s":{string}}}', *(5 + at for at in places)), B], choice=SURROGATE,
                   kind="lone-surrogate")
    yield Case("i_surrogate-in-key", "half a pair in a key", [A, event(r'{"\ud83d":1}', 2), B], choice=SURROGATE,
            kind="lone-surrogate")
    yield Case("i_surrogate-on-the-last-line", "half a pair on a line without newline",
            [A, unterminated(event(r'{"s":"\udead"}', 6))],
               choice=SURROGATE, kind="lone-surrogate")
    yield Case("i_surrogate-in-the-type", "half a pair in a type: it is shown as U+FFFD", [event(r'{"type":"a\ud83d"}', 10)],
            choice=SURROGATE,
               kind="lone-surrogate")

    # Marks.
    yield Case("i_mark-first", "the common mark", [A, B], mark=MARK, choice=FIRST_MARK)
    yield Case("i_mark-then-crlf", "a mark and Windows' line ends", [A, B], mark=MARK, end=b"\r\n", choice=FIRST_MARK)
    yield Case("i_mark-alone", "only a mark: one blank line without its end", [unterminated(blank())], mark=MARK,
            choice=FIRST_MARK)
    yield Case("i_mark-then-blank-line", "a mark on a blank line", [blank(), A], mark=MARK, choice=FIRST_MARK)
    yield Case("i_mark-then-blanks-and-object", "white space between mark and object", [event(' {"a":1}'), B], mark=MARK,
            choice=FIRST_MARK)
    yield Case("n_mark-twice", "two marks: the second is content", [fault(MARK + b'{"a":1}', "prefixed", 0, (3, 10)), B],
            mark=MARK)
    yield Case("n_mark-behind-a-blank", "a mark that is not first", [fault(b" " + MARK + b'{"a":1}', "prefixed", 1, (4, 11)), B])
    yield Case("n_mark-on-line-2", "a mark on line 2: two files were joined",
            [A, fault(MARK + b'{"a":1}', "prefixed", 0, (3, 10)), B])
    yield Case("n_mark-alone-on-line-2", "a mark and nothing else on line 2", [A, fault(MARK, "noise", 0), B])
    yield Case("n_mark-cut", "two of the mark's three bytes, then an object",
            [fault(b'\xef\xbb{"a":1}', "prefixed", 0, (2, 9)), B])
    yield Case("n_mark-cut-alone", "a stream of two bytes that could have become a mark",
            [unterminated(fault(b"\xef\xbb", "noise", 0))])
    yield Case("n_mark-in-latin-1", "a mark that was read as Latin-1 and written again",
            [fault('\u00ef\u00bb\u00bf{"a":1}', "prefixed", 0, (6, 13)), B])
    yield Case("i_mark-then-fault", "places count the mark", [fault('{"n":tru}', "syntax", 8), B], mark=MARK, choice=FIRST_MARK)
    yield Case("i_mark-then-nuls", "the place is the first NUL, not the mark", [fault(b"\0\0\0\0", "nul-run", 0), B], mark=MARK,
            choice=FIRST_MARK)

    # UTF-16 and UTF-32.
    two = '{"a":1}\n{"b":2}\n'
    for name, codec, mark, label in (("le", "utf-16-le", b"\xff\xfe", "UTF-16LE"), ("be", "utf-16-be", b"\xfe\xff", "UTF-16BE")):
        def marked(what, why, body, **more):
            return Case(f"{'i_' if more else 'n_'}utf16-{name}-marked{what}", why, [fault(mark + body, "encoding", 0).ends(b"")],
                        file_encoding=label, **more)
        yield marked("", "a whole file of UTF-16 with its mark: one line, one fault", two.encode(codec))
        yield marked("-crlf", "as a shell of Windows writes it", two.replace("\n", "\r\n").encode(codec))
        yield marked("-alone", "the mark and nothing else", b"")
        yield marked("-then-utf8", "the mark of UTF-16 in front of UTF-8", two.encode(),
                     choice="a mark of UTF-16 before what is none: we take the file at its word and read nothing of it")
        whole = '{"a":1,"b":2}'.encode(codec)
        yield Case(f"n_utf16-{name}-line", "one line of UTF-16 without a mark", [A, fault(whole, "encoding", 0), B])
        yield Case(f"n_utf16-{name}-long-line", "a longer line, past the 64 bytes that are looked at together",
                   [A, fault(('{"text":"' + "mill " * 40 + '"}').encode(codec), "encoding", 0), B])
        yield Case(f"n_utf16-{name}-some-wide", "a fifth of the letters are beyond Latin-1",
                   [A, fault('{"text":"old mill \u6c34\u8eca"}'.encode(codec), "encoding", 0), B])
        yield Case(f"n_utf16-{name}-eight-bytes", "the shortest that is called UTF-16",
                [A, fault('"abc'.encode(codec), "encoding", 0), B])
    yield Case("n_utf16-le-six-bytes", "too short to be called UTF-16: the NUL is not where a key belongs",
               [A, fault('{"a'.encode("utf-16-le"), "syntax", 1), B])
    yield Case("n_utf16-le-lines",
            "lines of UTF-16 without a mark: 0A is the first half of a newline, its NUL begins the next line",
               [fault('{"a":1}'.encode("utf-16-le"), "encoding", 0), fault(b"\0" + '{"b":2}'.encode("utf-16-le"), "encoding", 0),
                unterminated(fault(b"\0", "nul-run", 0))])
    yield Case("n_utf16-be-lines", "lines of big-endian UTF-16 without a mark: the NUL before 0A stays on its line",
               [fault('{"a":1}'.encode("utf-16-be") + b"\0", "encoding", 0),
                       fault('{"b":2}'.encode("utf-16-be") + b"\0", "encoding", 0)])
    yield Case("n_utf16-mark-on-line-2", "the mark of UTF-16 on line 2 is no mark",
            [A, fault(b"\xff\xfe" + '{"a":1}'.encode("utf-16-le"), "encoding", 0), B])
    yield Case("n_utf16-all-wide", "UTF-16 of Chinese letters has no NULs to tell it by",
            [A, fault("水车水车水车".encode("utf-16-le"), "noise", 0), B])
    yield Case("n_utf32-le-marked", "a mark of UTF-32 begins as that of UTF-16",
               [fault(b"\xff\xfe\0\0" + two.encode("utf-32-le"), "encoding", 0).ends(b"")], file_encoding="UTF-16LE")
    yield Case("n_utf32-be-line", "UTF-32: three NULs before each letter",
            [A, fault('{"a":1}'.encode("utf-32-be"), "noise", 0), B])
    yield Case("n_utf32-le-line", "UTF-32, little-endian", [A, fault('{"a":1}'.encode("utf-32-le"), "syntax", 1), B])
    yield Case("y_utf7", "UTF-7 is ASCII: nobody can tell", [event('{"n":"+AGE-"}')])
    yield Case("n_ebcdic", "EBCDIC", [A, fault('{"a":1}'.encode("cp500"), "noise", 0), B])
    yield Case("n_gzip", "a compressed piece between lines", [A, fault(b"\x1f\x8b\x08\0\0\0\0\0\0\3\xab", "noise", 0), B])
