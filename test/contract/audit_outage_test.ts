import assert from "node:assert/strict";
import { type AuditedProgram, createAuditedProgram } from "../support/audited_program.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createLiveProgram } from "../support/live_program.ts";
import { TRIO } from "../support/contents.ts";
import { type Ask, world } from "../support/world.ts";

const PATH = "/api/kembang/members";

/** Sends, and notes when the answer is there; the clock stands still. */
function sending(app: AuditedProgram, path: string, ask?: Ask) {
  const sent: { answer?: Response } = {};
  Promise.resolve(app.send(path, ask)).then((answer) => sent.answer = answer);
  return sent;
}

async function auditStatus(app: AuditedProgram): Promise<unknown> {
  return (await (await app.ask("/status", { token: null })).json()).audit;
}

Deno.test("the store out of reach holds an answer for 250 ms at most, and the next ones not at all", async () => {
  await using app = await createAuditedProgram();
  const early = await app.ask(PATH);
  await app.clock.advance(10);
  app.kv.outOfReach = true;
  const [first, refused] = [sending(app, PATH), sending(app, PATH, { method: "DELETE" })];
  await app.clock.advance(249);
  assert.deepEqual([first, refused], [{}, {}]);
  await app.clock.advance(1);
  assert.deepEqual([first.answer?.status, refused.answer?.status], [200, 405]);

  const before = app.clock.now();
  const later = [sending(app, PATH), sending(app, "/v1/key"), sending(app, `${PATH}?status=x`)];
  await app.clock.advance(0);
  assert.deepEqual(later.map(({ answer }) => answer?.status), [200, 200, 400]);
  assert.equal(app.clock.now(), before);
  assert.equal(await first.answer!.text(), await early.text());
  app.kv.outOfReach = false;
});

Deno.test("uses of an hour without the store are counted in /status, said in the log, and on record when it is back", async () => {
  await using app = await createAuditedProgram();
  app.kv.outOfReach = true;
  await app.ask(`${PATH}?q=0`);
  for (let minute = 1; minute < 60; minute++) {
    await app.ask(`/api/kembang/member/minute-${minute}`);
    await app.clock.advance(60_000);
  }
  assert.deepEqual(await auditStatus(app), { backlog: 60 });
  assert.equal((await app.uses()).length, 0);
  assert.match(app.log.lines.join("\n"), /warn The store is out of reach: uses .* kept in memory/);

  app.kv.outOfReach = false;
  await app.clock.advance(5_000);
  assert.deepEqual(await auditStatus(app), { backlog: 0 });
  assert.match(app.log.lines.join("\n"), /info The store is back/);
  const uses = await app.uses();
  assert.equal(uses.length, 60);
  const lasted = Date.parse(uses[59]!.at) - Date.parse(uses[1]!.at);
  assert.equal(Math.floor(lasted / 60_000), 58);
  assert.ok(uses.slice(1).every(({ endpoint }, index) => endpoint.endsWith(`minute-${index + 1}`)));
});

Deno.test("a commit that never comes back holds nobody up for longer either", async () => {
  let silent = false;
  await using app = await createAuditedProgram();
  const { commit } = app.kv;
  app.kv.commit = (checks, writes) => silent ? new Promise(() => {}) : commit(checks, writes);
  await app.ask(PATH);
  await app.clock.advance(10);
  silent = true;
  const first = sending(app, PATH);
  await app.clock.advance(250);
  assert.equal(first.answer?.status, 200);
  silent = false;
  await app.clock.advance(10_000);
  assert.equal((await app.uses()).length, 2);
});

Deno.test("a refusal stands where a cold program cannot know yet whether its token holds", async () => {
  await using app = await createAuditedProgram({}, { cold: true });
  assert.equal((await app.ask(PATH, { method: "DELETE" })).status, 405);
  assert.equal((await app.ask("/api/melati/news", { method: "POST", body: "[" })).status, 400);
});

const FAR = { from: "203.0.113.7" };

Deno.test("a busy token that comes in the clear is warned about, without filling the log", async () => {
  await using app = await createAuditedProgram();
  for (let number = 0; number < 100; number++) await app.ask(PATH, FAR);
  await app.ask(PATH, { ...FAR, method: "DELETE" });
  const warnings = app.log.lines.filter((line) => line.includes("plain http"));
  assert.equal(warnings.length, 7);
  assert.match(
    warnings.at(-1)!,
    new RegExp(`"token":"${app.token.id}","times":64,"refused":false`),
  );
  assert.equal((await app.uses()).length, 101);
});

Deno.test("a token from this machine, or over https behind a trusted proxy, is not warned about", async () => {
  await using app = await createAuditedProgram({
    TRUSTED_PROXIES: "10.0.0.0/8",
    REQUIRE_HTTPS: "on",
  });
  const headers = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" };
  assert.equal((await app.ask(PATH, { from: "10.0.0.1", headers })).status, 200);
  assert.equal((await app.ask(PATH, { from: "127.0.0.1" })).status, 200);
  assert.equal((await app.ask(PATH, { from: "203.0.113.8", headers })).status, 403);
  assert.equal(app.log.lines.filter((line) => line.includes("plain http")).length, 1);
});

Deno.test("the client's own word for https, in its target, is not believed", async () => {
  await using app = await createAuditedProgram({ REQUIRE_HTTPS: "on" });
  const answer = await app.ask(PATH, { ...FAR, scheme: "https" });
  assert.equal(answer.status, 403);
  assert.equal(app.log.lines.filter((line) => line.includes("plain http")).length, 1);
});

Deno.test("keys in the clear are counted, and warned about once an hour at most", async () => {
  await using app = await createAuditedProgram();
  const headers = { "x-api-key": app.key };
  const ask = (from: string) => app.ask(PATH, { token: null, headers, from });
  const warnings = () => app.log.lines.filter((line) => line.includes("API keys came over"));
  await ask("127.0.0.1");
  assert.deepEqual(warnings(), []);
  for (let number = 0; number < 20; number++) await ask("203.0.113.7");
  assert.equal(warnings().length, 1);
  await app.clock.advance(3_600_000);
  await ask("203.0.113.7");
  assert.equal(warnings().length, 2);
  assert.match(warnings()[1]!, /"times":21/);
  assert.ok(!warnings().join().includes(app.key));
});

Deno.test("forwarding headers that nobody reads are warned about once, with the remedy", async () => {
  for (const name of ["x-forwarded-for", "forwarded"]) {
    await using app = await createAuditedProgram();
    const warnings = () => app.log.lines.filter((line) => line.includes("TRUSTED_PROXIES"));
    await app.ask(PATH);
    assert.equal(warnings().length, 0);
    for (const value of ["203.0.113.7", "203.0.113.8"]) {
      await app.ask(PATH, { headers: { [name]: value } });
    }
    assert.equal(warnings().length, 1);
  }
  await using trusting = await createAuditedProgram({ TRUSTED_PROXIES: "10.0.0.0/8" });
  await trusting.ask(PATH, { headers: { "x-forwarded-for": "203.0.113.7" } });
  assert.ok(!trusting.log.lines.some((line) => line.includes("TRUSTED_PROXIES")));
});

const OWN = /^[0-9a-f]{16}-[1-9]\d*$/;

const idOf = (response: Response) => response.headers.get("x-request-id") ?? "";

Deno.test("every kind of answer has an id of its own", async () => {
  await using app = await world(TRIO);
  const json = { "content-type": "application/json" };
  const asks: [number, string, Ask?][] = [
    [200, "/api/kembang/members"],
    [200, "/api/kembang/members"],
    [200, "/api/kembang/members", { method: "HEAD" }],
    [200, "/api/melati/members", { method: "POST", body: "{}", headers: json }],
    [304, "/api/kembang/members", { headers: { "if-none-match": "*" } }],
    [204, "/api/kembang/members", { method: "OPTIONS" }],
    [200, "/v1/key"],
    [200, "/api/kembang/theater.ics"],
    [200, "/"],
    [200, "/healthz"],
    [400, "/api/kembang/theater?page=x"],
    [400, "/api/melati/members", { method: "POST", body: "{", headers: json }],
    [400, "/api/kembang/members", { headers: { host: "a b" } }],
    [403, "/api/kembang/members", { key: "J-wrong" }],
    [403, "/api/admin/keys", { key: null }],
    [404, "/nope"],
    [404, "/api/kembang/nope"],
    [405, "/api/kembang/members", { method: "DELETE" }],
    [414, `/${"x".repeat(60_000)}`],
  ];
  const ids = [];
  for (const [status, path, ask] of asks) {
    const response = await app.ask(path, ask);
    await response.body?.cancel();
    assert.equal(response.status, status, path.slice(0, 80));
    assert.match(idOf(response), OWN, path.slice(0, 80));
    ids.push(idOf(response));
  }
  assert.equal(new Set(ids).size, asks.length);
  assert.equal(new Set(ids.map((id) => id.split("-")[0])).size, 1, "they begin with one name");
});

Deno.test("a stream has an id", async () => {
  await using app = await createLiveProgram({ clock: createManualClock(Date.parse("2026-07-04")) });
  const stream = await app.ask("/api/kota/live/stream");
  assert.equal(stream.headers.get("content-type"), "text/event-stream; charset=utf-8");
  assert.match(idOf(stream), OWN);
  await stream.body?.cancel();
});

Deno.test("a proxy's own id is kept where the proxy is trusted and the id well-formed", async () => {
  await using app = await world({ ...TRIO, env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
  const idFor = async (sent: string, from = "10.1.1.1") => {
    const response = await app.ask("/healthz", { headers: { "x-request-id": sent }, from });
    await response.body?.cancel();
    return idOf(response);
  };
  for (const id of ["a", "0194.Ab_c-D", "x".repeat(64)]) {
    assert.equal(await idFor(id), id);
    assert.match(await idFor(id, "192.0.2.1"), OWN);
  }
  for (const id of ["", "x".repeat(65), "a b", "a,b", 'a"b', "é", app.key]) {
    assert.match(await idFor(id), OWN);
  }
});

Deno.test("the id of a fault stands in its body, its header and the log", async () => {
  await using app = await world({ ...TRIO, outage: true });
  app.setBroken(true);
  const response = await app.ask("/api/kembang/members");
  assert.equal(response.status, 500);
  const { request_id, type } = await response.json();
  assert.equal(type, "INTERNAL");
  assert.equal(request_id, idOf(response));
  const faults = app.log.lines.splice(0).filter((line) => line.startsWith("error"));
  assert.equal(faults.length, 1);
  assert.ok(faults[0]!.includes(`"request_id":"${request_id}"`), faults[0]);
});

Deno.test("a fault is not charged", async () => {
  const quota = { requests: 5, per: "day", timezone: "UTC" } as const;
  await using app = await world({
    ...{ ...TRIO, outage: true },
    plans: { standard: { rate: "unlimited", quota } },
  });
  app.setBroken(true);
  assert.equal((await app.ask("/api/kembang/members")).status, 500);
  app.log.lines.splice(0);
  app.setBroken(false);
  assert.equal((await app.json("/v1/key")).used, 0);
});
