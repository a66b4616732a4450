import assert from "node:assert/strict";
import { createFixture, openFixtureStore } from "../support/fixture.ts";
import { addManyKeys, idOf, secretOf } from "../support/many_keys.ts";
import { startServer } from "../support/server.ts";

/** More than are read at a time. */
const KEYS = 600;
const CHANGES = 10;
const LOGIN = { ADMIN_USERNAME: "root", ADMIN_PASSWORD: "correct horse" };

Deno.test("a process knows of a key that it changed as soon as the command has answered", async () => {
  await using at = await createFixture({ ...LOGIN, ADMIN_API: "on" });
  const store = await openFixtureStore(at.env);
  await addManyKeys(store, KEYS);
  store.kv.close();
  await using server = await startServer(at.env);

  const act = async (path: string, options: Record<string, unknown> = {}) => {
    const headers = {
      "content-type": "application/json",
      "x-admin-username": LOGIN.ADMIN_USERNAME,
      "x-admin-password": LOGIN.ADMIN_PASSWORD,
    };
    const address = `${server.base}api/admin/keys/${path}`;
    const response = await fetch(address, {
      method: "POST",
      headers,
      body: JSON.stringify(options),
    });
    const body = await response.json();
    assert.equal(response.status, 200, path);
    return body;
  };
  const statusWith = async (secret: string) => {
    const response = await fetch(`${server.base}v1/key?apikey=${secret}`);
    await response.body?.cancel();
    return response.status;
  };

  for (let number = 0; number < CHANGES; number++) {
    assert.equal(await statusWith(secretOf(number)), 200);
    const { secret } = await act(`${idOf(number)}/rotate`, { now: true });
    assert.equal(await statusWith(secretOf(number)), 403, "the old secret, at once");
    assert.equal(await statusWith(secret), 200, "the new secret, at once");
    await act(`${idOf(number)}/revoke`);
    assert.equal(await statusWith(secret), 403, "revoked, at once");
  }
});
