/**
 * This room holds the commands that manage keys, priority tokens, codes, users, the audit and the store.
 *
 * @module
 */

import { AUDIT_COMMANDS } from "./audit_commands.ts";
import { CODE_COMMANDS } from "./code_commands.ts";
import type { Command } from "../command/command.ts";
import { FORGET_COMMANDS } from "./forget.ts";
import { KEY_COMMANDS } from "./key_commands.ts";
import { STORE_COMMANDS } from "./store_commands.ts";
import { TOKEN_COMMANDS } from "./token_commands.ts";
import { USER_COMMANDS } from "./user_commands.ts";

/** What an operator can do without any add-on. */
export const COMMANDS: readonly Command[] = [
  ...KEY_COMMANDS,
  ...TOKEN_COMMANDS,
  ...USER_COMMANDS,
  ...CODE_COMMANDS,
  ...FORGET_COMMANDS,
  ...AUDIT_COMMANDS,
  ...STORE_COMMANDS,
];
