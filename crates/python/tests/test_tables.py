"""Every table has the numbers of the command, in every engine."""

import collections
import json
from datetime import datetime, timezone

import duckdb
import pandas
import polars
import pyarrow
import pytest

import runlex


def rows(table):
    return pyarrow.table(table).to_pylist()


def test_lines(folder, document):
    totals = document("stats", folder)["totals"]
    lines = rows(runlex.scan(folder).lines)
    of = lambda what: sum(row["lines"] for row in lines if row["what"] == what)  # noqa: E731
    assert of("event") == totals["events"]
    assert of("blank") == totals["blank"]
    assert sum(row["length"] for row in lines) == totals["bytes"]
    faults = collections.Counter()
    for row in lines:
        if row["fault"]:
            faults[row["fault"]] += row["lines"]
    assert faults == totals["faults"]


def test_faults(folder, document):
    want = [
        (file["path"], fault["line"], fault["kind"], fault["at"])
        for file in document("check", folder)["files"]
        for fault in file["faults"]
    ]
    got = [(row["path"], row["line"], row["kind"], row["at"]) for row in rows(runlex.scan(folder).faults) if row["what"] == "fault"]
    assert sorted(got) == sorted(want)


def test_runs(folder, document):
    want = [
        (run["path"], run["line"], run["dialect"], run["outcome"], run["events"], run["tool_calls"])
        for run in document("ls", folder)["runs"]
    ]
    got = [
        (row["path"], row["line"], row["dialect"], row["outcome"], row["events"], row["tool_calls"])
        for row in rows(runlex.scan(folder).runs)
    ]
    assert sorted(got) == sorted(want)


def as_row(said):
    """An item that ``cat`` prints, with the names and forms of the table."""
    row = {name: said[name] for name in OF_CAT if name in said}
    row |= {flag: said.get(flag, False) for flag in ("delta", "piece", "replay")}
    if said["kind"] == "user_text":
        row["injected"] = said.get("injected", False)
    row |= {f"{name}_tokens": count for name, count in said.get("tokens", {}).items()}
    for name, column in (("name", "tool"), ("num_turns", "turns")):
        if name in said:
            row[column] = said[name]
    if isinstance(said.get("is_error"), bool):
        row["is_error"] = said["is_error"]
    if "duration_ms" in said:
        row["duration_ms"] = int(said["duration_ms"])
    if "timestamp" in said:
        row["time_origin"] = said.get("timestamp_origin", "line")
    return {name: value for name, value in row.items() if value is not None}


OF_CAT = (
    "path line offset dialect kind session agent parent_tool_use_id message_id request_id model block id outcome scope cached reasoned "
    "cost_usd_micros version cwd code what fault at text"
).split()
AS_JSON = ("input", "content", "value")


def test_items(folder, command):
    printed = [json.loads(line) for line in command("cat", "-o", "ndjson", folder).splitlines()]
    table = rows(runlex.scan(folder, with_text=True).items)
    # Rows of a file are in order, and files are in none.
    table.sort(key=lambda row: (row["path"], row["line"], row["item"]))
    printed.sort(key=lambda said: (said["path"], said["line"]))
    assert len(table) == len(printed) > 100
    times = 0
    for row, said in zip(table, printed):
        time = row.pop("time")
        if (text := said.get("timestamp")) and isinstance(text, str) and len(text) == 24 and text.endswith("Z"):
            assert time == datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
            times += 1
        for name in AS_JSON:
            value = row.pop(name)
            assert (value is not None) == (name in said)
            if value is not None:
                assert json.loads(value) == said[name]
                assert row["bytes"] == len(value.encode())
        got = {name: value for name, value in row.items() if value is not None and name not in ("item", "bytes")}
        assert got == as_row(said)
    assert times
    assert [row["item"] for row in table if row["line"] == 1][:1] == [1]


def test_text_of_items(folder):
    table = runlex.scan(folder).items
    assert not {"text", *AS_JSON} & set(table.columns)
    with_text = runlex.scan(folder, with_text=True).items
    assert with_text.columns == [*table.columns, "text", *AS_JSON]
    assert sum(row["bytes"] or 0 for row in rows(table)) == sum(row["bytes"] or 0 for row in rows(with_text))


def test_ranges_of_items(folder):
    for path in {row["path"] for row in rows(runlex.scan(folder, tables=["runs"]).runs)}:
        [*parts] = runlex._native.plan([path], 1500)
        got = []
        for _, _, start, end in parts:
            span = None if end is None else (start, end)
            got += rows(runlex._native.scan([path], "items", range=span))
        line = lambda row: {name: value for name, value in row.items() if name != "line"}  # noqa: E731
        assert list(map(line, got)) == list(map(line, rows(runlex.scan(path).items))), path


def test_usage(folder, document):
    def none(name):
        return None if name == "(none)" else name

    want = [
        (none(group["session"]), none(group["model"]), group["runs"], group["messages"], *tokens(group))
        for group in document("stats", folder, "--by", "session,model")["groups"]
    ]
    got = [
        (row["session"], row["model"], row["runs"], row["messages"], *tokens(row, "_tokens"))
        for row in rows(runlex.scan(folder).usage)
    ]
    by_text = lambda row: [str(value) for value in row]  # noqa: E731
    assert sorted(got, key=by_text) == sorted(want, key=by_text)


def tokens(group, end=""):
    return [group[name + end] for name in ("input", "cache_creation", "cache_read", "output", "reasoning")]


def test_documents(folder, document):
    stats = document("stats", folder)
    del stats["elapsed_seconds"]
    assert runlex.stats(folder) == stats
    assert runlex.check(folder) == document("check", folder)


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_threads(folder, threads):
    for name, table in runlex.scan(folder, threads=threads).tables.items():
        in_order = lambda rows: sorted(rows, key=str)  # noqa: E731
        assert in_order(rows(table)) == in_order(rows(runlex.scan(folder, threads=1)[name])), name


def test_engines(folder):
    scan = runlex.scan(folder)
    for name, table in scan.tables.items():
        want = pyarrow.table(table)
        rows_of_it = table  # noqa: F841, found by its name
        assert polars.DataFrame(table).to_arrow().num_rows == want.num_rows, name
        reader = pyarrow.RecordBatchReader.from_stream(table)
        assert sum(batch.num_rows for batch in reader) == want.num_rows, name
        assert duckdb.sql("SELECT count(*) FROM rows_of_it").fetchall() == [(want.num_rows,)], name
        assert len(want.to_pandas(types_mapper=pandas.ArrowDtype)) == want.num_rows, name
        assert table.columns == want.schema.names == pyarrow.schema(table).names, name
