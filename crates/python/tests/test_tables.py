"""Every table has the numbers of the command, in every engine."""

import collections

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
    for name, table in runlex.scan(folder, threads=threads).items():
        in_order = lambda rows: sorted(rows, key=str)  # noqa: E731
        assert in_order(rows(table)) == in_order(rows(runlex.scan(folder, threads=1)[name])), name


def test_engines(folder):
    scan = runlex.scan(folder)
    for name, table in scan.items():
        want = pyarrow.table(table)
        rows_of_it = table  # noqa: F841, found by its name
        assert polars.DataFrame(table).to_arrow().num_rows == want.num_rows, name
        reader = pyarrow.RecordBatchReader.from_stream(table)
        assert sum(batch.num_rows for batch in reader) == want.num_rows, name
        assert duckdb.sql("SELECT count(*) FROM rows_of_it").fetchall() == [(want.num_rows,)], name
        assert len(want.to_pandas(types_mapper=pandas.ArrowDtype)) == want.num_rows, name
        assert table.columns == want.schema.names == pyarrow.schema(table).names, name
