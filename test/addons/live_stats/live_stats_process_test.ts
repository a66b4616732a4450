import assert from "node:assert/strict";
import { createLiveStats } from "../../../src/addons/live_stats/live_stats.ts";
import { toRecentBroadcast } from "../../../src/live/event.ts";
import type { RecentItem } from "../../../src/model/item/live.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import type { Kv } from "../../../src/platform/kv.ts";
import { recentBroadcastKey } from "../../../src/platform/live_keys.ts";
import { systemNet } from "../../../src/platform/net.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { openKv } from "../../support/open_kv.ts";
import { killIfRunning } from "../../support/kill_if_running.ts";
import { createPrng } from "../../support/prng.ts";
import { sizeOf, testSeed } from "../../support/size.ts";
import { testOnEngines } from "../../support/store_engines.ts";
import { broadcastOf, createProcess, owner, quietLog } from "../../live/live_harness.ts";

const MINUTE = 60_000;
const PROCESSES = 8;

async function startProcess(path: string) {
  const script = new URL("./live_stats_process.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", "--no-check", script, path],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  return async () => {
    killIfRunning(child);
    await child.status;
    await reader.cancel();
  };
}

/** A record of a member, whose broadcast began in the last days. */
function recordOf(n: number, startedAt: number, endedAt: number, peak: number): RecentItem {
  const broadcast = broadcastOf({ id: `idn-${n}`, startedAt });
  return toRecentBroadcast({ broadcast, seenAt: endedAt, peak }, owner({ slug: `m${n % 5}` }));
}

/** Count, duration, peak and longest of each member, of all months in the store. */
async function storedSums(kv: Kv): Promise<Map<string, number[]>> {
  const live = openProcess(kv);
  const stats = createLiveStats({
    ...{ kv, clock: systemClock, random: systemRandom, log: quietLog },
    ...{ recents: live.recents, pollMs: 10_000 },
    dayOf: (_, at) => new Date(at).toISOString().slice(0, 10),
  });
  await stats.ready();
  const sums = stats.between("groupa", "2000-01-01", "2100-01-01");
  await stats.stop();
  await live.stop();
  return new Map(
    [...sums].map(([member, { count, durationMs, peak, longestMs }]) =>
      [member, [count, durationMs, peak, longestMs]] as const
    ),
  );
}

function openProcess(kv: Kv) {
  const env = { clock: systemClock, net: systemNet, random: systemRandom };
  return createProcess({ ...env, kv, settings: { LIVE: false } });
}

function expectedSums(records: Iterable<RecentItem>): Map<string, number[]> {
  const sums = new Map<string, number[]>();
  for (const { duration_ms: duration, peak_viewers: peak, member } of records) {
    const [count = 0, sum = 0, most = 0, longest = 0] = sums.get(member.url) ?? [];
    sums.set(member.url, [
      count + 1,
      sum + duration,
      Math.max(most, peak),
      Math.max(longest, duration),
    ]);
  }
  return sums;
}

testOnEngines("8 processes that are killed at any moment add each broadcast once", async (path) => {
  const random = createPrng(testSeed());
  const rounds = sizeOf({ default: 6, full: 100 });
  const kv = await openKv(path);
  const { log } = openProcess(kv);
  const kills: (() => Promise<void>)[] = [];
  const records = new Map<number, RecentItem>();
  let killed = 0;

  async function end(n: number): Promise<void> {
    const known = records.get(n);
    const startedAt = known === undefined
      ? Date.now() - random.between(20, 5_000) * MINUTE
      : Date.parse(known.started_at);
    // One that was back has lasted longer.
    const endedAt = Math.max(Date.now(), Date.parse(known?.ended_at ?? "2000-01-01") + 1);
    const peak = Math.max(known?.peak_viewers ?? 0, random.between(0, 9_999));
    const record = recordOf(n, Math.min(startedAt, endedAt - 1), endedAt, peak);
    records.set(n, record);
    await write(record, "live.ended");
  }

  /** As a poll writes it: the record, and the log's entry. */
  async function write(record: RecentItem, type: "live.ended" | "live.resumed"): Promise<void> {
    const { group, id } = record;
    const at = new Date().toISOString();
    const key = recentBroadcastKey(record);
    await log.append([{ type, group, at, data: {}, subject: id, members: [] }], {
      writes: [type === "live.ended" ? { set: key, value: record } : { delete: key }],
    });
  }

  try {
    for (let n = 0; n < 40; n++) await end(n);
    for (let n = 0; n < PROCESSES; n++) kills.push(await startProcess(path));
    for (let round = 0; round < rounds; round++) {
      for (let n = 0; n < 25; n++) await end(records.size);
      // Broadcasts that are back on air, also some that have just been added.
      const back = random.some([...records.keys()], 12);
      for (const n of back) {
        await write(records.get(n)!, "live.resumed");
      }
      await new Promise((resolve) => setTimeout(resolve, random.between(50, 900)));
      const [kill] = kills.splice(random.between(0, kills.length - 1), 1);
      await kill!();
      killed++;
      for (const n of back) await end(n);
      kills.push(await startProcess(path));
    }
    const expected = expectedSums(records.values());
    const isDone = async () => {
      const stored = await storedSums(kv);
      return [...expected].every(([name, sum]) => stored.get(name)?.join() === sum.join());
    };
    for (let n = 0; n < 150 && !await isDone(); n++) {
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    assert.deepEqual([...await storedSums(kv)].sort(), [...expected].sort());
    console.log(`${records.size} broadcasts, ${killed} kills, ${expected.size} sums`);
  } finally {
    await Promise.all(kills.map((kill) => kill()));
    kv.close();
  }
});
