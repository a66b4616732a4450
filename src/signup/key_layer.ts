/**
 * This room gives keys to those who prove their e-mail address, and lets owners manage them under `/key`.
 *
 * @module
 */

import type { Issued, KeyRecord } from "../access/records/key_store.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import type { ParsedRequest } from "../http/request.ts";
import { lazily } from "../toolbox/lazily.ts";
import type { SignupDeps } from "./key_pages.ts";

const loadSignup = lazily(() => import("./key_pages.ts"));

/** `/key` and what is below it, and rotation by keys; a start loads nothing but this module. */
export function createKeyLayer(deps: Omit<SignupDeps, "underWay">) {
  const underWay = new Set<Promise<void>>();
  let made: ReturnType<Awaited<ReturnType<typeof loadSignup>>["createSignup"]> | undefined;

  async function signup() {
    const { createSignup } = await loadSignup();
    return made ??= createSignup({ ...deps, underWay });
  }

  return {
    /** Answers a page; undefined for other paths. */
    page(rawRequest: Request, request: ParsedRequest, headers: HeaderList) {
      if (request.target.segments[0] !== "key") return undefined;
      return signup().then(({ pages }) => pages(rawRequest, request, headers));
    },
    /** Gives a key another secret, as its caller asks for it. */
    rotate: async (key: KeyRecord, request: ParsedRequest): Promise<Issued<KeyRecord>> =>
      await (await signup()).rotate(key, request),
    /** Resolves when no letter is under way. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
