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
  /** How many answers had this status so far. */
  count(status: number): number;
  /** The statuses of the answers so far, but for these. */
  others(...statuses: number[]): number[];
  /** Whom to ask from now on. */
  aim(...servers: { readonly base: string }[]): void;
  /** Ends it once nothing is under way any more; how many requests it made. */
  stop(): Promise<number>;
}

/** Starts a load of so many requests a second. */
export function startLoad(perSecond: number, lanes: readonly Lane[]): Load {
  const args = ["run", "--allow-net=127.0.0.1", "--no-prompt", "test/faults/load_process.ts"];
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
    count: (wanted) => answers.reduce((sum, { status }) => status === wanted ? sum + 1 : sum, 0),
    others: (...expected) =>
      answers.map(({ status }) => status).filter((status) => !expected.includes(status)),
    aim: (...servers) => {
      const bases = servers.map(({ base }) => base);
      void input.write(new TextEncoder().encode(`${JSON.stringify(bases)}\n`));
    },
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

/** Asks a server once and reads the answer. */
export async function statusOf(
  { base }: { readonly base: string },
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const answer = await fetch(base + path, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** What `/v1/key` says of a key. */
export async function quotaOf(
  { base }: { readonly base: string },
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly used: number; readonly limit: number }> {
  return await (await fetch(`${base}v1/key`, { headers })).json();
}

/** Whether a server takes requests. */
export async function isReady(server: { readonly base: string }): Promise<boolean> {
  return await statusOf(server, "readyz").catch(() => 0) === 200;
}

/** Waits so many ms. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Files and sockets that a process of this machine has open. */
export function openFilesOf({ pid }: { readonly pid: number }): number {
  return [...Deno.readDirSync(`/proc/${pid}/fd`)].length;
}

/** A time, in epoch ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The spans in which a server said that its store was out of reach. */
export function awayTimes(log: string): Span[] {
  const at = (words: string) =>
    log.split("\n").filter((line) => line.includes(words))
      .map((line) => Date.parse(line.split(" ", 1)[0]!));
  const backs = at("The store is back");
  return at("The store is out of reach").map((from, n) => ({ from, to: backs[n] ?? Infinity }));
}

/** What the clocks of two processes, read in whole ms, may differ by. */
const CLOCK_MS = 2;

/**
 * Whether the use of an answer is surely on record: one that was let go while the store was away need not
 * be. When it was let go lies between when it was asked and when the answer was read.
 */
export function isSure({ from, to }: Span, away: readonly Span[]): boolean {
  return !away.some((span) => to + CLOCK_MS >= span.from && from - CLOCK_MS <= span.to);
}
