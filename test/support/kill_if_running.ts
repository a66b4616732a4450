/** Sends a signal to a process that may have ended by itself meanwhile. */
export function killIfRunning(
  process: Pick<Deno.ChildProcess, "kill">,
  signal: Deno.Signal = "SIGKILL",
): void {
  try {
    process.kill(signal);
  } catch {
    // It has ended.
  }
}
