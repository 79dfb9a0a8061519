"""The blocks of the pages work, and those that answer one question agree."""

import ast
import contextlib
import io
import os
import re
import shutil

import pytest
from conftest import ROOT

import runlex

SPARK = "pyspark"


@pytest.fixture
def here(tmp_path, monkeypatch, command):
    """A folder with ``runs``, and ``runlex`` on the path."""
    shutil.copytree(ROOT / "corpus" / "streams", tmp_path / "runs")
    shutil.copytree(ROOT / "corpus" / "cases", tmp_path / "runs" / "cases")
    monkeypatch.chdir(tmp_path)
    program = os.path.realpath(os.environ.get("RUNLEX_BIN", ROOT / "target" / "release" / "runlex"))
    os.symlink(program, tmp_path / "runlex")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / page).read_text(), re.M | re.S)


def answer(block):
    """What the last expression of a block comes to, as sorted rows of plain values."""
    tree = ast.parse(block)
    last = tree.body.pop()
    assert isinstance(last, ast.Expr)
    names = {}
    exec(compile(tree, "block", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "block", "eval"), names)
    if hasattr(value, "fetchall"):
        rows = value.fetchall()
    elif hasattr(value, "collect") and SPARK in type(value).__module__:
        rows = value.collect()
    elif hasattr(value, "rows"):
        rows = value.rows()
    else:
        rows = value.itertuples(index=False)
    none = lambda cell: None if cell is None or str(cell) in ("<NA>", "nan") else cell  # noqa: E731
    return sorted([tuple(none(cell) for cell in row) for row in rows], key=str)


@pytest.mark.parametrize("block", blocks("python.md"))
def test_python(here, block):
    if "open_index" in block:
        shutil.rmtree(here / "index", ignore_errors=True)
    with contextlib.redirect_stdout(io.StringIO()) as told:
        exec(compile(block, "block", "exec"), {})
    assert told.getvalue()


def test_columns_of_usage(here):
    page = (ROOT / "docs" / "python.md").read_text()
    rows = page.partition("prints:\n\n| Column |")[2].partition("\n\n")[0].splitlines()[2:]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert named == runlex.scan("runs").usage.columns


@pytest.mark.parametrize("question", range(6))
def test_questions(here, question):
    of_question = blocks("sql.md")[4 * question : 4 * question + 4]
    first, *others = [answer(block) for block in of_question if SPARK not in block]
    assert first
    for other in others:
        assert other == first
