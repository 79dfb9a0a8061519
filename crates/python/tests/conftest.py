"""Where the tests find things: the command to compare with (``RUNLEX_BIN``), the corpus, and other people's data (``RUNLEX_DATA``)."""

import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


def folders():
    """Folders of streams, each with its name."""
    found = {name: ROOT / "corpus" / name for name in ("streams", "cases")}
    samples = pathlib.Path(os.environ.get("RUNLEX_DATA", ROOT.parent / "shared")) / "samples"
    if samples.is_dir():
        found["samples"] = samples
    else:
        print(f"skipped: no {samples}")
    return found


@pytest.fixture(params=sorted(folders()))
def folder(request):
    return str(folders()[request.param])


@pytest.fixture(scope="session")
def command():
    """Runs ``runlex`` and reads what it prints."""
    program = os.environ.get("RUNLEX_BIN", str(ROOT / "target" / "release" / "runlex"))

    def run(*args):
        done = subprocess.run([program, *args, "-q"], stdout=subprocess.PIPE, check=False)
        # 3 says that there are faults.
        assert done.returncode in (0, 3), (args, done.returncode)
        return done.stdout

    return run


@pytest.fixture(scope="session")
def document(command):
    """The same as one JSON document."""
    return lambda *args: json.loads(command(*args, "-o", "json"))
