import type { OpenedPack } from "./pack/opened_pack.ts";
import type { Compiled } from "./compile.ts";
import type { Content } from "../src/catalog/content.ts";
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
  /** Called with what came of each build, good or not. */
  onBuild?(compiled: Compiled): void;
  /** Says what a save has changed, a line each; `now`: epoch ms. */
  tellSave?(before: OpenedPack, after: OpenedPack, now: number): readonly string[];
  /** Answers some requests in place of the program. */
  front?(program: ServedProgram): Handler;
}

/** The program that `deno task dev` serves with. */
interface ServedProgram {
  readonly app: Handler;
  /** The same program over other content: `change` gives it in place of what is served, for each request. */
  over(change: (served: Content) => Content): Handler;
}
