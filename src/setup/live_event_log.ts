import type { EventKind, EventLog, LoggedEvent } from "../events/event.ts";
import { isoTimestamp, toLiveEntry } from "../live/records/live_entry.ts";
import type { LiveEvent } from "../live/records/live_event.ts";
import type { LiveRoster } from "../live/records/roster.ts";
import { createLiveStore } from "../live/store/live_store.ts";
import type { LiveEndItem } from "../model/item/live.ts";
import type { Kv } from "../platform/kv.ts";
import { LIVE_HEAD } from "../platform/store_keys.ts";

/** What the log of live events is read from. */
export interface LiveEventLogDeps {
  readonly kv: Kv;
  /** RECENT_RETENTION_DAYS */
  readonly retentionDays: number;
  /** Who is whose, by the content that is served. */
  readonly roster: () => LiveRoster;
}

/** The live events as a log. An account of two groups is an event in each: `17` and `17.1`. */
export function createLiveEventLog({ kv, retentionDays, roster }: LiveEventLogDeps): EventLog {
  const store = createLiveStore(kv, retentionDays);
  return {
    async after(id, limit) {
      const found = await store.eventsAfter(Math.floor(Number(id)) - 1, limit + 1);
      const events = found.flatMap((event) => toLogged(event, roster()));
      return events.filter((event) => Number(event.id) > Number(id)).slice(0, limit);
    },
    async get(id) {
      const [event] = await store.eventsAfter(Math.floor(Number(id)) - 1, 1);
      return event && toLogged(event, roster()).find((one) => one.id === id);
    },
    lastId: async () => String((await store.lastEvents(1)).at(-1)?.seq ?? 0),
    watch: (listener) => kv.watch([LIVE_HEAD], listener),
  };
}

const STARTED: EventKind = "live.started";

function toLogged(event: LiveEvent, roster: LiveRoster): LoggedEvent[] {
  const { seq, broadcast } = event;
  return roster.ownersOf(broadcast).map((owner, place) => {
    const common = {
      id: place === 0 ? String(seq) : `${seq}.${place}`,
      group: owner.group,
      subject: broadcast.id,
      members: owner.slug === "" ? [] : [owner.slug],
    };
    if (event.kind === "started") {
      const type = event.isResumed ? "live.resumed" : STARTED;
      const at = isoTimestamp(broadcast.startedAt ?? 0);
      return { ...common, type, at, data: toLiveEntry(broadcast, owner, event.viewers) };
    }
    const { id, type, urlKey: url_key, slug, title } = broadcast;
    const times = {
      started_at: isoTimestamp(broadcast.startedAt ?? event.endedAt),
      ended_at: isoTimestamp(event.endedAt),
    };
    const { name, slug: url, group } = owner;
    const data = { id, type, name, url_key, slug, title, group, url, ...times };
    return { ...common, type: "live.ended", at: times.ended_at, data: data satisfies LiveEndItem };
  });
}
