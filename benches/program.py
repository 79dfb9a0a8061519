#!/usr/bin/env python3
"""Whole programs on the same files: runlex beside rg, grep, DuckDB, a loop with orjson, and jq.

    benches/program.py                  1 GB, 5,000 files of 200 KB, 5 GB; takes a quarter of an hour
    benches/program.py --bytes 200M     less of everything, to try it
    benches/program.py --only jq        only groups whose name holds this; again for several
    benches/program.py --record FILE    appends the rows, one JSON object a line

Files lie in the page cache. Within a group the programs take turns, five rounds after one that is not measured, and the
median is shown; a ratio is the median over the rounds, of neighbours in time. CPU time is that of the program and what it
starts, user and system. Who makes sums has to find the same ones, or its row says WRONG and the exit code is 1.

DuckDB and orjson are installed from PyPI into the scratch folder; rg, grep and jq have to be there. What is missing is said
and left out.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
PATTERN = '"type":"result"'

# The common task: results, their turns and durations, output of assistant lines as they stand.
ORJSON = """
import orjson, sys
results = turns = duration = output = 0
for line in open(sys.argv[1], "rb"):
    event = orjson.loads(line)
    if event["type"] == "result":
        results += 1
        turns += event.get("num_turns") or 0
        duration += event.get("duration_ms") or 0
    elif event["type"] == "assistant":
        output += (event["message"].get("usage") or {}).get("output_tokens") or 0
print(results, turns, duration, output)
"""
DUCKDB = """
import duckdb, sys
duckdb.sql("SET threads = " + sys.argv[2])
duckdb.sql("SET enable_progress_bar = false")
print(*duckdb.execute('''
    SELECT count(*) FILTER (type = 'result'), sum(num_turns) FILTER (type = 'result'),
           sum(duration_ms) FILTER (type = 'result'), sum(message.usage.output_tokens) FILTER (type = 'assistant')
    FROM read_ndjson(?, columns = {type: 'VARCHAR', num_turns: 'BIGINT', duration_ms: 'BIGINT',
                                   message: 'STRUCT(usage STRUCT(output_tokens BIGINT))'})
''', [sys.argv[1]]).fetchone())
"""
JQ = """reduce inputs as $e ([0, 0, 0, 0];
  if $e.type == "result" then .[0] += 1 | .[1] += $e.num_turns | .[2] += $e.duration_ms
  elif $e.type == "assistant" then .[3] += $e.message.usage.output_tokens else . end) | map(tostring) | join(" ")"""


def size(text):
    units = {"k": 10**3, "M": 10**6, "G": 10**9}
    return int(text[:-1]) * units[text[-1]] if text[-1] in units else int(text)


def said(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


class Program:
    """A command, what it prints made into sums (or nothing), and its times."""

    def __init__(self, name, command, sums=None, want=None, version="", before=None):
        self.name, self.command, self.sums, self.want, self.version = name, command, sums, want, version
        self.before = before
        self.cpu, self.wall, self.peak, self.right = [], [], [], True

    def run(self, counts):
        if self.before:
            self.before()
        started = time.monotonic()
        child = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        out = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        # What is done with the answer is not the program's time.
        wall = time.monotonic() - started
        out = out.decode()
        child.returncode = os.waitstatus_to_exitcode(status)
        try:
            found = self.sums(out) if self.sums else self.want
        except ValueError:
            found = None
        if child.returncode != 0 or found != self.want:
            if self.right:
                print(f"WRONG: {self.name}: status {child.returncode}, {out[:200]!r}, wanted {self.want}", file=sys.stderr)
            self.right = False
        if counts:
            self.cpu.append(usage.ru_utime + usage.ru_stime)
            self.wall.append(wall)
            # Kilobytes, as Linux has it.
            self.peak.append(usage.ru_maxrss / 1024)


class Bench:
    def __init__(self, args):
        self.args = args
        self.rows = []
        self.right = True

    def wants(self, name):
        return not self.args.only or any(part in name for part in self.args.only)

    def group(self, name, data, programs, clock, reference, aims=()):
        """Measures; ratios are the reference's time by the program's where it is ours, else the program's by ours."""
        if not self.wants(name):
            return
        for program in programs:
            program.run(False)
        for _ in range(self.args.rounds):
            for program in programs:
                program.run(True)
        times = {program.name: program.cpu if clock == "CPU" else program.wall for program in programs}
        print(f"\n### {name}: {data}; {clock} time\n")
        print("| program | CPU s | wall s | peak MiB | " + f"{reference} is times as fast |\n|---|---|---|---|---|")
        for program in programs:
            pairs = [own / base for own, base in zip(times[program.name], times[reference])]
            ratio = statistics.median(pairs)
            cpu, wall, peak = (statistics.median(values) for values in (program.cpu, program.wall, program.peak))
            self.right &= program.right
            note = "" if program.right else " WRONG"
            print(f"| {program.name}{note} | {cpu:.3f} | {wall:.3f} | {peak:.0f} | {ratio:.2f} |")
            self.rows.append({
                "bench": "program", "remark": self.args.remark, "group": name, "data": data, "clock": f"{clock} time",
                "program": program.name, "version": program.version, "right": program.right, "rounds": self.args.rounds,
                "cpu_s": round(cpu, 4), "wall_s": round(wall, 4), "peak_mib": round(peak, 1),
                "reference": reference, "times_the_reference": round(ratio, 4),
            })
        for text, top, bottom, aim in aims:
            pairs = [a / b for a, b in zip(times[top], times[bottom])]
            ratio = statistics.median(pairs)
            print(f"\n{text}: {ratio:.2f} (wanted {aim})")
            self.rows.append({
                "bench": "program", "remark": self.args.remark, "group": name, "data": data, "clock": f"{clock} time",
                "what": text, "ratio": round(ratio, 4), "wanted": aim,
            })


def circumstances():
    info = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    model = next((line.split(":")[1].strip() for line in info.splitlines() if line.startswith("model name")), "")
    return {
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "machine": model or platform.machine(),
        "processors": os.cpu_count(),
        "load": f"{os.getloadavg()[0]:.2f}",
        "os": platform.system().lower(),
        "rustc": said("rustc", "-V").strip(),
        "commit": said("git", "rev-parse", "HEAD").strip(),
        "changed": bool(said("git", "status", "--porcelain").strip()),
    }


def build():
    subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "runlex-cli", "-p", "runlex-testgen"], check=True)
    target = json.loads(said("cargo", "metadata", "--format-version", "1", "--no-deps"))["target_directory"]
    return Path(target) / "release/runlex", Path(target) / "release/runlex-testgen"


def python_with_peers(scratch):
    """A Python that has DuckDB and orjson, or nothing."""
    python = scratch / "venv/bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", scratch / "venv"], check=False)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "duckdb", "orjson"], check=False)
    versions = said(python, "-c", "import duckdb, orjson; print(duckdb.__version__, orjson.__version__)").split()
    if len(versions) != 2:
        print("skipped: no DuckDB or no orjson; is PyPI within reach?")
        return None, ["", ""]
    return python, versions


def tool(name):
    if shutil.which(name) is None:
        print(f"skipped: no {name}")
        return None
    return (said(name, "--version").splitlines() or [""])[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bytes", type=size, default=10**9)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--scratch", type=Path, default=Path("/tmp/runlex-program"))
    parser.add_argument("--keep", action="store_true", help="leave the files for the next run")
    parser.add_argument("--only", action="append")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--remark")
    args = parser.parse_args()
    record = args.record and args.record.resolve()
    os.chdir(ROOT)
    args.scratch.mkdir(parents=True, exist_ok=True)
    runlex, testgen = build()
    version = said(runlex, "--version").strip()
    one, many, large = (args.scratch / name for name in ("one.jsonl", "many", "large.jsonl"))
    bench = Bench(args)
    around = circumstances()
    print(f"{around['machine']}, {around['processors']} processors, load {around['load']}; {version}, {around['rustc']}")

    def stats(threads, path, *options, want=None):
        name = f"runlex stats, {threads} thread{'s' if threads > 1 else ''}{''.join(' ' + option for option in options)}"
        command = [runlex, "stats", "--quiet", "--threads", str(threads), *" ".join(options).split(), "-o", "json", path]
        return Program(name, command, want and ours, want, version)

    def ours(out):
        totals = json.loads(out)["totals"]
        # Turns and durations are in no totals; with those only the peers are held against each other.
        return [totals["types"]["result"]["events"], totals["tokens_plain_sum"]["output"]]

    try:
        make(testgen, one, args.bytes)
        one_data = lambda: f"one file of G, {one.stat().st_size:,} bytes"
        many_data = lambda: f"5,000 files of G, {sum(file.stat().st_size for file in many.iterdir()):,} bytes"
        data = one_data()
        # What is found by reading every line with Python's own parser.
        sums = slow_sums(one)
        want = [sums[0], sums[3]]

        searchers = []
        for name in ("rg", "grep"):
            if found := tool(name):
                searchers.append(Program(f"{name} -c", [name, "-c", PATTERN, one], lambda out: int(out), sums[0], found))
        if searchers:
            own = [stats(1, one, want=want), stats(1, one, "--io mmap", want=want)]
            aims = []
            for program, aim, mapped in (("rg -c", ">= 0.45", ">= 0.55"), ("grep -c", ">= 1.25", ">= 1.5")):
                if any(program == other.name for other in searchers):
                    aims.append((f"times {program}, default", program, own[0].name, aim))
                    aims.append((f"times {program}, mmap", program, own[1].name, mapped))
            bench.group("search", data, own + searchers, "CPU", own[0].name, aims)

        own = [stats(1, one, want=want), stats(2, one, want=want)]
        aim = [("two threads, times one", own[0].name, own[1].name, ">= 1.85")]
        bench.group("threads, one file", data, own, "wall", own[1].name, aim)

        if bench.wants("threads, many files"):
            make_many(testgen, many, args.bytes)
            own = [stats(1, many), stats(2, many)]
            aim = [("two threads, times one", own[0].name, own[1].name, ">= 1.85")]
            bench.group("threads, many files", many_data(), own, "wall", own[1].name, aim)

        for which, these, path in (("one file", one_data, one), ("many files", many_data, many)):
            if bench.wants(f"index, {which}") and (path == one or make_many(testgen, many, args.bytes)):
                index_groups(bench, runlex, version, args.scratch / "index", which, these(), path)

        python, (duckdb, orjson) = python_with_peers(args.scratch)
        spaced = lambda out: [int(number) for number in out.split()]
        if python:
            own = stats(2, one, want=want)
            peer = Program("DuckDB read_ndjson, 2 threads", [python, "-c", DUCKDB, one, "2"], spaced, sums, duckdb)
            bench.group("DuckDB", data, [own, peer], "wall", own.name, [("times DuckDB", peer.name, own.name, ">= 3.5")])
            peer = Program("orjson, ten lines", [python, "-c", ORJSON, one], spaced, sums, orjson)
            single(bench, data, stats, one, want, peer, "orjson", ">= 5")
        if found := tool("jq"):
            peer = Program("jq", ["jq", "-nr", JQ, one], spaced, sums, found)
            single(bench, data, stats, one, want, peer, "jq", ">= 35")

        if bench.wants("memory"):
            make(testgen, large, 5 * args.bytes)
            own = [stats(threads, large) for threads in (1, 2)]
            bench.group("memory", f"one file of G, {large.stat().st_size:,} bytes", own, "wall", own[0].name)
            print("\npeak memory of the larger: " + f"{max(own[0].peak + own[1].peak):.0f} MiB (wanted < 256)")
    finally:
        if not args.keep:
            for file in (one, large):
                file.unlink(missing_ok=True)
            shutil.rmtree(many, ignore_errors=True)
    if record:
        with record.open("a") as file:
            for row in bench.rows:
                file.write(json.dumps({**around, **row}) + "\n")
    return 0 if bench.right else 1


def single(bench, data, stats, path, want, peer, name, aim):
    """A program that has one thread, beside ours with one, and with two as it runs on such a machine by itself."""
    own = [stats(threads, path, want=want) for threads in (1, 2)]
    aims = [(f"times {name}, {threads}", peer.name, program.name, aim) for threads, program in zip(("one thread", "two threads"), own)]
    bench.group(name, data, [*own, peer], "wall", own[0].name, aims)


def make(testgen, path, size):
    if not path.exists():
        subprocess.run([testgen, "--shape", "amp", "--bytes", str(size), "--out", path], check=True)


def make_many(testgen, path, size):
    if not path.exists():
        subprocess.run([testgen, "--shape", "amp", "--bytes", str(size), "--files", "5000", "--dir", path], check=True)
    return True


def index_groups(bench, runlex, version, folder, which, data, path):
    """An index is made, brought up to date, and asked, beside the same from the files; two threads each."""

    def run(name, *command, before=None):
        return Program(name, [runlex, *command], version=version, before=before)

    gone = lambda: shutil.rmtree(folder, ignore_errors=True)
    threads = ("--threads", "2")
    build = run("runlex index", "index", "--quiet", *threads, path, "--to", folder, before=gone)
    again = run("runlex index, nothing new", "index", "--quiet", *threads, path, "--to", folder)
    stats = run("runlex stats", "stats", "--quiet", *threads, path)
    aims = [
        ("making it, times stats", build.name, stats.name, "<= 2"),
        ("nothing new, times making it", again.name, build.name, "<= 0.05"),
    ]
    bench.group(f"index, {which}", data, [stats, build, again], "wall", stats.name, aims)
    for verb in ("stats", "ls"):
        files = run(f"runlex {verb}", verb, "--quiet", *threads, path)
        index = run(f"runlex {verb} --index", verb, "--index", folder)
        aims = [("from the index, times from the files", files.name, index.name, ">= 20")]
        bench.group(f"index, {which}, {verb}", data, [files, index], "wall", index.name, aims)
    gone()


def slow_sums(path):
    results = turns = duration = output = 0
    with path.open("rb") as lines:
        for line in lines:
            event = json.loads(line)
            if event["type"] == "result":
                results += 1
                turns += event.get("num_turns") or 0
                duration += event.get("duration_ms") or 0
            elif event["type"] == "assistant":
                output += (event["message"].get("usage") or {}).get("output_tokens") or 0
    return [results, turns, duration, output]


if __name__ == "__main__":
    sys.exit(main())
