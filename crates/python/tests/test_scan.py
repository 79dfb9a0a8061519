"""Columns, filters, text, errors; nothing leaks, Ctrl-C works, a panic is an exception."""

import gzip
import os
import resource
import signal
import subprocess
import sys
import textwrap
from datetime import datetime, timezone

import pyarrow
import pytest

import runlex

INIT = b'{"type":"system","subtype":"init","session_id":"T-1","cwd":"/w","tools":[],"mcp_servers":[]}\n'
CALL = (
    b'{"type":"assistant","session_id":"T-1","message":{"id":"m1","model":"x","role":"assistant",'
    b'"content":[{"type":"tool_use","id":"c1","name":"Bash","input":{"cmd":"ls"}}],'
    b'"usage":{"input_tokens":3,"output_tokens":5}}}\n'
)
END = b'{"type":"result","subtype":"success","session_id":"T-1","is_error":false,"result":"done"}\n'


@pytest.fixture
def stream(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_bytes(INIT + CALL + b"oops\n" + END)
    return path


def rows(table):
    return pyarrow.table(table).to_pylist()


def test_columns_and_filters(stream):
    scan = runlex.scan(stream, tables=["lines", "runs"], columns={"lines": ["type", "line"], "runs": ["outcome"]})
    assert rows(scan.lines) == [
        {"type": "system", "line": 1},
        {"type": "assistant", "line": 2},
        {"type": None, "line": 3},
        {"type": "result", "line": 4},
    ]
    assert rows(scan["runs"]) == [{"outcome": "ok"}]
    assert list(scan) == ["lines", "runs"] and "lines" in repr(scan) and "type" in repr(scan.lines)

    def numbers(*filters):
        return [row["line"] for row in rows(runlex.scan(stream, tables=["lines"], columns=["line"], filters=filters).lines)]

    assert numbers(("type", "=", "result")) == [4]
    assert numbers(("type", "!=", "result")) == [1, 2, 3]
    assert numbers(("type", "=", None)) == [3]
    assert numbers(("type", "in", ["system", "result"]), ("line", ">", 1)) == [4]
    assert numbers(("type", "not in", ["system", None])) == [2, 4]
    assert numbers(("line", "<=", 2)) == [1, 2]
    assert numbers(("input_tokens", ">=", 3)) == [2]
    assert numbers(("input_tokens", "<", 3)) == []
    assert numbers(("is_error", "=", False)) == [4]
    assert numbers(("time", "<", datetime(2026, 1, 1, tzinfo=timezone.utc))) == []


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"columns": ["x"]}, "no column x"),
        ({"filters": [("x", "=", 1)]}, "no column x"),
        ({"filters": [("line", "~", 1)]}, "no sign"),
        ({"filters": [("line", "=", "1")]}, "INT64"),
        ({"filters": [("line", "=", 1.5)]}, "None, bool, int, str"),
        ({"filters": ["line"]}, "a tuple"),
        ({"tables": ["x"]}, "no table"),
        ({"columns": {"runs": ["line"]}}, "none of the tables"),
        ({"on_error": "x"}, "raise"),
    ],
)
def test_mistakes(stream, wrong, told):
    with pytest.raises((runlex.RunlexError, ValueError, TypeError), match=told):
        runlex.scan(stream, **{"tables": ["lines"], **wrong})


def test_text(stream):
    assert "raw" not in runlex.scan(stream).lines.columns
    raw = [row["raw"] for row in rows(runlex.scan(stream, with_text=True).lines)]
    assert raw == [line.decode() for line in (INIT[:-1], CALL[:-1], b"oops", END[:-1])]


def test_errors(stream, tmp_path):
    whole = gzip.compress(INIT + CALL + END)
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(whole[: len(whole) - 10])
    with pytest.raises(Exception, match="cut.jsonl.gz"):
        rows(runlex.scan(tmp_path).runs)
    table = runlex.scan(tmp_path, on_error="keep").runs
    assert {row["path"] for row in rows(table)} >= {str(stream)}
    [error] = table.errors
    assert (error.path, error.kind) == (str(cut), "file") and error.offset is not None and error.line is not None
    with pytest.raises(runlex.RunlexError) as told:
        runlex.stats(tmp_path)
    assert told.value.path == str(cut)
    assert runlex.stats(tmp_path, on_error="keep")["totals"]["files_with_errors"] == 1
    assert [("error" in file) for file in runlex.check(tmp_path, on_error="keep")["files"]] == [True, False]
    missing = tmp_path / "missing.jsonl"
    with pytest.raises(runlex.RunlexError) as told:
        runlex.check(missing)
    assert told.value.path == str(missing) and told.value.line is None
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(runlex.RunlexError, match="no files"):
        runlex.scan(empty)


def test_a_stream_that_is_not_read_to_its_end(tmp_path):
    path = tmp_path / "long.jsonl"
    path.write_bytes((INIT + CALL + END) * 100_000)
    for _ in range(20):
        reader = pyarrow.RecordBatchReader.from_stream(runlex.scan(path).lines)
        assert reader.read_next_batch().num_rows > 0
        del reader
    assert sum(batch.num_rows for batch in pyarrow.RecordBatchReader.from_stream(runlex.scan(path).lines)) == 300_000


def test_nothing_leaks(stream):
    def resident():
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * resource.getpagesize()

    def some(times):
        for _ in range(times):
            for table in runlex.scan(stream).tables.values():
                rows(table)
            runlex.stats(stream)
            runlex.Decoder().feed(CALL)

    if not os.path.exists("/proc/self/statm"):
        pytest.skip("skipped: no /proc")
    some(100)
    before, threads = resident(), len(os.listdir("/proc/self/task"))
    some(1000)
    assert resident() - before < 8 << 20
    # Those of the last scans may still be ending.
    assert len(os.listdir("/proc/self/task")) <= threads + 16


def test_panic():
    with pytest.raises(BaseException, match="as was asked for"):
        runlex._native._panic()


def test_interrupt(tmp_path):
    # Members of gzip are cheap to repeat, and take long to read.
    path = tmp_path / "long.jsonl.gz"
    path.write_bytes(gzip.compress((INIT + CALL + END) * 50_000, 1) * 400)
    program = textwrap.dedent(
        f"""
        import runlex
        try:
            print("begins", flush=True)
            runlex.stats({str(path)!r})
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begins\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=120)[0] == "interrupted\n"


def test_other_threads_run_meanwhile(tmp_path):
    path = tmp_path / "long.jsonl.gz"
    path.write_bytes(gzip.compress((INIT + CALL + END) * 50_000, 1))
    import threading

    done = threading.Event()
    reading = threading.Thread(target=lambda: (runlex.stats(path), done.set()))
    reading.start()
    turns = 0
    while not done.is_set():
        turns += 1
    reading.join()
    # With the lock held there would be none, or those before it was taken.
    assert turns > 1000


def test_items_are_a_table(stream):
    scan = runlex.scan(stream, with_text=True)
    assert scan.items is scan["items"] is scan.tables["items"] and "items" in scan and len(scan) == len(scan.tables)
    told = rows(scan.items)
    assert [row["kind"] for row in told] == ["session_start", "tool_call", "usage", "fault", "result"]
    assert {row["dialect"] for row in told} == {"amp", None}
    assert (told[1]["tool"], told[1]["input"], told[4]["text"]) == ("Bash", '{"cmd":"ls"}', "done")
    with pytest.raises(AttributeError, match="no table"):
        runlex.scan(stream, tables=["lines"]).items
