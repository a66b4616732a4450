import assert from "node:assert/strict";
import { openContent } from "../../src/catalog/catalog.ts";
import { makeDemoKey, mayHaveDemoKey } from "../../src/core/first_start.ts";
import { packOf } from "../support/compiled.ts";
import { createDeafDoors } from "./deaf_doors.ts";

const DAY_MS = 86_400_000;
const { catalog } = openContent(await packOf("test/fixtures/trio"));
const HERE = { onDeploy: false, hostname: "127.0.0.1", proxies: [] };

Deno.test("a demo key is made where just this machine is served", () => {
  for (const hostname of ["127.0.0.1", "127.9.9.9", "::1", "localhost"]) {
    assert.equal(mayHaveDemoKey({ ...HERE, hostname }), true, hostname);
  }
});

Deno.test("no demo key is made where the address bound is not loopback", () => {
  for (const hostname of ["0.0.0.0", "::", "192.0.2.7", "2001:db8::1", "127.0.0.1.example", ""]) {
    assert.equal(mayHaveDemoKey({ ...HERE, hostname }), false, hostname);
  }
});

Deno.test("no demo key is made on Deno Deploy or behind a proxy", () => {
  assert.equal(mayHaveDemoKey({ ...HERE, onDeploy: true }), false);
  assert.equal(mayHaveDemoKey({ ...HERE, proxies: ["127.0.0.1"] }), false);
});

Deno.test("each start makes a demo key, which lives for its day, until somebody has a key", async () => {
  const doors = createDeafDoors();
  await doors.credentials.loaded;
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
  doors.credentials.close();
});
