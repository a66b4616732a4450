import { isFolder } from "./there.ts";

/** Says what is wrong where no folder is at `root`, or none that can be looked at. */
export function missingContentFolder(root: string): string | undefined {
  try {
    if (isFolder(root)) return undefined;
  } catch {
    // A file stands where a folder above it should, or it may not be entered.
  }
  return `Cannot find the content folder: CONTENT_DIR has to name one, found "${root}"`;
}
