import { SETTING_NAMES, SETTINGS_BEFORE_START } from "../../platform/settings.ts";
import { folderOf, isSharedFolder, kvFileOf, storeFilesOf } from "../../store/kv_file.ts";

/** Lets a program read the variables of the settings, and no others. */
export const ENV_FLAG = `--allow-env=${[...SETTING_NAMES, ...SETTINGS_BEFORE_START].join(",")}`;

/**
 * `node:https`, through which callers' webhooks are told, asks for the certificates that the system
 * trusts: Deno counts them as information about the system, and has no narrower name for them.
 */
const CERTIFICATES = ",NODE_USE_SYSTEM_CA";

/** What a server uses of its machine. */
export interface ServerNeeds {
  /** OUT_DIR */
  readonly out: string;
  /** KV_PATH, a file or an address. */
  readonly kvPath: string;
  /** The hosts that it may listen on and ask; left out: any. */
  readonly hosts?: readonly string[];
}

/**
 * Bounds the part of the heap that new objects lie in, in MiB. All requests wait while it is emptied: 0.2
 * ms, and 1 ms at the size to which it grows by itself. To empty it more often takes 2 % more of the
 * processor time, and the process has a sixth less of memory.
 */
const YOUNG_HEAP_FLAG = "--v8-flags=--max-semi-space-size=2";

/**
 * A server fetches no code: it needs no package to start, and one that mail or old runtimes need was
 * fetched by a build or by `deno install`. Without this, a start with an empty cache waits for the registry.
 */
const FETCHES_NOTHING = "--cached-only";

/** The runtime's flags of a server, which let it do what it has to, and no more. */
export function serverFlags({ out, kvPath, hosts }: ServerNeeds): string[] {
  const paths = storePaths(kvPath);
  return [
    YOUNG_HEAP_FLAG,
    FETCHES_NOTHING,
    ENV_FLAG + CERTIFICATES,
    "--allow-sys",
    hosts === undefined ? "--allow-net" : `--allow-net=${hosts.join(",")}`,
    `--allow-read=${[out, ...paths].join(",")}`,
    // Without a path it would allow everything.
    ...paths.length > 0 ? [`--allow-write=${paths.join(",")}`] : [],
  ];
}

/** Lets processes share a port (`reusePort`), which the runtime does not count as stable yet. */
export const SHARED_PORT_FLAG = "--unstable-net";

/** The flags of the parent of several servers, which starts this runtime and looks for a free port. */
export function parentPermissions(
  { exec, host }: { readonly exec: string; readonly host: string },
): string[] {
  const own = [`--allow-run=${exec}`, `--allow-read=${exec}`, `--allow-net=${host}`];
  return [SHARED_PORT_FLAG, ENV_FLAG, ...own];
}

/** A folder of the store's own, or, where it lies among the program's files, its files alone. */
export function storePaths(kvPath: string): string[] {
  const kvFile = kvFileOf(kvPath);
  if (kvFile === undefined) return [];
  const folder = folderOf(kvFile);
  return isSharedFolder(folder) ? storeFilesOf(kvFile) : [folder];
}
