import assert from "node:assert/strict";
import { COMMANDS } from "../../src/admin/commands/commands.ts";
import { deskJson, ISSUE } from "../support/desk.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const LOGIN = { ADMIN_USERNAME: "root", ADMIN_PASSWORD: "correct horse" };
const PAIR = { "x-admin-username": "root", "x-admin-password": "correct horse" };
const SHUT = { status: false, message: "Invalid API Key", type: "INVALID_CREDENTIALS" };

interface Reply {
  readonly status: number;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
  readonly headers: Headers;
}

function asker({ base }: RunningServer) {
  return async (
    method: string,
    path: string,
    { headers = PAIR, body }: { headers?: Record<string, string>; body?: unknown } = {},
  ): Promise<Reply> => {
    const response = await fetch(`${base}api/admin/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === "" ? undefined : JSON.parse(text),
      headers: response.headers,
    };
  };
}

Deno.test("looking is always allowed to administrators, doing only with ADMIN_API=on", async () => {
  await using at = await createFixture(LOGIN);
  const { id } = await deskJson<{ id: string }>(at.env, ...ISSUE);
  await using server = await startServer(at.env);
  const ask = asker(server);
  const keys = await ask("GET", "keys");
  assert.equal(keys.status, 200);
  assert.equal(keys.headers.get("cache-control"), "no-store");
  assert.deepEqual(keys.body, await deskJson(at.env, "key", "list"));
  const usage = await ask("GET", `keys/${id}/usage?days=3`);
  assert.deepEqual(usage.body, await deskJson(at.env, "key", "usage", id, "--days", "3"));
  assert.deepEqual((await ask("GET", "tokens")).body, []);
  const { body: status } = await ask("GET", "status");
  assert.equal(status.admin_api, "off");
  assert.equal(status.credentials.users, 1);
  assert.equal(status.mail, "off");
  assert.equal((await ask("HEAD", "keys")).body, undefined);

  for (
    const path of ["users", "codes", `keys/${id}`, "", "keys//revoke", "keys/a/b/c", "nothing"]
  ) {
    assert.equal((await ask("GET", path)).status, 404, path);
  }
  for (const path of ["keys", `keys/${id}/revoke`, "users"]) {
    const { status, headers } = await ask("POST", path, { body: {} });
    assert.equal(status, 405, path);
    assert.equal(headers.get("allow"), "GET, HEAD, OPTIONS");
  }
});

Deno.test("every carrier of admin credentials opens it, and nothing else does", async () => {
  await using at = await createFixture(LOGIN);
  const { secret } = await deskJson<{ secret: string }>(at.env, ...ISSUE, "--ip", "127.0.0.1");
  const apply = ["token", "apply", "--organization", "A", "--name", "B", "--email", "b@c.example"];
  const { id } = await deskJson<{ id: string }>(at.env, ...apply);
  const token = await deskJson<{ secret: string }>(at.env, "token", "review", id, "--approve");
  await using server = await startServer({ ...at.env, ADMIN_API: "on" });
  const ask = asker(server);
  const pair = { username: "root", password: "correct horse" };
  const query = new URLSearchParams(pair).toString();
  assert.equal((await ask("GET", "keys", { headers: pair })).status, 200);
  assert.equal((await ask("GET", `keys?${query}`, { headers: {} })).status, 200);
  const body = { ...pair, organization: "C", name: "D", email: "d@e.example" };
  assert.equal((await ask("POST", "tokens", { headers: {}, body })).status, 200);

  const wrong: Record<string, string>[] = [
    {},
    { ...PAIR, "x-admin-password": "wrong horse" },
    { ...PAIR, "x-admin-username": "Root" },
    { "x-admin-username": "root" },
    { "x-api-key": secret },
    { "x-priority-token": token.secret },
    { authorization: `Basic ${btoa("root:correct horse")}` },
  ];
  for (const headers of wrong) {
    for (const path of ["keys", "status", "nothing"]) {
      const { status, body } = await ask("GET", path, { headers });
      assert.equal(status, 403, JSON.stringify(headers));
      const isWhole = "x-admin-username" in headers && "x-admin-password" in headers;
      const hint = "Send x-admin-username and x-admin-password";
      assert.deepEqual(body, isWhole ? SHUT : { ...SHUT, hint });
    }
  }
  const twice = await ask("GET", "keys", { headers: { ...PAIR, password: "other" } });
  assert.equal(twice.status, 400);
  assert.equal((await ask("DELETE", "keys")).status, 405);
});

Deno.test("POST does what the command line does, with its options as JSON", async () => {
  await using at = await createFixture({ ...LOGIN, ADMIN_API: "on" });
  await using server = await startServer(at.env);
  const ask = asker(server);
  const post = (path: string, body: unknown = {}) => ask("POST", path, { body });
  const person = { owner: "Sari", email: "sari@fans.example", plan: "standard" };

  const issued = await post("keys", { ...person, group: ["groupb"], ip: "192.0.2.1", send: false });
  assert.equal(issued.status, 200, JSON.stringify(issued.body));
  assert.deepEqual(Object.keys(issued.body), ["id", "secret"]);
  const { id } = issued.body;
  assert.deepEqual((await post(`keys/${id}/allow-ip`, { ip: ["192.0.2.2"] })).body.ips, [
    "192.0.2.1",
    "192.0.2.2",
  ]);
  assert.equal((await post(`keys/${id}/credit`, { requests: 100 })).body.limit, 5100);
  assert.equal((await post(`keys/${id}/set-plan`, { plan: "developer" })).body.plan, "developer");
  assert.deepEqual(
    (await ask("GET", `keys/${id}`)).body,
    (await ask("GET", "keys")).body.find(
      (key: { id: string }) => key.id === id,
    ),
  );
  assert.notEqual((await post(`keys/${id}/rotate`)).body.secret, issued.body.secret);
  assert.match((await post(`keys/${id}/revoke`)).body.revoked_at, /Z$/);

  const user = await post("users", { name: "budi", new_password: "battery staple" });
  assert.equal(user.body.username, "budi");
  const budi = { username: "budi", password: "battery staple" };
  assert.equal((await ask("GET", "users", { headers: budi })).body.length, 2);
  await post("users/budi/passwd", { new_password: "another staple" });
  assert.equal((await post("users/budi/remove")).status, 200);
  assert.equal((await ask("GET", "users")).body.length, 1);

  const code = await post("codes", { uses: 2, email: null });
  const [record] = (await ask("GET", "codes")).body;
  assert.equal(record.id, code.body.id);
  assert.equal((await post(`codes/${code.body.id}/use`)).body.usage_count, 1);
  assert.equal((await post(`codes/${code.body.secret}/use`)).body.usage_count, 2);

  const application = { organization: "Satu", name: "Budi", email: "b@fans.example" };
  const applied = await post("tokens", application);
  assert.deepEqual(applied.body, { id: applied.body.id, state: "applied" });
  const granted = await post(`tokens/${applied.body.id}/review`, { approve: true });
  assert.match(granted.body.secret, /^P-osb_/);
});

Deno.test("what cannot be done is refused with its reason", async () => {
  await using at = await createFixture({ ...LOGIN, ADMIN_API: "on" });
  await using server = await startServer(at.env);
  const ask = asker(server);
  const person = { owner: "Sari", email: "sari@fans.example", plan: "standard" };
  const cases: [string, unknown, number, string, RegExp][] = [
    ["keys", {}, 400, "INVALID_PARAMETER", /without --owner/],
    ["keys", { ...person, plan: "gold" }, 400, "INVALID_PARAMETER", /expected one of standard/],
    [
      "keys",
      { ...person, grups: ["groupa"] },
      400,
      "INVALID_PARAMETER",
      /takes owner, email, plan/,
    ],
    ["keys", { ...person, owner: ["Sari"] }, 400, "INVALID_PARAMETER", /owner takes a text/],
    ["keys", { ...person, send: "yes" }, 400, "INVALID_PARAMETER", /send takes true or false/],
    ["keys", { ...person, ip: [{}] }, 400, "INVALID_PARAMETER", /ip takes a text/],
    ["keys", { ...person, constructor: 1 }, 400, "INVALID_PARAMETER", /nothing else/],
    ["keys/k_nobody/revoke", {}, 404, "NOT_FOUND", /Cannot find the key "k_nobody"/],
    ["users", { name: "root", new_password: "12345678" }, 409, "CONFLICT", /there is one/],
    ["users", { name: "budi" }, 400, "INVALID_PARAMETER", /without new_password/],
    ["users", { name: "budi", new_password: "short" }, 400, "INVALID_PARAMETER", /8 to 1024/],
  ];
  for (const [path, body, status, type, message] of cases) {
    const reply = await ask("POST", path, { body });
    assert.equal(reply.status, status, `${path} ${JSON.stringify(reply.body)}`);
    assert.equal(reply.body.type, type);
    assert.equal(reply.body.status, false);
    assert.match(`${reply.body.message} ${reply.body.hint}`, message);
  }
  const wrongMethod = await ask("POST", "status", { body: {} });
  assert.equal(wrongMethod.status, 405);
  assert.equal(wrongMethod.headers.get("allow"), "GET, HEAD, OPTIONS");
  const days = await ask("GET", "keys/k_nobody/usage?days=x");
  assert.equal(days.status, 400);
  assert.deepEqual((await ask("GET", "audit?kind=use&limit=5")).body, []);
  assert.equal((await ask("GET", "audit?limit=0")).status, 400);
  assert.equal(server.printed.err.includes("A request failed"), false);
});

Deno.test("guessing a password ends with 429, and a remembered administrator goes on", async () => {
  await using at: Fixture = await createFixture(LOGIN);
  await using server = await startServer(at.env);
  const ask = asker(server);
  assert.equal((await ask("GET", "status")).status, 200);
  const guess = (n: number) =>
    ask("GET", "keys", { headers: { ...PAIR, "x-admin-password": `x${n}` } });
  const statuses: number[] = [];
  for (let n = 0; n < 35; n += 5) {
    const replies = await Promise.all([0, 1, 2, 3, 4].map((more) => guess(n + more)));
    statuses.push(...replies.map(({ status }) => status));
  }
  assert.equal(statuses.filter((status) => status === 403).length, 30);
  assert.equal(statuses.filter((status) => status === 429).length, 5);
  const refused = await guess(99);
  assert.deepEqual(refused.body, {
    status: false,
    message: "Too many requests",
    type: "RATE_LIMITED",
  });
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  assert.equal((await ask("GET", "keys")).status, 200);
});

Deno.test("while passwords are checked, other requests are answered", async () => {
  await using at = await createFixture(LOGIN);
  await using server = await startServer(at.env);
  const ask = asker(server);
  let checking = 10;
  const guesses = Array.from({ length: checking }, async (_, n) => {
    await ask("GET", "keys", { headers: { ...PAIR, "x-admin-password": `guess ${n}` } });
    checking--;
  });
  let answered = 0;
  while (checking > 5) {
    await (await fetch(`${server.base}healthz`)).body?.cancel();
    answered++;
  }
  await Promise.all(guesses);
  // Five derivations take some 250 ms, an answer about one; were they in the way, few would come.
  assert.ok(answered > 20, `${answered}`);
});

Deno.test("every command is at one place, but those that use this machine's files", () => {
  const places = COMMANDS.filter(({ at }) => at !== undefined)
    .map(({ at }) => `${at!.method} ${at!.path}`);
  assert.equal(new Set(places).size, places.length);
  const local = COMMANDS.filter(({ at }) => at === undefined).map(({ noun, verb }) =>
    `${noun} ${verb}`
  );
  assert.deepEqual(local, ["store snapshot", "store restore"]);
  for (const { at, noun, subject, options } of COMMANDS) {
    if (at === undefined) continue;
    assert.ok(at.path.split("/")[0] === noun || at.path.startsWith(`${noun}s`), at.path);
    assert.ok(!at.path.includes("{}") || subject !== undefined, at.path);
    for (const name of Object.keys(options)) assert.ok(!["username", "password"].includes(name));
  }
});
