import { newStoreOf, type Printed } from "./desk.ts";
import { command, permissionsOf } from "./server.ts";

/** Runs `deno task admin …` in a process of its own, with the permissions of the task. */
export async function admin(env: Record<string, string>, ...words: string[]): Promise<Printed> {
  return await adminWithInput(env, "", ...words);
}

/** The same, with something on its standard input. */
export async function adminWithInput(
  env: Record<string, string>,
  input: string,
  ...words: string[]
): Promise<Printed> {
  const args = [
    "run",
    "--no-prompt",
    ...permissionsOf("admin"),
    "src/cli/main.ts",
    ...words,
    ...newStoreOf(env),
  ];
  const process = command(args, env, { stdin: "piped" }).spawn();
  const writer = process.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await process.output();
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
