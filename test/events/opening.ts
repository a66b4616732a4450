/** All that the proofs over processes know of the log: one process of it over a store, and what is stored. */
import type { LogEntry } from "../../src/events/event.ts";
import { createEventLog } from "../../src/events/event_log.ts";
import { createLive } from "../../src/live/live.ts";
import { createLiveStore } from "../../src/live/store/live_store.ts";
import type { Env } from "../../src/platform/env.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { ROSTER, settingsFor } from "../live/live_harness.ts";
import type { FakeNet } from "../support/fake_platforms/net.ts";

/** The log of one process, into which it writes who is on air too. */
export function openLog(env: Env, net: FakeNet) {
  const live = createLive({
    ...{ ...env, net, roster: () => ROSTER, followMs: 50 },
    settings: settingsFor("http://platforms.example", { youtubeApiKey: undefined }),
  });
  const memory = createEventLog({ ...env, source: live.log, keptMs: 3_600_000 });
  live.start();
  return {
    append: (entries: readonly LogEntry[]) => live.log.append(entries, { checks: [], writes: [] }),
    /** Asks the platforms, and logs what has changed. */
    poll: () => live.pollOlderThan(0),
    sync: memory.sync,
    after: memory.after,
    close: () => live.stop(),
  };
}

/** What is stored of the log: each number, whether readers are told of it, and what was appended. */
export async function storedLog(kv: Kv) {
  const records = await createLiveStore(kv, 90).eventsAfter(0, 1_000_000);
  return records.map((record) => ({
    seq: record.seq,
    isTold: record.entry !== undefined,
    subject: record.kind === "other" ? record.entry.subject : undefined,
  }));
}
