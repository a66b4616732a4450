/**
 * This room gives keys to those who prove their e-mail address, and lets owners manage them under `/key`.
 *
 * @module
 */

import type { Issued, KeyRecord } from "../access/records/key_store.ts";
import type { ParsedRequest } from "../http/request.ts";
import type { SignupSwitch } from "../access/records/owner_email.ts";
import type { OwnPages } from "../routes/exchange.ts";
import { openPlans } from "../model/plans.ts";
import { SIGNUP_SWITCH } from "../platform/credential_keys.ts";
import { follow } from "../shared_state/follow.ts";
import { lazily } from "../toolbox/lazily.ts";
import type { SignupDeps } from "./key_pages.ts";
import { isSafeBase } from "./safe_base.ts";

const loadSignup = lazily(() => import("./key_pages.ts"));

/** `/key` and what is below it, and rotation by keys; a start loads nothing but this module. */
export function createKeyLayer(
  deps: Omit<SignupDeps, "underWay"> & {
    /** How often to look for what the watch of the store may not have seen. */
    readonly pollMs: number;
  },
) {
  const { hasMail, baseUrl, index, pollMs, commandDeps, store: { kv } } = deps;
  const underWay = new Set<Promise<void>>();
  const closed = follow<boolean>(commandDeps, {
    watch: (changed) => kv.watch([SIGNUP_SWITCH], changed),
    pollMs: () => pollMs,
    load: async () => (await kv.get<SignupSwitch>(SIGNUP_SWITCH)).value?.isClosed === true,
  });
  if (hasMail) void closed.sync();
  let made: ReturnType<Awaited<ReturnType<typeof loadSignup>>["createSignup"]> | undefined;

  async function signup() {
    const { createSignup } = await loadSignup();
    return made ??= createSignup({ ...deps, underWay });
  }

  return {
    pages: {
      root: "key",
      name: "key_pages",
      answer: async (raw, request, headers) => await (await signup()).pages(raw, request, headers),
    } satisfies OwnPages as OwnPages,
    /** Gives a key another secret, as its caller asks for it. */
    rotate: async (key: KeyRecord, request: ParsedRequest): Promise<Issued<KeyRecord>> =>
      await (await signup()).rotate(key, request),
    /** Whether people can sign up for a key now, as memory has it: it never waits for the store. */
    isOpen: (): boolean =>
      hasMail && closed.value !== true && isSafeBase(baseUrl()) && openPlans(index()).length > 0,
    close: closed.close,
    /** Resolves when no letter is under way. */
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
