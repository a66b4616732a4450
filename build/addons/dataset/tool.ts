import type { BuildTool } from "../../tool.ts";

export const dataset: BuildTool = {
  name: "dataset",
  commands: { export: () => import("./main.ts") },
};
