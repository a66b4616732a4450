import assert from "node:assert/strict";
import process from "node:process";
import { parseTables } from "../../src/catalog/catalog.ts";
import { createProgram } from "../support/program.ts";
import { REPOSITORY } from "../support/contents.ts";
import { noteFigure } from "./figures.ts";

const CALLS = 1_000;
/** How many calls that were never made before are measured at a time. */
const FIRST_CALLS = 80;
const ROUNDS = 9;
/** The answer of the API that calls are compared with, in turn: a machine changes its speed. */
const BASE = "an answer of the API";
/** The most processor time of a call, to that of the answers before and after it. */
const MOST_RATIO = 3;

/** Each call is of several items, so that none is the same as the one before. */
const CALLED: Readonly<Record<string, readonly object[]>> = {
  search: ["Nagi", "River of Fireflies", "seitansai", "kota lampu"].map((query) => ({ query })),
  fetch: [
    ...["groupb/member/nagi-tsuchida", "groupa/member/verlita-gunadi", "groupb/song/roti-banjir"],
    ...["groupa/show/2026-12-24-malam-natal", "groupa/release/dua-belas-purnama"],
  ].map((id) => ({ id })),
  schedule: [{ member: "Nagi" }, {}, { group: "groupa", from: "2026-12-01", days: 31 }],
  birthdays: [{ days: 14 }, { days: 30, timezone: "Asia/Tokyo" }],
  live: [{}, { member: "Gemi" }],
  changes: [{}],
};

Deno.test(`a call of a tool takes at most ${MOST_RATIO} times the processor time of an answer of the API`, async () => {
  await using program = await createProgram({
    ...REPOSITORY,
    plans: "content",
    plan: "enterprise",
  });
  const key = { "x-api-key": program.key };
  const post = (path: string, body: object) => ({
    path,
    init: { method: "POST", headers: { ...key, "content-type": "application/json" }, body },
  });
  const message = (method: string, params: object) =>
    post("/mcp", { jsonrpc: "2.0", id: 1, method, params });
  const base = [post("/api/groupb/schedule", { status: "upcoming" })];
  const asked: Record<string, readonly ReturnType<typeof post>[]> = {
    "a ping": [message("ping", {})],
    ...Object.fromEntries(
      Object.entries(CALLED).map(([name, all]) => [
        `a call of ${name}`,
        all.map((args) => message("tools/call", { name, arguments: args })),
      ]),
    ),
  };
  const members = program.catalog.groups.flatMap(({ slug, table }) =>
    table("members").map(({ id, name }) => ({ id: `${slug}/member/${id}`, name }))
  ).slice(0, FIRST_CALLS);
  const firsts: Record<string, readonly ReturnType<typeof post>[]> = {
    "a first call of search": members.map(({ name }) =>
      message("tools/call", { name: "search", arguments: { query: name } })
    ),
    "a first call of fetch": members.map(({ id }) =>
      message("tools/call", { name: "fetch", arguments: { id } })
    ),
    "a first call of schedule": members.map(({ name }) =>
      message("tools/call", { name: "schedule", arguments: { member: name } })
    ),
    "a first call of birthdays": members.map((_, n) =>
      message("tools/call", { name: "birthdays", arguments: { days: n + 1 } })
    ),
  };
  /** The processor time of an answer, in µs. */
  const measure = async (all: readonly ReturnType<typeof post>[], count: number) => {
    program.at(program.clock.now() + 60_000);
    const requests = Array.from({ length: count }, (_, n) => {
      const { path, init } = all[n % all.length]!;
      const body = JSON.stringify(init.body);
      return new Request(`http://oshibase.test${path}`, { ...init, body });
    });
    const before = processorTime();
    for (const request of requests) await read(program.handler(request, "127.0.0.1"));
    return (processorTime() - before) / count;
  };
  const names = [...Object.keys(firsts), ...Object.keys(asked)];
  const costs = new Map(names.map((name) => [name, [] as { us: number; ratio: number }[]]));
  for (let round = 0; round < ROUNDS; round++) {
    // What was answered before is forgotten with the content that it was made of. Its tables are
    // parsed before requests come, as a server does.
    program.swap();
    await parseTables(program.catalog, () => Promise.resolve(), new AbortController().signal);
    for (const [name, all] of Object.entries(CALLED)) {
      await measure([message("tools/call", { name, arguments: all[0]! })], 1);
    }
    let before = await measure(base, CALLS / 2);
    for (const name of names) {
      const us = await (name in firsts
        ? measure(firsts[name]!, firsts[name]!.length)
        : measure(asked[name]!, CALLS));
      const after = await measure(base, CALLS / 2);
      costs.get(name)!.push({ us, ratio: us / ((before + after) / 2) });
      before = after;
    }
  }
  for (const [name, all] of costs) {
    const { us, ratio } = all.toSorted((one, other) => one.ratio - other.ratio)[ROUNDS >> 1]!;
    noteFigure(name, `${us.toFixed(0)} µs, ${ratio.toFixed(1)} × ${BASE}`);
    if (name in firsts) continue;
    assert.ok(ratio <= MOST_RATIO, `${name}: ${ratio.toFixed(2)} × ${BASE}`);
  }
});

async function read(answer: Response | Promise<Response>): Promise<void> {
  const response = await answer;
  assert.equal(response.status, 200);
  await response.arrayBuffer();
}

/** The processor time of this process, in µs. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
