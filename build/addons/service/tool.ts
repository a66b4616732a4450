import type { BuildTool } from "../../tool.ts";

export const service: BuildTool = {
  name: "service",
  needs: ["new", "site"],
  commands: { "new service": () => import("./main.ts"), upgrade: () => import("./upgrade.ts") },
};
