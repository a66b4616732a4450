import assert from "node:assert/strict";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { ON_AIR } from "../support/live_program.ts";
import { createProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { askedPaths, type Today } from "./today_store.ts";

/**
 * A store of format 2 that the program of commit cab4892 wrote, with `write_store.ts`. The expiry of its
 * entries was set to the year 2200 afterwards.
 */
const FIXTURE = "test/fixtures/stores/cab4892";

const TODAY: Today = JSON.parse(await Deno.readTextFile(`${FIXTURE}.json`));

/** This program over a copy of the store, at the instant it was left. */
async function openToday() {
  const folder = await temporaryFolder();
  const path = `${folder.path}/store.kv`;
  await Deno.copyFile(`${FIXTURE}.kv`, path);
  const kv = await openDenoKv(path);
  const program = await createProgram({
    ...{ content: ON_AIR, plans: "content", plan: null, now: new Date(TODAY.at).toISOString(), kv },
    env: { ADMIN_API: "on", WEBHOOK_ALLOW: "127.0.0.0/8" },
  });
  await program.service.announcer.sync();
  return {
    program,
    kv,
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      kv.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

Deno.test("what the program of format 2 answered from its store is answered still, field by field", async () => {
  await using at = await openToday();
  const { free } = TODAY.secrets;
  const headers = { username: "sari", password: TODAY.password };
  const paths = askedPaths(TODAY.webhook, TODAY.since);
  assert.deepEqual(Object.keys(TODAY.answers).sort(), paths.toSorted());
  for (const path of paths) {
    const response = await at.program.ask(`/${path}`, { key: free.secret, headers });
    const body = await response.json();
    const earlier = TODAY.answers[path]!;
    assert.equal(response.status, earlier.status, path);
    // The look itself came after what it showed.
    if (path.includes("/audit?")) {
      const entries = earlier.body as unknown[];
      assert.deepEqual(body.slice(0, entries.length), entries);
    } else if (path.endsWith("/audit/verify")) {
      assert.deepEqual(body, { ...earlier.body as object, forgotten: 0, head: body.head });
      assert.match(body.head, /^\d+:[\w-]{22}$/);
    } else assert.deepEqual(body, earlier.body, path);
  }
});

Deno.test("what was issued, revoked and used up in a store of format 2 is so still", async () => {
  await using at = await openToday();
  const { free, tiny, wide, revoked, rotated, token, code, feed } = TODAY.secrets;
  const opens = async (path: string, headers: Record<string, string>) => {
    const response = await at.program.ask(path, { headers });
    await response.body?.cancel();
    return response.status;
  };
  const members = "/api/kota/members";
  const byKey = (secret: string) => opens(members, { "x-api-key": secret });
  assert.deepEqual(
    await Promise.all([free, tiny, wide, revoked, rotated].map(({ secret }) => byKey(secret))),
    [200, 429, 200, 403, 200],
  );
  assert.equal(await opens(members, { "x-priority-token": token.secret }), 200);
  assert.equal(await opens(`/api/kota/events.ics?feed=${feed.secret}`, {}), 200);
  assert.equal(await opens(`/api/codes/verify?code=${code.secret}`, {}), 200);
  const headers = { username: "sari", password: TODAY.password };
  const verdict = await at.program.ask("/api/admin/audit/verify", { headers });
  const { ok, uses } = await verdict.json();
  const before = TODAY.answers["api/admin/audit/verify"]!.body as { uses: number };
  assert.deepEqual([ok, uses], [true, before.uses + 1]);
});
