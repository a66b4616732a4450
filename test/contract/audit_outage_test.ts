import assert from "node:assert/strict";
import { type AuditedProgram, createAuditedProgram } from "../support/audited_program.ts";
import type { Ask } from "../support/program.ts";

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
  assert.deepEqual(await auditStatus(app), { mode: "strict", backlog: 60 });
  assert.equal((await app.uses()).length, 0);
  assert.match(app.log.lines.join("\n"), /warn The store is out of reach: uses .* kept in memory/);

  app.kv.outOfReach = false;
  await app.clock.advance(5_000);
  assert.deepEqual(await auditStatus(app), { mode: "strict", backlog: 0 });
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

Deno.test("AUDIT=relaxed: no answer waits, and the use is on record within 100 ms and a commit", async () => {
  await using app = await createAuditedProgram({ AUDIT: "relaxed" });
  for (let number = 1; number <= 50; number++) {
    const sent = sending(app, PATH);
    await app.clock.advance(0);
    assert.equal(sent.answer?.status, 200);
    await app.clock.advance(10);
    assert.ok((await app.uses()).length >= number - 11);
  }
  await app.clock.advance(100);
  assert.equal((await app.uses()).length, 50);
  assert.deepEqual(await auditStatus(app), { mode: "relaxed", backlog: 0 });
});

Deno.test("AUDIT=relaxed: no answer waits for a store that is away", async () => {
  await using app = await createAuditedProgram({ AUDIT: "relaxed" });
  app.kv.outOfReach = true;
  const sent = [sending(app, PATH), sending(app, PATH, { method: "DELETE" })];
  await app.clock.advance(0);
  assert.deepEqual(sent.map(({ answer }) => answer?.status), [200, 405]);
  await app.clock.advance(10_000);
  assert.deepEqual(await auditStatus(app), { mode: "relaxed", backlog: 2 });
  app.kv.outOfReach = false;
  await app.clock.advance(5_000);
  assert.equal((await app.uses()).length, 2);
});

Deno.test("a refusal stands where a cold program cannot know yet whether its token holds", async () => {
  await using app = await createAuditedProgram({}, { cold: true });
  assert.equal((await app.ask(PATH, { method: "DELETE" })).status, 405);
  assert.equal((await app.ask("/api/melati/news", { method: "POST", body: "[" })).status, 400);
});
