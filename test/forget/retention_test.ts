import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createRecorder } from "../../src/audit/record/recorder.ts";
import { dropOldUses } from "../../src/audit/audit.ts";
import { verifyRecord } from "../../src/audit/record/verify.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { type Kv, listAll } from "../../src/platform/kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { emptyRevoked } from "../../src/admin/commands/forget.ts";
import { keepEmptyingRevoked } from "../../src/compose/services.ts";
import { keptLog, PEPPER, wallClock } from "../audit/sample_use.ts";
import { openDesk } from "../admin/trail_harness.ts";
import { deskJson } from "../support/desk.ts";
import { createCredentialStores } from "../support/credential_stores.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { bytesOf, tracesIn } from "./traces.ts";

const DAY_MS = 86_400_000;
const STORES = "test/fixtures/stores";

async function tracesOf(kv: Kv, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, value } of listAll(kv, [])) {
    const bytes = Buffer.concat([bytesOf([...key]), bytesOf(value)]);
    for (const trace of tracesIn(bytes, texts)) found.push(`${key.join(" ")}: ${trace}`);
  }
  return found;
}

for (const [format, name] of [[1, "c10437b"], [2, "cab4892"]] as const) {
  Deno.test(`entries of a store of format ${format} name who is forgotten until the date that is printed`, async () => {
    await using folder = await temporaryFolder();
    const path = `${folder.path}/store.kv`;
    await Deno.copyFile(`${STORES}/${name}.kv`, path);
    const pepper = await Deno.readTextFile(`${STORES}/${name}.kv.pepper`).catch(() => PEPPER);
    const env = { KV_PATH: path, KEY_PEPPER: pepper, OUT_DIR: `${folder.path}/out` };
    const tokens = await deskJson<Record<string, string>[]>(env, "token", "list");
    const token = tokens.find(({ state }) => state === "approved")!;
    const holder = { token_id: token.id!, name: token.name!, email: token.email! };

    // A use of today, put on record as that store's format has it.
    const kv = await openDenoKv(path);
    const deps = { kv, clock: wallClock, log: keptLog(), random: systemRandom, pepper };
    const recorder = createRecorder(deps);
    const request = { method: "GET", endpoint: "/api/kota/members", route: "", status: 200 };
    await recorder.record({ at: Date.now(), ...holder, ip: "198.51.100.177", ...request });
    const whole = await verifyRecord(kv, pepper);

    assert.equal((await deskJson(env, "store", "migrate", "--yes")).migrated, true);
    const others = tokens.filter(({ email, id }) => email === token.email && id !== token.id);
    const told = await deskJson(env, "token", "forget", token.id!);
    assert.deepEqual(told.same_email, others.map(({ id }) => id));
    for (const { id } of others) await deskJson(env, "token", "forget", id!);
    const untilMs = Date.parse(told.older_entries_until as string);
    const wantedMs = Date.now() + 90 * DAY_MS;
    assert.ok(Math.abs(untilMs - wantedMs) < DAY_MS, `${told.older_entries_until}`);

    const TRACES = ["198.51.100.177", holder.email];
    const left = await tracesOf(kv, TRACES);
    assert.ok(left.length > 0);
    assert.ok(left.every((place) => place.startsWith("audit chunk")), left.join("\n"));
    const tail = await deskJson<Record<string, unknown>[]>(env, "audit", "tail");
    assert.deepEqual(tracesIn(Buffer.from(JSON.stringify(tail)), TRACES), []);
    assert.ok(tail.some(({ token_id, forgotten }) => token_id === token.id && forgotten));
    const before = await verifyRecord(kv, pepper);
    assert.deepEqual([before.ok, before.uses], [true, whole.uses]);

    const clock = createManualClock(untilMs - 2 * DAY_MS);
    await dropOldUses({ kv, clock, pepper, days: 90 });
    assert.notDeepEqual(await tracesOf(kv, TRACES), [], "not before its time");
    clock.set(untilMs);
    await dropOldUses({ kv, clock, pepper, days: 90 });
    assert.deepEqual(await tracesOf(kv, TRACES), []);
    assert.equal((await verifyRecord(kv, pepper)).ok, true);
    kv.close();
  });
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

  const stores = createCredentialStores(kv);
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
  const traces = (await tracesOf(kv, NAMES))
    .filter((place) => !place.startsWith("person "));
  assert.deepEqual(traces, [], "but in what lies beside the audit, which goes for its age");
  await dropOldUses({ kv, clock, pepper: PEPPER, days: 90 });
  assert.deepEqual(await tracesOf(kv, NAMES), []);
});
