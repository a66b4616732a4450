import assert from "node:assert/strict";
import { STORE_FORMAT } from "../../src/platform/store_keys.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { desk, deskJson, ISSUE } from "../support/desk.ts";
import { createFixture } from "../support/fixture.ts";
import { startServer } from "../support/server.ts";

async function setFormat(path: string, format: number): Promise<void> {
  const kv = await openDenoKv(path);
  await kv.commit([], [{ set: STORE_FORMAT, value: { format } }]);
  kv.close();
}

Deno.test("neither server nor command line uses a store of a newer format, and both name it", async () => {
  await using at = await createFixture();
  const { id } = await deskJson<{ id: string }>(at.env, ...ISSUE);
  await setFormat(at.env.KV_PATH!, 2);
  const said = /Cannot use this store: it has format 2.*use a version .* that knows format 2/;
  assert.match((await desk(at.env, "key", "revoke", id)).err, said);
  await assert.rejects(startServer(at.env), said);
  await setFormat(at.env.KV_PATH!, 1);
  assert.equal((await deskJson(at.env, "key", "show", id)).revoked_at, null);
});
