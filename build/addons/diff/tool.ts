import type { BuildTool } from "../../tool.ts";

export const diff: BuildTool = {
  name: "diff",
  commands: { diff: () => import("./main.ts") },
  async loadDev() {
    const { saveLines } = await import("./difference_report.ts");
    return { tellSave: saveLines };
  },
};
