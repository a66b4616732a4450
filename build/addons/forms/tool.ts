import type { BuildTool } from "../../tool.ts";

/** `deno task editor` runs its `main.ts` itself, with the lock that pins the package of forms. */
export const forms: BuildTool = { name: "forms" };
