import assert from "node:assert/strict";
import { createTokenFixture } from "./token_fixture.ts";
import { command } from "../support/server.ts";

const SECRET = "wHkS3cr3t-never-in-a-log";
const SINK = "https://sink.example/hook";

/** The variable that is named, and what is set. */
Deno.test.each<[string, Record<string, string>]>([
  ["AUDIT_WEBHOOK_URL", { AUDIT_WEBHOOK_URL: `discord.example/${SECRET}` }],
  ["AUDIT_WEBHOOK_URL", { AUDIT_WEBHOOK_URL: `ftp://discord.example/${SECRET}` }],
  ["AUDIT_SINK_URL", { AUDIT_SINK_URL: SECRET, AUDIT_SINK_SECRET: "whsec_AAAA" }],
  ["AUDIT_SINK_SECRET", { AUDIT_SINK_URL: SINK }],
  ["AUDIT_SINK_SECRET", { AUDIT_SINK_SECRET: "whsec_AAAA" }],
  ["AUDIT_SINK_SECRET", { AUDIT_SINK_URL: SINK, AUDIT_SINK_SECRET: `${SECRET} !` }],
  ["AUDIT_RETENTION_DAYS", { AUDIT_RETENTION_DAYS: "0" }],
])("a wrong %s stops the start, which names it and repeats nothing", async (name, wrong) => {
  await using fixture = await createTokenFixture();
  const env = { ...fixture.env, ...wrong, PORT: "0" };
  const { code, stdout, stderr } = await command(["run", "-A", "src/main.ts"], env).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(code, 1);
  assert.equal(out, "");
  assert.match(err!, new RegExp(`^Cannot use ${name}: \\S`));
  assert.ok(!err!.includes(SECRET) && !err!.includes("at file:"), err);
});
