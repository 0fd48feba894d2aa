"""Tests the samples for Spark and DuckDB.

    .build-search-engines/venv/bin/python Tests/Engines/check.py .build/debug/frc-query [spark] [duckdb] [random]

FRC_SEED is the beginning of the random filters (1), and FRC_ROUNDS their number (200).
"""

from __future__ import annotations

import contextlib
import datetime
import functools
import io
import json
import math
import operator
import os
import random
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "samples" / "spark"), str(ROOT / "samples" / "duckdb")]

FOLDER = Path(tempfile.mkdtemp(prefix="frc-engines-"))
PROGRAM = FOLDER / "frc-query"
UTC = datetime.timezone.utc


def check(condition: bool, message: str) -> None:
    if not condition:
        raise AssertionError(message)


def equal(found: Any, expected: Any, what: str) -> None:
    check(found == expected, f"{what}: found {found!r}, expected {expected!r}")


def raised(kind: type[Exception], action: Callable[[], Any]) -> str:
    """The message of the error that an action raises."""
    try:
        action()
    except kind as error:
        return str(error)
    raise AssertionError(f"no {kind.__name__}")


def script(name: str, text: str) -> str:
    """An executable shell script beside the program."""
    path = FOLDER / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def run_readme(path: Path) -> None:
    """Runs the Python of a README, and compares what it prints with the comments below each call."""
    blocks = re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL)
    names: dict[str, Any] = {}
    for block in blocks:
        expected = [line[2:] for line in block.splitlines() if line.startswith("# ")]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block, str(path), "exec"), names)
        lines = [line for line in printed.getvalue().splitlines() if line]
        if expected:
            equal(lines, expected, f"{path}: output")
    check(len(blocks) > 0, f"{path} has no example")


# Processes of the program


def processes() -> dict[int, int]:
    """The processes that run the program of this test, with the most memory that each has used, in KB."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            is_program = (folder / "comm").read_text().strip() == PROGRAM.name
            if is_program and str(FOLDER).encode() in (folder / "cmdline").read_bytes():
                peak = re.search(r"VmHWM:\s+(\d+)", (folder / "status").read_text())
                found[int(folder.name)] = int(peak[1]) if peak else 0
        except (OSError, ValueError):
            continue
    return found


@contextlib.contextmanager
def watched() -> Iterator[dict[int, int]]:
    """The processes of the program that run meanwhile."""
    seen: dict[int, int] = {}
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            for process, memory in processes().items():
                seen[process] = max(memory, seen.get(process, 0))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield seen
    finally:
        done.set()
        thread.join()


def ended(what: str) -> None:
    """Waits until no process of the program runs."""
    end = time.monotonic() + 10
    while processes():
        check(time.monotonic() < end, f"{what}: processes are left: {processes()}")
        time.sleep(0.1)


# Hostile rows

TEXTS = [
    "a", "A", "a ", "", "é", "e\u0301", "É", "ß", "ss", "SS", "\u212a", "k", "K", "a\0b", "a\0c", "\0", "o'hara", 'say "x"', "a\nb",
    "a\r\nb", "a\\b", "\ufffd", "😀", "👩\u200d🔬", "\ufb01", "fi", "İ", "i", "ı", "100%", "a_b", "a*b?", "{x}", "${x}", "`", "\u2028", "zebra",
    "NULL", "true", "12", "2020-01-01T00:00:00Z", "x" * 300,
]  # fmt: skip
INTEGERS = [0, 1, -1, 2, 3, 41, 2**31 - 1, -(2**31), 2**53, 2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63)]
REALS = [0.0, -0.0, 0.1, -0.1, 1.0, 1.5, 2.5, -2.5, 41.0, 2.0**53, 1e300, -1e300, 5e-324, 1e22]
DATES = [
    datetime.datetime(2020, 1, 1, tzinfo=UTC),
    datetime.datetime(2020, 1, 1, 0, 0, 0, 123456, UTC),
    datetime.datetime(1969, 12, 31, 23, 59, 59, 999999, UTC),
    datetime.datetime(1, 1, 1, tzinfo=UTC),
    datetime.datetime(1582, 10, 10, 12, 0, tzinfo=UTC),
    datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC),
]


def hostile_rows(chance: random.Random, count: int) -> list[tuple[Any, ...]]:
    """Rows (id, n, b, s, r, t, o)."""

    def one(values: list[Any]) -> Any:
        return None if chance.random() < 0.15 else chance.choice(values)

    rows = []
    for index in range(count):
        owner = None if chance.random() < 0.2 else (one(TEXTS), one(INTEGERS))
        rows.append((index, one(INTEGERS), one([True, False]), one(TEXTS), one(REALS), one(DATES), owner))
    return rows


def random_filter(chance: random.Random, depth: int = 0) -> tuple[str, list[Any]]:
    """A filter over such rows, and the values of its placeholders."""
    if depth < 3 and chance.random() < 0.5:
        parts = [random_filter(chance, depth + 1) for _ in range(chance.choice([2, 2, 3]))]
        word = chance.choice([" AND ", " OR "])
        text = "(" + word.join(part for part, _ in parts) + ")"
        values = [value for _, list_ in parts for value in list_]
        return ("NOT " + text if chance.random() < 0.2 else text), values
    key, constants = chance.choice(
        [
            ("n", INTEGERS + REALS),
            ("n", INTEGERS),
            ("r", REALS + INTEGERS),
            ("s", TEXTS),
            ("s", TEXTS),
            ("b", [True, False]),
            ("t", DATES),
        ]
        + [("o.name", TEXTS), ("o.age", INTEGERS)]
    )
    one = "CAST(%@, 'NSDate')" if key == "t" else "%@"
    constants = constants if key == "t" else constants + [None]
    if key in ("s", "o.name") and chance.random() < 0.6:
        options = chance.choice(["", "", "[c]", "[d]", "[cd]", "[n]"])
        match chance.choice(["BEGINSWITH", "ENDSWITH", "CONTAINS", "==", "!=", "<", ">=", "LIKE", "MATCHES"]):
            case ("LIKE" | "MATCHES") as word:
                # frc-query refuses a regular expression that is wrong.
                patterns = ["a*", ".*é.*", "[a-z]+", "a.b"] + (["*", "?", "*é*"] if word == "LIKE" else [])
                pattern = chance.choice(patterns)
                return f"{key} {word}{options.replace('[n]', '')} %@", [pattern]
            case word:
                return f"{key} {word}{options} %@", [chance.choice(TEXTS)[: chance.choice([1, 2, 300])]]
    match chance.choice(["==", "!=", "<", "<=", ">", ">=", "IN", "BETWEEN", "nil", "fails"]):
        case ("IN" | "BETWEEN") as word:
            count = 2 if word == "BETWEEN" else chance.choice([1, 2, 5])
            values = [chance.choice(constants) for _ in range(count)]
            if word == "BETWEEN" and None in values:
                values = [constants[0], constants[-2]]
            return f"{key} {word} {{{', '.join([one] * len(values))}}}", values
        case "nil":
            return f"{key} {chance.choice(['==', '!='])} nil", []
        case "fails":
            return chance.choice(["n + 1 > 3", "10 / n > 2", "s + 1 > 2", "id == 4 OR s + 1 > 3", "n / r > 1"]), []
        case word:
            return f"{key} {word} {one}", [chance.choice(constants)]


NAN_ROWS: dict[str, list[float | None]] = {
    # Statistics of row groups leave out NaN, and keep one zero of the two.
    "nan and one": [math.nan] * 50 + [1.0],
    "nan and minus two": [math.nan, -2.0],
    "nan": [math.nan] * 3,
    "groups": [math.nan, 1.0, 2.0, math.nan, math.nan, -2.0, math.nan, 5.0] * 5,
    "zero": [0.0] * 3,
    "minus zero": [-0.0] * 3,
    "nan and minus zero": [math.nan, -0.0, None],
    "all": [math.nan, 0.0, -0.0, 1.0, -1.0, 2.0, -2.0, math.inf, -math.inf, 0.1, None],
}
"""Columns of doubles, each of which becomes a file: that of `groups` has two rows in a row group, others have one group."""


def nan_filters() -> Iterator[tuple[str, Callable[[float | None], bool]]]:
    """Filters on `r`, each with its answer for a value."""

    def order(value: float, constant: float) -> tuple[float, float]:
        # NaN is below zero and above all negative numbers.
        return (-5e-324 if math.isnan(value) else value), constant

    words = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
    for constant in [0, 1, -2, 0.1, 5]:
        for word, compare in words.items():
            for prefix, wanted in (("", True), ("NOT ", False)):

                def answer(
                    value: float | None, compare: Any = compare, k: float = constant, wanted: bool = wanted
                ) -> bool:
                    return (value is not None and compare(*order(value, k))) == wanted

                yield f"{prefix}r {word} {constant}", answer
        yield f"r == {constant}", lambda value, k=constant: value == k
        yield f"r != {constant}", lambda value, k=constant: value != k
    for values in [[0, 1], [1, 2], [-1], [0], [1, -2, 5]]:
        text = "{" + ", ".join(map(str, values)) + "}"
        yield f"r IN {text}", lambda value, values=values: value in values
        yield f"NOT r IN {text}", lambda value, values=values: value not in values
    for low, high in [(-1, 1), (0, 1), (1, 2), (-2, -1), (-2, 0)]:
        for prefix, wanted in (("", True), ("NOT ", False)):
            yield (
                f"{prefix}r BETWEEN {{{low}, {high}}}",
                lambda value, low=low, high=high, wanted=wanted: (
                    (value is not None and low <= order(value, 0)[0] <= high) == wanted
                ),
            )


def nan_file(name: str, writer: str) -> Path:
    """The Parquet file of a column of doubles that pyarrow has written."""
    import pyarrow
    import pyarrow.parquet

    path = FOLDER / f"{name.replace(' ', '-')}-{writer}.parquet"
    values = NAN_ROWS[name]
    table = pyarrow.table(
        {
            "id": pyarrow.array(range(len(values)), pyarrow.int32()),
            "r": pyarrow.array(values, pyarrow.float64(), from_pandas=False),
        }
    )
    pyarrow.parquet.write_table(table, path, row_group_size=2 if name == "groups" else None)
    return path


# Spark


def spark_session() -> Any:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.session.timeZone", "Asia/Kathmandu")
        .config("spark.sql.warehouse.dir", str(FOLDER / "warehouse"))
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    return session


def plan(df: Any) -> str:
    return df._jdf.queryExecution().executedPlan().toString()


def spark_check(spark: Any) -> None:
    from frc_filter import FilterError, filtered, translation

    def ids(df: Any, text: str, *arguments: Any, **options: Any) -> list[int]:
        return sorted(
            row[0] for row in filtered(df, text, *arguments, program=str(PROGRAM), **options).select("id").collect()
        )

    run_readme(ROOT / "samples" / "spark" / "README.md")

    # Rows as they are, with all types, and columns with odd names.
    odd = ["a b", "a.b", "a'b", 'a"b', "{x}", "a,b", "e=f", "?", "é", "😀", "select", "a:b"]
    columns = ", ".join(f"id * {index + 1} AS `{name}`" for index, name in enumerate(odd))
    many = spark.sql(
        f"""SELECT id, {columns}, id AS A, id + 1 AS a, CAST(id AS DECIMAL(20, 3)) AS dc, map('k', id) AS m, array(id, NULL) AS l,
        named_struct('t', timestamp_micros(id), 'f', CAST(0.1 AS FLOAT)) AS s, TIMESTAMP_NTZ'2020-01-01 00:00:00.000001' AS nt,
        DATE'2020-01-02' AS d, INTERVAL '1' DAY AS i, X'00ff' AS y, 'x' COLLATE UTF8_LCASE AS c, CAST(0.1 AS FLOAT) AS f, 'n' AS n
        FROM range(100)"""
    )
    for name, index in zip(odd, range(len(odd))):
        for text in (
            f"`{name}` == {10 * (index + 1)}",
            f"`{name}` == {10 * (index + 1)} AND n CONTAINS[cd] 'N'",
            f"`{name}` % 1000 == {10 * (index + 1)}",
        ):
            result = filtered(many, text, program=str(PROGRAM))
            equal(result.schema, many.schema, f"{text}: schema")
            equal(result.collect(), many.where("id = 10").collect(), text)
    for text, expected in [
        ("`A` == 5", [5]),
        ("`a` == 5", [4]),
        ("dc == 7", [7]),
        ("m.k == 9", [9]),
        ("ANY l == 3", [3]),
        ("s.t == CAST('1970-01-01T00:00:00.000005Z', 'NSDate')", [5]),
        ("nt == CAST('2020-01-01T00:00:00.000001Z', 'NSDate') AND id < 2", [0, 1]),
        ("d == CAST('2020-01-02T00:00:00Z', 'NSDate') AND id < 2", [0, 1]),
        ("c == 'X' AND id < 2", []),
        ("c == 'x' AND id < 2", [0, 1]),
        ("f == 0.1 AND id < 2", []),
        ("f > 0.1 AND id < 2", [0, 1]),
        ("(f > 0.1 OR n CONTAINS[cd] 'q') AND id < 2", [0, 1]),
        ("TRUEPREDICATE", list(range(100))),
        ("FALSEPREDICATE", []),
    ]:
        equal(ids(many, text), expected, text)
    check(
        "bytes" in raised(FilterError, lambda: filtered(many, "y == 3 OR n CONTAINS[cd] 'n'", program=str(PROGRAM))),
        "bytes",
    )

    # Pushed conditions: no process, and Parquet skips row groups.
    rows = hostile_rows(random.Random(1), 400)
    schema = "id int, n bigint, b boolean, s string, r double, t timestamp, o struct<name: string, age: bigint>"
    people = spark.createDataFrame(rows, schema)
    people.write.mode("overwrite").parquet(str(FOLDER / "people.parquet"))
    people = spark.read.parquet(str(FOLDER / "people.parquet"))
    for text, pushed in [
        ("n > 30", "GreaterThan(n,30)"),
        ("s == 'a'", "EqualTo(s,a)"),
        ("b == TRUE", "EqualTo(b,true)"),
        ("n IN {1, 2}", "In(n, [1,2])"),
        ("n > 30 AND s CONTAINS[cd] 'E'", "GreaterThan(n,30)"),
        ("t > CAST('2020-01-01T00:00:00Z', 'NSDate')", "GreaterThan(t,2020-01-01"),
    ]:
        shown = plan(filtered(people, text, program=str(PROGRAM)))
        check(pushed in (re.search(r"PushedFilters: (.*?), ReadSchema", shown) or [""])[0], f"{text}: {shown}")
        equal("ArrowEvalPython" in shown, "CONTAINS[cd]" in text, f"{text}: {shown}")

    spark_nan(spark)

    # A wrong filter starts no job.
    def jobs() -> int:
        return len(spark.sparkContext.statusTracker().getJobIdsForGroup(None))

    before = jobs()
    message = raised(FilterError, lambda: filtered(people, "n > 3 AND agee == 3", program=str(PROGRAM)))
    check("agee" in message and "\n |           ^^^^" in message, message)
    message = raised(FilterError, lambda: filtered(people, "n > ", program=str(PROGRAM)))
    check("^" in message, message)
    raised(FilterError, lambda: filtered(people, "n > 3", program=str(FOLDER / "missing")))
    raised(FilterError, lambda: filtered(people, "n > 3\0", program=str(PROGRAM)))
    texts = [f"x{number}" * 20 for number in range(2000)]
    for values in (["x" * 200_000], [texts]):
        raised(FilterError, lambda: filtered(people, "s IN[cd] %@", values, program=str(PROGRAM)))
    raised(
        FilterError,
        lambda: filtered(people, "s CONTAINS[cd] %@ OR s CONTAINS[cd] %@", ["x" * 100_000] * 2, program=str(PROGRAM)),
    )
    equal(jobs(), before, "jobs of wrong filters")

    # Failing rows.
    digits = spark.createDataFrame([(1, "3"), (2, "x"), (3, None), (4, "5")], "id int, s string")
    equal(ids(digits, "id == 4 OR s + 1 > 3"), [4], "left out")
    message = raised(Exception, lambda: ids(digits, "id == 4 OR s + 1 > 3", failures="fail"))
    check("FilterFailure" in message and "the filter fails on a row" in message, message)
    equal(ids(digits, "s CONTAINS[cd] '5'", failures="fail"), [4], "no failure")

    # Empty frames and partitions, and batches of all lengths.
    for df in (people.limit(0), people.where("FALSE"), spark.createDataFrame([], schema)):
        equal(ids(df, "s CONTAINS[cd] 'e'"), [], "empty")
    expected = ids(people, "s CONTAINS[cd] 'E'")
    check(0 < len(expected) < 400, "too few or too many matches")
    equal(ids(people.repartition(97), "s CONTAINS[cd] 'E'"), expected, "many partitions")
    for length in (1, 3, 4096, 5000):
        spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", length)
        equal(ids(people, "s CONTAINS[cd] 'E'"), expected, f"batches of {length}")
        large = spark.range(0, 20_000, 1, 2).selectExpr("id", "concat(repeat('é', 50), id) AS s")
        equal(ids(large, "s ENDSWITH[cd] 'É77'"), [77], "large")
        equal(len(ids(large, "s ENDSWITH[c] '77' OR s MATCHES 'x'")), 200, "large")
    spark.conf.unset("spark.sql.execution.arrow.maxRecordsPerBatch")
    for width in (100_000, 3_000_000):
        wide = spark.range(0, 40, 1, 2).selectExpr("id", f"concat(repeat('x', {width}), id) AS s")
        equal(ids(wide, "s MATCHES '.*x7'"), [7], "wide")

    # A limit, and filters one after another.
    wide = spark.range(0, 300_000, 1, 2).selectExpr("id", "concat('Zoé', id) AS s")
    once = filtered(wide, "s CONTAINS[cd] 'ZOE'", program=str(PROGRAM))
    equal(len(once.limit(3).collect()), 3, "limit")
    equal(filtered(once, "s CONTAINS[cd] 'É299999'", program=str(PROGRAM)).count(), 1, "filters one after another")
    ended("limit")

    # Memory does not grow with the rows of a partition.
    peaks = []
    for count in (200_000, 2_000_000):
        rows_ = spark.range(0, count, 1, 1).selectExpr("id", "concat('Zoé', id) AS s")
        with watched() as seen:
            equal(
                filtered(rows_, "s CONTAINS[cd] 'ZOE19999'", program=str(PROGRAM)).count(),
                expected_count(count),
                "count",
            )
        check(bool(seen), "no process was seen")
        peaks.append(max(seen.values()))
        print(f"  {count} rows in a partition: frc-query used at most {max(seen.values()) // 1024} MB")
    check(peaks[1] < peaks[0] * 1.25 + 8192, f"memory grows: {peaks}")

    # A process that ends early is an error.
    real = f'[ "$1" = sql ] && exec {PROGRAM} "$@"'
    for name, text, expected_message in [
        ("killed", f"{real}\nkill -9 $$", "ended by signal 9"),
        (
            "killed-later",
            f'{real}\n(sleep 1; kill -9 $$) >/dev/null 2>&1 </dev/null &\nexec {PROGRAM} "$@"',
            "ended by signal 9",
        ),
        ("short", f'{real}\nhead -n 100 | {PROGRAM} "$@"', "ended with status 0"),
        ("failed", f"{real}\necho 'no room' >&2; exit 2", "no room"),
    ]:
        program = script(name, text)
        rows_ = spark.range(0, 3_000_000, 1, 1).selectExpr("id", "concat('Zoé', id) AS s")
        message = raised(Exception, lambda: filtered(rows_, "s CONTAINS[cd] 'ZOE9'", program=program).count())
        check("FilterFailure" in message and expected_message in message, f"{name}: {message}")
    ended("killed")
    check(translation(people, "n > 3", program=str(PROGRAM)).residual is None, "a residual of an exact filter")


def expected_count(count: int) -> int:
    return sum(1 for number in range(count) if str(number).startswith("19999"))


def same(found: list[int], text: str, values: list[Any], file: Path, seed: int) -> None:
    """Compares with the answer of the tool on one file."""
    from frc_filter import _json

    arguments = [f"--arg={_json(value)}" for value in values]
    answer = subprocess.run(
        [str(PROGRAM), "-q", "-i", "jsonl", "--types", "t=date", "--select", "id", *arguments, "--", text, str(file)],
        capture_output=True,
        check=False,
    )
    # The status is 2 if the filter fails on every row.
    check(answer.returncode in (0, 1, 2), answer.stderr.decode())
    expected = sorted(int(number) for number in re.findall(rb'"id":(\d+)', answer.stdout))
    equal(found, expected, f"seed {seed}: {text} with {values!r}")


def spark_nan(spark: Any) -> None:
    """NaN and both zeros, in files of Spark and of others."""
    from frc_filter import filtered

    frames = []
    expected: dict[tuple[str, str, str], list[int]] = {}
    for name, values in NAN_ROWS.items():
        others = spark.read.parquet(str(nan_file(name, "pyarrow")))
        path = str(FOLDER / f"{name}-spark.parquet")
        spark.createDataFrame(list(enumerate(values)), "id int, r double").coalesce(1).write.parquet(path)
        for writer, rows in (("pyarrow", others), ("spark", spark.read.parquet(path))):
            for text, answer in nan_filters():
                key = (name, writer, text)
                expected[key] = [index for index, value in enumerate(values) if answer(value)]
                frames.append((key, filtered(rows, text, program=str(PROGRAM))))
    found: dict[tuple[str, str, str], list[int]] = {key: [] for key in expected}
    for start in range(0, len(frames), 100):
        part = [
            frame.selectExpr(f"{start + index} AS number", "id")
            for index, (_, frame) in enumerate(frames[start : start + 100])
        ]
        for number, row in functools.reduce(lambda one, other: one.union(other), part).collect():
            found[frames[number][0]].append(row)
    for key, rows_ in expected.items():
        equal(sorted(found[key]), rows_, str(key))


def failing(text: str, values: list[Any], file: Path) -> set[int]:
    """The rows of a file that a filter fails on."""
    from frc_filter import _json

    # The residual of columns that SQL cannot test is the whole filter, without placeholders.
    columns = ",".join(f"{name}=other" for name in ["id", "n", "b", "s", "r", "t", "o"])
    command = [str(PROGRAM), "sql", "--dialect", "spark", "--format", "json", "--columns", columns]
    command += [*(f"--arg={_json(value)}" for value in values), "--", text]
    whole = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["residual"] or "TRUEPREDICATE"
    whole = whole.replace("\0", "\\u0000")
    command = [str(PROGRAM), "TRUE", "-q", "-i", "jsonl", "--types", "t=date", "--select", f"id,m=({whole})", str(file)]
    answer = subprocess.run(command, capture_output=True, check=True).stdout
    return {int(number) for number in re.findall(rb'"id":(\d+),"m":null', answer)}


def spark_random(spark: Any, seed: int, rounds: int) -> None:
    from frc_filter import FilterError, filtered, translation

    schema = "id int, n bigint, b boolean, s string, r double, t timestamp, o struct<name: string, age: bigint>"
    people = spark.createDataFrame(hostile_rows(random.Random(seed), 300), schema).coalesce(2)
    people.write.mode("overwrite").parquet(str(FOLDER / "random.parquet"))
    options = {"ignoreNullFields": "false", "timeZone": "UTC", "timestampFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'"}
    people.write.mode("overwrite").options(**options).json(str(FOLDER / "random.json"))
    file = FOLDER / "random.jsonl"
    file.write_bytes(b"".join(part.read_bytes() for part in sorted((FOLDER / "random.json").glob("part-*"))))
    sources = [
        spark.read.parquet(str(FOLDER / "random.parquet")),
        spark.read.schema(schema).json(str(FOLDER / "random.json")),
    ]
    refused = pushed = 0
    batch = 20
    for first in range(seed, seed + rounds, batch):
        # One job for many filters.
        asked: dict[int, tuple[str, list[Any]]] = {}
        frames = []
        for number in range(first, min(first + batch, seed + rounds)):
            text, values = asked[number] = random_filter(random.Random(number))
            try:
                frame = filtered(sources[number % 2], text, values, program=str(PROGRAM))
            except FilterError as error:
                check("^" in str(error), f"{text}: {error}")
                refused += 1
                del asked[number]
                continue
            pushed += "ArrowEvalPython" not in plan(frame)
            frames.append(frame.selectExpr(f"{number} AS number", "id"))
            translated = translation(people, text, values, program=str(PROGRAM))
            if translated.where:
                # The condition alone keeps rows that the filter fails on.
                query = f"SELECT -{number} AS number, id FROM {{rows}} WHERE {translated.where}"
                frames.append(spark.sql(query, args=translated.parameters, rows=sources[number % 2]))
                asked[-number] = (text, values)
        if not frames:
            continue
        spark.conf.set("spark.sql.ansi.enabled", str(first // batch % 2 == 0).lower())
        found: dict[int, list[int]] = {number: [] for number in asked}
        for number, row in functools.reduce(lambda one, other: one.union(other), frames).collect():
            found[number].append(row)
        for number, (text, values) in asked.items():
            if number > 0:
                same(sorted(found[number]), text, values, file, number)
            else:
                lost = failing(text, values, file) - set(found[number])
                check(not lost, f"seed {-number}: {text} with {values!r} fails on {lost}, which SQL leaves out")
    print(f"  {rounds} filters from seed {seed}: {refused} refused, {pushed} tested by Spark alone")
    check(refused < rounds / 4, "too many filters are refused")


# DuckDB


def duckdb_check() -> None:
    import duckdb
    import pyarrow.parquet
    from frc_duckdb import FilterError, filtered

    run_readme(ROOT / "samples" / "duckdb" / "README.md")
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'Asia/Kathmandu'")
    odd = ["a b", "a.b", "a'b", 'a"b', "{x}", "a,b", "e=f", "?", "$1", "é", "😀", "select"]
    columns = ", ".join(
        f"range * {index + 1} AS " + '"' + name.replace('"', '""') + '"' for index, name in enumerate(odd)
    )
    connection.execute(
        f"""CREATE TABLE "odd ""table" AS SELECT range AS id, {columns}, 'N' AS n, range::DECIMAL(10, 2) AS dc, [range] AS l, {{'k': range}} AS m,
        make_timestamp(range) AS t, make_timestamptz(range) AS z, DATE '2020-01-02' AS d, 'nan'::DOUBLE AS r, 0.1::FLOAT AS f, '\\xAA'::BLOB AS y,
        'e'::ENUM('e', 'f') AS e FROM range(100)"""
    )

    def ids(text: str) -> list[int]:
        return filtered(connection, 'odd "table', text, program=str(PROGRAM))["id"].to_pylist()

    for index, name in enumerate(odd):
        for text in (
            f"`{name}` == {10 * (index + 1)}",
            f"`{name}` == {10 * (index + 1)} AND n CONTAINS[cd] 'N'",
            f"`{name}` % 1000 == {10 * (index + 1)}",
        ):
            equal(ids(text), [10], text)
    for text, expected in [
        ("dc == 7", [7]),
        ("m.k == 9", [9]),
        ("ANY l == 3", [3]),
        ("t == CAST('1970-01-01T00:00:00.000005Z', 'NSDate')", [5]),
        ("z == CAST('1970-01-01T00:00:00.000005Z', 'NSDate')", [5]),
        ("d == CAST('2020-01-02T00:00:00Z', 'NSDate') AND id < 2", [0, 1]),
        ("e == 'e' AND id < 2", [0, 1]),
        ("f > 0.1 AND id < 2", [0, 1]),
        ("r > 5 AND id < 2", []),
        ("FALSEPREDICATE", []),
        ("TRUEPREDICATE", list(range(100))),
    ]:
        equal(ids(text), expected, text)
    for name, values in NAN_ROWS.items():
        connection.from_arrow(pyarrow.parquet.read_table(nan_file(name, "pyarrow"))).create("doubles")
        connection.execute(f"COPY doubles TO '{FOLDER / 'doubles.parquet'}'")
        for source in ("doubles", str(nan_file(name, "pyarrow")), str(FOLDER / "doubles.parquet")):
            for text, answer in nan_filters():
                rows = filtered(connection, source, text, program=str(PROGRAM))["id"].to_pylist()
                wanted = [index for index, value in enumerate(values) if answer(value)]
                equal(sorted(rows), wanted, f"{name}, {source}, {text}")
        connection.execute("DROP TABLE doubles")
    connection.execute("SET default_collation = 'nocase'")
    equal(ids("n == 'n'"), [], "a collation")
    equal(len(ids("n == 'N'")), 100, "a collation")
    connection.execute("RESET default_collation")
    message = raised(FilterError, lambda: ids("idd > 3"))
    check("idd" in message and "\n | ^^^" in message, message)
    table = filtered(connection, 'odd "table', "id == 3 AND n CONTAINS[c] 'n'", program=str(PROGRAM))
    equal(table.num_columns, len(connection.table('"odd ""table"').columns), "columns")
    ended("duckdb")


def duckdb_random(seed: int, rounds: int) -> None:
    import duckdb
    import frc_duckdb
    import pyarrow
    from frc_filter import _json

    chance = random.Random(seed)
    rows = [row[:6] for row in hostile_rows(chance, 300)]
    connection = duckdb.connect()
    connection.execute("CREATE TABLE people(id INTEGER, n BIGINT, b BOOLEAN, s VARCHAR, r DOUBLE, t TIMESTAMP)")
    connection.executemany(
        "INSERT INTO people VALUES (?, ?, ?, ?, ?, ?)",
        [(*row[:5], row[5].replace(tzinfo=None) if row[5] else None) for row in rows],
    )
    connection.execute(f"COPY people TO '{FOLDER / 'people-duckdb.parquet'}'")
    file = FOLDER / "duckdb.jsonl"
    with file.open("w") as stream:
        for row in rows:
            members = dict(zip(["id", "n", "b", "s", "r"], row))
            if row[5]:
                members["t"] = f"{row[5].year:04}" + row[5].strftime("-%m-%dT%H:%M:%S.%fZ")
            stream.write(_json(members) + "\n")
    refused = 0
    for number in range(seed, seed + rounds):
        text, values = random_filter(random.Random(number))
        if "o." in text:
            continue
        # The sample takes no values: they are written into the text.
        for value in values:
            text = text.replace("%@", _literal(value), 1)
        try:
            source = ["people", str(FOLDER / "people-duckdb.parquet")][number % 2]
            table: pyarrow.Table = frc_duckdb.filtered(connection, source, text, program=str(PROGRAM))
        except frc_duckdb.FilterError as error:
            check("^" in str(error), f"{text}: {error}")
            refused += 1
            continue
        same(sorted(table["id"].to_pylist()), text, [], file, number)
    print(f"  {rounds} filters from seed {seed}: {refused} refused")
    check(refused < rounds / 4, "too many filters are refused")


def _literal(value: Any) -> str:
    """A value as a constant of a filter."""
    import frc_filter

    match value:
        case None:
            return "nil"
        case bool():
            return str(value).upper()
        case str():
            return "'" + "".join(c if c.isalnum() else f"\\x{ord(c):02x}" if ord(c) < 128 else c for c in value) + "'"
        case list():
            return "{" + ", ".join(_literal(element) for element in value) + "}"
        case datetime.datetime():
            return "'" + frc_filter._date(value) + "'"
        case _:
            return repr(value)


def main() -> None:
    real = Path(sys.argv[1]).resolve()
    words = sys.argv[2:] or ["spark", "duckdb", "random"]
    seed, rounds = int(os.environ.get("FRC_SEED", 1)), int(os.environ.get("FRC_ROUNDS", 200))
    try:
        shutil.copy2(real, PROGRAM)
        os.environ["PATH"] = f"{FOLDER}:{os.environ['PATH']}"
        parts: list[tuple[str, Callable[[], None]]] = []
        if "duckdb" in words:
            parts.append(("DuckDB", duckdb_check))
            if "random" in words:
                parts.append(("DuckDB, random filters", lambda: duckdb_random(seed, rounds)))
        if "spark" in words:
            spark = spark_session()
            parts.append(("Spark", lambda: spark_check(spark)))
            if "random" in words:
                parts.append(("Spark, random filters", lambda: spark_random(spark, seed, rounds)))
        for name, part in parts:
            print(name, flush=True)
            start = time.monotonic()
            part()
            print(f"  passed in {time.monotonic() - start:.0f} s", flush=True)
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)


if __name__ == "__main__":
    main()
