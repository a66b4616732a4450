import type { Clock } from "../../platform/clock.ts";
import { KEEP_ALIVE } from "./sse_chunk.ts";
import type { StreamListener } from "./stream_listener.ts";

/** Keeps all connections open by one timer: intermediaries cut those that are silent. */
export interface KeepAliveTimer {
  isRunning(): boolean;
  /** Starts the timer, unless it runs. */
  start(): void;
  stop(): void;
}

const PING_MS = 15_000;
const PINGS_PER_RENEWAL = 20;
/** Credentials are read again every 2 s: a revoked one is gone within 3. */
const CHECK_MS = 500;

export function createKeepAliveTimer(
  clock: Clock,
  listeners: Iterable<StreamListener>,
): KeepAliveTimer {
  let cancel: (() => void) | undefined;
  let cancelCheck = () => {};

  return { isRunning: () => cancel !== undefined, start, stop };

  function start(): void {
    if (cancel !== undefined) return;
    cancel = clock.after(PING_MS, pingAll);
    cancelCheck = clock.after(CHECK_MS, checkAll);
  }

  function stop(): void {
    cancel?.();
    cancelCheck();
    cancel = undefined;
  }

  function checkAll(): void {
    cancelCheck = clock.after(CHECK_MS, checkAll);
    for (const listener of listeners) void listener.check();
  }

  function pingAll(): void {
    cancel = clock.after(PING_MS, pingAll);
    for (const listener of listeners) {
      listener.pings++;
      if (listener.pings > 0 && listener.pings % PINGS_PER_RENEWAL === 0) void renewOrEnd(listener);
      if (listener.isIdle()) listener.send(KEEP_ALIVE);
    }
  }
}

async function renewOrEnd(listener: StreamListener): Promise<void> {
  const renewal = await listener.renew();
  if (renewal === "refused") listener.end();
  else if (renewal === "later") listener.pings--;
}
