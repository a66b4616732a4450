import { webhookOffLetter } from "../mail/letters.ts";
import type { PackIndex } from "../model/pack.ts";
import { DEFAULT_WEBHOOKS } from "../model/plans.ts";
import type { EventLog } from "../events/event.ts";
import type { Platform } from "../platform/platform.ts";
import type { Settings } from "../platform/settings.ts";
import type { Store } from "../store/store.ts";
import { createWebhooks, type Webhooks } from "../webhooks/webhooks.ts";
import type { SpokenGroup } from "../webhooks/words/words.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { AccessControl } from "./access_control.ts";
import { openMailer } from "./mailer.ts";
import { readAddressSetting } from "./program/address_setting.ts";

/** How often a KV file is looked at for what other processes did; elsewhere the watch sees it. */
const POLL_FILE_MS = 2_000;
const POLL_MS = 30_000;

/** What the webhooks of the program are opened with. */
export interface OpenWebhooksDeps {
  readonly platform: Platform;
  readonly settings: Settings;
  readonly store: Store;
  readonly access: AccessControl;
  readonly eventLog: EventLog;
  readonly index: () => PackIndex;
  readonly telemetry: Telemetry;
}

/**
 * Opens the webhooks of all keys.
 *
 * @throws {StartError} where `WEBHOOK_ALLOW` cannot be read
 */
export function openWebhooks(deps: OpenWebhooksDeps): Webhooks {
  const { platform, settings, store, access, eventLog, index } = deps;
  const mailer = openMailer(settings, () => index().site);
  const webhooks = createWebhooks({
    ...platform,
    net: platform.direct,
    kv: store.kv,
    pepper: store.pepper,
    eventLog,
    onAttempt: deps.telemetry.webhookAttempts.add,
    groupOf: (slug) => spokenGroup(index(), slug),
    allowed: readAddressSetting(settings, "WEBHOOK_ALLOW"),
    pollMs: store.isFile ? POLL_FILE_MS : POLL_MS,
    keyOf: access.credentials.keyOf,
    maxWebhooks: ({ plan }) => index().plans[plan]?.webhooks ?? DEFAULT_WEBHOOKS,
    async notifyDisabled(key, { host, hint }, reason) {
      const to = { name: key.owner, email: key.email, host, hint };
      const { state } = await mailer.send(webhookOffLetter(index().site, to, reason));
      if (state !== "sent") platform.log.warn("The owner of a webhook was not told", { state });
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
