import type { AddOn } from "../../core/addon.ts";
import { settingsOf } from "../../platform/settings.ts";
import { StartError } from "../../platform/start_error.ts";
import { ALERT_SETTINGS } from "./settings.ts";

/** Messages to operators about trouble, where somebody is named who gets them. */
export const alerts: AddOn = {
  name: "alerts",
  settings: ALERT_SETTINGS,
  checkSettings(settings) {
    const { ALERT_MAIL_TO: to } = settingsOf(settings, ALERT_SETTINGS);
    if (to.length === 0 || settings.SMTP_URL !== undefined) return;
    throw new StartError(
      "Cannot use ALERT_MAIL_TO without SMTP_URL: name the mail server that takes the letters",
    );
  },
  open: async (core) => (await import("./open.ts")).openAlerts(core),
};
