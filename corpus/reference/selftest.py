#!/usr/bin/env python3
"""Hold reader.py against folders of cases with known answers.

usage: python3 selftest.py FOLDER... [--random N] [--verbose]

A folder holds manifest.json and the inputs it names; inputs that end in .gen.py are generators and are run into a
temporary folder. The manifest must fit ../manifest.schema.json (the package jsonschema is asked as well where it is
installed), and numbers and names in it must be unique. Every line of every input is also shown to Python's own JSON reader:
it must take exactly the lines that reader.py calls events. Both ways to find the object that ends a line must agree. With
--random N the same two checks run over N generated streams. Last line: 'N passed, M failed'. Exit status 1 if any failed.
"""
import argparse
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

import reader
import schema

SCHEMA = pathlib.Path(__file__).resolve().parent.parent / "manifest.schema.json"
PLAIN_KEYS = ["bytes", "lines", "blank", "unterminated", "events", "types", "notes", "sessions", "tokens", "tokens_plain_sum",
              "tool_calls", "tool_results", "tool_errors", "unanswered", "orphan_results", "end_events"]


def same(want, got):
    if isinstance(want, dict) and isinstance(got, list):  # a long list may be given as its count and last entry
        return len(got) == want["count"] and ("last" not in want or got[-1:] == [want["last"]])
    if isinstance(want, dict) and "output" in want:        # only the counters that the case fixes
        return all(got.get(k) == v for k, v in want.items())
    return want == got


def compare(case, got):
    if "file_encoding" in case:
        keys = ["file_encoding", "events"]
        case = {"events": 0, **case}
        wrong = [] if [f["kind"] for f in got["faults"]] == ["encoding"] else ["faults"]
    else:
        keys = [k for k in PLAIN_KEYS if k in case]
        wrong = [] if case["faults"] == got["faults"] else ["faults"]
        if wrong and case.get("kind", "").startswith("depth"):
            # these cases leave it open whether a reader has a depth limit: too-deep on the same lines will do
            deep = [f["line"] for f in got["faults"] if f["kind"] == "too-deep"]
            if deep and deep == [f["line"] for f in case["faults"]]:
                wrong = []
            elif deep:  # a reader with a limit names a line that the manifest counts as an event
                keys, wrong = [], []
    wrong += [k for k in keys if not same(case[k], got.get(k))]
    return [f"{k}: want {json.dumps(case.get(k))[:200]} got {json.dumps(got.get(k))[:200]}" for k in wrong]


def manifest_breaches(cases):
    """Where a manifest does not fit the schema, or names something twice."""
    rules = json.loads(SCHEMA.read_text(encoding="utf-8"))
    found = schema.breaches(rules, cases)
    try:
        import jsonschema
    except ImportError:
        pass
    else:
        other = [error.message for error in jsonschema.Draft202012Validator(rules).iter_errors(cases)]
        if bool(other) != bool(found):
            found.append(f"jsonschema finds {len(other)} breaches: {other[:1]}")
    for key in ("case", "file"):
        values = [case.get(key) for case in cases]
        found += [f"{key} {value} is there twice" for value in sorted({v for v in values if values.count(v) > 1}, key=str)]
    return found


def schema_is_blind(cases):
    """Ways to spoil a manifest that the schema does not see."""
    whole = next(case for case in cases if case.get("faults"))
    fault = whole["faults"][0]
    spoiled = {
        "a key too many": {**whole, "colour": 1},
        "a count below zero": {**whole, "lines": -1},
        "a count that is a truth value": {**whole, "events": True},
        "a count that is a text": {**whole, "blank": "0"},
        "an unknown kind": {**whole, "faults": [{**fault, "kind": "odd"}]},
        "a fault without a place": {**whole, "faults": [{k: v for k, v in fault.items() if k != "at"}]},
        "half a span": {**whole, "faults": [{**fault, "salvage": [[1]]}]},
        "a short sum": {**whole, "sha256": "0" * 63},
        "no facts": {k: v for k, v in whole.items() if k != "events"},
        "no name": {k: v for k, v in whole.items() if k != "file"},
        "a session that is no text": {**whole, "sessions": [1]},
        "no list of cases": whole,
    }
    rules = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return [f"the schema does not see {what}" for what, case in spoiled.items()
            if not schema.breaches(rules, case if what == "no list of cases" else [case])]


def strict_json(content):
    """True if Python's own reader takes these bytes as one JSON object and nothing else."""
    def refuse(word):
        raise ValueError(word)

    try:
        value = json.loads(content.decode("utf-8"), parse_constant=refuse, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict)


def cross_check(data, max_line=None):
    """Disagreements with Python's own reader, and between the two searches for the object that ends a line."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return []
    wrong = []
    for number, start, first, end in reader.lines_of(data):
        what = reader.judge(data, start, first, end)
        if what[0] == "blank":
            continue
        content = data[first:end]
        if max_line is not None and end - start > max_line:
            continue  # it is not read at all
        if what[0] == "fault" and what[1] == "too-deep":
            continue  # other readers have other limits
        if strict_json(content) != (what[0] == "event"):
            wrong.append(f"line {number}: Python's own reader disagrees with {what[:3]}")
        if content.count(b"{") * len(content) <= reader.QUADRATIC_LIMIT:
            if reader.last_object_by_trying(data, first, end) != reader.last_object_backwards(data, first, end):
                wrong.append(f"line {number}: the two searches for the last object differ")
    return wrong


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("folders", nargs="*")
    ap.add_argument("--random", type=int, default=0, metavar="N", help="also cross-check N generated streams")
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--verbose", action="store_true")
    a = ap.parse_args()
    sys.setrecursionlimit(10_000)
    passed = failed = 0

    def done(name, wrong):
        nonlocal passed, failed
        if wrong:
            failed += 1
            print(f"FAIL {name}")
            for w in wrong[: None if a.verbose else 4]:
                print(f"     {w}")
        else:
            passed += 1

    with tempfile.TemporaryDirectory() as tmp:
        for folder in map(pathlib.Path, a.folders):
            cases = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
            done(f"{folder}/manifest.json", manifest_breaches(cases) + schema_is_blind(cases))
            for case in cases:
                if "steps" in case:  # scripts for followers of growing files have no fixed bytes
                    continue
                path = folder / case["file"]
                if "generates" in case:
                    out = pathlib.Path(tmp) / case["generates"]
                    subprocess.run([sys.executable, str(path), str(out)], check=True)
                    path = out
                data = path.read_bytes()
                if "sha256" in case and hashlib.sha256(data).hexdigest() != case["sha256"]:
                    done(case["file"], ["the bytes are not those of the manifest"])
                    continue
                done(case["file"], compare(case, reader.report_of(data, case.get("max_line"))) + cross_check(data, case.get("max_line")))
    if a.random:
        import differ
        for n in range(a.random):
            done(f"generated stream {a.seed}:{n}", cross_check(differ.stream(a.seed, n)))
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
