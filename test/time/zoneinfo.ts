/** The Python with the tzdata package; undefined: it is not installed here. */
export const TOOLS_PYTHON = Deno.env.get("TOOLS_PYTHON") || undefined;

/** An oracle of time zones that shares no code and no data with the runtime. */
export interface Zoneinfo {
  readonly zones: readonly string[];
  /** Answers lines by lines: see its script. */
  ask(questions: readonly string[]): Promise<string[]>;
}

/** Starts the oracle, which a script beside this module is, for as long as `use` takes. */
export async function withZoneinfo(
  use: (oracle: Zoneinfo) => Promise<void>,
  script: "zoneinfo_oracle.py" | "birthday_oracle.py" = "zoneinfo_oracle.py",
): Promise<void> {
  const process = new Deno.Command(TOOLS_PYTHON!, {
    args: [new URL(script, import.meta.url).pathname],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const lines = linesOf(process.stdout);
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error("The oracle broke off");
    return value;
  };
  const [, zones = ""] = (await next()).split(" ");
  const ask = async (questions: readonly string[]) => {
    // Each side reads while the other writes: a pipe holds 64 KiB.
    const sending = send(process.stdin, questions);
    const answers: string[] = [];
    while (answers.length < questions.length) answers.push(await next());
    await sending;
    return answers;
  };
  try {
    await use({ zones: zones.split(","), ask });
  } finally {
    await process.stdin.close();
    await lines.return(undefined);
    await process.status;
  }
}

async function send(stdin: WritableStream<Uint8Array>, lines: readonly string[]): Promise<void> {
  const writer = stdin.getWriter();
  await writer.write(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
  writer.releaseLock();
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream() as never)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  return undefined;
}
