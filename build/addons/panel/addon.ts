import type { BuildAddOn } from "../../addon.ts";
import { partOf } from "../../doc_page.ts";
import part from "./panel.md" with { type: "text" };

export const panel: BuildAddOn = {
  name: "panel",
  documents: [partOf("/docs/keys", part)],
};
