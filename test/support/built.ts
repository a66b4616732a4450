import { buildContent } from "./server.ts";

/** The folders of a place where servers are started. */
export interface BuildFolders extends Record<string, string> {
  readonly OUT_DIR: string;
}

/**
 * Puts into OUT_DIR what `deno task build` makes of CONTENT_DIR (`content`).
 *
 * @throws {Error} with what the command says, where the content has errors
 */
export async function placeBuild(env: BuildFolders): Promise<void> {
  const { success, stderr } = await buildContent(env);
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
