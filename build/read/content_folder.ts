import { isFolder } from "./there.ts";
import { say } from "../words/say.ts";

/** Explains why no folder is at `root`, or none that can be read. */
export function missingContentFolder(root: string): string | undefined {
  try {
    if (isFolder(root)) return undefined;
  } catch {
    // A file is where a folder above it should be, or it may not be entered.
  }
  return say`Cannot find the content folder: CONTENT_DIR has to name one, found "${root}"`;
}
