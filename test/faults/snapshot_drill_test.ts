import assert from "node:assert/strict";
import { admin, adminJson } from "../support/admin.ts";
import { AUDIT_HEAD } from "../../src/platform/store_keys.ts";
import { issueKey, issueToken } from "../support/issue.ts";
import { startLoad } from "../support/load.ts";
import { type RunningServer, until } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { AMPLE, dayPlan } from "../support/small_content.ts";

const QUOTA = sizeOf({ default: 6_000, full: 100_000 });
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
  let head: { seq: number; link: string };
  let answered: string[];
  try {
    await using load = startLoad({
      ports: servers.map(({ base }) => Number(new URL(base).port)),
      ...{ path: "/api/bunga/members", key: key.secret, count: QUOTA / 2, connections: 4 },
    });
    const stop = new AbortController();
    const using = keepUsing(servers, token.secret, stop.signal);
    const changing = keepChanging(env, stop.signal);
    await until(() => load.admitted >= QUOTA / 8);
    wrote = await adminJson<{ made_at: string }>(env, "store", "snapshot", file);
    const tally = await load.done;
    stop.abort();
    const { 200: admitted, 503: later = 0, ...wrong } = tally.byStatus;
    // On a busy machine the store may take longer than a request may wait: it is told to try again.
    assert.deepEqual([admitted! + later, wrong, tally.unanswered], [QUOTA / 2, {}, 0]);
    assert.ok(later < QUOTA / 100, `${later} told to try again`);
    assert.ok(await using > 20 && await changing > 0);
    await until(async () => {
      head = (await store.kv.get<typeof head>(AUDIT_HEAD)).value!;
      return head.seq > 0;
    });
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
  const verdictThen = await adminJson<{ uses: number; admin: number }>(copied, "audit", "verify");
  assert.ok(usedThen.used > 0 && usedThen.used < QUOTA, `${usedThen.used} used in the snapshot`);
  assert.ok(verdictThen.uses > 0 && verdictThen.uses < head!.seq);

  for (const end of ["", "-wal", "-shm"]) await Deno.remove(env.KV_PATH! + end).catch(() => {});
  const restored = await adminJson(env, "store", "restore", file);
  assert.equal(restored.made_at, wrote.made_at);
  assert.deepEqual(await usageOf(env, key.id), usedThen);
  assert.deepEqual(await booksOf(env), booksThen);
  const verdict = await adminJson<typeof verdictThen & { ok: boolean }>(env, "audit", "verify");
  assert.deepEqual([verdict.ok, verdict.uses], [true, verdictThen.uses]);
  const acts = await adminJson<{ command: string; after: { snapshot_of: string } }[]>(
    ...[env, "audit", "tail", "--kind", "admin"] as const,
  );
  assert.ok(
    acts.some(({ command, after }) =>
      command === "store restore" && after.snapshot_of === wrote.made_at
    ),
  );
  const late = await admin(env, "audit", "verify", "--head", `${head!.seq}:${head!.link}`);
  assert.equal(late.code, 1, "what came after the snapshot is gone, and that is said");

  const server = await fixture.start();
  try {
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

/** Uses a token until told to stop; how often. */
async function keepUsing(
  servers: readonly RunningServer[],
  token: string,
  stop: AbortSignal,
): Promise<number> {
  let uses = 0;
  while (!stop.aborted) {
    const { base } = servers[uses++ % servers.length]!;
    const response = await fetch(`${base}api/kebun/members`, {
      headers: { "x-priority-token": token },
    });
    assert.equal(response.status, 200);
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return uses;
}

/** Changes the store as an administrator does, until told to stop; how often. */
async function keepChanging(env: Record<string, string>, stop: AbortSignal): Promise<number> {
  let changes = 0;
  while (!stop.aborted) {
    await adminJson(env, "code", "issue");
    changes++;
  }
  return changes;
}
