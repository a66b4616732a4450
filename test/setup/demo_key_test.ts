import assert from "node:assert/strict";
import { openContent } from "../../src/catalog/catalog.ts";
import { makeDemoKey, mayHaveDemoKey } from "../../src/setup/demo_key.ts";
import { packOf } from "../support/compiled.ts";
import { createDeafDoors } from "./deaf_doors.ts";

const DAY_MS = 86_400_000;
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

Deno.test("makeDemoKey() makes another one when the last has expired, until somebody has a key", async () => {
  const doors = createDeafDoors();
  await doors.credentials.loaded;
  const { catalog } = openContent(packOf("test/fixtures/trio"));
  const make = (now: number) => makeDemoKey(doors, catalog, now);
  const first = await make(0);
  assert.equal(await make(DAY_MS - 1), undefined);
  const second = await make(DAY_MS);
  assert.ok(first !== undefined && second !== undefined && first !== second);
  const real = { owner: "Sari", email: "sari@fans.example", plan: "standard", groups: [], ips: [] };
  await doors.keys.issue({ ...real, createdAt: DAY_MS });
  assert.equal(await make(2 * DAY_MS), undefined);
  doors.credentials.close();
});

Deno.test("makeDemoKey() makes one key where several processes start at once", async () => {
  const doors = createDeafDoors();
  const { catalog } = openContent(packOf("test/fixtures/trio"));
  const made = await Promise.all(Array.from({ length: 5 }, () => makeDemoKey(doors, catalog, 0)));
  assert.equal(made.filter((secret) => secret !== undefined).length, 1);
  assert.equal((await doors.keys.list()).length, 1);
  doors.credentials.close();
});

Deno.test("makeDemoKey() comes back when the key opens, however late the store tells of it", async () => {
  const doors = createDeafDoors();
  await doors.credentials.loaded;
  const { catalog } = openContent(packOf("test/fixtures/trio"));
  const secret = await makeDemoKey(doors, catalog, 0);
  assert.equal((await doors.credentials.findKey(secret!))?.demo, true);
  doors.credentials.close();
});
