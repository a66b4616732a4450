/**
 * This room makes the pages of the panel.
 *
 * @module
 */

import type { Action, RenderPage } from "../page_context.ts";
import { auditPage } from "./audit_page.ts";
import { contentPage } from "./content_page.ts";
import { issueKey, issuePage, keyPage, revokeKey } from "./key_page.ts";
import { keysPage } from "./keys_page.ts";
import { livePage } from "./live_page.ts";
import { overviewPage } from "./overview_page.ts";
import { approveToken, rejectToken, revokeToken, tokenPage, tokensPage } from "./tokens_page.ts";
import { webhooksPage } from "./webhooks_page.ts";

/** The pages, by their paths below `/admin`. */
export const PAGES: Readonly<Record<string, RenderPage>> = {
  "": overviewPage,
  "keys": keysPage,
  "keys/issue": issuePage,
  "keys/{}": keyPage,
  "tokens": tokensPage,
  "tokens/{}": tokenPage,
  "audit": auditPage,
  "live": livePage,
  "webhooks": webhooksPage,
  "content": contentPage,
};

/** The pages that show what this process has in memory, also where the store is away. */
export const MEMORY_PAGES: ReadonlySet<RenderPage> = new Set([overviewPage, livePage]);

/** What forms do, by their paths below `/admin`. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  "keys/issue": issueKey,
  "keys/{}/revoke": revokeKey,
  "tokens/{}/approve": approveToken,
  "tokens/{}/reject": rejectToken,
  "tokens/{}/revoke": revokeToken,
};
