import type { Clock } from "../../platform/clock.ts";

/** Notices that a lease is not used. */
export interface IdleTimer {
  /** Starts the timer, unless it runs. */
  start(): void;
  stop(): void;
  /** The lease is idle, and nobody has acknowledged it. */
  readonly isDue: boolean;
  /** Takes note that the lease is idle; the next time it is noticed twice as late. */
  acknowledge(): void;
}

export interface IdleTimerDeps {
  readonly clock: Clock;
  /** When the lease was last used, epoch ms. */
  usedAt(): number;
  /** How long the lease may lie idle until it is noticed. */
  patienceMs(): number;
  /** Called when the timer has run out without a use. */
  whenIdle(): void;
}

interface Timer {
  readonly since: number;
  readonly ms: number;
  cancel(): void;
}

const MAX_MS = 600_000;

export function createIdleTimer(deps: IdleTimerDeps): IdleTimer {
  const { clock } = deps;
  let timer: Timer | undefined;
  let isDue = false;
  let lastIdleMs = 0;

  function start(): void {
    if (timer !== undefined || isDue) return;
    const ms = Math.min(MAX_MS, Math.max(2 * lastIdleMs, deps.patienceMs()));
    timer = { since: clock.now(), ms, cancel: clock.after(ms, expire) };
  }

  function expire(): void {
    const { since, ms } = timer!;
    timer = undefined;
    if (deps.usedAt() >= since) {
      lastIdleMs = 0;
      return start();
    }
    lastIdleMs = ms;
    isDue = true;
    deps.whenIdle();
  }

  function stop(): void {
    timer?.cancel();
    timer = undefined;
    isDue = false;
  }

  return {
    start,
    stop,
    get isDue() {
      return isDue;
    },
    acknowledge: () => void (isDue = false),
  };
}
