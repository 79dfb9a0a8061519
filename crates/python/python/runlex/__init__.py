"""Facts of coding agents' runs: what is in the JSON lines that Amp, Claude Code, AFK, Codex and others print or keep.

Which one do I need?

=====================================  =============================================================
you want                               take
=====================================  =============================================================
rows of lines, calls, runs, faults     :func:`scan`, for Polars, DuckDB, pandas, pyarrow
what the lines say, item by item       :func:`scan`, its table ``items``
tokens per session and model           :func:`scan`, its table ``usage``
sums of everything, as ``stats`` does  :func:`stats`
what is broken, and where              :func:`check`
questions to an index                  :func:`open_index`
a live stream, piece by piece          :class:`Decoder`
many machines                          :mod:`runlex.spark`
=====================================  =============================================================

Files are read by threads of their own without the Python lock, and Ctrl-C ends every call.
"""

from __future__ import annotations

import json as _json
import os as _os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Union

from . import _native
from ._native import RunlexError, Table

__all__ = ["Decoder", "Index", "RunlexError", "Scan", "Table", "check", "open_index", "scan", "stats"]

Paths = Union[str, "_os.PathLike[str]", Sequence[Union[str, "_os.PathLike[str]"]]]

#: The tables of a scan, in order.
TABLES: tuple[str, ...] = tuple(_native.tables())


def _list(paths: Paths) -> list[str]:
    if isinstance(paths, (str, _os.PathLike)):
        paths = [paths]
    return [_os.fspath(path) for path in paths]


class Scan:
    """Tables by name, also as attributes: ``scan["runs"]`` and ``scan.runs``. ``scan.tables`` has all of them as a dict; ``scan.items`` is the
    table of that name, so that this is no mapping itself.

    Nothing is read yet. Each time the rows of a table are taken, the files are read for it.
    """

    #: All tables, by name.
    tables: dict[str, Table]

    def __init__(self, tables: dict[str, Table]) -> None:
        self.tables = tables

    def __getitem__(self, name: str) -> Table:
        return self.tables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def __len__(self) -> int:
        return len(self.tables)

    def __getattr__(self, name: str) -> Table:
        tables = self.__dict__.get("tables", {})
        if name in tables:
            return tables[name]
        raise AttributeError(f"there is no table {name!r} here; there are {', '.join(tables)}")

    def __repr__(self) -> str:
        return f"<runlex.Scan: {', '.join(self.tables)}>"


def scan(
    paths: Paths,
    *,
    threads: int = 0,
    tables: Sequence[str] = TABLES,
    columns: Sequence[str] | Mapping[str, Sequence[str]] | None = None,
    filters: Sequence[tuple[str, str, Any]] | Mapping[str, Sequence[tuple[str, str, Any]]] | None = None,
    with_text: bool = False,
    on_error: str = "raise",
) -> Scan:
    """Tables of files and of the files in folders. ``docs/python.md`` has every column.

    :param threads: how many read; 0 for as many as the machine can run, but not more than 8.
    :param tables: which tables are wanted: ``lines``, ``items``, ``tool_calls``, ``stated``, ``runs``, ``faults``, ``usage``.
    :param columns: which columns, in this order; of several tables a dict by table. All by default.
    :param filters: tuples of column, sign and value, all of which a row must meet, such as ``("outcome", "!=", "ok")``; of several tables
        a dict by table. Signs are ``= != < <= > >=``, ``in`` and ``not in``.
    :param with_text: whether there are the columns with what people and programs wrote: ``raw`` of ``lines``; ``text``, ``input``, ``content`` and
        ``value`` of ``items``, the last three as JSON.
    :param on_error: what happens where a file cannot be read to its end: ``"raise"`` ends the stream with an error, ``"keep"`` goes on
        and lists it in ``errors`` of the table.
    :returns: objects that hand rows over by ``__arrow_c_stream__``, batch by batch: rows of one file in order, of several files side by side.
    :raises RunlexError: if there is nothing to read, or no such column.
    """
    keep_errors = _keeps(on_error)
    names = list(tables)

    def of(what: Any, name: str) -> Any:
        if isinstance(what, Mapping):
            if other := set(what) - set(names):
                raise ValueError(f"{', '.join(sorted(other))} is none of the tables {', '.join(names)}")
            return what.get(name)
        return what

    made = {}
    for name in names:
        chosen, filtered = of(columns, name), of(filters, name)
        made[name] = _native.scan(
            _list(paths),
            name,
            threads=threads,
            columns=None if chosen is None else list(chosen),
            filters=None if filtered is None else list(filtered),
            with_text=with_text,
            keep_errors=keep_errors,
        )
    return Scan(made)


def _keeps(on_error: str) -> bool:
    if on_error not in ("raise", "keep"):
        raise ValueError(f'on_error is "raise" or "keep", and not {on_error!r}')
    return on_error == "keep"


def stats(paths: Paths, *, threads: int = 0, on_error: str = "raise") -> dict[str, Any]:
    """Sums over files: the document of ``runlex stats -o json``, without ``elapsed_seconds``.

    :raises RunlexError: if a file cannot be read to its end; with ``on_error="keep"`` it counts in ``files_with_errors``.
    """
    return _json.loads(_native.stats(_list(paths), threads=threads, keep_errors=_keeps(on_error)))


def check(paths: Paths, *, threads: int = 0, on_error: str = "raise") -> dict[str, Any]:
    """The report of each file: the document of ``runlex check -o json``.

    :raises RunlexError: if a file cannot be read to its end; with ``on_error="keep"`` its entry has ``error``.
    """
    return _json.loads(_native.check(_list(paths), threads=threads, keep_errors=_keeps(on_error)))


class Index:
    """An index, as its last commit left it. :func:`open_index` opens one."""

    def __init__(self, native: _native.Index) -> None:
        self._native = native

    def stats(self) -> dict[str, Any]:
        """The document of ``runlex stats --index DIR -o json``, without ``elapsed_seconds``. Loads what the commit summed up."""
        return _json.loads(self._native.stats())

    def table(self, name: str, *, columns: Sequence[str] | None = None) -> Table:
        """The rows of a table that count: ``files``, ``lines``, ``tool_calls``, ``stated``, ``runs``, ``faults``, as ``docs/index-format.md`` has them.
        Rows of a file are in order; files are in none."""
        return self._native.table(name, columns=None if columns is None else list(columns))

    def sql(self) -> str:
        """SQL for DuckDB that makes a view of each table, and ``calls``. The next commit may remove the files that it names."""
        return self._native.sql()


def open_index(folder: str | _os.PathLike[str]) -> Index:
    """Opens the index in a folder, which ``runlex index`` made.

    :raises RunlexError: if there is none, or it is damaged or of another version.
    """
    return Index(_native.Index(_os.fspath(folder)))


class Decoder:
    """Bytes of a live stream, as they come, to what they say.

    >>> decoder = Decoder()
    >>> decoder.feed(b'{"type":"result","session_id":"T-1","is_er')
    []
    >>> [item] = decoder.feed(b'ror":false}\\n')
    >>> item["kind"], item["outcome"], item["line"]
    ('result', 'ok', 1)

    :param dialect: the dialect, if it is known before a line tells; one of ``runlex cat``'s.
    """

    def __init__(self, dialect: str | None = None) -> None:
        self._native = _native.Decoder(dialect)

    def feed(self, chunk: bytes) -> list[dict[str, Any]]:
        """The items of the lines that ``chunk`` ends: dicts as ``runlex cat`` prints them (``docs/items.md``), without ``v`` and ``path``;
        broken lines are items of kind ``fault``. Chunks may be of any size."""
        return _json.loads(self._native.feed(chunk))

    def finish(self) -> list[dict[str, Any]]:
        """The stream has ended: the items of a last line without a newline."""
        return _json.loads(self._native.finish())

    @property
    def dialect(self) -> str | None:
        """The dialect that the stream told last."""
        return self._native.dialect

    @property
    def pending(self) -> int:
        """Bytes of the line that has not ended yet."""
        return self._native.pending
