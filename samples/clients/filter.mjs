// Prints the rows of a JSON file that a filter matches, under a policy: node filter.mjs POLICY ROWS FILTER
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const [policy, rows, text] = process.argv.slice(2);
const pipe = spawn("frc-query", ["pipe", "--policy", policy], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: pipe.stdout })[Symbol.asyncIterator]();
async function ask(request) {
  pipe.stdin.write(JSON.stringify(request) + "\n");
  const answer = JSON.parse((await lines.next()).value);
  return answer.error ? (console.error(answer.error.message), process.exit(1)) : answer;
}
await ask({ op: "set", items: JSON.parse(readFileSync(rows, "utf8")) });
await ask({ op: "filter.add", name: "search", filter: text });
for (const part of (await ask({ op: "snapshot" })).sections) part.items.forEach((row) => console.log(JSON.stringify(row)));
pipe.stdin.end();
