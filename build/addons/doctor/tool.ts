import type { BuildTool } from "../../tool.ts";

export const doctor: BuildTool = {
  name: "doctor",
  commands: { doctor: () => import("./main.ts") },
};
