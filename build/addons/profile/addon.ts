import type { BuildAddOn } from "../../addon.ts";
import { partOf } from "../../doc_page.ts";
import part from "./compatibility.md" with { type: "text" };

export const profile: BuildAddOn = {
  name: "profile",
  documents: [partOf("/docs/own-service", part)],
};
