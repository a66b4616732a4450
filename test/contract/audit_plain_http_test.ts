import assert from "node:assert/strict";
import { createAuditedApp } from "../support/audited_app.ts";

const PATH = "/api/kembang/members";
const FAR = { from: "203.0.113.7" };

Deno.test("a busy token that comes in the clear is warned about, without filling the log", async () => {
  await using app = await createAuditedApp();
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
  await using app = await createAuditedApp({ TRUSTED_PROXIES: "10.0.0.0/8", REQUIRE_HTTPS: "on" });
  const headers = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" };
  assert.equal((await app.ask(PATH, { from: "10.0.0.1", headers })).status, 200);
  assert.equal((await app.ask(PATH, { from: "127.0.0.1" })).status, 200);
  assert.equal((await app.ask(PATH, { from: "203.0.113.8", headers })).status, 403);
  assert.equal(app.log.lines.filter((line) => line.includes("plain http")).length, 1);
});
