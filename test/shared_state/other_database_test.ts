import assert from "node:assert/strict";
import { createCredentials } from "../../src/access/records/credential_table.ts";
import type { LogEntry } from "../../src/events/event.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createLedger } from "../../src/quota/ledger.ts";
import { follow } from "../../src/shared_state/follow.ts";
import { createProcess, START } from "../live/live_harness.ts";
import { createFakeNet } from "../../build/demo/net.ts";
import { issueKey, storeOf } from "../support/issue.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createMovedKv } from "./moved_kv.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { createProgram } from "../support/program.ts";

const QUOTA = { requests: 1_000, per: "month", timezone: "UTC" } as const;
const ACCOUNT = { id: "k1", quota: QUOTA, ratePerSecond: "unlimited" } as const;

const parts = () => ({ clock: createManualClock(START), log: createQuietLog() });

Deno.test("a value that is followed is loaded as for the first time, also after a load that failed", async () => {
  const { clock, log } = parts();
  const befores: (number | undefined)[] = [];
  let changed = (_isOther?: boolean) => {};
  let failing = false;
  const followed = follow<number>({ clock, log }, {
    watch: (notify) => (changed = notify, () => {}),
    pollMs: () => 1_000,
    load(before) {
      befores.push(before);
      return failing ? Promise.reject(new Error("away")) : Promise.resolve(befores.length);
    },
  });
  await followed.sync();
  changed();
  await followed.idle();
  failing = true;
  changed(true);
  await followed.idle();
  assert.equal(followed.value, 2, "the value stays until there is another");
  failing = false;
  await clock.advance(1_000);
  await followed.sync();
  followed.close();
  assert.deepEqual(befores, [undefined, 1, undefined, undefined, 4]);
});

Deno.test("credentials are read again whole, whatever their revision says", async () => {
  const [one, other] = [createMemoryKv(), createMemoryKv()];
  const stores = storeOf(one);
  const lost = await issueKey(stores);
  const { kv, moveTo } = createMovedKv(one);
  const kept = await issueKey(storeOf(other));
  const { clock, log } = parts();
  const table = createCredentials({
    clock,
    log,
    kv,
    pollMs: 30_000,
  });
  await table.loaded;
  const opens = ({ secret }: { secret: string }) =>
    table.keys.byDigest(stores.secretHash(secret)) !== undefined;
  assert.ok(opens(lost));
  // Both have one commit: their revisions have one version.
  moveTo(other);
  await clock.advance(0);
  await table.refresh();
  assert.equal(opens(lost), false);
  assert.ok(opens(kept));
  table.close();
});

Deno.test("what was leased is dropped when the store is another database, and not given back there", async () => {
  const { clock, log } = parts();
  const [one, other] = [createMemoryKv(), createMemoryKv()];
  const { kv, moveTo } = createMovedKv(one);
  const ledger = createLedger({ kv, clock, log, random: systemRandom, holder: "a" });
  const taken = async () => {
    const charge = ledger.take(ACCOUNT);
    await clock.advance(0);
    return (await charge).outcome;
  };
  for (let n = 0; n < 5; n++) assert.equal(await taken(), "admitted");
  moveTo(other);
  ledger.drop();
  await clock.advance(0);
  assert.match(log.lines.join("\n"), /are dropped/);
  let admitted = 0;
  while (await taken() === "admitted") admitted++;
  assert.equal(admitted, 1_000, "the other database has nothing of before");
  assert.equal((await ledger.status(ACCOUNT))!.used, 1_000);
  const closing = ledger.close();
  await clock.advance(0);
  await closing;
});
Deno.test("events that the other database does not have are gone, and its own come under their numbers", async () => {
  const clock = createManualClock(START);
  const [one, other] = [createMemoryKv(), createMemoryKv()];
  const moved = createMovedKv(one);
  const open = (kv: Kv) =>
    createProcess({ clock, kv, net: createFakeNet(), settings: { LIVE: false } });
  const live = open(moved.kv);
  const entry = (subject: string): LogEntry => ({
    ...{ type: "news.published", group: "groupa", at: new Date(START).toISOString() },
    ...{ data: { id: subject }, subject, members: [] },
  });
  const append = async (subject: string) => {
    await live.log.append([entry(subject)]);
    await clock.advance(0);
  };
  const subjects = async () => (await live.feed.after(0, 100)).map(({ value }) => value.subject);
  live.start();
  for (const subject of ["a", "b", "c"]) await append(subject);
  assert.deepEqual(await subjects(), ["a", "b", "c"]);

  // The standby had the first of them alone; somebody has logged there since.
  const there = open(createMovedKv(other).kv);
  for (const subject of ["a", "x"]) await there.log.append([entry(subject)]);
  moved.moveTo(other);
  await clock.advance(0);
  await live.feed.sync();
  assert.deepEqual(await subjects(), ["a", "x"]);
  await append("y");
  assert.deepEqual(await subjects(), ["a", "x", "y"]);
  assert.equal(live.feed.head(), 3);
  await live.stop();
  await there.stop();
});

Deno.test("a whole program goes on in the other database: a key that it lacks is refused", async () => {
  const [one, other] = [createMemoryKv(), createMemoryKv()];
  const moved = createMovedKv(one);
  await using program = await createProgram({
    content: "test/fixtures/trio",
    now: "2026-07-04T03:00:00Z",
    kv: moved.kv,
  });
  assert.equal((await program.ask("/api/kembang/events")).status, 200);
  const kept = await issueKey(storeOf(other), { plan: "standard" });
  moved.moveTo(other);
  await program.clock.advance(10);
  assert.equal((await program.ask("/api/kembang/events")).status, 403);
  assert.equal((await program.ask("/api/kembang/events", { key: kept.secret })).status, 200);
});
