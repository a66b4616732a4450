/** Called as the work goes on, with what is being done. */
export type Progress = (step: string) => void;

/** Short work needs no words; after this many milliseconds each step is told. */
const QUIET_MS = 1000;

/** Tells on standard error what is being done, once the work has taken over a second. */
export function createProgress(): Progress {
  const startedAt = performance.now();
  return (step) => {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs > QUIET_MS) console.error(`${step} … (${Math.round(elapsedMs / 1000)} s)`);
  };
}
