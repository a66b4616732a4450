import assert from "node:assert/strict";
import { adminJson } from "../support/admin.ts";
import { issueKey, issueToken } from "../support/issue.ts";
import { startLoad } from "./load.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { AMPLE, dayPlan } from "../support/small_content.ts";
import { countEntries } from "../support/use_log.ts";
import { until } from "../support/until.ts";

const QUOTA = sizeOf({ default: 6_000, full: 100_000 });
const LANES = 4;
/** Each lane rests so long between requests, in ms: a snapshot needs some of the machine too. */
const REST_MS = 5;
const PATHS = ["api/bunga/members", "api/bunga/members?apikey=no", "v1/changes", "api/bunga/news"];

/** What a store says of itself, by commands; a copy of it may be asked. */
async function booksOf(env: Record<string, string>) {
  const [keys, tokens, codes] = await Promise.all(
    ["key", "token", "code"].map((noun) => adminJson<unknown[]>(env, noun, "list")),
  );
  return { keys, tokens, codes };
}

Deno.test("a drill: snapshot under load, destroy, restore: quotas to the unit, the record whole, answers equal", async () => {
  await using fixture = await createServerFixture({ standard: dayPlan(QUOTA), ample: AMPLE });
  const { env, folder, store } = fixture;
  const key = await issueKey(store);
  const looking = await issueKey(store, { plan: "ample" });
  const token = await issueToken(store);
  const servers = [await fixture.start(), await fixture.start()];
  const file = `${folder}/copy.kv`;
  let wrote: { made_at: string };
  let recorded: number;
  let answered: string[];
  let before: { asked: number; used: number };
  try {
    const stop = new AbortController();
    const made = { asked: 0, used: 0, changed: 0 };
    const ask = (path: string, headers: Record<string, string>, answered: () => void) =>
      keepAsking(servers, { path, headers, answered }, stop.signal);
    const busy = Promise.all([
      ...Array.from(
        { length: LANES },
        () => ask("api/bunga/members", { "x-api-key": key.secret }, () => made.asked++),
      ),
      ask("api/kebun/members", { "x-priority-token": token.secret }, () => made.used++),
      keepChanging(env, () => made.changed++, stop.signal),
    ]);
    await until(() => made.asked > QUOTA / 20 && made.used > 5 && made.changed > 0);
    before = { ...made };
    wrote = await adminJson<{ made_at: string }>(env, "store", "snapshot", file);
    const then = { ...made };
    await until(() => made.asked > then.asked + QUOTA / 20 && made.used > then.used + 5);
    stop.abort();
    await busy;
    recorded = (await countEntries(store.kv)).uses;
    answered = await answers(servers[0]!, looking.secret);
  } finally {
    for (const server of servers) await server.stop("SIGKILL");
  }
  store.kv.close();

  // A copy of the snapshot is what it must be after.
  const copied = { ...env, KV_PATH: `${folder}/looked/store.kv` };
  await Deno.mkdir(`${folder}/looked`);
  await Deno.copyFile(file, copied.KV_PATH);
  const [booksThen, usedThen] = [await booksOf(copied), await usageOf(copied, key.id)];
  const usesThen = await usesIn(copied);
  assert.ok(usedThen.used >= before!.asked && usedThen.used < QUOTA, `${usedThen.used} used then`);
  assert.ok(usesThen.length >= before!.used && usesThen.length < recorded!);

  await adminJson(env, "store", "restore", file);
  assert.deepEqual(await usageOf(env, key.id), usedThen);
  assert.deepEqual(await booksOf(env), booksThen);
  assert.deepEqual(await usesIn(env), usesThen);

  const server = await fixture.start();
  try {
    const acts = await adminJson<{ command: string; after: { snapshot_of: string } }[]>(
      ...[env, "audit", "tail", "--kind", "admin"] as const,
    );
    const entry = acts.find(({ command }) => command === "store restore");
    assert.equal(entry?.after.snapshot_of, wrote.made_at);
    // What was announced is read just after a start.
    await until(async () => (await answers(server, looking.secret)).join() === answered.join());
    await using rest = startLoad({
      ports: [Number(new URL(server.base).port)],
      ...{ path: "/api/bunga/members", key: key.secret, count: QUOTA, connections: 4 },
    }, 1);
    const { byStatus } = await rest.done;
    assert.equal(byStatus[200], QUOTA - usedThen.used);
  } finally {
    await server.stop();
  }
});

/** The uses in a record whose numbers have no gap. */
async function usesIn(env: Record<string, string>) {
  const entries = await adminJson<{ seq: number; kind: string }[]>(env, "audit", "export");
  assert.deepEqual(entries.map(({ seq }) => seq), entries.map((_, n) => n + 1));
  return entries.filter(({ kind }) => kind === "use");
}

async function usageOf(env: Record<string, string>, id: string) {
  const { used, limit } = await adminJson<{ used: number; limit: number }>(env, "key", "show", id);
  return { used, limit };
}

async function answers(server: RunningServer, key: string): Promise<string[]> {
  return await Promise.all(PATHS.map(async (path) => {
    const headers = path.includes("apikey") ? {} : { "x-api-key": key };
    const response = await fetch(server.base + path, { headers });
    return `${response.status} ${response.headers.get("etag")} ${await response.text()}`;
  }));
}

/** Asks servers in turn until told to stop; each request has to be answered with 200. */
async function keepAsking(
  servers: readonly RunningServer[],
  { path, headers, answered }: {
    readonly path: string;
    readonly headers: Record<string, string>;
    readonly answered: () => void;
  },
  stop: AbortSignal,
): Promise<void> {
  for (let turn = 0; !stop.aborted; turn++) {
    const response = await fetch(servers[turn % servers.length]!.base + path, { headers });
    assert.equal(response.status, 200);
    await response.body?.cancel();
    answered();
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
}

/** Changes the store as an administrator does, until told to stop. */
async function keepChanging(
  env: Record<string, string>,
  changed: () => void,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await adminJson(env, "code", "issue");
    changed();
  }
}
