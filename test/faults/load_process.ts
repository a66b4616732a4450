/**
 * Asks a server at a steady rate, whatever it answers, from a process of its own:
 * `load_process.ts <requests a second> <milliseconds of a turn> <lane>…`.
 *
 * A lane is a set of request headers as JSON; lanes take turns. Standard input says where to ask
 * (`http://127.0.0.1:8000/`, as often as the server moves) and, by its end, when to stop. Each answer is
 * a line: number of the request, lane, status (0: none), epoch milliseconds, and how long it took from
 * when it was due, in milliseconds. The last line is `asked <number of requests>`.
 */
import { pathOf } from "./load_paths.ts";

const [perSecond, turnMs, ...lanes] = Deno.args as [string, string, ...string[]];
const headers = lanes.map((lane) => JSON.parse(lane) as Record<string, string>);
const encoder = new TextEncoder();
let base: string | undefined;
let number = 0;
let lines: string[] = [];
const flying = new Set<Promise<void>>();

async function ask(mine: number, dueAt: number): Promise<void> {
  const lane = Math.floor(dueAt / Number(turnMs)) % lanes.length;
  let status = 0;
  try {
    const response = await fetch(`${base}${pathOf(mine)}`, { headers: headers[lane]! });
    status = response.status;
    report(mine, lane, status, dueAt);
    await response.arrayBuffer();
  } catch {
    if (status === 0) report(mine, lane, 0, dueAt);
  }
}

function report(mine: number, lane: number, status: number, dueAt: number): void {
  const took = performance.now() - dueAt;
  lines.push(`${mine} ${lane} ${status} ${Date.now()} ${took.toFixed(2)}\n`);
}

function print(): void {
  const bytes = encoder.encode(lines.join(""));
  lines = [];
  for (let done = 0; done < bytes.length;) done += Deno.stdout.writeSync(bytes.subarray(done));
}

const MAX_FLYING = 2_000;
let last = performance.now();
let owed = 0;
function tick(): void {
  const now = performance.now();
  if (base === undefined) last = now;
  owed += (now - last) * Number(perSecond) / 1_000;
  last = now;
  // A machine that cannot keep up would have ever more under way, until it can open no connection.
  for (; owed >= 1 && flying.size < MAX_FLYING; owed--) {
    const asked = ask(number++, now - (owed - 1) * 1_000 / Number(perSecond));
    flying.add(asked);
    asked.finally(() => flying.delete(asked));
  }
}

const asking = setInterval(tick, 1);
const printing = setInterval(print, 20);
let text = "";
for await (const part of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  text += part;
  base = text.trimEnd().split("\n").at(-1)!;
}
clearInterval(asking);
await Promise.all(flying);
clearInterval(printing);
lines.push(`asked ${number}\n`);
print();
