import type { BuildTool } from "../../tool.ts";

export const rename: BuildTool = {
  name: "rename",
  needs: ["new"],
  commands: { rename: () => import("./main.ts") },
};
