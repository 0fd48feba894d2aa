#!/usr/bin/env python3
"""Makes first inputs of the fuzz entries from the examples in Grammar/conformance.

    Tests/Fuzz/seeds.py DIRECTORY

writes DIRECTORY/ENTRY/*. They are many and alike: `run --merge` keeps of them what takes a way that no
other input takes.
"""
import hashlib
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIRECTIVES = ("strict", "value", "lossy", "args:", "item:", "variables:", "text:", "text-repeat:")
FIXTURE = "fixture: "
TOOLS = ("query", "check", "explain")


def examples():
    """The filter, the item and whether it is read strictly, of each example."""
    for file in sorted((ROOT / "Grammar/conformance").glob("*.txt")):
        blocks = file.read_text(encoding="utf-8").split("\n\n")
        head = blocks[0].splitlines()
        fixtures = [line[len(FIXTURE):].split(" ", 1)[1] for line in head if line.startswith(FIXTURE)]
        for block in blocks[1:]:
            text, item, strict = None, None, "strict" in head
            for line in block.strip("\n").splitlines():
                if line.startswith("# ") or line == "#":
                    continue
                if line.startswith("text: "):
                    text = json.loads(line[len("text: "):])
                    break
                if line.startswith("item: "):
                    item = line[len("item: "):]
                elif line.startswith("strict"):
                    strict = True
                elif not line.startswith(DIRECTIVES):
                    text = line
                    break
            if text and len(text) < 400:
                yield text, [item] if item else fixtures, strict


def write(directory, entry, content):
    folder = pathlib.Path(directory) / entry
    folder.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha1(content).hexdigest()[:16]
    (folder / name).write_bytes(content)


def literals(text):
    """The texts in quotes."""
    parts = text.replace('"', "'").split("'")
    return parts[1::2]


def main(directory):
    requests = []
    for index, (text, items, strict) in enumerate(examples()):
        line = text.encode()
        write(directory, "printing", line)
        if b"\n" in line:
            continue
        flag = b"s" if strict else b"-"
        tails = (b"", bytes(range(1, 90)), bytes(range(255, 100, -1)))
        write(directory, "evaluation", line + b"\n" + flag + tails[index % 3])
        rows = "\n".join(items or ['{"a":1,"b":"x"}']).encode()
        files = (
            b"[" + rows.replace(b"\n", b",") + b"]", rows, b'a,name,age\n1,x,2\n"q, ""r""",,TRUE\n',
            b"a\tname\tage\n1.50\tx\t1e3\n\n")
        write(directory, "rows", bytes([index % 4]) + line + b"\n" + files[index % 4])
        if index % 8 == 0:
            coded = json.dumps({"text": text, "strict": strict})
            write(directory, "coding", b"\0" + coded.encode())
        if index % 40 == 0:
            calls = [{"name": tool, "arguments": {"source": "rows", "filter": text}} for tool in TOOLS]
            messages = [{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call} for call in calls]
            write(directory, "mcp", "\n".join(map(json.dumps, messages)).encode())
        if "MATCHES" in text or "LIKE" in text:
            words = literals(text)
            for pattern in words:
                for other in words:
                    write(directory, "patterns", b"0" + pattern.encode() + b"\n" + other.encode())
        request = {"op": "evaluate", "filter": text, "strict": strict}
        if items:
            try:
                request["item"] = json.loads(items[0])
            except ValueError:
                continue
        requests.append(json.dumps(request, ensure_ascii=False))
    for start in range(0, len(requests), 40):
        write(directory, "pipe", "\n".join(requests[start:start + 4]).encode())
    for request in PIPE:
        write(directory, "pipe", "\n".join(request).encode())
    for coded in CODED:
        write(directory, "coding", coded.encode())
    for index, text in enumerate(slow().values()):
        for way in range(6):
            write(directory, "slowest", text.encode() + b"\n" + bytes([way]))
    for size in (8, 40, 120, 250):
        for step in (1, 7, 91):
            write(directory, "results", bytes((step * i * i + i) % 256 for i in range(size)))
            write(directory, "plugin", bytes((step * i * i + i) % 256 for i in range(size)))
            write(directory, "policy", bytes((step * i * i * i + 7 * i) % 251 for i in range(size)))


def slow():
    """Filters that take much work for their length, by a name that says why."""
    patterns = ["z(12?){0,2500}", "(?:(?=.*[b])|a)*(?:b|c){3000}"]
    union = "{1, 2, 3, 4}"
    for _ in range(16):
        union = f"({union} UNION {union})" if len(union) < 1500 else union
    ternary = "1"
    for number in range(150):
        ternary = f"TERNARY(int == {number}, {ternary}, 2)"
    subquery = "$x8.length > 0"
    for level in range(8, 0, -1):
        subquery = f"SUBQUERY(texts, $x{level}, {subquery}).@count > 0"
    doubled = "($a0 := ints) != nil"
    for level in range(12):
        doubled += f" AND ($a{level + 1} := ($a{level} UNION $a{level})) != nil"
    numbers = ", ".join(str(number) for number in range(400))
    return {
        "group-in-a-repetition": f"text MATCHES '{patterns[0]}'",
        "look-ahead-in-a-loop": f"text MATCHES '{patterns[1]}'",
        "patterns-in-a-list": "SUBQUERY({%s}, $p, other MATCHES $p).@count > 30" % (
            ", ".join(f"'{patterns[0]}{number}'" for number in range(12))),
        "patterns-of-comparisons": " OR ".join(
            f"other MATCHES '{chr(97 + number)}(1{number}?){{0,2500}}'" for number in range(10)),
        "like-with-many-question-marks": "ANY texts LIKE[cd] '%s*%s*z'" % ("?" * 900, "?*" * 900),
        "nested-subqueries": subquery,
        "between-with-long-lists": f"text BETWEEN {{'{'a' * 1500}', '{'b' * 1500}'}}",
        "long-list": f"ANY ints IN {{{numbers}}} AND 700 IN {{{numbers}}}",
        "union-of-unions": f"{union} == {{}}",
        "doubling": doubled,
        "deep-ternary": f"{ternary} == 1",
        "arithmetic-of-500-terms": " + ".join(["(" + " * ".join(["int"] * 20) + ")"] * 25) + " > 1",
    }


ROWS = '{"id":1,"n":2,"city":"a"},{"id":2,"n":1,"city":"b"},{"id":3,"city":"a"}'
PIPE = [
    ['{"op":"configure","identity":"id","section":"city","sort":[{"key":"n"}]}',
     '{"op":"set","items":[' + ROWS + "]}",
     '{"op":"filter.add","name":"F","group":"g","filter":"n >= %d","args":[1]}',
     '{"op":"add","item":{"id":4,"n":0,"city":"c"}}',
     '{"op":"replace","item":{"id":2,"n":9,"city":"a"}}',
     '{"op":"filter.remove","group":"g"}', '{"op":"why","key":1}', '{"op":"remove","key":1}'],
    ['{"op":"set","sections":[{"name":"A","items":[' + ROWS + ']},{"name":"B","items":[]}]}',
     '{"op":"move","from":[0,1],"to":[1,0]}', '{"op":"section.move","from":0,"to":1}',
     '{"op":"section.insert","name":"C","items":[{"id":9}],"at":1}',
     '{"op":"section.replace","at":0,"items":[{"id":8}]}', '{"op":"section.remove","at":2}',
     '{"op":"insert","item":{"id":7},"at":[0,0]}', '{"op":"section.add","name":"D"}'],
    ['{"op":"set","items":[' + ROWS + "]}", '{"op":"begin"}', '{"op":"remove","at":[0,0]}',
     '{"op":"replace","at":[0,0],"item":{"id":5}}', '{"op":"rollback"}', '{"op":"begin"}',
     '{"op":"merge","items":[{"id":1},{"id":6}],"sorted":true}', '{"op":"end"}',
     '{"op":"set","items":null}', '{"op":"snapshot"}'],
    ['{"op":"configure","identity":"id","duplicates":"refuse","emptySections":"keep","sectionOrder":"descending"}',
     '{"op":"set","items":[{"id":{"$date":0}},{"id":{"$float":"nan"}},{"id":{"$set":[1,1.0]}},{"id":{"$data":"AA=="}},{"id":{"$decimal":"0.1"}}]}',
     '{"op":"filter.replaceAll","filters":[{"name":"x","filter":"id != $v","variables":{"v":1}}]}',
     '{"op":"filter.clear"}', '{"op":"value","expression":"a.@sum.b + 1","item":{"a":[{"b":1}]}}',
     '{"op":"format","filter":"a=1 or b=2"}'],
]
CODED = [
    '\1{"sections":[{"key":{"string":"a"},"title":"t","rows":[{"item":{"id":1,"n":0,"city":"a"}},{"extra":{"int":1},"value":{"list":[{},{"double":0}]}}]}]}',
    '\1{"sections":[{"key":{"object":[{"bool":true}],"keys":["k"]},"rows":[{"group":[{"id":2,"n":1}],"value":{"set":[{"decimal":0.5}]}}]}]}',
    '\1{"sections":null}',
    '\3{"deletedItems":[[0,1]],"insertedItems":[[0,0]],"movedItems":[[[0,0],[0,1]]]}',
]

if __name__ == "__main__":
    main(sys.argv[1])
