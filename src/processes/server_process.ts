const LINE_END = 10;

/** Returns the whole lines of what came so far; the beginning of the next one is kept for the next call. */
function createLineSplitter(): (bytes: Uint8Array) => Uint8Array {
  let rest = new Uint8Array();
  return (bytes) => {
    const all = new Uint8Array(rest.length + bytes.length);
    all.set(rest);
    all.set(bytes, rest.length);
    const end = all.lastIndexOf(LINE_END) + 1;
    rest = all.slice(end);
    return all.subarray(0, end);
  };
}

/** One of the servers. */
export type ServerProcess = ReturnType<typeof startServerProcess>;

interface ServerStart {
  /** The runtime's arguments, the script and its words. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Takes what it prints after its first line, in whole lines; the next are read when it resolves. */
  print(lines: Uint8Array): Promise<void>;
}

/** Starts a server, whose standard input ends with this process, however that one ends. */
export function startServerProcess({ args, env, print }: ServerStart) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    env: { ...env },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  let hasEnded = false;
  const listening = Promise.withResolvers<string | undefined>();
  const reading = readLines(child.stdout, listening.resolve, print).catch(() => {});
  const status = child.status.then(async (status) => {
    hasEnded = true;
    await reading;
    listening.resolve(undefined);
    return status;
  });
  return {
    /** The address that it listens on; undefined if it ended before. */
    listening: listening.promise,
    status,
    /** Sends a signal; nothing happens if it has ended. */
    signal(name: Deno.Signal): void {
      if (!hasEnded) child.kill(name);
    },
  };
}

const LISTENING = /^Listening on (\S+)\n/;

async function readLines(
  stdout: ReadableStream<Uint8Array>,
  listens: (base: string) => void,
  print: (lines: Uint8Array) => Promise<void>,
): Promise<void> {
  const wholeLines = createLineSplitter();
  let isFirst = true;
  for await (const bytes of stdout) {
    let lines = wholeLines(bytes);
    if (lines.length === 0) continue;
    const [first, base] = isFirst ? LISTENING.exec(new TextDecoder().decode(lines)) ?? [] : [];
    isFirst = false;
    if (base !== undefined) {
      listens(base);
      lines = lines.subarray(first!.length);
    }
    if (lines.length > 0) await print(lines);
  }
}
