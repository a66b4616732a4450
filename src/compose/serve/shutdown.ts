import { type Clock, sleep } from "../../platform/clock.ts";
import { keepAwake } from "./listen.ts";

/** The steps of a shutdown, in their order. */
export interface ShutdownSteps {
  /** Announces the shutdown in every answer and to health checks; the process serves on. */
  announce(): void;
  /** Ends what runs beside the requests, and the long answers. */
  quiet(): Promise<void>;
  /** Answers the open requests and accepts no more. */
  close(): Promise<void>;
  /** Writes down what is left, when no request comes any more. */
  end(): Promise<void>;
}

/** How long the steps take at most, in ms. */
interface ShutdownTimes {
  /** From the announcement on, after SIGTERM: until a load balancer has noticed. */
  readonly drainMs: number;
  /** For the open requests. */
  readonly openMs: number;
}

/**
 * Shuts the process down on the first SIGTERM or SIGINT, then exits with code 0. SIGINT drains for no
 * time, and ends a drain that is on; other signals that follow change nothing, since a supervisor that
 * stops a process with its children signals it twice. The returned function does the same as SIGINT.
 */
export function shutDownOnSignal(
  { announce, quiet, close, end }: ShutdownSteps,
  { drainMs, openMs }: ShutdownTimes,
  clock: Clock,
): () => void {
  const interrupted = Promise.withResolvers<void>();
  let isShuttingDown = false;
  Deno.addSignalListener("SIGTERM", () => void shutDown());
  Deno.addSignalListener("SIGINT", shutDownNow);
  return shutDownNow;

  function shutDownNow(): void {
    interrupted.resolve();
    void shutDown();
  }

  async function shutDown(): Promise<void> {
    if (isShuttingDown) return;
    isShuttingDown = true;
    // The last writes may wait for a timer.
    await keepAwake(closeAll);
    Deno.exit();
  }

  async function closeAll(): Promise<void> {
    announce();
    await Promise.race([sleep(clock, drainMs), interrupted.promise]);
    const isQuiet = quiet();
    // A request that never comes to its end must not keep what is leased or still to be written.
    await Promise.race([close(), sleep(clock, openMs)]);
    await isQuiet;
    await end();
  }
}
