import type { KeyRecord } from "../../access/records/key_store.ts";
import type { Endpoint, Source } from "../../delivery/endpoint.ts";
import type { LogEntry } from "../../events/event.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../toolbox/durations.ts";
import { DISCORD } from "./discord.ts";
import type { OpenWebhook, WebhookFormat, WebhookRecord } from "./record.ts";
import { type Format, messageId, outcomeOf, type SendDeps, STANDARD } from "./send.ts";
import { attemptsKept, deliveryOf } from "./store.ts";

/** How webhooks of each format are sent what happens. */
export const FORMATS: Readonly<Record<WebhookFormat, Format>> = {
  standard: STANDARD,
  discord: DISCORD,
};

/** An attempt takes no longer, for each of its requests. */
export const ATTEMPT_MS = 10_000;

/** The waits between attempts of one event; after the last it is given up. */
const WAITS_MS = [
  ...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS],
  ...[HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, DAY_MS],
];
/** Up to so much of a wait is added by chance, so that what failed together comes back apart. */
const JITTER = 0.2;
/** A webhook to which nothing was delivered for so long is switched off. */
const OFF_AFTER_MS = 3 * DAY_MS;

/** What endpoints work with. */
export interface EndpointDeps extends SendDeps {
  readonly source: Source<LogEntry>;
  /** The key as it is now; undefined if it is not known. */
  keyOf(keyId: string): KeyRecord | undefined;
  /** Counts attempts by what came of them. */
  count(outcome: string): void;
}

/** Creates the endpoint of the outbox for a webhook; `off` switches it off. */
export function createEndpoint(
  deps: EndpointDeps,
  webhook: OpenWebhook,
  off: (reason: "gone" | "failed") => Promise<void>,
): Endpoint<LogEntry> {
  const { record } = webhook;
  const format = FORMATS[record.format];
  return {
    id: record.id,
    source: deps.source,
    begins: "never",
    timeoutMs: format.requests * ATTEMPT_MS,
    offAfterMs: OFF_AFTER_MS,
    subjectOf: (event) =>
      isFor(record, deps.keyOf(record.keyId), event) ? event.subject : undefined,
    waitMs(failures) {
      const waitMs = WAITS_MS[failures - 1];
      return waitMs && waitMs * (1 + JITTER * deps.random.fraction());
    },
    async send([entry], _attempt, signal) {
      const sent = await format.send(deps, webhook, entry!, signal);
      deps.count(outcomeOf(sent));
      return sent;
    },
    async attempted(attempts) {
      const made = attempts.map(({ entries: [entry], sent, ...attempt }) =>
        deliveryOf({
          ...attempt,
          outcome: outcomeOf(sent),
          id: messageId(record.id, entry!.seq),
          event: entry!.value.type,
        })
      );
      return [await attemptsKept(deps.kv, record.id, made)];
    },
    off: (why) => off(why === "gone" ? "gone" : "failed"),
  };
}

/** Whether a webhook asked for an event, and its key may read it. */
function isFor(
  { format, types, groups, members }: WebhookRecord,
  key: KeyRecord | undefined,
  event: LogEntry,
): boolean {
  const { type, group } = event;
  // How much a build changed is no message for people unless it is asked for.
  if (types.length === 0 && type === "content.changed" && format !== "standard") return false;
  const isOfGroup = group === "" || (isAmong(groups, group) && isAmong(key?.groups ?? [], group));
  return key !== undefined && isOfGroup && isAmong(types, type) &&
    (members.length === 0 || event.members.some((member) => members.includes(member)));
}

/** An empty list is everything. */
function isAmong(list: readonly string[], one: string): boolean {
  return list.length === 0 || list.includes(one);
}
