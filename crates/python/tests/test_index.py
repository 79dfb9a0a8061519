"""An index says what the command says of it."""

import duckdb
import pyarrow
import pytest

import runlex


def test_index(folder, command, document, tmp_path):
    place = str(tmp_path / "index")
    command("index", folder, "--to", place)
    index = runlex.open_index(place)
    stats = document("stats", "--index", place)
    del stats["elapsed_seconds"]
    assert index.stats() == stats
    duckdb.sql(index.sql())
    for name in ("files", "lines", "tool_calls", "stated", "runs", "faults"):
        table = pyarrow.table(index.table(name))
        assert duckdb.sql(f"SELECT count(*) FROM {name}").fetchall() == [(table.num_rows,)]
    # The same facts as those of a scan, but for how files are named.
    paths = {row["file"]: row["path"] for row in pyarrow.table(index.table("files")).to_pylist()}
    for name in ("lines", "tool_calls", "stated", "runs", "faults"):
        want = [key(row) for row in pyarrow.table(runlex.scan(folder)[name]).to_pylist()]
        rows = pyarrow.table(index.table(name)).to_pylist()
        got = [key({"path": paths[row.pop("file")], **row}) for row in rows]
        assert sorted(got) == sorted(want), name
    assert index.table("runs", columns=["outcome", "run"]).columns == ["outcome", "run"]


def key(row):
    return str({name: value for name, value in row.items() if name not in ("commit", "raw")})


def test_mistakes(tmp_path, stream_folder):
    with pytest.raises(runlex.RunlexError, match="no index is here") as told:
        runlex.open_index(tmp_path / "none")
    assert told.value.kind == "index"
    index = runlex.open_index(stream_folder)
    with pytest.raises(ValueError, match="no table"):
        index.table("x")
    with pytest.raises(ValueError, match="no column"):
        index.table("runs", columns=["x"])


@pytest.fixture
def stream_folder(command, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b'{"type":"result","session_id":"T-1"}\n')
    place = tmp_path / "index"
    command("index", str(tmp_path / "a.jsonl"), "--to", str(place))
    return place
