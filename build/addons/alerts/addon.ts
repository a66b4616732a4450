import type { BuildAddOn } from "../../addon.ts";
import { partOf } from "../../doc_page.ts";
import part from "./alerts.md" with { type: "text" };

export const alerts: BuildAddOn = {
  name: "alerts",
  documents: [partOf("/docs/watching", part)],
};
