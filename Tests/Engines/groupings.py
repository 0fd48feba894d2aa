"""Random groupings with aggregates by frc-query and by DuckDB.

    .build-search-engines/venv/bin/python Tests/Engines/groupings.py .build/debug/frc-query

FRC_SEED is the beginning of the random groupings (1), and FRC_ROUNDS their number (200). Numbers are quarters, so that
sums and means of two are exact in both.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb

KEYS = ["city", "kind", "flag"]
NUMBERS = ["n", "v"]
FILTERS = [("TRUE", "TRUE"), ("n > 3", "n > 3"), ("v <= 2.5", "v <= 2.5"), ("city != nil", "city IS NOT NULL")]


def rows(seed: random.Random) -> list[dict[str, Any]]:
    def some(values: list[Any]) -> Any:
        return None if seed.random() < 0.15 else seed.choice(values)

    # Each column has a value, so that DuckDB and the tool know of what kind it is.
    first = {"city": "Ada", "kind": 1, "flag": True, "n": 1, "v": 0.25}
    count = seed.choice([0, 1, 5, 40, 300])
    return [first] + [
        {
            "city": some(["London", "Paris", "", "Zurich", "a", "B"]),
            "kind": some([0, 1, 2, -7]),
            "flag": some([True, False]),
            "n": some(list(range(-20, 20))),
            "v": some([quarter / 4 for quarter in range(-40, 40)]),
        }
        for _ in range(count)
    ]


def aggregates(seed: random.Random) -> dict[str, tuple[list[str], str]]:
    """Options of the tool and what they are in SQL, by the names of their columns."""
    found = {}
    for _ in range(seed.randint(1, 5)):
        number = seed.choice(NUMBERS)
        ordered = seed.choice(NUMBERS + ["city"])
        percent = seed.choice([1, 7, 10, 25, 29, 50, 57, 75, 90, 95, 99, 100])
        name, option, sql = seed.choice([
            (f"sum({number})", ["--sum", number], f"coalesce(sum({number}), 0)"),
            (f"avg({number})", ["--avg", number], f"avg({number})"),
            (f"min({ordered})", ["--min", ordered], f"min({ordered})"),
            (f"max({ordered})", ["--max", ordered], f"max({ordered})"),
            (f"distinct({ordered})", ["--distinct", ordered], f"count(DISTINCT {ordered})"),
            (f"median({number})", ["--median", number], f"quantile_cont(CAST({number} AS DOUBLE), 0.5)"),
            (f"p{percent}({ordered})", ["--percentile", f"{ordered}:{percent}"],
             f"quantile_disc({ordered}, {percent / 100})"),
        ])
        found[name] = (option, sql)
    return found


def same(found: Any, expected: Any) -> bool:
    if isinstance(found, (int, float)) and isinstance(expected, (int, float)):
        return Fraction(found) == Fraction(expected)
    return found == expected


def check(program: str, number: int, folder: Path) -> None:
    seed = random.Random(number)
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows(seed)))
    keys = seed.sample(KEYS, seed.randint(1, len(KEYS)))
    (text, condition), wanted = seed.choice(FILTERS), aggregates(seed)
    options = [option for options, _ in wanted.values() for option in options]
    run = subprocess.run(
        [program, text, str(path), "--count-by", ",".join(keys), "-o", "jsonl", *options],
        capture_output=True, text=True, check=False)
    groups = [json.loads(line) for line in run.stdout.splitlines()]
    statement = (
        f"SELECT {', '.join(keys)}, count(*), {', '.join(sql for _, sql in wanted.values())} "
        f"FROM read_json('{path}', format = 'newline_delimited') WHERE {condition} GROUP BY ALL")
    expected = {tuple(row[:len(keys)]): row[len(keys):] for row in duckdb.sql(statement).fetchall()}
    found = {
        tuple(group[key] for key in keys): tuple(group[name] for name in ["count", *wanted]) for group in groups}
    what = f"FRC_SEED={number}: {options} by {keys} where {text}"
    if run.returncode not in (0, 1) or len(groups) != len(found) or found.keys() != expected.keys():
        raise AssertionError(f"{what}: {run.stderr}{sorted(map(str, found))}, not {sorted(map(str, expected))}")
    for key, values in expected.items():
        for index, value in enumerate(values):
            if not same(found[key][index], value):
                raise AssertionError(f"{what}: column {index} of {key} is {found[key]}, not {values}")


def main() -> None:
    first, count = int(os.environ.get("FRC_SEED", "1")), int(os.environ.get("FRC_ROUNDS", "200"))
    with tempfile.TemporaryDirectory(prefix="frc-groupings-") as folder:
        for number in range(first, first + count):
            check(os.path.abspath(sys.argv[1]), number, Path(folder))
    print(f"{count} groupings agree")


if __name__ == "__main__":
    main()
