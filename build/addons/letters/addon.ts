import type { BuildAddOn } from "../../addon.ts";
import { runningIt } from "../../doc_page.ts";
import page from "./letters.md" with { type: "text" };

export const letters: BuildAddOn = {
  name: "letters",
  documents: [runningIt("/docs/letters", "Letters to owners of keys", page)],
};
