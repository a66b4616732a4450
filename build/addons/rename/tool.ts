import type { BuildTool } from "../../tool.ts";

export const rename: BuildTool = {
  name: "rename",
  commands: { rename: () => import("./main.ts") },
};
