import type { BuildTool } from "../../tool.ts";

export const making: BuildTool = {
  name: "new",
  needs: ["completion", "service"],
  commands: { new: () => import("./main.ts") },
};
