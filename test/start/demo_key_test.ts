import assert from "node:assert/strict";
import { openContent } from "../../src/catalog/content.ts";
import { makeDemoKey, mayHaveDemoKey } from "../../src/start/demo_key.ts";
import { packOf } from "../support/compiled.ts";
import { createDeafDoors } from "./deaf_doors.ts";

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

Deno.test("makeDemoKey() comes back when the key opens, however late the store tells of it", async () => {
  const doors = createDeafDoors();
  await doors.credentials.loaded;
  const { catalog } = openContent(packOf("test/fixtures/trio"));
  const secret = await makeDemoKey(doors, catalog, 0);
  assert.equal((await doors.credentials.findKey(secret!))?.demo, true);
  doors.credentials.close();
});
