import type { Clock } from "../../platform/clock.ts";
import { createRounds } from "./rounds.ts";
import { KEEP_ALIVE } from "./sse_chunk.ts";
import type { StreamListener } from "./stream_listener.ts";

/** Keeps all connections open by one timer: intermediaries cut those that are silent. */
export interface KeepAliveTimer {
  isRunning(): boolean;
  /** Starts the timer, unless it runs. */
  start(): void;
  stop(): void;
}

/** What {@linkcode createKeepAliveTimer} needs. */
export interface KeepAliveDeps {
  readonly clock: Clock;
  readonly listeners: Iterable<StreamListener>;
  /** Another number whenever a credential may open something else than before. */
  readonly credentialRevision: () => number;
}

const PING_MS = 15_000;
const PINGS_PER_RENEWAL = 20;
/** Credentials are read again every 2 s: a revoked one is gone within 3. */
const CHECK_MS = 500;
/** Credentials that nobody has changed are looked at every 2 s: some expire. */
const CHECKS_PER_LOOK = 4;

export function createKeepAliveTimer(
  { clock, listeners, credentialRevision }: KeepAliveDeps,
): KeepAliveTimer {
  const lookAtAll = createRounds(listeners, (listener) => void listener.check());
  const pingAll = createRounds(listeners, ping);
  let cancelPing: (() => void) | undefined;
  let cancelCheck = () => {};
  let checks = 0;
  let seenRevision = 0;

  return { isRunning: () => cancelPing !== undefined, start, stop };

  function start(): void {
    if (cancelPing !== undefined) return;
    cancelPing = clock.after(PING_MS, onPing);
    cancelCheck = clock.after(CHECK_MS, onCheck);
  }

  function stop(): void {
    cancelPing?.();
    cancelCheck();
    cancelPing = undefined;
  }

  function onPing(): void {
    cancelPing = clock.after(PING_MS, onPing);
    pingAll();
  }

  function onCheck(): void {
    cancelCheck = clock.after(CHECK_MS, onCheck);
    const revision = credentialRevision();
    if (revision === seenRevision && ++checks < CHECKS_PER_LOOK) return;
    seenRevision = revision;
    checks = 0;
    lookAtAll();
  }
}

function ping(listener: StreamListener): void {
  listener.pings++;
  if (listener.pings > 0 && listener.pings % PINGS_PER_RENEWAL === 0) void renewOrEnd(listener);
  if (listener.isIdle()) listener.send(KEEP_ALIVE);
}

async function renewOrEnd(listener: StreamListener): Promise<void> {
  const renewal = await listener.renew();
  if (renewal === "refused") listener.end();
  else if (renewal === "later") listener.pings--;
}
