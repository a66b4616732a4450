import assert from "node:assert/strict";
import { STORE_FORMAT } from "../../src/platform/store_keys.ts";
import { formatOf, guardFormat, NEWEST_FORMAT, type StoredFormat } from "../../src/store/format.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { issueKey, issueToken } from "../support/issue.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { until } from "../support/until.ts";

const PATH = "api/bunga/members";

/** Every entry of the store and its version, but the format's own. */
async function versionsOf({ store }: ServerFixture): Promise<string[]> {
  const entries = await store.kv.list([], { limit: 1000 });
  assert.ok(entries.length < 1000);
  return entries.filter(({ key }) => key[0] !== STORE_FORMAT[0])
    .map(({ key, version }) => `${JSON.stringify(key)} ${version}`);
}

Deno.test("a running server uses a store no more whose format is raised above what it knows", async () => {
  await using fixture = await createServerFixture();
  const { store } = fixture;
  const [key, other, token] = [
    await issueKey(store),
    await issueKey(store),
    await issueToken(store),
  ];
  await using server = await fixture.start();
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(server.base + PATH, { headers });
    await response.body?.cancel();
    return response.status;
  };
  const ready = async () => {
    const response = await fetch(`${server.base}readyz`);
    return { ...await response.json(), code: response.status };
  };
  await until(async () => await ask({ "x-api-key": key.secret }) === 200);
  assert.equal((await ready()).store, "ok");
  const format = (await store.kv.get<StoredFormat>(STORE_FORMAT)).value;
  assert.equal(formatOf(format), NEWEST_FORMAT);

  await store.kv.commit([], [{ set: STORE_FORMAT, value: { format: NEWEST_FORMAT + 1 } }]);
  const raised = await versionsOf(fixture);
  // Before the server has noticed: what it would write is not written.
  await ask({ "x-api-key": other.secret });
  await ask({ "x-priority-token": token.secret });
  await until(async () => (await ready()).store === "unknown_format", 4_000);
  assert.equal((await ready()).code, 200, "it answers from memory, as when the store is away");
  assert.match(server.printed.err, /not used any more.*has format 4.*use a version of the program/);
  assert.equal(await ask({ "x-api-key": key.secret }), 200, "from its lease");
  assert.equal(await ask({ "x-api-key": other.secret }), 503, "nothing is admitted uncounted");
  assert.deepEqual(await versionsOf(fixture), raised);

  await store.kv.commit([], [{ set: STORE_FORMAT, value: format }]);
  await until(async () => (await ready()).store !== "unknown_format", 4_000);
  await until(async () => await ask({ "x-api-key": other.secret }) === 200);
  assert.notDeepEqual(await versionsOf(fixture), raised);
});

Deno.test("a commit is made at the format that was seen, or not at all", async () => {
  const clock = createManualClock();
  const log = createQuietLog();
  const shared = createMemoryKv(clock);
  const { kv } = guardFormat({ ...shared, watch: () => () => {} }, { clock, log, pollMs: 2_000 });
  const raise = (format: number) => shared.commit([], [{ set: STORE_FORMAT, value: { format } }]);
  const write = (n: number) => kv.commit([], [{ set: ["live", "n"], value: n }]);
  assert.notEqual(await write(1), null);

  await raise(NEWEST_FORMAT);
  await clock.advance(500);
  assert.notEqual(await write(2), null, "a format that is known goes on at once");

  await raise(NEWEST_FORMAT + 1);
  assert.equal(await write(3), null, "lost, as to another process");
  await clock.advance(500);
  await assert.rejects(write(4), /has format 4/);
  await assert.rejects(kv.get(["live", "n"]), /has format 4/);
  assert.equal((await shared.get(["live", "n"])).value, 2);

  await raise(NEWEST_FORMAT);
  await clock.advance(2_000);
  assert.notEqual(await write(5), null);
  const version = (await shared.get(["live", "n"])).version;
  await clock.advance(500);
  assert.equal(await kv.commit([{ key: ["live", "n"], version: null }], []), null);
  assert.notEqual(await kv.commit([{ key: ["live", "n"], version }], []), null);
  assert.equal(log.lines.length, 2);
  kv.close();
});
