import { type TreeFiles, writeTree } from "../build/content_tree.ts";
import { createProgram, type Program, type ProgramOptions } from "./program.ts";
import { temporaryFolder } from "./temporary.ts";

/** A program over the valid files with others over them, in a folder of its own. */
export interface TreeProgram extends AsyncDisposable {
  readonly app: Program;
  /** The folder that is served now. */
  readonly path: string;
  /** Builds other files at an instant (epoch ms), and serves and announces them. */
  rebuild(at: number, changed: TreeFiles): Promise<void>;
}

export async function createTreeProgram(
  first: TreeFiles,
  options: Omit<ProgramOptions, "content">,
): Promise<TreeProgram> {
  const folder = await temporaryFolder();
  let files = first;
  let builds = 0;
  let path = "";
  const write = () => writeTree(path = `${folder.path}/build-${++builds}`, files);
  write();
  const app = await createProgram({ ...options, content: path });
  return {
    app,
    get path() {
      return path;
    },
    async rebuild(at, changed) {
      files = { ...files, ...changed };
      write();
      app.at(at);
      app.swap(path, at);
      await app.service.announcer.sync();
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
