import type { BuildAddOn } from "../../addon.ts";
import { runningIt } from "../../doc_page.ts";
import page from "./panel.md" with { type: "text" };

export const panel: BuildAddOn = {
  name: "panel",
  documents: [runningIt("/docs/panel", "The panel", page)],
};
