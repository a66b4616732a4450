/**
 * This room gives keys to those who prove their e-mail address, and lets owners manage them under `/key`.
 *
 * @module
 */

import { createFormTokens } from "./form_tokens.ts";
import { createLetterCounts } from "./letter_counts.ts";
import { createLinks, type Links } from "./links.ts";
import type { KeyPages } from "./key_pages.ts";
import type { KeyPagesDeps } from "./visit.ts";
import type { KeyRecord } from "../access/records/key_store.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { ParsedRequest } from "../http/request.ts";
import { lazily } from "../toolbox/lazily.ts";

/** `/key` and what is below it, and rotation by keys; a start loads nothing but this module. */
export type KeyLayer = ReturnType<typeof createKeyLayer>;

const loadPages = lazily(() => import("./key_pages.ts"));
const loadRotation = lazily(() => import("./rotate_own.ts"));

export function createKeyLayer(deps: Omit<KeyPagesDeps, "links" | "letters" | "forms" | "underWay">) {
  const { store, commandDeps: { clock, random } } = deps;
  const underWay = new Set<Promise<void>>();
  let made: KeyPagesDeps | undefined;
  let pages: KeyPages | undefined;

  function all(): KeyPagesDeps {
    const env = { ...store, clock, random };
    return made ??= {
      ...deps,
      links: createLinks(env),
      letters: createLetterCounts(env),
      forms: createFormTokens(env),
      underWay,
    };
  }

  return {
    /** Answers a page; undefined for other paths. */
    page(rawRequest: Request, request: ParsedRequest, headers: HeaderList) {
      if (request.target.segments[0] !== "key") return undefined;
      return loadPages().then(({ createKeyPages }) => {
        pages ??= createKeyPages(all());
        return pages(rawRequest, request, headers);
      });
    },
    /** Gives a key another secret, as its caller asks for it. */
    async rotate(key: KeyRecord, request: ParsedRequest) {
      const { rotateByKey } = await loadRotation();
      return await rotateByKey(all(), key, request);
    },
    /** Resolves when no letter is under way. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Makes the addresses of pages that undo rotations. */
export function undoLinkOf(
  links: Links,
  baseUrl: () => string,
): (keyId: string, rotation: string, until: number) => string {
  return (key, rotation, until) =>
    `${baseUrl()}/key/undo?link=${links.make("undo", { key, rotation }, until)}`;
}
