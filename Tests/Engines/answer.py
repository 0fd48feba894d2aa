"""Answers statements by DuckDB or Spark, for tests that compare them with the filter engine.

    answer.py duckdb|spark

Reads requests as lines of JSON and prints a line for each of them:

    {"tables": [{"name": "t", "columns": [["id", "integer"]], "rows": [[1]]}], "files": true}  ->  {}
    {"statement": "SELECT …", "where": "…", "parameters": [1]}                                 ->  {"keys": [1]}

An error is {"error": "…"}. With "files", tables are read from Parquet with small row groups, whose statistics leave out
NaN. Points in time are microseconds or days since 2000-01-01.
"""

from __future__ import annotations

import base64
import json
import os
import sys
import tempfile
from typing import Any, Iterable

import pyarrow as pa
import pyarrow.parquet as pq

MICROSECONDS_TO_2000 = 946_684_800_000_000
DAYS_TO_2000 = 10_957

# Few, so that the statistics of many groups are those of one number beside NaN.
ROWS_OF_A_GROUP = 2

TYPES: dict[str, pa.DataType] = {
    "integer": pa.int64(),
    "real": pa.float64(),
    "boolean": pa.bool_(),
    "text": pa.string(),
    "bytes": pa.binary(),
    "date": pa.timestamp("us", tz="UTC"),
    "localdate": pa.timestamp("us"),
    "day": pa.date32(),
    "uuid": pa.string(),
    "other": pa.string(),
}


def stored(value: Any, kind: str) -> Any:
    """The value of a cell as pyarrow takes it."""
    if value is None:
        return None
    if kind == "real":
        return float(value)
    if kind == "bytes":
        return base64.b64decode(value)
    if kind in ("date", "localdate"):
        return value + MICROSECONDS_TO_2000
    if kind == "day":
        return value + DAYS_TO_2000
    return value


def column(values: list[Any], kind: str) -> pa.Array:
    """A column; points in time are made of integers, as they can be outside the years of Python."""
    integers = {"date": pa.int64(), "localdate": pa.int64(), "day": pa.int32()}
    cells = [stored(value, kind) for value in values]
    if kind in integers:
        return pa.array(cells, integers[kind]).cast(TYPES[kind])
    return pa.array(cells, TYPES[kind])


def table(description: dict[str, Any]) -> pa.Table:
    """The table of a request."""
    columns = description["columns"]
    cells = list(zip(*description["rows"])) or [[] for _ in columns]
    arrays = [column(list(cells[i]), kind) for i, (_, kind) in enumerate(columns)]
    return pa.Table.from_arrays(arrays, names=[name for name, _ in columns])


def argument(value: Any) -> Any:
    """A parameter as the engines take it."""
    if isinstance(value, dict):
        return base64.b64decode(value["$data"])
    return value


class DuckDB:
    """Statements on tables in memory, or on files."""

    def __init__(self, folder: str) -> None:
        import duckdb

        self.folder = folder
        self.connection = duckdb.connect()
        # A filter must mean the same under any default.
        self.connection.execute("SET default_collation = 'nocase'")
        self.connection.execute("SET TimeZone = 'America/New_York'")

    def create(self, descriptions: list[dict[str, Any]], files: bool) -> None:
        for number, description in enumerate(descriptions):
            name = '"' + description["name"].replace('"', '""') + '"'
            for kind in ("VIEW", "TABLE"):
                try:
                    self.connection.execute(f"DROP {kind} IF EXISTS {name}")
                except Exception:  # the name is of the other kind
                    pass
            rows = table(description)
            uuids = [n for n, kind in description["columns"] if kind == "uuid"]
            casts = "".join(f', CAST("{n}" AS UUID) AS "{n}"' for n in uuids)
            shown = "* EXCLUDE (" + ", ".join(f'"{n}"' for n in uuids) + ")" if uuids else "*"
            if files:
                path = os.path.join(self.folder, f"{number}.parquet")
                pq.write_table(rows, path, row_group_size=ROWS_OF_A_GROUP)
                source = "read_parquet('" + path.replace("'", "''") + "')"
                self.connection.execute(f"CREATE VIEW {name} AS SELECT {shown}{casts} FROM {source}")
            else:
                self.connection.register("arriving", rows)
                self.connection.execute(
                    f"CREATE TABLE {name} AS SELECT {shown}{casts} FROM arriving")
                self.connection.unregister("arriving")

    def keys(self, request: dict[str, Any]) -> list[int]:
        arguments = [argument(value) for value in request["parameters"]]
        return [row[0] for row in self.connection.execute(request["statement"], arguments).fetchall()]


class Spark:
    """Conditions on the first table, in a file."""

    def __init__(self, folder: str) -> None:
        from pyspark.sql import SparkSession

        self.folder = folder
        self.number = 0
        self.session = (
            SparkSession.builder.master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.session.timeZone", "America/New_York")
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.log.level", "OFF")
            .getOrCreate())

    def create(self, descriptions: list[dict[str, Any]], files: bool) -> None:
        self.number += 1
        rows = table(descriptions[0])
        path = os.path.join(self.folder, f"{self.number}.parquet")
        pq.write_table(rows, path, row_group_size=ROWS_OF_A_GROUP)
        frame = self.session.read.parquet(path)
        if not files:
            # Spark's own file has its own statistics.
            again = os.path.join(self.folder, f"{self.number}")
            frame.coalesce(1).write.parquet(again)
            frame = self.session.read.parquet(again)
        self.frame = frame

    def keys(self, request: dict[str, Any]) -> list[int]:
        arguments = [argument(value) for value in request["parameters"]]
        where = (request["where"] or "TRUE").replace("{", "{{").replace("}", "}}")
        found = self.session.sql(
            "SELECT id FROM {df} WHERE " + where, args=arguments, df=self.frame)
        return sorted(row[0] for row in found.collect())


def answers(lines: Iterable[str], engine: DuckDB | Spark) -> Iterable[dict[str, Any]]:
    for line in lines:
        try:
            request = json.loads(line)
            if "tables" in request:
                engine.create(request["tables"], request["files"])
                yield {}
            else:
                yield {"keys": engine.keys(request)}
        except Exception as error:
            yield {"error": f"{type(error).__name__}: {error}"[:2000]}


def main() -> None:
    output = os.fdopen(os.dup(1), "w")
    # What libraries print must not be among the answers.
    os.dup2(2, 1)
    with tempfile.TemporaryDirectory(prefix="frc-engines-") as folder:
        engine = {"duckdb": DuckDB, "spark": Spark}[sys.argv[1]](folder)
        for answer in answers(sys.stdin, engine):
            output.write(json.dumps(answer) + "\n")
            output.flush()


if __name__ == "__main__":
    main()
