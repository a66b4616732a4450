import { isLive, type KeyRecord } from "../../access/records/key_store.ts";
import { greetedName } from "../../access/records/owner_email.ts";
import { createAddressList } from "../../address/ip_address.ts";
import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { WEBHOOK_ATTEMPTS } from "../../core/services.ts";
import type { Endpoint } from "../../delivery/endpoint.ts";
import type { LogEntry } from "../../events/event.ts";
import { letter } from "../../mail/letters.ts";
import { maxWebhooks } from "../../model/plans.ts";
import { createOutboundFetch } from "../../platform/outbound_fetch.ts";
import { settingsOf } from "../../platform/settings.ts";
import { follow } from "../../shared_state/follow.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../toolbox/durations.ts";
import { FORMATS } from "./formats.ts";
import { createGuardedNet } from "./guarded_net.ts";
import { createOwnWebhooks } from "./own.ts";
import {
  type OpenWebhook,
  REVISION,
  type ShownAddress,
  shownOf,
  type WebhookRecord,
} from "./record.ts";
import { OWN_WEBHOOKS } from "./routes.ts";
import { messageId, outcomeOf, type SendDeps } from "./send.ts";
import { WEBHOOK_SETTINGS } from "./settings.ts";
import {
  attemptsKept,
  createWebhookSeal,
  createWebhookStore,
  deliveryOf,
  readAttempts,
} from "./store.ts";
import { spokenGroup } from "./words.ts";

const ATTEMPT_MS = 10_000;
const VERIFY_MS = 5_000;
const MAX_ANSWER_BYTES = 65_536;

/** The waits between attempts of one event; after the last it is given up. */
const WAITS_MS = [
  ...[5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS],
  ...[HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, DAY_MS],
];
/** Up to so much of a wait is added by chance, so that what failed together comes back apart. */
const JITTER = 0.2;
/** A webhook to which nothing was delivered for so long is switched off. */
const OFF_AFTER_MS = 3 * DAY_MS;

/** An endpoint of the outbox, and the key whose rights it has. */
interface KeyEndpoint {
  readonly keyId: string;
  readonly endpoint: Endpoint<LogEntry>;
}

/** All webhooks that are on, and the version of the revision at which they were read. */
interface Known {
  readonly version: string | null;
  readonly endpoints: readonly KeyEndpoint[];
}

/** Opens the webhooks of all keys: the outbox sends them what the log of events holds. */
export function openWebhooks(core: Core): Opened {
  const { platform, store: { kv, pepper }, access, events, outbox, services, index } = core;
  const { clock, random, log, direct: net } = platform;
  const store = createWebhookStore(kv);
  const seal = createWebhookSeal(pepper, random);
  const keyOf = access.credentials.keys.byId;
  const count = core.counting.reporter("webhookAttempt");
  const allowed = createAddressList(settingsOf(core.settings, WEBHOOK_SETTINGS).WEBHOOK_ALLOW);
  const client = (timeoutMs: number) =>
    createOutboundFetch(
      { net: createGuardedNet({ net, allowed }), clock },
      { timeoutMs, maxBytes: MAX_ANSWER_BYTES, excess: "truncate" },
    );
  const deps: SendDeps = {
    ...{ kv, clock, random, outbound: client(ATTEMPT_MS) },
    groupOf: (slug) => spokenGroup(index(), slug),
  };
  const followed = follow<Known>({ clock, log }, {
    watch: (changed) => kv.watch([REVISION], changed),
    pollMs: () => core.pollMs,
    outage: { away: "Webhooks: the store is unreachable" },
    async load(before) {
      const { version } = await kv.get(REVISION);
      if (before !== undefined && version === before.version) return before;
      return { version, endpoints: (await store.list()).flatMap(endpointsOf) };
    },
  });
  followed.subscribe(outbox.wake);
  void followed.sync();

  function endpointsOf(record: WebhookRecord): KeyEndpoint[] {
    if (record.offAt !== undefined) return [];
    const target = seal.open(record.id, record.sealed);
    if (target !== undefined) {
      return [{ keyId: record.keyId, endpoint: endpointOf({ record, target }) }];
    }
    log.error("A webhook cannot be opened: it was sealed otherwise", { webhook: record.id });
    return [];
  }

  function endpointOf(webhook: OpenWebhook): Endpoint<LogEntry> {
    const { record } = webhook;
    const { id, keyId } = record;
    const format = FORMATS[record.format];
    return {
      id,
      source: events.feed,
      begins: "never",
      timeoutMs: format.requests * ATTEMPT_MS,
      offAfterMs: OFF_AFTER_MS,
      subjectOf: (event) => isFor(record, keyOf(keyId), event) ? event.subject : undefined,
      waitMs(failures) {
        const waitMs = WAITS_MS[failures - 1];
        return waitMs && waitMs * (1 + JITTER * random.fraction());
      },
      async send([entry], _attempt, signal) {
        const sent = await format.send(deps, webhook, entry!, signal);
        count(outcomeOf(sent));
        return sent;
      },
      async attempted(attempts) {
        const made = attempts.map(({ entries: [entry], sent, ...attempt }) =>
          deliveryOf({
            ...{ ...attempt, outcome: outcomeOf(sent) },
            ...{ id: messageId(id, entry!.seq), event: entry!.value.type },
          })
        );
        return [await attemptsKept(kv, id, made)];
      },
      off: (why) => switchOff(webhook, why === "gone" ? "gone" : "failed"),
    };
  }

  /** Switches a webhook off once, and writes to its owner. */
  async function switchOff({ record, target }: OpenWebhook, reason: "gone" | "failed") {
    if (!await store.switchOff(record, reason, clock.now())) return;
    log.info("A webhook is off", { webhook: record.id, reason });
    void followed.sync();
    const key = keyOf(record.keyId);
    if (key === undefined) return;
    const to = { name: greetedName(key), email: key.email };
    void core.mailer.send(offLetter(core, to, shownOf(target.url), reason)).then(({ state }) => {
      if (state !== "sent") log.warn("The owner of a webhook got no letter", { state });
    });
  }

  services.provide(WEBHOOK_ATTEMPTS, (id) => readAttempts(kv, id));
  services.provide(
    OWN_WEBHOOKS,
    createOwnWebhooks({
      ...{ ...deps, net, allowed, store, seal, asking: client(VERIFY_MS) },
      head: events.log.last,
      maxWebhooks: ({ plan }) => maxWebhooks(index().plans[plan]),
      refresh: followed.sync,
    }),
  );
  return {
    /** Those of keys that may be sent something now: the others wait. */
    endpoints() {
      const now = clock.now();
      const isSent = (key: KeyRecord | undefined) => key !== undefined && isLive(key, now);
      return (followed.value?.endpoints ?? []).filter(({ keyId }) => isSent(keyOf(keyId)))
        .map(({ endpoint }) => endpoint);
    },
    close: followed.stop,
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

/** The letter that says that a webhook gets no more events. */
function offLetter(
  { index, baseUrl }: Pick<Core, "index" | "baseUrl">,
  to: { readonly name: string; readonly email: string },
  { host, hint }: ShownAddress,
  reason: "gone" | "failed",
) {
  const { site } = index();
  const why = reason === "gone"
    ? "it answered 410, which asks for that"
    : "for 3 days nothing could be delivered";
  return letter(site, to, `Your webhook at ${host} is off`, [
    `${site.title} tells your webhook at ${host} (its address ends with ${hint}) nothing any more: ${why}.`,
    "When the address answers again, end this webhook and register another one:",
    `${baseUrl()}/docs/webhooks`,
  ]);
}
