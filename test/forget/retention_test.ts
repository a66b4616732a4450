import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { type Kv, listAll } from "../../src/platform/kv.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { emptyRevoked } from "../../src/admin/commands/forget.ts";
import { keepEmptyingRevoked } from "../../src/core/open_services.ts";
import { keptLog } from "../audit/sample_use.ts";
import { openDesk } from "./trail_harness.ts";
import { storeOf } from "../support/issue.ts";
import { until } from "../support/until.ts";
import { bytesOf, tracesIn } from "./traces.ts";

const DAY_MS = 86_400_000;

async function tracesOf(kv: Kv, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, value } of listAll(kv, [])) {
    const bytes = Buffer.concat([bytesOf([...key]), bytesOf(value)]);
    for (const trace of tracesIn(bytes, texts)) found.push(`${key.join(" ")}: ${trace}`);
  }
  return found;
}

Deno.test("what was revoked names nobody any more once AUDIT_RETENTION_DAYS have passed", async () => {
  const NAMES = ["Revan-Kusnadi", "Endang-Lestari", "Rezita-Ayudia", "Code asked for it"];
  const desk = openDesk();
  const { kv, clock } = desk;
  const person = (name: string) => ["--email", `${name}@fans.example`];
  const issue = (name: string) =>
    desk.run(["key", "issue", "--owner", name, ...person(name), "--plan", "standard"]);
  const apply = (name: string) =>
    desk.run(["token", "apply", "--organization", name, "--name", name, ...person(name)]);
  const [revoked, live] = [await issue("Revan-Kusnadi"), await issue("Live-key")];
  const [rejected, ended, kept] = [
    await apply("Rezita-Ayudia"),
    await apply("Endang-Lestari"),
    await apply("Kept"),
  ];
  const code = await desk.run(["code", "issue", ...person("Code")]);
  await desk.run(["token", "review", kept.id, "--approve"]);
  await desk.run(["token", "review", ended.id, "--approve"]);
  await desk.run(["token", "review", rejected.id, "--reject", "--reason", "Code asked for it"]);
  clock.set(clock.now() + DAY_MS);
  await desk.run(["key", "revoke", revoked.id]);
  await desk.run(["token", "revoke", ended.id]);
  await desk.run(["code", "revoke", code.id]);
  const revokedAt = clock.now();

  const stores = storeOf(kv);
  const settings = { AUDIT_RETENTION_DAYS: readSettings(() => undefined).AUDIT_RETENTION_DAYS };
  const store = stores as unknown as Parameters<typeof emptyRevoked>[0];
  clock.set(revokedAt + 90 * DAY_MS - 1_000_000);
  assert.equal(await emptyRevoked(store, clock.now() - 90 * DAY_MS, clock.now()), 1);
  const names = async () =>
    [...await stores.keys.list(), ...await stores.tokens.list(), ...await stores.codes.list()]
      .filter(({ email }) => email !== "").map(({ id }) => id).sort();
  const left = [revoked.id, live.id, ended.id, kept.id, code.id].sort();
  assert.deepEqual(await names(), left);

  const log = keptLog();
  const end = keepEmptyingRevoked({ clock, log }, settings, store);
  clock.set(revokedAt + 90 * DAY_MS + 1);
  await clock.advance(3 * 60_000);
  await until(() => log.lines.length > 0);
  assert.deepEqual(await names(), [live.id, kept.id].sort());
  assert.match(log.lines.join(), /"emptied":3/);
  end();
  assert.deepEqual(await tracesOf(kv, NAMES), [], "the entries of the audit have ended too");
});
