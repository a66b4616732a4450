import { createAddressList } from "../../http/ip_address.ts";
import { describedSetting } from "../../platform/settings.ts";

/** What webhooks read of the environment. */
export const WEBHOOK_SETTINGS = {
  WEBHOOK_ALLOW: describedSetting<readonly string[]>(
    {
      description: "addresses and CIDR ranges with commas between them",
      read(raw) {
        const entries = raw.split(/\s*,\s*/);
        try {
          createAddressList(entries);
          return entries;
        } catch {
          return undefined;
        }
      },
    },
    [],
    "addresses and CIDR ranges that callers' webhooks may reach, over http too: " +
      "[read this](/docs/webhooks#what-may-webhooks-reach)",
  ),
};
