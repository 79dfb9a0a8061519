"""Runs on many machines: a Spark 4 data source over the same tables.

::

    import runlex.spark
    runlex.spark.register(spark)
    lines = spark.read.format("runlex").option("table", "lines").load("/archive/*.jsonl*")

Plain files are read in parts of 64 MiB, each by one task, cut at newlines within the scan; small files are read together, compressed ones are one
part each. Nothing is
collected to the driver, which looks only for files and their sizes: every worker must see the same paths.

=======================  ====================================================================================================
``table``                rows
=======================  ====================================================================================================
``lines``                as :func:`runlex.scan` has them, without text
``items``                the same; the dialect is that of the run, also of one that began in a part before
``tool_calls``           the same
``stated``               the same
``faults``               the same
``parts`` (the default)  one for each part, with the state of the fold over it: for :func:`runs` and :func:`usage`
=======================  ====================================================================================================

Counters are signed, null beyond 63 bits; times are of microseconds. The columns ``file`` (its number in the order of all files) and ``part`` (the offset of its part) stand before the others; ``line`` counts
from the part's first line. What crosses parts, an open run or a message that is told twice, is known when they are put together:
:func:`runs` and :func:`usage` do that in operators of Spark, to the numbers of the command.

Options: ``table``; ``bytes``, of a part; ``columns``, by their names with commas between. Only what is asked for is handed over: name the
columns, since Spark asks a source of Python for all. A path that is relative is one of the folder in which Spark was started.
"""

from __future__ import annotations

import glob
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow
import pyarrow.compute as compute
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from . import TABLES, _native

__all__ = ["RunlexSource", "register", "runs", "usage"]

#: Bytes of a part, unless the option ``bytes`` says otherwise.
PART = 64 << 20
_MOST = (1 << 63) - 1

_PLACE = [pyarrow.field("file", pyarrow.int64(), nullable=False), pyarrow.field("part", pyarrow.int64(), nullable=False)]
_PARTS = pyarrow.schema(
    [
        pyarrow.field("file", pyarrow.int64(), nullable=False),
        pyarrow.field("part", pyarrow.int64(), nullable=False),
        pyarrow.field("path", pyarrow.string(), nullable=False),
        pyarrow.field("state", pyarrow.binary(), nullable=False),
    ]
)
_OF_LINES = ("lines", "items", "tool_calls", "stated", "faults")


def register(spark: SparkSession) -> None:
    """Makes the format ``runlex`` known to a session."""
    spark.dataSource.register(RunlexSource)


@dataclass
class _Part:
    file: int
    path: str
    start: int
    end: int | None

    def bytes(self) -> int:
        return os.path.getsize(self.path) if self.end is None else self.end - self.start


class _Task(InputPartition):
    """What one task reads: a part of a large file, or several small files."""

    def __init__(self, parts: list[_Part]) -> None:
        self.parts = parts


class RunlexSource(DataSource):
    """The format ``runlex``."""

    @classmethod
    def name(cls) -> str:
        return "runlex"

    def schema(self) -> StructType:
        return from_arrow_schema(_schema(self.options))

    def reader(self, schema: StructType) -> DataSourceReader:
        return _Reader(self.options, schema)


def _table(options: dict[str, str]) -> str:
    name = options.get("table", "parts")
    if name != "parts" and name not in _OF_LINES:
        known = ", ".join((*_OF_LINES, "parts"))
        hint = " (runlex.spark.runs and runlex.spark.usage make these of parts)" if name in TABLES else ""
        raise ValueError(f"there is no table {name!r} by parts{hint}; there are {known}")
    return name


def _schema(options: dict[str, str]) -> pyarrow.Schema:
    """Of all columns that the options ask for."""
    name = _table(options)
    if name == "parts":
        return _PARTS
    schema = pyarrow.schema([*_PLACE, *_schema_of(name)])
    wanted = options.get("columns")
    return schema if wanted is None else _chosen(schema, [column.strip() for column in wanted.split(",")])


def _schema_of(table: str) -> pyarrow.Schema:
    """Of a table of a scan, as Spark has it: it knows no numbers of 64 bits without a sign, and counts microseconds."""
    # Of any file: the columns are those of the table.
    return pyarrow.schema(_for_spark(field) for field in pyarrow.schema(_native.scan([os.devnull], table)))


def _for_spark(field: pyarrow.Field) -> pyarrow.Field:
    if field.type == pyarrow.uint64():
        return pyarrow.field(field.name, pyarrow.int64(), nullable=field.nullable)
    if pyarrow.types.is_timestamp(field.type):
        return pyarrow.field(field.name, pyarrow.timestamp("us", "UTC"), nullable=field.nullable)
    return field


def _cast(values: pyarrow.Array, field: pyarrow.Field) -> pyarrow.Array:
    if values.type == pyarrow.uint64():
        values = compute.if_else(compute.less_equal(values, _MOST), values, None)
    return values.cast(field.type)


def _batches(table: Any, schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    for batch in pyarrow.RecordBatchReader.from_stream(table):
        arrays = [_cast(batch.column(field.name), field) for field in schema]
        yield pyarrow.RecordBatch.from_arrays(arrays, schema=schema)


def _chosen(schema: pyarrow.Schema, names: list[str]) -> pyarrow.Schema:
    if other := [name for name in names if name not in schema.names]:
        raise ValueError(f"there is no column {other[0]!r}; there are {', '.join(schema.names)}")
    return pyarrow.schema([schema.field(name) for name in names])


class _Reader(DataSourceReader):
    def __init__(self, options: dict[str, str], schema: StructType) -> None:
        self.table = _table(options)
        # Who reads with a schema of their own, of some columns, need not say which are never null.
        known = _chosen(_schema(_without_columns(options)), schema.names)
        self.schema = pyarrow.schema(field.with_nullable(schema[field.name].nullable) for field in known)
        self.bytes = int(options.get("bytes", PART))
        self.pattern = options.get("path")
        if self.pattern is None:
            raise ValueError("name the files: .load(PATH)")
        # Ids are hashed alike in all parts, and by nobody else.
        self.key = secrets.randbits(64)

    def partitions(self) -> list[InputPartition]:
        paths = glob.glob(self.pattern, recursive=True) if glob.has_magic(self.pattern) else [self.pattern]
        if not paths:
            raise FileNotFoundError(f"{self.pattern}: there is no such file")
        paths = [os.path.abspath(path) for path in paths]
        tasks: list[InputPartition] = []
        waiting: list[_Part] = []
        left = self.bytes
        for part in (_Part(*part) for part in _native.plan(sorted(paths), self.bytes)):
            left -= part.bytes()
            if left < 0 and waiting:
                tasks.append(_Task(waiting))
                waiting, left = [], self.bytes - part.bytes()
            waiting.append(part)
        return [*tasks, _Task(waiting)]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        assert isinstance(partition, _Task)
        for part in partition.parts:
            yield from self._states(part) if self.table == "parts" else self._rows(part)

    def _states(self, part: _Part) -> Iterator[pyarrow.RecordBatch]:
        state = _native.report(part.path, part.start, part.end, self.key)
        row = {"file": part.file, "part": part.start, "path": part.path, "state": state}
        yield pyarrow.RecordBatch.from_pylist([row], schema=_PARTS).select(self.schema.names)

    def _rows(self, part: _Part) -> Iterator[pyarrow.RecordBatch]:
        place = {"file": part.file, "part": part.start}
        own = pyarrow.schema(field for field in self.schema if field.name not in place)
        if not own.names:
            # There are still as many rows.
            own = _chosen(_schema_of(self.table), ["line"])
        span = None if part.end is None else (part.start, part.end)
        table = _native.scan([part.path], self.table, threads=1, columns=own.names, range=span)
        for batch in _batches(table, own):
            arrays = [
                pyarrow.array([place[name]] * batch.num_rows, pyarrow.int64()) if name in place else batch.column(name)
                for name in self.schema.names
            ]
            yield pyarrow.RecordBatch.from_arrays(arrays, schema=self.schema)


def _without_columns(options: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in options.items() if name != "columns"}


def _files(parts: DataFrame) -> DataFrame:
    """The state of each whole file: its parts in their order, put together by one task."""

    def merge(table: pyarrow.Table) -> pyarrow.Table:
        table = table.sort_by("part")
        first = table.slice(0, 1).to_pylist()[0]
        first["state"] = _native.merge(table.column("state").to_pylist())
        return pyarrow.Table.from_pylist([first], schema=_PARTS)

    return parts.groupBy("file").applyInArrow(merge, from_arrow_schema(_PARTS))


def runs(parts: DataFrame) -> DataFrame:
    """The table ``runs`` of :func:`runlex.scan`, of rows of ``parts``: a run that lies in several parts is one."""

    def finish(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for row in batch.to_pylist():
                yield from _batches(_native.runs(row["path"], row["state"]), schema)

    schema = _schema_of("runs")
    return _files(parts).mapInArrow(finish, from_arrow_schema(schema))


def usage(parts: DataFrame) -> DataFrame:
    """The table ``usage`` of :func:`runlex.scan`, of rows of ``parts``: a message counts once over all files, so that one task has the
    sums of all; the files are put together by many before."""

    def finish(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        states = (state for batch in batches for state in batch.column("state").to_pylist())
        yield from _batches(_native.usage(states), schema)

    schema = _schema_of("usage")
    whole = _files(parts).repartition(1).sortWithinPartitions("file")
    return whole.mapInArrow(finish, from_arrow_schema(schema))
