import { isLive, type KeyRecord } from "../../access/records/key_store.ts";
import { greetedName } from "../../access/records/owner_email.ts";
import { createAddressList } from "../../http/ip_address.ts";
import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import type { Endpoint } from "../../delivery/endpoint.ts";
import type { LogEntry } from "../../events/event.ts";
import { letter } from "../../mail/letters.ts";
import { maxWebhooks } from "../../model/plans.ts";
import { createOutboundFetch } from "../../platform/outbound_fetch.ts";
import { settingsOf } from "../../platform/settings.ts";
import { follow } from "../../store/follow.ts";
import { ATTEMPT_MS, createEndpoint, type EndpointDeps } from "./endpoint.ts";
import { createGuardedNet } from "./guarded_net.ts";
import { createOwnWebhooks } from "./own.ts";
import { type OpenWebhook, type ShownAddress, shownOf, type WebhookRecord } from "./record.ts";
import { OWN_WEBHOOKS } from "./routes.ts";
import { WEBHOOK_SETTINGS } from "./settings.ts";
import { createWebhookSeal, createWebhookStore, REVISION } from "./store.ts";
import { spokenGroup } from "./words.ts";

const VERIFY_MS = 5_000;
const MAX_ANSWER_BYTES = 65_536;

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
  const { clock, random, log } = platform;
  const store = createWebhookStore(kv);
  const seal = createWebhookSeal(pepper, random);
  const keyOf = access.credentials.keys.byId;
  const allowed = createAddressList(settingsOf(core.settings, WEBHOOK_SETTINGS).WEBHOOK_ALLOW);
  const net = createGuardedNet(platform.direct, allowed);
  const client = (timeoutMs: number) =>
    createOutboundFetch(
      { net, clock },
      { timeoutMs, maxBytes: MAX_ANSWER_BYTES, excess: "truncate" },
    );
  const deps: EndpointDeps = {
    kv,
    clock,
    random,
    keyOf,
    source: events.feed,
    outbound: client(ATTEMPT_MS),
    groupOf: (slug) => spokenGroup(index(), slug),
    count: core.counting.reporter("webhookAttempt"),
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
    if (target === undefined) {
      log.error("A webhook cannot be opened: it was sealed otherwise", { webhook: record.id });
      return [];
    }
    const webhook = { record, target };
    const off = (reason: "gone" | "failed") => switchOff(webhook, reason);
    return [{ keyId: record.keyId, endpoint: createEndpoint(deps, webhook, off) }];
  }

  async function switchOff({ record, target }: OpenWebhook, reason: "gone" | "failed") {
    if (!await store.switchOff(record, reason, clock.now())) return;
    log.info("A webhook is off", { webhook: record.id, reason });
    void followed.sync();
    const key = keyOf(record.keyId);
    if (key === undefined) return;
    const to = { name: greetedName(key), email: key.email };
    const sent = core.mailer.send(offLetter(core, to, shownOf(target.url), reason));
    core.later(sent.then(({ state }) => {
      if (state !== "sent") log.warn("The owner of a webhook got no letter", { state });
    }));
  }

  services.provide(
    OWN_WEBHOOKS,
    createOwnWebhooks({
      ...deps,
      isOwn: net.isOwn,
      store,
      seal,
      asking: client(VERIFY_MS),
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
