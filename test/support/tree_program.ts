import type { TreeFiles } from "../build/content_tree.ts";
import { type World, world, type WorldOptions } from "./world.ts";

/** A world over the valid files with others over them. */
export interface TreeWorld extends AsyncDisposable {
  readonly app: World;
  /** Builds other files at an instant (epoch ms), and serves and announces them. */
  rebuild(at: number, changed: TreeFiles): Promise<void>;
}

export async function createTreeProgram(
  content: TreeFiles,
  options: Omit<WorldOptions, "content">,
): Promise<TreeWorld> {
  const app = await world({ ...options, content });
  return {
    app,
    async rebuild(at, changed) {
      app.at(at);
      await app.edit(changed);
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
