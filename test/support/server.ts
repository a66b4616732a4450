import { keptEnvironment } from "./kept_environment.ts";
import { killIfRunning } from "./kill_if_running.ts";
import { until } from "./until.ts";

/** The real server in a process of its own, ready to be asked. */
export interface RunningServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/`. */
  readonly base: string;
  /** The demo key, where one was printed. */
  readonly demoKey: string | undefined;
  /** Everything printed so far. */
  readonly printed: { readonly out: string; readonly err: string };
  readonly process: Deno.ChildProcess;
  /** Ends the process by a signal and waits for it. */
  stop(signal?: Deno.Signal): Promise<void>;
}

/** A server that has not ended this long after a signal is killed, in ms. */
const STOP_LIMIT_MS = 30_000;

/** Compiles a content folder with the real command. */
export async function buildContent(env: Record<string, string>): Promise<Deno.CommandOutput> {
  return await command(["run", ...permissionsOf("build"), "build/main.ts", "build"], env)
    .output();
}

/** How a server is started. */
export interface ServerOptions {
  /** The program's. */
  readonly args?: readonly string[];
  /** The runtime's. */
  readonly flags?: readonly string[];
  /** The limit of open files that the process is given; default: this process's own. */
  readonly openFiles?: number;
}

/**
 * Starts `src/main.ts` on any free port and waits until it listens and has said what it has to say.
 * SIGTERM ends it without a drain, if `env` names none.
 */
export async function startServer(
  env: Record<string, string>,
  { args: words = [], flags = [], openFiles }: ServerOptions = {},
): Promise<RunningServer> {
  const args = ["run", ...permissionsOf("serve"), ...flags, "src/main.ts", ...words];
  const given = { PORT: "0", DRAIN_MS: "0", ...env };
  return await watchServer(
    openFiles === undefined ? command(args, given) : limited(openFiles, args, given),
  );
}

/** Starts a server by a command line. */
export async function startLine(
  line: string,
  env: Record<string, string>,
): Promise<RunningServer> {
  return await watchServer(program("sh", ["-c", `exec ${line}`], env));
}

/** Starts a server and waits until it listens. */
export async function watchServer(command: Deno.Command): Promise<RunningServer> {
  const process = command.spawn();
  const printed = { out: "", err: "" };
  const reading = [
    collect(process.stdout, (text) => printed.out += text),
    collect(process.stderr, (text) => printed.err += text),
  ];
  const stop = async (signal: Deno.Signal = "SIGTERM") => {
    killIfRunning(process, signal);
    const killer = setTimeout(() => killIfRunning(process), STOP_LIMIT_MS);
    await process.status;
    clearTimeout(killer);
    await Promise.all(reading);
  };
  const base = await listening(process, printed);
  const demoKey = () => /apikey=([\w-]+)/.exec(printed.out)?.[1];
  return {
    base,
    get demoKey() {
      return demoKey();
    },
    printed,
    process,
    stop,
    [Symbol.asyncDispose]: () => stop(),
  };
}

async function listening(
  process: Deno.ChildProcess,
  printed: { out: string; err: string },
): Promise<string> {
  let ended = false;
  process.status.then(() => ended = true);
  const line = /^Listening on (http:\/\/\S+)$/m;
  await until(() => ended || line.test(printed.out));
  const base = line.exec(printed.out)?.[1];
  if (base === undefined) throw new Error(`The server did not start: ${printed.err}`);
  return base;
}

async function collect(stream: ReadableStream<Uint8Array>, add: (text: string) => void) {
  for await (const text of stream.pipeThrough(new TextDecoderStream() as never)) add(text as never);
}

/** A command of the project that may open so many files and connections. */
function limited(
  openFiles: number,
  args: readonly string[],
  env: Record<string, string>,
): Deno.Command {
  const script = `ulimit -n ${openFiles} && exec "$0" "$@"`;
  return program("bash", ["-c", script, Deno.execPath(), ...args], env);
}

/** A command of the project, with nothing of this machine's environment but what is needed. */
export function command(
  args: string[],
  env: Record<string, string>,
  options: Pick<Deno.CommandOptions, "stdin" | "cwd"> = {},
): Deno.Command {
  return program(Deno.execPath(), args, env, options);
}

function program(
  name: string,
  args: string[],
  env: Record<string, string>,
  options: Pick<Deno.CommandOptions, "stdin"> = {},
): Deno.Command {
  return new Deno.Command(name, {
    args,
    env: { ...keptEnvironment(), NO_COLOR: "1", ...env },
    clearEnv: true,
    stdout: "piped",
    stderr: "piped",
    ...options,
  });
}

const { tasks } = JSON.parse(Deno.readTextFileSync(new URL("../../deno.json", import.meta.url)));

/** The flags with which a task starts its program; the last one where it starts several. */
export function permissionsOf(task: string): string[] {
  const line: string = tasks[task].command.split(" && ").at(-1);
  return line.split(" ").filter((word) => word.startsWith("--"));
}
