#!/usr/bin/env python3
"""Compares a program with the conformance suite of the language of filters.

    run.py [--suite FILE] [--skip FILE] COMMAND [ARGUMENT ...]
    run.py frc-query pipe

The program reads a request in JSON from each line of standard input and answers it with a line in JSON:

    {"op":"evaluate","filter":F,"item":I}     {"result":true}
    {"op":"value","expression":E,"item":I}    {"value":V}
    {"op":"format","filter":F}                {"format":T}, a printed form; or with "tree" for "filter"
    {"op":"tree","filter":F}                  {"tree":D}, the data that tree.schema.json describes

A request may have "args", the values for %@ and %K; "variables", values by name; and "strict": true. The answer about a
wrong filter is {"error":{"kind":"syntax","code":C}}, and about a failed evaluation {"error":{"kind":"evaluation","code":C}};
codes.json lists the codes. Other members are ignored. Values are those of conformance/README.md.

The file after --skip is an object of reasons in JSON. Its names are those of cases, such as "arithmetic: Division by zero is
an error.", or an op, a level ("foundation" or "extended") or the part of a name before the colon, for all of these.

Prints a report. The exit status is 0 if all that is not skipped agrees, 1 if something differs, a name in the list of skipped
cases means nothing or a reason is missing, and 2 if the program or a file cannot be read.
"""

import argparse
import json
import os
import subprocess
import sys

SUITE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "conformance.json")
SHOWN = 50


class Check:
    """A request, and the members that its answer has: these, or the others."""

    def __init__(self, case, op, request, expected, other=None):
        self.case, self.op, self.expected, self.other = case, op, expected, other
        self.request = {"op": op, **request}


def checks(case, items):
    """The requests of a case."""
    text = "expression" if "expression" in case else "filter"
    request = {name: case[name] for name in (text, "args", "strict") if name in case}
    op = "value" if text == "expression" else "evaluate"
    if "error" in case:
        yield Check(case, op, {**request, "item": None}, {"error": case["error"]})
        return
    if "format" in case:
        other = {"format": case["source"]} if "source" in case else None
        for form in ("format", "tree"):
            yield Check(case, form, request, {"format": case["format"]}, other)
    for answer in case.get("answers", []):
        given = {**request, "item": items[answer.get("item", 0)]}
        if "variables" in case:
            given["variables"] = case["variables"]
        yield Check(case, op, given, {name: answer[name] for name in answer if name != "item"})


def is_same(expected, found):
    """Whether two values are equal: numbers by value, sets in any order."""
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, dict) and isinstance(found, dict):
        if list(expected) == ["$set"] and list(found) == ["$set"]:
            rest = list(found["$set"])
            for element in expected["$set"]:
                place = next((n for n, other in enumerate(rest) if is_same(element, other)), None)
                if place is None:
                    return False
                del rest[place]
            return not rest
        return expected.keys() == found.keys() and all(
            is_same(expected[name], found[name]) for name in expected)
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(is_same, expected, found))
    return expected == found


def agrees(expected, answer):
    """Whether an answer has what is expected. Of an error only the kind and the code count."""
    if not isinstance(answer, dict):
        return False
    for name, value in expected.items():
        if name not in answer:
            return False
        if name == "error":
            if not isinstance(answer[name], dict):
                return False
            if any(answer[name].get(part) != value[part] for part in value):
                return False
        elif not is_same(value, answer[name]):
            return False
    return True


def answers(command, requests):
    """What the program answers, a line for each request; None where it has no answer, or none in JSON."""
    if not requests:
        return []
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    run = subprocess.run(command, input=lines.encode(), stdout=subprocess.PIPE, check=False)
    found = []
    for line in run.stdout.split(b"\n")[: len(requests)]:
        try:
            found.append(json.loads(line))
        except ValueError:
            found.append(None)
    return found + [None] * (len(requests) - len(found))


def ask(command, wanted):
    """Pairs of a check and the answer to it. A tree is asked for, and the text of that tree then."""
    first = answers(command, [check.request for check in wanted])
    trees = [
        (place, check) for place, check in enumerate(wanted)
        if check.op == "tree" and isinstance(first[place], dict) and "tree" in first[place]]
    second = [
        {"op": "format", "tree": first[place]["tree"], **(
            {"strict": True} if check.case.get("strict") else {})}
        for place, check in trees]
    for (place, _), answer in zip(trees, answers(command, second)):
        first[place] = answer
    return list(zip(wanted, first))


def names(check):
    """The names under which a list of skipped cases can have a check."""
    name = check.case["name"]
    return [name, check.op, check.case["level"], name.split(": ")[0]]


def shown(value):
    """A value on one line that is not too long."""
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 300 else text[:300] + "…"


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default=SUITE, metavar="FILE")
    parser.add_argument("--skip", metavar="FILE")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    sys.stdout.reconfigure(errors="backslashreplace")
    if not options.command:
        parser.error("name the program, such as: run.py frc-query pipe")
    try:
        suite = read(options.suite)
        reasons = read(options.skip) if options.skip else {}
    except (OSError, ValueError) as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 2
    if suite.get("version") != 1 or not isinstance(reasons, dict):
        print("run.py: the suite has another version, or the list is not an object", file=sys.stderr)
        return 2

    every = [check for case in suite["cases"] for check in checks(case, suite["items"])]
    known = {name for check in every for name in names(check)}
    problems = [f"skipped, but not in the suite: {name}" for name in reasons if name not in known]
    problems += [
        f"skipped without a reason: {name}" for name, reason in reasons.items()
        if not isinstance(reason, str) or not reason.strip()]

    skipped = {}
    wanted = []
    for check in every:
        name = next((name for name in names(check) if name in reasons), None)
        if name is None:
            wanted.append(check)
        else:
            skipped[name] = skipped.get(name, 0) + 1
    try:
        pairs = ask(options.command, wanted)
    except OSError as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 2

    counts = {}
    for check, answer in pairs:
        agreed = agrees(check.expected, answer) or (
            check.other is not None and agrees(check.other, answer))
        passed, failed = counts.get(check.case["level"], (0, 0))
        counts[check.case["level"]] = (passed + agreed, failed + (not agreed))
        if not agreed:
            problems.append(
                f"{check.case['name']} ({check.case['level']}, {check.op})\n"
                f"    request  {shown(check.request)}\n"
                f"    expected {shown(check.expected)}\n"
                f"    found    {shown(answer)}")
    for problem in problems[:SHOWN]:
        print(problem)
    if len(problems) > SHOWN:
        print(f"and {len(problems) - SHOWN} more")
    for name, count in skipped.items():
        print(f"skipped {count}: {name}: {reasons.get(name)}")
    for level, (passed, failed) in sorted(counts.items()):
        print(f"{level}: {passed} agree, {failed} differ")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
