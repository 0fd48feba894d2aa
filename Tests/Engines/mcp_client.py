"""Uses `frc-query mcp` with the client of the Python package mcp.

    .build-search-engines/venv/bin/python Tests/Engines/mcp_client.py .build/debug/frc-query
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import anyio
import jsonschema
from mcp import Client, MCPError, StdioServerParameters

PROGRAM = str(Path(sys.argv[1]).resolve())
PEOPLE = str(Path(__file__).resolve().parents[2] / "samples" / "people.json")
KEYS = ["id", "name", "age"]


def equal(found: Any, expected: Any, what: str) -> None:
    if found != expected:
        raise AssertionError(f"{what}: found {found!r}, expected {expected!r}")


def serving(*arguments: str) -> Client:
    """A client of a server with these arguments, which speaks the handshake after it has asked for a newer protocol."""
    return Client(StdioServerParameters(command=PROGRAM, args=["mcp", *arguments]))


def rows(*arguments: str) -> list[Any]:
    """The rows that the program writes."""
    output = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in output.splitlines()]


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """The object that a tool answers with."""
    result = await client.call_tool(tool, arguments)
    equal(len(result.content), 1, f"contents of {tool}")
    return json.loads(result.content[0].text) | {"failed": result.is_error}


async def tools(client: Client) -> None:
    equal(client.protocol_version, "2025-06-18", "version")
    equal(client.server_info.name, "frc-query", "name")
    listed = (await client.list_tools()).tools
    equal([tool.name for tool in listed], ["describe", "check", "query", "explain"], "tools")
    for tool in listed:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
    await client.send_ping()
    # What the schema of a tool refuses, the server refuses too.
    schema = jsonschema.Draft202012Validator(listed[2].input_schema)
    for arguments in [{}, {"source": "none"}, {"source": "people", "limit": "1"}, {"source": "people", "select": "id"}]:
        equal(schema.is_valid(arguments), False, f"{arguments}")
        try:
            await client.session.call_tool("query", arguments)
        except MCPError as error:
            equal(error.code, -32602, f"{arguments}")
        else:
            raise AssertionError(f"{arguments} are taken")


async def queries(client: Client) -> None:
    found = await call(client, "query", source="people", filter="age > 30", sort=["age:desc"], limit=2)
    equal(found["rows"], rows("age > 30", PEOPLE, "--sort", "age:desc", "--limit", "2"), "rows")
    equal(found["leftOut"]["offset"], 2, "the rest")
    found = await call(client, "query", source="people", countBy=["city"])
    equal(found["rows"], rows("TRUE", PEOPLE, "--count-by", "city"), "groups")
    found = await call(client, "check", source="people", filter="age>30")
    equal((found["check"]["format"], found["matches"]), ("age > 30", True), "check")
    found = await call(client, "query", source="people", filter="age >")
    equal((found["failed"], found["messages"][0]["error"]["code"]), (True, "expected"), "error")
    found = await call(client, "explain", source="people", filter="age > 99")
    equal("age is 36" in found["why"], True, "explanation")


async def cancelled(path: str) -> None:
    """A call that waits for a FIFO ends when its client gives it up, and the next one is answered."""
    async with serving("--all-keys", "--time-limit", "1000000", f"people={PEOPLE}", f"waits={path}") as client:
        async with anyio.create_task_group() as group:

            async def wait() -> None:
                await client.call_tool("query", {"source": "waits"})
                raise AssertionError("the call is answered")

            group.start_soon(wait)
            # Opens once the server reads.
            writer = await anyio.to_thread.run_sync(os.open, path, os.O_WRONLY)
            group.cancel_scope.cancel()
        equal((await call(client, "query", source="people", count=True))["count"], 7, "after cancellation")
        os.close(writer)


async def progress(path: str) -> None:
    seen: list[float] = []

    async def report(done: float, total: float | None, _message: str | None) -> None:
        equal(total, float(os.path.getsize(path)), "total")
        seen.append(done)

    async with serving("--all-keys", f"rows={path}") as client:
        arguments = {"source": "rows", "filter": "text MATCHES '(a|b)*c'", "count": True}
        await client.call_tool("query", arguments, progress_callback=report)
    equal(seen, sorted(set(seen)), "progress")
    print(f"{len(seen)} notifications of progress")


async def main(folder: Path) -> None:
    policy = folder / "policy.json"
    policy.write_text(json.dumps(KEYS))
    async with serving("--all-keys", f"people={PEOPLE}") as client:
        await tools(client)
        await queries(client)
    async with serving("--policy", str(policy), f"people={PEOPLE}") as client:
        found = await call(client, "query", source="people")
        equal([list(row) for row in found["rows"]], [KEYS] * 7, "permitted keys")
        found = await call(client, "query", source="people", filter="city == 'London'")
        equal((found["failed"], found["rows"]), (True, []), "hidden key")
    os.mkfifo(folder / "fifo")
    await cancelled(str(folder / "fifo"))
    large = folder / "large.jsonl"
    large.write_text("".join(f'{{"text":"{"ab" * 20}{number}"}}\n' for number in range(1_000_000)))
    await progress(str(large))
    print("the client of mcp agrees")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="frc-mcp-") as name:
        anyio.run(main, Path(name))
