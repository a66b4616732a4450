import type { OpenedPack } from "./pack/opened_pack.ts";
import type { BuildWatcher } from "./preview/previewed.ts";
import type { Handler } from "../src/routes/dispatch.ts";
import type { Task } from "./task/run_task.ts";

/** A tool: what is called by a word, or takes part while a folder is served that is written. */
export interface BuildTool {
  /** The name of its folder below `build/addons`. */
  readonly name: string;
  /** The names of the tools and add-ons that it imports. */
  readonly needs?: readonly string[];
  /** By the word behind `build/main.ts`; loaded when it is called. */
  readonly commands?: Readonly<Record<string, () => Promise<{ readonly task: Task }>>>;
  /** Loads its part of `deno task dev`. */
  readonly loadDev?: () => Promise<DevTool>;
}

/** A tool at work in `deno task dev`. */
export interface DevTool {
  /** Called once, when the content folder `root` was built for the first time. */
  onFirstBuild?(root: string): void;
  /** Says what a save has changed, a line each; `now`: epoch ms. */
  tellSave?(before: OpenedPack, after: OpenedPack, now: number): readonly string[];
  /** Puts pages of the content folder in front of a program. */
  readonly createPreview?: CreatePreview;
}

/** `now`: epoch ms. */
export type CreatePreview = (
  options: {
    readonly builds: Pick<BuildWatcher, "read" | "version">;
    readonly now: () => number;
  },
) => (program: Handler) => Handler;
