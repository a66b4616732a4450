/** The source of time: every instant the program acts on, and every wait, comes from here. */
export interface Clock {
  /** The current instant, in milliseconds since the Unix epoch. */
  now(): number;
  /** Runs `task` once, `delayMs` from now; calling the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

/** The machine's own clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    Deno.unrefTimer(timer);
    return () => clearTimeout(timer);
  },
};

/** Resolves `delayMs` from now by `clock`. */
export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => clock.after(delayMs, resolve));
}
