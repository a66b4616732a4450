import type { BuildTool } from "../../tool.ts";

export const pages: BuildTool = {
  name: "pages",
  loadDev: async () => (await import("./preview/preview.ts")).createPreview(),
};
