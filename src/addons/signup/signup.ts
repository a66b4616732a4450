import { canWrite } from "../../admin/owner/owner.ts";
import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { SIGNUP_IS_OPEN } from "../../core/services.ts";
import { openPlans } from "../../model/plans.ts";
import { createKeyPages } from "./key_pages.ts";
import { createLetterCounts } from "./letter_counts.ts";
import { createLinks } from "./links.ts";

/** Opens sign-up, and the management of keys by their owners. */
export function openSignup(core: Core): Opened {
  const { platform: { clock, random }, store, index, owner, counting } = core;
  const env = { ...store, clock, random };
  core.services.provide(SIGNUP_IS_OPEN, () => canWrite(owner) && openPlans(index()).length > 0);
  return {
    pages: createKeyPages({
      ...owner,
      meter: core.access.meter,
      mailer: core.mailer,
      links: createLinks(env),
      letters: createLetterCounts(env),
      note: counting.reporter("signup"),
      later: core.later,
      bodies: core.dispatch.bodies,
      toHttpError: core.dispatch.toHttpError,
      commands: core.admin.commands,
    }),
  };
}
