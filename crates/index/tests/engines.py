#!/usr/bin/env python3
"""Hold what other engines read in an index against what runlex says of the files.

usage: python3 engines.py BIN FOLDER...

Needs the package duckdb; pyarrow, polars and pandas are asked as well where they are installed. The folders are copied. The copies
grow in steps that end within lines, files go away and are renamed, the index is compacted; after each step `BIN stats`, `ls`, `tools` and
`check` read the files, and SQL over the views of `BIN index info --sql` has to come to the same. At the end every SQL and Python block of
docs/index-format.md is run, and the types of all columns are compared with the tables there. Last line: 'N passed, M failed'. Exit
status 1 if any failed.
"""
import importlib.util
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict

import duckdb

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "index-format.md"
COUNTERS = ["input", "cache_creation", "cache_read", "output"]
MOST = 2**64 - 1
ENDINGS = (".jsonl", ".ndjson", ".json")


class Judge:
    """Counts what agrees and tells what does not."""

    def __init__(self):
        self.step, self.passed, self.failed = "", 0, 0

    def same(self, what, got, want):
        if got == want:
            self.passed += 1
            return
        self.failed += 1
        print(f"FAILED {self.step}: {what}")
        if isinstance(got, (list, dict)) and type(got) is type(want):
            got, want = entries(got), entries(want)
            only_got, only_want = list((got - want).elements()), list((want - got).elements())
            print(f"  only SQL has    {only_got[:3]}\n  only runlex has {only_want[:3]}")
        else:
            print(f"  SQL    {got}\n  runlex {want}")


def entries(values):
    return Counter(map(repr, values.items() if isinstance(values, dict) else values))


# ---------------------------------------------------------------------------------------------------------------------
# 1. The files, step by step
# ---------------------------------------------------------------------------------------------------------------------

# What recordings seldom have: the edges of the rules for tools. All invented.
EDGES = {
    # The same ids in two runs of AFK; a call that is told twice; results beyond the first.
    "afk.jsonl": """\
{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"a","toolName":"draft","pending":true}}
{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"a","toolName":"saw","toolInputRaw":"{}"}}
{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"a","toolName":"plane"}}
{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"a","content":"cut"}}
{"type":"done","metadata":{"sessionId":"one"}}
{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"a","content":"early","isError":true}}
{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"a","toolName":"file"}}
{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"a","content":"late"}}
{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"nowhere","content":"x"}}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"a","name":"block","input":{}}]}}
{"type":"done","metadata":{"sessionId":"two"}}
""",
    # One id twice in a line, by two names; chunks in a run that is none of AFK; no id, no name; times that go back.
    "amp.jsonl": """\
{"type":"system","subtype":"init","session_id":"T-1","tools":[],"mcp_servers":[]}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"c","name":"saw","input":{"a":1}},{"type":"tool_use","id":"c","name":"plane","input":{}}]},"session_id":"T-1","timestamp":"2026-05-01T10:00:02.000Z"}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c","content":"first","is_error":false},{"type":"tool_result","tool_use_id":"c","content":"the second","is_error":true}]},"session_id":"T-1","timestamp":"2026-05-01T12:00:03.5009+02:00"}
{"type":"chunk","session_id":"T-1","chunk":{"type":"tool_use_detail","toolUseId":"c","toolName":"none"}}
{"type":"chunk","session_id":"T-1","chunk":{"type":"tool_result","toolUseId":"c","content":"none"}}
{"type":"assistant","message":{"content":[{"type":"tool_use","name":"saw","input":{}},{"type":"tool_use","name":"saw"},{"type":"tool_use","id":"d"}]},"parent_tool_use_id":"c","session_id":"T-2"}
{"type":"user","message":{"content":[{"type":"tool_result","content":"x","is_error":true},{"type":"tool_result","tool_use_id":"e","content":"before its call"}]},"session_id":"T-3","timestamp":"2026-05-01T10:00:09Z"}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"e","name":"file","input":{}}]},"session_id":"T-1","timestamp":"2026-05-01T10:00:10Z"}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"nowhere","content":"x"}]}}
""",
}

class Files:
    """Copies of the inputs that grow."""

    def __init__(self, folders, home):
        edges = home.parent / "edges"
        edges.mkdir(parents=True)
        for name, text in EDGES.items():
            (edges / name).write_text(text)
        folders = [edges, *folders]
        self.whole = {}
        for number, folder in enumerate(folders):
            for path in sorted(pathlib.Path(folder).rglob("*")):
                if path.is_file() and path.name.endswith(ENDINGS):
                    self.whole[home / str(number) / path.relative_to(folder)] = path
        chance = random.Random(7)
        self.cuts = {path: sorted(chance.randrange(source.stat().st_size + 1) for _ in range(2)) for path, source in self.whole.items()}
        self.done = dict.fromkeys(self.whole, 0)

    def grow(self, step):
        for number, (path, source) in enumerate(self.whole.items()):
            if step == 0 and number % 5 == 0:  # some come later
                continue
            end = self.cuts[path][step] if step < 2 else source.stat().st_size
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(source, "rb") as old, open(path, "ab") as new:
                old.seek(self.done[path])
                new.write(old.read(end - self.done[path]))
            self.done[path] = end

    def change(self):
        paths = list(self.whole)
        paths[-1].unlink()
        paths[-2].rename(paths[-2].with_name("renamed.jsonl"))
        shutil.copy(paths[0], paths[0].with_name("copied.jsonl"))


def pause():
    """Until the times of what was written tell whether it was written again."""
    time.sleep(0.1)


class Runlex:
    def __init__(self, bin, home, index):
        self.bin, self.home, self.index = bin, str(home), str(index)

    def __call__(self, *args):
        done = subprocess.run([self.bin, *args], capture_output=True, text=True)
        if done.returncode not in (0, 3):  # 3: check found faults
            sys.exit(f"runlex {' '.join(args)}: {done.returncode}\n{done.stderr}")
        return done.stdout

    def read(self, verb, *args):
        return json.loads(self(verb, "-o", "json", "--quiet", *args, self.home))

    def views(self):
        engine = duckdb.connect()
        engine.execute(self("index", "info", "--sql", self.index))
        return engine


# ---------------------------------------------------------------------------------------------------------------------
# 2. The same figures, from the tables and from the files
# ---------------------------------------------------------------------------------------------------------------------

# Folders sort before files whose names go on: the separator is below all letters.
BY_PATH = "replace(path, '/', chr(1))"


def compare(runlex, judge):
    engine = runlex.views()
    rows = lambda sql, values=None: engine.execute(sql, values).fetchall()
    one = lambda sql: rows(sql)[0]
    pairs = lambda sql: {key: value for key, value in rows(sql)}
    stats, files = runlex.read("stats")["totals"], runlex.read("check")["files"]
    runs, tools = runlex.read("ls")["runs"], runlex.read("tools")["tools"]
    calls = runlex.read("tools", "--calls")["calls"]

    # lines and faults
    got = one("""SELECT (SELECT count(*) FROM files), sum(length), sum(lines), sum(lines) FILTER (what = 'event'),
                   coalesce(sum(lines) FILTER (what = 'blank'), 0),
                   (SELECT count(*) FROM files WHERE unterminated), (SELECT count(*) FROM faults WHERE what = 'note') FROM lines""")
    want = tuple(stats[key] for key in ["files", "bytes", "lines", "events", "blank", "unterminated", "notes"])
    judge.same("files, bytes, lines, events, blank, unterminated, notes", got, want)
    judge.same("faults by kind, of lines", pairs("SELECT fault, sum(lines) FROM lines WHERE what = 'fault' GROUP BY ALL"), stats["faults"])
    judge.same("faults by kind", pairs("SELECT kind, count(*) FROM faults WHERE what = 'fault' GROUP BY ALL"), stats["faults"])
    got = pairs("SELECT coalesce(type, '(none)'), sum(lines) FROM lines WHERE what = 'event' GROUP BY ALL")
    judge.same("events by type", got, {name: counts["events"] for name, counts in stats["types"].items()})
    got = rows("SELECT coalesce(type, '(none)'), subtype, sum(lines) FROM lines WHERE subtype IS NOT NULL GROUP BY ALL")
    want = [(name, subtype, count) for name, counts in stats["types"].items() for subtype, count in counts.get("subtypes", {}).items()]
    judge.same("events by subtype", sorted(got), sorted(want))
    got = rows("SELECT path, f.line, f.kind, f.at, f.\"offset\" FROM faults f JOIN files USING (file) WHERE what = 'fault'")
    # The lists of `check` are bounded, the table is not.
    full = {file["path"] for file in files if len(file["faults"]) == 10000 or sum(len(fault["salvage"]) for fault in file["faults"]) >= 100000}
    want = [(file["path"], *(fault[key] for key in ["line", "kind", "at", "line_start"])) for file in files for fault in file["faults"]]
    judge.same("faults", sorted(row for row in got if row[0] not in full), sorted(row for row in want if row[0] not in full))
    got = rows("SELECT path, f.line, f.at, f.at + f.length FROM faults f JOIN files USING (file) WHERE what = 'salvage'")
    want = [(file["path"], fault["line"], *span) for file in files for fault in file["faults"] for span in fault["salvage"]]
    judge.same("salvage", sorted(row for row in got if row[0] not in full), sorted(row for row in want if row[0] not in full))
    got = rows("SELECT path, f.line, f.kind, f.at FROM faults f JOIN files USING (file) WHERE what = 'note'")
    judge.same("notes", sorted(got), sorted((file["path"], note["line"], note["kind"], note["at"]) for file in files for note in file["notes"]))

    # files
    columns = ["bytes", "lines", "events", "blank", "unterminated", "dialects", "tool_calls", "tool_results", "tool_errors", "cost_stated_usd_micros"]
    got = rows(f"""SELECT path, {', '.join(columns)}, encoding, faults, notes, sessions, runs,
                     input_tokens, cache_creation_tokens, cache_read_tokens, output_tokens FROM files""")
    want = [(file["path"], *(file[key] for key in columns), file.get("file_encoding"), sum(file["fault_counts"].values()),
             file["note_count"], len(file["sessions"]), sum(file["runs"].values()), *counters(file["tokens"])) for file in files]
    judge.same("files", by_repr(got), by_repr(want))

    # sessions: a line can carry several ids, and its row has the first
    by_file = defaultdict(set)
    for path, session in rows("SELECT DISTINCT path, session FROM lines JOIN files USING (file) WHERE session IS NOT NULL"):
        by_file[path].add(session)
    judge.same("sessions that no line carries", [file["path"] for file in files if not by_file[file["path"]] <= set(file["sessions"])], [])
    judge.same("sessions", len(set().union(*by_file.values())), stats["sessions"])

    # runs
    got = pairs("SELECT outcome, count(*) FROM runs GROUP BY ALL")
    judge.same("runs by outcome", got, {outcome: count for outcome, count in stats["runs"].items() if count})
    columns = ["dialect", "session", "line", "offset", "events", "faults", "duration_ms", "turns", "outcome", "reason", "results", "lines_after_end",
               "models", "messages", "tool_calls", "tool_results", "tool_errors", "unanswered", "orphan_results", "cost_stated_usd_micros", "findings"]
    named = ", ".join(f'r."{column}"' for column in columns)
    usage = ", ".join(f"r.{prefix}{counter}_tokens" for prefix in ["", "usage_"] for counter in COUNTERS)
    got = rows(f"SELECT path, {named}, epoch_ms(started), epoch_ms(ended), usage_rule, usage_bound, {usage} FROM runs r JOIN files USING (file)")
    want = []
    for run in runs:
        usage = run["usage"]
        want.append((run["path"], *(run[key] for key in columns), millis(run["started"]), millis(run["ended"]),
                     usage and usage["rule"], usage and usage["bound"], *counters(run["tokens"]), *counters(usage)))
    judge.same("runs", by_repr(got), by_repr(want))
    (got,) = one("SELECT sum(cost_stated_usd_micros) FROM runs")
    judge.same("cost", got, stats["cost_stated_usd_micros"])

    # tokens as the lines stand
    counts = ", ".join(f"{counter}_tokens" for counter in COUNTERS)
    sums = ", ".join(f"coalesce(sum({counter}_tokens), 0)" for counter in COUNTERS)
    engine.execute(f"""CREATE TEMP VIEW messages AS SELECT path, message_id, l."offset", {', '.join('l.' + name for name in counts.split(', '))}
        FROM lines l JOIN files USING (file) WHERE told <> 'progress' AND coalesce(dialect, '') NOT IN {by_items(engine)}""")
    # `usage` of AFK's `done` and Codex's `turn.completed` is in no row of `lines`.
    other = {path for (path,) in rows("SELECT DISTINCT path FROM lines l JOIN files USING (file) WHERE type IN ('done', 'turn.completed')")}
    zeros = {file["path"]: [0] * 4 for file in files}
    by_path = lambda sql: {**zeros, **{path: sums for path, *sums in rows(sql)}}
    told = lambda key: {file["path"]: [file[key][counter] for counter in COUNTERS] for file in files}
    messages_only = lambda sums: {path: sums for path, sums in sums.items() if path not in other}
    got = by_path(f"SELECT path, {sums} FROM messages GROUP BY path")
    judge.same("tokens as the lines stand", messages_only(got), messages_only(told("tokens_plain_sum")))
    # each message once: the line with the highest output; of equal ones the last of a file, and of several files the first
    once = f"""(FROM messages WHERE coalesce({counts}) IS NOT NULL QUALIFY message_id IS NULL OR row_number() OVER (
        PARTITION BY message_id %s ORDER BY coalesce(output_tokens, 0) DESC, {BY_PATH}, "offset" DESC) = 1)"""
    in_files = by_path(f"SELECT path, {sums} FROM {once % ', path'} GROUP BY path")
    judge.same("tokens of a file, each message once", messages_only(in_files), messages_only(told("tokens")))
    # What the other programs print adds up file by file.
    beside = [[whole - part for whole, part in zip(told("tokens")[path], in_files[path])] for path in other]
    got = [sum(column) for column in zip(one(f"SELECT {sums} FROM {once % ''}"), *beside)]
    judge.same("tokens, each message once", got, [stats["tokens"][counter] for counter in COUNTERS])

    used(runlex, engine, judge)

    # tools
    columns = ["tool", "outcome", "session", "agent", "id", "line", "offset", "result_line", "result_offset", "results", "errors",
               "duration_ms", "input_bytes", "result_bytes"]
    named = ", ".join(f'c."{column}"' for column in columns)
    got = rows(f"SELECT path, {named} FROM calls c JOIN files USING (file)")
    judge.same("calls", by_repr(got), by_repr([(call["path"], *(call[key] for key in columns)) for call in calls]))
    got = rows("""SELECT coalesce(tool, '(none)'), count(line), sum(results), sum(errors), count(*) FILTER (outcome = 'unanswered'), count(duration_ms),
                    quantile_disc(duration_ms, 0.5), quantile_disc(duration_ms, 0.95), coalesce(sum(input_bytes), 0), coalesce(sum(result_bytes), 0)
                  FROM calls GROUP BY ALL""")
    keys = ["tool", "calls", "results", "errors", "unanswered", "timed", "median_ms", "p95_ms", "input_bytes", "result_bytes"]
    judge.same("tools", by_repr(got), by_repr([tuple(tool[key] for key in keys) for tool in tools]))
    # `tools` of a file has the calls of messages only.
    event_tools = ["afk", *by_items(engine)]
    got = {name: list(counts) for name, *counts in rows("""
        SELECT coalesce(tool, '(none)'), count(line), sum(results), sum(errors), count(*) FILTER (outcome = 'unanswered')
        FROM calls JOIN files USING (file) WHERE NOT list_has_any(dialects, ?) GROUP BY ALL""", [event_tools])}
    want = defaultdict(lambda: [0] * 4)
    for file in files:
        if not set(event_tools) & set(file["dialects"]):
            for name, counts in file["tools"].items():
                want[name] = [sum + counts[key] for sum, key in zip(want[name], ["calls", "results", "errors", "unanswered"])]
    judge.same("tools of files", got, dict(want))


# Programs whose lines the reports know themselves; all others come as items.
OWN = ("amp", "amp-input", "claude-stream", "claude-transcript", "afk", "unknown")


def by_items(engine):
    """The dialects of the index that come as items, as SQL has a list."""
    found = engine.execute(f"SELECT DISTINCT dialect FROM runs WHERE dialect NOT IN {OWN}").fetchall()
    return tuple(sorted(dialect for (dialect,) in found)) + ("none", "none")


def used(runlex, engine, judge):
    """The view `run_usage` has what `stats` has, and what lines state comes to what their runs used."""
    rows = lambda sql: engine.execute(sql).fetchall()
    sums = ", ".join(f"coalesce(sum({counter}_tokens), 0)" for counter in COUNTERS)
    groups = runlex.read("stats", "--by", "dialect")["groups"]
    told = {group["key"]: [group[counter] for counter in COUNTERS] for group in groups}
    # Copies of Amp's and Claude Code's messages count once there.
    got = {dialect: all for dialect, *all in rows(f"SELECT dialect, {sums} FROM run_usage GROUP BY dialect")}
    others = lambda sums: {dialect: all for dialect, all in sums.items() if dialect not in OWN or dialect == "afk"}
    judge.same("usage by dialect", others(got), {dialect: all for dialect, all in others(told).items() if any(all) or dialect in got})

    # The rules of the pages, over the statements of each run.
    scopes = {"codex-exec": ["thread"], "codex-rollout": ["message", "thread"], "opencode": ["message"]}
    counts = ", ".join(f"coalesce(s.{counter}_tokens, 0)" for counter in COUNTERS)
    stated = defaultdict(list)
    for table, scope, id in (("lines", "'message'", "coalesce(message_id, '') || '/' || coalesce(request_id, '')"), ("stated", "scope", "message_id")):
        for file, run, scope, id, *all in rows(f"""
                SELECT s.file, r.run, {scope}, {id}, s.line, {counts} FROM {table} s ASOF JOIN runs r ON s.file = r.file AND s.line >= r.line
                WHERE r.dialect NOT IN {OWN} AND (s.input_tokens IS NOT NULL OR s.output_tokens IS NOT NULL)"""):
            stated[file, run].append((scope, id, all))
    forks = {file for (file,) in rows("SELECT file FROM lines WHERE type = 'session_meta' GROUP BY file HAVING sum(lines) > 1")}
    for file, path, run, dialect, *want in rows(f"""
            SELECT file, path, run, dialect, {', '.join(f'usage_{counter}_tokens' for counter in COUNTERS)}
            FROM runs JOIN files USING (file) WHERE dialect NOT IN {OWN}"""):
        # What was copied looks like any other line.
        if dialect in scopes and file not in forks and "forked_from" not in pathlib.Path(path).read_text(errors="replace"):
            judge.same(f"what lines state, {path}, run {run}", by_rule(scopes[dialect], stated[file, run]), want)


def by_rule(scopes, stated):
    """What a run used: by the first scope of these that it states anything in."""
    scope = next((scope for scope in scopes if any(scope == other for other, *_ in stated)), None)
    all = sorted((line, id, counts) for other, id, (line, *counts) in stated if other == scope)
    if scope != "thread":
        last = {id if id not in (None, "/") else line: counts for line, id, counts in all}
        return [sum(column) for column in zip(*last.values())] if last else [0] * 4
    calls = {line: counts for other, _, (line, *counts) in stated if other == "call"}
    used, before = [0] * 4, [0] * 4
    for line, _, counts in all:
        falls = any(now < then for now, then in zip(counts, before))
        step = calls.get(line, [0] * 4) if falls else [now - then for now, then in zip(counts, before)]
        used, before = [one + other for one, other in zip(used, step)], counts
    return used


def counters(sums):
    if sums is None:
        return [None] * 4
    return [sums[counter] if sums[counter] <= MOST else None for counter in COUNTERS]


def by_repr(rows):
    return sorted(rows, key=repr)


def millis(text):
    """Milliseconds since 1970 of a time as RFC 3339 has it; none for what is no such time."""
    found = text and re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([Zz])|([+-])(\d\d):(\d\d))", text)
    if not found:
        return None
    *parts, fraction, _, sign, hours, minutes = found.groups()
    try:
        days = (time_date(*map(int, parts[:3])) - time_date(1970, 1, 1)).days
    except ValueError:
        return None
    hour, minute, second = map(int, parts[3:])
    zone = (int(hours) * 60 + int(minutes)) * (-1 if sign == "-" else 1) if sign else 0
    return (((days * 24 + hour) * 60 + minute - zone) * 60 + second) * 1000 + int(((fraction or "") + "000")[:3])


def time_date(year, month, day):
    import datetime
    return datetime.date(year, month, day)


# ---------------------------------------------------------------------------------------------------------------------
# 3. The page: types, and examples
# ---------------------------------------------------------------------------------------------------------------------

DUCKDB = {"INT64": "BIGINT", "UINT64": "UBIGINT", "BOOLEAN": "BOOLEAN", "STRING": "VARCHAR", "LIST of STRING": "VARCHAR[]",
          "TIMESTAMP(MILLIS, UTC)": "TIMESTAMP WITH TIME ZONE"}
ARROW = {"INT64": "int64", "UINT64": "uint64", "BOOLEAN": "bool", "STRING": "string", "LIST of STRING": "list<item: string not null>",
         "TIMESTAMP(MILLIS, UTC)": "timestamp[ms, tz=UTC]"}
POLARS = {"INT64": "Int64", "UINT64": "UInt64", "BOOLEAN": "Boolean", "STRING": "String", "LIST of STRING": "List(String)",
          "TIMESTAMP(MILLIS, UTC)": "Datetime(time_unit='ms', time_zone='UTC')"}


def tables():
    """Name to columns, each with its type and whether it may be null, as the page has them."""
    found = {}
    for part in re.split(r"^### ", PAGE.read_text(encoding="utf-8"), flags=re.M):
        name = re.match(r"`(\w+)`", part)
        columns = re.findall(r"^\| `(\w+)` \| ([^|]+?) \| ([^|]*?) \|", part, flags=re.M)
        if name and columns:
            found[name[1]] = [(column, kind, null == "null") for column, kind, null in columns]
    return found


def has(package):
    return importlib.util.find_spec(package) is not None


def types(runlex, judge):
    engine = runlex.views()
    for table, columns in tables().items():
        got = [(name, kind) for name, kind, *_ in engine.execute(f"DESCRIBE {table}").fetchall()]
        judge.same(f"DuckDB's types of {table}", got, [(name, DUCKDB[kind]) for name, kind, _ in columns])
        for path in sorted(pathlib.Path(runlex.index).glob(f"{table}-*.parquet")):
            if has("pyarrow"):
                import pyarrow.parquet
                got = [(field.name, str(field.type), field.nullable) for field in pyarrow.parquet.read_schema(path)]
                judge.same(f"pyarrow's types of {path.name}", got, [(name, ARROW[kind], null) for name, kind, null in columns])
            if has("polars"):
                import polars
                got = [(name, str(kind)) for name, kind in polars.read_parquet(path, glob=False).schema.items()]
                judge.same(f"Polars' types of {path.name}", got, [(name, POLARS[kind]) for name, kind, _ in columns])


def examples(runlex, judge):
    """Runs the blocks of the page over the index, as `runs.index`. What they print is for people."""
    here = os.getcwd()
    os.chdir(pathlib.Path(runlex.index).parent)
    for language, text in re.findall(r"^```(sql|python)\n(.*?)^```", PAGE.read_text(encoding="utf-8"), flags=re.M | re.S):
        needs = [package for package in ("pyarrow", "polars", "pandas") if re.search(rf"^(import|from) {package}", text, flags=re.M)]
        if language == "python" and not all(map(has, needs)):
            print(f"skipped: no {' or no '.join(needs)} for an example of the page")
            continue
        try:
            if language == "sql":
                runlex.views().execute(text).fetchall()
            else:
                subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True)
            judge.passed += 1
        except Exception as error:
            judge.failed += 1
            print(f"FAILED example of the page:\n{text}{getattr(error, 'stderr', None) or error}")
    os.chdir(here)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    bin, folders = os.path.abspath(sys.argv[1]), sys.argv[2:]
    judge = Judge()
    with tempfile.TemporaryDirectory() as place:
        # A name in which SQL and patterns of paths find something of their own.
        place = pathlib.Path(place).resolve() / "it's [a] *{b,c}?"
        home, index = place / "runs", place / "runs.index"
        files, runlex = Files(folders, home), Runlex(bin, home, index)
        steps = [("first", lambda: files.grow(0)), ("grown", lambda: files.grow(1)), ("whole", lambda: files.grow(2)), ("changed", files.change)]
        for name, step in steps:
            judge.step = name
            step()
            pause()
            told = runlex("index", str(home), "--to", str(index))
            judge.same("files that grew are read on", "read on" in told, name in ("grown", "whole"))
            compare(runlex, judge)
        judge.step = "compacted"
        runlex("index", "compact", str(index))
        compare(runlex, judge)
        types(runlex, judge)
        examples(runlex, judge)
        judge.step = "without a file"
        shutil.rmtree(home)
        home.mkdir()
        (home / "empty.jsonl").touch()
        runlex("index", str(home), "--to", str(index), "--quiet")
        judge.same("rows", runlex.views().execute("SELECT (SELECT count(*) FROM lines), (SELECT count(*) FROM calls)").fetchall(), [(0, 0)])
    print(f"{judge.passed} passed, {judge.failed} failed")
    sys.exit(1 if judge.failed else 0)


if __name__ == "__main__":
    main()
