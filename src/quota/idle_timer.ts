import type { Clock } from "../platform/clock.ts";

/** Notices that a lease is not used. */
export interface IdleTimer {
  /** Watches from now on, if it does not already. */
  start(): void;
  stop(): void;
  /** The lease is idle, and nobody has looked into it yet. */
  readonly due: boolean;
  /** Takes note that somebody looks into it: the next time is twice as far off. */
  look(): void;
}

export interface IdleTimerDeps {
  readonly clock: Clock;
  /** When the lease was last used, epoch ms. */
  usedAt(): number;
  /** How long the lease may lie idle before anybody needs to look. */
  patienceMs(): number;
  /** Called when a watch ends without a use. */
  whenIdle(): void;
}

const MAX_MS = 600_000;

export function createIdleTimer(deps: IdleTimerDeps): IdleTimer {
  const { clock } = deps;
  let on: { readonly since: number; readonly ms: number; cancel(): void } | undefined;
  let due = false;
  let lookedAfterMs = 0;

  function start(): void {
    if (on !== undefined || due) return;
    const ms = Math.min(MAX_MS, Math.max(2 * lookedAfterMs, deps.patienceMs()));
    on = { since: clock.now(), ms, cancel: clock.after(ms, ring) };
  }

  function ring(): void {
    const { since, ms } = on!;
    on = undefined;
    if (deps.usedAt() >= since) {
      lookedAfterMs = 0;
      return start();
    }
    lookedAfterMs = ms;
    due = true;
    deps.whenIdle();
  }

  function stop(): void {
    on?.cancel();
    on = undefined;
    due = false;
  }

  return {
    start,
    stop,
    get due() {
      return due;
    },
    look: () => void (due = false),
  };
}
