import type { RecordUse } from "../access/gate/data_gate.ts";
import { greetedName } from "../access/records/owner_email.ts";
import { type AddressList, createAddressList } from "../address/ip_address.ts";
import { type Audit, createAudit } from "../audit/audit.ts";
import { endpointOf } from "../audit/entries/use.ts";
import type { EventReader } from "../events/event.ts";
import { webhookOffLetter } from "../mail/letters.ts";
import type { PackIndex } from "../model/pack_index.ts";
import { maxWebhooks } from "../model/plans.ts";
import { errorMessage } from "../platform/log.ts";
import type { Settings } from "../platform/settings.ts";
import { StartError } from "../platform/start_error.ts";
import { createWebhooks, type Webhooks } from "../webhooks/webhooks.ts";
import type { SpokenGroup } from "../webhooks/words/words.ts";
import type { AccessControl } from "./access_control.ts";
import type { Base } from "./base.ts";
import type { Counting } from "./counting.ts";

/**
 * Reads a setting that lists addresses and ranges of them.
 *
 * @throws {StartError} naming the setting and the entry that is no address
 */
export function readAddressSetting(
  settings: Settings,
  name: "TRUSTED_PROXIES" | "WEBHOOK_ALLOW",
): AddressList {
  try {
    return createAddressList(settings[name]);
  } catch (error) {
    throw new StartError(`Cannot use ${name}: ${errorMessage(error)}`);
  }
}

/**
 * Opens the record of priority-token uses.
 *
 * @throws {StartError} if a sink's address or secret cannot be used
 */
export function openAudit({ platform, settings, store: { kv, pepper } }: Base): Audit {
  const { AUDIT_WEBHOOK_URL, AUDIT_SINK_URL, AUDIT_SINK_SECRET } = settings;
  if (AUDIT_SINK_SECRET !== undefined && AUDIT_SINK_URL === undefined) {
    throw new StartError(
      "Cannot use AUDIT_SINK_SECRET: AUDIT_SINK_URL is not set; set both, or neither",
    );
  }
  try {
    return createAudit({ ...platform, kv, pepper }, {
      retentionDays: settings.AUDIT_RETENTION_DAYS,
      ...(AUDIT_WEBHOOK_URL !== undefined && { webhookUrl: AUDIT_WEBHOOK_URL }),
      ...(AUDIT_SINK_URL !== undefined && { sinkUrl: AUDIT_SINK_URL }),
      ...(AUDIT_SINK_SECRET !== undefined && { sinkSecret: AUDIT_SINK_SECRET }),
    });
  } catch (error) {
    if (error instanceof TypeError) throw new StartError(error.message);
    throw error;
  }
}

/** Hands each use of a token to the record: who, from where, what for, and how it ended. */
export function recordUses({ record }: Audit): RecordUse {
  return ({ at, token, secret, request, route, status }) =>
    record({
      at,
      token_id: token.id,
      name: token.name,
      email: token.email,
      ip: request.address,
      method: request.method,
      // An assistant names its tool in the body: the path says nothing.
      endpoint: endpointOf(route.includes(" ") ? route : request.target.path, [secret]),
      route,
      status,
    });
}

/**
 * Opens the webhooks of all keys.
 *
 * @throws {StartError} if `WEBHOOK_ALLOW` cannot be read
 */
export function openWebhooks(
  { platform, settings, store, index, mailer, pollMs }: Base,
  { access, events, counting }: {
    readonly access: AccessControl;
    readonly events: EventReader;
    readonly counting: Counting;
  },
): Webhooks {
  const webhooks = createWebhooks({
    ...platform,
    net: platform.direct,
    kv: store.kv,
    pepper: store.pepper,
    eventLog: events,
    onAttempt: counting.reporter("webhookAttempt"),
    groupOf: (slug) => spokenGroup(index(), slug),
    allowed: readAddressSetting(settings, "WEBHOOK_ALLOW"),
    pollMs,
    keyOf: access.credentials.keys.byId,
    maxWebhooks: ({ plan }) => maxWebhooks(index().plans[plan]),
    async notifyDisabled(key, { host, hint }, reason) {
      const to = { name: greetedName(key), email: key.email, host, hint };
      const { state } = await mailer.send(webhookOffLetter(index().site, to, reason));
      if (state !== "sent") platform.log.warn("The owner of a webhook got no letter", { state });
    },
  });
  // A webhook whose key is not known yet waits.
  access.credentials.loaded.then(webhooks.wake);
  return webhooks;
}

/** A group as messages name it; one that is gone by its slug, and all together by the service's title. */
function spokenGroup({ groups, site }: PackIndex, slug: string): SpokenGroup {
  const found = groups.find((group) => group.slug === slug);
  if (found !== undefined) return found;
  const [first, ...others] = groups;
  const isShared = (name: "language" | "timezone") =>
    others.every((other) => other[name] === first?.[name]);
  return {
    name: slug || site.title,
    language: (isShared("language") ? first?.language : undefined) ?? "en",
    timezone: (isShared("timezone") ? first?.timezone : undefined) ?? "UTC",
  };
}
