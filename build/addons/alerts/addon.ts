import type { BuildAddOn } from "../../addon.ts";
import { runningIt } from "../../doc_page.ts";
import page from "./alerts.md" with { type: "text" };

export const alerts: BuildAddOn = {
  name: "alerts",
  documents: [runningIt("/docs/alerts", "Alerts", page)],
};
