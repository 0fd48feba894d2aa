"""Filters the rows of a Spark DataFrame by a filter text.

    from frc_filter import filtered

    grown = filtered(people, "age > 30 AND name CONTAINS[cd] 'é'")

`frc-query` translates the text once, in the driver. Spark tests the part of the filter that SQL says exactly, so
that it skips partitions and row groups. The rest runs in one `frc-query` process for each task, which answers
the rows of the task in their order. Rows keep all of their columns as they are: only their keys are sent.

The module needs Spark 4.1 or later, pyarrow, and `frc-query` on the driver and on each worker.
"""

from __future__ import annotations

import base64
import datetime
import json
import os
import re
import selectors
import subprocess
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy
import pyarrow
from pyspark import cloudpickle
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

__all__ = ["FilterError", "FilterFailure", "Translation", "filtered", "translation"]

# Sends the functions of this module to the workers, which then need no copy of it.
cloudpickle.register_pickle_by_value(sys.modules[__name__])


_LONGEST_ARGUMENT = 128 * 1024
"""The length that Linux allows an argument of a process, with the byte that ends it."""


class FilterError(ValueError):
    """A filter that is refused before a job starts. The message marks the mistake by a caret."""


class FilterFailure(RuntimeError):
    """A row that the filter fails on, or an `frc-query` that ended before it had answered all rows."""


@dataclass(frozen=True)
class Translation:
    """A filter text as a condition in SQL and a residual."""

    where: str
    """The condition that Spark tests, with `?` for each parameter; empty if there is none."""
    parameters: list[Any]
    """The values of the parameters."""
    residual: str | None
    """The filter that `frc-query` tests on the remaining rows, or None if nothing is left to test."""


def filtered(
    df: DataFrame,
    text: str,
    values: Sequence[Any] = (),
    variables: Mapping[str, Any] | None = None,
    failures: Literal["leave out", "fail"] = "leave out",
    program: str = "frc-query",
) -> DataFrame:
    """Returns the rows of `df` that match a filter, as they are.

    Args:
        df: The rows. A filter can name each column, and members of structs, as in `owner.name`.
        text: The filter. `%@` stands for the next of `values`, `$name` for a member of `variables`.
        values: Texts, numbers, Booleans, None, and lists of them. A date is a text to the filter, such as that of
            `born < CAST(%@, 'NSDate')`.
        variables: Values by the names of variables, without `$`.
        failures: Whether rows that the filter fails on are left out or fail the job with a `FilterFailure`.
        program: The path of `frc-query`, the same on the driver and on the workers.

    Raises:
        FilterError: The filter is wrong or names a column that does not exist. No job has started.
    """
    if failures not in ("leave out", "fail"):
        raise ValueError(f"failures is 'leave out' or 'fail', not {failures!r}")
    translated = translation(df, text, values, variables, program)
    result = df
    if translated.where:
        # Braces in names would be fields of the format.
        condition = translated.where.replace("{", "{{").replace("}", "}}")
        result = df.sparkSession.sql(f"SELECT * FROM {{rows}} WHERE {condition}", args=translated.parameters, rows=df)
    if translated.residual is None:
        return result

    fields = _read_fields(df.schema, translated.residual)
    for field in fields:
        if isinstance(field.dataType, T.BinaryType):
            raise FilterError(
                f"'{field.name}' holds bytes, which are tested only where Spark can: by == and IN, not within OR"
                " beside a condition that Spark cannot test"
            )
    command = [program, "TRUE", "--input", "jsonl", "--output", "jsonl"]
    # An argument cannot hold NUL, which only texts can.
    command += ["--select", "m=(" + translated.residual.replace("\0", "\\u0000") + ")"]
    command += [
        f"--var={name}={_json(value)}"
        for name, value in (variables or {}).items()
        if re.search(rf"\${re.escape(name)}\b", translated.residual)
    ]
    types = _date_types(fields)
    if types:
        command += ["--types", types]
    if max(len(argument.encode()) for argument in command) >= _LONGEST_ARGUMENT:
        raise FilterError("the part of the filter that Spark cannot test is longer than 128 KB")
    test = _test(command, failures == "fail")

    names = result.columns
    ambiguous = len({_folded(name) for name in names}) < len(names)
    if ambiguous:
        result = result.toDF(*(f"c{index}" for index in range(len(names))))
    positions = {name: index for index, name in enumerate(names)}
    lines = _lines(fields, lambda name: f"c{positions[name]}" if ambiguous else name)
    result = result.where(test(lines))
    return result.toDF(*names) if ambiguous else result


def translation(
    df: DataFrame,
    text: str,
    values: Sequence[Any] = (),
    variables: Mapping[str, Any] | None = None,
    program: str = "frc-query",
) -> Translation:
    """Translates a filter for the columns of `df`, and reads no rows.

    Raises:
        FilterError: The filter is wrong or names a column that does not exist.
    """
    command = [program, "sql", "--dialect", "spark", "--format", "json"]
    command += [f"--columns={_declared(df.schema)}"]
    command += [f"--arg-json={_json(value)}" for value in values]
    command += [f"--var={name}={_json(value)}" for name, value in (variables or {}).items()]
    try:
        answer = subprocess.run([*command, "--", text], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except (OSError, ValueError) as error:
        raise FilterError(f"cannot run {program}: {error}") from error
    if answer.returncode != 0:
        raise FilterError(answer.stderr.decode(errors="replace").rstrip())
    members = json.loads(answer.stdout, object_hook=_untagged)
    return Translation(members["where"], members["parameters"], members["residual"])


# Values and columns


def _json(value: Any) -> str:
    """The JSON of a value of a filter."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_date)


def _date(value: Any) -> str:
    """The text of a date, for `CAST(%@, 'NSDate')`."""
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        instant = value.astimezone(datetime.timezone.utc)
        return f"{instant.year:04}{instant.strftime('-%m-%dT%H:%M:%S.%fZ')}"
    if isinstance(value, datetime.date):
        return f"{value.isoformat()}T00:00:00Z"
    raise TypeError(f"a filter takes no value such as {value!r}")


def _untagged(members: dict[str, Any]) -> Any:
    """The value of an object of extended JSON, or the object itself."""
    match members:
        case {"$data": str(text)} if len(members) == 1:
            return base64.b64decode(text)
        case {"$float": str(text)} if len(members) == 1:
            return float(text)
        case _:
            return members


def _folded(name: str) -> str:
    """A form that is the same for names that Spark may take for each other."""
    return name.upper().lower()


def _declared(schema: T.StructType) -> str:
    """The columns for `--columns`. A column that SQL cannot test is of the kind `other`."""
    names = Counter(_folded(field.name) for field in schema.fields)
    columns = []
    for name, count in Counter(field.name for field in schema.fields).items():
        if count > 1:
            raise FilterError(f"{count} columns have the name '{name}'")
    for field in schema.fields:
        # A name with a backquote cannot be written in a filter, and Spark substitutes ${…} in names.
        if "`" not in field.name and field.name:
            is_exact = names[_folded(field.name)] == 1 and "${" not in field.name
            columns.append(f"`{field.name}`={_kind(field) if is_exact else 'other'}")
    return ",".join(columns)


def _kind(field: T.StructField) -> str:
    """The kind of a column in `frc-query sql`."""
    match field.dataType:
        case T.ByteType() | T.ShortType() | T.IntegerType() | T.LongType():
            return "integer"
        case T.FloatType() | T.DoubleType():
            return "real"
        case T.BooleanType():
            return "boolean"
        case T.StringType() as text:
            # A collation changes comparisons, and CHAR(n) pads.
            is_padded = str(field.metadata.get("__CHAR_VARCHAR_TYPE_STRING", "")).startswith("char")
            return "text" if text.collation == "UTF8_BINARY" and not is_padded else "other"
        case T.BinaryType():
            return "bytes"
        case T.TimestampType():
            return "date"
        case T.TimestampNTZType():
            return "localdate"
        case T.DateType():
            return "day"
        case _:
            return "other"


def _read_fields(schema: T.StructType, residual: str) -> list[T.StructField]:
    """The columns that a residual may read: those whose names it contains, or all if it reads the row itself."""
    if re.search(r"\bSELF\b", residual, re.IGNORECASE):
        return [field for field in schema.fields if "`" not in field.name and field.name]
    return [
        field
        for field in schema.fields
        if re.search(rf"(?<!\w){re.escape(field.name)}(?!\w)", residual) and "`" not in field.name and field.name
    ]


# Rows as lines of JSON


def _date_types(fields: Sequence[T.StructField], prefix: str = "") -> str:
    """The members for `--types` that hold dates, those of structs too."""
    types = []
    for field in fields:
        path = f"{prefix}`{field.name}`"
        match field.dataType:
            case T.TimestampType() | T.TimestampNTZType() | T.DateType():
                types.append(f"{path}=date")
            case T.StructType() as members:
                types.append(_date_types(members.fields, f"{path}."))
    return ",".join(filter(None, types))


def _lines(fields: Sequence[T.StructField], name: Any) -> Column:
    """The line of JSON of each row, which Spark writes without Python."""
    columns = []
    for field in fields:
        column = F.col("`" + name(field.name).replace("`", "``") + "`")
        wide = _widened(field.dataType)
        if wide != field.dataType:
            column = column.cast(wide)
        columns.append(column.alias(field.name))
    options = {
        "ignoreNullFields": "false",
        "timeZone": "UTC",
        "timestampFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'",
        "timestampNTZFormat": "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'",
        "dateFormat": "yyyy-MM-dd",
    }
    row = F.to_json(F.struct(*columns), options) if columns else F.lit("{}")
    return F.concat(row, F.lit("\n"))


def _widened(kind: T.DataType) -> T.DataType:
    """The type with doubles for floats: SQL compares a float as the double of the same value."""
    match kind:
        case T.FloatType():
            return T.DoubleType()
        case T.StructType():
            return T.StructType([T.StructField(f.name, _widened(f.dataType), f.nullable) for f in kind.fields])
        case T.ArrayType():
            return T.ArrayType(_widened(kind.elementType), kind.containsNull)
        case T.MapType():
            return T.MapType(kind.keyType, _widened(kind.valueType), kind.valueContainsNull)
        case _:
            return kind


# The process of a task


def _test(command: list[str], fails: bool) -> Any:
    """The function of Spark that tests lines, with one process for each task."""

    @F.arrow_udf(T.BooleanType())  # type: ignore[call-overload]
    def test(batches: Iterator[pyarrow.Array]) -> Iterator[pyarrow.Array]:
        yield from _answers(batches, command, fails)

    return test


_none = pyarrow.array([], pyarrow.bool_())


def _answers(batches: Iterator[pyarrow.Array], command: list[str], fails: bool) -> Iterator[pyarrow.Array]:
    """Yields for each batch of lines an array that says which of them match."""
    process: RowProcess | None = None
    waiting: deque[int] = deque()
    try:
        for batch in batches:
            waiting.append(len(batch))
            if len(batch) > 0 and process is None:
                process = RowProcess(command, fails)
            if process is not None:
                process.ask(batch)
            while waiting and waiting[0] <= (process.received if process else 0):
                yield process.take(waiting.popleft()) if process else _none
        if process is not None:
            process.finish()
        while waiting:
            yield process.take(waiting.popleft()) if process else _none
    finally:
        if process is not None:
            process.close()


class RowProcess:
    """An `frc-query` that answers rows in their order, at most `limit` of them at a time.

    One thread writes and reads: it waits until the process takes rows or has answers, so that neither waits for the
    other for ever. An answer is the line `{"m":true}`, or `false`, or `null` if the filter fails on the row.
    """

    limit = 4096

    def __init__(self, command: list[str], fails: bool) -> None:
        self.fails = fails
        self.program = command[0]
        self.asked = 0
        self.received = 0
        self.lines = bytearray()
        self.messages = tempfile.TemporaryFile()
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.messages, bufsize=0
            )
        except (OSError, ValueError) as error:
            self.messages.close()
            raise FilterFailure(f"cannot run {self.program}: {error}") from error
        assert self.process.stdin is not None and self.process.stdout is not None
        self.input = self.process.stdin
        self.output = self.process.stdout
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.output, selectors.EVENT_READ)
        os.set_blocking(self.input.fileno(), False)
        _enlarge(self.input.fileno())

    def ask(self, batch: pyarrow.Array) -> None:
        """Sends the lines of a batch, and takes answers meanwhile."""
        if isinstance(batch, pyarrow.ChunkedArray):
            for chunk in batch.chunks:
                self.ask(chunk)
            return
        _, offsets, data = batch.buffers()
        kind = numpy.int64 if pyarrow.types.is_large_string(batch.type) else numpy.int32
        ends = numpy.frombuffer(offsets, kind)[batch.offset : batch.offset + len(batch) + 1]
        bytes_ = memoryview(data) if data is not None else memoryview(b"")
        for start in range(0, len(batch), self.limit // 2):
            end = min(start + self.limit // 2, len(batch))
            while self.asked - self.received > self.limit - (end - start):
                self.receive()
            self.asked += end - start
            self.send(bytes_[int(ends[start]) : int(ends[end])])

    def send(self, data: memoryview) -> None:
        """Writes all of `data`, and takes the answers that arrive."""
        self.selector.register(self.input, selectors.EVENT_WRITE)
        try:
            while data:
                for key, _ in self.selector.select():
                    if key.fileobj is self.output:
                        self.receive()
                    elif data:
                        data = data[os.write(self.input.fileno(), data) :]
        except BrokenPipeError:
            while True:  # Ends in the message of the process.
                self.receive()
        finally:
            self.selector.unregister(self.input)

    def receive(self) -> None:
        """Waits for answers, and takes those that are there."""
        chunk = os.read(self.output.fileno(), 1 << 16)
        if not chunk:
            raise FilterFailure(self.ended())
        self.lines += chunk
        self.received += chunk.count(b"\n")

    def take(self, count: int) -> pyarrow.Array:
        """Removes the next answers: true, false, and null where the filter fails."""
        bytes_ = numpy.frombuffer(self.lines, numpy.uint8)
        ends = numpy.flatnonzero(bytes_ == ord("\n"))[:count]
        starts = numpy.concatenate(([0], ends[:-1] + 1)) if count else ends
        answers = bytes_[starts + len('{"m":')]
        failed = answers == ord("n")
        matched = answers == ord("t")
        if not (failed | matched | (answers == ord("f"))).all():
            raise FilterFailure(f"{self.program} gave an answer that is not expected")
        size = int(ends[-1]) + 1 if count else 0
        del bytes_
        del self.lines[:size]
        self.received -= count
        self.asked -= count
        if self.fails and failed.any():
            raise FilterFailure(self.failed())
        return pyarrow.array(matched)

    def finish(self) -> None:
        """Ends the input, and takes all answers that are left."""
        self.input.close()
        while self.received < self.asked:
            self.receive()
        if os.read(self.output.fileno(), 1) or self.process.wait() != 0:
            raise FilterFailure(self.ended())

    def ended(self) -> str:
        """The message of a process that ended early."""
        status = self.process.wait()
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        return f"{self.program} ended {how} before it had answered all rows\n{self.message()}".rstrip()

    def failed(self) -> str:
        """The message of the first row that failed, which the process writes at its end."""
        self.input.close()
        while os.read(self.output.fileno(), 1 << 16):
            pass
        self.process.wait()
        return f"the filter fails on a row\n{self.message()}".rstrip()

    def message(self) -> str:
        """What the process has written to standard error."""
        self.messages.seek(0)
        return self.messages.read(1 << 16).decode(errors="replace").rstrip()

    def close(self) -> None:
        """Ends the process if it is still running, and waits for it."""
        self.selector.close()
        self.process.kill()
        self.process.wait()
        for file in (self.input, self.output, self.messages):
            file.close()


def _enlarge(descriptor: int) -> None:
    """Makes a pipe hold more, where the system can: fewer switches between the processes."""
    try:
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, 1 << 20)
    except (AttributeError, ImportError, OSError):
        pass
