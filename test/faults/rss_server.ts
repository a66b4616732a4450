import type { Stall } from "../support/stall_meter.ts";
import { command, type RunningServer } from "../support/server.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { until } from "../support/until.ts";

/** Bytes that a process holds: on the heap, with what hangs from it, and in all. */
export interface Memory {
  readonly heap: number;
  readonly rss: number;
}

/** A server whose memory can be read. */
export interface RssServer extends AsyncDisposable {
  readonly base: string;
  readonly process: Deno.ChildProcess;
  memory(): Promise<Memory>;
  /** The longest time for which its loop was blocked since this was last asked. */
  stall(): Promise<Stall>;
}

/** Starts the server in a process that tells its memory. */
export async function startRssServer(
  env: Readonly<Record<string, string>>,
): Promise<RssServer> {
  const script = new URL("./rss_main.ts", import.meta.url).pathname;
  const args = ["run", "-A", "--v8-flags=--expose-gc", script];
  const process = command(args, { PORT: "0", ...env }).spawn();
  let printed = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) printed += decoder.decode(bytes, { stream: true });
  };
  const reading = [collect(process.stdout), collect(process.stderr)];
  const found = (pattern: RegExp) => pattern.exec(printed)?.[1];
  const base = () => found(/^Listening on (\S+)$/m);
  const door = () => found(/^Memory at (\S+)$/m);
  await until(() => base() !== undefined && door() !== undefined);
  return {
    base: base()!,
    process,
    memory: async () => await (await fetch(door()!)).json(),
    stall: async () => await (await fetch(`${door()!}stall`)).json(),
    async [Symbol.asyncDispose]() {
      killIfRunning(process);
      await process.status;
      await Promise.all(reading);
    },
  };
}

/** What tests of streams need of a server. */
export type StreamServer = Pick<RunningServer, "base" | "process">;
