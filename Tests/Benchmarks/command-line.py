#!/usr/bin/env python3
"""Times the command line beside programs that do the same, and prints a table of ratios; then the
memory that the REPL takes with the same file open.

    swift build -c release --product frc-query
    Tests/Benchmarks/command-line.py [--program PATH] [--rows N] [--rounds N] [--duckdb PATH]

Makes its data in a folder that is removed at the end. Programs take turns, and the best of several
rounds counts, since other work on the machine only ever slows them down. A program that is not
installed is named and left out; DuckDB may be the command, or the package of this Python. Exits with 0 whatever the times are: they judge nothing by
themselves.
"""

import argparse
import importlib.util
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


def seconds(command, output=None):
    """How long a command takes from start to end; None where it fails."""
    with open(output or os.devnull, "wb") as target:
        start = time.monotonic()
        status = subprocess.run(command, stdout=target, stderr=subprocess.DEVNULL).returncode
        return None if status > 1 else time.monotonic() - start


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


def show(title, times, limits):
    own = times["frc-query"]
    print("\n" + title)
    for name, value in times.items():
        if value is None:
            print("  %-10s failed" % name)
            continue
        line = "  %-10s %8.1f ms" % (name, value * 1000)
        if name != "frc-query" and own is not None:
            ratio = own / value
            line += "   frc-query takes %.3f of it" % ratio
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
    print("\nMemory of the REPL, as a multiple of the file: at most %.2f" % limit)
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
    options = parser.parse_args()
    if not os.path.exists(options.program):
        sys.exit("no program at %s: build it with -c release first" % options.program)
    jq = shutil.which("jq")
    for name, path in (("jq", jq), ("duckdb", duckdb(options, ""))):
        if not path:
            print("%s is not installed and left out" % name)

    folder = tempfile.mkdtemp(prefix="frc-query-")
    try:
        run(options, jq, folder)
    finally:
        shutil.rmtree(folder)


def duckdb(options, statement):
    """The command that runs a statement, None where DuckDB is not installed."""
    if options.duckdb:
        return [options.duckdb, "-c", statement]
    if importlib.util.find_spec("duckdb"):
        return [sys.executable, "-c", "import sys, duckdb; duckdb.sql(sys.argv[1])", statement]
    return None


def run(options, jq, folder):
    rows = os.path.join(folder, "rows.jsonl")
    write_rows(rows, options.rows)
    print("%d rows, %d MB" % (options.rows, os.path.getsize(rows) // 1_000_000))

    commands = {
        "frc-query": [options.program, TWO_COMPARISONS, rows]}
    if jq:
        commands["jq"] = [
            jq, "-c", 'select((.instanceType | startswith("t1")) and .age > 30)', rows]
    filtered = duckdb(
        options,
        "COPY (SELECT * FROM read_json('%s', format = 'newline_delimited') WHERE"
        " instanceType LIKE 't1%%' AND age > 30) TO '/dev/stdout' (FORMAT json)" % rows)
    if filtered:
        commands["duckdb"] = filtered
    same_lines(commands, folder)
    show("Two comparisons, matching lines written", best(commands, options.rounds),
         {"jq": 0.06, "duckdb": 1.0})

    commands = {"frc-query": [options.program, "-c", TEN_KEY_PATHS, rows]}
    if jq:
        commands["jq"] = [
            jq, "-n",
            "reduce (inputs | select(.id >= 0 and (.name | contains(\"web\")) and .cost <= 100"
            " and .age > 19 and (.tags | length) == 2 and .owner.team != 10"
            " and (.owner.name | startswith(\"owner\"))"
            " and (.region | IN(\"eu-west-1\", \"us-east-1\"))"
            " and (.tags | any(. == \"alpha\")) and (.instanceType | startswith(\"t1\"))))"
            " as $row (0; . + 1)", rows]
    show("Ten key paths, counted", best(commands, options.rounds), {"jq": 0.1})

    empty = os.path.join(folder, "empty.jsonl")
    open(empty, "w").close()
    commands = {"frc-query": [options.program, "TRUEPREDICATE", empty]}
    if jq:
        commands["jq"] = [jq, ".", empty]
    show("Start-up: an empty file", best(commands, options.rounds, repeat=20), {"jq": 1.0})

    commands = {"frc-query": [options.program, "SUBQUERY(tags, $t, $t == 'alpha').@count == 1"
                              " AND cost * 2 > 10", rows]}
    if jq:
        commands["jq"] = [
            jq, "-c", 'select(([.tags[] | select(. == "alpha")] | length) == 1 and .cost * 2 > 10)',
            rows]
    show("A filter that needs values", best(commands, 2), {})

    show_memory(options.program, rows, limit=2.5)


if __name__ == "__main__":
    main()
