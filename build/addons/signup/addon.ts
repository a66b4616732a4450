import type { BuildAddOn } from "../../addon.ts";
import { partOf } from "../../doc_page.ts";
import part from "./signup.md" with { type: "text" };

export const signup: BuildAddOn = {
  name: "signup",
  documents: [partOf("/docs/keys", part)],
};
