import { PROCESS, WITH_PARENT } from "../platform/parent.ts";
import type { Settings } from "../platform/settings.ts";
import { NAMED_HOSTS, narrowNeeds, SERVER_SCRIPT, wideNeeds } from "../setup/serve/command_line.ts";
import { serverFlags, SHARED_PORT_FLAG } from "../setup/serve/serve_permissions.ts";
import { NEW_STORE } from "../store/store_files.ts";

/** Words that are for the program as a whole. */
const NOT_PASSED_ON = [NAMED_HOSTS, WITH_PARENT, NEW_STORE];

/** Which of the servers it is, and the words of it alone. */
export interface OwnArguments {
  readonly number: number;
  readonly more: readonly string[];
}

/**
 * The runtime's arguments for one of the servers: its permissions, the script and its words.
 *
 * @param words what the program was called with
 */
export function serverArguments(
  settings: Settings,
  words: readonly string[],
  { number, more }: OwnArguments,
): string[] {
  const needs = words.includes(NAMED_HOSTS) ? narrowNeeds(settings) : wideNeeds(settings);
  const flags = ["run", "--quiet", "--no-prompt", SHARED_PORT_FLAG, ...serverFlags(needs)];
  const passedOn = words.filter((word) => !NOT_PASSED_ON.includes(word));
  return [...flags, SERVER_SCRIPT, ...passedOn, ...more, WITH_PARENT, `${PROCESS}${number}`];
}
