import type { AddOn } from "../../core/addon.ts";
import { below } from "../../routes/router.ts";
import { createAssistantFamily } from "./family.ts";

/** Answers assistants, which ask by the Model Context Protocol. */
export const mcp: AddOn = {
  name: "mcp",
  needs: ["search"],
  roots: ["mcp"],
  open: (core) => ({ mounts: { mcp: below(createAssistantFamily(core), 0) } }),
};
