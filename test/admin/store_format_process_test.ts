import assert from "node:assert/strict";
import { STORE_FORMAT } from "../../src/platform/store_keys.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { NEWEST_FORMAT } from "../../src/store/format.ts";
import { desk, deskJson, ISSUE } from "../support/desk.ts";
import { createFixture } from "../support/fixture.ts";
import { startServer } from "../support/server.ts";

const LOGIN = { ADMIN_USERNAME: "root", ADMIN_PASSWORD: "a password of root's own" };
const HEADERS = { "x-admin-username": "root", "x-admin-password": LOGIN.ADMIN_PASSWORD };

interface Entry {
  readonly by: string;
  readonly ip: string | null;
  readonly command: string;
  readonly subject: string | null;
}

async function setFormat(path: string, format: number | undefined): Promise<void> {
  const kv = await openDenoKv(path);
  await kv.commit([], [
    format === undefined ? { delete: STORE_FORMAT } : { set: STORE_FORMAT, value: { format } },
  ]);
  kv.close();
}

Deno.test("a running server takes a migration up: before it the log alone has what administrators change", async () => {
  await using at = await createFixture({ ...LOGIN, ADMIN_API: "on" });
  const { env } = at;
  // A store of an earlier program names no format.
  await deskJson(env, "user", "list");
  await setFormat(env.KV_PATH!, undefined);
  await using server = await startServer(env);
  assert.match(server.printed.err, /format 1.*deno task admin store migrate/);
  const ask = async (path: string, body?: unknown) => {
    const response = await fetch(`${server.base}api/admin/${path}`, {
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      headers: { ...HEADERS, "content-type": "application/json" },
    });
    return { status: response.status, body: await response.json() };
  };
  const person = { owner: "Sari", email: "sari@fans.example", plan: "standard" };
  const first = (await ask("keys", person)).body.id;
  assert.equal((await ask("status")).body.store_format, 1);
  const acts = async () => (await ask("audit?kind=admin")).body as Entry[];
  // The first look is all that an earlier store can have of `user list`.
  const before = (await acts()).map(({ command }) => command);
  assert.ok(!before.includes("key issue"), `${before}`);
  assert.match(server.printed.err, new RegExp(`keeps it off the record.*key issue.*${first}`));
  assert.match((await desk(env, "audit", "verify")).out, /format 1/);

  const dry = await desk(env, "store", "migrate");
  assert.match(dry.out, /format 1; --yes raises it to 3. Nothing was changed/);
  assert.equal((await ask("status")).body.store_format, 1);
  assert.match((await desk(env, "store", "migrate", "--yes")).out, /format 3 now/);
  const second = (await ask("keys", person)).body.id;
  await ask(`keys/${second}/revoke`, {});
  assert.equal((await ask("status")).body.store_format, 3);
  const known = await acts();
  assert.deepEqual(
    known.slice(before.length, before.length + 3)
      .map(({ by, ip, command, subject }) => [by, ip, command, subject]),
    [
      ["local", null, "store migrate", null],
      ["root", "127.0.0.1", "key issue", second],
      ["root", "127.0.0.1", "key revoke", second],
    ],
  );
  const verified = await desk(env, "audit", "verify");
  assert.equal(verified.code, 0);
  assert.doesNotMatch(verified.out, /format/);
});

Deno.test("neither server nor command line uses a store of a newer format, and both name it", async () => {
  await using at = await createFixture();
  const { id } = await deskJson<{ id: string }>(at.env, ...ISSUE);
  await setFormat(at.env.KV_PATH!, NEWEST_FORMAT + 1);
  const said = /Cannot use this store: it has format 4.*use a version .* that knows format 4/;
  assert.match((await desk(at.env, "key", "revoke", id)).err, said);
  await assert.rejects(startServer(at.env), said);
  await setFormat(at.env.KV_PATH!, NEWEST_FORMAT);
  assert.equal((await deskJson(at.env, "key", "show", id)).revoked_at, null);
});
