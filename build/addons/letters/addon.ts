import type { BuildAddOn } from "../../addon.ts";
import { partOf } from "../../doc_page.ts";
import part from "./letters.md" with { type: "text" };

export const letters: BuildAddOn = {
  name: "letters",
  documents: [partOf("/docs/keys", part)],
};
