import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { tracesInStore } from "../forget/traces.ts";
import { type Ask, type World, world, type WorldOptions } from "../support/world.ts";

/** A world that is asked with a priority token, on a store that takes its time and may fail. */
interface Audited extends AsyncDisposable {
  readonly app: World;
  readonly token: { readonly id: string; readonly secret: string };
  send(path: string, ask?: Ask): Response | Promise<Response>;
  ask(path: string, ask?: Ask): Promise<Response>;
  /** Everything on record, oldest first. */
  // deno-lint-ignore no-explicit-any
  uses(): Promise<any[]>;
}

async function audited(env: WorldOptions["env"] = {}): Promise<Audited> {
  const app = await world({ ...{ ...TRIO, faulty: true, outage: true }, env });
  const { id, secret } = await app.issueToken();
  const desk = await app.beside({ faulty: false });
  const { commit } = app.kv;
  // What does not wait for a commit is seen not to.
  app.kv.commit = async (checks, writes) => {
    await new Promise((done) => setTimeout(done, 2));
    return await commit(checks, writes);
  };
  const asked = (ask: Ask = {}) => ({ key: null, token: secret, ...ask });
  return {
    ...{ app, token: { id, secret } },
    send: (path, ask) => app.send(path, asked(ask)),
    ask: (path, ask) => app.ask(path, asked(ask)),
    async uses() {
      const { out } = await desk.run(["audit", "export", "--kind", "use"]);
      return out.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
    },
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

const OVER = JSON.stringify({ filler: "x".repeat(5_000) });
const inBody = (secret: string) => JSON.stringify({ priority_token: secret });
const JSON_POST = { method: "POST", headers: { "content-type": "application/json" } };
const KNOWN = { headers: { "if-none-match": "*" } };
const BARE = "/api/kembang/members";
const WRAPPED = "/api/melati/members";

/** A use is any request but OPTIONS that a valid priority token carried, in any family (CONTRACT 5). */
const USES: [what: string, path: string, ask: Ask, status: number, route: string][] = [
  ["a list", BARE, {}, 200, BARE],
  ["a wrapped list", WRAPPED, {}, 200, WRAPPED],
  ["one's own key", "/v1/key", {}, 200, "/v1/key"],
  ["HEAD", BARE, { method: "HEAD" }, 200, BARE],
  ["an answer that is known", BARE, KNOWN, 304, BARE],
  ["HEAD of an answer that is known", BARE, { method: "HEAD", ...KNOWN }, 304, BARE],
  ["an item", "/api/kembang/member/ayu", {}, 200, "/api/kembang/member/{name}"],
  ["no such item", "/api/kembang/member/nobody", {}, 404, "/api/kembang/member/{name}"],
  ["no such path in the group", "/api/kembang/nothing", {}, 404, ""],
  ["a group by its alias", "/api/hkr/members", {}, 200, "/api/hikari/members"],
  ["a wrong parameter", "/api/kembang/theater?page=0", {}, 400, "/api/kembang/theater"],
  ["a malformed query", `${BARE}?x=%zz`, {}, 400, BARE],
  ["a query with two tokens", `${BARE}?priority_token=a&priority_token=b`, {}, 400, BARE],
  ["a method that nothing takes", BARE, { method: "DELETE" }, 405, BARE],
  ["a body that the family does not take", BARE, JSON_POST, 405, BARE],
  ["a method that does not exist", "/v1/key", { method: "BREW" }, 405, "/v1/key"],
  ["POST", WRAPPED, JSON_POST, 200, WRAPPED],
  ["PUT", "/v1/birthdays/today", { method: "PUT" }, 200, "/v1/birthdays/today"],
  ["a body that is too large", WRAPPED, { ...JSON_POST, body: OVER }, 413, WRAPPED],
  ["a body that is no JSON", WRAPPED, { ...JSON_POST, body: "{" }, 400, WRAPPED],
];

Deno.test("what a token carried is one use each, on record before it is answered", async () => {
  await using at = await audited();
  const at0 = new Date(at.app.clock.now()).toISOString().slice(0, 10);
  for (const [n, [what, path, ask, status, route]] of USES.entries()) {
    const answer = await at.ask(path, ask);
    const uses = await at.uses();
    await answer.body?.cancel();
    assert.equal(answer.status, status, what);
    const { seq: _, at: instant, ...use } = uses[n];
    assert.deepEqual([uses.length, instant.slice(0, 10)], [n + 1, at0], what);
    assert.deepEqual(use, {
      ...{ kind: "use", token_id: at.token.id, name: "Budi", email: "budi@fans.example" },
      ...{ ip: "127.0.0.1", method: ask.method ?? "GET", endpoint: path.split("?")[0], status },
      route,
    }, what);
  }
});

Deno.test("a token is as good in the query and in a JSON body, and goes before other credentials", async () => {
  await using at = await audited();
  const { secret } = at.token;
  const carried: [string, Ask, number][] = [
    [`/api/kembang/news?priority_token=${secret}`, { token: null }, 200],
    ["/api/melati/news", { ...JSON_POST, body: inBody(secret), token: null }, 200],
    [`/api/melati/news?priority_token=${secret}`, { method: "DELETE", token: null }, 405],
    [`/v1/key?priority_token=${secret}`, { ...JSON_POST, body: "[]", token: null }, 400],
    [`${BARE}?priority_token=${secret}&priority_token=zz`, { token: null }, 400],
    [WRAPPED, { key: at.app.key, headers: { username: "root", password: "wrong" } }, 200],
  ];
  for (const [path, ask] of carried) await at.ask(path, ask);
  const uses = await at.uses();
  assert.deepEqual(
    uses.map(({ endpoint, status }) => [endpoint, status]),
    carried.map(([path, , status]) => [path.split("?")[0], status]),
  );
});

/** Nothing here was carried by a valid token to a family. */
const NO_USES: [what: string, path: string, ask: Ask][] = [
  ["a preflight", BARE, { method: "OPTIONS" }],
  ["a malformed preflight", `${BARE}?x=%zz`, { method: "OPTIONS" }],
  ["a token that nobody has", BARE, { token: "P-osb_nobody" }],
  ["an empty token", BARE, { token: "" }],
  ["nothing at all", WRAPPED, { token: null }],
  ["a group that does not exist", "/api/nobody/members", {}],
  ["a path outside the families", "/elsewhere", {}],
  ["a public page", "/healthz", {}],
  ["a code", "/api/codes/verify?code=nothing", {}],
  ["administration, which a token does not open", "/api/admin/audit", {}],
];

Deno.test("what is outside the families, or came without a valid token, is no use", async () => {
  await using at = await audited();
  for (const [, path, ask] of NO_USES) await (await at.ask(path, ask)).body?.cancel();
  await at.ask(BARE, { token: null, key: at.app.key });
  await at.app.run(["token", "revoke", at.token.id]);
  await at.app.pass(3_000);
  for (const method of ["GET", "DELETE"]) await at.ask(BARE, { method });
  assert.deepEqual(await at.uses(), []);
});

Deno.test("the endpoint on record is the path as it came, without query, and cut where it is over-long", async () => {
  await using at = await audited();
  const long = `/api/kembang/member/${"x".repeat(4_000)}`;
  const paths = [
    ["/api/melati/member/ann%20lee?page=1", "/api/melati/member/ann%20lee"],
    ["/api/melati/members/", "/api/melati/members"],
    ["/api/kembang/member/%E3%81%82%3C", "/api/kembang/member/%E3%81%82%3C"],
    [long, `${long.slice(0, 2_047)}…`],
    // Or a caller could hide what it looks at.
    ["/v1/birthdays/sari?password=sari&apikey=v1", "/v1/birthdays/sari"],
  ] as const;
  for (const [path] of paths) await at.ask(path);
  assert.deepEqual(
    (await at.uses()).map(({ endpoint }) => endpoint),
    paths.map(([, said]) => said),
  );
});

Deno.test("no credential that a request carried is anywhere on record", async () => {
  await using at = await audited();
  const { app, token: { secret } } = at;
  const password = "hunter2-the-canary";
  const asks: [string, Ask][] = [
    [`/api/kembang/members?priority_token=${secret}`, {}],
    [`/api/kembang/member/${secret}`, {}],
    [`/api/kembang/member/${secret.replace("P", "%50")}`, {}],
    [`/api/kembang/member/x${secret}x/y`, {}],
    [`/api/kembang/member/${secret}?priority_token=${secret}`, { method: "DELETE" }],
    [`/api/kembang/member/${app.key}?apikey=${app.key}`, {}],
    [`/api/melati/members?username=root&password=${password}`, {}],
    [WRAPPED, { headers: { "x-admin-username": "root", "x-admin-password": password } }],
    [WRAPPED, {
      method: "POST",
      body: JSON.stringify({ username: "root", password, apikey: app.key }),
    }],
  ];
  for (const [path, ask] of asks) await at.ask(path, ask);
  assert.equal((await at.uses()).length, asks.length);
  const canaries = [secret.slice(4), app.key.slice(4), password];
  assert.deepEqual(await tracesInStore(app.kv, canaries), []);
  for (const canary of canaries) assert.ok(!app.log.lines.join("\n").includes(canary), canary);
});

/** Sends, and notes when the answer is there; the clock stands still. */
function sending(at: Audited, path: string, ask?: Ask) {
  const sent: { answer?: Response } = {};
  Promise.resolve(at.send(path, ask)).then((answer) => sent.answer = answer);
  return sent;
}

const auditStatus = async ({ app }: Audited) => (await app.json("/status", { key: null })).audit;

/** Waits until what was kept in memory is written, once the store is back. */
async function recorded(at: Audited): Promise<void> {
  at.app.kv.outOfReach = false;
  await at.app.clock.advance(5_000);
  for (let n = 0; n < 500 && (await auditStatus(at)).backlog > 0; n++) {
    await at.app.until(new Promise((done) => setTimeout(done, 2)));
  }
}

Deno.test("the store out of reach holds an answer for 250 ms at most, and the next ones not at all", async () => {
  await using at = await audited();
  const { app } = at;
  const early = await at.ask(BARE);
  await app.clock.advance(10);
  app.kv.outOfReach = true;
  const [first, refused] = [sending(at, BARE), sending(at, BARE, { method: "DELETE" })];
  await app.clock.advance(249);
  assert.deepEqual([first, refused], [{}, {}]);
  await app.clock.advance(1);
  assert.deepEqual([first.answer?.status, refused.answer?.status], [200, 405]);
  const later = [sending(at, BARE), sending(at, "/v1/key"), sending(at, `${BARE}?status=x`)];
  await app.clock.advance(0);
  assert.deepEqual(later.map(({ answer }) => answer?.status), [200, 200, 400]);
  assert.equal(await first.answer!.text(), await early.text());
  await recorded(at);
});

Deno.test("uses of an hour without the store are counted in /status, said in the log, and on record when it is back", async () => {
  await using at = await audited();
  const { app } = at;
  app.kv.outOfReach = true;
  await app.until(at.ask(`${BARE}?q=0`));
  for (let minute = 1; minute < 60; minute++) {
    await app.until(at.ask(`/api/kembang/member/minute-${minute}`));
    await app.clock.advance(60_000);
  }
  assert.deepEqual(await auditStatus(at), { backlog: 60 });
  assert.equal((await at.uses()).length, 0);
  assert.match(app.log.lines.join("\n"), /warn The store is out of reach: uses .* kept in memory/);
  await recorded(at);
  assert.deepEqual(await auditStatus(at), { backlog: 0 });
  assert.match(app.log.lines.join("\n"), /info The store is back/);
  const uses = await at.uses();
  assert.equal(uses.length, 60);
  const lasted = Date.parse(uses[59].at) - Date.parse(uses[1].at);
  assert.equal(Math.floor(lasted / 60_000), 58);
  assert.ok(uses.slice(1).every(({ endpoint }, n) => endpoint.endsWith(`minute-${n + 1}`)));
});

Deno.test("forwarding headers that nobody reads are warned about once, with the remedy", async () => {
  const warned = (app: World) =>
    app.log.lines.filter((line) => line.includes("TRUSTED_PROXIES")).length;
  for (const name of ["x-forwarded-for", "forwarded"]) {
    await using app = await world(TRIO);
    await app.ask(BARE);
    assert.equal(warned(app), 0);
    for (const value of ["203.0.113.7", "203.0.113.8"]) {
      await app.ask(BARE, { headers: { [name]: value } });
    }
    assert.equal(warned(app), 1);
  }
  await using trusting = await world({ ...TRIO, env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
  await trusting.ask(BARE, { headers: { "x-forwarded-for": "203.0.113.7" } });
  assert.equal(warned(trusting), 0);
});
