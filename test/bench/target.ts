import { command } from "../support/server.ts";
import { pinProcess } from "./processor.ts";

/** A server that can be loaded and measured. */
export interface Target extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/`. */
  readonly base: string;
  readonly pid: number;
}

/** Starts one of `programs/` and waits until it listens. */
export async function startProgram(
  name: "plain" | "best" | "reads" | "hono" | "trick",
  args: readonly string[],
  core: number | undefined,
): Promise<Target> {
  const flags = ["--allow-net=127.0.0.1", "--allow-read", "--allow-write"];
  const script = `test/bench/programs/${name}.ts`;
  const child = command(["run", ...flags, script, ...args], {}).spawn();
  const output = child.stdout.getReader();
  const base = await listening(output);
  if (base === undefined) throw new Error(await new Response(child.stderr).text());
  pinProcess(child.pid, core);
  return {
    base,
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill("SIGINT");
      await Promise.all([output.cancel(), child.stderr.cancel(), child.status]);
    },
  };
}

/** Reads until the line `Listening on <address>`; undefined where the output ends without one. */
export async function listening(
  output: ReadableStreamDefaultReader<Uint8Array>,
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let printed = "";
  while (true) {
    const { value, done } = await output.read();
    if (done) return undefined;
    printed += decoder.decode(value, { stream: true });
    const base = /^Listening on (\S+)$/m.exec(printed)?.[1];
    if (base !== undefined) return base;
  }
}
