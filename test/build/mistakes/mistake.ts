import type { TreeFiles } from "../content_tree.ts";

/** A mistake that an editor makes: what is different from a content folder without one. */
export type Mistake = readonly [name: string, files: TreeFiles];

/** A mistake in a file of `groupa/`. */
export function inMember(name: string, holds: string | Uint8Array): Mistake {
  return [name, { "groupa/members/citra-dewi.yaml": holds }];
}

export function inShow(name: string, holds: string): Mistake {
  return [name, { "groupa/shows/2026-08-01-peluit.yaml": holds }];
}

export function inNews(name: string, holds: string): Mistake {
  return [name, { "groupa/news/2026-08-01-kabar.md": holds }];
}
