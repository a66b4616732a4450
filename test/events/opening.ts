/** All that the proofs over processes know of the log: one process of it over a store, and what is stored. */
import { EVENT_LIFE_MS, type LogEntry } from "../../src/events/event.ts";
import { openLog as openEventLog } from "../../src/events/entry_log.ts";
import { systemClock } from "../../src/platform/clock.ts";
import type { Env } from "../../src/platform/env.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createProcess } from "../live/live_harness.ts";
import type { FakeNet } from "../../build/demo/net.ts";

/** The log of one process, into which it writes who is on air too. */
export function openLog(env: Env, net: FakeNet) {
  const settings = { YOUTUBE_API_KEY: undefined };
  const live = createProcess({ ...env, net, settings, followMs: 50 });
  live.start();
  return {
    append: (entries: readonly LogEntry[]) => live.log.append(entries),
    /** Asks the platforms, and logs what has changed. */
    poll: () => live.pollOlderThan(0),
    sync: live.feed.sync,
    after: live.feed.after,
    close: () => live.stop(),
  };
}

/** What is stored of the log: each number, and what was appended but for broadcasts. */
export async function storedLog(kv: Kv) {
  const env = { kv, clock: systemClock, random: systemRandom };
  const log = openEventLog<LogEntry>(env, { name: "event", lifeMs: EVENT_LIFE_MS });
  const records = [];
  for await (const some of log.after(0)) records.push(...some);
  return records.map(({ seq, value: { type, subject } }) => ({
    seq,
    subject: type.startsWith("live.") ? undefined : subject,
  }));
}
