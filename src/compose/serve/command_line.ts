import { LIVE_TYPES, PLATFORMS } from "../../model/platforms.ts";
import { isPostgresAddress, readPostgresAddress } from "../../platform/postgres_address.ts";
import { SETTING_NAMES, type Settings, SETTINGS_BEFORE_START } from "../../platform/settings.ts";
import {
  DEFAULT_KV_FILE,
  engineOf,
  folderOf,
  isSharedFolder,
  kvFileOf,
  storeFilesOf,
} from "../../store/store_files.ts";

/** Prints the command line in place of serving. */
export const PRINT = "--print";

/** What `deno task serve --help` prints. */
export const SERVE_HELP = `Serves what was built; builds nothing.

  deno task serve               serve the pack in OUT_DIR
  deno task serve --follow      and swap in each new build
  deno task serve --print       print the direct command line with its permissions, and serve nothing
  deno task serve --new-store   make a new store if there is a pepper and no store

deno task start builds first and takes the same words. All else is set by variables:

  PORT, HOST       where to listen; 8000 and 127.0.0.1, port 0 is any free one
  OUT_DIR          the folder of the build; build/out
  KV_PATH          the store: a file, .data/oshibase.kv, or postgres://user@host/database,
                   or the URL of a KV Connect server
  REUSE_PORT       on: other servers on this machine may listen on the same port; off
  DRAIN_MS         how long SIGTERM leaves a load balancer to notice it; 2000

The others are in build/site/docs/pages/settings.md, and in /docs/settings of a running server.`;

/** Whether somebody asks what the words are. */
export function asksForHelp(words: readonly string[]): boolean {
  return words.some((word) => ["--help", "-h", "help"].includes(word));
}

/** The ports of protocols whose addresses may leave them out; those of mail as its library has them. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  "http:": 80,
  "https:": 443,
  "ws:": 80,
  "wss:": 443,
  "smtp:": 587,
  "smtps:": 465,
};

/**
 * All hosts that the settings name, each with its port if it has one: what the server listens on and
 * what it asks. Callers' webhooks may be anywhere else.
 */
function namedHosts(settings: Settings): string[] {
  const { HOST, PORT, WEBHOOK_ALLOW } = settings;
  const addresses = askedAddresses(settings).filter((address) => address !== undefined);
  const databases = readPostgresAddress(settings.KV_PATH ?? "")?.hosts ?? [];
  return [
    ...new Set([
      withPort(HOST, PORT),
      ...databases.map(({ hostname, port }) => withPort(hostname, port)),
      ...addresses.map(hostOf),
      ...WEBHOOK_ALLOW.flatMap(allowedHost),
    ]),
  ];
}

/** A host and its port, as the runtime's permissions write them. */
function withPort(hostname: string, port: number): string {
  return hostname.includes(":") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

/** The runtime's permissions have no ranges of IPv6. */
function allowedHost(entry: string): string[] {
  if (!entry.includes(":")) return [entry];
  return entry.includes("/") ? [] : [`[${entry}]`];
}

function askedAddresses(settings: Settings): (string | undefined)[] {
  const { KV_PATH, LIVE } = settings;
  const platforms = LIVE_TYPES.flatMap((type) => PLATFORMS[type].addresses);
  return [
    KV_PATH !== undefined && engineOf(KV_PATH) === "denokv" ? KV_PATH : undefined,
    ...LIVE ? platforms.map((name) => settings[name]) : [],
    settings.AUDIT_WEBHOOK_URL,
    settings.AUDIT_SINK_URL,
    settings.ALERT_WEBHOOK_URL,
    settings.SMTP_URL,
  ];
}

function hostOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || DEFAULT_PORTS[protocol]}`;
}

/** Lets a program read the variables of the settings, and no others. */
export const ENV_FLAG = `--allow-env=${[...SETTING_NAMES, ...SETTINGS_BEFORE_START].join(",")}`;

/**
 * `node:https`, through which callers' webhooks are sent, asks for the certificates that the system
 * trusts: Deno counts them as information about the system, and has no narrower name for them.
 */
const CERTIFICATES = ",NODE_USE_SYSTEM_CA";

/** The driver of Postgres looks for these, and does not start where it may not. */
const POSTGRES_VARIABLES = ",PGAPPNAME,PGTARGETSESSIONATTRS";

/** Lets a program that opens this store read the variables that it needs, and no others. */
export function envFlag(kvPath: string): string {
  return isPostgresAddress(kvPath) ? ENV_FLAG + POSTGRES_VARIABLES : ENV_FLAG;
}

interface ServerNeeds {
  /** OUT_DIR */
  readonly out: string;
  /** KV_PATH, a file or an address. */
  readonly kvPath: string;
  /** The hosts that it may listen on and ask; left out: any. */
  readonly hosts?: readonly string[];
}

/**
 * Bounds the part of the heap of new objects, in MiB: all requests wait while it is emptied, 0.2 ms,
 * and 1 ms at the size to which it grows by itself. To empty it more often takes 2 % more of the
 * processor time, and the process has a sixth less of memory.
 *
 * A server that rests keeps its heap as it is, 6 MiB larger. The runtime would empty it after 8 s, and
 * with the last objects of requests drop the code that was compiled for them: the next 30,000 requests
 * would take twice the processor time.
 */
const HEAP_FLAGS = "--v8-flags=--max-semi-space-size=2,--no-memory-reducer";

/**
 * A server fetches no code: it needs no package to start, and one that mail or old runtimes need was
 * fetched by a build or by `deno install`. Without this, a start with an empty cache waits for the registry.
 */
const FETCHES_NOTHING = "--cached-only";

/** The runtime's flags of a server, which let it do what it has to, and no more. */
export function serverFlags({ out, kvPath, hosts }: ServerNeeds): string[] {
  const paths = storePaths(kvPath);
  const authority = readPostgresAddress(kvPath)?.rootCertificate;
  return [
    HEAP_FLAGS,
    FETCHES_NOTHING,
    envFlag(kvPath) + CERTIFICATES,
    "--allow-sys",
    hosts === undefined ? "--allow-net" : `--allow-net=${hosts.join(",")}`,
    `--allow-read=${[out, ...paths, ...authority === undefined ? [] : [authority]].join(",")}`,
    // Without a path it would allow everything.
    ...paths.length > 0 ? [`--allow-write=${paths.join(",")}`] : [],
  ];
}

/** A folder of the store's own, or, if it is among the program's files, its files alone. */
export function storePaths(kvPath: string): string[] {
  const kvFile = kvFileOf(kvPath);
  if (kvFile === undefined) return [];
  const folder = folderOf(kvFile);
  return isSharedFolder(folder) ? storeFilesOf(kvFile) : [folder];
}

/** The command line that serves with the permissions that the settings need; `words` are the server's. */
export function directCommandLine(
  settings: Settings,
  exec: string,
  words: readonly string[] = [],
): string {
  const line = [...serverFlags(narrowNeeds(settings)), "src/main.ts"];
  return [exec, "run", "--quiet", "--no-prompt", ...line, ...words].map(shellWord).join(" ");
}

/** What is true of the printed line, for the person who asked for it. */
export function describeCommandLine(settings: Settings): string {
  const wider = `put --allow-net in place of --allow-net=${namedHosts(settings)[0]},…`;
  return `Run it in ${Deno.cwd()}, with the variables of these settings. It reaches the hosts that the ` +
    `settings name; callers' webhooks may be on any host: to send them events, ${wider}.`;
}

/** What a server needs that reaches no host but those that the settings name. */
export function narrowNeeds(settings: Settings): ServerNeeds {
  return { ...wideNeeds(settings), hosts: namedHosts(settings) };
}

/** What a server needs that sends to callers' webhooks, wherever they are. */
export function wideNeeds({ OUT_DIR, KV_PATH }: Settings): ServerNeeds {
  return { out: OUT_DIR, kvPath: KV_PATH ?? DEFAULT_KV_FILE };
}

/** A word as a shell takes it for itself. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
