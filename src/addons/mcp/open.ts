import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { below } from "../../routes/router.ts";
import { createAssistantFamily } from "./family.ts";

/** Mounts `/mcp`. */
export function openAssistants(core: Core): Opened {
  return { mounts: { mcp: below(createAssistantFamily(core), 0) } };
}
