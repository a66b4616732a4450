import type { BuildTool } from "../../tool.ts";

export const importing: BuildTool = {
  name: "import",
  commands: { import: () => import("./main.ts") },
};
