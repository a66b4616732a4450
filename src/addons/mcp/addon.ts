import type { AddOn } from "../../core/addon.ts";

/** Answers assistants, which ask by the Model Context Protocol. */
export const mcp: AddOn = {
  name: "mcp",
  needs: ["search"],
  roots: ["mcp"],
  open: async (core) => (await import("./family.ts")).openAssistants(core),
};
