import type { BuildTool } from "../../tool.ts";

export const completion: BuildTool = {
  name: "completion",
  commands: { schema: () => import("./main.ts") },
  async loadDev() {
    const { offerAllNames } = await import("./completion_files.ts");
    return { onFirstBuild: offerAllNames };
  },
};
