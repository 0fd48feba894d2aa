"""Measures the samples for Spark and DuckDB beside the same work without a filter text.

    .build-search-engines/venv/bin/python Tests/Engines/measure.py .build/release/frc-query [MEGABYTES]

Writes the data to a temporary folder: 500 MB of JSON, about as much Parquet, and 5,000,000 rows for DuckDB. Each figure
is the median of five rounds, of which each runs every way once.

- Spark: a condition that it tests by itself, beside its own `where`. At most 1.2.
- Spark: a residual on all rows, beside an identity by `mapInArrow`. At most 1.5.
- DuckDB: the condition of a filter that it tests by itself, beside the same SQL by hand. At most 1.1. The sample starts a
  process besides, in some 20 ms.
- DuckDB: a comparison of doubles, beside SQL that does not look for NaN. No limit.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "samples" / "spark"), str(ROOT / "samples" / "duckdb")]

ROUNDS = 5
RESIDUALS = {"arithmetic": "age * 2 > 194", "text": "name CONTAINS[cd] 'ZOE 77' OR age * 2 > 194"}
PUSHED = "age > 60 AND id != 7"
EXACT = "age > 30 AND city != 'Oslo'"
BY_HAND = "SELECT * FROM people WHERE age > 30 AND (city <> 'Oslo' OR city IS NULL)"


def medians(ways: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """The median time of each way, after one round that is not counted."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    for round_ in range(ROUNDS + 1):
        for name, way in ways.items():
            start = time.perf_counter()
            way()
            if round_ > 0:
                times[name].append(time.perf_counter() - start)
    return {name: statistics.median(list_) for name, list_ in times.items()}


def report(title: str, found: dict[str, float], most: float) -> bool:
    """Prints the times, and the ratio of each to the first."""
    (peer, base), *others = found.items()
    figures = ", ".join(f"{name} {seconds:.2f} s, ratio {seconds / base:.2f}" for name, seconds in others)
    print(f"{title}: {peer} {base:.2f} s, {figures}, at most {most}", flush=True)
    return all(seconds <= most * base for _, seconds in others)


def identity(batches: Iterator[Any]) -> Iterator[Any]:
    yield from batches


def consume(rows: Any) -> None:
    """Runs a job that needs all columns of all rows, and writes nothing."""
    rows.write.format("noop").mode("overwrite").save()


def measure_spark(program: str, folder: Path, megabytes: float) -> bool:
    from frc_filter import filtered
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "4g")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    # A row has about 145 bytes of JSON. Each name holds an accent, so that Spark alone rules out no row.
    people = spark.range(0, int(megabytes * 1e6 / 145), 1, 4).selectExpr(
        "id", "CAST(id % 99 AS INT) AS age", "element_at(array('Oslo', 'Bergen', 'Tromsø'), CAST(id % 3 + 1 AS INT)) AS city",
        "id / 7 AS score", "concat('Zoé ', id, ' ', sha1(CAST(id AS STRING))) AS name", "timestamp_micros(id * 1000000) AS joined",
    )  # fmt: skip
    people.write.json(str(folder / "people.json"))
    people.write.option("compression", "none").parquet(str(folder / "people.parquet"))
    passed = True
    for form in ("json", "parquet"):
        rows = spark.read.schema(people.schema).format(form).load(str(folder / f"people.{form}"))
        found = medians(
            {
                "where": lambda: consume(rows.where("age > 60 AND (id <> 7 OR id IS NULL)")),
                "condition": lambda: consume(filtered(rows, PUSHED, program=program)),
            }
        )
        passed &= report(f"Spark, {form}", found, 1.2)
        size = sum(file.stat().st_size for file in (folder / f"people.{form}").glob("part-*"))
        found = medians(
            {"identity": lambda: consume(rows.mapInArrow(identity, rows.schema))}
            | {
                name: lambda text=text: consume(filtered(rows, text, program=program))
                for name, text in RESIDUALS.items()
            }
        )
        passed &= report(f"Spark, {size / 1e6:.0f} MB of {form}, {rows.count()} rows", found, 1.5)
    spark.stop()
    return passed


def measure_duckdb(program: str, rows: int) -> bool:
    import duckdb
    from frc_duckdb import filtered

    connection = duckdb.connect(config={"threads": 2})
    connection.execute(
        """CREATE TABLE people AS SELECT range AS id, (range % 99)::INTEGER AS age, ['Oslo', 'Bergen', 'Tromsø'][range % 3 + 1] AS city,
        range / 7 AS score, 'Zoé ' || range AS name FROM range(?)""",
        [rows],
    )
    columns = "--columns=age=integer,city=text,score=real"
    passed = True
    for text, sql, most in [
        (EXACT, BY_HAND, 1.1),
        (EXACT + " AND score >= 10", BY_HAND + " AND score >= 10.0", float("inf")),
    ]:
        command = [program, "sql", "--dialect", "duckdb", "--format", "json", columns, "--", text]
        translated = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        condition = f"SELECT * FROM people WHERE {translated['where']}"
        ways = {
            "by hand": lambda: connection.sql(sql).to_arrow_table(),
            "condition": lambda: connection.sql(condition, params=translated["parameters"]).to_arrow_table(),
        }
        sample = {"filter text": lambda: filtered(connection, "people", text, program=program)}
        found = medians(ways | sample)
        count = filtered(connection, "people", text, program=program).num_rows
        assert count == connection.sql(sql).to_arrow_table().num_rows
        title = f"DuckDB, {rows} rows, {count} matches"
        passed &= report(title, {name: found[name] for name in ways}, most)
        report(title, {name: found[name] for name in ("by hand", "filter text")}, float("inf"))
    return passed


def main() -> None:
    program = str(Path(sys.argv[1]).resolve())
    megabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 500
    folder = Path(tempfile.mkdtemp(prefix="frc-measure-"))
    try:
        passed = measure_duckdb(program, int(megabytes * 10_000))
        passed = measure_spark(program, folder, megabytes) and passed
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
