import { command } from "../support/server.ts";
import { killIfRunning } from "../support/kill_if_running.ts";

/** One answer to a load, or none. */
export interface LoadAnswer {
  readonly number: number;
  readonly lane: number;
  /** 0: none came. */
  readonly status: number;
  /** When it came, in epoch milliseconds. */
  readonly at: number;
  /** From when it was due to when it came, in milliseconds. */
  readonly tookMs: number;
}

/** A process that asks a server. */
export interface Load extends AsyncDisposable {
  readonly answers: readonly LoadAnswer[];
  /** Where to ask from now on. */
  aim(base: string): void;
  /** Ends it once nothing is under way any more; how many requests it made. */
  stop(): Promise<number>;
}

/** Starts a load of `perSecond` requests; its `lanes` of headers take turns of `turnMs`. */
export function startLoad(
  perSecond: number,
  lanes: readonly Record<string, string>[],
  turnMs = 1_000,
): Load {
  const args = ["run", "--allow-net=127.0.0.1", "--no-prompt", "test/faults/load_process.ts"];
  const words = [String(perSecond), String(turnMs), ...lanes.map((lane) => JSON.stringify(lane))];
  const process = command([...args, ...words], {}, { stdin: "piped" }).spawn();
  const input = process.stdin.getWriter();
  const answers: LoadAnswer[] = [];
  let asked: number | undefined;
  let stopped: Promise<number> | undefined;
  const reading = readLines(process.stdout, (line) => {
    const [number, lane, status, at, tookMs] = line.split(" ").map(Number);
    if (line.startsWith("asked ")) asked = lane!;
    else answers.push({ number, lane, status, at, tookMs } as LoadAnswer);
  });
  const complaints = new Response(process.stderr).text();

  async function end(): Promise<number> {
    await input.close();
    await reading;
    await process.status;
    if (asked === undefined) throw new Error(`The load broke off: ${await complaints}`);
    return asked;
  }

  return {
    answers,
    aim: (base) => void input.write(new TextEncoder().encode(`${base}\n`)),
    stop: () => stopped ??= end(),
    async [Symbol.asyncDispose]() {
      killIfRunning(process);
      await Promise.all([process.status, reading, complaints]);
    },
  };
}

/** The value that `share` (0 to 1) of the answers took at most, in milliseconds. */
export function tookAtMost(answers: readonly LoadAnswer[], share: number): number {
  const took = answers.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return took[Math.floor(share * (took.length - 1))] ?? NaN;
}

async function readLines(stream: ReadableStream<Uint8Array>, take: (line: string) => void) {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream() as never)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    lines.forEach(take);
  }
}
