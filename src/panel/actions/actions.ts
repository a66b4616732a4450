/**
 * This room does what forms of the panel ask for, by the commands of the command line.
 *
 * @module
 */

import type { Action } from "./action.ts";
import { issueKey, revokeKey } from "./key_actions.ts";
import { approveToken, rejectToken, revokeToken } from "./token_actions.ts";

/** What forms do, by their paths below `/admin`. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  "keys/issue": issueKey,
  "keys/{}/revoke": revokeKey,
  "tokens/{}/approve": approveToken,
  "tokens/{}/reject": rejectToken,
  "tokens/{}/revoke": revokeToken,
};
