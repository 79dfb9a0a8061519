"""Spark gives the numbers of the command, however files are cut, and when an executor dies.

Two executors are processes of their own, on this machine. Needs Java, ``pyspark`` and ``pyarrow``; skipped with a line without them.
"""

import collections
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

pyspark = pytest.importorskip("pyspark", reason="skipped: no pyspark")
if not shutil.which("java"):
    pytest.skip("skipped: no java", allow_module_level=True)

import pyarrow  # noqa: E402
from conftest import folders  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402
from test_docs import SPARK, answer, blocks, here  # noqa: E402, F401

import runlex  # noqa: E402
import runlex.spark  # noqa: E402

CUTS = {"1 MB": 1_000_000, "7 MB": 7_000_000, "64 MiB": 64 << 20}


@pytest.fixture(scope="session")
def spark():
    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", SPARK_LOCAL_HOSTNAME="localhost", PYSPARK_PYTHON=sys.executable)
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "4",
        "spark.log.level": "ERROR",
        # For the test that kills one.
        "spark.task.maxFailures": "8",
    }
    builder = SparkSession.builder.master("local-cluster[2,1,1024]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    runlex.spark.register(session)
    yield session
    session.stop()


@pytest.fixture(scope="session")
def large(tmp_path_factory):
    """100 MB that ``RUNLEX_TESTGEN`` writes, and what is small."""
    place = tmp_path_factory.mktemp("large")
    program = os.environ.get("RUNLEX_TESTGEN")
    if program:
        for shape in ("amp", "transcript"):
            subprocess.run([program, "--shape", shape, "--bytes", "50M", "--out", place / f"{shape}.jsonl"], check=True)
    else:
        print("skipped: no RUNLEX_TESTGEN, so nothing large is read")
    for name, folder in folders().items():
        shutil.copytree(folder, place / name)
    # Runs of all programs behind each other, in a file that is cut.
    streams = [path.read_bytes() for path in sorted((place / "streams").glob("*/*.jsonl"))]
    joined = b"".join(stream if stream.endswith(b"\n") else stream + b"\n" for stream in streams)
    (place / "joined.jsonl").write_bytes(joined * (15_000_000 // len(joined)))
    subprocess.run(["gzip", "-k", place / "streams" / "amp" / "amp-simple.jsonl"], check=True)
    return str(place)


def load(spark, path, table, size):
    return spark.read.format("runlex").option("table", table).option("bytes", size).load(path)


def rows(frame):
    return sorted(str(tuple(row)) for row in frame.collect())


def want(table):
    """The same rows as they come without Spark."""
    table = pyarrow.table(table)
    table = table.cast(pyarrow.schema(runlex.spark._for_spark(field) for field in table.schema))
    return table.to_pylist()


@pytest.mark.parametrize("size", CUTS.values(), ids=CUTS)
def test_numbers(spark, large, document, size):
    totals = document("stats", large)["totals"]
    lines = load(spark, large, "lines", size)
    counted = {row["what"]: row["lines"] for row in lines.groupBy("what").agg({"lines": "sum"}).withColumnRenamed("sum(lines)", "lines").collect()}
    assert counted == {"event": totals["events"], "blank": totals["blank"], "fault": sum(totals["faults"].values())}
    calls = load(spark, large, "tool_calls", size).groupBy("what").count().collect()
    assert dict(map(tuple, calls)).keys() == {"call", "result"}
    parts = load(spark, large, "parts", size).cache()
    usage = runlex.spark.usage(parts)
    assert rows(usage) == sorted(str(tuple(row.values())) for row in want(runlex.scan(large).usage))
    ended = runlex.spark.runs(parts).groupBy("outcome").count().collect()
    assert dict(map(tuple, ended)) == {name: count for name, count in totals["runs"].items() if count}
    parts.unpersist()


def test_rows(spark, large):
    """Whole rows of small files, each of which is a part."""
    for folder in folders().values():
        folder = str(folder)
        for name in ("lines", "items", "tool_calls", "stated", "faults"):
            got = [row.asDict() for row in load(spark, folder, name, 64 << 20).collect()]
            for row in got:
                assert row.pop("part") == 0 and row.pop("file") >= 0
            told = lambda rows: sorted(str({key: str(value)[:19] for key, value in row.items() if key != "time"}) for row in rows)  # noqa: E731
            assert told(got) == told(want(runlex.scan(folder)[name])), (folder, name)
        runs = [row.asDict() for row in runlex.spark.runs(load(spark, folder, "parts", 50_000)).collect()]
        plain = lambda row: {key: str(value) for key, value in row.items() if key not in ("started", "ended")}  # noqa: E731
        assert sorted(map(str, map(plain, runs))) == sorted(map(str, map(plain, want(runlex.scan(folder).runs))))


@pytest.mark.parametrize("size", [1_000_000, 7_000_000], ids=["1 MB", "7 MB"])
def test_items(spark, large, command, size):
    """Sums over what ``cat`` prints, of each file and kind: of files that are cut, and of runs that go on behind a cut."""
    keys = ["path", "dialect", "kind", "session", "replay"]
    want = collections.Counter()
    for line in command("cat", "-o", "ndjson", large).splitlines():
        item = json.loads(line)
        of = tuple(item.get(key, False if key == "replay" else None) for key in keys)
        want[of, "rows"] += 1
        want[of, "offsets"] += item["offset"]
        want[of, "output"] += item.get("tokens", {}).get("output") or 0
    frame = load(spark, large, "items", size)
    assert max(row["part"] for row in frame.select("part").distinct().collect()) > size
    got = collections.Counter()
    for row in frame.groupBy(keys).agg({"*": "count", "offset": "sum", "output_tokens": "sum"}).collect():
        of = tuple(row[key] for key in keys)
        got[of, "rows"] += row["count(1)"]
        got[of, "offsets"] += row["sum(offset)"]
        got[of, "output"] += row["sum(output_tokens)"] or 0
    assert got == want


def test_columns(spark, large):
    frame = spark.read.format("runlex").option("table", "lines").option("columns", "type, file").load(large)
    assert frame.schema.names == ["type", "file"]
    assert frame.count() == load(spark, large, "lines", 64 << 20).count()
    frame = spark.read.format("runlex").schema("line bigint").option("table", "lines").load(large)
    assert frame.agg({"line": "max"}).collect()[0][0] > 0


def test_mistakes(spark, large, tmp_path):
    for options, told in [
        ({"table": "x"}, "no table"),
        ({"table": "runs"}, "runlex.spark.runs"),
        ({"table": "lines", "columns": "x"}, "no column"),
    ]:
        with pytest.raises(Exception, match=told):
            spark.read.format("runlex").options(**options).load(large).count()
    with pytest.raises(Exception, match="no such file"):
        load(spark, str(tmp_path / "*.jsonl"), "lines", 1000).count()


@pytest.mark.skipif(not hasattr(os, "getpgid"), reason="skipped: no processes to kill here")
def test_a_dying_executor(spark, large, document):
    def executors():
        listed = subprocess.run(["pgrep", "-f", "CoarseGrainedExecutorBackend"], stdout=subprocess.PIPE, text=True, check=False)
        return [int(line) for line in listed.stdout.split()]

    victims = executors()
    assert victims, "there are executors"
    parts = load(spark, large, "parts", 200_000)

    def kill():
        time.sleep(1)
        os.kill(victims[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    got = rows(runlex.spark.usage(parts))
    killer.join()
    assert victims[0] not in executors()
    assert got == sorted(str(tuple(row.values())) for row in want(runlex.scan(large).usage))


def absolute(block, place):
    """Spark has begun in another folder."""
    return block.replace('"runs"', repr(str(place / "runs")))


@pytest.mark.parametrize("question", range(6))
def test_questions(spark, here, question):  # noqa: F811
    of_question = blocks("sql.md")[4 * question : 4 * question + 4]
    [in_spark] = [block for block in of_question if SPARK in block]
    first = next(block for block in of_question if "duckdb" in block)
    assert answer(absolute(in_spark, here)) == answer(absolute(first, here))


@pytest.mark.parametrize("block", blocks("spark.md"))
def test_page(spark, here, block, capsys):  # noqa: F811
    exec(compile(absolute(block, here), "block", "exec"), {})
    assert capsys.readouterr().out
