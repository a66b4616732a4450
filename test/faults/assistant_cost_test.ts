import assert from "node:assert/strict";
import { cpuUsage } from "node:process";
import { createProgram } from "../support/program.ts";
import { REPOSITORY } from "../support/contents.ts";
import { noteFigure } from "./figures.ts";

const CALLS = 2_000;
const ROUNDS = 5;
/** The most processor time of a call, in µs. */
const MOST_US = 150;

const CALLED: readonly (readonly [tool: string, args: object])[] = [
  ["search", { query: "Nagi" }],
  ["fetch", { id: "groupb/member/nagi-tsuchida" }],
  ["schedule", { member: "Nagi" }],
  ["birthdays", { days: 14 }],
  ["live", {}],
  ["changes", {}],
];

Deno.test(`a call of a tool takes at most ${MOST_US} µs of processor time, beside an answer of the API`, async () => {
  await using program = await createProgram({
    ...REPOSITORY,
    plans: "content",
    plan: "enterprise",
  });
  const key = { "x-api-key": program.key };
  const send = async (path: string, init: RequestInit) =>
    await read(program.handler(new Request(`http://oshibase.test${path}`, init), "127.0.0.1"));
  const rest = () => send("/api/groupb/schedule?status=upcoming", { headers: key });
  const of = ([name, args]: (typeof CALLED)[number]) => {
    const body = JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name, arguments: args },
    });
    const headers = { ...key, "content-type": "application/json" };
    return () => send("/mcp", { method: "POST", body, headers });
  };
  const asked: [string, () => Promise<void>][] = [
    ["GET schedule", rest],
    ...CALLED.map((call) => [call[0], of(call)] as [string, () => Promise<void>]),
  ];
  const costs = new Map(asked.map(([name]) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, ask] of asked) {
      program.at(program.clock.now() + 60_000);
      costs.get(name)!.push(await microsecondsOf(ask));
    }
  }
  const median = (name: string) => costs.get(name)!.sort((a, b) => a - b)[ROUNDS >> 1]!;
  const base = median("GET schedule");
  for (const [name] of CALLED) {
    noteFigure(
      `a call of ${name}`,
      `${median(name).toFixed(0)} µs, ${(median(name) / base).toFixed(1)} × an answer of the API (${
        base.toFixed(0)
      } µs)`,
    );
  }
  for (const [name] of CALLED) assert.ok(median(name) <= MOST_US, `${name}: ${median(name)} µs`);
});

async function read(answer: Response | Promise<Response>): Promise<void> {
  const response = await answer;
  assert.equal(response.status, 200);
  await response.arrayBuffer();
}

/** The processor time of a call, its request and the reading of its answer included. */
async function microsecondsOf(ask: () => Promise<void>): Promise<number> {
  const before = process();
  for (let n = 0; n < CALLS; n++) await ask();
  return (process() - before) / CALLS;
}

/** The processor time of this process, in µs. */
function process(): number {
  const { user, system } = cpuUsage();
  return user + system;
}
