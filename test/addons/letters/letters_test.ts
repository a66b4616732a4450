import { type KeyRecord } from "../../../src/access/records/key_store.ts";
import { type Occasion, sunsetOccasion } from "../../../src/addons/letters/occasion.ts";
import { openLetters } from "../../../src/addons/letters/open.ts";
import { letterAbout } from "../../../src/addons/letters/words.ts";
import { actEntry, type AdminAct } from "../../../src/audit/entries.ts";
import { openUseLog } from "../../../src/audit/use_log.ts";
import { type Core } from "../../../src/core/core.ts";
import { Counting } from "../../../src/core/counting.ts";
import { createOutbox } from "../../../src/delivery/outbox.ts";
import { openPost } from "../../../src/delivery/post_log.ts";
import { type Delivery, type Mail, type Mailer } from "../../../src/mail/mail.ts";
import { type Sunset } from "../../../src/model/sunset.ts";
import { sleep } from "../../../src/platform/clock.ts";
import { type Kv } from "../../../src/platform/kv.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { type NoteLeased } from "../../../src/quota/account.ts";
import { createLedger } from "../../../src/quota/ledger.ts";
import { createFaultyKv } from "../../support/faulty_kv.ts";
import { issueKey } from "../../support/issue.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createProgram } from "../../support/program.ts";
import { createQuietLog } from "../../support/quiet_log.ts";
import { startSmtpServer } from "../../support/smtp_server.ts";
import assert from "node:assert/strict";
import "nodemailer";

const START = Date.parse("2026-07-04T12:00:00Z");

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const DAY = 24 * HOUR;

const SENDER = {
  title: "Oshibase",
  contact: "halo@oshibase.example",
  base_url: "https://api.oshibase.example",
};

const KEY: KeyRecord = {
  ...{ id: "k_1", digest: "d1", hint: "J-…x1y2", owner: "Sari", email: "sari@fans.example" },
  ...{ plan: "standard", groups: [], ips: [], createdAt: 0 },
};

function createHarness(keys: KeyRecord[] = [KEY], given?: Mailer, end?: Sunset) {
  const clock = createManualClock(START);
  const kv = createMemoryKv(clock);
  const mails: Mail[] = [];
  const outcomes: (Delivery["state"] | "hang")[] = [];
  const mailer: Mailer = given ?? {
    async send(mail) {
      const state = outcomes.shift() ?? "sent";
      if (state === "hang") return await new Promise(() => {});
      if (state === "sent") mails.push(mail);
      return state === "failed" ? { state, reason: "busy" } : { state };
    },
  };
  let names = 0;
  function start(store: Kv = kv) {
    const log = createQuietLog();
    const env = { kv: store, clock, random: systemRandom, log };
    const heard: NoteLeased[] = [];
    const core = {
      ...{ platform: env, settings: { SMTP_URL: "smtp://mail.example" } },
      audit: openUseLog({ ...env, auditDays: 90 }),
      ...{ mailer, counting: new Counting(), post: openPost(env), baseUrl: () => SENDER.base_url },
      index: () => ({ site: { ...SENDER, sunset: world.sunset } }),
      access: {
        onLeased: (listener: NoteLeased) => heard.push(listener),
        credentials: {
          ...{ isLoaded: true, loaded: Promise.resolve() },
          keys: { all: () => keys, byId: (id: string) => keys.find((key) => key.id === id) },
        },
      },
    } as unknown as Core;
    const opened = openLetters(core);
    const outbox = createOutbox(env, opened.endpoints!);
    outbox.wake();
    const close = () => Promise.all([outbox.close(), opened.close!()]);
    const ledger = createLedger({
      ...{ ...env, holder: `h${names++}` },
      leased: (...lease) => heard.forEach((one) => one(...lease)),
    });
    return { close, wake: opened.wake!, ledger, log };
  }
  const world = { clock, kv, keys, mails, outcomes, sunset: end, start };
  return world;
}

type World = ReturnType<typeof createHarness>;

/** Puts acts on record: rotations by the owner a minute ago, but for what is named. */
async function recordActs({ kv, clock }: World, acts: readonly Partial<AdminAct>[]): Promise<void> {
  const log = openUseLog({ kv, clock, random: systemRandom, auditDays: 90 });
  const rotation: AdminAct = {
    ...{ at: START - MINUTE, by: "owner", ip: "203.0.113.5", command: "key rotate" },
    ...{ subject: KEY.id, before: null, after: null },
  };
  await log.batch(acts.map((act) => actEntry({ ...rotation, ...act }))).append();
}

/** Lets days pass, of which each ends with minutes in which everything ticks. */
async function passDays({ clock }: World, days: number): Promise<void> {
  for (let n = 0; n < days; n++) {
    clock.set(clock.now() + DAY - 2 * MINUTE);
    await clock.advance(2 * MINUTE);
  }
}

type Started = ReturnType<World["start"]>;

/** Charges until `count` units are admitted or the quota is used. */
async function spend(
  { clock }: World,
  { ledger }: Started,
  { requests, count }: { requests: number; count: number },
): Promise<number> {
  const quota = { requests, per: "day", timezone: "UTC" } as const;
  let admitted = 0;
  for (let n = 0; n < count; n++) {
    const charge = ledger.take({ id: KEY.id, quota, ratePerSecond: 100 });
    await clock.advance(1);
    if ((await charge).outcome === "admitted") admitted++;
  }
  return admitted;
}

function subjects(mails: readonly Mail[]): string[] {
  return mails.map(({ subject }) => /^\d+ %|expires in .*$/.exec(subject)![0]);
}

for (const requests of [8, 10, 100, 1_000]) {
  Deno.test(`of a quota of ${requests} the owner is told at 80 % and 100 %, once in a period`, async () => {
    const world = createHarness();
    const { clock, mails } = world;
    const process = world.start();
    for (const day of [1, 2]) {
      assert.equal(
        await spend(world, process, { requests, count: Math.ceil(0.7 * requests) }),
        Math.ceil(0.7 * requests),
      );
      await clock.advance(5 * MINUTE);
      assert.equal(mails.length, 2 * day - 2, "before 80 %");
      const some = Math.ceil(0.81 * requests) - Math.ceil(0.7 * requests);
      await spend(world, process, { requests, count: some });
      await clock.advance(5 * MINUTE);
      assert.equal(subjects(mails).at(-1), "80 %");
      await spend(world, process, { requests, count: requests });
      await clock.advance(HOUR);
      assert.deepEqual(subjects(mails), Array(day).fill(["80 %", "100 %"]).flat());
      clock.set(clock.now() + DAY - 2 * HOUR);
    }
    await process.close();
  });
}

Deno.test("eight processes write one letter each time", async () => {
  const world = createHarness([{ ...KEY, expiresAt: START + 9 * DAY }]);
  const processes = Array.from({ length: 8 }, () => world.start());
  for (let n = 0; n < 30; n++) {
    for (const process of processes) await spend(world, process, { requests: 100, count: 1 });
  }
  await world.clock.advance(10 * MINUTE);
  assert.ok(subjects(world.mails).filter((one) => one === "80 %").length <= 1);
  assert.equal(subjects(world.mails).filter((one) => one === "100 %").length, 1);
  world.mails.splice(0);
  await passDays(world, 10);
  assert.deepEqual(subjects(world.mails), [
    "expires in 7 days or less",
    "expires in a day or less",
  ]);
  await Promise.all(processes.map(({ close }) => close()));
});

Deno.test("eight processes that write and send at the same instant send one letter", async () => {
  const sent: Mail[] = [];
  const mailer: Mailer = {
    async send(mail) {
      await sleep(world.clock, 20_000);
      sent.push(mail);
      return { state: "sent" };
    },
  };
  const world = createHarness([{ ...KEY, expiresAt: START + 7 * DAY - HOUR }], mailer);
  const slow = { clock: world.clock, fraction: Math.random, latencyMs: 500 };
  const processes = Array.from({ length: 8 }, () => world.start(createFaultyKv(world.kv, slow)));
  await world.clock.advance(HOUR);
  assert.deepEqual(subjects(sent), ["expires in 7 days or less"]);
  const closing = Promise.all(processes.map(({ close }) => close()));
  await world.clock.advance(MINUTE);
  await closing;
});

Deno.test("a process whose commit is late writes no second letter", async () => {
  const world = createHarness([{ ...KEY, expiresAt: START + 7 * DAY - HOUR }]);
  const late = createFaultyKv(world.kv, { clock: world.clock, fraction: Math.random });
  late.nextCommits.push("held");
  const processes = [world.start(late), world.start()];
  await world.clock.advance(MINUTE);
  late.release();
  await world.clock.advance(HOUR);
  assert.deepEqual(subjects(world.mails), ["expires in 7 days or less"]);
  await Promise.all(processes.map(({ close }) => close()));
});

Deno.test("a key expires by letter, anew once it was extended, and says no secret", async () => {
  const world = createHarness([{ ...KEY, expiresAt: START + 30 * DAY }]);
  const { close } = world.start();
  await passDays(world, 22);
  assert.equal(world.mails.length, 0);
  await passDays(world, 2);
  assert.deepEqual(subjects(world.mails), ["expires in 7 days or less"]);
  assert.match(world.mails[0]!.text, /Hello Sari,.*expires on 2026-08-03 12:00 UTC/s);
  assert.match(world.mails[0]!.text, /halo@oshibase\.example/);
  world.keys[0] = { ...KEY, expiresAt: START + 60 * DAY };
  await passDays(world, 40);
  assert.deepEqual(subjects(world.mails), [
    "expires in 7 days or less",
    "expires in 7 days or less",
    "expires in a day or less",
  ]);
  await close();
});

Deno.test("no letter goes without an address, for demo keys, or to a key made for less time", async () => {
  const expiresAt = START + 5 * DAY;
  const world = createHarness([
    { ...KEY, id: "k_1", email: "", expiresAt },
    { ...KEY, id: "k_2", demo: true, expiresAt },
    { ...KEY, id: "k_3", createdAt: START, expiresAt },
    { ...KEY, id: "k_4", revokedAt: START, expiresAt },
  ]);
  const process = world.start();
  await spend(world, process, { requests: 10, count: 20 });
  await passDays(world, 6);
  assert.deepEqual(subjects(world.mails), ["expires in a day or less"]);
  assert.match(world.mails[0]!.text, /k_3/);
  await process.close();
});

Deno.test("what a killed process has written, or was sending, another sends", async () => {
  for (const isSending of [false, true]) {
    const world = createHarness([{ ...KEY, expiresAt: START + 7 * DAY - HOUR }]);
    const dying = createFaultyKv(world.kv, { clock: world.clock, fraction: Math.random });
    if (isSending) world.outcomes.push("hang");
    else world.outcomes.push("failed");
    world.start(dying);
    await world.clock.advance(10_000);
    dying.crash();
    assert.equal(world.mails.length, 0);
    const { close } = world.start();
    await world.clock.advance(10 * MINUTE);
    assert.deepEqual(subjects(world.mails), ["expires in 7 days or less"]);
    await close();
  }
});

Deno.test("a letter that no server takes is tried for 3 days, and a revoked key gets none", async () => {
  const attempts: number[] = [];
  const mailer: Mailer = {
    send() {
      attempts.push(world.clock.now() - START);
      return Promise.resolve({ state: "failed", reason: "busy" });
    },
  };
  const world = createHarness([{ ...KEY, expiresAt: START + 7 * DAY - HOUR }], mailer);
  const { close, log } = world.start();
  await world.clock.advance(5 * DAY);
  const told = log.lines.filter((line) => line.includes("A letter to an owner was not sent"));
  assert.equal(told.length, 1);
  const waits = attempts.map((at, n) => Math.round((at - (attempts[n - 1] ?? at)) / MINUTE));
  assert.deepEqual(waits.slice(0, 9), [0, 1, 2, 4, 8, 16, 32, 60, 60]);
  const days = attempts.at(-1)! / DAY;
  assert.ok(days > 2.9 && days < 3.1, `${attempts.length} attempts in ${days} days`);
  world.keys[0] = { ...world.keys[0]!, revokedAt: world.clock.now() };
  await passDays(world, 2);
  assert.ok(attempts.at(-1)! < 4 * DAY);
  await close();
});

const SUNSET: Sunset = {
  on: "2026-09-01",
  successor: "https://next.example",
  note: "Thank you all.",
};

Deno.test("owners are told once that the service ends, over eight processes and restarts, each with one letter", async () => {
  const keys: KeyRecord[] = [
    KEY,
    { ...KEY, id: "k_2", digest: "d2", createdAt: 5, email: "SARI@fans.example" },
    { ...KEY, id: "k_3", digest: "d3", owner: "Budi", email: "budi@fans.example", language: "id" },
    { ...KEY, id: "k_4", digest: "d4", email: "" },
    { ...KEY, id: "k_5", digest: "d5", email: "gone@fans.example", revokedAt: START - DAY },
  ];
  const world = createHarness(keys, undefined, SUNSET);
  const processes = Array.from({ length: 8 }, () => world.start());
  await world.clock.advance(5 * HOUR);
  await Promise.all(processes.map(({ close }) => close()));
  const again = Array.from({ length: 3 }, () => world.start());
  await passDays(world, 30);
  const told = world.mails.filter(({ id }) => id?.includes("sunset"));
  assert.deepEqual(told.map(({ to }) => to).sort(), ["budi@fans.example", "sari@fans.example"]);
  const [english, indonesian] = ["sari@fans.example", "budi@fans.example"]
    .map((address) => told.find(({ to }) => to === address)!);
  assert.equal(english!.subject, "Oshibase is about to end");
  assert.match(english!.text, /ends on 2026-09-01 00:00 UTC/);
  assert.match(english!.text, /Thank you all\.[^]*https:\/\/next\.example[^]*\/v1\/dataset/);
  assert.match(indonesian!.text, /berakhir pada 2026-09-01/);
  await Promise.all(again.map(({ close }) => close()));
});

Deno.test("whoever gets a key after the announcement is told, too; when the end is over, nobody is", async () => {
  const keys = [KEY];
  const world = createHarness(keys, undefined, SUNSET);
  const { close } = world.start();
  await world.clock.advance(HOUR);
  keys.push({
    ...KEY,
    id: "k_9",
    digest: "d9",
    owner: "",
    email: "late@fans.example",
    createdAt: START + HOUR,
  });
  await world.clock.advance(3 * HOUR);
  assert.deepEqual(world.mails.map(({ to }) => to), ["sari@fans.example", "late@fans.example"]);
  assert.match(world.mails[1]!.text, /^Hello,\n/, "without a name");
  await passDays(world, 60);
  keys.push({ ...KEY, id: "k_8", digest: "d8", email: "after@fans.example" });
  await passDays(world, 1);
  assert.equal(world.mails.length, 2);
  await close();
});

Deno.test("a rotation is told once over eight processes, and to the key's address of that moment", async () => {
  const world = createHarness();
  await recordActs(world, [
    { at: START - 3 * DAY },
    { command: "key rotate --now" },
    { by: "mimin" },
    {},
  ]);
  // Its key is not known anywhere yet.
  const [key] = world.keys.splice(0) as [KeyRecord];
  const processes = Array.from({ length: 8 }, () => world.start());
  await world.clock.advance(MINUTE);
  assert.deepEqual(world.mails, []);
  world.keys.push({ ...key, email: "moved@fans.example", language: "id" });
  await world.clock.advance(10 * MINUTE);
  assert.deepEqual(world.mails.map(({ to, id }) => [to, id]), [
    ["moved@fans.example", "letter_k_1_rotation_2026-07-04T11_59_00_000Z"],
  ]);
  assert.match(
    world.mails.map(({ text }) => text).join(),
    /^Halo Sari,[^]*2026-07-05 11:59 UTC[^]*\/key\/manage$/m,
  );
  await Promise.all(processes.map(({ close }) => close()));
});

Deno.test("an end of the service that is taken back, or moved, is not told any more", async () => {
  const world = createHarness([KEY], undefined, SUNSET);
  world.outcomes.push("failed");
  const { close } = world.start();
  await world.clock.advance(30_000);
  world.sunset = { on: "2026-10-01" };
  await world.clock.advance(HOUR);
  assert.deepEqual(
    world.mails.map(({ text }) => /ends on (\S+)/.exec(text)?.[1]),
    ["2026-10-01"],
  );
  await close();
});

Deno.test("mailboxes that are not there keep no letter from others, and are not asked again", async () => {
  const dead = Array.from({ length: 50 }, (_, n): KeyRecord => ({
    ...KEY,
    ...{ id: `k_dead${n}`, digest: `dead${n}`, email: `nobody${n}@fans.example` },
  }));
  const sent: Mail[] = [];
  let refused = 0;
  const mailer: Mailer = {
    send(mail) {
      if (!mail.to.includes("nobody")) {
        sent.push(mail);
        return Promise.resolve({ state: "sent" });
      }
      refused++;
      return Promise.resolve({ state: "failed", reason: "550 No such mailbox", isFinal: true });
    },
  };
  const world = createHarness([...dead, KEY], mailer, { on: "2026-10-01" });
  const process = world.start();
  process.wake();
  await world.clock.advance(5 * MINUTE);
  await recordActs(world, [{ at: world.clock.now() }]);
  process.wake();
  await world.clock.advance(5 * MINUTE);
  assert.deepEqual(sent.map(({ to }) => to), [KEY.email, KEY.email]);
  assert.equal(refused, dead.length);
  await Promise.all([process.close(), world.clock.advance(5_000)]);
});

const SERAMBI = {
  title: "Serambi",
  contact: "help@serambi.example",
  base_url: "https://serambi.example",
  sunset: { on: "2026-09-01", successor: "https://next.example" },
};

const SERVICE = { site: SERAMBI, manageAddress: `${SERAMBI.base_url}/key/manage` };

const endsAt = Date.parse("2026-07-05T00:00:00Z");

const OCCASIONS: readonly Occasion[] = [
  { kind: "quota", name: "quota 80 2026-07-04", percent: 80, limit: 5000, endsAt },
  { kind: "quota", name: "quota 100 2026-07-04", percent: 100, limit: 5000, endsAt },
  { kind: "expiry", name: "expiry 7 2026-07-05", days: 7, endsAt },
  { kind: "expiry", name: "expiry 1 2026-07-05", days: 1, endsAt },
  { kind: "rotation", name: "rotation 2026-07-05", at: endsAt, endsAt },
  sunsetOccasion(SERAMBI.sunset),
];

Deno.test("every letter to an owner is in English or Indonesian, plain, and names the service", () => {
  for (const language of ["en", "id"] as const) {
    const key: KeyRecord = {
      ...{ id: "k_1", digest: "", hint: "J-…abcd", owner: "Sari", email: "sari@fans.example" },
      ...{ plan: "fan", groups: [], ips: [], createdAt: 0, language },
    };
    const letters = OCCASIONS.map((occasion) => letterAbout(occasion, key, SERVICE)!);
    for (const { to, subject, text, secret } of letters) {
      assert.deepEqual([to, secret], ["sari@fans.example", ""]);
      assert.match(text, language === "id" ? /^Halo/ : /^Hello/, subject);
      assert.match(subject, /Serambi/);
      assert.match(text, /\n\nSerambi\nhelp@serambi\.example\n$/);
      assert.match(text, /k_1/);
      assert.equal(/\b(Anda|kunci)\b/.test(text), language === "id", text);
      assert.doesNotMatch(subject, /[\r\n]/);
    }
    assert.equal(new Set(letters.map(({ id }) => id)).size, OCCASIONS.length);
  }
});

const CONTENT = "test/fixtures/trio";

const PATH = "/api/kembang/events";

Deno.test("a program writes to the owner of a key whose quota is used", async () => {
  await using server = await startSmtpServer();
  const clock = createManualClock(Date.parse("2026-07-04T12:00:00Z"));
  const quota = { requests: 10, per: "day", timezone: "UTC" } as const;
  const plans = { standard: { rate: "unlimited", quota } } as const;
  const env = { SMTP_URL: server.url };
  await using program = await createProgram({ content: CONTENT, clock, plans, env });
  const { record, secret } = await issueKey(program.stores, {
    plan: "standard",
    email: "sari@fans.example",
  });
  await program.service.access.credentials.refresh();
  for (let n = 0; n < 12; n++) await program.ask(PATH, { key: secret });
  for (let n = 0; n < 100 && server.mails.length === 0; n++) {
    await clock.advance(2_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.deepEqual(server.mails.map(({ to, headers }) => [to, headers.get("subject")]), [
    [["sari@fans.example"], `100 % of your quota for ${program.catalog.index.site.title} is used`],
  ]);
  const { text } = server.mails[0]!;
  assert.ok(text.includes(record.id) && text.includes("2026-07-05 00:00 UTC"), text);
  assert.ok(!text.includes(secret));
});
