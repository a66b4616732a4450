import type { LogSource, LogWriter } from "../events/log_source.ts";
import { logEntryOf } from "./records/event_entry.ts";
import type { LiveEvent } from "./records/live_event.ts";
import type { LiveRoster } from "./records/roster.ts";
import { type AppendDeps, appendEvents } from "./store/append_events.ts";
import type { LiveState } from "./store/live_state.ts";
import type { LiveStore } from "./store/live_store.ts";

/** The one log: what broadcasts do, and what else is written into it. */
export interface LiveLog extends LogSource<LiveEvent>, LogWriter {}

export interface LiveLogDeps extends AppendDeps {
  readonly state: LiveState;
  readonly store: LiveStore;
  readonly roster: () => LiveRoster;
}

const RECORDS_A_READ = 1000;

export function createLiveLog({ state, store, roster, ...deps }: LiveLogDeps): LiveLog {
  return {
    read: (after) => store.eventsAfter(after, RECORDS_A_READ),
    sync: state.sync,
    seq: state.seq,
    subscribe: (onRecords) => state.subscribe({ onEvents: onRecords }),
    entryOf: (event) => logEntryOf(event, roster()),
    async append(entries, alongside) {
      const isWritten = await appendEvents(deps, entries, alongside);
      await state.sync();
      return isWritten;
    },
  };
}
