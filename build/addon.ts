/**
 * What an add-on of the build is: a folder of its name below `build/addons`, and a line in
 * {@link ./addons.ts} for what the compiler asks it, in {@link ./tools.ts} for what is called by its name.
 * The compiler knows none by name.
 *
 * @module
 */

import type { PublicFile } from "../src/model/site_pack.ts";
import type { PackIndex } from "../src/model/pack_index.ts";
import type { GroupContent } from "./check/content.ts";
import type { DocPage } from "./doc_page.ts";
import type { ReadPicture } from "./picture/picture.ts";

/** What the compiler asks of an add-on. */
export interface BuildAddOn {
  /** The name of its folder. */
  readonly name: string;
  /** Its pages of the documents; they follow the core's in their parts of the list of contents. */
  readonly documents?: readonly DocPage[];
  /**
   * Reads the bytes of a picture; undefined if they are none of a kind that is served.
   *
   * @throws {BrokenPictureError} if they are not whole
   */
  readPicture?(bytes: Uint8Array): ReadPicture | undefined;
  /** What it makes for everybody, beside the content; `documents`: the pages of all add-ons. */
  publish?(content: PublishedContent, documents: readonly DocPage[]): Publication;
}

/** What is known of the service and its groups when a good build is written. */
export interface PublishedContent extends Pick<PackIndex, "site" | "plans"> {
  readonly groups: readonly GroupContent[];
}

/** Files that are served as they are. */
export interface Publication {
  /** All that they are made of, as JSON can hold it: equal sources, equal files. */
  readonly source: unknown;
  render(): Promise<readonly PublicFile[]>;
}
