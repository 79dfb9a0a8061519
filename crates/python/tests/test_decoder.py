"""A live stream says what ``runlex cat`` prints of it, however it is cut."""

import json
import pathlib

import pytest
from conftest import ROOT

import runlex

STREAMS = sorted(path for path in (ROOT / "corpus" / "streams").rglob("*.jsonl") if b"\r\x00" not in path.read_bytes())


def decoded(data, size):
    decoder = runlex.Decoder()
    items = []
    for start in range(0, len(data), size):
        items += decoder.feed(data[start : start + size])
    return items + decoder.finish()


@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.name)
def test_cuts(path: pathlib.Path):
    data = path.read_bytes()
    whole = decoded(data, len(data) or 1)
    for size in (1, 7, 64, 4096):
        assert decoded(data, size) == whole


@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.name)
def test_cat(path: pathlib.Path, command):
    # The command has the first lines of a run wait until one tells whose it is; a stream that is read live cannot.
    want = [json.loads(line) for line in command("cat", str(path), "-o", "ndjson").splitlines()]
    for item in want:
        del item["v"], item["path"]
    got = decoded(path.read_bytes(), 4096)
    if len(got) == len(want):
        differs = [at for at, (one, other) in enumerate(zip(got, want)) if one != other]
        undecided = [at for at, item in enumerate(got) if item.get("dialect") == "unknown"]
        assert set(differs) <= set(undecided)
    else:
        assert any(item.get("dialect") == "unknown" for item in got)


def test_use():
    decoder = runlex.Decoder("amp")
    assert decoder.dialect == "amp"
    assert decoder.feed(b'{"type":"resu') == [] and decoder.pending == 13
    [item] = decoder.feed(b'lt"}\noops')
    assert (item["kind"], item["line"], decoder.pending) == ("result", 1, 4)
    [fault] = decoder.finish()
    assert (fault["kind"], fault["fault"], fault["line"], fault["at"]) == ("fault", "noise", 2, 18)
    with pytest.raises(ValueError, match="ended"):
        decoder.feed(b"x")
    with pytest.raises(ValueError, match="no dialect"):
        runlex.Decoder("x")


def test_lone_surrogates():
    line = b'{"type":"assistant","session_id":"T-1","message":{"content":[{"type":"text","text":"a\\ud83db"}]}}\n'
    assert runlex.Decoder().feed(line)[0]["text"] == "a\ufffdb"


def test_a_session_of_an_unknown_program():
    [item] = runlex.Decoder().feed(b'{"thread_id":"t","a":1}\n')
    assert (item["dialect"], item["session"]) == ("unknown", "t")
