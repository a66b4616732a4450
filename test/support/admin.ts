import { newStoreOf, type Printed } from "./desk.ts";
import { command, permissionsOf } from "./server.ts";

/** Runs `deno task admin …` in a process of its own, with the permissions of the task. */
export async function admin(env: Record<string, string>, ...words: string[]): Promise<Printed> {
  const line = ["run", "--no-prompt", ...permissionsOf("admin"), "src/admin/cli/main.ts"];
  const { code, stdout, stderr } = await command([...line, ...words, ...newStoreOf(env)], env)
    .output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** The one JSON value that a command printed. Throws what it said where it failed. */
export async function adminJson<T = Record<string, unknown>>(
  env: Record<string, string>,
  ...words: string[]
): Promise<T> {
  const { code, out, err } = await admin(env, ...words, "--json");
  if (code !== 0) throw new Error(`admin ${words.join(" ")} ended with ${code}: ${err}`);
  if (out.trim().includes("\n")) throw new Error(`More than one line: ${out}`);
  return JSON.parse(out);
}
