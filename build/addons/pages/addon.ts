import type { BuildAddOn } from "../../addon.ts";

export const pages: BuildAddOn = {
  name: "pages",
  documents: [],
  loadPreview: async () => (await import("./preview/preview.ts")).createPreview,
};
