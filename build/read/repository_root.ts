import { exists, isFolder } from "./there.ts";
import { type Message, phrase } from "../words/say.ts";

/** The root of the repository of a folder; the folder itself if it is in none. */
export function repositoryRoot(folder: string): string {
  const start = Deno.realPathSync(folder);
  for (let here = start; here !== ""; here = here.slice(0, here.lastIndexOf("/"))) {
    if (exists(`${here}/.git`)) return here;
  }
  return start;
}

/** Explains why no folder is at `root`, or none that can be read. */
export function missingContentFolder(root: string): Message | undefined {
  try {
    if (isFolder(root)) return undefined;
  } catch {
    // A file is where a folder above it should be, or it may not be entered.
  }
  return phrase`Cannot find the content folder: CONTENT_DIR has to name one, found "${root}"`;
}
