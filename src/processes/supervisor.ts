import {
  describeCommandLine,
  directCommandLine,
  NAMED_HOSTS,
  narrowNeeds,
  PRINT,
  SERVER_SCRIPT,
  serverFlags,
  SHARED_PORT_FLAG,
  wideNeeds,
} from "../compose/serve/command_line.ts";
import { keepAwake, listenError } from "../compose/serve/listen.ts";
import { sleep, systemClock } from "../platform/clock.ts";
import { createStderrLog, type Log, writeToStdout } from "../platform/log.ts";
import { PROCESS, untilInputEnds, WITH_PARENT, WITHOUT_DEMO } from "../platform/parent.ts";
import type { Settings } from "../platform/settings.ts";
import { StartError } from "../platform/start_error.ts";
import { NEW_STORE } from "../store/store_files.ts";
import { type BackOff, backOffMs } from "../toolbox/back_off.ts";
import { type ServerProcess, startServerProcess } from "./server_process.ts";

/**
 * Runs `PROCESSES` servers on one port until a signal ends them, which each gets as it came. Resolves
 * with the exit code: 0 after a signal, 1 where all died within 10 s, and what the first one ended
 * with where nothing could be served from the beginning.
 *
 * @throws {StartError} where the port cannot be had
 */
export async function runProcesses(settings: Settings, words: readonly string[]): Promise<number> {
  if (words.includes(PRINT)) {
    const others = words.filter((word) => word !== PRINT && word !== NAMED_HOSTS);
    console.log(directCommandLine(settings, Deno.execPath(), others));
    console.error(describeCommandLine(settings));
    return 0;
  }
  const supervisor = createSupervisor(settings, words, createStderrLog(settings.LOG));
  Deno.addSignalListener("SIGTERM", () => supervisor.end("SIGTERM"));
  Deno.addSignalListener("SIGINT", () => supervisor.end("SIGINT"));
  if (words.includes(WITH_PARENT)) untilInputEnds().finally(() => supervisor.end("SIGINT"));
  return await keepAwake(() => supervisor.run());
}

/** A port that is kept for the servers until they listen on it. */
interface HeldPort {
  readonly port: number;
  release(): void;
}

/**
 * Looks whether a port can be had; any free one for 0, which is kept from other programs meanwhile. A
 * port that another program has is refused, also where that one would share it.
 *
 * @throws {StartError} where it cannot be listened on
 */
function holdPort(hostname: string, wanted: number): HeldPort {
  try {
    const first = Deno.listen({ hostname, port: wanted });
    const { port } = first.addr as Deno.NetAddr;
    first.close();
    // A client that knows the port may connect at once, and no server listens here.
    if (wanted !== 0) return { port, release() {} };
    const held = Deno.listen({ hostname, port, reusePort: true });
    return { port, release: () => held.close() };
  } catch (error) {
    throw listenError(error, hostname, wanted);
  }
}

/** Words that are for the program as a whole. */
const NOT_PASSED_ON = [NAMED_HOSTS, WITH_PARENT, NEW_STORE];

/**
 * The runtime's arguments for one of the servers: its permissions, the script and its words.
 *
 * @param words what the program was called with
 */
export function serverArguments(
  settings: Settings,
  words: readonly string[],
  { number, more }: { readonly number: number; readonly more: readonly string[] },
): string[] {
  const needs = words.includes(NAMED_HOSTS) ? narrowNeeds(settings) : wideNeeds(settings);
  const flags = ["run", "--quiet", "--no-prompt", SHARED_PORT_FLAG, ...serverFlags(needs)];
  const passedOn = words.filter((word) => !NOT_PASSED_ON.includes(word));
  return [...flags, SERVER_SCRIPT, ...passedOn, ...more, WITH_PARENT, `${PROCESS}${number}`];
}

/** Runs the servers as one program. @param words what the program was called with, for the servers too */
function createSupervisor(
  settings: Settings,
  words: readonly string[],
  log: Log,
) {
  const { HOST, PORT, PROCESSES, METRICS_PORT } = settings;
  const ending = new AbortController();
  const failed = Promise.withResolvers<void>();
  /** Whether what the servers print is to be seen, now that they have all started. */
  const opened = Promise.withResolvers<boolean>();
  const plan = createRestartPlan(PROCESSES);
  const servers = new Map<number, ServerProcess>();
  let printing = Promise.resolve();
  let port = PORT;
  refuseMetricsPorts(settings);

  return { run, end };

  /**
   * Resolves with the exit code when all servers have ended.
   *
   * @throws {StartError} where the port cannot be had
   */
  async function run(): Promise<number> {
    const held = holdPort(HOST, PORT);
    port = held.port;
    // What keeps it from serving, the first server says alone. One that is started again later finds the store
    // there, or it was lost.
    const first = start(0, words.includes(NEW_STORE) ? [NEW_STORE] : []);
    const base = await first.listening;
    if (base === undefined) return ending.signal.aborted ? 0 : (await first.status).code || 1;
    const others = Array.from({ length: PROCESSES - 1 }, (_, n) => start(n + 1, [WITHOUT_DEMO]));
    const code = await refusalOf(others);
    if (code !== undefined && !ending.signal.aborted) return await giveUp(code);
    const ends = Promise.race([Promise.all([...servers.keys()].map(keep)), failed.promise]);
    await Promise.race([announce(base), ends]);
    held.release();
    opened.resolve(true);
    await ends;
    if (ending.signal.aborted) return await ended(0);
    log.error(`All ${PROCESSES} servers died within 10 s; this is no use`);
    end("SIGTERM");
    return await ended(1);
  }

  /** Nothing is printed: the server that did not start has said why, and what to do. */
  async function giveUp(code: number): Promise<number> {
    opened.resolve(false);
    end("SIGINT");
    return await ended(code);
  }

  async function announce(base: string): Promise<void> {
    if (ending.signal.aborted) return;
    if (METRICS_PORT === undefined) log.info(NO_METRICS, { processes: PROCESSES });
    await writeToStdout(`Listening on ${base}\n`);
  }

  async function ended(code: number): Promise<number> {
    await Promise.all([...servers.values()].map(({ status }) => status));
    await printing;
    return code;
  }

  /** Passes a signal on; nothing is started any more. */
  function end(signal: Deno.Signal): void {
    ending.abort();
    for (const server of servers.values()) server.signal(signal);
  }

  function start(number: number, more: readonly string[]): ServerProcess {
    const server = startServerProcess({
      args: serverArguments({ ...settings, PORT: port }, words, { number, more }),
      env: { PORT: `${port}` },
      print: (lines) => printing = printing.then(() => print(lines)),
    });
    servers.set(number, server);
    plan.started(number, performance.now());
    server.listening.then((base) => base !== undefined && plan.listens(number));
    return server;
  }

  async function print(lines: Uint8Array): Promise<void> {
    if (!await opened.promise) return;
    // What was not printed is not wanted: it is not read any more.
    await writeToStdout(lines).catch(() => {});
  }

  /** Starts a server again whenever it dies, until all end. */
  async function keep(number: number): Promise<void> {
    while (true) {
      const { code, signal } = await servers.get(number)!.status;
      if (ending.signal.aborted) return;
      const waitMs = plan.died(number, performance.now());
      if (waitMs === undefined) return failed.resolve();
      log.warn("A server died and starts again", {
        server: number,
        code,
        signal: signal ?? undefined,
        wait_ms: waitMs,
      });
      await sleep(systemClock, waitMs, ending.signal);
      if (ending.signal.aborted) return;
      start(number, [WITHOUT_DEMO]);
    }
  }
}

/**
 * The code of one of the servers that ended by itself before it listened, which another start would not
 * fix; undefined where they all listen, or were killed.
 */
async function refusalOf(servers: readonly ServerProcess[]): Promise<number | undefined> {
  const codes = await Promise.all(servers.map(async ({ listening, status }) => {
    if (await listening !== undefined) return 0;
    const { code, signal } = await status;
    return signal === null ? code : 0;
  }));
  return codes.find((code) => code !== 0);
}

const NO_METRICS =
  "There is no /metrics: several servers have figures of their own each; METRICS_PORT serves them";

function refuseMetricsPorts({ PORT, METRICS_PORT: first, PROCESSES }: Settings): void {
  if (first === undefined) return;
  const last = first + PROCESSES - 1;
  const what = `Cannot use METRICS_PORT ${first} with ${PROCESSES} servers`;
  if (last > 65_535) {
    throw new StartError(`${what}: the last would have port ${last}; the highest is 65535`);
  }
  if (PORT < first || PORT > last) return;
  throw new StartError(`${what}: they would have ports ${first} to ${last}, and PORT is ${PORT}`);
}

const RESTART: BackOff = { firstMs: 1000, maxMs: 30_000 };
/** A server that has run this long counts as well again. */
const CALM_MS = 60_000;
/** All servers that die within this time, with none back, have one reason, which another start would not fix. */
const ALL_DEAD_MS = 10_000;

/** Decides how long to wait before a server that died is started again; `now` in ms of a clock that only grows. */
export function createRestartPlan(count: number) {
  const servers = Array.from(
    { length: count },
    () => ({ startedAt: 0, diedAt: -Infinity, deaths: 0 }),
  );
  return {
    started(server: number, now: number): void {
      servers[server]!.startedAt = now;
    },
    /** Notes that a server listens: it is no longer dead. */
    listens(server: number): void {
      servers[server]!.diedAt = -Infinity;
    },
    /** The wait in ms; undefined if all servers died within 10 s and none listens again. */
    died(server: number, now: number): number | undefined {
      const one = servers[server]!;
      if (now - one.startedAt >= CALM_MS) one.deaths = 0;
      one.diedAt = now;
      if (servers.every(({ diedAt }) => now - diedAt <= ALL_DEAD_MS)) return undefined;
      return backOffMs(RESTART, one.deaths++);
    },
  };
}
