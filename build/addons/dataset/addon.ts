import type { BuildAddOn } from "../../addon.ts";
import { inIndonesian, usingIt } from "../../doc_page.ts";
import page from "./datasets.md" with { type: "text" };
import pageInIndonesian from "./datasets_id.md" with { type: "text" };

export const dataset: BuildAddOn = {
  name: "dataset",
  documents: [
    usingIt("/docs/datasets", "Datasets", page),
    inIndonesian("/docs/id/datasets", "Dataset", pageInIndonesian),
  ],
};
