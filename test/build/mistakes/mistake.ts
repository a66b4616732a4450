import type { TreeFiles } from "../content_tree.ts";

/**
 * A mistake that an editor makes: what is different from a content folder without one, and from one in
 * which it was mended by hand as the message says, where no fix does it.
 */
export type Mistake = readonly [name: string, files: TreeFiles, mended?: TreeFiles];

/** A mistake in a file of `groupa/`. */
export function inMember(
  name: string,
  holds: string | Uint8Array,
  mended?: string,
): Mistake {
  return inFile("groupa/members/citra-dewi.yaml", name, holds, mended);
}

export function inShow(name: string, holds: string, mended?: string): Mistake {
  return inFile("groupa/shows/2026-08-01-peluit.yaml", name, holds, mended);
}

export function inNews(name: string, holds: string, mended?: string): Mistake {
  return inFile("groupa/news/2026-08-01-kabar.md", name, holds, mended);
}

function inFile(
  path: string,
  name: string,
  holds: string | Uint8Array,
  mended?: string,
): Mistake {
  return mended === undefined
    ? [name, { [path]: holds }]
    : [name, { [path]: holds }, { [path]: mended }];
}
