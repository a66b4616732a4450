import assert from "node:assert/strict";
import { createAuditedProgram } from "../support/audited_program.ts";

const PATH = "/api/kembang/members";
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
