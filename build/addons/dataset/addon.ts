import type { BuildAddOn } from "../../addon.ts";
import { partOf } from "../../doc_page.ts";
import part from "./datasets.md" with { type: "text" };
import partInIndonesian from "./datasets_id.md" with { type: "text" };

export const dataset: BuildAddOn = {
  name: "dataset",
  documents: [partOf("/docs/events", part), partOf("/docs/id/events", partInIndonesian)],
};
