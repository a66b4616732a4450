import { command, permissionsOf } from "./server.ts";

/** What a process left behind when it ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const TASKS: Record<string, { readonly command: string }> =
  JSON.parse(Deno.readTextFileSync(new URL("../../deno.json", import.meta.url))).tasks;

/** A task that is one program. */
const ONE_PROGRAM = /^deno (run [^$&]+)$/;

/**
 * Runs `deno task <name> <words>` as somebody at a terminal does, with these variables set; `input` is
 * what its standard input holds. A task that is one program is run without the shell of tasks.
 */
export async function runTask(
  name: string,
  env: Record<string, string>,
  words: readonly string[] = [],
  input?: string,
): Promise<Ended> {
  const program = ONE_PROGRAM.exec(TASKS[name]!.command)?.[1]?.split(" ");
  const args = program ?? ["task", "--quiet", name];
  const process = command([...args, ...words], { INIT_CWD: Deno.cwd(), ...env }, {
    stdin: input === undefined ? "null" : "piped",
  }).spawn();
  const writing = input === undefined ? undefined : feed(process.stdin, input);
  const { code, stdout, stderr } = await process.output();
  await writing;
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** A command that does not read its input closes it. */
async function feed(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  try {
    const writer = stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe || error instanceof TypeError)) throw error;
  }
}

/** Starts a build as its task does, without a shell between, so that it can be killed. */
export function spawnBuild(env: Record<string, string>): Deno.ChildProcess {
  const args = ["run", ...permissionsOf("build"), "build/main.ts", "build"];
  return command(args, env).spawn();
}

/** The settings of `deno task dev` in a folder of its own. */
export interface DevSettings extends Record<string, string> {
  readonly CONTENT_DIR: string;
  readonly OUT_DIR: string;
}

/** Settings with which `deno task dev` asks nobody outside, and writes below `folder` alone. */
export function devSettings(folder: string, content = `${folder}/content`): DevSettings {
  return {
    PORT: "0",
    LIVE: "off",
    CONTENT_DIR: content,
    OUT_DIR: `${folder}/out`,
    KV_PATH: `${folder}/data/store.kv`,
  };
}

/** Starts `deno task dev` with these settings. */
export function spawnDev(settings: DevSettings): Deno.ChildProcess {
  return command(["task", "--quiet", "dev"], settings).spawn();
}
