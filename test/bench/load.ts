import { command } from "../support/server.ts";
import { pinProcess } from "./processor.ts";
import { killIfRunning } from "../support/kill_if_running.ts";

/** What was answered as expected, and in what time. */
export interface Load {
  readonly answers: number;
  readonly seconds: number;
  /** The time within which 99 of 100 answers came, in ms; undefined where the generator does not tell. */
  readonly p99Ms?: number | undefined;
}

/** What is asked over and over. */
export interface LoadRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Any other status is a mistake of the benchmark. */
  readonly status: number;
}

/** Something that asks as fast as it can, over kept-alive connections, in processes of its own. */
export interface LoadGenerator {
  readonly name: string;
  run(request: LoadRequest, ms: number): Promise<Load>;
}

/** Connections, each of which waits for its answer. */
export const CONNECTIONS = 16;

/** `wrk` where it is installed, which needs least of the machine, or else our own. */
export function createLoad(folder: string, core: number | undefined): LoadGenerator {
  try {
    new Deno.Command("wrk", { args: ["-v"], stdout: "null", stderr: "null" }).outputSync();
    return { name: "wrk", run: (request, ms) => runWrk(request, ms, core) };
  } catch {
    const file = `${folder}/request`;
    return { name: "test/bench/ask.ts", run: (request, ms) => runOwn(request, ms, core, file) };
  }
}

/** How often a load is begun that a busy machine did not let begin, or held up for seconds. */
const ATTEMPTS = 5;

async function runWrk(
  request: LoadRequest,
  ms: number,
  core: number | undefined,
): Promise<Load> {
  for (let attempt = 1;; attempt++) {
    const printed = await interruptWrk(request, ms * attempt, core);
    const isHeldUp = printed === "" || /timeout [1-9]/.test(printed);
    if (!isHeldUp || attempt === ATTEMPTS) return readWrk(request, printed);
  }
}

/** `wrk` takes whole seconds only, but sums up when it is interrupted; "" where it had not begun. */
async function interruptWrk(
  { url, headers }: LoadRequest,
  ms: number,
  core: number | undefined,
): Promise<string> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-t1", `-c${CONNECTIONS}`, "-d60s", "--latency", ...fields, url];
  const child = new Deno.Command("wrk", { args, stdout: "piped", stderr: "null" }).spawn();
  pinProcess(child.pid, core);
  const timer = setTimeout(() => killIfRunning(child, "SIGINT"), ms);
  const printed = new TextDecoder().decode((await child.output()).stdout);
  clearTimeout(timer);
  return printed;
}

function readWrk({ url, status }: LoadRequest, printed: string): Load {
  const [, answers, time, unit] = /(\d+) requests in ([\d.]+)(ms|s)/.exec(printed) ?? [];
  const [, p99, p99Unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(printed) ?? [];
  const [, refused = "0"] = /Non-2xx or 3xx responses: (\d+)/.exec(printed) ?? [];
  const isExpected = status < 400 ? refused === "0" : refused === answers;
  if (answers === undefined || !isExpected || printed.includes("Socket errors")) {
    throw new Error(`Cannot use the load: expected ${status} alone from ${url}, got ${printed}`);
  }
  return {
    answers: Number(answers),
    seconds: Number(time) * MS[unit!]! / 1000,
    p99Ms: p99 === undefined ? undefined : Number(p99) * MS[p99Unit]!,
  };
}

/** The units of `wrk`, in ms. */
const MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

/** Two processes, so that the server is the slower side. */
async function runOwn(
  { url, headers, status }: LoadRequest,
  ms: number,
  core: number | undefined,
  file: string,
): Promise<Load> {
  const { port, pathname, search } = new URL(url);
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = `GET ${pathname}${search} HTTP/1.1\r\nhost: 127.0.0.1\r\n${fields}\r\n`;
  Deno.writeTextFileSync(file, head);
  const words = [port, String(CONNECTIONS / 2), String(ms), String(status), file];
  const flags = ["--allow-net=127.0.0.1", `--allow-read=${file}`];
  const loads = await Promise.all([1, 2].map(async (): Promise<Load> => {
    const child = command(["run", ...flags, "test/bench/ask.ts", ...words], {}).spawn();
    pinProcess(child.pid, core);
    const { code, stdout, stderr } = await child.output();
    if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
    return JSON.parse(new TextDecoder().decode(stdout));
  }));
  return {
    answers: loads.reduce((sum, { answers }) => sum + answers, 0),
    seconds: Math.max(...loads.map(({ seconds }) => seconds)),
  };
}
