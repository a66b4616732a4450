import { runTask as runTaskIn } from "./command.ts";

/** What a command left behind when it ended. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `deno task <words>`; `input` is what its standard input holds. */
export async function runTask(
  [name = "", ...words]: readonly string[],
  env: Record<string, string>,
  input = "",
): Promise<Ended> {
  const { code, stdout, stderr } = await runTaskIn(name, env, words, input);
  return { code, out: stdout, err: stderr };
}
