import { killIfRunning } from "../support/kill_if_running.ts";
/** What a load client is told to do. */
export interface LoadOrders {
  readonly ports: readonly number[];
  /** With the query, without any credential. */
  readonly path: string;
  readonly key: string;
  /** Requests altogether. */
  readonly count: number;
  /** Connections to each server, each with one request under way. */
  readonly connections: number;
}

/** What came of it. */
export interface LoadTally {
  readonly byStatus: Record<string, number>;
  /** Requests whose connection ended before their answer. */
  unanswered: number;
  slowestMs: number;
  /** How many answers 200 took so many whole tenths of a ms. */
  readonly tenths: Record<string, number>;
}

/** The time that half of the answers 200 took at most, in ms. */
export function medianMs({ tenths }: LoadTally): number {
  const counts = Object.entries(tenths).toSorted(([one], [other]) => Number(one) - Number(other));
  let left = counts.reduce((sum, [, count]) => sum + count, 0) / 2;
  for (const [tenth, count] of counts) {
    left -= count;
    if (left <= 0) return (Number(tenth) + 1) / 10;
  }
  return NaN;
}

/** A load on its way. */
export interface Load extends AsyncDisposable {
  /** Answers 200 so far, to within 500 a process. */
  readonly admitted: number;
  /** Resolves when every request was answered. */
  readonly done: Promise<LoadTally>;
}

/** Starts the load in `processes` processes of their own, each with its share of the count. */
export function startLoad(orders: LoadOrders, processes = 2): Load {
  const clients = Array.from({ length: processes }, (_, n) => {
    const count = Math.floor((orders.count + n) / processes);
    return startClient({ ...orders, count });
  });
  return {
    get admitted() {
      return clients.reduce((sum, { progress }) => sum + progress.admitted, 0);
    },
    done: Promise.all(clients.map(({ done }) => done)).then((tallies) => tallies.reduce(add)),
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map(({ end }) => end()));
    },
  };
}

function startClient(orders: LoadOrders) {
  const script = new URL("./load_client.ts", import.meta.url).pathname;
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-net=127.0.0.1", script, JSON.stringify(orders)],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const progress = { admitted: 0 };
  return {
    progress,
    done: readTally(process, progress),
    async end() {
      killIfRunning(process);
      await process.status;
    },
  };
}

async function readTally(
  process: Deno.ChildProcess,
  progress: { admitted: number },
): Promise<LoadTally> {
  let text = "";
  for await (const part of process.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    const latest = [...text.matchAll(/^\d+ (\d+)$/gm)].at(-1)?.[1];
    if (latest !== undefined) progress.admitted = Number(latest);
  }
  const tally = /^done (.*)$/m.exec(text)?.[1];
  if (tally === undefined) throw new Error(`The load did not come to its end: ${text.slice(-200)}`);
  return JSON.parse(tally);
}

function add(one: LoadTally, other: LoadTally): LoadTally {
  return {
    byStatus: sums(one.byStatus, other.byStatus),
    tenths: sums(one.tenths, other.tenths),
    unanswered: one.unanswered + other.unanswered,
    slowestMs: Math.max(one.slowestMs, other.slowestMs),
  };
}

function sums(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const all = { ...one };
  for (const [name, count] of Object.entries(other)) all[name] = (all[name] ?? 0) + count;
  return all;
}
