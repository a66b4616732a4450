/**
 * This room reports trouble to operators, once when it begins and once when it is over.
 *
 * @module
 */

import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { settingsOf } from "../../platform/settings.ts";
import { createLoop } from "../../store/loop.ts";
import { createAlarms } from "./alarms.ts";
import { createMailChannel, createWebhookChannel } from "./channels.ts";
import { createLook } from "./look.ts";
import { ALERT_SETTINGS } from "./settings.ts";

/** The distance between two looks. */
const LOOK_MS = 30_000;
const GATHER_MS = 20;

/** Begins to look for trouble if the settings name who is told of it. */
export function openAlerts(core: Core): Opened {
  const { platform, settings, store: { kv }, post } = core;
  const { ALERT_MAIL_TO: to, ALERT_WEBHOOK_URL: url } = settingsOf(settings, ALERT_SETTINGS);
  const channels = [
    ...(url === undefined ? [] : [createWebhookChannel(core, url)]),
    ...(to.length === 0 ? [] : [createMailChannel(core, to)]),
  ];
  if (channels.length === 0) return {};
  const look = createLook(core);
  const judge = createAlarms({ kv, clock: platform.clock, post });
  const away = "The store is unreachable, and alerts wait";
  const options = { gatherMs: GATHER_MS, patrolMs: LOOK_MS, away };
  const loop = createLoop(platform, options, async () => {
    await judge(await look());
    return null;
  });
  loop.wake();
  return { endpoints: () => channels, close: loop.close };
}
