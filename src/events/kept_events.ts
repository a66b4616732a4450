import type { Clock } from "../platform/clock.ts";
import type { EventKind, LogEntry, LogRecord } from "./event.ts";
import type { LogSource } from "./log_source.ts";

/** An event in memory, as the bytes that are told of it. */
export interface KeptEvent {
  readonly seq: number;
  readonly type: EventKind;
  readonly group: string;
  readonly members: readonly string[];
  readonly subject: string;
  /** Epoch ms. */
  readonly at: number;
  /** Its JSON: `{id, type, group, at, data}`. */
  readonly json: Uint8Array;
}

/** What {@linkcode KeptEvents} needs. */
export interface KeptEventsDeps<R extends LogRecord> {
  readonly source: Pick<LogSource<R>, "entryOf">;
  readonly clock: Clock;
  /** How long events are kept, in ms. */
  readonly keptMs: number;
  /** The most bytes of JSON that are kept; older events are as if they were over. */
  readonly maxBytes: number;
}

const encoder = new TextEncoder();

/** The last events of a log, as many as their age and their size allow. */
export class KeptEvents<R extends LogRecord> {
  readonly #deps: KeptEventsDeps<R>;
  #events: KeptEvent[] = [];
  #groups: readonly string[] | undefined;
  #bytes = 0;
  #head = 0;
  #floor = 0;

  constructor(deps: KeptEventsDeps<R>) {
    this.#deps = deps;
  }

  /** The number of the last record; 0 where there is none. */
  get head(): number {
    return this.#head;
  }

  /** How many bytes of JSON are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** All records above this number are kept. */
  floor(): number {
    this.#prune();
    return this.#floor;
  }

  /** The events above this number, oldest first. */
  since(seq: number): readonly KeptEvent[] {
    this.#prune();
    let place = this.#events.length;
    while (place > 0 && this.#events[place - 1]!.seq > seq) place--;
    return this.#events.slice(place);
  }

  /** The slugs of all groups that the kept events are of. */
  groups(): readonly string[] {
    return this.#groups ??= [...new Set(this.#events.map(({ group }) => group))];
  }

  /** Adds the records that follow the head. */
  add(records: readonly R[]): void {
    for (const record of records) {
      const entry = this.#deps.source.entryOf(record);
      const kept = entry && keptEvent(record.seq, entry);
      this.#head = record.seq;
      if (kept !== undefined) this.#push(kept);
    }
    this.#prune();
  }

  /** Goes on behind this number: what came up to it is gone. */
  skipTo(seq: number): void {
    this.#floor = this.#head = seq;
  }

  #push(event: KeptEvent): void {
    this.#events.push(event);
    this.#groups = undefined;
    this.#bytes += event.json.length;
  }

  #prune(): void {
    const { clock, keptMs, maxBytes } = this.#deps;
    const events = this.#events;
    const limit = clock.now() - keptMs;
    let drops = 0;
    let left = this.#bytes;
    while (drops < events.length && (events[drops]!.at < limit || left > maxBytes)) {
      left -= events[drops++]!.json.length;
    }
    if (drops > 0) this.#drop(drops, left);
  }

  /** Drops the oldest events; the others have so many bytes. */
  #drop(count: number, bytesLeft: number): void {
    this.#floor = this.#events[count - 1]!.seq;
    this.#events = this.#events.slice(count);
    this.#groups = undefined;
    this.#bytes = bytesLeft;
  }
}

function keptEvent(seq: number, { type, group, at, data, subject, members }: LogEntry): KeptEvent {
  const json = encoder.encode(JSON.stringify({ id: String(seq), type, group, at, data }));
  return { seq, type, group, members, subject, at: Date.parse(at), json };
}
