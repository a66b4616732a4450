import { command } from "../support/server.ts";
import { killIfRunning } from "../support/kill_if_running.ts";

/** One kind of request of a load; lanes take turns. */
export interface Lane {
  readonly method?: string;
  /** Without a slash at the front; `{n}` stands for the number of the request. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** One answer to a load, or none. */
export interface LoadAnswer {
  readonly number: number;
  readonly lane: number;
  /** 0: none came. */
  readonly status: number;
  /** When it was asked and answered, epoch ms. */
  readonly from: number;
  readonly to: number;
}

/** A process that asks servers by turns. */
export interface Load extends AsyncDisposable {
  readonly answers: readonly LoadAnswer[];
  /** Whom to ask from now on. */
  aim(...bases: string[]): void;
  /** Ends it once nothing is under way any more; how many requests it made. */
  stop(): Promise<number>;
}

/** Starts a load of so many requests a second. */
export function startLoad(perSecond: number, lanes: readonly Lane[]): Load {
  const script = "test/faults/load_process.ts";
  const args = ["run", "--allow-net=127.0.0.1", "--no-prompt", script];
  const words = [String(perSecond), JSON.stringify(lanes)];
  const process = command([...args, ...words], {}, { stdin: "piped" }).spawn();
  const input = process.stdin.getWriter();
  const answers: LoadAnswer[] = [];
  let asked: number | undefined;
  let stopped: Promise<number> | undefined;
  const complaints = new Response(process.stderr).text();
  const reading = readLines(process.stdout, (line) => {
    const [number, lane, status, from, to] = line.split(" ").map(Number);
    if (line.startsWith("asked ")) asked = lane!;
    else answers.push({ number, lane, status, from, to } as LoadAnswer);
  });

  async function end(): Promise<number> {
    await input.close();
    await reading;
    await process.status;
    if (asked === undefined) throw new Error(`The load broke off: ${await complaints}`);
    return asked;
  }

  return {
    answers,
    aim: (...bases) => void input.write(new TextEncoder().encode(`${JSON.stringify(bases)}\n`)),
    stop: () => stopped ??= end(),
    async [Symbol.asyncDispose]() {
      killIfRunning(process);
      await Promise.all([process.status, reading, complaints]);
    },
  };
}

async function readLines(stream: ReadableStream<Uint8Array>, take: (line: string) => void) {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream() as never)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    lines.forEach(take);
  }
}

/** How many answers had each status. */
export function countStatuses(answers: readonly LoadAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Whether a server takes requests. */
export async function isReady({ base }: { readonly base: string }): Promise<boolean> {
  const answer = await fetch(`${base}readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** Waits so many ms. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
