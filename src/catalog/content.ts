import type { Answer } from "../http/answer.ts";
import type { MaybeAsync } from "../http/maybe_async.ts";
import type { Revision } from "../model/build_stamp.ts";
import { openSite, type Site } from "../page/site_pack.ts";
import { openPack } from "./pack.ts";
import { NO_PICTURES, type PictureFile } from "./pictures.ts";
import { type Catalog, createCatalog } from "./catalog.ts";

/** The content that is served: a catalog, and the answers made of it. Replaced as one. */
export interface Content {
  readonly catalog: Catalog;
  readonly answers: AnswerCache;
  readonly site: Site;
  /** The bytes of its pictures. */
  readonly pictures: PictureFile;
  /** When it was built, in epoch ms; 0 if that is unknown. */
  readonly builtAt: number;
  /** The commit that it was built from last, if one is known. */
  readonly revision?: Revision | undefined;
}

/**
 * Opens the bytes of a pack for serving; `site` is beside it.
 *
 * @throws {SyntaxError} if it is not a whole pack of this version
 */
export function openContent(file: Uint8Array, site: Site = openSite(() => undefined)): Content {
  const catalog = createCatalog(openPack(file, site.ownAddress));
  return { catalog, answers: new AnswerCache(), site, pictures: NO_PICTURES, builtAt: 0 };
}

/** How many answers are kept, and how many bytes they may take together. */
const MAX_ANSWERS = 5000;
const MAX_BYTES = 64 * 1024 * 1024;

interface Kept {
  readonly answer: Answer;
  readonly version: string;
}

/**
 * The current answer of each resource and variant, for all requests of one content. When the cache is
 * full, the least recently made answers go first.
 */
export class AnswerCache {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  /**
   * The answer that holds at `now` (epoch ms) and was made of this `version` of whatever else it
   * depends on; `make` makes the next one when it has run out.
   */
  take<Made extends MaybeAsync<Answer>>(
    key: string,
    version: string,
    now: number,
    make: () => Made,
  ): Answer | Made {
    const known = this.#kept.get(key);
    if (known !== undefined && now < known.answer.validUntil && known.version === version) {
      return known.answer;
    }
    const keep = (answer: Answer) => {
      this.#keep(key, { answer, version });
      return answer;
    };
    const made = make();
    return made instanceof Promise ? made.then(keep) as Made : keep(made as Answer);
  }

  /** Forgets all answers. */
  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }

  #drop(key: string, { answer }: Kept): void {
    this.#kept.delete(key);
    this.#bytes -= sizeOf(key, answer);
  }

  #keep(key: string, made: Kept): void {
    const size = sizeOf(key, made.answer);
    const before = this.#kept.get(key);
    if (before !== undefined) this.#drop(key, before);
    for (const [oldest, old] of this.#kept) {
      if (this.#kept.size < MAX_ANSWERS && this.#bytes + size <= MAX_BYTES) break;
      this.#drop(oldest, old);
    }
    this.#kept.set(key, made);
    this.#bytes += size;
  }
}

/** What an answer takes beside its bytes: its objects, its headers and the buffers of its codings. */
const ENTRY_BYTES = 2048;

/**
 * The most that an answer comes to take, so that the bound holds whatever is asked for. A key holds what
 * the caller looked for: up to 8 KB, of two bytes a letter. Both compressed forms of a body, which are
 * made when they are asked for, are together no longer than the body.
 */
function sizeOf(key: string, { body }: Answer): number {
  return 2 * key.length + 2 * body.length + ENTRY_BYTES;
}
