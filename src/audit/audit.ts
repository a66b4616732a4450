/**
 * This room records every use of a priority token and posts it to sinks.
 *
 * @module
 */

import type { Env } from "../platform/env.ts";
import type { Net } from "../platform/net.ts";
import { createChain } from "./record/chain.ts";
import { createDiscordSink } from "./delivery/discord/discord.ts";
import { createOutbox, type OutboxState } from "./delivery/outbox.ts";
import type { AuditMode } from "./record/commit_schedule.ts";
import { createRecorder, type RecorderState } from "./record/recorder.ts";
import { dropOldUses } from "./record/retention.ts";
import { createStandardWebhookSink } from "./delivery/standard_webhook.ts";
import type { Sink } from "./delivery/sink.ts";
import type { Use } from "./entries/use.ts";

const MINUTE_MS = 60_000;
const RETENTION_EVERY_MS = 6 * 60 * MINUTE_MS;

/** The outside of the program, as the audit meets it. */
export interface AuditDeps extends Env {
  readonly net: Net;
  readonly pepper: string | Uint8Array;
}

/** The audit's settings; addresses that are not set are left out. */
export interface AuditSettings {
  /** AUDIT */
  readonly mode: AuditMode;
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
export interface Audit {
  /** Puts a use on record and sees to it that it is posted; see {@linkcode Recorder.record}. */
  record(use: Use): Promise<void> | void;
  /** Looks for what is to be posted; needed only where timers sleep, as between requests on a host. */
  wake(): void;
  state(): AuditState;
  /** Writes what is in memory and ends; about 6 s at most. */
  close(): Promise<void>;
}

/** Starts the audit. Throws TypeError where an address or a secret is not one. */
export function createAudit(deps: AuditDeps, settings: AuditSettings): Audit {
  const { clock, random } = deps;
  const chain = createChain(deps.pepper);
  const outboxes = sinksOf(deps, settings).map((sink) => createOutbox({ ...deps, chain, sink }));
  const wake = () => outboxes.forEach((outbox) => outbox.wake());
  const recorder = createRecorder({ ...deps, mode: settings.mode, recorded: wake });
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
    record: recorder.record,
    wake,
    state: () => ({ ...recorder.state(), sinks: outboxes.map((outbox) => outbox.state()) }),
    async close() {
      cancelRetention();
      await recorder.close();
      await Promise.all(outboxes.map((outbox) => outbox.close()));
    },
  };
}

function sinksOf({ net, clock }: AuditDeps, settings: AuditSettings): Sink[] {
  const { webhookUrl, sinkUrl, sinkSecret } = settings;
  const sinks: Sink[] = [];
  if (webhookUrl !== undefined) sinks.push(createDiscordSink({ net, clock, url: webhookUrl }));
  if (sinkUrl !== undefined) {
    const secret = sinkSecret ?? "";
    sinks.push(createStandardWebhookSink({ net, clock, url: sinkUrl, secret }));
  }
  return sinks;
}
