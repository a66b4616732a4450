import { type AnswerCache, createAnswerCache } from "./answer_cache.ts";
import { type Catalog, createCatalog } from "./catalog.ts";
import { openPack } from "./pack.ts";

/** What is served: a catalog, and the answers made of it. Replaced as one. */
export interface Content {
  readonly catalog: Catalog;
  readonly answers: AnswerCache;
}

/**
 * Opens a pack for serving.
 *
 * @throws {SyntaxError} where the bytes are not a whole pack of this version
 */
export function openContent(file: Uint8Array): Content {
  return { catalog: createCatalog(openPack(file)), answers: createAnswerCache() };
}
