import type { Settings } from "../../platform/settings.ts";
import { DEFAULT_KV_FILE } from "../../store/kv_file.ts";
import { listenedHost, namedHosts } from "./named_hosts.ts";
import { parentPermissions, serverFlags, type ServerNeeds } from "./serve_permissions.ts";

/** Lets servers reach the hosts that the settings name, and no others. */
export const NAMED_HOSTS = "--named-hosts";

/** The script of one server, and that of the parent of several. */
export const SERVER_SCRIPT = "src/main.ts";
export const PARENT_SCRIPT = "src/processes/main.ts";

/** The command line that serves with the permissions that the settings need; `words` are the server's. */
export function directCommandLine(
  settings: Settings,
  exec: string,
  words: readonly string[] = [],
): string {
  const { HOST, PORT, PROCESSES } = settings;
  const line = PROCESSES > 1
    ? [...parentPermissions({ exec, host: listenedHost(HOST, PORT) }), PARENT_SCRIPT, NAMED_HOSTS]
    : [...serverFlags(narrowNeeds(settings)), SERVER_SCRIPT];
  return [exec, "run", "--quiet", "--no-prompt", ...line, ...words].map(shellWord).join(" ");
}

/** What is true of the printed line, for the person who asked for it. */
export function describeCommandLine(settings: Settings): string {
  const wider = settings.PROCESSES > 1
    ? `leave ${NAMED_HOSTS} out`
    : `put --allow-net in place of --allow-net=${namedHosts(settings)[0]},…`;
  return "Run it in this folder, with the variables of these settings. It reaches the hosts that the " +
    `settings name; callers' webhooks may lie anywhere: to have them told, ${wider}.`;
}

/** What a server needs that reaches no host but those that the settings name. */
export function narrowNeeds(settings: Settings): ServerNeeds {
  return { ...wideNeeds(settings), hosts: namedHosts(settings) };
}

/** What a server needs that tells callers' webhooks, wherever they lie. */
export function wideNeeds({ OUT_DIR, KV_PATH }: Settings): ServerNeeds {
  return { out: OUT_DIR, kvPath: KV_PATH ?? DEFAULT_KV_FILE };
}

/** A word as a shell takes it for itself. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
