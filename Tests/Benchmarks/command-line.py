#!/usr/bin/env python3
"""Times the command line beside programs that do the same, and prints a table of ratios; then the
memory that the REPL takes with the same file open.

    swift build -c release --product frc-query
    Tests/Benchmarks/command-line.py [--program PATH] [--rows N] [--rounds N] [--duckdb PATH]
                                     [--only P7,P22,…] [--large]

Makes its data in a folder that is removed at the end. Programs take turns, and the best of several
rounds counts, since other work on the machine only ever slows them down. A program that is not
installed is named and left out; DuckDB may be the command, or the package of this Python, as polars
is. With --large P23 and P24 are measured again with ten times the rows. Exits with 0 whatever the
times are: they judge nothing by themselves.
"""

import argparse
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def write_rows(path, count):
    """Instances as JSON Lines, the same ones every time."""
    chance = random.Random(1)
    families = ["t1", "m1", "c1", "r2", "g2"]
    sizes = ["micro", "small", "medium", "large", "xlarge"]
    regions = ["eu-west-1", "us-east-1", "ap-south-1"]
    tags = ["alpha", "beta", "gamma", "delta", "epsilon"]
    with open(path, "w") as file:
        for index in range(count):
            first, second = chance.sample(tags, 2)
            file.write(
                '{"id":%d,"instanceType":"%s.%s","name":"web-%06d-prod","age":%d,"cost":%r,'
                '"region":"%s","tags":["%s","%s"],"owner":{"name":"owner-%03d","team":%d}}\n'
                % (
                    index, chance.choice(families), chance.choice(sizes), index,
                    chance.randint(20, 69), round(chance.random() * 100, 4),
                    chance.choice(regions), first, second, chance.randint(0, 999),
                    chance.randint(0, 9),
                ))


def write_csv(lines, path):
    """The columns of the rows that are no lists and objects, as CSV."""
    names = ["id", "instanceType", "name", "age", "cost", "region"]
    with open(lines) as rows, open(path, "w") as file:
        file.write(",".join(names) + "\n")
        for row in map(json.loads, rows):
            file.write(",".join(str(row[name]) for name in names) + "\n")


def write_array(lines, path):
    """The rows as one JSON array."""
    with open(lines) as rows, open(path, "w") as file:
        separator = "[\n"
        for row in rows:
            file.write(separator + row.rstrip("\n"))
            separator = ",\n"
        file.write("\n]\n")


def repeat(path, times):
    """A file beside `path` that holds it several times."""
    copy = path.replace(".", "-%d." % times)
    with open(copy, "wb") as file:
        for _ in range(times):
            with open(path, "rb") as source:
                shutil.copyfileobj(source, file, 1 << 24)
    return copy


def measure(command, output=None):
    """The seconds that a command takes from start to end, and the most memory that it has, in bytes;
    None where it fails.

    The system counts the memory of this program in, as the child that the command begins as."""
    with open(output or os.devnull, "wb") as target:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=target, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        taken = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    return (taken, usage.ru_maxrss * unit) if process.returncode in (0, 1) else None


def piped(program, *arguments, file):
    """A command of the program that reads a file through a pipe."""
    # The shell gives its place to the program, so that only `cat` is one more.
    return ["sh", "-c", 'file=$1; program=$2; shift 2; cat "$file" | "$program" "$@"', "sh", file,
            program, *arguments]


def seconds(command, output=None):
    """How long a command takes from start to end; None where it fails."""
    found = measure(command, output)
    return found and found[0]


def best(commands, rounds, repeat=1):
    """The best time of each command, all of them in turn."""
    times = {}
    for _ in range(rounds):
        for name, command in commands.items():
            taken = [seconds(command) for _ in range(repeat)]
            if None in taken:
                times.setdefault(name, None)
            else:
                mean = sum(taken) / repeat
                times[name] = min(times.get(name) or mean, mean)
    return times


def show(title, times, limits, own="frc-query"):
    """Prints what each takes, and how much of that `own` takes; `limits` are the largest ratios."""
    mine = times[own]
    print("\n" + title)
    for name, value in times.items():
        if value is None:
            print("  %-12s failed" % name)
            continue
        line = "  %-12s %8.1f ms" % (name, value * 1000)
        if name != own and mine is not None:
            ratio = mine / value
            line += "   %s takes %.3f of it" % (own, ratio)
            if name in limits:
                line += ", at most %.2f: %s" % (
                    limits[name], "yes" if ratio <= limits[name] else "NO")
        print(line)


def same_lines(commands, folder):
    """Whether all programs find equally many rows: a fast wrong answer is no answer."""
    counts = {}
    for name, command in commands.items():
        path = os.path.join(folder, "output")
        seconds(command, path)
        with open(path, "rb") as file:
            counts[name] = sum(1 for _ in file)
    if len(set(counts.values())) > 1:
        print("  the programs do not agree on the number of rows: %s" % counts)


# Two comparisons, and ten key paths ordered so that nearly every row comes to the last comparison.
TWO_COMPARISONS = "instanceType BEGINSWITH 't1' AND age > 30"
TEN_KEY_PATHS = (
    "id >= 0 AND name CONTAINS 'web' AND cost <= 100 AND age > 19 AND tags.@count == 2"
    " AND owner.team != 10 AND owner.name BEGINSWITH 'owner' AND region IN {'eu-west-1',"
    " 'us-east-1'} AND ANY tags == 'alpha' AND instanceType BEGINSWITH 't1'")

# What is done with a file that is open in the REPL while its memory is looked at.
SESSION = [
    TWO_COMPARISONS, ".filter add Old age > 30", ".search web-0",
    ".search web-01", ".search", ".sort age:desc name", ".section region", ".show 1",
]


def memory(process):
    """What a process has in memory now, and the most that it had; nothing but on Linux."""
    try:
        with open("/proc/%d/status" % process.pid) as file:
            lines = dict(line.split(":", 1) for line in file)
        return [int(lines[name].split()[0]) * 1024 for name in ("VmRSS", "VmHWM")]
    except OSError:
        return None


def session(program, rows):
    """Opens a file in the REPL and runs the lines of SESSION: yields each line, the seconds that it
    took, and the memory after it."""
    process = subprocess.Popen(
        [program, "repl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    for line in [".open " + rows] + SESSION:
        # Help marks the end of what a line prints.
        start = time.monotonic()
        process.stdin.write(line + "\n.help quit\n")
        process.stdin.flush()
        while process.stdout.readline() not in ("End the program.\n", ""):
            pass
        yield line, time.monotonic() - start, memory(process)
    process.communicate()


def show_memory(program, rows, limit):
    """Prints the memory of the REPL with a file open as a multiple of the file's size."""
    print("\nP14  Memory of the REPL, as a multiple of the file: at most %.2f" % limit)
    size = os.path.getsize(rows)
    peak = None
    for line, taken, found in session(program, rows):
        if found:
            peak = found[1]
            print("  %-42s %6.2f s   %.2f   peak %.2f" % (
                line[:42], taken, found[0] / size, peak / size))
    if peak is None:
        print("  cannot be told on this system")
    else:
        print("  at most %.2f: %s" % (limit, "yes" if peak <= limit * size else "NO"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default=os.path.join(ROOT, ".build/release/frc-query"))
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--duckdb", default=shutil.which("duckdb"))
    parser.add_argument("--only", help="workloads, such as P7,P22")
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    if not os.path.exists(options.program):
        sys.exit("no program at %s: build it with -c release first" % options.program)
    for name, found in (
            ("jq", shutil.which("jq")), ("duckdb", duckdb(options, "")), ("polars", polars(""))):
        if not found:
            print("%s is not installed and left out" % name)

    workloads = {
        "P7": lines_written, "P8": lines_counted, "P14": memory_of_repl, "P15": start_up,
        "P22": csv_counted, "P23": columns_selected, "P24": sorted_few, "P25": other_inputs,
        "P26": beside_itself, "S5": groups_counted,
        "VALUES": values_needed}
    wanted = options.only.upper().split(",") if options.only else list(workloads)
    folder = tempfile.mkdtemp(prefix="frc-query-")
    try:
        rows = os.path.join(folder, "rows.jsonl")
        write_rows(rows, options.rows)
        print("%d rows, %d MB" % (options.rows, os.path.getsize(rows) // 1_000_000))
        for name in wanted:
            workloads[name](options, rows)
        if options.large:
            large = repeat(rows, 10)
            print("\nTen times the rows, %d MB" % (os.path.getsize(large) // 1_000_000))
            for name in wanted:
                if name in ("P23", "P24"):
                    workloads[name](options, large)
    finally:
        shutil.rmtree(folder)


# MARK: Peers


def duckdb(options, statement):
    """The command that runs a statement, None where DuckDB is not installed."""
    if options.duckdb:
        return [options.duckdb, "-c", statement]
    if importlib.util.find_spec("duckdb"):
        script = "import sys, duckdb; duckdb.execute(sys.argv[1]).fetchall()"
        return [sys.executable, "-c", script, statement]
    return None


def polars(expression):
    """The command that prints an expression of Python, None where polars is not installed."""
    if importlib.util.find_spec("polars"):
        return [sys.executable, "-c", "import polars as pl; print(%s)" % expression]
    return None


def jq(*arguments):
    """The command that jq is run with, None where it is not installed."""
    path = shutil.which("jq")
    return [path, *arguments] if path else None


def installed(commands):
    """The commands whose programs there are."""
    return {name: command for name, command in commands.items() if command}


# What DuckDB is asked, in place of the two comparisons.
TWO_CONDITIONS = "instanceType LIKE 't1%' AND age > 30"


# MARK: Workloads


def lines_written(options, rows):
    commands = installed({
        "frc-query": [options.program, TWO_COMPARISONS, rows],
        "jq": jq("-c", 'select((.instanceType | startswith("t1")) and .age > 30)', rows),
        "duckdb": duckdb(
            options,
            "COPY (SELECT * FROM read_json('%s', format = 'newline_delimited') WHERE %s)"
            " TO '/dev/stdout' (FORMAT json)" % (rows, TWO_CONDITIONS))})
    same_lines(commands, os.path.dirname(rows))
    show("P7   Two comparisons, matching lines written", best(commands, options.rounds),
         {"jq": 0.06, "duckdb": 1.0})


def lines_counted(options, rows):
    commands = installed({
        "frc-query": [options.program, "-c", TEN_KEY_PATHS, rows],
        "jq": jq(
            "-n",
            "reduce (inputs | select(.id >= 0 and (.name | contains(\"web\")) and .cost <= 100"
            " and .age > 19 and (.tags | length) == 2 and .owner.team != 10"
            " and (.owner.name | startswith(\"owner\"))"
            " and (.region | IN(\"eu-west-1\", \"us-east-1\"))"
            " and (.tags | any(. == \"alpha\")) and (.instanceType | startswith(\"t1\"))))"
            " as $row (0; . + 1)", rows)})
    show("P8   Ten key paths, counted", best(commands, options.rounds), {"jq": 0.1})


def memory_of_repl(options, rows):
    show_memory(options.program, rows, limit=2.5)


def start_up(options, rows):
    empty = os.path.join(os.path.dirname(rows), "empty.jsonl")
    open(empty, "w").close()
    commands = installed({
        "frc-query": [options.program, "TRUEPREDICATE", empty], "jq": jq(".", empty)})
    show("P15  Start-up: an empty file", best(commands, options.rounds, repeat=20), {"jq": 1.0})


def csv_counted(options, rows):
    path = rows.replace(".jsonl", ".csv")
    write_csv(rows, path)
    commands = installed({
        "frc-query": [options.program, "-c", TWO_COMPARISONS, path],
        "duckdb": duckdb(
            options, "SELECT count(*) FROM read_csv('%s') WHERE %s" % (path, TWO_CONDITIONS)),
        "polars": polars(
            "pl.scan_csv('%s').filter(pl.col('instanceType').str.starts_with('t1')"
            " & (pl.col('age') > 30)).select(pl.len()).collect().item()" % path)})
    show("P22  CSV, counted: %d MB" % (os.path.getsize(path) // 1_000_000),
         best(commands, options.rounds), {"duckdb": 1.0})


def columns_selected(options, rows):
    for filter, condition in ((TWO_COMPARISONS, TWO_CONDITIONS), ("TRUEPREDICATE", "TRUE")):
        commands = installed({
            "selected": [options.program, filter, rows, "--select", "id,name", "-o", "csv"],
            "whole lines": [options.program, filter, rows],
            "duckdb": duckdb(
                options,
                "COPY (SELECT id, name FROM read_json('%s', format = 'newline_delimited') WHERE %s)"
                " TO '/dev/stdout' (FORMAT csv, HEADER)" % (rows, condition))})
        show("P23  --select id,name -o csv, %s" % filter, best(commands, options.rounds),
             {"whole lines": 2.0, "duckdb": 1.0}, own="selected")


def sorted_few(options, rows):
    for filter in (TWO_COMPARISONS, "TRUEPREDICATE"):
        few = [options.program, filter, rows, "--sort", "cost:desc", "--limit", "3"]
        count = [options.program, filter, rows, "-c"]
        show("P24  --sort cost:desc --limit 3, %s" % filter,
             best({"sorted": few, "counted": count}, options.rounds), {"counted": 1.5},
             own="sorted")
        found = measure(few), measure(count)
        if None not in found:
            more = (found[0][1] - found[1][1]) / (1 << 20)
            print("  memory above that of counting: %.1f MB, at most 64: %s" % (
                more, "yes" if more <= 64 else "NO"))


def other_inputs(options, rows):
    array = rows.replace(".jsonl", ".json")
    write_array(rows, array)
    # The shell gives its place to the program, so that only `cat` is one more.
    redirected, piped = 'exec "$0" "$1" < "$2"', 'cat "$2" | "$0" "$1"'
    arguments = [options.program, TWO_COMPARISONS, rows]
    times = best({
        "file": arguments,
        "array": [options.program, TWO_COMPARISONS, array],
        "redirected": ["sh", "-c", redirected] + arguments,
        "piped": ["sh", "-c", piped] + arguments}, options.rounds)
    for name, limit in (("array", 2.0), ("redirected", 1.2), ("piped", 2.5)):
        show("P25  %s" % name, {name: times[name], "file": times["file"]}, {"file": limit}, own=name)


def beside_itself(options, rows):
    """A computed column beside the keys that it reads, gzip beside zcat, and dates beside their text."""
    dates = rows.replace(".jsonl", "-dates.jsonl")
    with open(rows) as lines, open(dates, "w") as file:
        for index, line in enumerate(lines):
            file.write('{"time":"2026-%02d-%02dT%02d:%02d:00Z",%s' % (
                1 + index % 12, 1 + index % 28, index % 24, index % 60, line[1:]))
    packed = rows + ".gz"
    with open(packed, "wb") as file:
        subprocess.run(["gzip", "-1", "-c", rows], stdout=file, check=True)
    program, text = options.program, 'zcat "$2" | "$0" -c "$1"'
    for title, own, ours, other, theirs, limit in (
            ("a computed column", "computed", ["TRUE", "--select", "total=age*cost", rows],
             "keys", ["TRUE", "--select", "age,cost", rows], 1.3),
            ("dates in text", "dates",
             ["-c", "--types", "time=date", "time > CAST('2026-06-15', 'NSDate')", dates],
             "text", ["-c", "time > '2026-06-15'", dates], 2.0)):
        show("P26  %s" % title, best({own: [program] + ours, other: [program] + theirs}, options.rounds),
             {other: limit}, own=own)
    show("P26  gzip", best({
        "gzip": [program, "-c", TWO_COMPARISONS, packed],
        "zcat": ["sh", "-c", text, program, TWO_COMPARISONS, packed]}, options.rounds), {"zcat": 1.1},
        own="gzip")


def groups_counted(options, rows):
    """Groups of JSON Lines beside a count of the same key, and groups beside those of DuckDB."""
    program = options.program
    lines = {
        "groups": [program, "TRUEPREDICATE", "--count-by", "region", rows],
        "counted": [program, "-c", "region != nil", rows]}
    show("S5   --count-by region", best(lines, options.rounds), {"counted": 1.6}, own="groups")
    path = rows.replace(".jsonl", ".csv")
    if not os.path.exists(path):
        write_csv(rows, path)
    for title, keys, more, columns in (
            ("--count-by region", "region", [], ""),
            ("--count-by region,age --sum cost --max cost", "region,age",
             ["--sum", "cost", "--max", "cost"], ", sum(cost), max(cost)")):
        for file, reader, limit in (
                (rows, "read_json('%s', format = 'newline_delimited')" % rows, 0.8),
                (path, "read_csv('%s')" % path, 0.5)):
            commands = installed({
                "frc-query": [program, "TRUEPREDICATE", "--count-by", keys, *more, file],
                "duckdb": duckdb(
                    options, "SELECT %s, count(*)%s FROM %s GROUP BY ALL" % (keys, columns, reader))})
            show("S5   %s, %s" % (title, file.rsplit(".", 1)[1]), best(commands, options.rounds),
                 {} if more else {"duckdb": limit})


def values_needed(options, rows):
    commands = installed({
        "frc-query": [
            options.program,
            "SUBQUERY(tags, $t, $t == 'alpha').@count == 1 AND cost * 2 > 10", rows],
        "jq": jq(
            "-c", 'select(([.tags[] | select(. == "alpha")] | length) == 1 and .cost * 2 > 10)',
            rows)})
    show("A filter that needs values", best(commands, min(2, options.rounds)), {})


if __name__ == "__main__":
    main()
