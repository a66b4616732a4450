/**
 * This add-on counts what the program does, as figures that monitoring systems read, and logs requests.
 *
 * @module
 */

import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { LINE_FORMATS } from "../../platform/log.ts";
import { settingsOf } from "../../platform/settings.ts";
import { below } from "../../routes/router.ts";
import { createAccessLog } from "./access_log.ts";
import { Counts } from "./counts.ts";
import { metricsFamily } from "./family.ts";
import { figuresOf } from "./figures.ts";
import { noteRequest } from "./note_request.ts";
import { formatMetrics } from "./open_metrics.ts";
import { METRICS_SETTINGS } from "./settings.ts";

/** Begins to count and to log. */
export function openMetrics(core: Core): Opened {
  const { METRICS_TOKEN: token, ACCESS_LOG: which } = settingsOf(core.settings, METRICS_SETTINGS);
  const { counting, access: { admins, clearText } } = core;
  const { platform: { clock, log }, settings, writeLines: write } = core;
  const counts = new Counts(counting);
  const text = () => formatMetrics(figuresOf(core, counts));
  const accessLog = which === "off" || write === undefined
    ? undefined
    : createAccessLog({ clock, log, write, formatLine: LINE_FORMATS[settings.LOG], which });
  return {
    mounts: { metrics: below(metricsFamily({ token, admins, clearText }, text), 0) },
    onAnswer: (exchange, response, ms) =>
      noteRequest({ counts, accessLog }, exchange, response, ms),
    close: () => accessLog?.close(),
  };
}
