import type { BuildAddOn } from "../../addon.ts";
import { inIndonesian, partOf } from "../../doc_page.ts";
import part from "./search.md" with { type: "text" };
import pageInIndonesian from "./search_id.md" with { type: "text" };

export const search: BuildAddOn = {
  name: "search",
  documents: [
    partOf("/docs/lists", part),
    inIndonesian("/docs/id/search", pageInIndonesian),
  ],
};
