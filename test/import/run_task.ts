/** What a command left behind when it ended. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const ROOT = new URL("../../", import.meta.url).pathname;

/** Runs `deno task <words>` as somebody at a terminal does; `input` is what its standard input holds. */
export async function runTask(
  words: readonly string[],
  env: Record<string, string>,
  input?: string,
): Promise<Ended> {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", ...words],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writing = feed(process.stdin, input ?? "");
  const { code, stdout, stderr } = await process.output();
  await writing;
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
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
