#!/usr/bin/env python3
"""Compare a built reader with reader.py on random damaged streams.

usage: differ.py BIN [--seed N] [--start N] [--count N] [--args "..."] [--save DIR]
       differ.py --emit DIR [--seed N] [--count N]

Stream number n of a seed is always the same bytes. Many files are given to one call of `BIN check -o json FILE...`, and
every key is compared. The first stream on which they differ is made small, by taking out lines and then bytes, and is
saved with the answer of reader.py beside it. Exit status 1 if a difference was found.

--emit writes the streams and a manifest.json (for run_cases.py, selftest.py or a test in another language) and runs nothing.

All content is invented. The generator knows the shapes of eight producers and damages them in the ways that real streams
are damaged, at the places where a reader's state matters.
"""
import argparse
import hashlib
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time

import reader

# ---------------------------------------------------------------------------------------------------------------------
# 1. JSON text with odd spellings
# ---------------------------------------------------------------------------------------------------------------------
# Values are None, True, False, int, str, list, Raw (bytes put in as they are) and Pairs (an object as a list of pairs, so
# that keys can repeat).

class Raw(bytes):
    pass


class Pairs(list):
    def at(self, key):
        for k, v in self:
            if k == key:
                return v
        return None

    def put(self, key, value):
        for n, (k, _) in enumerate(self):
            if k == key:
                self[n] = (k, value)
                return
        self.append((key, value))


def obj(*pairs, **more):
    return Pairs(list(pairs) + list(more.items()))


class Style:
    """How one line is spelled: blanks between tokens, and how many characters are written as escapes."""

    def __init__(self, r):
        self.r = r
        self.blanks = r.choice([0, 0, 0, 0, 1, 2])
        self.escapes = r.choice([0, 0, 0, 0, 0, 0.05, 0.3])

    def gap(self):
        if self.blanks == 0:
            return b""
        if self.blanks == 1:
            return b" "
        return bytes(self.r.choice(b" \t\r ") for _ in range(self.r.randrange(3)))

    def string(self, text):
        r, out = self.r, [b'"']
        for c in text:
            n = ord(c)
            if self.escapes and r.random() < self.escapes:
                units = c.encode("utf-16-be")
                for i in range(0, len(units), 2):
                    form = r.choice([b"\\u%04x", b"\\u%04X"])
                    out.append(form % int.from_bytes(units[i:i + 2], "big"))
            elif c in '"\\':
                out.append(b"\\" + c.encode())
            elif c == "/" and r.random() < 0.2:
                out.append(b"\\/")
            elif n < 0x20:
                short = {"\n": b"\\n", "\t": b"\\t", "\r": b"\\r", "\b": b"\\b", "\f": b"\\f"}
                out.append(short[c] if c in short and r.random() < 0.8 else b"\\u%04x" % n)
            else:
                out.append(c.encode("utf-8"))
        out.append(b'"')
        return b"".join(out)

    def value(self, v):
        if isinstance(v, Raw):
            return bytes(v)
        if v is None:
            return b"null"
        if v is True:
            return b"true"
        if v is False:
            return b"false"
        if isinstance(v, int):
            return b"%d" % v
        if isinstance(v, str):
            return self.string(v)
        if isinstance(v, Pairs):
            inside = b",".join(self.gap() + (bytes(k) if isinstance(k, Raw) else self.string(k)) + self.gap() + b":" + self.gap()
                               + self.value(x) + self.gap() for k, x in v)
            return b"{" + (inside or self.gap()) + b"}"
        return b"[" + (b",".join(self.gap() + self.value(x) + self.gap() for x in v) or self.gap()) + b"]"


TEXTS = ["", "a", "two files", "grün und größer", "日本語", "ok ✓", "smile 😀 end", "tab\there", "line\nbreak", "C:\\temp\\", 'say "hi"',
         '{"type":"result","is_error":true,"session_id":"S-0"}', "}{", "{", "}", '"}', '{"', "[[[", "data: {}", "\\", "\\\\", '\\"',
         "\x7f\x80\u2028\u2029\ufeff", "nul \x00 inside", "\x1b[31mred\x1b[0m", "x" * 70, "é" * 40, "\U0010ffff", "\uffff", "a/b"]
LONE = [Raw(b'"\\ud83d"'), Raw(b'"\\ude00"'), Raw(b'"\\ude00\\ud83d"'), Raw(b'"\\ud83d\\ud83d\\ude00"'), Raw(b'"\\uD83DA"'),
        Raw(b'"\\ud83d\\n\\ude00"'), Raw(b'"x\\udfffy\\ud800"'), Raw(b'"\\ud83d\\ude00"'), Raw(b'"\\ud83d\\u0041"'), Raw(b'"\\ud83d\\\\ude00"')]
COUNTS = [0, 1, 2, 5, 7, 10, 100, 250, 1000, 16256]
ODD_COUNTS = [Raw(t.encode()) for t in (
    "5.0 1e2 1E+2 1.5 -1 -0 -0.0 0e5 0.0e-9999999999 100e-2 15e-1 150e-1 12.50e1 0.1e1 5.00e0 1e19 1e20 1e400 1e-400 "
    "1e99999999999999999999 1e-99999999999999999999 0e99999999999999999999 9223372036854775807 9223372036854775808 "
    "18446744073709551615 18446744073709551616 18446744073709551615.0 1.8446744073709551615e19 1.8446744073709551616e19 "
    "184467440737095516150e-1 9223372036854775808.0 9007199254740993 9007199254740993.0 36893488147419103232 "
    "123456789012345678901234567890 0.0000000000000000000000000000001e31 -5e0 null true false \"7\" [] {} [3] {\"n\":3}").split()]
HUGE_COUNTS = [Raw(t.encode()) for t in "9223372036854775808 18446744073709551615 18446744073709551616 9223372036854775807.0".split()]
NUMBERS = [Raw(t.encode()) for t in "0 -0 1 -1 3.25 1e5 -1.5E-7 1767225600000 1767225602.5 1E400 0.1".split()]


# ---------------------------------------------------------------------------------------------------------------------
# 2. Sound lines of eight producers
# ---------------------------------------------------------------------------------------------------------------------

class Maker:
    def __init__(self, r):
        self.r = r
        self.odd = r.choice([0, 0, 0.1, 0.4])  # how often counts and ids are odd

    def text(self):
        return self.r.choice(LONE) if self.r.random() < 0.04 else self.r.choice(TEXTS)

    def count(self):
        if self.r.random() < self.odd:
            return self.r.choice(ODD_COUNTS if self.r.random() < 0.8 else HUGE_COUNTS)
        return self.r.choice(COUNTS)

    def name(self, prefix, many):
        """An id out of a few, so that ids meet again on other lines."""
        r = self.r
        if r.random() < self.odd:
            return r.choice([None, 7, "", True, [], obj(), Raw(b"1.0"), r.choice(LONE), "\ufffd", "(none)", "ä", "\U0001f600", "\uffff", "Z"])
        return "%s-%d" % (prefix, r.randrange(many))

    def maybe(self, pairs, key, value, chance=0.9):
        if self.r.random() < chance:
            pairs.append((key, value))

    def usage(self):
        r = self.r
        if r.random() < self.odd * 0.3:
            return r.choice([None, obj(), [], 5, "none"])
        u = obj()
        self.maybe(u, "input_tokens", self.count())
        self.maybe(u, "cache_creation_input_tokens", self.count(), 0.6)
        self.maybe(u, "cache_read_input_tokens", self.count(), 0.6)
        self.maybe(u, "output_tokens", self.count())
        self.maybe(u, "service_tier", "standard", 0.2)
        self.maybe(u, "cache_creation", obj(("ephemeral_5m_input_tokens", 9)), 0.1)
        return u

    def block(self, role):
        r = self.r
        roll = r.random()
        if roll < 0.3:
            return obj(type="text", text=self.text())
        if roll < 0.4:
            return obj(type="thinking", thinking=self.text(), signature="c2ln")
        if roll < 0.45:
            return r.choice([None, 5, "plain", [], obj(), obj(type=5), obj(type="image", source=obj(type="base64", data="QUJD")),
                             [obj(type="tool_use", id="tu-0")]])
        if (role == "assistant") == (r.random() < 0.9):
            b = obj(type="tool_use")
            self.maybe(b, "id", self.name("tu", 5), 0.95)
            b += [("name", "Bash"), ("input", obj(command=self.text(), usage=obj(output_tokens=999), session_id="S-inner"))]
            return b
        b = obj(type="tool_result")
        self.maybe(b, "tool_use_id", self.name("tu", 6), 0.95)
        self.maybe(b, "content", r.choice([self.text(), [obj(type="text", text=self.text())], None, ["raw", None], obj(type="text", text="t"),
                                           [obj(type="tool_result", tool_use_id="tu-9", is_error=True)]]))
        self.maybe(b, "is_error", r.choice([True, True, False, False, None, "true", 1]), 0.6)
        return b

    def message(self, role):
        r = self.r
        if r.random() < self.odd * 0.2:
            return r.choice([None, "text", 5, [obj(type="tool_use", id="tu-0")], obj()])
        m = obj()
        if role == "assistant":
            self.maybe(m, "id", self.name("m", 4), 0.8)
            self.maybe(m, "model", "model-a", 0.3)
        m.append(("role", role))
        content = [self.block(role) for _ in range(r.randrange(4))]
        self.maybe(m, "content", r.choice([content] * 12 + [self.text(), obj(type="tool_use", id="tu-1"), None]), 0.95)
        if role == "assistant":
            self.maybe(m, "stop_reason", r.choice([None, "end_turn", "tool_use"]))
            self.maybe(m, "usage", self.usage(), 0.85)
        elif r.random() < 0.05:
            m.append(("usage", self.usage()))
        return m

    def session(self, pairs, key, prefix="S-"):
        self.maybe(pairs, key, self.name(prefix, 3), 0.9)
        return pairs

    def result(self):
        e = obj(type="result", subtype=self.r.choice(["success", "error_max_turns"]), duration_ms=1200, is_error=self.r.random() < 0.3)
        self.maybe(e, "result", self.text())
        self.maybe(e, "usage", obj(input_tokens=4000, output_tokens=4000), 0.4)
        return e

    def amp(self):
        r = self.r
        e = r.choice([lambda: obj(type="system", subtype="init", cwd="/w", tools=["Bash", "Read"], mcp_servers=[]),
                      lambda: obj(type="user", message=self.message("user"), parent_tool_use_id=None),
                      lambda: obj(type="assistant", message=self.message("assistant"), parent_tool_use_id=None),
                      lambda: obj(type="assistant", message=self.message("assistant")),
                      lambda: obj(type="user", message=self.message("user")), self.result])()
        return self.session(e, "session_id", "T-0")

    def claude_stream(self):
        r = self.r
        e = r.choice([self.amp, self.amp, self.amp,
                      lambda: obj(type="stream_event", event=obj(type="content_block_delta", delta=obj(type="text_delta", text=self.text()))),
                      lambda: obj(type="rate_limit_event", rate_limit_info=obj(status="allowed")),
                      lambda: obj(type="control_request", request_id="q-1", request=obj(subtype="interrupt"))])()
        e.append(("uuid", "u-%d" % r.randrange(99)))
        return e

    def claude_transcript(self):
        r = self.r
        e = obj(parentUuid=r.choice([None, "u-1"]), isSidechain=r.random() < 0.2)
        self.session(e, "sessionId")
        kind = r.choice(["user", "assistant", "assistant", "summary", "file-history-snapshot"])
        if kind in ("user", "assistant"):
            e.append(("message", self.message(kind)))
            e.append(("toolUseResult", obj(type="text", file=obj(content=self.text()))))
        else:
            e.append(("snapshot", obj(messageId="m-1", files=obj())))
        e += [("type", kind), ("timestamp", "2026-01-01T00:00:05.250Z")]
        return e

    def afk(self):
        r = self.r
        return r.choice([lambda: obj(type="chunk", chunk=obj(type="content", content=self.text())),
                         lambda: obj(type="chunk", chunk=obj(type="tool_use", content="bash", metadata=obj(precedingToolUseIds=["tu-1"]))),
                         lambda: obj(type="message", message=obj(role="assistant", content=self.text(), timestamp="2026-06-10T12:00:01.234Z")),
                         lambda: obj(type="paused", reason="usage-limit"),
                         lambda: obj(type="progress", progress=obj(taskId="t1", totalTokens=1200)),
                         lambda: obj(type="done"),
                         lambda: obj(type="done", metadata=obj(sessionId="A-1", usage=self.usage(), durationMs=812)),
                         lambda: obj(type="done", metadata=obj(usage=self.usage())),
                         lambda: obj(type="done", metadata=r.choice([None, 5, [], obj()])),
                         lambda: obj(type="error", error=r.choice([obj(message="quota", name="Error"), obj(), "text", None, [obj()]])),
                         lambda: obj(type="error", message="no object")])()

    def codex(self):
        r = self.r
        def usage():
            u = obj()
            self.maybe(u, "input_tokens", self.count())
            self.maybe(u, "cached_input_tokens", self.count(), 0.8)
            self.maybe(u, "output_tokens", self.count())
            self.maybe(u, "cache_creation_input_tokens", 70, 0.1)
            self.maybe(u, "cache_read_input_tokens", 70, 0.1)
            self.maybe(u, "reasoning_output_tokens", 3, 0.3)
            return u
        return r.choice([lambda: self.session(obj(type="thread.started"), "thread_id"),
                         lambda: obj(type="turn.started"),
                         lambda: obj(type="item.completed", item=obj(id="item_1", type="command_execution", command="ls",
                                                                     aggregated_output=self.text(), exit_code=r.choice([None, 0]), status="completed")),
                         lambda: obj(type="item.completed", item=obj(("id", "item_2"), ("type", "web_search"), ("id", "ws_2"), ("query", "q"))),
                         lambda: obj(type="item.completed", item=obj(id="item_3", type="agent_message", text=self.text())),
                         lambda: obj(type="turn.completed", usage=usage()),
                         lambda: obj(type="turn.completed", usage=usage()),
                         lambda: obj(type="turn.completed", usage=r.choice([None, obj(), 5])),
                         lambda: obj(type="turn.failed", error=obj(message="stream closed")),
                         lambda: obj(type="error", message="Reconnecting... 2/5")])()

    def gemini(self):
        r = self.r
        e = r.choice([lambda: self.session(obj(type="init", model="g-1"), "session_id"),
                      lambda: obj(type="message", role="user", content=self.text()),
                      lambda: obj(type="message", role="assistant", content=self.text(), delta=True),
                      lambda: obj(type="tool_use", tool_name="list", tool_id="g-1", id="tu-1", parameters=obj()),
                      lambda: obj(type="tool_result", tool_id="g-1", tool_use_id="tu-1", status="error", error=obj(type="x", message="no")),
                      lambda: obj(type="error", severity="warning", message="loop"),
                      lambda: obj(type="result", status="success", stats=obj(total_tokens=57, input_tokens=40, output_tokens=10))])()
        e.append(("timestamp", "2026-01-02T03:04:05.006Z"))
        return e

    def cursor(self):
        r = self.r
        e = r.choice([lambda: obj(type="system", subtype="init", apiKeySource="login", cwd="/w", model="Model X"),
                      lambda: obj(type="assistant", message=obj(role="assistant", content=[obj(type="text", text=self.text())]), timestamp_ms=1800000000500),
                      lambda: obj(type="thinking", subtype="delta", text=self.text()),
                      lambda: obj(type="tool_call", subtype="completed", call_id="tool_1",
                                  tool_call=obj(shellToolCall=obj(args=obj(command="ls"), result=obj(success=obj(exitCode=0))))),
                      lambda: obj(type="result", subtype="success", is_error=False, result=self.text(), request_id="r1",
                                  usage=obj(inputTokens=30, outputTokens=4))])()
        return self.session(e, "session_id")

    def opencode(self):
        r = self.r
        e = obj(type="", timestamp=Raw(b"1800000000000"))
        self.session(e, "sessionID")
        kind = r.choice(["step_start", "text", "tool_use", "step_finish", "step_finish", "error"])
        e.put("type", kind)
        if kind == "error":
            e.append(("error", obj(name="APIError", data=obj(message="bad key", statusCode=401))))
        elif kind == "step_finish":
            e.append(("part", obj(type="step-finish", reason="stop", tokens=obj(input=10, output=4, cache=obj(read=20, write=0)), cost=Raw(b"0.0001"))))
        elif kind == "tool_use":
            e.append(("part", obj(type="tool", tool="bash", callID="c1", state=obj(status="completed", output=self.text()))))
        else:
            e.append(("part", obj(type="text", text=self.text())))
        return e

    def other(self):
        r = self.r
        return r.choice([lambda: obj(), lambda: obj(type=r.choice([5, None, True, "", [], obj(), "(none)", "x-future", r.choice(LONE)])),
                         lambda: obj(kind="no type", n=r.choice(NUMBERS)), lambda: obj(("", self.text()), ("a", [[], obj(), [[1], []]])),
                         lambda: obj(type="summary", leafUuid="u-9", summary=self.text()),
                         lambda: obj(("session_id", self.name("S", 3)), ("thread_id", self.name("S", 3)), ("sessionID", self.name("S", 3)), ("sessionId", 5)),
                         lambda: obj(data=[r.choice(NUMBERS) for _ in range(r.randrange(9))])])()

    PRODUCERS = ["amp", "claude_stream", "claude_transcript", "afk", "codex", "gemini", "cursor", "opencode", "other"]

    def twist(self, e):
        """Changes that leave the line sound: repeated keys, another order, escaped keys, changed types."""
        r = self.r
        places = [e] + [v for _, v in e if isinstance(v, Pairs)]
        p = r.choice([p for p in places if p] or [Pairs([("a", 1)])])
        k, v = r.choice(p)
        roll = r.random()
        if roll < 0.35:  # repeat a key with another value, before or behind
            other = r.choice([None, 5, "other", obj(), [], True, self.name("S", 3), self.usage(), self.message("assistant"), "assistant", "user", "result", "done"])
            p.insert(r.randrange(len(p) + 1), (k, other))
            if r.random() < 0.3:
                p.append((k, v))
        elif roll < 0.5:
            r.shuffle(p)
        elif roll < 0.65 and isinstance(k, str) and not isinstance(k, Raw) and k:
            n = r.randrange(len(k))
            style = Style(r)
            style.escapes = 1
            escaped = Raw(Style.string(_PLAIN, k[:n])[:-1] + style.string(k[n])[1:-1] + Style.string(_PLAIN, k[n + 1:])[1:])
            if r.random() < 0.3:
                p.insert(r.randrange(len(p) + 1), (escaped, r.choice([v, "again", 3])))
            else:
                p[p.index((k, v))] = (escaped, v)
        elif roll < 0.75:
            p[p.index((k, v))] = (r.choice([Raw(b'"\\ud800"'), Raw(b'"ty\\udc00pe"'), Raw(b'"\\udc00\\ud800"'), "", "usage", "type", "{", '"', "\\"]), v)
        elif roll < 0.9:
            p[p.index((k, v))] = (k, r.choice([None, 5, "x", True, [], obj(), Raw(b"1.5"), r.choice(LONE)]))
        else:
            p.insert(r.randrange(len(p) + 1), (r.choice(["session_id", "thread_id", "type", "error", "usage", "metadata"]), r.choice(["S-1", 5, obj()])))

    def event(self, producer=None):
        r = self.r
        e = getattr(self, producer or r.choice(self.PRODUCERS))()
        while r.random() < 0.12:
            self.twist(e)
        return e

    def line(self, producer=None):
        return Style(self.r).value(self.event(producer))


class _Plain(Style):
    def __init__(self):
        self.r, self.blanks, self.escapes = random.Random(0), 0, 0


_PLAIN = _Plain()


# ---------------------------------------------------------------------------------------------------------------------
# 3. Damage to one line
# ---------------------------------------------------------------------------------------------------------------------

BAD_UTF8 = [b"\xff", b"\xfe", b"\x80", b"\xbf", b"\xc0\x80", b"\xc1\xbf", b"\xc3", b"\xc3(", b"\xe2\x82", b"\xe2\x28\xa1", b"\xe0\x80\xaf",
            b"\xe0\x9f\xbf", b"\xe0\xa0", b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xed\xa0", b"\xed\x9f", b"\xf0\x80\x80\x80", b"\xf0\x8f\xbf\xbf",
            b"\xf0\x9f\x98", b"\xf0\x9f", b"\xf0", b"\xf4\x90\x80\x80", b"\xf4\x8f\xbf", b"\xf5\x80\x80\x80", b"\xf8\x88\x80\x80\x80",
            b"\xef\xbf", b"\xef\xbb\xbf", b"caf\xe9", b"\xf0\x9f\x98\x80\x80"]
BREACHES = [b",", b",,", b":", b"::", b"]", b"}", b"}}", b"]}", b"[", b"{", b"'", b'"', b"\\", b"\\x41", b"\\u12G4", b"\\u", b"\\u12", b"/* c */", b"//",
            b"02", b".5", b"1.", b"+1", b"-", b"1e", b"1e+", b"0x1F", b"1_000", b"NaN", b"-Infinity", b"Infinity", b"True", b"None", b"nul", b"tru", b"fals",
            b"nulll", b"trUe", b"undefined", b"01", b"-01", b"1.e5", b"1.5.", b"--1", b";", b"=", b"\x0b", b"\x0c", b"\xc2\xa0", b"\xe2\x80\xa8", b"#", b"...", b"\x7f"]
PREFIXES = [b"data: ", b"data:", b"event: message ", b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf", b"\x1b[32m", b"\x1b[2K\r", b"\xe2\xa0\x8b working\r", b"\r", b"   \r",
            b"[info] ", b"INFO 2026-01-01 ", b"1: ", b"> ", b")]}',", b"\x1e", b"null", b"[", b"[1,", b'"', b"\\", b",", b"x{", b'x{"', b"{} ", b"}", b"]", b"\xff", b"\xc3", b"\x00"]
SUFFIXES = [b"TRAILER", b" TRAILER", b",", b"]", b"}", b"\x1b[0m", b" \x0c", b";", b'"', b"{", b" {", b"{}", b" {} ", b"[]", b"null", b"\xff", b"\xef\xbb\xbf", b"\x00", b"\x00x",
            b'":1}', b"\\"]
WORDS = [b"Loaded cached credentials.", b"dummy", b"data: [DONE]", b"event: message", b"npm warn old", b"{...}", b"}", b"{", b"]", b"[", b"{{", b"{]", b"[}", b'"', b"\\", b"\\{}",
         b"\x1b[31mError\x1b[0m", b"fatal: {}", b"see {} and {}", b"x{\"a\":1}", b"x {\"a\":1} y", b"-", b"- {}", b"\xe2\xa0\x8b", b"\xff\xfe", b"\x0b", b"\x0c", b"\xc2\xa0", b"\x7f"]
NO_OBJECTS = [b"null", b"[]", b'"just a string"', b"42", b"-0.0e-1", b"true", b"false", b'[{"type":"result","result":"no"}]', b'"{}"', b'"{\\"a\\":1}"', b"[{}]", b"[[],[{}]]",
              b" 5 ", b'"\\ud800"', b"nul", b"tru", b"01", b"1.", b"-", b"4 2", b"[1,2", b"[1 2]", b'"open', b'["a":1]', b'[{"a":1}', b"[1,{}", b"[]{}", b"42{}", b'"a"{"b":{}}', b"null null"]


def places(line, what):
    """Offsets in the line of a kind of place; only the sound part of the text is understood."""
    strings = [m.span() for m in re.finditer(rb'"(?:[^"\\]|\\.)*"', line, re.S)]
    if what == "in string":
        return [i for a, b in strings for i in range(a + 1, b)]
    if what == "behind backslash":
        return [m.end() for m in re.finditer(rb"\\", line)]
    if what == "in hex digits":
        return [m.start() + k for m in re.finditer(rb"\\u....", line) for k in (2, 3, 4, 5)]
    if what == "in character":
        return [i for i in range(len(line)) if 0x80 <= line[i] < 0xC0]
    if what == "behind mark":
        return [m.end() for m in re.finditer(rb"[:,\[\]{}]", line)]
    if what == "in number":
        return [m.end() for m in re.finditer(rb"[0-9.eE+-]", line)]
    if what == "in literal":
        return [m.start() + k for m in re.finditer(rb"true|false|null", line) for k in (1, 2, 3)]
    if what == "token edge":
        inside = set(i for a, b in strings for i in range(a + 1, b))
        return [i for i in range(len(line) + 1) if i not in inside]
    return list(range(len(line) + 1))


KINDS_OF_PLACE = ["in string", "behind backslash", "in hex digits", "in character", "behind mark", "in number", "in literal", "token edge", "anywhere"]


def a_place(r, line, what=None):
    found = places(line, what or r.choice(KINDS_OF_PLACE)) or places(line, "anywhere")
    return r.choice(found)


def nuls(r):
    return b"\0" * r.choice([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 8, 60])


def blanks(r):
    return bytes(r.choice(b"  \t\r") for _ in range(r.choice([0, 0, 1, 1, 2, 5])))


def deep(r, m):
    """Nesting around the limit, in all forms."""
    n = r.choice([1022, 1023, 1023, 1024, 1024, 1024, 1025, 1025, 1025, 1026, 1100])
    form = r.randrange(5)
    inner = r.choice([b"", b"", b"1", b"{}", b"[]", b'{"a":[]}', b'"x', b"\0\0\0\0", b"x"])
    if form == 0:      # objects only
        line = b'{"a":' * n + (inner or b"1") + b"}" * n
    elif form == 1:    # one object, then arrays
        line = b'{"type":"user","x":' + b"[" * (n - 1) + inner + b"]" * (n - 1) + b',"session_id":"S-1"}'
    elif form == 2:    # arrays only, no object
        line = b"[" * n + inner + b"]" * n
    elif form == 3:    # mixed
        pairs = [r.choice([(b"[", b"]"), (b'{"k":', b"}"), (b"[1, ", b"]"), (b'{"k":[], "v" : ', b" }")]) for _ in range(n - 1)]
        pairs.insert(0, (b'{"k":', b"}"))
        line = b"".join(a for a, _ in pairs) + (inner or b"0") + b"".join(b for _, b in reversed(pairs))
    else:              # a string full of brackets is not deep
        line = b'{"type":"user","x":"' + b"[{" * n + b'"}'
    roll = r.random()
    if roll < 0.1:
        line = line[:r.randrange(len(line))]
    elif roll < 0.2:
        line = r.choice(PREFIXES) + line
    elif roll < 0.3:
        line = m.line() + line
    elif roll < 0.4:
        line = line + m.line()
    elif roll < 0.5:
        line = m.line()[:-1] + line
    elif roll < 0.6:
        line = line + r.choice(SUFFIXES)
    elif roll < 0.7:
        cut = m.line()
        line = cut[:a_place(r, cut)] + line
    elif roll < 0.75:
        line = nuls(r) + line + nuls(r)
    elif roll < 0.8:
        i = r.randrange(len(line))
        line = line[:i] + r.choice(BREACHES) + line[i:]
    return line


def damage(r, m, line):
    """One more damage to a line."""
    kind = r.choice(["cut", "cut", "cut", "glue", "glue", "torn", "torn", "torn", "prefix", "prefix", "suffix", "suffix", "nul", "nul", "nul", "utf16", "breach",
                     "breach", "breach", "utf8", "utf8", "control", "byte", "byte", "drop", "swap", "wrap", "overlap"])
    i = a_place(r, line)
    if kind == "cut":
        return line[:i]
    if kind == "glue":
        between = r.choice([b"", b"", b"", b" ", b"\r", b"\t \r", b",", b"x", b"\0", b"\0\0\0", b"\0\0\0\0", b"\0" * 9, b"\xef\xbb\xbf", b"}", b"{"])
        return line + between + m.line()
    if kind == "torn":
        other = m.line()
        if r.random() < 0.2:
            other += r.choice([b" ", b"\r ", b"\0", b" \0\0", b"\0 \0", b"\0" * 6, b" x"])
        if r.random() < 0.1:
            other = other[:a_place(r, other)]
        return line[:i] + r.choice([b"", b"", b"", b" ", b"\0\0\0\0", b"\0"]) + other
    if kind == "prefix":
        return r.choice(PREFIXES) + line
    if kind == "suffix":
        return line + r.choice(SUFFIXES)
    if kind == "nul":
        run, roll = nuls(r), r.random()
        if roll < 0.15:
            return blanks(r) + run + blanks(r) + line
        if roll < 0.3:
            return line + blanks(r) + run + blanks(r)
        if roll < 0.45:
            return line[:i] + run + line[i:]
        if roll < 0.6:
            return line[:i] + run + line[i + len(run):]
        if roll < 0.75:
            return line[:i] + b"\0" * (len(line) - i) + blanks(r) * r.randrange(2)
        if roll < 0.85:
            return line[:i] + run + m.line()
        if roll < 0.95:
            return run + b"".join(r.choice([b"", blanks(r), nuls(r)]) for _ in range(2))
        return run.join([line, m.line(), m.line()])
    if kind == "utf16":
        text = line.decode("utf-8", "replace").encode(r.choice(["utf-16-le", "utf-16-be"]))
        roll = r.random()
        if roll < 0.5:
            return text
        if roll < 0.6:
            return text[r.randrange(2):]
        if roll < 0.7:
            return text[:r.randrange(len(text) + 1)]
        if roll < 0.8:
            return line + text
        if roll < 0.85:
            return r.choice([b"\xff\xfe", b"\xfe\xff"]) + text
        if roll < 0.95:  # near the limits of 8 bytes, 80 and 20 per cent
            n = r.choice([6, 7, 8, 9, 10, 11, 20, 21])
            made = bytearray(n)
            for k in range(1, n, 2):
                made[k] = r.choice(b"az{}")
            for _ in range(r.randrange(4)):
                k = r.randrange(n)
                made[k] = 0 if k % 2 else 0x61
            return bytes(made) if r.random() < 0.5 else bytes(made[1:])
        return text + line
    if kind == "breach":
        what = r.choice(BREACHES)
        i = a_place(r, line, r.choice(["token edge", "token edge", "in string", "in number", "behind mark", "behind backslash"]))
        roll = r.random()
        if roll < 0.6:
            return line[:i] + what + line[i:]
        return line[:i] + what + line[i + r.choice([1, 1, len(what)]):]
    if kind == "utf8":
        i = a_place(r, line, r.choice(["in string", "in string", "in string", "token edge", "in character", "behind backslash", "in hex digits"]))
        return line[:i] + r.choice(BAD_UTF8) + line[i + r.randrange(2):]
    if kind == "control":
        i = a_place(r, line, r.choice(["in string", "in string", "in string", "behind backslash", "in hex digits", "token edge", "in character"]))
        c = bytes([r.choice([0, 1, 8, 9, 11, 12, 13, 13, 27, 31, 127])])
        return line[:i] + c * r.choice([1, 1, 1, 2, 3]) + line[i:]
    if kind == "byte" and line:
        i = min(i, len(line) - 1)
        return line[:i] + bytes([r.choice([line[i] ^ (1 << r.randrange(8)), r.randrange(256), r.choice(b'{}[]",:\\ \t\r0-n')])]) + line[i + 1:]
    if kind == "drop":
        return line[:i] + line[i + r.choice([1, 1, 1, 2, 5]):]
    if kind == "swap":
        return line.replace(*r.choice([(b'"', b"'"), (b":", b" "), (b",", b",,"), (b"}", b",}"), (b"]", b",]"), (b"}", b"]"), (b'"', b'\\"'), (b"{", b"{{"), (b"null", b"None"),
                                       (b"true", b"True"), (b"\\", b"\\\\"), (b"\\\\", b"\\"), (b" ", b"\xc2\xa0")]), r.choice([1, 2, -1]))
    if kind == "wrap":
        return r.choice([b"[" + line + b"]", b"[" + line, b'"' + line + b'"', b"(" + line + b")", b'{"a":' + line + b"}", b'{"a":' + line, line + b"]", b'{"a":"' + line + b'"}',
                         b'{"a":"' + line, b'{"a":"\\' + line, b'{"a":[' + line + line, b'{"a":1 ' + line])
    if kind == "overlap":  # what a leading object says in a string is an object that ends the line
        return r.choice([b'{"a":"{"}":1}', b'{"a":"{"b":"}"}', b'{"a":"x{"}', b'{"a":{"b":"{"}},"c":{}}', b'{"a":"{}"}"}', b'{"a":"\\{"b":1}', b'{"{":"}"{"}":"{"}',
                         b'{"a":"\\\\"{"b":"\\\\"}', b'{"a":"b\\"{"c":"\\""}', b'{a:{"b":1}', b'{"a":1,}{"b":2}', b'{"a" {"b":2}}', b'{,{"b":"}"}'])
    return line


# ---------------------------------------------------------------------------------------------------------------------
# 4. Streams
# ---------------------------------------------------------------------------------------------------------------------

def blank_line(r):
    return bytes(r.choice(b"  \t\r") for _ in range(r.choice([0, 0, 0, 1, 2, 5, 40])))


def one_line(r, m, producer, hurt):
    roll = r.random()
    if roll < 0.06:
        return blank_line(r)
    if roll < 0.12:
        line = r.choice(NO_OBJECTS)
    elif roll < 0.17:
        line = r.choice(WORDS)
    else:
        line = m.line(producer if r.random() < 0.8 else None)
    if r.random() < 0.1:
        line = blanks(r) + line + blanks(r)
    while r.random() < hurt:
        line = damage(r, m, line)
    return line.replace(b"\n", b"") if r.random() < 0.9 else line


def stream(seed, n):
    """Stream number n of a seed."""
    r = random.Random("%d:%d" % (seed, n))
    m = Maker(r)
    roll = r.random()
    if roll < 0.02:
        return r.choice([b"", b"\n", b"\r\n", b"\r", b" ", b"\0", b"\0\0\0\0", b"\0\n", b" \0", b"\0 ", b"\0\r\n", b"\0\r", b"{", b"}", b"{}", b"{}\r", b"\n\n \t\r\n\r", b"\xef\xbb\xbf",
                         b"\xef\xbb\xbf\n", b"\xef\xbb\xbf\r\n", b"\xef\xbb\xbf{}", b"\xef\xbb\xbf \n{}\n", b"\xef\xbb", b"\xef", b"\xff", b"\xff\xfe", b"\xfe\xff", b"\xfe",
                         b"\xef\xbb\xbf\xef\xbb\xbf{}", b"\xef\xbb\xbf\0", b"\xef\xbb\xbf\0\0\0\0\n", b"\xef\xbb\xbf \0\0\0\0{}", b"\n\xef\xbb\xbf{}", b" \xef\xbb\xbf{}",
                         b"\xef\xbb\xbf{\0\"\0a\0\"\0:\0001\0}\0", b"\xef\xbb\xbf{", b"\xef\xbb\xbfx", b"\r\r\n", b"\n\r", b"{}\n\0", b"{}\0\n{}", b"\x1f\n{}"])
    producer = r.choice(Maker.PRODUCERS)
    hurt = r.choice([0, 0, 0.2, 0.4, 0.4, 0.6])
    lines = [one_line(r, m, producer, hurt) for _ in range(r.choice([1, 1, 2, 3, 5, 8, 12, 20]))]
    if roll < 0.12:
        lines.insert(r.randrange(len(lines) + 1), deep(r, m))
    if r.random() < 0.01:
        lines.insert(r.randrange(len(lines) + 1), m.line().replace(b'"type"', b'"pad":"' + r.choice([b"x", b"\\n", b"\xc3\xa9", b" {", b"\\\\"]) * 30000 + b'","type"', 1))
    if r.random() < 0.003:  # longer than a reader's buffers
        lines += [r.choice(lines) if r.random() < 0.5 else m.line() for _ in range(r.choice([500, 1500]))]
    ends = r.choice([[b"\n"], [b"\n"], [b"\n"], [b"\r\n"], [b"\n", b"\r\n"], [b"\n", b"\r\n", b"\r\r\n", b"\r", b"\n\n", b" \n", b"\n\r"]])
    data = b"".join(line + r.choice(ends) for line in lines)
    if r.random() < 0.3:  # no final newline
        data = data.rstrip(b"\r\n")
        data += r.choice([b"", b"", b"", b"\r", b" ", b" \r"])
    if r.random() < 0.05:
        data = b"\xef\xbb\xbf" + data
    roll = r.random()
    if roll < 0.02:
        data = data.decode("utf-8", "replace").encode(r.choice(["utf-16-le", "utf-16-be", "utf-16-le"]))
        if r.random() < 0.5:
            data = r.choice([b"\xff\xfe", b"\xfe\xff"]) + data
    elif roll < 0.04:
        data += b"".join(m.line() + r.choice([b"\r\n", b"\n"]) for _ in range(2)).decode("utf-8", "replace").encode("utf-16-le")
    elif roll < 0.08:
        data = data[:r.randrange(len(data) + 1)]
    elif roll < 0.12 and data:  # random bytes anywhere, line ends included
        made = bytearray(data)
        for _ in range(r.randrange(1, 6)):
            i = r.randrange(len(made))
            made[i:i + r.choice([0, 1, 1, 2])] = r.choice([b"", b"\n", b"\r\n", b"\0\0\0\0", b"\\", b'"', b"{", b"}", bytes([r.randrange(256)])])
            if not made:
                break
        data = bytes(made)
    elif roll < 0.14:
        data += b"\0" * r.choice([1, 3, 4, 4096]) + r.choice([b"", b"\n", b" ", b"\r\n"])
    return data


# ---------------------------------------------------------------------------------------------------------------------
# 5. Running and comparing
# ---------------------------------------------------------------------------------------------------------------------

KEYS = ["bytes", "lines", "blank", "unterminated", "events", "types", "faults", "notes", "sessions", "tokens", "tokens_plain_sum", "tool_calls", "tool_results",
        "tool_errors", "unanswered", "orphan_results", "end_events"]
FAULT_KEYS = ["line", "kind", "at", "line_start", "salvage"]


def narrow(key, value):
    """What of a value is compared: known parts of faults and sums, all of the rest."""
    if key == "faults" and isinstance(value, list):
        return [{k: f.get(k) for k in FAULT_KEYS} if isinstance(f, dict) else f for f in value]
    if key in ("tokens", "tokens_plain_sum") and isinstance(value, dict):
        return {k: value.get(k) for k in reader.COUNTERS}
    return value


def differences(want, got):
    """The keys on which two reports differ, as (key, wanted, got)."""
    if not isinstance(got, dict):
        return [("crash", "a report", got)]
    out = []
    for key in [*KEYS, "file_encoding"]:  # the last only where there is a mark of UTF-16
        a, b = narrow(key, want.get(key)), narrow(key, got.get(key))
        if a != b:
            out.append((key, a, b))
    return out


class Binary:
    def __init__(self, path, extra, folder):
        self.path, self.extra, self.folder = path, extra, folder

    def call(self, names, seconds):
        cmd = [self.path, "check", "-o", "json", *self.extra, *names]
        try:
            p = subprocess.run(cmd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)
        except subprocess.TimeoutExpired:
            return None, "no answer in %d seconds" % seconds
        if p.returncode not in (0, 3):  # 3: faults found
            return None, "exit status %d: %s" % (p.returncode, p.stderr[-300:].decode("utf-8", "replace"))
        try:
            files = json.loads(p.stdout)["files"]
            return {os.path.basename(f["path"]): f for f in files}, ""
        except (ValueError, KeyError, TypeError) as e:
            return None, "unreadable report: %r" % e

    def reports(self, streams):
        """One report per stream; where there is none, the reason as a string."""
        names = []
        for n, data in enumerate(streams):
            name = os.path.join(self.folder, "%06d.jsonl" % n)
            with open(name, "wb") as f:
                f.write(data)
            names.append(name)
        found, why = self.call(names, 60 + len(names))
        out = []
        for name in names:
            if found is not None:
                out.append(found.get(os.path.basename(name), "not in the report"))
            elif len(names) == 1:
                out.append(why)
            else:  # find out which of them it was
                alone, why_alone = self.call([name], 20)
                out.append(alone.get(os.path.basename(name), "not in the report") if alone else why_alone)
        for name in names:
            os.unlink(name)
        return out


def shrink(binary, data, key, budget=120):
    """Takes out lines, then bytes, for as long as the same key still differs."""
    stop = time.monotonic() + budget

    def first_that_differs(tries):
        for at in range(0, len(tries), 64):
            some = tries[at:at + 64]
            for n, got in enumerate(binary.reports(some)):
                if any(d[0] == key for d in differences(reader.report_of(some[n]), got)):
                    return at + n
        return None

    for cut_up in (lambda d: d.splitlines_at_lf(), lambda d: d.single_bytes()):
        parts = cut_up(_Bytes(data))
        size = max(1, len(parts) // 2)
        while parts and time.monotonic() < stop:
            tries, starts = [], []
            for at in range(0, len(parts), size):
                tries.append(b"".join(parts[:at] + parts[at + size:]))
                starts.append(at)
            n = first_that_differs(tries)
            if n is not None:
                del parts[starts[n]:starts[n] + size]
                size = min(size, max(1, len(parts)))
            elif size == 1:
                break
            else:
                size //= 2
        data = b"".join(parts)
    size = 2
    while len(data) <= 600 and size <= 16 and time.monotonic() < stop:  # pieces such as "":"", have no smaller part that can go
        tries = [data[:at] + data[at + size:] for at in range(0, max(0, len(data) - size + 1))]
        n = first_that_differs(tries)
        if n is None:
            size += 1
        else:
            data, size = tries[n], 1
    return data


class _Bytes(bytes):
    def splitlines_at_lf(self):
        return [p for p in re.split(rb"(?<=\n)", bytes(self)) if p]

    def single_bytes(self):
        return [bytes([b]) for b in self]


def emit(a):
    os.makedirs(a.emit, exist_ok=True)
    cases = []
    for n in range(a.start, a.start + a.count):
        data = stream(a.seed, n)
        name = "%d-%06d.jsonl" % (a.seed, n)
        with open(os.path.join(a.emit, name), "wb") as f:
            f.write(data)
        cases.append({"case": n, "kind": "generated", "file": name, "sha256": hashlib.sha256(data).hexdigest(), **reader.report_of(data)})
    with open(os.path.join(a.emit, "manifest.json"), "w", encoding="utf-8") as f:
        json.dump(cases, f, indent=0)
    with open(os.path.join(a.emit, ".gitattributes"), "w", encoding="utf-8") as f:
        f.write("* -text\n")
    print("%d streams written" % len(cases))


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("binary", nargs="?")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--start", type=int, default=0, help="number of the first stream")
    ap.add_argument("--count", type=int, default=1000, help="how many streams")
    ap.add_argument("--batch", type=int, default=100, help="files per call")
    ap.add_argument("--args", default="", help="more arguments for `check`, e.g. '--threads 2 --io mmap'")
    ap.add_argument("--save", default=".", metavar="DIR", help="where a differing input is saved")
    ap.add_argument("--emit", metavar="DIR", help="write streams and manifest.json, run nothing")
    ap.add_argument("--no-shrink", action="store_true")
    a = ap.parse_args()
    if a.emit:
        return emit(a)
    if not a.binary:
        ap.error("BIN is missing")
    kinds, events, total = {}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        binary = Binary(os.path.abspath(a.binary) if os.path.exists(a.binary) else a.binary, shlex.split(a.args), folder)
        end = a.start + a.count
        for at in range(a.start, end, a.batch):
            numbers = range(at, min(at + a.batch, end))
            streams = [stream(a.seed, n) for n in numbers]
            for n, data, got in zip(numbers, streams, binary.reports(streams)):
                want = reader.report_of(data)
                total += len(data)
                events += want["events"]
                for f in want["faults"]:
                    kinds[f["kind"]] = kinds.get(f["kind"], 0) + 1
                wrong = differences(want, got)
                if wrong:
                    print("stream %d of seed %d differs in %s" % (n, a.seed, ", ".join(w[0] for w in wrong)))
                    small = data if a.no_shrink else shrink(binary, data, wrong[0][0])
                    got = binary.reports([small])[0]
                    want = reader.report_of(small)
                    wrong = differences(want, got)
                    os.makedirs(a.save, exist_ok=True)
                    name = os.path.join(a.save, "differs-%d-%d.jsonl" % (a.seed, n))
                    with open(name, "wb") as f:
                        f.write(small)
                    with open(name + ".expect.json", "w", encoding="utf-8") as f:
                        json.dump(want, f, indent=1)
                    print("%d bytes: %s" % (len(small), repr(bytes(small[:400]))[1:]))
                    for key, x, y in wrong:
                        print("  %s\n    want %s\n    got  %s" % (key, json.dumps(x)[:1500], json.dumps(y)[:1500]))
                    print("saved as " + name)
                    sys.exit(1)
    print("%d streams, %d bytes, %d events, no difference; faults: %s"
          % (a.count, total, events, ", ".join("%s %d" % k for k in sorted(kinds.items()))))


if __name__ == "__main__":
    main()
