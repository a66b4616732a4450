/**
 * This room records every use of a priority token and every act of an administrator, and sends the record
 * to a chat and to a sink.
 *
 * @module
 */

import type { Endpoint, EndpointState, Outbox, Source } from "../delivery/endpoint.ts";
import type { Env } from "../platform/env.ts";
import type { Net } from "../platform/net.ts";
import type { Settings } from "../platform/settings.ts";
import { type BackOff, halfJitterMs } from "../toolbox/back_off.ts";
import { createChat } from "./chat.ts";
import type { Entry } from "./entries.ts";
import { createRecorder, type Recorder, type RecorderState } from "./recorder.ts";
import { createSink } from "./sink.ts";
import { openUseLog, type Receiver } from "./use_log.ts";

/** The outside of the program, as the audit meets it. */
interface AuditDeps extends Env {
  readonly net: Net;
  /** What sends; it is asked for after the start. */
  readonly outbox: () => Pick<Outbox, "wake" | "state">;
}

type AuditSettings = Pick<
  Settings,
  "AUDIT_RETENTION_DAYS" | "AUDIT_WEBHOOK_URL" | "AUDIT_SINK_URL" | "AUDIT_SINK_SECRET"
>;

/** The state of the audit, for `/status`. */
interface AuditState extends RecorderState {
  readonly sinks: readonly (EndpointState & { readonly sink: string })[];
}

/** The audit of one process. */
export interface Audit extends Pick<Recorder, "record" | "close"> {
  /** What is on record. */
  readonly source: Source<Entry>;
  /** The chat and the sink, which the outbox sends to. */
  readonly endpoints: readonly Endpoint<Entry>[];
  /** There may be something to be sent; needed only if timers sleep, as between requests on a host. */
  wake(): void;
  state(): AuditState;
}

const RETRY: BackOff = { firstMs: 2_500, maxMs: 60_000 };

/**
 * Starts the audit.
 *
 * @throws {TypeError} where the secret is not one
 */
export function createAudit(deps: AuditDeps, settings: AuditSettings): Audit {
  const { random, log, outbox } = deps;
  const { AUDIT_WEBHOOK_URL: chatUrl, AUDIT_SINK_URL: url, AUDIT_SINK_SECRET: secret = "" } =
    settings;
  const uses = openUseLog({ ...deps, auditDays: settings.AUDIT_RETENTION_DAYS });
  const recorder = createRecorder({ ...deps, uses });
  const { source } = uses;
  const endpoints: Endpoint<Entry>[] = [
    ...(chatUrl === undefined ? [] : [createChat({ ...deps, source, url: chatUrl })]),
    ...(url === undefined ? [] : [createSink({ ...deps, source, url, secret })]),
  ].map(followed);

  /** Tries for as long as it takes, and says in the log how it goes. */
  function followed(receiver: Receiver): Endpoint<Entry> {
    const sink = sinkName(receiver);
    return {
      ...receiver,
      waitMs: (failures) => halfJitterMs(RETRY, failures - 1, random.fraction()),
      async send(entries, attempt, signal) {
        const sent = await receiver.send(entries, attempt, signal);
        if (sent.kind === "later" && attempt === 1 && !signal.aborted) {
          const fields = { sink, waiting: entries.length, reason: sent.reason };
          log.warn("Cannot send uses of priority tokens, trying again", fields);
        }
        return sent;
      },
      off: (_why, reason) =>
        log.error(
          "Uses of priority tokens are no longer sent: check the webhook, then start again",
          { sink, reason },
        ),
    };
  }

  return {
    record: recorder.record,
    close: recorder.close,
    source,
    endpoints,
    wake: () => outbox().wake(),
    state: () => ({
      ...recorder.state(),
      sinks: endpoints.map((one) => ({ sink: sinkName(one), ...outbox().state(one.id) })),
    }),
  };
}

/** `discord` or `webhook`. */
function sinkName({ id }: Pick<Receiver, "id">): string {
  return id.slice("audit ".length);
}
