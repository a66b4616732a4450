/**
 * This room counts what the program does, as figures that monitoring systems read, and logs requests.
 *
 * @module
 */

import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { LINE_FORMATS } from "../../platform/log.ts";
import { settingsOf } from "../../platform/settings.ts";
import { below } from "../../routes/router.ts";
import { lastDiskSpace } from "../../store/store_disk.ts";
import { type AccessLog, createAccessLog } from "./access_log.ts";
import { createCounts } from "./counts.ts";
import { metricsFamily } from "./family.ts";
import { readGauges } from "./gauges.ts";
import { noteRequest } from "./note_request.ts";
import { formatServiceMetrics } from "./service_metrics.ts";
import { METRICS_SETTINGS } from "./settings.ts";

/** Begins to count and to log. */
export function openMetrics(core: Core): Opened {
  const { METRICS_TOKEN: token } = settingsOf(core.settings, METRICS_SETTINGS);
  const { counting, store: { path }, readDiskSpace, access: { admins, clearText } } = core;
  const counts = createCounts();
  counting.on("quotaStoreCall", counts.quotaStoreCalls.add);
  counting.on("poll", counts.polls.add);
  counting.on("webhookAttempt", counts.webhookAttempts.add);
  counting.on("signup", counts.signups.add);
  // There is no disk of a store that is on none of this machine.
  const disk = path === undefined ? () => undefined : lastDiskSpace(() => readDiskSpace(path));
  const text = () => formatServiceMetrics(counts, readGauges(core, disk()));
  const accessLog = openAccessLog(core);
  return {
    mounts: { metrics: below(metricsFamily({ token, admins, clearText }, text), 0) },
    onAnswer: (exchange, response, ms) =>
      noteRequest({ requests: counts.requests, accessLog }, exchange, response, ms),
    close: () => accessLog?.close(),
  };
}

/** Opens the log of requests; undefined if none is to be kept. */
function openAccessLog(
  { platform: { clock, log }, settings, writeLines }: Core,
): AccessLog | undefined {
  const { ACCESS_LOG: which } = settingsOf(settings, METRICS_SETTINGS);
  if (which === "off" || writeLines === undefined) return undefined;
  return createAccessLog({
    clock,
    log,
    write: writeLines,
    formatLine: LINE_FORMATS[settings.LOG],
    which,
  });
}
