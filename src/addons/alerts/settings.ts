import { address, describedSetting } from "../../platform/settings.ts";
import type { TextReader } from "../../toolbox/text_reader.ts";

/** What the alerts read of the environment. */
export const ALERT_SETTINGS = {
  ALERT_WEBHOOK_URL: describedSetting<string | undefined>(
    address(),
    undefined,
    "an address, or a Discord webhook, that gets [alerts](/docs/watching#alerts)",
  ),
  ALERT_MAIL_TO: describedSetting<readonly string[]>(
    mailAddresses(),
    [],
    "mail addresses, with commas between them, that get alerts; needs `SMTP_URL`",
  ),
};

function mailAddresses(): TextReader<readonly string[]> {
  return {
    description: "mail addresses with commas between them",
    read(raw) {
      const addresses = raw.split(/\s*,\s*/);
      return addresses.every((one) => /^[^\s@]+@[^\s@]+$/.test(one)) ? addresses : undefined;
    },
  };
}
