import { hash } from "node:crypto";
import { type BuildCache, hashTexts } from "./cache/build_cache.ts";
import { draftFile, type FileDraft } from "./emit/write_file.ts";
import { isFile } from "./read/there.ts";
import type { SiteSource } from "./site/site_source.ts";
import type { RenderThread } from "./thread/render_thread.ts";
import type { SiteAnswer } from "./thread/thread_messages.ts";

/** Writes sites to a file. */
export interface SiteWriter {
  /** Whether it knows the site that lies there. */
  isKnown(): boolean;
  /** Begins to render a site, unless the same one lies there already. */
  begin(source: SiteSource): void;
  /**
   * Waits for the site that was begun last, and begins to write it; undefined where none was. `isLasting`:
   * whether it has to outlive a failure of the machine.
   */
  draft(isLasting: boolean): FileDraft | undefined;
}

/** In the cache: the SHA-256 of the site that was written last, and the key of its source. */
const WRITTEN = "site";

/** Writes sites to `path`; they are rendered on another thread. */
export function createSiteWriter(
  path: string,
  cache: BuildCache,
  thread: RenderThread,
): SiteWriter {
  let written = readWritten(path, cache);
  /** The key of the site that is being rendered. */
  let begun: string | undefined;
  return {
    isKnown: () => written !== undefined,
    begin(source) {
      const key = hashTexts([JSON.stringify(source)]);
      begun = key === written?.key && isFile(path) ? undefined : key;
      if (begun !== undefined) thread.post({ kind: "site", key, source, before: written?.file });
    },
    draft(isLasting) {
      if (begun === undefined) return undefined;
      const { pack, hash: packHash } = siteOf(begun, thread);
      const file = new Uint8Array(pack);
      const drafted = { key: begun, file };
      cache.keep(WRITTEN, new TextEncoder().encode(`${packHash} ${begun}`));
      begun = undefined;
      const draft = draftFile(path, [file], isLasting);
      const place = async () => {
        await draft.place();
        written = drafted;
      };
      return { ...draft, place };
    },
  };
}

function siteOf(key: string, thread: RenderThread): SiteAnswer {
  while (true) {
    const answer = thread.next("site");
    if (answer.key === key) return answer;
  }
}

/** The site that lies at a path. */
interface WrittenSite {
  /** Names its source. */
  readonly key: string;
  readonly file: Uint8Array;
}

/** Undefined where what lies there is not what this program has written last. */
function readWritten(path: string, cache: BuildCache): WrittenSite | undefined {
  const found = cache.find(WRITTEN);
  if (found === undefined || !isFile(path)) return undefined;
  const file = Deno.readFileSync(path);
  const [noted, key] = new TextDecoder().decode(found).split(" ");
  return noted === hash("sha256", file, "base64url") ? { key: key!, file } : undefined;
}
