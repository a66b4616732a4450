import type { BuildTool } from "../../tool.ts";

export const pages: BuildTool = {
  name: "pages",
  async loadDev() {
    const { createPreview } = await import("./preview/preview.ts");
    return { createPreview };
  },
};
