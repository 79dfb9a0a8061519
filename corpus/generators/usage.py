"""What may be added up and what not: repeated messages, growing counters, odd numbers, summaries, text that looks like usage.

The lines of this family name no program, so `tokens` is asked for and `usage` is null, except where a case says so. What only
one dialect has stands in runs.py.
"""
from parts import REPEATED, WIDE, Case, event, fault, text
from programs import ZERO, counts


def said(usage, **message):
    """An assistant line with this usage."""
    return event(text(type="assistant", message={**message, "usage": usage}))


def odd(number):
    """An assistant line whose output counter is written like this."""
    return event('{"type":"assistant","message":{"usage":{"input_tokens":1,"output_tokens":' + number + "}}}")


TOP = 18446744073709551615
# (name, as written, what it counts, whether it is odd)
NUMBERS = [
    ("whole", "5", 5, 0), ("point-zero", "5.0", 5, 0), ("e-zero", "5e0", 5, 0), ("e-two", "1e2", 100, 0),
            ("capital-e-plus", "1E+2", 100, 0),
    ("e-minus-whole", "150e-1", 15, 0), ("point-and-e-whole", "0.5e1", 5, 0),
            ("many-zeros", "12.000000000000000000000000", 12, 0),
    ("zero", "0", 0, 0), ("zero-fraction", "0.000", 0, 0), ("zero-exponent", "0e5", 0, 0), ("minus-zero", "-0", 0, 0),
            ("minus-zero-fraction", "-0.0", 0, 0), ("zero-huge-exponent", "0e99999999999999999999", 0, 0),
    ("2-53-plus-1", "9007199254740993", 9007199254740993, 0), ("2-53-plus-1-fraction", "9007199254740993.0", 9007199254740993, 0),
    ("2-63", "9223372036854775808", 9223372036854775808, 0), ("top", str(TOP), TOP, 0),
            ("top-as-float", "1.8446744073709551615e19", TOP, 0),
    ("e19", "1e19", 10 ** 19, 0), ("shifted-far", "0." + "0" * 30 + "1e31", 1, 0),
    ("half", "1.5", 0, 1), ("half-e", "15e-1", 0, 1), ("negative", "-1", 0, 1), ("negative-fraction", "-0.5", 0, 1),
            ("e-minus", "1e-1", 0, 1),
    ("string", '"7"', 0, 1), ("empty-string", '""', 0, 1), ("true", "true", 0, 1), ("false", "false", 0, 1),
            ("array", "[7]", 0, 1),
    ("object", '{"n":7}', 0, 1), ("null", "null", 0, 0),
]
WIDE_NUMBERS = [
    ("top-plus-1", "18446744073709551616", 0, 1), ("top-plus-1-as-float", "1.8446744073709551616e19", 0, 1),
            ("e20", "1e20", 0, 1),
    ("30-digits", "123456789012345678901234567890", 0, 1), ("e400", "1e400", 0, 1), ("e-minus-400", "1e-400", 0, 1),
    ("e-huge", "1e99999999999999999999", 0, 1), ("e-minus-huge", "1e-99999999999999999999", 0, 1),
]


def cases():
    # How a counter is written.
    for name, number, value, is_odd in NUMBERS:
        yield Case(f"y_counter-{name}", f"a counter written {number[:40]}" + (": no count, so 0 and odd" if is_odd else ""),
                [odd(number), odd("3")],
                   kind="usage", tokens=(2, 0, 0, value + 3), tokens_odd=is_odd, usage=None)
    for name, number, value, is_odd in WIDE_NUMBERS:
        yield Case(f"i_counter-{name}", f"a counter written {number}: no count, so 0 and odd", [odd(number), odd("3")],
                kind="usage", choice=WIDE,
                   tokens=(2, 0, 0, value + 3), tokens_odd=is_odd, usage=None)
    yield Case("n_counter-nan", "a counter that is no number of JSON: the line is a fault, nothing of it counts",
               [fault('{"type":"assistant","message":{"usage":{"output_tokens":NaN}}}', "syntax", 56), odd("3")],
                       tokens=(1, 0, 0, 3))
    yield Case("i_counter-sum-beyond-64-bits", "two counters whose sum does not fit 64 bits must not wrap",
            [odd(str(TOP)), odd(str(TOP)), odd("3")],
               kind="usage", choice="sums beyond 64 bits: ours are 128 bits wide and printed in full",
                       tokens=(3, 0, 0, 2 * TOP + 3))
    yield Case("i_counter-sum-beyond-2-53", "a sum that a double cannot hold", [odd("9007199254740992"), odd("1")], kind="usage",
            tokens=(2, 0, 0, 9007199254740993),
               choice="sums beyond double precision: ours are whole numbers")
    yield Case("y_counter-each", "the four counters are four figures, and nothing else is", [said(counts(1, 20, 300, 4000))],
            kind="usage", tokens=(1, 20, 300, 4000))
    yield Case("y_counter-others", "a split of the cache, a context size, a tier, a list of calls: nothing of them counts",
               [said({**counts(1, 20, 300, 4000),
                       "cache_creation": {"ephemeral_5m_input_tokens": 15, "ephemeral_1h_input_tokens": 5}, "max_tokens": 968000,
                      "service_tier": "standard", "iterations": [counts(1, 20, 300, 4000)],
                              "server_tool_use": {"web_search_requests": 3}, "total_tokens": 4321,
                      "output_tokens_details": {"thinking_tokens": 50}})], kind="usage", tokens=(1, 20, 300, 4000))
    yield Case("y_counter-camel-case", "the names of other programs are other names",
            [said({"inputTokens": 5, "outputTokens": 6, "prompt_tokens": 7, "completion_tokens": 8})],
               kind="usage")
    yield Case("y_counter-escaped-names", "names written with escapes are the same names",
               [event(r'{"type":"assistant","mess\u0061ge":{"us\u0061ge":{"output\u005ftokens":7}}}')], kind="usage",
                       tokens=(0, 0, 0, 7))
    yield Case("y_counter-missing", "counters that are not there are 0",
            [said({}), said({"output_tokens": 3}), said({"input_tokens": 2})], kind="usage", tokens=(2, 0, 0, 3))
    yield Case("y_counter-nulls", "counters that are null are 0, and not odd",
            [said(counts(None, None, None, None)), said(counts(1, None, None, 2))], kind="usage",
               tokens=(1, 0, 0, 2), tokens_odd=0)

    # Which usage objects count.
    yield Case("y_usage-missing", "messages without usage",
            [event('{"type":"assistant","message":{}}'), event('{"type":"assistant"}'), said(counts(1, 0, 0, 2))],
               kind="usage", tokens=(1, 0, 0, 2))
    yield Case("y_usage-no-object", "usage that is no object",
               [event(f'{{"type":"assistant","message":{{"usage":{value}}}}}') for value in ("null", "5", "[]", '"output_tokens"',
                       "true", '[{"output_tokens":5}]')],
               kind="usage")
    yield Case("y_message-no-object", "messages that are no objects",
               [event(f'{{"type":"assistant","message":{value}}}') for value in ("null", "5", '"usage"',
                       '[{"usage":{"output_tokens":5}}]')], kind="usage")
    yield Case("y_usage-elsewhere", "usage at the top, in a block, in a tool's input, in a text: none of it is the message's",
               [event(text(type="assistant", usage=counts(9, 9, 9, 9), message={"content": [
                   {"type": "text", "text": '"usage":{"output_tokens":9}', "usage": counts(9, 9, 9, 9)},
                   {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"usage": counts(9, 9, 9, 9)}}],
                           "usage": counts(1, 0, 0, 2)}))],
               kind="usage", tokens=(1, 0, 0, 2), tool_calls=1, unanswered=["t1"])
    yield Case("y_usage-of-a-user", "a user line with usage: not counted", [event(text(type="user",
            message={"usage": counts(9, 9, 9, 9)})), said(counts(1, 0, 0, 2))],
               kind="usage", tokens=(1, 0, 0, 2))
    yield Case("y_usage-of-unknown-types", "other types with usage: not counted",
               [event(text(type=name, message={"usage": counts(9, 9, 9, 9)})) for name in ("Assistant", "assistant ", "model",
                       "")] +
               [event(text(message={"usage": counts(9, 9, 9, 9)}))], kind="usage")
    yield Case("y_usage-of-a-result", "the usage of a result sums up the messages and is never added",
               [said(counts(1, 0, 0, 2), id="m1"), event(text(type="result", usage=counts(1, 0, 0, 2),
                       message={"usage": counts(1, 0, 0, 2)}))], kind="usage",
               tokens=(1, 0, 0, 2), end_events=[(2, "result")])
    yield Case("y_usage-of-a-result-alone", "a result with usage and no message: tokens stay zero",
            [event(text(type="result", usage=counts(1, 0, 0, 2)))], kind="usage",
               end_events=[(1, "result")])
    yield Case("n_usage-on-a-broken-line", "a cut line with usage: nothing of it counts",
               [fault('{"type":"assistant","message":{"usage":{"output_tokens":50}', "truncated", 59), said(counts(1, 0, 0, 2))],
                       tokens=(1, 0, 0, 2))
    yield Case("n_usage-in-salvage", "two messages on one line: salvage is shown and never counted",
               [fault('{"type":"assistant","message":{"usage":{"output_tokens":5}}}' * 2, "concatenated", 60, (0, 60), (60, 120)),
                       said(counts(1, 0, 0, 2))],
               tokens=(1, 0, 0, 2))

    # One message on several lines.
    def repeated(name, why, *lines, **facts):
        return Case(f"y_message-{name}", why, list(lines), kind="usage", **facts)

    two = counts(10, 5, 2, 7)
    yield repeated("repeated-equal", "one message on three lines with the same figures counts once", *[said(two, id="m1")] * 3,
            tokens=(10, 5, 2, 7), tokens_plain_sum=(30, 15, 6, 21))
    yield repeated("growing", "output that grows: the last line has it",
            *[said(counts(10, 5, 2, n), id="m1") for n in (1, 8, 64)], tokens=(10, 5, 2, 64), tokens_plain_sum=(30, 15, 6, 73))
    yield repeated("shrinking", "output that shrinks: the highest counts",
            *[said(counts(10, 5, 2, n), id="m1") for n in (64, 8, 1)], tokens=(10, 5, 2, 64), tokens_plain_sum=(30, 15, 6, 73))
    yield repeated("highest-in-the-middle", "the highest output stands in the middle",
            *[said(counts(n, 0, 0, n), id="m1") for n in (1, 9, 4)], tokens=(9, 0, 0, 9), tokens_plain_sum=(14, 0, 0, 14))
    yield repeated("whole-line-counts", "all counters are of the line with the highest output, never the highest of each",
                   said(counts(100, 50, 0, 5), id="m1"), said(counts(1, 0, 70, 6), id="m1"), tokens=(1, 0, 70, 6),
                           tokens_plain_sum=(101, 50, 70, 11))
    yield repeated("equal-output", "of equal outputs the later line counts", said(counts(100, 0, 0, 5), id="m1"),
            said(counts(1, 2, 3, 5), id="m1"), tokens=(1, 2, 3, 5), tokens_plain_sum=(101, 2, 3, 10))
    yield repeated("not-adjacent", "other lines between those of one message", said(counts(1, 0, 0, 1), id="m1"),
            said(counts(2, 0, 0, 2), id="m2"), event('{"type":"user"}'),
                   said(counts(1, 0, 0, 9), id="m1"), said(counts(2, 0, 0, 8), id="m2"), tokens=(3, 0, 0, 17),
                           tokens_plain_sum=(6, 0, 0, 20))
    yield repeated("without-id", "messages without an id count each", *[said(two)] * 3, tokens=(30, 15, 6, 21))
    yield repeated("with-and-without-id", "one line with an id, one without", said(two, id="m1"), said(two),
            tokens=(20, 10, 4, 14))
    yield repeated("id-null", "an id that is null is no id", *[said(two, id=None)] * 2, tokens=(20, 10, 4, 14))
    yield repeated("id-number", "an id that is a number is no id", *[said(two, id=7)] * 2, tokens=(20, 10, 4, 14))
    yield repeated("id-object", "an id that is an object is no id", *[said(two, id={"id": "m1"})] * 2, tokens=(20, 10, 4, 14))
    yield repeated("id-empty", "the empty id is an id", *[said(two, id="")] * 2, tokens=(10, 5, 2, 7),
            tokens_plain_sum=(20, 10, 4, 14))
    yield repeated("id-escaped", "an id written with escapes is the same id", said(two, id="m1"),
            event(r'{"type":"assistant","message":{"id":"\u006d1","usage":{"output_tokens":3}}}'),
                   tokens=(10, 5, 2, 7), tokens_plain_sum=(10, 5, 2, 10))
    yield repeated("id-case", "ids that differ in case are two", said(two, id="m1"), said(two, id="M1"), tokens=(20, 10, 4, 14))
    yield repeated("id-blank", "ids that differ in a space are two: nothing is trimmed", said(two, id="m1"), said(two, id="m1 "),
            tokens=(20, 10, 4, 14))
    yield repeated("id-normal-forms", "two spellings of a letter with an accent are two ids", said(two, id="\u00e9"),
            said(two, id="e\u0301"), tokens=(20, 10, 4, 14))
    yield repeated("id-with-nul", "an id with an escaped NUL is longer than the one before it", said(two, id="m1"),
            event(r'{"type":"assistant","message":{"id":"m1\u0000","usage":{"output_tokens":3}}}'),
                   tokens=(10, 5, 2, 10))
    yield repeated("id-of-the-line", "an id at the top is not the message's",
            *[event(text(type="assistant", id="m1", message={"usage": two}))] * 2, tokens=(20, 10, 4, 14))
    yield repeated("id-long", "long ids that differ in their last letter", said(two, id="m" * 300 + "1"),
            said(two, id="m" * 300 + "2"), tokens=(20, 10, 4, 14))
    yield repeated("two-sessions", "the same id under two sessions is one message",
                   *[event(text(type="assistant", session_id=s, message={"id": "m1", "usage": two})) for s in ("S-1", "S-2")],
                   tokens=(10, 5, 2, 7), tokens_plain_sum=(20, 10, 4, 14), sessions=["S-1", "S-2"])
    yield repeated("later-without-usage", "a later line without usage takes no part", said(two, id="m1"),
            event('{"type":"assistant","message":{"id":"m1"}}'),
                   event('{"type":"assistant","message":{"id":"m1","usage":null}}'), tokens=(10, 5, 2, 7))
    yield repeated("later-with-empty-usage", "an empty usage has output 0 and does not replace a higher one", said(two, id="m1"),
            said({}, id="m1"), tokens=(10, 5, 2, 7))
    yield repeated("zero-then-empty", "two lines with output 0: the later one counts, though it is empty",
            said(counts(10, 5, 2, 0), id="m1"), said({}, id="m1"),
                   tokens=ZERO, tokens_plain_sum=(10, 5, 2, 0))
    yield repeated("odd-output", "an odd output takes part in the choice as 0", said(counts(10, 5, 2, "99"), id="m1"),
            said(counts(1, 0, 0, 1), id="m1"),
                   tokens=(1, 0, 0, 1), tokens_plain_sum=(11, 5, 2, 1), tokens_odd=1)
    yield repeated("output-as-float", "7.0 and 7 are equal, so the later line counts", said(counts(10, 0, 0, 7.0), id="m1"),
            said(counts(1, 0, 0, 7), id="m1"),
                   tokens=(1, 0, 0, 7), tokens_plain_sum=(11, 0, 0, 14))
    yield repeated("three-hundred", "three hundred messages, each on two lines",
            *[said(counts(1, 0, 0, n % 2), id=f"m{n // 2}") for n in range(600)],
                   tokens=(300, 0, 0, 300), tokens_plain_sum=(600, 0, 0, 300))
    yield Case("i_message-repeated-key-id", "two ids in one message: the last counts",
            [event('{"type":"assistant","message":{"id":"m1","id":"m2","usage":{"output_tokens":3}}}'),
               said(counts(0, 0, 0, 4), id="m2")], kind="usage", choice=REPEATED, tokens=(0, 0, 0, 4),
                       tokens_plain_sum=(0, 0, 0, 7))
    yield Case("n_message-cut-then-whole", "a message that was cut and written again, with one id",
               [fault('{"type":"assistant","message":{"id":"m1","usage":{"outp{"type":"assistant","message":{"id":"m1","usage":{"output_tokens":3}}}', "torn-join", 57, (55, 125)),
                said(counts(1, 0, 0, 2), id="m1")], tokens=(1, 0, 0, 2))

    # Other programs.
    def turn(*values):
        return event(text(type="turn.completed", usage=dict(zip(("input_tokens", "cached_input_tokens", "output_tokens"),
                values))))

    ends = [(1, "turn.completed"), (2, "turn.completed")]
    yield Case("y_codex-cumulative", "Codex states the sum so far: the last one counts", [turn(10, 5, 1), turn(30, 20, 4)],
            kind="usage", end_events=ends,
               tokens=(30, 0, 20, 4), tokens_plain_sum=(40, 0, 25, 5))
    yield Case("y_codex-lower-last", "the last one counts, also if it is lower", [turn(30, 20, 4), turn(1, 0, 1)], kind="usage",
            end_events=ends,
               tokens=(1, 0, 0, 1), tokens_plain_sum=(31, 0, 20, 5))
    yield Case("y_codex-last-without-usage", "a turn without usage is no sum: the one before stands",
            [turn(10, 5, 1), event('{"type":"turn.completed"}')], kind="usage",
               end_events=ends, tokens=(10, 0, 5, 1))
    yield Case("y_codex-last-null", "the same with null", [turn(10, 5, 1), event('{"type":"turn.completed","usage":null}')],
            kind="usage", end_events=ends, tokens=(10, 0, 5, 1))
    yield Case("y_codex-last-empty", "an empty usage states zeros",
            [turn(10, 5, 1), event('{"type":"turn.completed","usage":{}}')], kind="usage", end_events=ends,
               tokens=ZERO, tokens_plain_sum=(10, 0, 5, 1))
    yield Case("y_codex-other-names", "the names of messages mean nothing there",
            [event(text(type="turn.completed", usage=counts(1, 20, 300, 4)))], kind="usage",
               end_events=[(1, "turn.completed")], tokens=(1, 0, 0, 4))

    def done(**metadata):
        return event(text(type="done", metadata=metadata))

    ends = [(1, "done"), (2, "done")]
    yield Case("y_afk-ends-add-up", "AFK's ends count each", [done(usage=counts(1, 2, 3, 4)), done(usage=counts(1, 2, 3, 4))],
            kind="usage", end_events=ends, tokens=(2, 4, 6, 8))
    yield Case("y_afk-usage-at-the-top", "a usage that is not in the metadata",
            [event(text(type="done", usage=counts(9, 9, 9, 9)))], kind="usage", end_events=[(1, "done")])
    yield Case("y_afk-mixed-values", "values that are no numbers beside the counters",
            [done(usage={**counts(1, 0, 0, 4), "iterations": [{"output_tokens": 4}], "server_tool_use": {}})],
               kind="usage", end_events=[(1, "done")], tokens=(1, 0, 0, 4), tokens_odd=0)
    yield Case("y_afk-progress", "running values of progress lines are no usage",
            [event(text(type="progress", progress={"taskId": "t1", "totalTokens": 900, "usage": counts(9, 9, 9, 9)})),
               done(usage=counts(1, 0, 0, 4))], kind="usage", end_events=[(2, "done")], tokens=(1, 0, 0, 4))
    yield Case("y_three-programs", "messages, a Codex sum and AFK's end in one file add up",
               [said(counts(1, 1, 1, 1), id="m1"), turn(10, 5, 2), turn(20, 10, 3), done(usage=counts(100, 0, 0, 4))],
                       kind="usage",
               end_events=[(2, "turn.completed"), (3, "turn.completed"), (4, "done")], tokens=(121, 1, 11, 8),
                       tokens_plain_sum=(131, 1, 16, 10))
    yield Case("y_step-finish", "OpenCode's and Gemini's figures are not summed here",
               [event(text(type="step_finish", part={"tokens": {"input": 9, "output": 9}, "cost": 0.1})),
                       event(text(type="result", stats={"total_tokens": 9, "input_tokens": 9}))],
               kind="usage", end_events=[(1, "step_finish"), (2, "result")])
