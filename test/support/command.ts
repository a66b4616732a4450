import { command, permissionsOf } from "./server.ts";

/** What a process left behind when it ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `deno task <name> <words>` as somebody at a terminal does, with these variables set. */
export async function runTask(
  name: string,
  env: Record<string, string>,
  words: readonly string[] = [],
): Promise<Ended> {
  const { code, stdout, stderr } = await command(["task", "--quiet", name, ...words], env).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Starts a build as its task does, without a shell between, so that it can be killed. */
export async function spawnBuild(env: Record<string, string>): Promise<Deno.ChildProcess> {
  const args = ["run", ...await permissionsOf("build", env), "build/main.ts", "build"];
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
