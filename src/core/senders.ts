import type { RecordUse } from "../access/gate/data_gate.ts";
import { greetedName } from "../access/records/owner_email.ts";
import type { Credentials } from "../access/records/credential_table.ts";
import { type AddressList, createAddressList } from "../address/ip_address.ts";
import type { Alerts } from "../alerts/alerts.ts";
import type { AlertChannel } from "../alerts/channels.ts";
import { type Audit, createAudit } from "../audit/audit.ts";
import { endpointOf } from "../audit/entries/use.ts";
import type { EventReader } from "../events/event.ts";
import type { Live } from "../live/live.ts";
import { webhookOffLetter } from "../mail/letters.ts";
import type { PackIndex } from "../model/pack_index.ts";
import { maxWebhooks } from "../model/plans.ts";
import type { Notices } from "../notices/notices.ts";
import { errorMessage } from "../platform/log.ts";
import type { Settings } from "../platform/settings.ts";
import { StartError } from "../platform/start_error.ts";
import { freeShareOf } from "../store/store_disk.ts";
import { lazily } from "../toolbox/lazily.ts";
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

interface Observed {
  readonly audit: Audit;
  readonly live: Live;
  readonly access: AccessControl;
  readonly counting: Counting;
}

/** What a program without alerts does instead. */
const NO_ALERTS: Alerts = { wake() {}, clockStepped() {}, close: () => Promise.resolve() };

/**
 * Opens the alerts if the settings name who receives them. They are loaded only then.
 *
 * @throws {StartError} if letters are asked for, and no mail server is named
 */
export function openAlerts(base: Base, observed: Observed): Alerts {
  const { ALERT_MAIL_TO, ALERT_WEBHOOK_URL, SMTP_URL } = base.settings;
  if (ALERT_MAIL_TO.length > 0 && SMTP_URL === undefined) {
    throw new StartError(
      "Cannot use ALERT_MAIL_TO without SMTP_URL: name the mail server that takes the letters",
    );
  }
  if (ALERT_MAIL_TO.length === 0 && ALERT_WEBHOOK_URL === undefined) return NO_ALERTS;
  const starting = startAlerts(base, observed);
  return {
    wake: () => void starting.then((alerts) => alerts.wake()),
    clockStepped: (stepMs) => void starting.then((alerts) => alerts.clockStepped(stepMs)),
    close: async () => await (await starting).close(),
  };
}

const loadAlerts = lazily(() => import("../alerts/alerts.ts"));
const loadObserver = lazily(() => import("../alerts/condition.ts"));
const loadChannels = lazily(() => import("../alerts/channels.ts"));

async function startAlerts(
  base: Base,
  { audit, live, access, counting }: Observed,
): Promise<Alerts> {
  // Letters of sign-up and management that were asked for, sent or not.
  let lettersAsked = 0;
  counting.on("signup", (event) => {
    if (event === "asked" || event === "too_many") lettersAsked++;
  });
  const { createAlerts } = await loadAlerts();
  const { createObserver } = await loadObserver();
  const { platform, settings, content, elapsed, store: { kv, path } } = base;
  return createAlerts({
    ...platform,
    kv,
    elapsed,
    channels: await channelsOf(base),
    observe: createObserver({
      sources: live.view.sources,
      storeState: access.storeState,
      guesses: () => access.wrongPasswords,
      now: platform.clock.now,
      lettersAsked: () => lettersAsked,
      builtAt: () => content().builtAt,
      sinks: () => audit.state().sinks,
      maxContentDays: settings.ALERT_CONTENT_AGE_DAYS,
      freeDiskShare: async () =>
        path === undefined ? undefined : freeShareOf(await base.readDiskSpace(path)),
    }),
  });
}

async function channelsOf(
  { platform: { net, clock }, settings, index, mailer }: Base,
): Promise<AlertChannel[]> {
  const { ALERT_MAIL_TO: to, ALERT_WEBHOOK_URL: url } = settings;
  const { createWebhookChannel, createMailChannel } = await loadChannels();
  return [
    ...(url === undefined ? [] : [createWebhookChannel({ net, clock, url })]),
    ...(to.length === 0
      ? []
      : [createMailChannel({ mailer, to, title: () => index().site.title })]),
  ];
}

/** What a program that sends no letters does instead. */
const NO_NOTICES: Notices = { leased() {}, wake() {}, close: () => Promise.resolve() };

/**
 * Opens the notices if the settings name a mail server. They are loaded only then. `credentials` is
 * called after the start.
 */
export function openNotices(base: Base, credentials: () => Credentials): Notices {
  if (base.settings.SMTP_URL === undefined) return NO_NOTICES;
  const starting = startNotices(base, credentials);
  return {
    leased: (account, use) => void starting.then((notices) => notices.leased(account, use)),
    wake: () => void starting.then((notices) => notices.wake()),
    close: async () => await (await starting).close(),
  };
}

const loadNotices = lazily(() => import("../notices/notices.ts"));

async function startNotices(
  { platform, store, index, mailer, baseUrl }: Base,
  credentials: () => Credentials,
): Promise<Notices> {
  const { createNotices } = await loadNotices();
  const notices = createNotices({
    ...platform,
    kv: store.kv,
    mailer,
    sender: () => index().site,
    manageAddress: () => `${baseUrl()}/key/manage`,
    keys: () => credentials().keys.all(),
    keyOf: (id) => credentials().keys.byId(id),
    isLoaded: () => credentials().isLoaded,
    sunset: () => index().site.sunset,
  });
  credentials().loaded.then(notices.wake);
  return notices;
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
