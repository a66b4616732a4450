import { StartError } from "../platform/start_error.ts";
import type { Log } from "../platform/log.ts";
import { nearlySettings, readAllSettings } from "./all_settings.ts";
import type { Versions } from "./base.ts";
import type { Settings } from "../platform/settings.ts";
import { NEW_STORE } from "../store/store_files.ts";

/** The versions of the runtime that this is. */
export const RUNTIME_VERSIONS: Versions = { deno: Deno.version.deno };

/**
 * Refuses variables of the runtime under which a server would not keep what it promises.
 *
 * @throws {StartError} naming the variable and what to do
 */
function refuseVariables(variable: Variable): void {
  // Deno itself would believe the forwarding headers of any client.
  if (variable("DENO_TRUST_PROXY_HEADERS") !== undefined) {
    throw new StartError(
      "Cannot start with DENO_TRUST_PROXY_HEADERS: it lets any client forge its address. " +
        "Unset it, and name your proxies in TRUSTED_PROXIES",
    );
  }
  if (tracing(variable)) {
    throw new StartError(
      "Cannot start with the runtime's traces on: they hold whole addresses, and the keys in them. " +
        "Set OTEL_DENO_TRACING=false, which leaves figures and logs on",
    );
  }
}

/** What Deno does by `OTEL_DENO`, unless `OTEL_DENO_TRACING` says otherwise. */
function tracing(variable: Variable): boolean {
  const isOn = (name: string) => ["1", "true"].includes(variable(name)?.toLowerCase() ?? "");
  return variable("OTEL_DENO_TRACING") === undefined
    ? isOn("OTEL_DENO")
    : isOn("OTEL_DENO_TRACING");
}

/** Swaps in each new build. */
export const FOLLOW = "--follow";

/** Reads a variable; undefined: it is not set. */
type Variable = (name: string) => string | undefined;

/**
 * Checks the command's words, what the runtime's variables would change, and reads the settings of a server: from the environment.
 *
 * @throws {StartError | SettingsError} naming what keeps it from starting, and the remedy
 */
export function readStartSettings(
  onDeploy: boolean,
  words: readonly string[] = Deno.args,
  variable: Variable = (name) => Deno.env.get(name),
): Settings {
  // On Deno Deploy the runtime's variables are the platform's own.
  if (!onDeploy) refuseVariables(variable);
  refuseOtherWords(words, onDeploy);
  return readAllSettings(variable);
}

/** Warns of variables that look as if they had been obeyed: of each the name, never the value. */
export function warnOfNearlySettings(log: Log): void {
  if (Deno.permissions.querySync({ name: "env" }).state !== "granted") return;
  for (const [name, meant] of nearlySettings(Object.keys(Deno.env.toObject()))) {
    // On Windows, names that differ in case are one variable.
    if (Deno.env.get(name) === Deno.env.get(meant)) continue;
    log.warn(`The variable ${name} is no setting and was not read: did you mean ${meant}?`);
  }
}

/** A word that is not read would look as if it had been obeyed. */
function refuseOtherWords(args: readonly string[], onDeploy: boolean): void {
  const known = ["--", FOLLOW, NEW_STORE];
  const other = args.filter((word) => !known.includes(word));
  if (onDeploy || other.length === 0) return;
  throw new StartError(
    `Cannot start with "${other.join(" ")}": expected no word but ${FOLLOW} or ${NEW_STORE}; ` +
      "all else is set by variables, see build/addons/site/docs/pages/settings.md",
  );
}

/** What `deno task serve --help` prints. */
export const SERVE_HELP = `Serves what was built; builds nothing.

  deno task serve               serve the pack in OUT_DIR
  deno task serve --follow      and swap in each new build
  deno task serve --new-store   make a new store if there is a pepper and no store

deno task start builds first and takes the same words. All else is set by variables:

  PORT, HOST       where to listen; 8000 and 127.0.0.1, port 0 is any free one
  OUT_DIR          the folder of the build; build/out
  KV_PATH          the store: a file, .data/oshibase.kv, or postgres://user@host/database,
                   or the URL of a KV Connect server
  REUSE_PORT       on: other servers on this machine may listen on the same port; off
  DRAIN_MS         how long SIGTERM leaves a load balancer to notice it; 2000

The others are in /docs/settings of a running server, and those of the core in
build/addons/site/docs/pages/settings.md.`;

/** Whether somebody asks what the words are. */
export function asksForHelp(words: readonly string[]): boolean {
  return words.some((word) => ["--help", "-h", "help"].includes(word));
}
