#!/usr/bin/env python3
"""Hold any reader against the corpus.

usage: run.py [--stdin] [--max-line=OPTION] [--strict] [--timeout S] [--jobs N] [--all] FOLDER... -- COMMAND [ARG...]
       run.py --matrix [--runlex BIN] [--verdicts BIN] [--write FILE]

COMMAND is called once for each input, with its path behind the last argument (with --stdin the bytes come on standard input
instead). It prints one JSON document, the best of these that it can:

  report    {"files":[ENTRY]} or ENTRY, as `runlex check -o json` prints it. Every key of the manifest is compared that ENTRY
            has; `lines`, `events` and `faults` with `line` and `kind` it must have.
  verdicts  {"verdicts":"eebf"}: a letter for each line: e an event, b a blank line, f a fault.
  counts    {"lines":9,"events":7,"faults":1,"blank":1}: any of these, `events` at least.

The exit status does not matter. A reader that is killed by a signal has crashed; one that ends and prints no such document
gave no answer. A case whose answer depends on a cap on lines is left out unless --max-line names the option that sets it:
with --max-line=--cap the words `--cap 64` are put in front of the path.

Printed is a table by kind of fault, and the first wrong cases (with --all: every one). An input whose answer is the
implementation's choice (i_) is counted apart, as `otherwise`; with --strict our choice is asked for. Exit status 1 if an
answer was wrong or missing, so that a test can stand on it.

--matrix runs runlex, the reference reader and the adapters of this folder, and writes MATRIX.md. An adapter whose program is
not there is left out with a line. The adapters in Python run under this interpreter.
"""
import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KINDS = ["truncated", "torn-join", "concatenated", "trailing-bytes", "prefixed", "noise", "not-object", "syntax", "control-char",
         "invalid-utf8", "nul-run", "encoding", "too-deep", "too-long"]
GROUPS = [*KINDS, "lone-surrogate", "blank lines", "sound"]
NAMING = ("case", "kind", "file", "why", "choice", "max_line", "sha256", "generates", "steps")
MARK = b"\xef\xbb\xbf"
FREE = ("not-object", "too-deep", "too-long")  # kinds that not every reader has to have


class Case:
    def __init__(self, entry, path):
        self.entry, self.path = entry, path
        data = path.read_bytes()
        faulty = {fault["line"] for fault in entry["faults"]}
        lines = data.removesuffix(b"\n").split(b"\n") if data else []
        if entry.get("file_encoding"):
            lines = [data]
        lines[:1] = [line.removeprefix(MARK) for line in lines[:1]]
        self.verdicts = "".join("f" if n in faulty else "e" if line.strip(b" \t\r") else "b" for n, line in enumerate(lines, 1))
        kinds = {fault["kind"] for fault in entry["faults"]}
        self.free = "choice" in entry or bool(kinds & set(FREE)) or bool(entry["notes"]) or data.startswith(MARK)

    def group(self):
        """The kind of its first fault; of a sound one, what is special about it."""
        entry = self.entry
        if entry["faults"]:
            return entry["faults"][0]["kind"]
        return "lone-surrogate" if entry["notes"] else "blank lines" if entry["blank"] else "sound"


def cases_of(folders, tmp):
    for folder in folders:
        for entry in json.loads((folder / "manifest.json").read_text(encoding="utf-8")):
            if "steps" in entry:
                continue
            path = folder / entry["file"]
            if "generates" in entry:
                out = pathlib.Path(tmp) / entry["generates"]
                subprocess.run([sys.executable, str(path), str(out)], check=True)
                path = out
            yield Case(entry, path)


def same(want, got):
    """Equal, or a list told by its length and last element, or a sum told by some counters."""
    if isinstance(want, dict) and isinstance(got, list):
        return len(got) == want["count"] and ("last" not in want or got[-1:] == [want["last"]])
    if isinstance(want, dict) and isinstance(got, dict) and "output" in want:
        return all(got.get(key) == value for key, value in want.items())
    return want == got


def breaches(case, answer):
    """What is wrong with an answer; None if it is no answer at all."""
    entry = case.entry
    if not isinstance(answer, dict):
        return None
    if "verdicts" in answer:
        if entry.get("file_encoding"):  # who reads by lines sees several, and may call some of them blank
            right = "e" not in answer["verdicts"] and "f" in answer["verdicts"]
        else:
            right = answer["verdicts"] == case.verdicts
        return [] if right else [f"verdicts: want {case.verdicts[:60]} got {str(answer['verdicts'])[:60]}"]
    if "files" in answer:
        if len(answer["files"]) != 1:
            return None
        answer = answer["files"][0]
    if "events" not in answer:
        return None
    if not isinstance(answer.get("faults"), list):
        want = {"lines": entry["lines"], "events": entry["events"], "blank": entry["blank"], "faults": len(entry["faults"])}
        if entry.get("file_encoding"):
            want = {"events": 0}
        return [f"{key}: want {value} got {answer[key]}" for key, value in want.items() if key in answer and answer[key] != value]
    found = []
    for key, want in entry.items():
        if key in NAMING or (key not in answer and key not in ("lines", "events", "faults", "file_encoding")):
            continue
        got = answer.get(key)
        if key in ("faults", "refused") and isinstance(got, list) and len(got) == len(want):
            if key == "faults" and entry["kind"].startswith("depth") and any(fault.get("kind") == "too-deep" for fault in got):
                continue  # the manifest speaks for readers without a limit
            want = [{k: v for k, v in w.items() if k in g or k in ("line", "kind")} for w, g in zip(want, got)]
            got = [{k: v for k, v in g.items() if k in w} for w, g in zip(want, got)]
        if not same(want, got):
            found.append(f"{key}: want {json.dumps(want)[:120]} got {json.dumps(got)[:120]}")
    return found


def ask(command, case, options):
    """One of right, wrong, otherwise, no answer, crashed, timed out; and why."""
    call = [*command, *((options.max_line, str(case.entry["max_line"])) if "max_line" in case.entry else ())]
    source = subprocess.DEVNULL
    if options.stdin:
        source = open(case.path, "rb")
    else:
        call.append(str(case.path))
    try:
        ran = subprocess.run(call, stdin=source, capture_output=True, timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return "timed out", f"no answer in {options.timeout:g} s"
    finally:
        if options.stdin:
            source.close()
    if ran.returncode < 0:
        return "crashed", f"signal {-ran.returncode}"
    try:
        found = breaches(case, json.loads(ran.stdout))
    except ValueError:
        found = None
    if found is None:
        said = ran.stderr.decode("utf-8", "replace").strip().splitlines()
        return "no answer", f"status {ran.returncode}" + (f": {said[-1][:100]}" if said else "")
    if not found:
        return "right", ""
    return "otherwise" if case.free and not options.strict else "wrong", "; ".join(found)


def run(command, cases, options):
    """The outcome of each case: (case, outcome, why)."""
    asked = [case for case in cases if "max_line" not in case.entry or options.max_line]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        answers = pool.map(lambda case: ask(command, case, options), asked)
        return [(case, *answer) for case, answer in zip(asked, answers)]


def tally(answers):
    """group -> counts of outcomes."""
    table = {group: collections.Counter() for group in GROUPS}
    for case, outcome, _ in answers:
        table[case.group()][outcome] += 1
    return table


def show(answers, options):
    table = tally(answers)
    columns = ["right", "wrong", "otherwise", "no answer", "crashed", "timed out"]
    print(f"{'':16}" + "".join(f"{name:>11}" for name in columns))
    total = collections.Counter()
    for group, row in table.items():
        if row:
            print(f"{group:16}" + "".join(f"{row[name] or '':>11}" for name in columns))
            total += row
    print(f"{'all':16}" + "".join(f"{total[name]:>11}" for name in columns))
    bad = [answer for answer in answers if answer[1] not in ("right", "otherwise")]
    for case, outcome, why in bad[: None if options.all else 10]:
        print(f"{outcome}: {case.path.name}: {why}")
    return 1 if bad else 0


# ---------------------------------------------------------------------------------------------------------------------
# The matrix
# ---------------------------------------------------------------------------------------------------------------------

def version_of(call, pattern=r"\S+"):
    """What a program says of its version, or None if it is not there."""
    try:
        ran = subprocess.run(call, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(pattern, ran.stdout)
    return found.group().removeprefix("v") if ran.returncode == 0 and found else None


def module(name):
    return version_of([sys.executable, "-c", f"import {name}; print({name}.__version__)"])


def locked(name):
    """The version of a crate in the lock file of the workspace."""
    found = re.search(rf'name = "{name}"\nversion = "([^"]+)"', (HERE.parent / "Cargo.lock").read_text(encoding="utf-8"))
    return found and found.group(1)


def peers(options):
    """(name, version or None, command, level, what it is), in the order of the table."""
    python, adapters = sys.executable, HERE / "adapters"
    here = platform.python_version()
    yield ("runlex", options.runlex and version_of([options.runlex, "--version"], r"\d\S*"),
           [options.runlex, "check", "--quiet", "-o", "json", "--as", "amp-input"], "report", "this project")
    yield "reference/reader.py", here, [python,
            str(HERE / "reference/reader.py")], "report", "the slow reader of this corpus; knows no cap and no dialects"
    for name in ("serde_json", "simd-json", "sonic-rs"):
        built = options.verdicts and pathlib.Path(options.verdicts).is_file()
        yield name, built and locked(name), [options.verdicts, "--parser",
                name], "verdicts", "Rust; each line into the crate's own document type"
    yield "Python json", here, [python,
            str(adapters / "python_json.py")], "verdicts", "bytes cut at 0A, `json.loads` of each line"
    yield "Python json, text", here, [python,
            str(adapters / "python_text.py")], "verdicts", "`for line in open(path)`, as it is mostly written"
    yield "orjson", module("orjson"), [python,
            str(adapters / "with_orjson.py")], "verdicts", "bytes cut at 0A, `orjson.loads` of each line"
    yield "Node", version_of(["node", "--version"]), ["node",
            str(adapters / "node.mjs")], "verdicts", "`readline` and `JSON.parse`"
    yield "jq -R", version_of(["jq", "--version"], r"\d\S*"), ["sh",
            str(adapters / "jq_lines.sh")], "verdicts", "jq, line by line with `fromjson?`"
    yield "jq", version_of(["jq", "--version"], r"\d\S*"), ["sh",
            str(adapters / "jq_stream.sh")], "counts", "jq over the whole file"
    yield "DuckDB", module("duckdb"), [python,
            str(adapters / "with_duckdb.py")], "counts", "`read_ndjson_objects` with `ignore_errors`"
    yield "Polars", module("polars"), [python, str(adapters / "with_polars.py")], "counts", "`read_ndjson` with `ignore_errors`"


def cell(row):
    """right of all, and what else there was."""
    total = sum(row.values())
    if not total:
        return ""
    more = "".join(f" {mark}{row[name]}" for name, mark in (("no answer", "∅"), ("crashed", "†"),
            ("timed out", "‡")) if row[name])
    return f"{row['right']}/{total}{more}"


def matrix(options):
    folders = [HERE / name for name in ("cases", "grid", "streams")]
    rows, notes, worst = [], [], 0
    with tempfile.TemporaryDirectory() as tmp:
        cases = list(cases_of(folders, tmp))
        for name, version, command, level, what in peers(options):
            if not version:
                print(f"left out: {name} is not here")
                continue
            options.max_line = "--max-line" if name == "runlex" else None
            answers = run(command, cases, options)
            table = tally(answers)
            print(f"{name} {version}: " + ", ".join(f"{count} {outcome}" for outcome,
                    count in sum(table.values(), collections.Counter()).items()), flush=True)
            rows.append((name, level, table))
            notes.append(f"| {name} | {version} | {level} | {what} |")
            if name == "runlex":
                worst = any(outcome != "right" for _, outcome, _ in answers)
    text = MATRIX.format(timeout=f"{options.timeout:g}", date=datetime.date.today().isoformat(), system=f"{platform.system()} on {platform.machine()}",
            cases=len(cases), notes="\n".join(notes),
                         head=" | ".join(f"{group}{' *' if group in (*FREE, 'lone-surrogate', 'blank lines') else ''}" for group in GROUPS), rule="|".join("---:" for _ in GROUPS),
                         rows="\n".join(f"| {name} | " + " | ".join(cell(table[group]) for group in GROUPS) + " |" for name, _,
                                 table in rows))
    pathlib.Path(options.write).write_text(text, encoding="utf-8")
    print(f"written: {options.write}")
    return int(worst)


MATRIX = """# What readers make of the corpus

Written by `corpus/run.py --matrix` on {date} ({system}), from {cases} inputs of `cases/`, `grid/` and `streams/`. It is no contest: most of these
were made to read sound JSON, and a reader of lines that skips what is broken may be just what somebody needs. It shows what to expect of each when a
stream is damaged.

A cell says how many inputs of a kind were answered right, of how many. ∅ are inputs that were refused as a whole, with an error; † those at which the
program was killed by a signal; ‡ those that took more than {timeout} seconds. Columns go by the first fault of an input.

`*` marks what is an implementation's choice in part or in whole (JSON of another type, limits, half surrogate pairs, blank lines): there, a figure
below the total is a difference and no mistake. Which choice is ours stands in the manifest under `choice`.

| Reader | {head} |
|---|{rule}|
{rows}

How much each was asked:

| Reader | Version | Answers | How |
|---|---|---|---|
{notes}

`report`: every fact of the manifest, with kinds, places and spans. `verdicts`: for each line whether it is an event, blank, or a fault, of whatever
kind. `counts`: only how many events there are. So a row of `counts` can be right by luck, and only the first two rows were asked for kinds and places.
Readers that cannot set a cap on lines were not asked the cases that need one.

## Again

```sh
cargo build --release -p runlex-cli && cargo build --release -p runlex-benches --example verdicts
python3 -m venv /tmp/peers && /tmp/peers/bin/pip install orjson duckdb polars
/tmp/peers/bin/python corpus/run.py --matrix --runlex target/release/runlex --verdicts target/release/examples/verdicts
```

What is not installed is left out with a line. To hold a reader of your own against the corpus, see [README.md](README.md#use-it-with-your-own-reader).
"""


def main():
    ap = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    ap.add_argument("--matrix", action="store_true")
    ap.add_argument("--runlex", metavar="BIN")
    ap.add_argument("--verdicts", metavar="BIN", help="the example `verdicts` of benches")
    ap.add_argument("--write", metavar="FILE", default=str(HERE / "MATRIX.md"))
    ap.add_argument("--stdin", action="store_true")
    ap.add_argument("--max-line", metavar="OPTION", help="the option of COMMAND that sets a cap on lines")
    ap.add_argument("--strict", action="store_true", help="ask for our choice where readers may differ")
    ap.add_argument("--timeout", type=float, default=60, metavar="S")
    ap.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N")
    ap.add_argument("--all", action="store_true", help="name every wrong case")
    ap.add_argument("folders", nargs="*", type=pathlib.Path)
    mine, command = sys.argv[1:], []
    if "--" in mine:
        command = mine[mine.index("--") + 1:]
        mine = mine[: mine.index("--")]
    options = ap.parse_args(mine)
    if options.matrix:
        return matrix(options)
    if not options.folders or not command:
        ap.error("folders, -- and a command are needed")
    if not shutil.which(command[0]):
        ap.error(f"no program {command[0]}")
    with tempfile.TemporaryDirectory() as tmp:
        return show(run(command, list(cases_of(options.folders, tmp)), options), options)


if __name__ == "__main__":
    sys.exit(main())
