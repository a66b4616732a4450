import type { BuildTool } from "../../tool.ts";

export const service: BuildTool = {
  name: "service",
  needs: ["new", "site"],
  commands: { upgrade: () => import("./upgrade.ts") },
};
