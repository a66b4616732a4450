import { say } from "../words/say.ts";

/**
 * Adds Markdown to the summary of a step; returns why not, where there is no file for it or the system
 * refuses.
 */
export function writeSummary(path: string | undefined, markdown: string): string | undefined {
  if (path === undefined || path === "") {
    return say`Cannot write the summary: GITHUB_STEP_SUMMARY names no file. All problems:`;
  }
  try {
    Deno.writeTextFileSync(path, markdown, { append: true });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return say`Cannot write the summary: ${reason}. All problems:`;
  }
}
