/**
 * Prints the permissions that a task needs and no more, for the folders that the environment names:
 * `deno run $(deno run --allow-env src/start/permissions.ts serve) src/main.ts`.
 */
import { SETTING_NAMES, SETTINGS_BEFORE_START } from "../platform/settings.ts";
import { DEFAULT_KV_FILE, folderOf, kvFileOf } from "./kv_file.ts";

const content = Deno.env.get("CONTENT_DIR") || "content";
const out = Deno.env.get("OUT_DIR") || "build/out";
const kvFile = kvFileOf(Deno.env.get("KV_PATH") || DEFAULT_KV_FILE);
const kvFolder = kvFile === undefined ? [] : [folderOf(kvFile)];
const env = `--allow-env=${[...SETTING_NAMES, ...SETTINGS_BEFORE_START].join(",")}`;
/** What libraries of the build ask: whether to print in colour, whether to trace the parser. */
const libraries = ",NO_COLOR,FORCE_COLOR,TERM,CI,LOG_TOKENS,LOG_STREAM";

const ROLES: Record<string, readonly string[]> = {
  build: [env + libraries, reading(content, out), writing(out)],
  dev: [
    env + libraries,
    "--allow-net=127.0.0.1",
    reading(content, out, ".", Deno.execPath()),
    `--allow-run=${Deno.execPath()}`,
  ],
  /** A dump to be taken over lies anywhere. */
  edit: [env + libraries, "--allow-read", writing(content)],
  /** A backup is written to, and read from, wherever the operator says. */
  admin: [env, "--allow-net", "--allow-read", "--allow-write"],
  serve: [env, "--allow-net", reading(out, ...kvFolder), ...kvFolder.map(writing)],
};

const role = ROLES[Deno.args[0] ?? ""];
if (role === undefined) {
  throw new TypeError(`Cannot name permissions: expected one of ${Object.keys(ROLES)}`);
}
console.log(role.join(" "));

function reading(...paths: string[]): string {
  return `--allow-read=${paths.join(",")}`;
}

function writing(path: string): string {
  return `--allow-write=${path}`;
}
