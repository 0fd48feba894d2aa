"""Validates each tree that `frc-query pipe` writes, and each mutation that it reads, by the JSON Schema of trees.

    .build-search-engines/venv/bin/python Tests/Engines/trees.py .build/debug/frc-query [SEED]
"""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema

GRAMMAR = Path(__file__).resolve().parents[2] / "Grammar"
OTHERS: list[Any] = [None, 1, -1.5, True, "", "and", "x", "a' OR 'b", [], {}, {"property": "a"}, {"op": "=="}]


def answers(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    text = "".join(json.dumps(request) + "\n" for request in requests)
    run = subprocess.run([sys.argv[1], "pipe"], input=text, capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    if len(lines) != len(requests):
        raise AssertionError(f"{len(lines)} answers of {len(requests)}")
    return lines


def examples() -> list[dict[str, Any]]:
    """The filters of the conformance suite."""
    cases = json.loads((GRAMMAR / "conformance.json").read_text())["cases"]
    return [
        {"op": "tree"} | {name: case[name] for name in ("filter", "args", "strict") if name in case}
        for case in cases
        if "filter" in case and "error" not in case
    ]


def mutated(dice: random.Random, value: Any) -> Any:
    """A copy that differs in one place."""
    value = copy.deepcopy(value)
    if not isinstance(value, (dict, list)) or not value or dice.random() < 0.1:
        return dice.choice(OTHERS)
    places = list(value) if isinstance(value, dict) else range(len(value))
    place = dice.choice(list(places))
    kind = dice.randrange(8)
    if kind == 0:
        del value[place]
    elif kind == 1 and isinstance(value, dict):
        value[dice.choice(["op", "args", "options", "extra"])] = value[place]
    elif kind == 1:
        value.append(value[place])
    else:
        value[place] = mutated(dice, value[place])
    return value


def main() -> None:
    validator = jsonschema.Draft202012Validator(json.loads((GRAMMAR / "tree.schema.json").read_text()))
    trees = [answer["tree"] for answer in answers(examples()) if "tree" in answer]
    if len(trees) < 500:
        raise AssertionError(f"only {len(trees)} trees")
    for tree in trees:
        validator.validate(tree)
    dice = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    mutations = [mutated(dice, dice.choice(trees)) for _ in range(20_000)]
    read = 0
    for tree, answer in zip(mutations, answers([{"op": "format", "tree": tree} for tree in mutations]), strict=True):
        if "format" in answer:
            read += 1
            validator.validate(tree)
    if read < 500:
        raise AssertionError(f"only {read} mutations are read")
    print(f"the schema accepts {len(trees)} trees and {read} mutations")


if __name__ == "__main__":
    main()
