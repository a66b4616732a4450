import assert from "node:assert/strict";
import { createCredentials } from "../../src/access/records/credential_table.ts";
import { openContent } from "../../src/catalog/content.ts";
import { makeDemoKey, makeFirstAdmin, mayHaveDemoKey } from "../../src/core/first_start.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { packOf } from "../support/compiled.ts";
import { storeOf } from "../support/issue.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createQuietLog } from "../support/quiet_log.ts";

const DAY_MS = 86_400_000;

/** Credentials over a store whose watch tells nothing, under a clock that stands still. */
function createDeafDoors() {
  const clock = createManualClock(0);
  const stores = storeOf({ ...createMemoryKv(clock), watch: () => () => {} });
  const log = createQuietLog();
  const credentials = createCredentials({ ...stores, clock, log, pollMs: 2_000 });
  return { ...stores, credentials, [Symbol.dispose]: credentials.close };
}

Deno.test("of several processes that start at once one makes the administrator, who opens at once", async () => {
  using doors = createDeafDoors();
  await doors.credentials.loaded;
  const deps = { ...doors, recordedUsers: () => doors.users, log: createQuietLog(), now: 0 };
  await Promise.all(["root", "admin", "root"].map((name) => {
    const env: Record<string, string> = {
      ADMIN_USERNAME: name,
      ADMIN_PASSWORD: "a sentence of some length",
    };
    return makeFirstAdmin(readSettings((variable) => env[variable]), deps);
  }));
  const [first, ...others] = await doors.users.list();
  assert.deepEqual(others, []);
  assert.equal(doors.credentials.users.byId(first!.id)?.id, first!.id);
});

Deno.test("a demo key is made where just this machine is served", () => {
  const here = { onDeploy: false, hostname: "127.0.0.1", proxies: [] };
  for (const hostname of ["127.0.0.1", "127.9.9.9", "::1", "localhost"]) {
    assert.equal(mayHaveDemoKey({ ...here, hostname }), true, hostname);
  }
  for (const hostname of ["0.0.0.0", "::", "192.0.2.7", "2001:db8::1", "127.0.0.1.example", ""]) {
    assert.equal(mayHaveDemoKey({ ...here, hostname }), false, hostname);
  }
  assert.equal(mayHaveDemoKey({ ...here, onDeploy: true }), false);
  assert.equal(mayHaveDemoKey({ ...here, proxies: ["127.0.0.1"] }), false);
});

Deno.test("each start makes a demo key, which lives for its day, until somebody has a key", async () => {
  using doors = createDeafDoors();
  await doors.credentials.loaded;
  const { catalog } = openContent(await packOf("test/fixtures/trio"));
  const start = (now: number) => makeDemoKey(doors, catalog, now);
  const ids = async () => (await doors.keys.list()).map(({ id }) => id);
  const [first, second] = await Promise.all([start(0), start(10)]);
  for (const secret of [first, second]) {
    assert.equal(doors.credentials.keys.byDigest(doors.secretHash(secret!))?.demo, true);
  }
  const before = await ids();
  await start(DAY_MS);
  assert.deepEqual([(await ids()).length, (await ids())[0]], [2, before[1]], "what ended is gone");
  const real = { owner: "Sari", email: "sari@fans.example", plan: "standard", groups: [], ips: [] };
  await doors.keys.issue({ ...real, createdAt: DAY_MS });
  assert.equal(await start(2 * DAY_MS), undefined);
});
