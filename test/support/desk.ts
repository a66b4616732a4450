import { type Env, type Printed, runAtDesk } from "./opening.ts";

export type { Printed } from "./opening.ts";

/**
 * Runs a command of `deno task admin` in this process, on the store and the content that `env` names.
 * What only the program itself has (its permissions, locked stores, servers) is left out.
 */
export async function desk(env: Env, ...words: string[]): Promise<Printed> {
  return await runAtDesk(env, [...words, ...newStoreOf(env)]);
}

/** The one JSON value that a command gives. Throws what it said where it failed. */
export async function deskJson<T = Record<string, unknown>>(
  env: Env,
  ...words: string[]
): Promise<T> {
  const { code, out, err } = await desk(env, ...words, "--json");
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

/** The words that make a key for somebody. */
export const ISSUE = [
  ...["key", "issue", "--owner", "Sari", "--email", "sari@fans.example"],
  ...["--plan", "standard"],
];

/** A test that begins with a command has no server that made its store. */
export function newStoreOf({ KV_PATH }: Env): string[] {
  if (KV_PATH === undefined || /^\w+:\/\//.test(KV_PATH)) return [];
  try {
    Deno.statSync(KV_PATH);
    return [];
  } catch {
    return ["--new-store"];
  }
}
