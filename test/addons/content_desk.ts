import { type TreeFiles, writeTree } from "../build/content_tree.ts";
import { type Ended, runTask } from "../support/command.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A content folder, and the tasks that an editor runs on it. */
export interface ContentDesk extends AsyncDisposable {
  /** The folder that the content lies in, with what is built and stored of it. */
  readonly folder: string;
  /** The content folder. */
  readonly root: string;
  readonly env: Readonly<Record<"CONTENT_DIR" | "OUT_DIR" | "KV_PATH" | "LIVE", string>>;
  /** Runs a task as at a terminal; in what it says the content folder is called `content`. */
  run(task: string, ...words: string[]): Promise<Ended>;
  /** The text of a file of the content. */
  text(path: string): string;
}

/** Makes a folder with these files over a small valid content; without them it has no content yet. */
export async function contentDesk(files?: TreeFiles): Promise<ContentDesk> {
  const temporary = await temporaryFolder();
  const folder = Deno.realPathSync(temporary.path);
  const root = `${folder}/content`;
  if (files !== undefined) writeTree(root, files);
  const env = {
    CONTENT_DIR: root,
    OUT_DIR: `${folder}/out`,
    KV_PATH: `${folder}/store/kv`,
    LIVE: "off",
  };
  return {
    ...{ folder, root, env },
    async run(task, ...words) {
      const { code, ...said } = await runTask(task, { ...env, NO_COLOR: "1" }, words);
      const plain = (text: string) => text.replaceAll(root, "content");
      return { code, stdout: plain(said.stdout), stderr: plain(said.stderr) };
    },
    text: (path) => Deno.readTextFileSync(`${root}/${path}`),
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
}
