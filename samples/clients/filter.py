"""Prints the rows of a JSON file that a filter matches, under a policy: filter.py POLICY ROWS FILTER"""
import json
import subprocess
import sys

policy, rows, text = sys.argv[1:]
pipe = subprocess.Popen(["frc-query", "pipe", "--policy", policy], stdin=-1, stdout=-1, text=True)

def ask(**request):
    print(json.dumps(request), file=pipe.stdin, flush=True)
    answer = json.loads(pipe.stdout.readline())
    return sys.exit(answer["error"]["message"]) if "error" in answer else answer

ask(op="set", items=json.load(open(rows, encoding="utf-8")))
ask(op="filter.add", name="search", filter=text)
print(*[json.dumps(row, ensure_ascii=False) for part in ask(op="snapshot")["sections"] for row in part["items"]], sep="\n")
