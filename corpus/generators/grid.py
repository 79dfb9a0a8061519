#!/usr/bin/env python3
"""Writes corpus/grid: its inputs and its manifest.json.

usage: grid.py            write what differs, take away what is no longer made
       grid.py --check    write nothing; exit status 1 if a file is not what this makes

A case is built of lines, and each line says what it is: an event, a blank, or a fault of a kind at a place. That is the
intention, and it comes from how the line was made, never from reading it. Three views must then agree, or nothing is written:

1. the intention, for every key of the answer (what a case does not state is meant to be zero or empty);
2. ../reference/reader.py, which reads the finished bytes;
3. Python's own JSON reader, line by line: an event is what it takes as one object in strict UTF-8. Three things are ours and
   not Python's: depth, the cap on lines, and that JSON of another type is a fault. A repeated key is an event for both.

What needs a dialect (runs, usage, costs) is stated by hand in the case, since the reference reader knows no dialects; the
tests of the Rust crates hold it against the program.
"""
import hashlib
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "reference"))
import reader  # noqa: E402
import selftest  # noqa: E402

import afk  # noqa: E402
import amp  # noqa: E402
import amp_input  # noqa: E402
import charset  # noqa: E402
import claude  # noqa: E402
import edges  # noqa: E402
import lines  # noqa: E402
import order  # noqa: E402
import places  # noqa: E402
import runs  # noqa: E402
import shapes  # noqa: E402
import usage  # noqa: E402
import values  # noqa: E402

FOLDER = HERE.parent / "grid"
# Each family has numbers of its own, so that a new case does not move the others. Cases are added at the end of a family.
FAMILIES = [(1000, places), (2000, shapes), (3000, charset), (3500, lines), (4000, edges), (5000, values), (6000, usage),
            (7000, order), (8000, amp), (8200, claude), (8400, afk),
            (8600, amp_input), (9000, runs)]
COUNTERS = ("input", "cache_creation", "cache_read", "output")
# What the reference reader says nothing about.
BY_HAND = ("dialects", "runs", "usage", "tokens_stated", "cost_stated_usd_micros", "tokens_odd", "refused")
STATED = ("sessions", "tokens", "tokens_plain_sum", "tool_calls", "tool_results", "tool_errors", "unanswered", "orphan_results",
          "end_events")


class Wrong(Exception):
    pass


def intended(case):
    """The answer as the construction has it, and the bytes."""
    data, faults, notes, types = bytearray(case.mark), [], [], {}
    counts = {"blank": 0, "events": 0}
    for number, line in enumerate(case.lines, 1):
        start = 0 if number == 1 else len(data)
        first = len(data)
        data += line.content + (line.end if line.end is not None else case.end)
        if line.kind is None:
            counts["events" if line.is_event else "blank"] += 1
        else:
            at = start if line.kind in ("encoding", "too-long") else first + line.at
            salvage = [[first + a, first + b] for a, b in line.salvage]
            faults.append({"line": number, "kind": line.kind, "at": at, "line_start": start, "salvage": salvage})
        notes += [{"line": number, "kind": "lone-surrogate", "at": first + at} for at in line.notes]
        if line.is_event:
            name = json.loads(line.content, parse_int=lambda _: 0, parse_float=lambda _: 0).get("type")
            try:
                name = name.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace") if isinstance(name,
                        str) else "(none)"
            except AttributeError:
                name = "(none)"
            types[name] = types.get(name, 0) + 1
    answer = {"bytes": len(data), "lines": len(case.lines), **counts,
              "unterminated": bool(case.lines) and (bool(case.file_encoding) or not data.endswith(b"\n")), "types": types,
                      "faults": faults, "notes": notes}
    facts = {"sessions": [], "tokens": (0, 0, 0, 0), "tool_calls": 0, "tool_results": 0, "tool_errors": 0, "unanswered": [],
             "orphan_results": [], "end_events": [], **{k: v for k, v in case.facts.items() if k in STATED}}
    facts.setdefault("tokens_plain_sum", facts["tokens"])
    for key in ("tokens", "tokens_plain_sum"):
        facts[key] = dict(zip(COUNTERS, facts[key]))
    facts["end_events"] = [{"line": line, "type": kind} for line, kind in facts["end_events"]]
    if case.file_encoding:
        answer["file_encoding"] = case.file_encoding
    return bytes(data), {**answer, **facts}


def second_view(case, data):
    """Where Python's own JSON reader does not see what was meant."""
    for number, line in enumerate(case.lines, 1):
        if line.kind in ("too-deep", "too-long") or not (line.is_event or line.kind):
            continue
        if selftest.strict_json(line.content) != line.is_event:
            raise Wrong(f"line {number}: Python's own reader disagrees")


def checked(case):
    """The bytes of a case and its answer, after all views agreed."""
    verdict = case.name[:2]
    if not re.fullmatch(r"[yni]_[a-z0-9]+(-[a-z0-9]+)*", case.name):
        raise Wrong("an odd name")
    data, want = intended(case)
    if (verdict == "y_" and want["faults"]) or (verdict == "n_" and not want["faults"]) or (verdict == "i_") != bool(case.choice):
        raise Wrong("the name does not fit the verdict")
    unknown = set(case.facts) - set(STATED) - set(BY_HAND)
    if unknown:
        raise Wrong(f"no such facts: {unknown}")
    got = reader.report_of(data, case.max_line)
    for key in want.keys() | got.keys():
        if want.get(key) != got.get(key):
            raise Wrong(f"{key}: meant {json.dumps(want.get(key))}, the reference reader has {json.dumps(got.get(key))}")
    if not case.file_encoding:
        second_view(case, data)
    by_hand = {key: case.facts[key] for key in BY_HAND if key in case.facts}
    for key in ("usage", "tokens_stated"):
        if by_hand.get(key):
            counts, *more = by_hand[key]
            by_hand[key] = {**dict(zip(COUNTERS, counts)), **dict(zip(("rule", "bound", "progress"), more))}
    if "refused" in by_hand:
        starts = [0]
        for line in case.lines:
            starts.append(starts[-1] + len(line.content) + 1)
        by_hand["refused"] = [{"line": line, "kind": kind, "at": starts[line - 1] + at} for line, kind, at in by_hand["refused"]]
    if "runs" in by_hand:
        by_hand["runs"] = {**dict.fromkeys(("ok", "failed", "unterminated", "open", "unknown"), 0), **by_hand["runs"]}
    return data, {**want, **by_hand}


def everything():
    """All files of the folder by name, and how many disagreements there were."""
    files, entries, wrong = {}, [], 0
    for base, family in FAMILIES:
        for number, case in enumerate(family.cases(), base + 1):
            name = case.name + ".jsonl"
            try:
                data, answer = checked(case)
                if name in files:
                    raise Wrong("a second case of this name")
            except (Wrong, AssertionError) as error:
                print(f"{number} {name}: {error}", file=sys.stderr)
                wrong += 1
                continue
            files[name] = data
            entry = {"case": number, "kind": case.kind, "file": name, "why": case.why}
            if case.choice:
                entry["choice"] = case.choice
            if case.max_line:
                entry["max_line"] = case.max_line
            entries.append({**entry, **answer, "sha256": hashlib.sha256(data).hexdigest()})
    lines = ",\n".join(json.dumps(entry, ensure_ascii=True, separators=(",", ":")) for entry in entries)
    files["manifest.json"] = f"[\n{lines}\n]\n".encode()
    return files, wrong


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__.split("\n\n")[1])
    sys.setrecursionlimit(10_000)
    files, wrong = everything()
    if wrong:
        sys.exit(f"{wrong} cases are not what they are meant to be; nothing written")
    there = {path.name: path.read_bytes() for path in FOLDER.iterdir() if path.name != "README.md"}
    differ = sorted(name for name in files.keys() | there.keys() if files.get(name) != there.get(name))
    print(f"{len(files) - 1} cases, {sum(map(len, files.values()))} bytes, {len(differ)} files differ from the folder's")
    if sys.argv[1:] == ["--check"]:
        for name in differ[:20]:
            print(f"  {name}")
        sys.exit(1 if differ else 0)
    for name in differ:
        if name in files:
            (FOLDER / name).write_bytes(files[name])
        else:
            (FOLDER / name).unlink()


if __name__ == "__main__":
    main()
