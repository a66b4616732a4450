import type { Span } from "../../src/model/pack.ts";
import { lazily } from "../cache/lazily.ts";
import { type BuildCache, hashTexts, NO_CACHE } from "../cache/build_cache.ts";
import type { PackPage } from "./blob.ts";

/** What is known of a page that was made before. */
export interface KnownPage {
  readonly length: number;
  readonly hash: string;
  /** Where things lie in it. */
  readonly spans: readonly Span[];
}

/** Pages by what they are made of: equal sources, equal bytes. */
export interface KnownPages {
  find(sources: readonly string[]): KnownPage | undefined;
  keep(sources: readonly string[], page: KnownPage): void;
}

/** A page, and the places of what is in it. */
export interface PlacedPage {
  readonly page: PackPage;
  readonly spans: readonly Span[];
}

/** Makes a page; or takes what is known of it, and makes it when somebody reads it. */
export function placePage(
  known: KnownPages | undefined,
  sourcesOf: () => readonly string[],
  make: () => PlacedPage,
): PlacedPage {
  if (known === undefined) return make();
  const sources = sourcesOf();
  const found = known.find(sources);
  if (found !== undefined) return lazyPage(found, lazily(() => make().page.bytes));
  const made = make();
  const { page: { length, hash }, spans } = made;
  known.keep(sources, { length, hash, spans });
  return made;
}

function lazyPage({ length, hash, spans }: KnownPage, makeBytes: () => Uint8Array): PlacedPage {
  const page = {
    ...{ length, hash },
    get bytes() {
      return makeBytes();
    },
  };
  return { page, spans };
}

/** Pages of which all sources have this one, too. */
export function pagesOf(
  known: KnownPages | undefined,
  sourceOf: () => string,
): KnownPages | undefined {
  if (known === undefined) return undefined;
  // It may be long, and is a source of each page.
  const source = hashTexts([sourceOf()]);
  return {
    find: (sources) => known.find([source, ...sources]),
    keep: (sources, page) => known.keep([source, ...sources], page),
  };
}

/** Makes all pages, and notes in a cache what they are; undefined where nothing is kept. */
export function notedPages(cache: BuildCache): KnownPages | undefined {
  if (cache === NO_CACHE) return undefined;
  return {
    find: () => undefined,
    keep(sources, page) {
      const name = nameOf(sources);
      if (cache.find(name) === undefined) {
        cache.keep(name, new TextEncoder().encode(JSON.stringify(page)));
      }
    },
  };
}

/** Takes the pages for known that are noted in a cache, or were made before in this process. */
export function readPages(cache: BuildCache): KnownPages {
  const made = new Map<string, KnownPage>();
  return {
    find(sources) {
      const name = nameOf(sources);
      const noted = made.has(name) ? undefined : cache.find(name);
      return noted === undefined ? made.get(name) : JSON.parse(new TextDecoder().decode(noted));
    },
    keep: (sources, page) => void made.set(nameOf(sources), page),
  };
}

function nameOf(sources: readonly string[]): string {
  return `page:${hashTexts(sources)}`;
}
