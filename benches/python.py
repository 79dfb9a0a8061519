#!/usr/bin/env python3
"""The package for Python on 1 GB of G: rows beside the making of an index, and sums beside a loop with orjson.

    benches/python.py --runlex target/release/runlex --testgen target/release/runlex-testgen

The Python that runs this has to have runlex (`pip install` of the wheel, or `maturin develop --release`), pyarrow and orjson. Files
lie in the page cache. Each contestant is a process of its own, in turns, five rounds after one that is not measured; medians. `work` is the
time from the first call to the answer, as the process tells it; `all` has the start of Python and the imports as well. Who sums has to find the
same, else the exit code is 1.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

TIMED = """
import sys, time
{imports}
path, threads = sys.argv[1], int(sys.argv[2])
start = time.perf_counter()
{work}
print(time.perf_counter() - start, *answer)
"""
ROWS = (
    "import pyarrow, runlex",
    """
lines = runlex.scan(path, tables=["lines"], threads=threads).lines
answer = [sum(batch["lines"].to_numpy().sum() for batch in pyarrow.RecordBatchReader.from_stream(lines))]
""",
)
# The first value that pyarrow makes has it import pandas, where there is one: an import like the others.
SUMS = (
    "import pyarrow, pyarrow.compute as pc, runlex; wanted = pyarrow.scalar('result')",
    """
lines = runlex.scan(path, tables=["lines"], columns=["type", "output_tokens"], threads=threads).lines
results = output = 0
for batch in pyarrow.RecordBatchReader.from_stream(lines):
    results += pc.sum(pc.equal(batch["type"], wanted)).as_py() or 0
    output += pc.sum(batch["output_tokens"]).as_py() or 0
answer = [results, output]
""",
)
LOOP = (
    "import orjson",
    """
results = output = 0
for line in open(path, "rb"):
    event = orjson.loads(line)
    if event["type"] == "result":
        results += 1
    elif event["type"] == "assistant":
        output += (event["message"].get("usage") or {}).get("output_tokens") or 0
answer = [results, output]
""",
)


def timed(command):
    start = time.perf_counter()
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return time.perf_counter() - start, out.split()


def in_python(contestant, path, threads):
    imports, work = contestant
    whole, (own, *answer) = timed([sys.executable, "-c", TIMED.format(imports=imports, work=work), path, str(threads)])
    return float(own), whole, answer


def index(runlex, path, folder):
    shutil.rmtree(folder, ignore_errors=True)
    whole, _ = timed([runlex, "index", "--quiet", "--threads", "2", path, "--to", folder])
    shutil.rmtree(folder)
    return whole, whole, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runlex", required=True)
    parser.add_argument("--testgen", required=True)
    parser.add_argument("--bytes", type=int, default=10**9)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scratch", type=Path, default=Path("/tmp/runlex-python"))
    args = parser.parse_args()
    args.scratch.mkdir(parents=True, exist_ok=True)
    path, folder = args.scratch / "one.jsonl", args.scratch / "index"
    subprocess.run([args.testgen, "--shape", "amp", "--bytes", str(args.bytes), "--out", path], check=True)
    programs = {
        "`runlex index`, two threads": lambda: index(args.runlex, path, folder),
        "`lines` to Arrow, all columns, two threads": lambda: in_python(ROWS, path, 2),
        "two sums of two columns of `lines`, two threads": lambda: in_python(SUMS, path, 2),
        "the same, one thread": lambda: in_python(SUMS, path, 1),
        "the same by ten lines with orjson": lambda: in_python(LOOP, path, 1),
    }
    times, answers = {name: [] for name in programs}, {}
    try:
        for each in range(args.rounds + 1):
            for name, program in programs.items():
                *spent, answers[name] = program()
                if each:
                    times[name].append(spent)
    finally:
        shutil.rmtree(args.scratch)
    print("| | work s | all s |\n|---|---|---|")
    for name, rounds in times.items():
        work, whole = (statistics.median(values) for values in zip(*rounds))
        print(f"| {name} | {work:.3f} | {whole:.3f} |")

    def ratio(top, bottom, which):
        return statistics.median(a[which] / b[which] for a, b in zip(times[top], times[bottom]))

    made, rows, two, one, loop = programs
    print(f"\n`lines` at {ratio(made, rows, 0):.2f} of the speed of `runlex index` (wanted >= 0.6), all: {ratio(made, rows, 1):.2f}")
    for name, sums in (("two threads", two), ("one thread", one)):
        print(f"sums, times orjson, {name}: {ratio(loop, sums, 0):.2f} (wanted >= 5), all: {ratio(loop, sums, 1):.2f}")
    right = answers[two] == answers[one] == answers[loop]
    if not right:
        print(f"WRONG: {answers}")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
