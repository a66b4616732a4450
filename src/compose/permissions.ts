/**
 * Prints the permissions that a task needs and no more, for the folders that the environment names:
 * `deno run $(deno run --allow-env src/compose/permissions.ts serve) src/main.ts`.
 *
 * The shell of tasks goes on when a command between `$(` and `)` fails. Where a path cannot be passed
 * on, this prints the reason and a script that ends the task, to be put in front of the task's own.
 */
import { readPostgresAddress } from "../platform/postgres_address.ts";
import { DEFAULT_KV_FILE } from "../store/store_files.ts";
import {
  ENV_FLAG,
  envFlag,
  listenedHost,
  PARENT_SCRIPT,
  parentPermissions,
  serverFlags,
  storePaths,
} from "./serve/command_line.ts";

const content = pathOf("CONTENT_DIR", "content");
const out = pathOf("OUT_DIR", "build/out");
const kvPath = pathOf("KV_PATH", DEFAULT_KV_FILE);
const summaries = [Deno.env.get("GITHUB_STEP_SUMMARY")?.trim()].filter((path) =>
  !!path
) as string[];
/** While git writes files, a build that watches waits. */
const lockFile = `${content}/../.git/index.lock`;
/** Parsers are loaded when the first file needs them. */
const parsers = "build";
const sources = [parsers, "src", "deno.json", "deno.lock"];
/**
 * Variables that libraries of the build ask for: whether to print in colour, whether to trace the
 * parser; those that say in which language a terminal is read; and where the task was called.
 */
const libraries =
  ",NO_COLOR,FORCE_COLOR,TERM,CI,LOG_TOKENS,LOG_STREAM,LC_ALL,LC_MESSAGES,LANG,INIT_CWD";

/** A build of 5,000 files takes as long with half of the room for new objects (MiB), and 50 MiB less of memory. */
const YOUNG_HEAP_FLAG = "--v8-flags=--max-semi-space-size=8";

const ROLES: Record<string, readonly string[]> = {
  /** What a build made before is taken for what it would make now if no file of the program has changed. */
  build: [
    YOUNG_HEAP_FLAG,
    ENV_FLAG + libraries,
    reading(content, out, lockFile, ...sources),
    // What it renders of no content is kept for other folders.
    writing(out, "build/kept"),
    // It names the commit of the content.
    "--allow-run=git",
  ],
  /** It fixes content if `--fix` says so, and adds to the summary of a step of GitHub Actions. */
  check: [
    `${ENV_FLAG}${libraries},GITHUB_STEP_SUMMARY,GITHUB_WORKSPACE`,
    reading(content, out, parsers),
    writing(content, ...summaries),
    // It knows what a folder that is empty now had at the last commit.
    "--allow-run=git",
  ],
  doctor: [ENV_FLAG + libraries, reading(content, parsers)],
  /** A folder or pack to compare with is anywhere; git reads a revision into a folder of OUT_DIR. */
  diff: [ENV_FLAG + libraries, "--allow-read", writing(out), "--allow-run=git"],
  /** It knows the groups of the content. */
  client: [
    ENV_FLAG + libraries,
    reading(content, parsers, "deno.json", "build/client"),
    writing("build/client"),
  ],
  dev: [
    ENV_FLAG + libraries,
    "--allow-net=127.0.0.1",
    reading(content, out, ".", Deno.execPath()),
    // Text editors are offered the names that are there.
    writing(`${content}/schema/names`),
    `--allow-run=${Deno.execPath()}`,
  ],
  /** What a new repository of content needs is given away before any other kind of file is made. */
  new: [
    `${ENV_FLAG}${libraries},SERVICE_DIR`,
    "--allow-read",
    // A path of its own, which can be given away apart from the content.
    writing(content, "/"),
    "--allow-run=git",
  ],
  /** It writes data to where somebody says. */
  export: [ENV_FLAG + libraries, "--allow-read", "--allow-write"],
  /** It runs the check of another commit of the program. */
  upgrade: [
    `${ENV_FLAG}${libraries},SERVICE_DIR`,
    "--allow-read",
    "--allow-write",
    `--allow-run=git,${Deno.execPath()}`,
  ],
  /** A dump to be taken over is anywhere. */
  edit: [ENV_FLAG + libraries, "--allow-read", writing(content)],
  /** Forms and the settings of editors are at the root of the content's repository, and in any folder of it. */
  forms: [ENV_FLAG + libraries, "--allow-net=127.0.0.1", "--allow-read", "--allow-write"],
  /** A backup is written to, and read from, any path that the operator gives. */
  admin: [`${envFlag(kvPath)},INIT_CWD`, "--allow-net", "--allow-read", "--allow-write"],
  serve: isOfSeveral() ? [...parentOfSeveral(), PARENT_SCRIPT] : serverFlags({ out, kvPath }),
};

/**
 * The shell of tasks takes flags apart at spaces and looks for files at `*?[]`; Deno parts at commas.
 */
const UNFIT = /[\s,*?[\]]/;

const PATHS: Record<string, string> = {
  CONTENT_DIR: content,
  OUT_DIR: out,
  KV_PATH: storePaths(kvPath)[0] ?? readPostgresAddress(kvPath)?.rootCertificate ?? "",
  GITHUB_STEP_SUMMARY: summaries[0] ?? "",
  "this Deno": Deno.execPath(),
};

const role = ROLES[Deno.args[0] ?? ""];
if (role === undefined) {
  throw new TypeError(`Cannot name permissions: expected one of ${Object.keys(ROLES)}`);
}
/** A parent passes on what its servers may. */
const passedOn = [...role, ...Deno.args[0] === "serve" ? serverFlags({ out, kvPath }) : []];
const unfit = Object.entries(PATHS).filter(([, path]) =>
  UNFIT.test(path) && passedOn.some((flag) => flag.includes(path))
);
for (const [name, path] of unfit) {
  console.error(
    `Cannot use ${name}: its path may not hold spaces, commas or any of * ? [ ]; ` +
      `move it, or make a link to its folder and name that; found ${JSON.stringify(path)}`,
  );
}
console.log(unfit.length > 0 ? "src/compose/end_task.ts" : role.join(" "));

function pathOf(name: string, fallback: string): string {
  return Deno.env.get(name)?.trim() || fallback;
}

function reading(...paths: string[]): string {
  return `--allow-read=${paths.join(",")}`;
}

/** Without a path there is no flag: it would allow everything. */
function writing(...paths: string[]): string {
  return paths.length === 0 ? "" : `--allow-write=${paths.join(",")}`;
}

/** Whether several servers are asked for: then their parent is started, whose first word is the server's script. */
function isOfSeveral(): boolean {
  return Number(pathOf("PROCESSES", "1")) > 1;
}

/** What is no host or port is left to the parent, which says so. */
function parentOfSeveral(): string[] {
  const [host, port] = [pathOf("HOST", "127.0.0.1"), Number(pathOf("PORT", "8000"))];
  const isHost = /^[\w.:-]+$/.test(host);
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
  const listened = listenedHost(isHost ? host : "127.0.0.1", isPort ? port : 0);
  return parentPermissions({ exec: Deno.execPath(), host: listened });
}
