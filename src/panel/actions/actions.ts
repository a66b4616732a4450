/**
 * This room does what forms of the panel ask for, by the commands of the command line.
 *
 * @module
 */

import type { Action } from "./action.ts";

/** What forms do, by their paths below `/admin`. */
export const ACTIONS: Readonly<Record<string, Action>> = {};
