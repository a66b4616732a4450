import { TaskError } from "../task/task_error.ts";
import { say } from "../words/say.ts";

/**
 * Reads a dump from a file, or from standard input for `-`.
 *
 * @throws {TaskError} where that cannot be done, or it is not UTF-8
 */
export async function readInput(path: string): Promise<string> {
  try {
    const bytes = path === "-"
      ? await new Response(Deno.stdin.readable).bytes()
      : Deno.readFileSync(path);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new TaskError(say`Cannot read ${path}: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return say`there is no such file`;
  if (error instanceof Deno.errors.NotCapable) {
    return say`the command may read the project's folder alone; give the dump on standard input, with - for its name`;
  }
  if (error instanceof Deno.errors.IsADirectory) return say`it is a folder; name a file in it`;
  if (error instanceof TypeError) return say`it is not UTF-8`;
  return error instanceof Error ? error.message : String(error);
}
