import type { BuildAddOn } from "../../addon.ts";
import { inIndonesian, usingIt } from "../../doc_page.ts";
import page from "./search.md" with { type: "text" };
import pageInIndonesian from "./search_id.md" with { type: "text" };

export const search: BuildAddOn = {
  name: "search",
  documents: [
    usingIt("/docs/search", "Search", page),
    inIndonesian("/docs/id/search", "Pencarian", pageInIndonesian),
  ],
};
