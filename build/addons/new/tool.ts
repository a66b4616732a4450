import type { BuildTool } from "../../tool.ts";

export const making: BuildTool = {
  name: "new",
  commands: { new: () => import("./main.ts") },
};
