import assert from "node:assert/strict";
import { REPOSITORY } from "../support/contents.ts";
import { world } from "../support/world.ts";

const PAIR = { "x-admin-username": "root", "x-admin-password": "correct horse" };
const PERSON = { owner: "Sari", email: "sari@fans.example", plan: "standard" };

interface Reply {
  readonly status: number;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
  readonly headers: Headers;
}

async function open(env: Record<string, string> = { ADMIN_API: "on" }) {
  const app = await world({ ...REPOSITORY, plans: "content", plan: null, env });
  await app.addAdmin("root", "correct horse");
  const ask = async (
    method: string,
    path: string,
    { headers = PAIR, body }: { headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<Reply> => {
    const response = await app.ask(`/api/admin/${path}`, {
      ...{ method, headers, key: null },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers: got } = response;
    return { status, body: text === "" ? undefined : JSON.parse(text), headers: got };
  };
  const post = (path: string, body: unknown = {}) => ask("POST", path, { body });
  return { app, ask, post };
}

Deno.test("looking is always allowed to administrators, doing only with ADMIN_API=on", async () => {
  const { app, ask } = await open({});
  await using _ = app;
  const { id } = await app.issue("standard");
  const keys = await ask("GET", "keys");
  assert.equal(keys.status, 200);
  assert.equal(keys.headers.get("cache-control"), "no-store");
  assert.deepEqual(keys.body, await app.told(["key", "list"]));
  const usage = await ask("GET", `keys/${id}/usage?days=3`);
  assert.deepEqual(usage.body, await app.told(["key", "usage", id, "--days", "3"]));
  assert.deepEqual((await ask("GET", "tokens")).body, []);
  const { body: status } = await ask("GET", "status");
  assert.deepEqual([status.admin_api, status.credentials.users, status.mail], ["off", 1, "off"]);
  assert.equal((await ask("HEAD", "keys")).body, undefined);
  const unknown = ["users", "codes", `keys/${id}`, "", "keys//revoke", "keys/a/b/c", "nothing"];
  for (const path of unknown) assert.equal((await ask("GET", path)).status, 404, path);
  for (const path of ["keys", `keys/${id}/revoke`, "users"]) {
    const { status, headers } = await ask("POST", path, { body: {} });
    assert.deepEqual([status, headers.get("allow")], [405, "GET, HEAD, OPTIONS"], path);
  }
});

Deno.test("what is done is known at once and on record with who did it; what cannot be done has a status of its own", async () => {
  const { app, ask, post } = await open();
  await using _ = app;
  const { id, secret } = (await post("keys", { ...PERSON, ip: "192.0.2.1" })).body;
  const statusOf = async (key: string) =>
    (await app.ask("/v1/key", { key, from: "192.0.2.1" })).status;
  assert.equal(await statusOf(secret), 200);
  assert.match((await post(`keys/${id}/revoke`)).body.revoked_at, /Z$/);
  assert.equal(await statusOf(secret), 403);
  const { body: budi } = await post("users", { name: "budi" });
  assert.equal((await ask("GET", "users", { headers: budi })).body.length, 2);
  const acts = (await ask("GET", "audit?kind=admin&limit=100")).body;
  const act = acts.find(({ command }: { command: string }) => command === "key issue");
  assert.deepEqual([act.by, act.ip, act.subject], ["root", "127.0.0.1", id]);

  const cases: [path: string, body: unknown, message: RegExp, status?: number, type?: string][] = [
    ["keys", { ...PERSON, grups: ["groupa"] }, /takes owner, email, plan/],
    ["keys", { ...PERSON, owner: ["Sari"] }, /owner takes a text/],
    ["keys", { ...PERSON, send: "yes" }, /send takes true or false/],
    ["keys", { ...PERSON, ip: [{}] }, /ip takes a text/],
    ["keys", { ...PERSON, constructor: 1 }, /nothing else/],
    ["keys/k_nobody/revoke", {}, /Cannot find the key "k_nobody"/, 404, "NOT_FOUND"],
    ["users", { name: "root" }, /there is one/, 409, "CONFLICT"],
  ];
  for (const [path, body, message, status = 400, type = "INVALID_PARAMETER"] of cases) {
    const reply = await post(path, body);
    assert.deepEqual([reply.status, reply.body.type], [status, type], path);
    assert.match(`${reply.body.message} ${reply.body.hint}`, message);
  }
});
