/**
 * This room joins what tells operators and owners to what it is about.
 *
 * @module
 */

import type { Alerts } from "../../alerts/alerts.ts";
import type { AlertChannel } from "../../alerts/channels.ts";
import type { ObserverDeps } from "../../alerts/observer.ts";
import type { Audit } from "../../audit/audit.ts";
import type { Content } from "../../catalog/catalog.ts";
import type { SourceReport } from "../../live/view/source_report.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Settings } from "../../platform/settings.ts";
import { StartError } from "../../platform/start_error.ts";
import { type DiskSpace, freeShareOf } from "../../store/disk_space.ts";
import type { Store } from "../../store/store.ts";
import { lazily } from "../../toolbox/lazily.ts";
import { openMailer } from "../mailer.ts";

/** What alerts of the program are opened with. */
export interface OpenAlertsDeps {
  readonly platform: Platform;
  readonly settings: Settings;
  readonly store: Store;
  readonly audit: Audit;
  readonly content: () => Content;
  readonly sources: () => readonly SourceReport[];
  readonly storeState: () => "ok" | "down";
  readonly guesses: ObserverDeps["guesses"];
  /** Milliseconds since any instant, by a clock that nobody sets. */
  readonly elapsed: () => number;
  readonly readDiskSpace: (path: string) => Promise<DiskSpace>;
}

/** What a program without alerts does instead. */
const NO_ALERTS: Alerts = { wake() {}, clockStepped() {}, close: () => Promise.resolve() };

/**
 * Opens the alerts where the settings name somebody to be told. They are loaded only then.
 *
 * @throws {StartError} where letters are asked for, and no mail server is named
 */
export function openAlerts(deps: OpenAlertsDeps): Alerts {
  const { ALERT_MAIL_TO, ALERT_WEBHOOK_URL, SMTP_URL } = deps.settings;
  if (ALERT_MAIL_TO.length > 0 && SMTP_URL === undefined) {
    throw new StartError(
      "Cannot use ALERT_MAIL_TO without SMTP_URL: name the mail server that takes the letters",
    );
  }
  if (ALERT_MAIL_TO.length === 0 && ALERT_WEBHOOK_URL === undefined) return NO_ALERTS;
  const starting = startAlerts(deps);
  return {
    wake: () => void starting.then((alerts) => alerts.wake()),
    clockStepped: (stepMs) => void starting.then((alerts) => alerts.clockStepped(stepMs)),
    close: async () => await (await starting).close(),
  };
}

const loadAlerts = lazily(() => import("../../alerts/alerts.ts"));
const loadObserver = lazily(() => import("../../alerts/observer.ts"));
const loadChannels = lazily(() => import("../../alerts/channels.ts"));

async function startAlerts(deps: OpenAlertsDeps): Promise<Alerts> {
  const { createAlerts } = await loadAlerts();
  const { createObserver } = await loadObserver();
  const { platform, store, settings, audit } = deps;
  return createAlerts({
    ...platform,
    kv: store.kv,
    elapsed: deps.elapsed,
    channels: await channelsOf(deps),
    observe: createObserver({
      ...deps,
      now: platform.clock.now,
      builtAt: () => deps.content().builtAt,
      sinks: () => audit.state().sinks,
      maxContentDays: settings.ALERT_CONTENT_AGE_DAYS,
      freeDiskShare: async () =>
        store.path === undefined ? undefined : freeShareOf(await deps.readDiskSpace(store.path)),
    }),
  });
}

async function channelsOf(
  { platform: { net, clock }, settings, content }: OpenAlertsDeps,
): Promise<AlertChannel[]> {
  const { ALERT_MAIL_TO: to, ALERT_WEBHOOK_URL: url } = settings;
  const { createWebhookChannel, createMailChannel } = await loadChannels();
  const site = () => content().catalog.index.site;
  const mailer = openMailer(settings, site);
  return [
    ...(url === undefined ? [] : [createWebhookChannel({ net, clock, url })]),
    ...(to.length === 0 ? [] : [createMailChannel({ mailer, to, title: () => site().title })]),
  ];
}
