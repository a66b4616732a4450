/**
 * This room records every use of a priority token and posts it to sinks.
 *
 * @module
 */

import type { Env } from "../platform/env.ts";
import type { Kv, KvKey } from "../platform/kv.ts";
import type { Net } from "../platform/net.ts";
import { AUDIT_ANCHOR, personKey } from "../platform/store_keys.ts";
import { createDiscordSink } from "./delivery/discord.ts";
import { createOutbox, type OutboxState } from "./delivery/outbox.ts";
import type { Sink } from "./delivery/sink.ts";
import { createStandardWebhookSink } from "./delivery/standard_webhook.ts";
import { type Chain, createChain, GENESIS, type Head, type StoredAnchor } from "./record/chain.ts";
import { followChunk, type OpenChunk } from "./record/chunk.ts";
import { entriesOf, readChunks } from "./record/read_record.ts";
import { createRecorder, type RecorderState } from "./record/recorder.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../toolbox/durations.ts";

const RETENTION_EVERY_MS = 6 * HOUR_MS;

/** The outside of the program, as the audit meets it. */
interface AuditDeps extends Env {
  readonly net: Net;
  readonly pepper: string | Uint8Array;
}

/** The audit's settings; addresses that are not set are left out. */
interface AuditSettings {
  /** AUDIT_RETENTION_DAYS */
  readonly retentionDays: number;
  /** AUDIT_WEBHOOK_URL */
  readonly webhookUrl?: string | undefined;
  /** AUDIT_SINK_URL and AUDIT_SINK_SECRET */
  readonly sinkUrl?: string | undefined;
  readonly sinkSecret?: string | undefined;
}

/** The state of the audit, for `/status`. */
export interface AuditState extends RecorderState {
  readonly sinks: readonly OutboxState[];
}

/** The audit of one process: record, messages, retention. */
export type Audit = ReturnType<typeof createAudit>;

/** Starts the audit. Throws TypeError where an address or a secret is not one. */
export function createAudit(deps: AuditDeps, settings: AuditSettings) {
  const { clock, random } = deps;
  const chain = createChain(deps.pepper);
  const outboxes = sinksOf(deps, settings).map((sink) => createOutbox({ ...deps, chain, sink }));
  const wake = () => outboxes.forEach((outbox) => outbox.wake());
  const recorder = createRecorder({ ...deps, recorded: wake });
  let cancelRetention = clock.after(MINUTE_MS * (1 + random.fraction()), drop);
  wake();

  function drop(): void {
    cancelRetention = clock.after(RETENTION_EVERY_MS * (0.9 + 0.2 * random.fraction()), drop);
    dropOldUses({ ...deps, days: settings.retentionDays }).then(
      (dropped) =>
        dropped > 0 && deps.log.info("Old entries were dropped from the record", { dropped }),
      () => deps.log.warn("Cannot drop old entries from the record, trying again later"),
    );
  }

  return {
    /** Puts a use on record, which is then posted; see the recorder. */
    record: recorder.record,
    /** Looks for what is to be posted; needed only if timers sleep, as between requests on a host. */
    wake,
    state: (): AuditState => ({
      ...recorder.state(),
      sinks: outboxes.map((outbox) => outbox.state()),
    }),
    /** Writes what is in memory and ends; about 6 s at most. */
    async close() {
      cancelRetention();
      await recorder.close();
      await Promise.all(outboxes.map((outbox) => outbox.close()));
    },
  };
}

function sinksOf(
  deps: AuditDeps,
  { webhookUrl, sinkUrl, sinkSecret: secret = "" }: AuditSettings,
): Sink[] {
  return [
    ...(webhookUrl === undefined ? [] : [createDiscordSink({ ...deps, url: webhookUrl })]),
    ...(sinkUrl === undefined
      ? []
      : [createStandardWebhookSink({ ...deps, url: sinkUrl, secret })]),
  ];
}

/** Values dropped by one commit, but for those of its last chunk; it takes 1,000 writes. */
const STEP = 100;

interface RetentionDeps extends Pick<Env, "kv" | "clock"> {
  readonly pepper: string | Uint8Array;
  /** The setting AUDIT_RETENTION_DAYS. */
  readonly days: number;
}

/**
 * Drops the entries that are older than `days`, with the persons' fields that lie beside them, oldest
 * first and by whole chunks, and notes under a seal where the record now begins, so that `audit verify`
 * can tell this from a deletion. Stops at a place that was tampered with: that is evidence. Returns how
 * many entries were dropped. Safe with several processes: the second one finds nothing to do.
 */
export async function dropOldUses({ kv, clock, pepper, days }: RetentionDeps): Promise<number> {
  const chain = createChain(pepper);
  const oldest = clock.now() - days * DAY_MS;
  for (let dropped = 0;;) {
    const step = await readStep(kv, chain, oldest);
    const { seq, link } = step.tip;
    if (step.keys.length === 0) return dropped;
    const at = clock.now();
    const anchor: StoredAnchor = { seq, link, at, seal: chain.seal("anchor", seq, link, at) };
    const version = await kv.commit(
      [{ key: AUDIT_ANCHOR, version: step.anchorVersion }],
      [...step.keys.map((key) => ({ delete: key })), { set: AUDIT_ANCHOR, value: anchor }],
    );
    if (version === null) return dropped;
    dropped += step.entries;
  }
}

interface Step {
  readonly anchorVersion: string | null;
  readonly keys: readonly KvKey[];
  readonly entries: number;
  /** Where the record begins once the step is done. */
  readonly tip: Head;
}

/** The next chunks to drop, from the beginning on. */
async function readStep(kv: Kv, chain: Chain, oldest: number): Promise<Step> {
  const { value, version: anchorVersion } = await kv.get<StoredAnchor>(AUDIT_ANCHOR);
  const begin: Head = value ?? GENESIS;
  const keys: KvKey[] = [];
  let tip = begin;
  for await (const { key, chunk } of readChunks(kv)) {
    if (keys.length >= STEP || chunk === null) break;
    if (!isOlder(chunk, oldest)) break;
    // An attacker who could make a use look old could have it removed, so only what is whole is dropped.
    const next = followChunk(chunk, tip, chain);
    if (next === null) break;
    keys.push(key, ...chunk.people.map(([subject]) => personKey(subject, chunk.first)));
    tip = next;
  }
  return { anchorVersion, keys, entries: tip.seq - begin.seq, tip };
}

/** Whether all of a chunk is older. What cannot be read stays. */
function isOlder(chunk: OpenChunk, oldest: number): boolean {
  const entries = entriesOf(chunk);
  return entries.length === chunk.lines.length &&
    entries.every((entry) => (entry.kind === "use" ? entry.use : entry.act).at < oldest);
}
