"""What docs/formats/amp-input.md tells of: each way in which a line to Amp can be refused, and what it has to take.

An `@` in a line marks the place of the breach, and is taken out.
"""
from parts import BLANK_LINES, NOT_OBJECT, REPEATED, Case, blank, event, fault

GIF = "R0lGODlhAQABAAAAACw="
HEAD = '{"type":"user","message":{"role":"user","content":['


def blocks(text):
    """A message of these blocks."""
    return HEAD + text + "]}}"


def image(source):
    return blocks('{"type":"image","source":' + source + "}")


def gif(data=f'"{GIF}"', media='"image/gif"'):
    return image('{"type":"base64","media_type":' + media + ',"data":' + data + "}")


TEXT = '{"type":"text","text":"grind it"}'
SOUND = blocks(TEXT)

# (kind, name, line, why)
REFUSED = [
    ("wrong-type", "other", '{"type":@"assistant","message":{"role":"user","content":[]}}', "another type"),
    ("wrong-type", "missing", '@{"message":{"role":"user","content":[]}}', "no type: the place is the object"),
    ("wrong-type", "null", '{"type":@null,"message":{"role":"user","content":[]}}', "a type that is null: null is no value"),
    ("wrong-type", "case", '{"type":@"User","message":{"role":"user","content":[]}}', "another case"),
    ("wrong-steer", "text", '{"type":"user","steer":@"true","message":{"role":"user","content":[]}}', "a text for a truth value"),
    ("wrong-steer", "null", '{"type":"user","steer":@null,"message":{"role":"user","content":[]}}', "null for a truth value"),
    ("wrong-steer", "number", '{"type":"user","steer":@1,"message":{"role":"user","content":[]}}', "a number for a truth value"),
    ("wrong-request-id", "number", '{"type":"user","request_id":@7,"message":{"role":"user","content":[]}}',
            "an id that is a number"),
    ("wrong-request-id", "null", '{"type":"user","request_id":@null,"message":{"role":"user","content":[]}}',
            "an id that is null"),
    ("request-id-length", "empty", '{"type":"user","request_id":@"","message":{"role":"user","content":[]}}', "an empty id"),
    ("request-id-length", "257", '{"type":"user","request_id":@"' + "r" * 257 + '","message":{"role":"user","content":[]}}',
            "257 characters"),
    ("missing-message", "missing", '@{"type":"user"}', "no message: the place is the object"),
    ("missing-message", "text", '{"type":"user","message":@"grind it"}', "a message that is a text"),
    ("missing-message", "list", '{"type":"user","message":@[]}', "a message that is a list"),
    ("wrong-role", "other", '{"type":"user","message":{"role":@"assistant","content":[]}}', "another role"),
    ("wrong-role", "missing", '{"type":"user","message":@{"content":[]}}', "no role: the place is the message"),
    ("missing-content", "missing", '{"type":"user","message":@{"role":"user"}}', "no content: the place is the message"),
    ("missing-content", "text", '{"type":"user","message":{"role":"user","content":@"grind it"}}',
            "a text, as Claude Code takes it"),
    ("missing-content", "null", '{"type":"user","message":{"role":"user","content":@null}}', "content that is null"),
    ("bad-block-type", "other", blocks('{"type":@"tool_result","tool_use_id":"t1"}'), "a block that Amp reads in no manual",
     {"tool_results": 1, "orphan_results": ["t1"]}),
    ("bad-block-type", "missing", blocks('@{"text":"x"}'), "a block without a type: the place is the block"),
    ("bad-block-type", "text", blocks('@"grind it"'), "a block that is a text"),
    ("bad-block-type", "second", blocks(TEXT + ',{"type":@"video"}'), "a sound block first"),
    ("missing-text", "missing", blocks('@{"type":"text"}'), "a text block without its text"),
    ("missing-text", "null", blocks('{"type":"text","text":@null}'), "a text that is null"),
    ("wrong-source-path", "number",
            blocks('{"type":"image","source_path":@7,"source":{"type":"base64","media_type":"image/gif","data":"' + GIF + '"}}'),
     "a path that is a number"),
    ("missing-source", "missing", blocks('@{"type":"image"}'), "an image without its source"),
    ("missing-source", "text", image(f'@"{GIF}"'), "a source that is a text"),
    ("wrong-source-type", "url", image('{"type":@"url","url":"file:///a.gif"}'), "an image by its address"),
    ("wrong-source-type", "missing", image('@{"media_type":"image/gif","data":"' + GIF + '"}'), "a source without a type"),
    ("bad-media-type", "other", gif(media='@"image/bmp"'), "a picture of another kind"),
    ("bad-media-type", "case", gif(media='@"IMAGE/GIF"'), "another case"),
    ("bad-media-type", "missing", image('@{"type":"base64","data":"' + GIF + '"}'), "no media type"),
    ("missing-data", "missing", image('@{"type":"base64","media_type":"image/gif"}'), "no data"),
    ("missing-data", "null", gif("@null"), "data that is null"),
    ("base64", "letter", gif('"R0lGODlh@*AQABAAAAACw="'), "a letter that is none of base64"),
    ("base64", "url-alphabet", gif('"R0lGODlh@-_8AAAAAACw="'), "the alphabet for addresses"),
    ("base64", "blank", gif('"R0lGODlh@ AQABAAAAACw="'), "a space"),
    ("base64", "newline", gif('"R0lGODlh@\\nAQABAAAAACw="'), "a line break, as an escape"),
    ("base64", "no-padding", gif('"R0lGODlhAQABAAAAACw@"'), "no padding: the place is the closing quote"),
    ("media-type-mismatch", "png", gif(media='@"image/png"'), "a picture that is of another kind than it says"),
    ("media-type-mismatch", "none", gif('"QUJDREVGR0hJSktM"', '@"image/gif"'), "no picture at all"),
    ("media-type-mismatch", "empty", gif('""', '@"image/gif"'), "no data at all"),
]
# Not refused.
TAKEN = [
    ("no-blocks", blocks(""), "no blocks"),
    ("steer", '{"type":"user","steer":false,"message":{"role":"user","content":[]}}', "steer that is false"),
    ("request-id-256", '{"type":"user","request_id":"' + "r" * 256 + '","message":{"role":"user","content":[]}}',
            "256 characters"),
    ("request-id-wide", '{"type":"user","request_id":"' + "\U0001f3e1" * 256 + '","message":{"role":"user","content":[]}}',
     "256 characters beyond the basic plane: code points count, and not bytes or halves"),
    ("unknown-keys",
            '{"type":"user","mood":1,"message":{"role":"user","mood":1,"content":[{"type":"text","text":"x","mood":1}]}}',
     "keys nobody knows are dropped by Amp"),
    ("key-order", '{"message":{"content":[{"text":"x","type":"text"}],"role":"user"},"type":"user"}', "another order of keys"),
    ("escaped", '{"\\u0074ype":"us\\u0065r","message":{"role":"user","content":[]}}', "escapes in keys and values"),
    ("gif", gif(), "a picture"),
    ("gif-escaped", gif('"R0lGODlhAQABAAAAACw\\u003d"'), "base64 with an escape in it"),
    ("png", gif('"iVBORw0KGgoAAAAA"', '"image/png"'), "the first bytes of a PNG"),
    ("jpeg", gif('"/9j/4AAQSkZJRgAB"', '"image/jpeg"'), "the first bytes of a JPEG"),
    ("jpeg-solidus", gif('"\\/9j\\/4AAQSkZJRgAB"', '"image/jpeg"'), "slashes written as escapes"),
    ("webp", gif('"UklGRgAAAABXRUJQ"', '"image/webp"'), "the first bytes of a WebP"),
]


# (kind of the fault, how it is refused, line, place, why)
BROKEN = [
    ("truncated", "spans-lines", "{", 1, "an object over several lines, as the launch page shows it"),
    ("truncated", "spans-lines", '{"type":"user",', 15, "the line stops between two members"),
    ("truncated", "not-json", '{"type":"us', 11, "the line stops in a text"),
    ("syntax", "not-json", "{'type':'user'}", 1, "single quotes"),
    ("control-char", "not-json", '{"type":"us\ter"}', 11, "a raw tab in a text"),
    ("noise", "not-json", "grind it", 0, "a plain prompt"),
    ("not-object", "not-object", '"grind it"', 0, "a prompt as a JSON text"),
    ("not-object", "not-object", "[" + SOUND + "]", 0, "messages in a list"),
    ("concatenated", "trailing-data", SOUND * 2, len(SOUND), "two messages on a line", (0, len(SOUND)),
            (len(SOUND), 2 * len(SOUND))),
    ("trailing-bytes", "trailing-data", SOUND + ",", len(SOUND), "a comma behind the message", (0, len(SOUND))),
]


def cases():
    for kind, name, line, why, *more in REFUSED:
        at = line.encode().index(b"@")
        yield Case(f"y_input-{kind}-{name}", f"{why}: a sound line, but Amp would refuse it",
                   [event(SOUND), event(line.replace("@", "")), event(SOUND)], kind="input", refused=[(2, kind, at)],
                   **(more[0] if more else {}))
    for name, line, why in TAKEN:
        yield Case(f"y_input-taken-{name}", f"{why}: Amp takes it", [event(line), event(SOUND)], kind="input", refused=[])
    for number, (kind, refused, line, at, why, *spans) in enumerate(BROKEN, 1):
        free = {"choice": NOT_OBJECT} if kind == "not-object" else {}
        yield Case(f"{'i_' if free else 'n_'}input-broken-{number}", f"{why}: a fault, and how Amp would refuse it",
                   [event(SOUND), fault(line, kind, at, *spans), event(SOUND)], refused=[(2, refused, at)], **free)
    yield Case("i_input-blank", "blank lines, which Amp passes over", [event(SOUND), blank(), event(SOUND)], kind="input",
               choice=BLANK_LINES, refused=[])
    yield Case("i_input-repeated-type", "a type twice: the last counts", [event('{"type":"user","type":"x"}'), event(SOUND)],
               kind="input", choice=REPEATED, refused=[(1, "wrong-type", 22)])
    yield Case("y_input-first-breach", "several breaches: the first of the page's order is told, wherever it stands",
               [event('{"message":{"role":"x"},"steer":0,"type":"user"}')], kind="input", refused=[(1, "wrong-steer", 32)])
