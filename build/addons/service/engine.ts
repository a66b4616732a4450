// Runs Oshibase on this repository's content, at the one commit that the line with ENGINE names. It fetches
// that commit into .engine/, checks that it is that commit, and starts a task of it there with its own
// lock and flags. It needs git, and Deno; with Node alone, npx fetches Deno:
//   deno task check        npx -y deno@2.9.6 task check
// `deno task upgrade` changes the line. ENGINE_COMMIT=<40 digits> runs another commit once.
import { join, resolve } from "node:path";

const ENGINE = "https://github.com/owner/name.git#0000000000000000000000000000000000000000";

const home = import.meta.dirname ?? ".";
const [address = "", pinned = ""] = ENGINE.split("#");
const commit = Deno.env.get("ENGINE_COMMIT") || pinned;
if (!/^[0-9a-f]{40}$/.test(commit)) fail(`Cannot run the engine ${commit}: expected 40 digits`);
const engine = join(home, ".engine", commit);
if (commitIn(engine) !== commit) fetchEngine();

const child = new Deno.Command(Deno.execPath(), {
  args: ["task", "--quiet", ...Deno.args],
  cwd: engine,
  env: {
    SERVICE_DIR: home,
    INIT_CWD: Deno.env.get("INIT_CWD") || Deno.cwd(),
    CONTENT_DIR: placeOf("CONTENT_DIR", "content"),
    OUT_DIR: placeOf("OUT_DIR", "build/out"),
    KV_PATH: placeOf("KV_PATH", ".data/oshibase.kv"),
  },
}).spawn();
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
for (const signal of Deno.build.os === "windows" ? signals.slice(0, 1) : signals) {
  Deno.addSignalListener(signal, () => child.kill(signal));
}
Deno.exit((await child.status).code);

/** A path in this repository. */
function placeOf(name: string, fallback: string): string {
  const path = Deno.env.get(name)?.trim() || fallback;
  return /^(:|\w{2,}:\/\/)/.test(path) ? path : resolve(home, path);
}

/** Fetches beside the place: a fetch that is cut off leaves nothing under the commit's name. */
function fetchEngine(): void {
  const draft = `${engine}.${Deno.pid}`;
  console.error(`Fetching the engine, commit ${commit} of ${address}`);
  Deno.mkdirSync(draft, { recursive: true });
  const isFetched = git(draft, "init", "--quiet") &&
    git(draft, "fetch", "--quiet", "--depth=1", address, commit) &&
    git(draft, "checkout", "--quiet", "--detach", commit) && commitIn(draft) === commit;
  if (isFetched && commitIn(engine) !== commit) {
    Deno.mkdirSync(engine, { recursive: true });
    Deno.removeSync(engine, { recursive: true });
    Deno.renameSync(draft, engine);
  } else Deno.removeSync(draft, { recursive: true });
  if (!isFetched) fail("Cannot fetch the engine: the lines above say why; ENGINE is in engine.ts");
}

/** Runs git without the variables by which a hook of this repository names it. */
function git(folder: string, ...words: string[]): boolean {
  const own = Object.entries(Deno.env.toObject());
  const env = Object.fromEntries(own.filter(([name]) => !/^GIT_(DIR|WORK|INDEX)/.test(name)));
  const args = ["-C", folder, "-c", "core.autocrlf=false", "-c", "core.hooksPath=/dev/null"];
  const how = { clearEnv: true, env, stdout: "inherit", stderr: "inherit" } as const;
  const command = new Deno.Command("git", { ...how, args: [...args, ...words] });
  return command.outputSync().success;
}

/** The commit whose files a folder of the cache has. */
function commitIn(folder: string): string | undefined {
  try {
    return Deno.readTextFileSync(join(folder, ".git", "HEAD")).trim();
  } catch {
    return undefined;
  }
}

function fail(message: string): never {
  console.error(message);
  Deno.exit(1);
}
