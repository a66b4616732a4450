import assert from "node:assert/strict";
import { command, permissionsOf, type RunningServer, watchServer } from "../support/server.ts";
import { copyFolder } from "../support/shipped_content.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** Folders that the project's tasks write. */
const BUILT = ["build/out", "build/client"];

/** A copy of the program that a test changes. */
export interface ProgramCopy extends AsyncDisposable {
  /** Runs the runtime in it. @returns what it printed; fails if it ends with another code than 0 */
  run(...args: string[]): Promise<string>;
  /** Builds the shipped content, and serves it; with these variables too. */
  serve(env?: Record<string, string>): Promise<RunningServer>;
  /** What the build of the shipped content says. */
  readonly built: string;
}

/** Copies the program to a folder, in place of what is there, with these folders too. */
export async function copyProgram(tree: string, ...further: string[]): Promise<ProgramCopy> {
  await Deno.remove(tree, { recursive: true });
  await Deno.mkdir(`${tree}/build`, { recursive: true });
  for (const name of ["src", ...further]) await copyFolder(`${ROOT}${name}`, `${tree}/${name}`);
  for (const { name, isDirectory } of Deno.readDirSync(`${ROOT}build`)) {
    const path = `build/${name}`;
    if (!isDirectory) await Deno.copyFile(`${ROOT}${path}`, `${tree}/${path}`);
    else if (!BUILT.includes(path)) await copyFolder(`${ROOT}${path}`, `${tree}/${path}`);
  }
  for (const name of ["deno.json", "deno.lock"]) {
    await Deno.copyFile(`${ROOT}${name}`, `${tree}/${name}`);
  }
  return programAt(tree, await temporaryFolder());
}

function programAt(tree: string, folder: TemporaryFolder): ProgramCopy {
  const env = {
    CONTENT_DIR: `${ROOT}content`,
    OUT_DIR: `${folder.path}/out`,
    KV_PATH: `${folder.path}/store.kv`,
    KEY_PEPPER: "a pepper for tests alone",
    LIVE: "off",
    PORT: "0",
    DRAIN_MS: "0",
  };
  let built = "";
  async function run(...args: string[]): Promise<string> {
    return (await runBoth(...args)).out;
  }
  async function runBoth(...args: string[]) {
    const { code, stdout, stderr } = await command(args, env, { cwd: tree }).output();
    const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    assert.equal(code, 0, `${out}${err}`);
    return { out: out!, err: err! };
  }
  return {
    run,
    get built() {
      return built;
    },
    async serve(further = {}) {
      built = (await runBoth("run", ...permissionsOf("build"), "build/main.ts", "build")).err;
      const line = ["run", ...permissionsOf("serve"), "src/main.ts"];
      return await watchServer(command(line, { ...env, ...further }, { cwd: tree }));
    },
    [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
  };
}
