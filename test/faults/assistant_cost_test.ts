import assert from "node:assert/strict";
import process from "node:process";
import { parseTables } from "../../src/catalog/catalog.ts";
import { createProgram } from "../support/program.ts";
import { REPOSITORY } from "../support/contents.ts";
import { noteFigure } from "./figures.ts";

const CALLS = 1_000;
/** How many calls that were never made before are measured at a time. */
const FIRST_CALLS = 80;
const ROUNDS = 7;
/** The most processor time of a call, in µs. */
const MOST_US = 150;

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

Deno.test(`a call of a tool takes at most ${MOST_US} µs of processor time, beside an answer of the API`, async () => {
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
  const asked: Record<string, readonly ReturnType<typeof post>[]> = {
    "an answer of the API": [post("/api/groupb/schedule", { status: "upcoming" })],
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
  const costs = new Map(
    Object.keys({ ...asked, ...firsts }).map((name) => [name, [] as number[]]),
  );
  for (let round = 0; round < ROUNDS; round++) {
    // What was answered before is forgotten with the content that it was made of. Its tables are
    // parsed before requests come, as a server does.
    program.swap();
    await parseTables(program.catalog, () => Promise.resolve(), new AbortController().signal);
    for (const [name, all] of Object.entries(CALLED)) {
      const { path, init } = message("tools/call", { name, arguments: all[0]! });
      const body = JSON.stringify(init.body);
      const request = new Request(`http://oshibase.test${path}`, { ...init, body });
      await read(program.handler(request, "127.0.0.1"));
    }
    for (const [name, all] of Object.entries({ ...firsts, ...asked })) {
      program.at(program.clock.now() + 60_000);
      const count = name in firsts ? all.length : CALLS;
      const requests = Array.from({ length: count }, (_, n) => {
        const { path, init } = all[n % all.length]!;
        return new Request(`http://oshibase.test${path}`, {
          ...init,
          body: JSON.stringify(init.body),
        });
      });
      const before = processorTime();
      for (const request of requests) await read(program.handler(request, "127.0.0.1"));
      costs.get(name)!.push((processorTime() - before) / count);
    }
  }
  const median = (name: string) =>
    costs.get(name)!.toSorted((one, other) => one - other)[ROUNDS >> 1]!;
  const base = median("an answer of the API");
  for (const name of costs.keys()) {
    const cost = median(name);
    noteFigure(name, `${cost.toFixed(0)} µs, ${(cost / base).toFixed(1)} × an answer of the API`);
  }
  for (const name of Object.keys(CALLED)) {
    const cost = median(`a call of ${name}`);
    assert.ok(cost <= MOST_US, `${name}: ${cost} µs`);
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
