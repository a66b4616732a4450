/** What a reconciler works with. */
export interface ReconcilerDeps {
  /** Runs `task` once, `delayMs` from now; the returned function cancels it. */
  readonly clock: { after(delayMs: number, task: () => void): () => void };
  /** Hears of each look whether it failed. */
  readonly outage: { succeeded(): void; failed(error: unknown): void };
  /** Brings what is here in step with what it follows. A rejection is a failure. */
  look(): Promise<void>;
  /** The wait in ms from a look to the next. */
  waitMs(): number;
  /** The same after one that failed, by how many had failed in a row before it; default: `waitMs`. */
  retryMs?(failures: number): number;
}

/** Keeps something in step with what it follows: one look at a time, when told to and after each wait. */
export interface Reconciler {
  /**
   * Looks; told during a look, which may have missed what is new, it looks once more. Resolves when
   * nothing is left to see. Never rejects.
   */
  look(): Promise<void>;
  /** Resolves when no look is under way. */
  idle(): Promise<void>;
  /** Begins no look any more. */
  close(): void;
}

/** Creates a reconciler, which does nothing before its first {@linkcode Reconciler.look}. */
export function createReconciler(deps: ReconcilerDeps): Reconciler {
  const { clock, outage } = deps;
  let failures = 0;
  let isStale = false;
  let isClosed = false;
  let underWay: Promise<void> | undefined;
  let cancel = () => {};

  function look(): Promise<void> {
    isStale = true;
    return underWay ??= lookUntilFresh().finally(() => {
      underWay = undefined;
      schedule();
    });
  }

  async function lookUntilFresh(): Promise<void> {
    while (isStale && !isClosed) {
      isStale = false;
      await deps.look().then(succeeded, failed);
    }
  }

  function succeeded(): void {
    failures = 0;
    outage.succeeded();
  }

  function failed(error: unknown): void {
    if (isClosed) return;
    failures++;
    outage.failed(error);
  }

  function schedule(): void {
    cancel();
    if (!isClosed) cancel = clock.after(nextMs(), () => void look());
  }

  function nextMs(): number {
    const retryMs = failures > 0 ? deps.retryMs?.(failures - 1) : undefined;
    return retryMs ?? deps.waitMs();
  }

  return {
    look,
    idle: () => underWay ?? Promise.resolve(),
    close() {
      isClosed = true;
      cancel();
    },
  };
}
