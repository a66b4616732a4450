import { compile } from "../../build/compile.ts";
import { Buffer } from "node:buffer";
import { createPreview } from "../../build/addons/pages/preview/preview.ts";
import { createBuildWatcher } from "../../build/preview/previewed.ts";
import { openedPack } from "../../build/pack/opened_pack.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import { type TreeFiles, writeTree } from "../build/content_tree.ts";

/** How a page is asked for; by default as the person at this machine does. */
export interface PreviewAsk {
  readonly method?: string;
  readonly from?: string;
  readonly origin?: string;
  readonly headers?: Record<string, string>;
}

/** The preview of a small folder, in front of a program that says so. */
export interface PreviewHarness extends Disposable {
  /** The content folder. */
  readonly root: string;
  /** Writes files over those that are there, and builds as a watching process does. */
  save(files: TreeFiles): void;
  ask(path: string, ask?: PreviewAsk): Promise<Response>;
  /** The page at a path, which has to be there. */
  page(path: string): Promise<string>;
}

/** What is answered where the preview does not answer. */
export const PROGRAM = "the program";

export const NOW = Date.parse("2026-07-01T00:00:00Z");

/** A group whose pages are in English. */
const GROUP_FILE = "name: Group A\nfamily: bare\nlanguage: en\n";

/** Opens the preview of the valid files with these over them. */
export function openPreview(files: TreeFiles, now = NOW): PreviewHarness {
  const folder = temporaryFolderSync();
  const root = `${folder.path}/content`;
  const builds = createBuildWatcher(now);
  const save = (files: TreeFiles) => {
    writeTree(root, { "groupa/group.yaml": GROUP_FILE, ...files });
    const compiled = compile(root, { now });
    const { pack } = compiled;
    builds.note(compiled, pack && openedPack(pack.index, Buffer.concat(pack.bodies)));
  };
  save(files);
  const handler = createPreview({ builds, now: () => now })(() =>
    Promise.resolve(new Response(PROGRAM))
  );
  const ask = async (path: string, ask: PreviewAsk = {}) => {
    const { method = "GET", origin = "http://localhost:8000", headers = {} } = ask;
    const request = new Request(`${origin}${path}`, { method, headers });
    return await handler(request, ask.from ?? "127.0.0.1");
  };
  return {
    ...{ root, save, ask },
    async page(path) {
      const response = await ask(path);
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      return await response.text();
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
