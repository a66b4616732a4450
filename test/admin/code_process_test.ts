import assert from "node:assert/strict";
import { desk, deskJson } from "../support/desk.ts";
import { createFixture } from "../support/fixture.ts";
import { startServer } from "../support/server.ts";

interface Issued {
  readonly id: string;
  readonly secret: string;
}

const NOT_FOUND = { status: false, message: "Code not found" };

Deno.test("a code is verified by anybody, and a use counts at once", async () => {
  await using at = await createFixture();
  const { id, secret } = await deskJson<Issued>(at.env, "code", "issue", "--uses", "2");
  await using server = await startServer(at.env);
  const verify = async (query: string, init?: RequestInit) => {
    const response = await fetch(`${server.base}api/codes/verify${query}`, init);
    return { status: response.status, body: await response.json() };
  };
  const fresh = { is_active: true, usage_count: 0, usage_limit: 2, is_used: false };
  assert.deepEqual(await verify(`?code=${secret}`), {
    status: 200,
    body: { status: true, data: fresh },
  });
  for (const method of ["POST", "PUT"]) {
    const body = JSON.stringify({ code: secret.toLowerCase().replaceAll("-", " ") });
    assert.deepEqual((await verify("", { method, body })).body.data, fresh);
  }
  await deskJson(at.env, "code", "use", secret);
  assert.deepEqual((await verify(`?code=${secret}`)).body.data, { ...fresh, usage_count: 1 });
  await deskJson(at.env, "code", "use", id);
  const usedUp = { ...fresh, usage_count: 2, is_used: true };
  assert.deepEqual((await verify(`?code=${secret}`)).body.data, usedUp);
  const third = await desk(at.env, "code", "use", secret);
  assert.equal(third.code, 1);
  assert.match(third.err, /2 of 2 uses are spent already/);
  await deskJson(at.env, "code", "revoke", id);
  assert.deepEqual((await verify(`?code=${secret}`)).body.data, { ...usedUp, is_active: false });
});

Deno.test("verify asks for no credential and is harmed by none", async () => {
  await using at = await createFixture();
  const { secret } = await deskJson<Issued>(
    at.env,
    "code",
    "issue",
    "--email",
    "Sari+fan@fans.example",
  );
  await using server = await startServer(at.env);
  const address = `${server.base}api/codes/verify`;
  const asked = async (query: string, init?: RequestInit) => {
    const response = await fetch(`${address}?${query}`, init);
    return [response.status, await response.json()];
  };
  const headers = { "x-api-key": "one", "api-key": "two", "x-priority-token": "P-wrong" };
  const [status, { data }] = await asked(`code=${secret}&email=sari%2Bfan@fans.example`, {
    headers,
  });
  assert.equal(status, 200);
  assert.equal(data.is_active, true);
  assert.equal((await asked(`code=${secret}&email=sari+fan@fans.example`))[0], 200);
  assert.deepEqual(await asked(`code=${secret}`), [404, NOT_FOUND]);
  assert.deepEqual(await asked(`code=${secret}&email=budi@fans.example`), [404, NOT_FOUND]);
  assert.deepEqual(await asked("code=XXXX-XXXX-XXXX-XXXX"), [404, NOT_FOUND]);
  for (const query of ["", "code=", "email=sari%2Bfan@fans.example", "code=a&code=b"]) {
    const [status, body] = await asked(query);
    assert.equal(status, 400, query);
    assert.equal(body.type, "INVALID_PARAMETER");
    assert.match(body.hint, /^code takes/);
  }
  const refused = await fetch(address, { method: "DELETE" });
  assert.equal(refused.status, 405);
  assert.equal(refused.headers.get("allow"), "GET, HEAD, POST, PUT, OPTIONS");
  const preflight = await fetch(address, { method: "OPTIONS" });
  assert.equal(preflight.status, 204);
  const head = await fetch(`${address}?code=${secret}&email=sari%2Bfan@fans.example`, {
    method: "HEAD",
  });
  assert.equal(head.status, 200);
  assert.equal(head.headers.get("cache-control"), "no-store");
  const beside = await fetch(`${server.base}api/codes/list`);
  assert.equal(beside.status, 404);
  await beside.body?.cancel();
});

Deno.test("guessing codes ends after 30 failures, for right ones too", async () => {
  await using at = await createFixture();
  const { secret } = await deskJson<Issued>(at.env, "code", "issue");
  await using server = await startServer(at.env);
  const ask = (code: string) => fetch(`${server.base}api/codes/verify?code=${code}`);
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(`guess-${n}`)));
  const statuses = guesses.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 404).length, 30);
  assert.equal(statuses.filter((status) => status === 429).length, 10);
  await Promise.all(guesses.map((response) => response.body?.cancel()));
  const refused = await ask(secret);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  assert.deepEqual(await refused.json(), {
    status: false,
    message: "Too many requests",
    type: "RATE_LIMITED",
  });
});

Deno.test("code list shows how codes stand, and nothing to use them with", async () => {
  await using at = await createFixture();
  const first = await deskJson<Issued>(at.env, "code", "issue", "--email", "sari@fans.example");
  const second = await deskJson<Issued>(at.env, "code", "issue", "--uses", "3");
  await deskJson(at.env, "code", "use", first.id);
  await deskJson(at.env, "code", "revoke", second.id);
  const records = await deskJson<Record<string, unknown>[]>(at.env, "code", "list");
  assert.deepEqual(Object.keys(records[0]!), [
    ...["id", "hint", "email", "is_active", "usage_count", "usage_limit", "is_used"],
    ...["created_at", "revoked_at"],
  ]);
  assert.deepEqual(records.map(({ id, is_used, is_active }) => [id, is_used, is_active]), [
    [first.id, true, true],
    [second.id, false, false],
  ]);
  const { out } = await desk(at.env, "code", "list");
  assert.match(out, /used up/);
  assert.match(out, /revoked/);
  for (const { secret } of [first, second]) {
    assert.equal(out.includes(secret) || JSON.stringify(records).includes(secret), false);
  }
  const unknown = await desk(at.env, "code", "use", "c_nobody");
  assert.match(unknown.err, /Cannot find the code "c_nobody"/);
  assert.match((await desk(at.env, "code", "use", second.secret)).err, /it is revoked/);
});
