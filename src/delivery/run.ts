import type { Numbered } from "../events/entry_log.ts";
import type { Env } from "../platform/env.ts";
import type { Address } from "./address.ts";
import {
  applied,
  type Cursor,
  cursorAt,
  dueItems,
  hasRoom,
  type Item,
  outboxKey,
  queued,
  type Settled,
  UNCLAIMED,
} from "./cursor.ts";
import type { Attempt, Endpoint, Sent } from "./endpoint.ts";

/** Entries read at once. */
export const PAGE = 500;
/** Entries passed over from which on the cursor is stored: who starts does not read them again. */
export const MAX_PASSED = 10_000;
/** How soon a cursor is read again that another process changed, at least and at most. */
const AGAIN_MS = { least: 20, most: 200 };

/** What a run needs of its outbox. */
export interface RunContext {
  readonly env: Env;
  /** Aborted when the program has ended. */
  readonly signal: AbortSignal;
  /** Whether the program ends: nothing new is sent. */
  isClosing(): boolean;
  /** Whether an address is still to be sent something. */
  isListed(address: Address): boolean;
}

/**
 * Sends to one address until nothing is due. It claims the cursor, sends the first item of some subjects at
 * once, and stores what came of that in one commit; so what was stored is not sent again.
 *
 * Rejects if the store is unreachable.
 */
export async function runAddress(address: Address, context: RunContext): Promise<void> {
  const { env: { kv, clock, random }, signal } = context;
  const { endpoint } = address;
  const key = outboxKey(endpoint.id);
  const entry = await kv.get<Cursor>(key);
  let { version } = entry;
  if (entry.value === null && endpoint.begins === "never") return void (address.nextAt = Infinity);
  let cursor = address.adopt(entry.value ?? cursorAt(0));
  if (address.isHeldByAnother()) return;
  const { read } = cursor;
  const isDue = () => !context.isClosing() && dueItems(cursor, clock.now()).length > 0;

  while (!signal.aborted && context.isListed(address)) {
    cursor = await withNext(address, cursor, clock.now);
    if (!isDue()) {
      if (cursor.read - read >= MAX_PASSED) {
        await kv.commit([{ key, version }], [{ set: key, value: cursor }]);
      }
      break;
    }
    const due = dueItems(cursor, clock.now());
    const loaded = await Promise.all(due.map((item) => entriesOf(endpoint, item)));
    const claim = address.claim();
    const held = { ...cursor, ...claim };
    version = await kv.commit([{ key, version }], [{ set: key, value: held }]);
    if (version === null) return readSoon();
    const settled = await Promise.all(
      due.map((item, place) => send(endpoint, item, loaded[place]!, context)),
    );
    cursor = settled.reduce((now, each) => applied(now, each, clock.now()), held);
    cursor = { ...cursor, ...(isDue() ? claim : UNCLAIMED) };
    const attempts = settled.flatMap(({ attempt }) => attempt ?? []);
    const notes = attempts.length > 0 ? await endpoint.attempted?.(attempts) ?? [] : [];
    const writes = attempts.flatMap(({ sent }) => sent.kind === "sent" ? sent.writes ?? [] : []);
    version = await kv.commit(
      [{ key, version }],
      [{ set: key, value: cursor }, ...notes, ...writes],
    );
    if (version === null) return readSoon();
    address.adopt(cursor);
    if (await isOver(address, attempts, clock.now())) return;
  }
  address.goOn(cursor);

  /** Another process was first, or the address is gone. */
  function readSoon(): void {
    const { least, most } = AGAIN_MS;
    address.nextAt = clock.now() + least + (most - least) * random.fraction();
  }
}

/** The cursor with what there is room for of the log. */
async function withNext(address: Address, cursor: Cursor, now: () => number): Promise<Cursor> {
  const { endpoint: { source, batch, subjectOf } } = address;
  const limit = batch ?? PAGE;
  const head = await source.last();
  while (
    hasRoom(cursor) && address.readUpTo(cursor) < head && address.takesAt(cursor, head) <= now()
  ) {
    const entries = await source.after(address.readUpTo(cursor), limit);
    // What is not there has ended its life.
    const last = entries.at(-1)?.seq ?? 0;
    const read = entries.length < limit ? Math.max(head, last) : last;
    const wanted = entries.filter(({ value }) => subjectOf(value) !== undefined);
    cursor = { ...cursor, read };
    if (batch !== undefined && wanted.length > 0) {
      const item = { subject: "", first: wanted[0]!.seq, last: wanted.at(-1)!.seq };
      cursor = queued({ ...cursor, begunAt: now() }, item);
      continue;
    }
    for (const { seq, value } of wanted) {
      if (!hasRoom(cursor)) {
        cursor = { ...cursor, read: seq - 1 };
        break;
      }
      cursor = queued(cursor, { subject: subjectOf(value)!, first: seq, last: seq });
    }
  }
  return cursor;
}

async function entriesOf(
  { source, subjectOf }: Endpoint<unknown>,
  { first, last }: Item,
): Promise<readonly Numbered<unknown>[]> {
  const entries = await source.after(first - 1, last - first + 1);
  return entries.filter(({ seq, value }) => seq <= last && subjectOf(value) !== undefined);
}

async function send(
  endpoint: Endpoint<unknown>,
  item: Item,
  entries: readonly Numbered<unknown>[],
  { env: { clock, log }, signal }: RunContext,
): Promise<Settled> {
  // What reads the log may have ended before.
  if (signal.aborted) return { item, outcome: "unsent" };
  // They are kept no more, or the address may not have them any more.
  if (entries.length === 0) return { item, outcome: "passed" };
  const at = clock.now();
  const attempt = item.failures + 1;
  const sent = await endpoint.send(entries, attempt, signal).catch((error): Sent => {
    // A fault of what sends is one attempt: others that are under way have arrived. Its message may hold
    // the address.
    const kind = error instanceof Error ? error.name : typeof error;
    log.error("What sends to an address has failed", { address: endpoint.id, error: kind });
    return { kind: "later", reason: "no answer" };
  });
  if (signal.aborted && sent.kind !== "sent") return { item, outcome: "unsent" };
  const now = clock.now();
  const nextAt = nextAttemptAt(endpoint, attempt, sent, now);
  const made = { entries, attempt, at, ms: now - at, sent, nextAt };
  return { item, outcome: sent, nextAt, attempt: made };
}

/** When an entry is sent again, epoch ms; null: it is not. */
function nextAttemptAt(
  endpoint: Endpoint<unknown>,
  failures: number,
  sent: Sent,
  now: number,
): number | null {
  if (sent.kind !== "later") return null;
  const waitMs = endpoint.waitMs(failures);
  return waitMs === undefined ? null : now + Math.max(waitMs, sent.waitMs ?? 0);
}

/** Ends an address that said so, or that has failed for too long; whether it is over. */
async function isOver(
  address: Address,
  attempts: readonly Attempt<unknown>[],
  now: number,
): Promise<boolean> {
  const { endpoint, cursor } = address;
  const gone = attempts.map(({ sent }) => sent).find((sent) => sent.kind === "gone");
  const { offAfterMs = Infinity } = endpoint;
  const isDead = cursor.failingSince > 0 && now - cursor.failingSince >= offAfterMs;
  if (gone === undefined && !isDead) return false;
  const [how, reason] = gone === undefined
    ? ["failing", "no success for days"] as const
    : ["gone", gone.reason] as const;
  await endpoint.off?.(how, reason);
  address.stopped = true;
  address.nextAt = Infinity;
  return true;
}
