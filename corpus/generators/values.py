"""Numbers, keys, nesting and sizes: what is sound and still goes wrong."""
from parts import A, B, DEPTH, REPEATED, WIDE, Case, event, fault

NUMBERS = [
    ("zero", "0", "zero"), ("minus-zero", "-0", "minus zero"), ("minus-zero-fraction", "-0.0", "minus zero with a fraction"),
    ("zero-exponent", "0e0", "zero with an exponent"), ("exponent-plus", "1E+2", "all that an exponent can have"),
    ("exponent-leading-zeros", "1e007", "zeros lead in an exponent: allowed"), ("fraction", "3.25", "a fraction"),
    ("fraction-zeros", "1.000", "a fraction of zeros"), ("negative", "-17", "below zero"),
            ("many-digits", "0." + "3" * 60, "sixty digits"),
    ("tiny", "5e-324", "the smallest double"),
]
WIDE_NUMBERS = [
    ("2-53-plus-1", "9007199254740993", "the first whole number that a double cannot hold"),
    ("i64-max-plus-1", "9223372036854775808", "one beyond signed 64 bits"),
            ("i64-min-minus-1", "-9223372036854775809", "one below signed 64 bits"),
    ("u64-max", "18446744073709551615", "the last of 64 bits"), ("u64-max-plus-1", "18446744073709551616", "one beyond 64 bits"),
    ("u128", "340282366920938463463374607431768211456", "one beyond 128 bits"), ("400-digits", "9" * 400, "four hundred digits"),
    ("5000-digits", "7" * 5000, "beyond the 4,300 digits that Python turns into a number"),
    ("1e400", "1e400", "beyond the largest double"), ("minus-1e400", "-1e400", "the same below zero"),
            ("1e-400", "1e-400", "below the smallest double"),
    ("huge-exponent", "1e99999999999999999999", "an exponent beyond 64 bits"),
            ("huge-negative-exponent", "1e-99999999999999999999", "the same below zero"),
    ("zero-huge-exponent", "0e99999999999999999999", "zero, whatever its exponent"),
]
REPEATS = [
    ("same-value", '{"a":1,"a":1}', "the same twice"), ("two-values", '{"n":1,"n":2}', "two values"),
    ("other-type", '{"n":1,"n":{"n":"x"}}', "two types"), ("escaped", r'{"n":1,"\u006e":2}', "the same key, once with an escape"),
    ("nested", '{"a":{"n":1,"n":2}}', "within an inner object"), ("empty", '{"":1,"":2}', "the empty key twice"),
    ("many", "{" + ",".join(['"k":%d' % n for n in range(200)]) + "}", "two hundred times"),
]


def cases():
    for name, number, why in NUMBERS:
        yield Case(f"y_number-{name}", why, [A, event(f'{{"n":{number}}}'), event(f'{{"n":[{number},{number}]}}'), B])
    for name, number, why in WIDE_NUMBERS:
        yield Case(f"i_number-{name}", why, [A, event(f'{{"n":{number}}}'), B], choice=WIDE)
    for name, line, why in REPEATS:
        yield Case(f"i_repeated-key-{name}", why, [A, event(line), B], choice=REPEATED)
    yield Case("i_repeated-key-type", "the type twice: the last counts",
            [event('{"type":"user","type":"result","is_error":false}')], choice=REPEATED,
               end_events=[(1, "result")])
    yield Case("i_repeated-key-type-no-string-last", "a type, then a type that is no string: it has none",
               [event('{"type":"result","type":null}')], choice=REPEATED)
    yield Case("i_repeated-key-session", "two session ids under one key: the last counts",
            [event('{"session_id":"S-1","session_id":"S-2"}')],
               choice=REPEATED, sessions=["S-2"])
    yield Case("i_repeated-key-usage", "the usage twice: the last counts, not the sum",
               [event('{"type":"assistant","message":{"usage":{"output_tokens":5},"usage":{"output_tokens":7}}}')],
                       choice=REPEATED, tokens=(0, 0, 0, 7))
    yield Case("i_repeated-key-counter", "a counter twice: the last counts, not the sum",
               [event('{"type":"assistant","message":{"usage":{"output_tokens":5,"output_tokens":7}}}')], choice=REPEATED,
                       tokens=(0, 0, 0, 7))
    yield Case("i_repeated-key-message", "the message twice: nothing of the first counts",
               [event('{"type":"assistant","message":{"usage":{"output_tokens":5},"content":[{"type":"tool_use","id":"t1"}]},"message":{"content":[]}}')],
               choice=REPEATED)
    yield Case("i_repeated-key-is-error", "is_error twice in a block: the last counts",
               [event('{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"is_error":false}]}}')],
               choice=REPEATED, tool_results=1, orphan_results=["t1"])

    for depth in (2, 63, 64, 65, 100):
        yield Case(f"y_depth-{depth}", f"{depth} brackets open at once",
                [event('{"n":' + "[" * (depth - 1) + "]" * (depth - 1) + "}"), A])
    for depth in (128, 129, 500, 512, 513, 1000, 1023, 1024):
        yield Case(f"i_depth-{depth}", f"{depth} brackets open at once: within our limit",
                [event('{"n":' + "[" * (depth - 1) + "]" * (depth - 1) + "}"), A],
                   choice=DEPTH)
    yield Case("i_depth-1024-objects", "1,024 braces: within our limit", [event('{"a":' * 1023 + "{}" + "}" * 1023), A],
            choice=DEPTH)
    yield Case("i_depth-1025", "one more than our limit", [fault('{"n":' + "[" * 1024 + "]" * 1024 + "}", "too-deep", 1028), A],
            choice=DEPTH)
    yield Case("y_wide-array", "two thousand brackets, none inside another",
            [event('{"n":[' + ",".join(["[]"] * 2000) + "]}"), A])
    yield Case("y_brackets-in-string", "two thousand brackets in a string", [event('{"n":"' + "[" * 2000 + '"}'), A])
    yield Case("n_brackets-close-only", "many brackets that close nothing", [fault("]" * 200, "noise", 0), A])

    yield Case("y_keys-odd", "keys that languages treat in ways of their own",
               [event('{"":1}'), event('{"__proto__":{"type":"result"},"constructor":1,"toString":null}'),
                       event('{" ":1,"\\t":2,"a.b":3,"0":4,"-1":5}')])
    yield Case("y_keys-escaped", "keys and values written with escapes are the same as without",
               [event(r'{"\u0074ype":"\u0072esult","session\u005fid":"S-\u0031"}')], sessions=["S-1"], end_events=[(1, "result")])
    yield Case("y_keys-near-misses", "keys that look like others to the eye, or differ in case",
               [event('{"Type":"result","TYPE":"result","type ":"result","\u0442ype":"result","session_ID":"S-1","Session_id":"S-2"}')])
    yield Case("y_key-with-nul", "a key with an escaped NUL behind its name", [event(r'{"type\u0000":"result"}')])
    yield Case("y_key-of-5000", "a key of five thousand letters", [event('{"' + "k" * 5000 + '":1}'), A])
    yield Case("y_2000-keys", "two thousand keys", [event("{" + ",".join(f'"k{n}":{n}' for n in range(2000)) + "}"), A])
    yield Case("y_type-last", "the type behind a large value", [event('{"pad":"' + "x" * 5000 + '","type":"result"}')],
            end_events=[(1, "result")])
    yield Case("y_type-inside-only", "a type within an inner object is not the line's",
            [event('{"a":{"type":"result"},"b":[{"type":"result"}]}')])
    yield Case("y_type-no-string", "types that are no strings",
               [event(f'{{"type":{value}}}') for value in ("null", "1", "true", "[]", '{"type":"result"}', '["result"]')])
    yield Case("y_type-empty", "an empty type is a type", [event('{"type":""}')])
    yield Case("y_type-none", "a type that is the text (none) is not told apart from no type",
            [event('{"type":"(none)"}'), event("{}")])
    yield Case("y_many-types", "three hundred types", [event(f'{{"type":"t{n}"}}') for n in range(300)])
    yield Case("y_long-type", "a type of 300 letters", [event('{"type":"' + "t" * 300 + '"}')])
    yield Case("y_empty-objects", "objects without members", [event("{}"), event("{ }"), event("{\t}"), event('{"a":{}}')])
    yield Case("y_strings-that-look-like-faults", "damage as text",
            [event(r'{"n":"{\"a\":"}'), event('{"n":"}{"}'), event('{"n":"data: {}"}'), event(r'{"n":"\\"}'),
                                                                      event(r'{"n":"\\\\\""}'), event('{"n":"[[[[{{{{"}')])
