import type { BuildAddOn } from "../../addon.ts";
import { inIndonesian, usingIt } from "../../doc_page.ts";
import page from "./webhooks.md" with { type: "text" };
import pageInIndonesian from "./webhooks_id.md" with { type: "text" };

export const webhooks: BuildAddOn = {
  name: "webhooks",
  documents: [
    usingIt("/docs/webhooks", page),
    inIndonesian("/docs/id/webhooks", pageInIndonesian),
  ],
};
