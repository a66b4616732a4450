/**
 * Asks servers at a steady rate, whatever they answer: `load_process.ts <requests a second>
 * <lanes as JSON>`. A line of standard input names the servers that take turns from then on, as a JSON
 * list of addresses; its end stops the load. Each answer is a line: number of the request, lane, status
 * (0: none), and when it was asked and answered, in epoch ms. The last line is `asked <requests>`.
 */
import type { Lane } from "./fleet.ts";

const [perSecond, text] = Deno.args as [string, string];
const lanes = JSON.parse(text) as Lane[];
const encoder = new TextEncoder();
/** Requests under way at most. */
const MAX_OPEN = 200;
let bases: readonly string[] = [];
let number = 0;
let lines: string[] = [];
const open = new Set<Promise<void>>();

async function ask(mine: number): Promise<void> {
  const lane = mine % lanes.length;
  const { method = "GET", path, headers, body } = lanes[lane]!;
  const init = body === undefined ? { method, headers } : {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const base = bases[mine % bases.length]!;
  const from = Date.now();
  let status = 0;
  try {
    const response = await fetch(base + path.replace("{n}", String(mine)), init);
    status = response.status;
    await response.arrayBuffer();
  } catch {
    // A body that breaks off leaves the status; without a head it is 0.
  }
  lines.push(`${mine} ${lane} ${status} ${from} ${Date.now()}\n`);
}

function print(): void {
  const bytes = encoder.encode(lines.join(""));
  lines = [];
  for (let done = 0; done < bytes.length;) done += Deno.stdout.writeSync(bytes.subarray(done));
}

let last = performance.now();
let owed = 0;
function tick(): void {
  const now = performance.now();
  if (bases.length > 0) owed += (now - last) * Number(perSecond) / 1_000;
  last = now;
  // A machine that cannot keep up is asked less, instead of ever more at once.
  owed = Math.min(owed, MAX_OPEN - open.size);
  for (; owed >= 1; owed--) {
    const asked = ask(number++);
    open.add(asked);
    asked.finally(() => open.delete(asked));
  }
}

const asking = setInterval(tick, 2);
const printing = setInterval(print, 50);
let input = "";
for await (const part of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  input += part;
  const line = input.trimEnd().split("\n").at(-1)!;
  bases = JSON.parse(line);
}
clearInterval(asking);
await Promise.all(open);
clearInterval(printing);
lines.push(`asked ${number}\n`);
print();
