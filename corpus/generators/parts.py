"""What cases are built of: lines that say what they are, and cases that say why they exist."""
import json


def raw(text):
    return text if isinstance(text, bytes) else text.encode("utf-8")


class Line:
    def __init__(self, content, is_event=False, kind=None, at=0, salvage=(), notes=()):
        self.content, self.is_event, self.kind, self.at = raw(content), is_event, kind, at
        self.salvage, self.notes, self.end = salvage, notes, None

    def ends(self, end):
        """The same line with another line end than its case has."""
        line = Line(self.content, self.is_event, self.kind, self.at, self.salvage, self.notes)
        line.end = end
        return line


def event(content, *notes):
    """A sound line; `notes` are the places of its lone surrogates."""
    return Line(content, is_event=True, notes=notes)


def blank(content=b""):
    return Line(content)


def fault(content, kind, at, *salvage):
    """A faulty line; places are counted from where the line's content begins."""
    return Line(content, kind=kind, at=at, salvage=salvage)


def obj(*pairs, **more):
    """A sound line of these members, as compact JSON."""
    return event(text(*pairs, **more))


def text(*pairs, **more):
    members = {}
    for pair in pairs:
        members.update(pair)
    return json.dumps({**members, **more}, ensure_ascii=False, separators=(",", ":"))


class Case:
    """One file.

    name    y_ (all lines are sound), n_ (it has a fault) or i_ (readers may differ), then words
    why     why it exists, in a line
    choice  for i_: what is the choice, and ours
    facts   what the events come to; what is not stated is meant to be zero or empty
    """

    def __init__(self, name, why, lines, kind=None, choice=None, end=b"\n", mark=b"", max_line=None, file_encoding=None, **facts):
        self.name, self.why, self.lines, self.choice = name, why, lines, choice
        self.end, self.mark, self.max_line, self.file_encoding, self.facts = end, mark, max_line, file_encoding, facts
        kinds = [line.kind for line in lines if line.kind]
        self.kind = kind or (kinds[0] if kinds else "sound")


def unterminated(line):
    return line.ends(b"")


A, B, C = event('{"a":1}'), event('{"b":2}'), event('{"c":3}')
MARK = b"\xef\xbb\xbf"

NOT_OBJECT = "JSON that is no object: a fault not-object, because every program here prints objects; JSON Lines as such allows it"
DEPTH = "a limit on nesting: ours is 1,024 brackets, and the line beyond it is a fault too-deep"
LENGTH = "a cap on the length of lines: read with the cap max_line of the manifest, or leave the case out"
REPEATED = "a key that is repeated: the line is an event, and the last value counts"
WIDE = "numbers beyond 64 bits or double precision: sound JSON, so an event; as a counter 0"
SURROGATE = "half a surrogate pair as an escape: the grammar allows it, so an event with a note"
FIRST_MARK = "a UTF-8 mark at the start of the stream: passed over; it belongs to line 1 and counts in offsets"
BLANK_LINES = "blank lines: passed over and counted, neither event nor fault"
