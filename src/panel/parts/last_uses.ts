import type { UseEntry } from "../../audit/entries/use.ts";
import type { PageContext } from "./page_context.ts";

/** How far back uses are looked for. */
export const LOOKED_AT = 1_000;

/** The last uses of all tokens, oldest first. */
export async function lastUses({ read }: Pick<PageContext, "read">): Promise<readonly UseEntry[]> {
  return await read<readonly UseEntry[]>("audit tail", "", { kind: "use", limit: `${LOOKED_AT}` });
}
