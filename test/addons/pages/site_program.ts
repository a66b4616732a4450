import { createManualClock } from "../../support/manual_clock.ts";
import {
  type Ask,
  createProgram,
  type Program,
  type ProgramOptions,
} from "../../support/program.ts";
import { temporaryFolderSync } from "../../support/temporary.ts";
import { type TreeFiles, writeTree } from "../../build/content_tree.ts";

/** The address that the content names. */
export const BASE = "https://oshibase.example";

export const GROUP = "/groups/groupa";

/** A program over the valid files with these over them; `groupa` has public pages. */
export interface SiteProgram extends AsyncDisposable {
  readonly app: Program;
  /** Asks as a browser does, without a credential. */
  ask(path: string, ask?: Ask): Promise<Response>;
  /** The page at a path, which has to be there. */
  page(path: string, ask?: Ask): Promise<string>;
  /** Writes another folder of these files, and serves and announces it. */
  publish(files: TreeFiles): Promise<void>;
}

export const SITE_FILES: TreeFiles = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\nlanguage: en\npublic: site\n",
  "groupb/group.yaml": "name: Group B\nfamily: wrapped\nlanguage: en\npublic: feeds\n",
  "groupb/members/cici.yaml": "name: Cici Lestari\n",
};

export async function openSiteProgram(
  files: TreeFiles = {},
  options: Partial<ProgramOptions> = {},
): Promise<SiteProgram> {
  const folder = temporaryFolderSync();
  let count = 0;
  const write = (these: TreeFiles) => {
    const content = `${folder.path}/content${count++}`;
    writeTree(content, { ...SITE_FILES, ...these });
    return content;
  };
  const clock = options.clock ?? createManualClock(Date.parse(options.now ?? NOW));
  const app = await createProgram({ content: write(files), clock, plan: null, ...options });
  await app.swap(undefined, clock.now());
  await app.service.announcer.sync();
  const ask = (path: string, asked: Ask = {}) =>
    app.ask(path, {
      key: null,
      ...asked,
      headers: { accept: "text/html", ...asked.headers as Record<string, string> },
    });
  return {
    app,
    ask,
    async page(path, asked) {
      const response = await ask(path, asked);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}: ${text}`);
      return text;
    },
    async publish(files) {
      await app.swap(write(files), clock.now());
      await app.service.announcer.sync();
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Noon in Jakarta, three days before the show. */
export const NOW = "2026-07-01T05:00:00Z";

/** The text of a page, without its tags. */
export function textOf(page: string): string {
  return page.replace(/<script[^]*?<\/script>/g, " ").replace(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"').replace(/\s+/g, " ");
}

/** The JSON-LD of a page; undefined if it has none. */
// deno-lint-ignore no-explicit-any
export function dataOf(page: string): any {
  const block = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(page)?.[1];
  return block === undefined ? undefined : JSON.parse(block);
}

/** Follows every link of public pages below a path, and gives the pages by their paths. */
export async function crawl(
  { page }: Pick<SiteProgram, "page">,
  from: string,
  most = Infinity,
): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const waiting = [from];
  for (
    let path = waiting.shift();
    path !== undefined && pages.size < most;
    path = waiting.shift()
  ) {
    if (pages.has(path)) continue;
    const text = await page(path);
    pages.set(path, text);
    for (const [, href] of text.matchAll(/<a [^>]*?href="(\/groups\/[^"]*)"/g)) {
      waiting.push(href!.replaceAll("&amp;", "&"));
    }
  }
  return pages;
}
