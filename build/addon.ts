import type { Handler } from "../src/routes/dispatch.ts";
import type { BuildWatcher } from "./preview/previewed.ts";
import type { DocPage } from "./addons/site/docs/doc_page.ts";

/** Puts pages of the content folder in front of a program; `now` in epoch ms. */
export type CreatePreview = (
  options: {
    readonly builds: Pick<BuildWatcher, "read" | "version">;
    readonly now: () => number;
  },
) => (program: Handler) => Handler;

/** What an add-on has of the build, in the folder of its name below `build/addons`. */
export interface BuildAddOn {
  /** The name of its folder. */
  readonly name: string;
  /** Its pages of the documents; they follow the core's in their parts of the list of contents. */
  readonly documents: readonly DocPage[];
  /** Loads what stands in front of the program in `dev`, and shows the content folder. */
  readonly loadPreview?: () => Promise<CreatePreview>;
}
