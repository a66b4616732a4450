/**
 * This room reports trouble to operators, once when it begins and once when it is over.
 *
 * @module
 */

import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { settingsOf } from "../../platform/settings.ts";
import { createLoop } from "../../shared_state/loop.ts";
import { createAlarms } from "./alarms.ts";
import { createMailChannel, createWebhookChannel } from "./channels.ts";
import { createObserver } from "./observe.ts";
import { ALERT_SETTINGS } from "./settings.ts";

/** The distance between two looks. */
const LOOK_MS = 30_000;
const GATHER_MS = 20;

/** Begins to look for trouble if the settings name who is told of it. */
export function openAlerts(core: Core): Opened {
  const { platform, settings, store: { kv }, elapsed, post, index, mailer } = core;
  const own = settingsOf(settings, ALERT_SETTINGS);
  const { ALERT_MAIL_TO: to, ALERT_WEBHOOK_URL: url } = own;
  const deps = { ...platform, post, mailer, title: () => index().site.title };
  const channels = [
    ...(url === undefined ? [] : [createWebhookChannel(deps, url)]),
    ...(to.length === 0 ? [] : [createMailChannel(deps, to)]),
  ];
  if (channels.length === 0) return {};
  const look = createObserver(core, own.ALERT_CONTENT_AGE_DAYS);
  const judge = createAlarms({ kv, clock: platform.clock, post, elapsed });
  const away = "The store is unreachable, and alerts wait";
  const loop = createLoop(
    platform,
    { gatherMs: GATHER_MS, hastens: true, patrolMs: LOOK_MS, away },
    async () => {
      await judge(await look());
      return null;
    },
  );
  loop.wake();
  return { endpoints: () => channels, wake: loop.wake, close: loop.close };
}
