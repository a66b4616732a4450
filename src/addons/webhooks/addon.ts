import type { AddOn } from "../../core/addon.ts";
import { WEBHOOK_ROUTES } from "./routes.ts";
import { WEBHOOK_SETTINGS } from "./settings.ts";

/** Sends addresses of callers what happens, signed or as messages of a chat. */
export const webhooks: AddOn = {
  name: "webhooks",
  settings: WEBHOOK_SETTINGS,
  routes: { v1: WEBHOOK_ROUTES },
  commands: async () => (await import("./commands.ts")).WEBHOOK_COMMANDS,
  open: async (core) => (await import("./open.ts")).openWebhooks(core),
  onKeyEnd: async (...ended) => (await import("./store.ts")).webhooksOnKeyEnd(...ended),
};
