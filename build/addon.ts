import type { DocPage } from "./site/docs/doc_page.ts";

/** What an add-on has of the build, in the folder of its name below `build/addons`. */
export interface BuildAddOn {
  /** The name of its folder. */
  readonly name: string;
  /** Its pages of the documents; they follow the core's in their parts of the list of contents. */
  readonly documents: readonly DocPage[];
}
