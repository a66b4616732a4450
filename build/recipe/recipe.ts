import { isAbsolute, relative, resolve } from "node:path";
import { isPostgresAddress } from "../../src/platform/postgres_address.ts";
import type { Settings } from "../../src/platform/settings.ts";

/** What recipes are filled in from. */
export interface RecipeContext {
  readonly settings: Settings;
  /** The variables of settings that are set, as they were given. */
  readonly variables: Readonly<Record<string, string>>;
  /** The version of Deno that runs this: the one that the recipe names. */
  readonly deno: string;
  /** The program of this Deno, absolute. */
  readonly program: string;
  /** The host under which callers find the service: that of `base_url` in `site.yaml`. */
  readonly host: string;
  /** The folder of the repository that is checked out or built, absolute. */
  readonly folder: string;
  /** Whether that repository holds content alone, and `engine.ts` fetches the program. */
  readonly isService: boolean;
}

/** A file that somebody needs to run or check the service elsewhere. */
export interface Recipe {
  /** One line for the list of recipes. */
  readonly description: string;
  /**
   * The file's text.
   *
   * @throws {TaskError} where a setting makes no sense in it
   */
  render(context: RecipeContext): string;
}

/** The path from a folder to something in it, empty for itself; undefined if it is elsewhere. */
export function pathWithin(folder: string, path: string): string | undefined {
  const way = relative(folder, resolve(folder, path)).replaceAll("\\", "/");
  return way === ".." || way.startsWith("../") || isAbsolute(way) ? undefined : way;
}

/** Settings that hold a secret: a file that may be committed names them, and has no value. */
const SECRETS: ReadonlySet<string> = new Set<keyof Settings>([
  "ADMIN_PASSWORD",
  "ALERT_WEBHOOK_URL",
  "AUDIT_SINK_SECRET",
  "AUDIT_SINK_URL",
  "AUDIT_WEBHOOK_URL",
  "DENO_KV_ACCESS_TOKEN",
  "IDN_API_KEY",
  "KEY_PEPPER",
  "METRICS_TOKEN",
  "PGPASSWORD",
  "SMTP_URL",
  "YOUTUBE_API_KEY",
]);

/** The address of the store; undefined if it is a file. */
export function storeAddress({ KV_PATH = "" }: Settings): string | undefined {
  return /^(https?|postgres(ql)?):\/\//i.test(KV_PATH) ? KV_PATH : undefined;
}

/** What a server that is asked to end takes at most, beyond the time in which it drains, in s. */
const END_S = 15;

/** How long a server is given to end before it is killed, in whole seconds. */
export function endSeconds({ DRAIN_MS }: Settings): number {
  return Math.ceil(DRAIN_MS / 1000) + END_S;
}

/** The settings that are set, with the recipe's own in their place, and without secrets. */
export function openSettings(
  { variables }: RecipeContext,
  own: Readonly<Record<string, string>>,
): [name: string, value: string][] {
  const given = Object.entries(variables).filter(([name]) => !SECRETS.has(name));
  return Object.entries({ ...Object.fromEntries(given), ...own });
}

/** The secrets that the server will have to be given: those that are set, and `needed` ones. */
export function secretNames(
  { settings, variables }: RecipeContext,
  ...needed: string[]
): string[] {
  const set = Object.keys(variables).filter((name) => SECRETS.has(name));
  const ofStore = isPostgresAddress(storeAddress(settings) ?? "") ? ["PGPASSWORD"] : [];
  return [...new Set([...needed, ...ofStore, ...set])];
}

/** Where a proxy on the same machine finds the server: `127.0.0.1:8000`. */
export function upstream(settings: Settings): string {
  return `${hostHere(settings)}:${settings.PORT === 0 ? 8000 : settings.PORT}`;
}

/** The host at which the same machine finds the server: `127.0.0.1`. */
export function hostHere({ HOST }: Settings): string {
  const isAny = HOST === "0.0.0.0" || HOST === "::";
  return isAny ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
}

/** Says which proxies are to be trusted where the settings do not name one on this machine. */
export function trustRemark({ TRUSTED_PROXIES }: Settings): string {
  return TRUSTED_PROXIES.length > 0
    ? ""
    : "# Start the server with TRUSTED_PROXIES=127.0.0.1: without it, all callers have the proxy's address.\n";
}
