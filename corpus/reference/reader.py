#!/usr/bin/env python3
"""Slow reference reader for newline-delimited JSON of coding agents.

usage: python3 reader.py FILE...

Prints {"schema_version":1,"files":[...]}: for each file its counts, every faulty line with kind and place, and the facts
(sessions, tokens, tools, end events). It is written to be obviously right, not fast, and shares no code with the Rust
readers. Only bytes count: nothing here relies on how some JSON library sees a line.

The parts, in order: lines, validator, fault naming, salvage, facts, report.
Comments marked DECISION say how a question was settled that the written rules leave open.
"""
import json
import re
import sys

DEPTH_LIMIT = 1024          # this many brackets may be open at once
U64_MAX = 2 ** 64 - 1
QUADRATIC_LIMIT = 1_000_000  # above this many byte visits the search for the last object walks backwards instead

SPACE, TAB, CR, LF, NUL = 0x20, 0x09, 0x0D, 0x0A, 0x00
QUOTE, BACKSLASH, COMMA, COLON = 0x22, 0x5C, 0x2C, 0x3A
OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET = 0x7B, 0x7D, 0x5B, 0x5D
BLANKS = b" \t\r"
DIGITS = b"0123456789"
HEX = b"0123456789abcdefABCDEF"
UTF8_MARK = b"\xef\xbb\xbf"


# ---------------------------------------------------------------------------------------------------------------------
# 1. Lines
# ---------------------------------------------------------------------------------------------------------------------

def lines_of(data):
    """Yields (number, start, first, end): where the line starts, where its content starts and ends.

    A line ends at byte 0A and at nothing else. One CR directly before that 0A is part of the line end. A CR at the end of
    a last piece without 0A is therefore content. A UTF-8 mark at offset 0 belongs to line 1 but not to its content.
    DECISION: a file that is only the mark is one blank line without line end, since its three bytes must be in some line.
    """
    number, start = 0, 0
    while start < len(data):
        number += 1
        newline = data.find(b"\n", start)
        if newline < 0:
            end = after = len(data)
        else:
            end, after = newline, newline + 1
            if end > start and data[end - 1] == CR:
                end -= 1
        first = start
        if start == 0 and data.startswith(UTF8_MARK):
            first = 3
        yield number, start, first, end
        start = after


def skip_blanks(data, i, end):
    while i < end and data[i] in BLANKS:
        i += 1
    return i


# ---------------------------------------------------------------------------------------------------------------------
# 2. Validator: RFC 8259 grammar and UTF-8, byte by byte, without recursion
# ---------------------------------------------------------------------------------------------------------------------
# Each function gets data[i:end] and returns (verdict, place):
#   ("whole", j)   what was asked for is sound and data[j] is the first byte behind it
#   ("short", end) sound so far, but the bytes ran out
#   (kind, j)      the byte at j is one that no sound continuation allows; kind says why:
#                  "syntax", "control-char", "invalid-utf8", "too-deep"

def utf8_character(data, i, end):
    """One character of two or more bytes at i, by table 3-7 of the Unicode standard."""
    a = data[i]
    low, high = 0x80, 0xBF  # range of the second byte
    if 0xC2 <= a <= 0xDF:
        size = 2
    elif 0xE0 <= a <= 0xEF:
        size = 3
        if a == 0xE0:
            low = 0xA0
        if a == 0xED:
            high = 0x9F
    elif 0xF0 <= a <= 0xF4:
        size = 4
        if a == 0xF0:
            low = 0x90
        if a == 0xF4:
            high = 0x8F
    else:
        return "invalid-utf8", i
    for n in range(1, size):
        if i + n == end:
            return "short", end
        if not low <= data[i + n] <= high:
            return "invalid-utf8", i  # the place is the first byte of the ill-formed sequence
        low, high = 0x80, 0xBF
    return "whole", i + size


def check_string(data, i, end):
    """A string whose opening quote is at i."""
    i += 1
    while True:
        while i < end and 0x20 <= data[i] < 0x80 and data[i] != QUOTE and data[i] != BACKSLASH:
            i += 1
        if i == end:
            return "short", end
        c = data[i]
        if c == QUOTE:
            return "whole", i + 1
        if c < 0x20:
            return "control-char", i
        if c >= 0x80:
            verdict, i = utf8_character(data, i, end)
            if verdict != "whole":
                return verdict, i
            continue
        # a backslash
        i += 1
        if i == end:
            return "short", end
        # DECISION: any wrong byte behind a backslash or among the four hex digits is a breach of syntax, also a control
        # byte or a byte that is no UTF-8: the escape is broken before the byte's own class matters.
        if data[i] in b'"\\/bfnrt':
            i += 1
        elif data[i] == 0x75:  # u
            i += 1
            for _ in range(4):
                if i == end:
                    return "short", end
                if data[i] not in HEX:
                    return "syntax", i
                i += 1
        else:
            return "syntax", i


def check_number(data, i, end):
    """A number that begins at i with a minus or a digit. It is whole as soon as it may stop."""
    def digits(i):  # at least one
        if i == end:
            return "short", end
        if data[i] not in DIGITS:
            return "syntax", i
        while i < end and data[i] in DIGITS:
            i += 1
        return "whole", i

    if data[i] == 0x2D:  # -
        i += 1
    if i < end and data[i] == 0x30:  # a leading zero stands alone
        i += 1
        if i < end and data[i] in DIGITS:
            return "syntax", i
    else:
        verdict, i = digits(i)
        if verdict != "whole":
            return verdict, i
    if i < end and data[i] == 0x2E:  # .
        verdict, i = digits(i + 1)
        if verdict != "whole":
            return verdict, i
    if i < end and data[i] in b"eE":
        i += 1
        if i < end and data[i] in b"+-":
            i += 1
        verdict, i = digits(i)
        if verdict != "whole":
            return verdict, i
    return "whole", i


def check_literal(data, i, end, word):
    for c in word:
        if i == end:
            return "short", end
        if data[i] != c:
            return "syntax", i
        i += 1
    return "whole", i


def check_value(data, i, end):
    """A value that begins exactly at i. Reads no further than its last byte."""
    open_brackets = []
    state = "value"
    while True:
        if state == "after" and not open_brackets:
            return "whole", i
        if open_brackets:
            i = skip_blanks(data, i, end)
        if i == end:
            return "short", end
        c = data[i]

        if state == "value" or state == "value or ]":
            if c == CLOSE_BRACKET and state == "value or ]":
                open_brackets.pop()
                i += 1
                state = "after"
                continue
            if c == OPEN_BRACE or c == OPEN_BRACKET:
                if len(open_brackets) == DEPTH_LIMIT:
                    return "too-deep", i
                open_brackets.append(c)
                i += 1
                state = "key or }" if c == OPEN_BRACE else "value or ]"
                continue
            if c == QUOTE:
                verdict, i = check_string(data, i, end)
            elif c == 0x2D or c in DIGITS:
                verdict, i = check_number(data, i, end)
            elif c == 0x74:
                verdict, i = check_literal(data, i, end, b"true")
            elif c == 0x66:
                verdict, i = check_literal(data, i, end, b"false")
            elif c == 0x6E:
                verdict, i = check_literal(data, i, end, b"null")
            else:
                return "syntax", i
            if verdict != "whole":
                return verdict, i
            state = "after"

        elif state == "key" or state == "key or }":
            if c == CLOSE_BRACE and state == "key or }":
                open_brackets.pop()
                i += 1
                state = "after"
                continue
            if c != QUOTE:
                return "syntax", i
            verdict, i = check_string(data, i, end)
            if verdict != "whole":
                return verdict, i
            state = "colon"

        elif state == "colon":
            if c != COLON:
                return "syntax", i
            i += 1
            state = "value"

        else:  # after a value, inside a bracket
            in_object = open_brackets[-1] == OPEN_BRACE
            if c == COMMA:
                i += 1
                state = "key" if in_object else "value"
            elif c == (CLOSE_BRACE if in_object else CLOSE_BRACKET):
                open_brackets.pop()
                i += 1
                state = "after"
            else:
                return "syntax", i


# ---------------------------------------------------------------------------------------------------------------------
# 3. Fault naming
# ---------------------------------------------------------------------------------------------------------------------

def looks_like_utf16(content):
    """At least 8 bytes, at least 80 % NUL at one parity and under 20 % at the other."""
    if len(content) < 8:
        return False
    even, odd = content[0::2], content[1::2]
    for full, thin in ((even, odd), (odd, even)):
        if full.count(0) * 5 >= len(full) * 4 and thin.count(0) * 5 < len(thin):
            return True
    return False


def begins_nul_run(data, i, end, to_line_end):
    """Four NULs at i, or (where that is asked for) NULs from i up to the end of the content and nothing else.

    DECISION: "NULs to the line end" means NULs only; a blank behind them breaks the run.
    """
    if i < end and data[i] == NUL:
        return data[i:min(i + 4, end)] == b"\0\0\0\0" or (to_line_end and not data[i:end].strip(b"\0"))
    return False


def judge(data, start, first, end):
    """What one line is: ("blank",), ("event", place of its {), or ("fault", kind, place, salvage)."""
    p = skip_blanks(data, first, end)
    if p == end:
        return ("blank",)
    verdict, place = check_value(data, p, end)
    behind = skip_blanks(data, place, end)  # only used where the value is whole
    is_object = data[p] == OPEN_BRACE
    if verdict == "whole" and behind == end and is_object:
        return "event", p

    # DECISION: a bracket past the limit decides the line only where it is the line's first breach, read from the first
    # byte that is not blank. Behind a prefix, behind a whole object or behind another breach it just means that the
    # object there is not one we can vouch for, so that it is not found as the object that ends the line.
    if verdict == "too-deep":
        return "fault", "too-deep", place, []
    # DECISION: on a line 1 with a mark the place is the first NUL, at 3, and not the mark.
    if not data[first:end].strip(b"\0"):
        return "fault", "nul-run", first, []
    if looks_like_utf16(data[first:end]):
        return "fault", "encoding", start, []

    last = last_object(data, first, end)  # None, or where the object that ends the line begins and ends

    if not is_object:
        if verdict == "whole" and behind == end:
            return "fault", "not-object", p, []
        # DECISION: here only four NULs make a run; fewer, even up to the line end, are noise (or a prefix).
        if begins_nul_run(data, p, end, to_line_end=False):
            return "fault", "nul-run", p, salvage_of([], last)
        # "ends the line" has one meaning everywhere: blanks and NULs may stand behind the object.
        if last:
            return "fault", "prefixed", p, [last]
        return "fault", "noise", p, []

    if verdict == "whole":
        leading = leading_objects(data, p, end)
        if begins_nul_run(data, behind, end, to_line_end=True):
            kind = "nul-run"
        elif data[behind] == OPEN_BRACE:
            kind = "concatenated"
        else:
            kind = "trailing-bytes"
        return "fault", kind, behind, salvage_of(leading, last)
    if verdict == "short":
        return "fault", "truncated", end, []
    # DECISION: a character cut short by NULs is bad UTF-8 at its first byte; that byte is no NUL, so this is no nul-run.
    if begins_nul_run(data, place, end, to_line_end=True):
        return "fault", "nul-run", place, salvage_of([], last)
    if verdict == "syntax" and last:
        return "fault", "torn-join", place, [last]
    # bad UTF-8 and control bytes keep their name, but an object that ends the line is still salvaged
    return "fault", verdict, place, salvage_of([], last)


# ---------------------------------------------------------------------------------------------------------------------
# 4. Salvage
# ---------------------------------------------------------------------------------------------------------------------

def leading_objects(data, i, end):
    """The whole objects that stand at the beginning of the line with only blanks between them."""
    found = []
    while i < end and data[i] == OPEN_BRACE:
        verdict, place = check_value(data, i, end)
        if verdict != "whole":
            break
        found.append([i, place])
        i = skip_blanks(data, place, end)
    return found


def last_brace(data, first, end):
    """The place behind the } that ends the line, blanks and NULs behind it put aside; None if no } ends it."""
    while end > first and data[end - 1] in b" \t\r\0":
        end -= 1
    return end if end > first and data[end - 1] == CLOSE_BRACE else None


def last_object_by_trying(data, first, end):
    stop = last_brace(data, first, end)
    if stop is None:
        return None
    found = [i for i in range(first, stop) if data[i] == OPEN_BRACE and check_value(data, i, stop) == ("whole", stop)]
    assert len(found) <= 1, "two objects end one line"
    return [found[0], stop] if found else None


def last_object_backwards(data, first, end):
    """The same for long lines: walk back from the last } to the { that matches it, then check that one object.

    A quote behind an odd number of backslashes belongs to an escape; in a sound object every other quote opens or closes
    a string, and braces in strings do not count.
    """
    stop = last_brace(data, first, end)
    if stop is None:
        return None
    in_string, open_braces = False, 0
    i = stop
    while i > first:
        i -= 1
        c = data[i]
        if c == QUOTE:
            j = i
            while j > first and data[j - 1] == BACKSLASH:
                j -= 1
            if (i - j) % 2 == 0:
                in_string = not in_string
            i = j
        elif not in_string and c == CLOSE_BRACE:
            open_braces += 1
        elif not in_string and c == OPEN_BRACE:
            open_braces -= 1
            if open_braces == 0:
                return [i, stop] if check_value(data, i, stop) == ("whole", stop) else None
    return None


def last_object(data, first, end):
    """The one object that ends the line, as [start, end]."""
    if data.count(b"{", first, end) * (end - first) > QUADRATIC_LIMIT:
        return last_object_backwards(data, first, end)
    return last_object_by_trying(data, first, end)


def salvage_of(leading, last):
    """DECISION: both parts are listed as the rule says, even in the odd line where the last object begins in the last
    leading one, as in {"a":"{"}":1} which holds 0..9 and 6..13. An object that is both is listed once."""
    return leading + ([last] if last and last not in leading else [])


# ---------------------------------------------------------------------------------------------------------------------
# 5. Facts
# ---------------------------------------------------------------------------------------------------------------------
# A sound object is turned into plain values: str, Number, True, False, None, list, and Members for an object.

class Number:
    def __init__(self, text):
        self.text = text


class Members:
    """An object as written: pairs in order. `get` gives the last value of a repeated key."""

    def __init__(self):
        self.pairs = []

    def get(self, key):
        value = None
        for k, v in self.pairs:
            if k == key:
                value = v
        return value


def read_string(data, i, lone):
    """Text of the sound string whose opening quote is at i, and the place behind it. Places of lone surrogates go to `lone`."""
    simple = {0x62: "\b", 0x66: "\f", 0x6E: "\n", 0x72: "\r", 0x74: "\t", QUOTE: '"', BACKSLASH: "\\", 0x2F: "/"}
    parts = []
    i += 1
    while data[i] != QUOTE:
        if data[i] != BACKSLASH:
            j = i
            while data[j] != QUOTE and data[j] != BACKSLASH:
                j += 1
            parts.append(data[i:j].decode("utf-8"))
            i = j
        elif data[i + 1] != 0x75:
            parts.append(simple[data[i + 1]])
            i += 2
        else:
            unit = int(data[i + 2:i + 6], 16)
            if 0xD800 <= unit <= 0xDBFF and data[i + 6:i + 8] == b"\\u":
                second = int(data[i + 8:i + 12], 16)
                if 0xDC00 <= second <= 0xDFFF:
                    parts.append(chr(0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00)))
                    i += 12
                    continue
            if 0xD800 <= unit <= 0xDFFF:
                lone.append(i)
                parts.append("\ufffd")
            else:
                parts.append(chr(unit))
            i += 6
    return "".join(parts), i + 1


def read_object(data, i, lone):
    """The sound object at i."""
    number = re.compile(rb"[-+.0-9eE]+")
    stack, key = [], None
    while True:
        c = data[i]
        if c in b" \t\r,:":
            i += 1
            continue
        if c == OPEN_BRACE or c == OPEN_BRACKET:
            stack.append((Members() if c == OPEN_BRACE else [], key))
            key = None
            i += 1
            continue
        if c == CLOSE_BRACE or c == CLOSE_BRACKET:
            value, key = stack.pop()
            i += 1
            if not stack:
                return value
        elif c == QUOTE:
            value, i = read_string(data, i, lone)
            if isinstance(stack[-1][0], Members) and key is None:
                key = value
                continue
        elif c == 0x74:
            value, i = True, i + 4
        elif c == 0x66:
            value, i = False, i + 5
        elif c == 0x6E:
            value, i = None, i + 4
        else:
            m = number.match(data, i)
            value, i = Number(m.group().decode("ascii")), m.end()
        box = stack[-1][0]
        if isinstance(box, Members):
            box.pairs.append((key, value))
            key = None
        else:
            box.append(value)


def count_of(value):
    """A token count: a whole number from 0 to 2^64-1, however it is spelled (5, 5.0, 1e2, 150e-1). All else counts 0."""
    if not isinstance(value, Number):
        return 0
    sign, whole, fraction, exponent = re.fullmatch(r"(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?", value.text).groups()
    digits = whole + (fraction or "")
    digits = digits.lstrip("0")
    if not digits or sign:
        return 0  # zero, or below zero
    power = (exponent or "0").lstrip("+-").lstrip("0") or "0"
    if len(power) > 15:  # no line is that long: either far beyond u64 or far below one
        return 0
    power = -int(power) if (exponent or "").startswith("-") else int(power)
    power -= len(fraction or "")
    stripped = digits.rstrip("0")
    power += len(digits) - len(stripped)
    if power < 0 or len(stripped) + power > 20:
        return 0  # not whole, or beyond u64
    n = int(stripped) * 10 ** power
    return n if n <= U64_MAX else 0


COUNTERS = ("input", "cache_creation", "cache_read", "output")
MESSAGE_KEYS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
CODEX_KEYS = ("input_tokens", None, "cached_input_tokens", "output_tokens")
SESSION_KEYS = ("session_id", "sessionId", "sessionID", "thread_id")
END_TYPES = ("result", "done", "turn.completed", "turn.failed", "step_finish")


def member(value, key):
    """value[key] if value is an object, else None."""
    return value.get(key) if isinstance(value, Members) else None


def counts_of(usage, keys):
    return [count_of(usage.get(k)) if k else 0 for k in keys]


class Facts:
    def __init__(self):
        self.types = {}
        self.sessions = {}       # used as a set that keeps its order
        self.by_message = {}     # message id -> counts of the line chosen so far
        self.each = []           # counts of assistant lines without an id, and of AFK done lines
        self.codex_last = None
        self.plain = []          # every usage seen
        self.calls = {}          # the same for string ids of tool_use blocks
        self.calls_without_id = 0
        self.results = 0
        self.errors = 0
        self.answered = set()    # ids that tool_result blocks name
        self.end_events = []

    def add(self, line, event):
        kind = event.get("type")
        shown = kind if isinstance(kind, str) else "(none)"
        self.types[shown] = self.types.get(shown, 0) + 1
        self.add_sessions(event)
        if kind == "assistant":
            self.add_message_usage(event)
            self.add_calls(event)
        elif kind == "user":
            self.add_results(event)
        elif kind == "turn.completed":
            # DECISION: a turn.completed without a usage object is no usage; an earlier one then still is the last.
            usage = event.get("usage")
            if isinstance(usage, Members):
                self.codex_last = counts_of(usage, CODEX_KEYS)
                self.plain.append(self.codex_last)
        elif kind == "done":
            usage = member(event.get("metadata"), "usage")
            if isinstance(usage, Members):
                # DECISION: all four counters, under the same names as in messages.
                counts = counts_of(usage, MESSAGE_KEYS)
                self.each.append(counts)
                self.plain.append(counts)
        if kind in END_TYPES or (kind == "error" and isinstance(event.get("error"), Members)):
            self.end_events.append({"line": line, "type": kind})

    def add_sessions(self, event):
        # DECISION: within one line the ids count in the order in which they stand there; of a repeated key only the last
        # value exists. An empty string is an id like any other.
        last_place = {key: n for n, (key, _) in enumerate(event.pairs)}
        own = [value for n, (key, value) in enumerate(event.pairs)
               if key in SESSION_KEYS and n == last_place[key] and isinstance(value, str)]
        for value in own or self.named_in_payload(event) or self.named_by_start(event):
            self.sessions.setdefault(value)

    def named_in_payload(self, event):
        """Session files of Codex (docs/formats/codex-rollout.md, sections 1 and 2) name the session in what they wrap."""
        key = {"session_meta": "id", "token_usage_record": "thread_id"}.get(event.get("type")) if isinstance(event.get("type"), str) else None
        if key is None or not isinstance(event.get("timestamp"), str) or self.is_of_claude(event):
            return []
        value = member(event.get("payload"), key)
        return [value] if isinstance(value, str) else []

    def named_by_start(self, event):
        """The first lines of Pi (docs/formats/pi.md, section 1) and Copilot (docs/formats/copilot.md, section 1)."""
        others = ("thread_id", "uuid", "timestamp_ms", "chunk", "session_id", "sessionID")
        keys = {key for key, _ in event.pairs}
        is_dated = isinstance(event.get("timestamp"), str)
        kind, value = event.get("type"), None
        if self.is_of_claude(event):
            return []
        if kind == "session" and is_dated and "cwd" in keys and not keys.intersection(others):
            value = event.get("id")
        elif kind == "session.start" and isinstance(event.get("data"), Members) and (
                "parentId" in keys or isinstance(event.get("id"), str) and is_dated):
            value = event.get("data").get("sessionId")
        return [value] if isinstance(value, str) else []

    @staticmethod
    def is_of_claude(event):
        """Marks of session files of Claude Code, which come first (docs/formats/README.md)."""
        return any(key in ("parentUuid", "isSidechain", "sessionId") for key, _ in event.pairs)

    def add_message_usage(self, event):
        message = event.get("message")
        usage = member(message, "usage")
        # DECISION: a line whose usage is missing or no object has no counts and takes no part in the choice among the
        # lines of its message. An empty usage object takes part with zeros.
        if not isinstance(usage, Members):
            return
        counts = counts_of(usage, MESSAGE_KEYS)
        self.plain.append(counts)
        # DECISION: only a string (an empty one too) is an id; a line with another id counts as one without.
        name = message.get("id")
        if not isinstance(name, str):
            self.each.append(counts)
        elif name not in self.by_message or counts[3] >= self.by_message[name][3]:
            # DECISION: an odd output count (negative, text, beyond u64) takes part in the choice as 0.
            self.by_message[name] = counts

    def blocks(self, event, kind):
        """DECISION: only blocks that are direct elements of an array message.content count."""
        content = member(event.get("message"), "content")
        if not isinstance(content, list):
            return []
        return [b for b in content if isinstance(b, Members) and b.get("type") == kind]

    def add_calls(self, event):
        for block in self.blocks(event, "tool_use"):
            name = block.get("id")
            if not isinstance(name, str):
                self.calls_without_id += 1  # counts singly, is never paired, has no id to list as unanswered
            else:
                self.calls.setdefault(name)

    def add_results(self, event):
        for block in self.blocks(event, "tool_result"):
            self.results += 1
            if block.get("is_error") is True:
                self.errors += 1
            name = block.get("tool_use_id")
            if isinstance(name, str):  # a result that names nothing is counted, and is no orphan
                self.answered.add(name)

    def report(self):
        used = list(self.by_message.values()) + self.each
        if self.codex_last:
            used.append(self.codex_last)

        def total(rows):
            # DECISION: single counts stop at u64, their sum does not; it is printed in full.
            return {name: sum(row[n] for row in rows) for n, name in enumerate(COUNTERS)}

        return {
            "sessions": list(self.sessions),
            "tokens": total(used),
            "tokens_plain_sum": total(self.plain),
            "tool_calls": len(self.calls) + self.calls_without_id,
            "tool_results": self.results,
            "tool_errors": self.errors,
            "unanswered": [c for c in self.calls if c not in self.answered],
            "orphan_results": sorted(self.answered - set(self.calls)),
            "end_events": self.end_events,
        }


# ---------------------------------------------------------------------------------------------------------------------
# 6. Report
# ---------------------------------------------------------------------------------------------------------------------

def report_of(data, max_line=None):
    """Everything that is said about the content of one file; lines with more content than max_line are not read."""
    facts = Facts()
    report = {"bytes": len(data), "lines": 0, "blank": 0, "unterminated": False, "events": 0}
    faults, notes = [], []
    encoding = {b"\xff\xfe": "UTF-16LE", b"\xfe\xff": "UTF-16BE"}.get(data[:2])
    if encoding:
        # DECISION: the whole file is taken as one faulty line, so that lines = events + blank + faults holds.
        report["file_encoding"] = encoding
        report["lines"] = 1
        report["unterminated"] = True  # DECISION: it is not split, so its one line has no line end, also if the last byte is 0A
        faults.append({"line": 1, "kind": "encoding", "at": 0, "line_start": 0, "salvage": []})
    else:
        report["unterminated"] = bool(data) and data[-1] != LF
        for number, start, first, end in lines_of(data):
            report["lines"] = number
            # DECISION: the cap comes before all else, also before a blank line; the mark of line 1 counts.
            too_long = max_line is not None and end - start > max_line
            what = ("fault", "too-long", start, []) if too_long else judge(data, start, first, end)
            if what[0] == "blank":
                report["blank"] += 1
            elif what[0] == "event":
                report["events"] += 1
                lone = []
                facts.add(number, read_object(data, what[1], lone))
                notes += [{"line": number, "kind": "lone-surrogate", "at": at} for at in lone]
            else:
                faults.append({"line": number, "kind": what[1], "at": what[2], "line_start": start, "salvage": what[3]})
    report["types"] = facts.types
    report["faults"] = faults
    report["notes"] = notes
    report.update(facts.report())
    assert report["lines"] == report["events"] + report["blank"] + len(faults)
    return report


def main(paths):
    if not paths:
        sys.exit(__doc__.split("\n\n")[1])
    files = []
    for path in paths:
        with open(path, "rb") as f:
            files.append({"path": path, **report_of(f.read())})
    json.dump({"schema_version": 1, "files": files}, sys.stdout)
    print()


if __name__ == "__main__":
    main(sys.argv[1:])
