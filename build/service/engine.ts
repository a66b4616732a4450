// Runs Oshibase on this repository's content, at the one commit that the line with ENGINE names. It fetches
// that commit into .engine/, checks that it is that commit, and starts a task of it there with its own
// lock and permissions. It needs git, and Deno; with Node alone, npx fetches Deno:
//   deno task check        npx -y deno@2.9.6 task check
// `deno task upgrade` changes the line. ENGINE_COMMIT=<40 digits> runs another commit once.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import process from "node:process";

const ENGINE = "https://github.com/owner/name.git#0000000000000000000000000000000000000000";

const home = import.meta.dirname ?? ".";
const [address = "", pinned = ""] = ENGINE.split("#");
const commit = process.env["ENGINE_COMMIT"] || pinned;
if (!/^[0-9a-f]{40}$/.test(commit)) fail(`Cannot run the engine ${commit}: expected 40 digits`);
const engine = join(home, ".engine", commit);
if (commitIn(engine) !== commit) fetchEngine();

const child = spawn(process.execPath, ["task", "--quiet", ...process.argv.slice(2)], {
  cwd: engine,
  stdio: "inherit",
  env: {
    ...process.env,
    SERVICE_DIR: home,
    INIT_CWD: process.env["INIT_CWD"] || process.cwd(),
    CONTENT_DIR: placeOf("CONTENT_DIR", "content"),
    OUT_DIR: placeOf("OUT_DIR", "build/out"),
    KV_PATH: placeOf("KV_PATH", ".data/oshibase.kv"),
  },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", ({ message }) => fail(`Cannot start Deno: ${message}`));
child.on("close", (code) => process.exit(code ?? 1));

/** A path in this repository. One that a task's shell would take apart is seen from the engine. */
function placeOf(name: string, fallback: string): string {
  const path = process.env[name]?.trim() || fallback;
  if (/^(:|\w{2,}:\/\/)/.test(path)) return path;
  const whole = resolve(home, path);
  return /^[\w./-]+$/.test(whole) ? whole : relative(engine, whole).replaceAll("\\", "/");
}

/** Fetches beside the place: a fetch that is cut off leaves nothing under the commit's name. */
function fetchEngine(): void {
  const draft = `${engine}.${process.pid}`;
  console.error(`Fetching the engine, commit ${commit} of ${address}`);
  mkdirSync(draft, { recursive: true });
  const isFetched = git(draft, "init", "--quiet") &&
    git(draft, "fetch", "--quiet", "--depth=1", address, commit) &&
    git(draft, "checkout", "--quiet", "--detach", commit) && commitIn(draft) === commit;
  const isNew = isFetched && commitIn(engine) !== commit;
  if (isNew) rmSync(engine, { recursive: true, force: true });
  if (isNew) renameSync(draft, engine);
  rmSync(draft, { recursive: true, force: true });
  if (!isFetched) fail(`Cannot fetch the engine: the lines above say why; ENGINE is in engine.ts`);
}

/** Runs git without the variables by which a hook of this repository names it. */
function git(folder: string, ...words: string[]): boolean {
  const own = Object.entries(process.env).filter(([name]) => !/^GIT_(DIR|WORK|INDEX)/.test(name));
  const args = ["-C", folder, "-c", "core.autocrlf=false", "-c", "core.hooksPath=/dev/null"];
  const options = { env: Object.fromEntries(own), stdio: "inherit" } as const;
  const { status, error } = spawnSync("git", [...args, ...words], options);
  if (error !== undefined) console.error(`Cannot run git: ${error.message}`);
  return status === 0;
}

/** The commit whose files a folder of the cache has. */
function commitIn(folder: string): string | undefined {
  const head = join(folder, ".git", "HEAD");
  return statSync(head, { throwIfNoEntry: false }) && readFileSync(head, "utf8").trim();
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
