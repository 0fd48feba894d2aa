"""Filters a table or a file of DuckDB by a filter text.

    import duckdb
    from frc_duckdb import filtered

    grown = filtered(duckdb.connect(), "people.parquet", "age > 30 AND name CONTAINS[cd] 'é'")

`frc-query` translates the text. DuckDB tests the part of it that SQL says exactly, and one `frc-query` tests the
rest on the rows that are left, which are held in memory. The module needs pyarrow.
"""

from __future__ import annotations

import json
import subprocess

import duckdb
import pyarrow

__all__ = ["FilterError", "filtered"]

_KINDS = {
    **dict.fromkeys(["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER"], "integer"),
    **dict.fromkeys(["FLOAT", "DOUBLE"], "real"),
    **{"BOOLEAN": "boolean", "VARCHAR": "text"},
    **{"TIMESTAMP WITH TIME ZONE": "date", "TIMESTAMP": "localdate", "DATE": "day"},
}


class FilterError(ValueError):
    """A filter that is refused, with its mistake marked by a caret, or an `frc-query` that failed."""


def filtered(
    connection: duckdb.DuckDBPyConnection, source: str, text: str, program: str = "frc-query"
) -> pyarrow.Table:
    """Returns the rows of a table or a file that match a filter.

    Rows that the filter fails on are left out.

    Args:
        connection: The connection to DuckDB.
        source: The name of a table or view, or the path of a file that DuckDB reads.
        text: The filter.
        program: The path of `frc-query`.

    Raises:
        FilterError: The filter is wrong or names a column that does not exist. No row has been read.
    """
    table = _quoted(source)
    kinds = {name: kind for name, kind, *_ in connection.execute(f"DESCRIBE SELECT * FROM {table}").fetchall()}
    # A filter cannot name a column with a backquote in its name, and a row of JSON cannot hold bytes.
    kinds = {name: kind for name, kind in kinds.items() if "`" not in name and kind != "BLOB"}
    columns = ",".join(f"`{name}`={_KINDS.get(kind, 'other')}" for name, kind in kinds.items())
    command = ["sql", "--dialect", "duckdb", "--format", "json", f"--columns={columns}", "--", text]
    translated = json.loads(_output(program, command))

    rows = f"FROM {table} WHERE {translated['where'] or 'TRUE'}"
    if translated["residual"] is None:
        return connection.sql(f"SELECT * {rows}", params=translated["parameters"]).to_arrow_table()
    members = ", ".join(f"{_literal(name)}, {_member(name, kind)}" for name, kind in kinds.items())
    result = connection.sql(
        f"SELECT *, CAST(json_object({members}) AS VARCHAR) {rows}", params=translated["parameters"]
    ).to_arrow_table()
    lines, result = result.column(result.num_columns - 1), result.remove_column(result.num_columns - 1)
    if result.num_rows == 0:
        return result
    residual = translated["residual"].replace("\0", "\\u0000")  # An argument cannot hold NUL.
    command = ["TRUE", "-i", "jsonl", "-o", "jsonl", "-q", "--select", f"m=({residual})"]
    dates = ",".join(f"`{name}`=date" for name, kind in kinds.items() if _is_date(kind))
    command += ["--types", dates] if dates else []
    answers = _output(program, command, "".join(f"{line}\n" for line in lines.to_pylist()))
    return result.filter(pyarrow.array([answer == '{"m":true}' for answer in answers.splitlines()]))


def _output(program: str, arguments: list[str], lines: str = "") -> str:
    """What `frc-query` prints for lines of JSON."""
    answer = subprocess.run([program, *arguments], input=lines.encode(), capture_output=True, check=False)
    if answer.returncode != 0:
        raise FilterError(answer.stderr.decode(errors="replace").rstrip() or f"{program}: status {answer.returncode}")
    return answer.stdout.decode()


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _is_date(kind: str) -> bool:
    return kind == "DATE" or kind.startswith("TIMESTAMP")


def _member(name: str, kind: str) -> str:
    """The value of a member of the JSON of a row."""
    column = _quoted(name)
    if kind in ("FLOAT", "DOUBLE"):
        # JSON has no NaN and no infinities: texts, on which an order fails.
        return f"CASE WHEN isfinite({column}) THEN to_json({column}) ELSE to_json(CAST({column} AS VARCHAR)) END"
    if _is_date(kind):
        utc = f"{column} AT TIME ZONE 'UTC'" if kind == "TIMESTAMP WITH TIME ZONE" else f"CAST({column} AS TIMESTAMP)"
        return f"strftime({utc}, '%Y-%m-%dT%H:%M:%S.%fZ')"
    return column
