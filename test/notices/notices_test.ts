import assert from "node:assert/strict";
import type { KeyRecord } from "../../src/access/records/key_store.ts";
import { createSmtpMailer, type Delivery, type Mail, type Mailer } from "../../src/mail/mail.ts";
import type { Sunset } from "../../src/model/sunset.ts";
import { sleep } from "../../src/platform/clock.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createLedger } from "../../src/quota/ledger.ts";
import { createNotices } from "../../src/notices/notices.ts";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { startSmtpServer } from "../support/smtp_server.ts";

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

function createHarness(keys: KeyRecord[] = [KEY], given?: Mailer, sunset?: Sunset) {
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
    const notices = createNotices({
      ...{ kv: store, clock, random: systemRandom, log, mailer, sender: () => SENDER },
      ...{ keys: () => keys, manageAddress: () => "", isLoaded: () => true, sunset: () => sunset },
      keyOf: (id) => keys.find((key) => key.id === id),
    });
    const ledger = createLedger({
      ...{ kv: store, clock, random: systemRandom, holder: `h${names++}`, log },
      leased: notices.leased,
    });
    return { notices, ledger, log };
  }
  return { clock, kv, keys, mails, outcomes, start };
}

type Started = ReturnType<ReturnType<typeof createHarness>["start"]>;

/** Charges until `count` units are admitted or the quota is used. */
async function spend(
  { clock }: ReturnType<typeof createHarness>,
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
      await clock.advance(DAY - 2 * HOUR);
    }
    await process.notices.close();
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
  await world.clock.advance(10 * DAY);
  assert.deepEqual(subjects(world.mails), [
    "expires in 7 days or less",
    "expires in a day or less",
  ]);
  await Promise.all(processes.map(({ notices }) => notices.close()));
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
  const closing = Promise.all(processes.map(({ notices }) => notices.close()));
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
  await Promise.all(processes.map(({ notices }) => notices.close()));
});

Deno.test("a key expires by letter, anew once it was extended, and says no secret", async () => {
  const world = createHarness([{ ...KEY, expiresAt: START + 30 * DAY }]);
  const { notices } = world.start();
  await world.clock.advance(22 * DAY);
  assert.equal(world.mails.length, 0);
  await world.clock.advance(2 * DAY);
  assert.deepEqual(subjects(world.mails), ["expires in 7 days or less"]);
  assert.match(world.mails[0]!.text, /Hello Sari,.*expires on 2026-08-03 12:00 UTC/s);
  assert.match(world.mails[0]!.text, /halo@oshibase\.example/);
  world.keys[0] = { ...KEY, expiresAt: START + 60 * DAY };
  await world.clock.advance(40 * DAY);
  assert.deepEqual(subjects(world.mails), [
    "expires in 7 days or less",
    "expires in 7 days or less",
    "expires in a day or less",
  ]);
  await notices.close();
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
  await world.clock.advance(6 * DAY);
  assert.deepEqual(subjects(world.mails), ["expires in a day or less"]);
  assert.match(world.mails[0]!.text, /k_3/);
  await process.notices.close();
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
    const { notices } = world.start();
    await world.clock.advance(10 * MINUTE);
    assert.deepEqual(subjects(world.mails), ["expires in 7 days or less"]);
    await notices.close();
  }
});

Deno.test("a letter that no server takes is tried for 3 days, and a revoked key gets none", async () => {
  const world = createHarness([{ ...KEY, expiresAt: START + 7 * DAY - HOUR }]);
  world.outcomes.push(...Array(1_000).fill("failed"));
  const { notices, log } = world.start();
  await world.clock.advance(5 * DAY);
  assert.equal(
    log.lines.filter((line) => line.includes("A letter to an owner was not sent")).length,
    1,
  );
  const attempts = 1_000 - world.outcomes.length;
  assert.ok(attempts > 20 && attempts < 200, `${attempts} attempts`);
  world.keys[0] = { ...world.keys[0]!, revokedAt: world.clock.now() };
  world.outcomes.length = 0;
  await world.clock.advance(2 * DAY);
  assert.equal(world.mails.length, 0);
  await notices.close();
});

Deno.test("an owner gets the letter over SMTP, with an id of its own", async () => {
  await using server = startSmtpServer();
  const mailer = createSmtpMailer({ url: server.url, from: SENDER.contact });
  const world = createHarness([{ ...KEY, expiresAt: START + 7 * DAY - HOUR }], mailer);
  const { notices } = world.start();
  for (let n = 0; n < 100 && server.mails.length === 0; n++) {
    await world.clock.advance(200);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.deepEqual(server.mails[0]!.to, [KEY.email]);
  assert.equal(
    server.mails[0]!.headers.get("message-id"),
    "<letter_k_1_expiry_7_2026-07-11T11_00_00_000Z@oshibase.example>",
  );
  await notices.close();
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
  await Promise.all(processes.map(({ notices }) => notices.close()));
  const again = Array.from({ length: 3 }, () => world.start());
  await world.clock.advance(30 * DAY);
  const told = world.mails.filter(({ id }) => id?.includes("sunset"));
  assert.deepEqual(told.map(({ to }) => to).sort(), ["budi@fans.example", "sari@fans.example"]);
  const [english, indonesian] = ["sari@fans.example", "budi@fans.example"]
    .map((address) => told.find(({ to }) => to === address)!);
  assert.equal(english!.subject, "Oshibase is about to end");
  assert.match(english!.text, /ends on 2026-09-01 00:00 UTC/);
  assert.match(english!.text, /Thank you all\.[^]*https:\/\/next\.example[^]*\/v1\/dataset/);
  assert.match(indonesian!.text, /berakhir pada 2026-09-01/);
  await Promise.all(again.map(({ notices }) => notices.close()));
});

Deno.test("whoever gets a key after the announcement is told, too; when the end is over, nobody is", async () => {
  const keys = [KEY];
  const world = createHarness(keys, undefined, SUNSET);
  const { notices } = world.start();
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
  await world.clock.advance(60 * DAY);
  keys.push({ ...KEY, id: "k_8", digest: "d8", email: "after@fans.example" });
  await world.clock.advance(DAY);
  assert.equal(world.mails.length, 2);
  await notices.close();
});
