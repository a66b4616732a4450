import assert from "node:assert/strict";
import { COMMANDS } from "../../src/admin/commands/commands.ts";
import { commandName } from "../../src/admin/command/command.ts";
import type { AdminEntry } from "../../src/audit/entries/admin_entry.ts";
import { createRecorder } from "../../src/audit/record/recorder.ts";
import { verifyRecord } from "../../src/audit/record/verify.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { AUDIT_CHUNKS, AUDIT_HEAD } from "../../src/platform/store_keys.ts";
import { createSeal, createWebhookStore } from "../../src/webhooks/records/webhook_store.ts";
import { sampleUse } from "../audit/sample_use.ts";
import { createPrng } from "../support/prng.ts";
import { testSeed } from "../support/size.ts";
import { type Desk, DESK_PEPPER, openDesk } from "./trail_harness.ts";

const PASSWORDS = ["correct horse battery", "another horse battery"];
const HOOK = "https://hook.example/very/secret/path";
const ISSUE = ["key", "issue", "--owner", "Sari", "--email", "sari@fans.example"];

/** Runs every command once and more; gives each with the entries it left, and all secrets shown. */
async function doEverything(desk: Desk) {
  const done: { words: string[]; left: AdminEntry[] }[] = [];
  const secrets = [...PASSWORDS, HOOK];
  async function run(words: string[], input?: string) {
    const before = (await desk.acts()).length;
    desk.clock.set(desk.clock.now() + 1_000);
    const printed = await desk.run(words, input);
    done.push({ words, left: (await desk.acts()).slice(before) });
    if (typeof printed?.secret === "string") secrets.push(printed.secret);
    return printed;
  }
  const key = await run([...ISSUE, "--plan", "standard", "--ip", "192.0.2.1"]);
  await run(["key", "list"]);
  await run(["key", "export"]);
  await run(["key", "show", key.id]);
  await run(["key", "usage", key.id]);
  await run(["key", "set-plan", key.id, "priority"]);
  await run(["key", "extend", key.id, "2027-01-01"]);
  await run(["key", "credit", key.id, "7"]);
  await run(["key", "allow-ip", key.id, "192.0.2.0/24"]);
  await run(["key", "deny-ip", key.id, "192.0.2.1"]);
  await run(["key", "rotate", key.id]);
  const feed = await run(["feed", "issue", key.id]);
  await run(["feed", "list"]);
  await run(["feed", "revoke", feed.id]);
  await registerWebhook(desk, key.id);
  await run(["webhook", "list"]);
  await run(["webhook", "disable", "w_abcdefghijkl"]);
  await run(["key", "revoke", key.id]);
  const apply = ["token", "apply", "--organization", "Satu", "--name", "Budi"];
  const token = await run([...apply, "--email", "budi@fans.example"]);
  await run(["token", "review", token.id, "--approve"]);
  await run(["token", "regenerate", token.id]);
  await run(["token", "revoke", token.id]);
  await run(["token", "list"]);
  await run(["user", "add", "rina"], PASSWORDS[0]);
  await run(["user", "passwd", "rina"], PASSWORDS[1]);
  await run(["user", "logout", "rina"]);
  await run(["user", "list"]);
  await run(["user", "remove", "rina"]);
  const code = await run(["code", "issue", "--uses", "2"]);
  await run(["code", "use", code.secret]);
  await run(["code", "revoke", code.id]);
  await run(["code", "list"]);
  await run(["key", "forget", key.id]);
  await run(["token", "forget", token.id]);
  await run(["code", "forget", code.id]);
  await run(["signup", "show"]);
  await run(["signup", "close"]);
  await run(["signup", "open"]);
  await run(["audit", "tail"]);
  await run(["audit", "verify"]);
  await run(["audit", "export"]);
  return { done, secrets, ids: { key: key.id, feed: feed.id, token: token.id, code: code.id } };
}

async function registerWebhook({ kv, clock }: Desk, keyId: string): Promise<void> {
  const id = "w_abcdefghijkl";
  const seal = createSeal(new TextEncoder().encode(DESK_PEPPER), systemRandom);
  const sealed = seal.close(id, { url: HOOK, secret: "whsec_c2VjcmV0IG9mIGEgd2ViaG9vaw==" });
  const none = { types: [], groups: [], members: [] };
  const record = {
    id,
    keyId,
    sealed,
    format: "standard" as const,
    ...none,
    createdAt: clock.now(),
  };
  assert.ok(await createWebhookStore(kv).add(record, {}, 10));
}

/** The fields that a command's entry has to show, before and after. */
const TOLD: Record<string, [before: string[] | null, after: string[] | null]> = {
  "key issue": [null, ["hint", "owner", "email", "plan", "groups", "ips", "created_at"]],
  "key set-plan": [["plan"], ["plan"]],
  "key extend": [["expires_at"], ["expires_at"]],
  "key credit": [null, ["requests", "outcome"]],
  "key allow-ip": [["ips"], ["ips"]],
  "key deny-ip": [["ips"], ["ips"]],
  "key rotate": [["hint"], ["hint"]],
  "key revoke": [["revoked_at"], ["revoked_at"]],
  "feed issue": [null, ["hint", "key_id", "created_at"]],
  "feed revoke": [["hint", "key_id", "created_at"], null],
  "webhook disable": [["off_at", "off_reason"], ["off_at", "off_reason"]],
  "token apply": [null, ["hint", "organization", "name", "email", "state", "applied_at"]],
  "token review": [["hint", "state", "reviewed_at"], ["hint", "state", "reviewed_at"]],
  "token regenerate": [["hint", "regenerated_at"], ["hint", "regenerated_at"]],
  "token revoke": [["state", "revoked_at"], ["state", "revoked_at"]],
  "user add": [null, ["created_at", "changed_at"]],
  "user passwd": [["changed_at"], ["changed_at"]],
  "user logout": [["logged_out_at"], ["logged_out_at"]],
  "user remove": [["created_at", "changed_at", "logged_out_at"], null],
  "code issue": [null, ["hint", "limit", "used", "created_at"]],
  "code use": [["used"], ["used"]],
  "code revoke": [["revoked_at"], ["revoked_at"]],
  "key forget": [["forgotten_at"], ["forgotten_at"]],
  "token forget": [["forgotten_at"], ["forgotten_at"]],
  "code forget": [["forgotten_at"], ["forgotten_at"]],
  "signup close": [null, ["signup", "outcome"]],
  "signup open": [null, ["signup", "outcome"]],
};
/** They show nobody's data and change nothing. */
const WITHOUT_ENTRY = ["audit verify", "signup show"];
/** They copy a file, which this store is not; their own test shows their entries. */
const OF_FILES = ["store snapshot", "store restore"];

Deno.test("every command of an administrator leaves its entry, with what was before and after", async () => {
  const desk = openDesk();
  const { done, ids } = await doEverything(desk);
  const ran = new Set([...OF_FILES, ...done.map(({ words: [noun, verb] }) => `${noun} ${verb}`)]);
  assert.deepEqual(COMMANDS.map(commandName).filter((name) => !ran.has(name)), []);
  for (const { words, left } of done) {
    const name = words.slice(0, 2).join(" ");
    const command = COMMANDS.find((known) => commandName(known) === name)!;
    const told = TOLD[name];
    if (told === undefined) {
      assert.equal(
        command.showsPersonalData,
        WITHOUT_ENTRY.includes(name) ? undefined : true,
        name,
      );
      const reads = command.showsPersonalData ? [[name, null, null, null]] : [];
      assert.deepEqual(
        left.map(({ command, subject, before, after }) => [command, subject, before, after]),
        reads,
        name,
      );
      continue;
    }
    if (words[1] === "forget") {
      // Then what lies elsewhere goes, which takes more than one commit.
      const outcomes = left.splice(1).map(({ before, after }) => [before, after]);
      assert.deepEqual(outcomes, [[null, { outcome: "begun" }], [null, { outcome: "done" }]]);
    }
    const isLong = told[1]?.includes("outcome");
    assert.equal(left.length, isLong ? 2 : 1, name);
    for (const entry of left) {
      assert.deepEqual([entry.command, entry.by, entry.ip], [name, "local", null]);
      const sides = [entry.before, entry.after].map((side) => side && Object.keys(side).sort());
      assert.deepEqual(sides, told.map((side) => side && [...side].sort()), name);
    }
    if (isLong) assert.deepEqual(left.map(({ after }) => after!.outcome), ["begun", "done"]);
    const kind = words[0] as keyof typeof ids;
    if (kind in ids) assert.deepEqual(left.at(-1)!.subject, ids[kind], name);
  }
  const { ok, uses, admin } = await verifyRecord(desk.kv, DESK_PEPPER);
  assert.deepEqual([ok, uses, admin], [true, 0, (await desk.acts()).length]);
  const plan = (await desk.acts()).find(({ command }) => command === "key set-plan")!;
  assert.deepEqual([plan.before, plan.after], [{ plan: "standard" }, { plan: "priority" }]);
});

/** Everything in a store, as text. */
async function textOf(kv: Kv): Promise<string> {
  const decoder = new TextDecoder();
  return JSON.stringify(
    await kv.list([]),
    (_, value) => value instanceof Uint8Array ? decoder.decode(value) : value,
  );
}

Deno.test("no secret stands in an entry, nor anywhere else in the store or the log", async () => {
  const desk = openDesk();
  const { secrets } = await doEverything(desk);
  assert.ok(secrets.length >= 8, `${secrets.length} secrets were shown`);
  const text = await textOf(desk.kv) + desk.log.lines.join();
  const entries = JSON.stringify(await desk.acts());
  for (const secret of secrets) {
    assert.ok(!text.includes(secret), `a secret is in the store: ${secret}`);
    assert.ok(!text.includes(secret.replaceAll("-", "")), `a secret is in the store: ${secret}`);
  }
  assert.doesNotMatch(entries, /digest|sealed|hash|salt|[JPF]-osb_\w/);
});

Deno.test("an administrator who looks at personal data has one entry for each command and hour", async () => {
  const desk = openDesk();
  const looks = async () =>
    (await desk.acts()).map(({ at, command }) => `${at.slice(11, 16)} ${command}`);
  for (let time = 0; time < 3; time++) await desk.run(["key", "list"]);
  await desk.run(["token", "list"]);
  assert.deepEqual(await looks(), ["05:10 key list", "05:10 token list"]);
  desk.clock.set(Date.parse("2026-07-04T05:59:59Z"));
  await desk.run(["key", "list"]);
  assert.equal((await looks()).length, 2);
  desk.clock.set(Date.parse("2026-07-04T06:00:00Z"));
  await Promise.all([desk.run(["key", "list"]), desk.run(["key", "list"])]);
  assert.deepEqual((await looks()).slice(2), ["06:00 key list"]);
});

Deno.test("a change whose entry cannot be written is not made", async () => {
  for (const part of [AUDIT_HEAD, AUDIT_CHUNKS]) {
    const isPart = (key: readonly unknown[]) => part.every((one, place) => one === key[place]);
    let isBroken = false;
    const desk = openDesk({
      through: (kv) => ({
        ...kv,
        commit: (checks, writes) =>
          isBroken && writes.some((write) => "set" in write && isPart(write.set))
            ? Promise.reject(new Error("the disk is full"))
            : kv.commit(checks, writes),
      }),
    });
    const key = await desk.run([...ISSUE, "--plan", "standard"]);
    isBroken = true;
    const before = await textOf(desk.kv);
    for (
      const words of [
        [...ISSUE, "--plan", "standard"],
        ["key", "revoke", key.id],
        ["key", "credit", key.id, "5"],
        ["key", "list"],
      ]
    ) await assert.rejects(desk.run(words), /the disk is full/, words.join(" "));
    assert.equal(await textOf(desk.kv), before);
    isBroken = false;
    assert.equal((await desk.run(["key", "show", key.id])).limit, 5000);
  }
});

Deno.test("changes and uses that meet at the end of the record all get there, each change once", async () => {
  const { fraction } = createPrng(testSeed());
  const slow = (kv: Kv): Kv => ({
    ...kv,
    async getMany<T>(keys: Parameters<Kv["getMany"]>[0]) {
      const found = await kv.getMany<T>(keys);
      for (let turns = fraction() * 6; turns > 1; turns--) await Promise.resolve();
      return found;
    },
  });
  const desk = openDesk({ through: slow });
  const { kv, log, clock } = desk;
  await desk.run(["code", "list"]);
  const recorder = createRecorder({
    ...{ kv: slow(kv), clock, log, random: systemRandom, pepper: DESK_PEPPER },
  });
  const work: Promise<unknown>[] = [];
  for (let number = 0; number < 40; number++) {
    work.push(desk.run(["code", "issue"]), Promise.resolve(recorder.record(sampleUse())));
  }
  let isOver = false;
  const over = Promise.all(work).then(() => isOver = true);
  while (!isOver) {
    clock.advance(5);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await over;
  const verdict = await verifyRecord(kv, DESK_PEPPER);
  assert.deepEqual([verdict.ok, verdict.uses, verdict.admin], [true, 40, 41], verdict.message);
  const issued = (await desk.acts()).filter(({ command }) => command === "code issue");
  const codes = await kv.list<{ id: string }>(["code"]);
  assert.deepEqual(
    issued.map(({ subject }) => subject).sort(),
    codes.map(({ value }) => value!.id).sort(),
  );
});

Deno.test("an entry of an administrator that was edited, deleted or added is found", async () => {
  const tamperings: Record<string, (text: string) => string> = {
    "edited": (text) => text.replace('"plan":"priority"', '"plan":"standard"'),
    "deleted": (text) => text.split("\n").toSpliced(1, 1).join("\n"),
    "said to be another's": (text) => text.replace('"by":"local"', '"by":"rina"'),
    "made a use": (text) => text.replace('{"kind":"admin",', '{"kind":"other",'),
  };
  for (const [what, tamper] of Object.entries(tamperings)) {
    const desk = openDesk();
    const key = await desk.run([...ISSUE, "--plan", "standard"]);
    await desk.run(["key", "set-plan", key.id, "priority"]);
    await desk.run(["key", "revoke", key.id]);
    const chunks = await desk.kv.list<Uint8Array>(AUDIT_CHUNKS);
    assert.equal(chunks.length, 3);
    const text = new TextDecoder().decode(chunks[1]!.value!);
    assert.notEqual(tamper(text), text, what);
    const value = new TextEncoder().encode(tamper(text));
    await desk.kv.commit([], [{ set: chunks[1]!.key, value }]);
    const verdict = await verifyRecord(desk.kv, DESK_PEPPER);
    assert.equal(verdict.ok, false, what);
    assert.ok(verdict.flaws.some(({ seq }) => seq === 2), what);
  }
});

Deno.test("no administrator gets the name that the record has for the machine itself", async () => {
  const desk = openDesk();
  await assert.rejects(desk.run(["user", "add", "local"], PASSWORDS[0]), /the machine itself/);
  assert.deepEqual(await desk.acts(), []);
});
