/** Called as the work goes on, with what is being done. */
export type Progress = (step: string) => void;

/** Short work needs no words; after this many milliseconds each step is printed. */
const QUIET_MS = 1000;

const ERASE_LINE = "\r\x1b[2K";

/**
 * Tells on standard error what is being done, once the work has taken over a second: on one line of a
 * terminal, which the next step overwrites. Files and pipes get nothing of it.
 */
export function createProgress() {
  const startedAt = performance.now();
  const isWatched = Deno.stderr.isTerminal();
  const write = (text: string) => Deno.stderr.writeSync(new TextEncoder().encode(text));
  let isShown = false;
  return {
    step(step: string): void {
      const elapsedMs = performance.now() - startedAt;
      if (!isWatched || elapsedMs <= QUIET_MS) return;
      write(`${ERASE_LINE}${step} … (${Math.round(elapsedMs / 1000)} s)`);
      isShown = true;
    },
    /** Takes the line away. */
    end(): void {
      if (isShown) write(ERASE_LINE);
      isShown = false;
    },
  };
}
