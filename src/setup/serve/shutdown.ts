import { type Clock, sleep } from "../../platform/clock.ts";
import { keepAwake } from "./keep_awake.ts";

/** What happens between a signal and the process's end. */
export interface Goodbye {
  /** Tells whoever asks that this process is going; it serves on. */
  announce(): void;
  /** Ends what runs beside the requests, and the long answers. */
  quiet(): Promise<void>;
  /** Answers the open requests and accepts no more. */
  close(): Promise<void>;
  /** Writes down what is left, when no request comes any more. */
  end(): Promise<void>;
}

/** How long the steps take at most, in ms. */
export interface GoodbyeTimes {
  /** From the announcement on, after SIGTERM: until whoever distributes requests has noticed. */
  readonly drainMs: number;
  /** For the open requests. */
  readonly openMs: number;
}

/**
 * Says goodbye on the first SIGTERM or SIGINT, then exits with code 0. SIGINT drains for no time, and
 * ends a drain that is on; other signals that follow change nothing, since whoever stops a process
 * with its children tells it twice. What is returned does as SIGINT.
 */
export function sayGoodbyeOnSignal(
  { announce, quiet, close, end }: Goodbye,
  { drainMs, openMs }: GoodbyeTimes,
  clock: Clock,
): () => void {
  const interrupted = Promise.withResolvers<void>();
  let goes = false;
  Deno.addSignalListener("SIGTERM", () => void go());
  Deno.addSignalListener("SIGINT", goNow);
  return goNow;

  function goNow(): void {
    interrupted.resolve();
    void go();
  }

  async function go(): Promise<void> {
    if (goes) return;
    goes = true;
    // What is written last may wait for a timer.
    using _awake = keepAwake();
    announce();
    await Promise.race([sleep(clock, drainMs), interrupted.promise]);
    const isQuiet = quiet();
    // A request that never comes to its end must not keep what is leased or still to be written.
    await Promise.race([close(), sleep(clock, openMs)]);
    await isQuiet;
    await end();
    Deno.exit();
  }
}
