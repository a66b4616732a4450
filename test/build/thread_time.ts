/** Processor time of the calling thread in ms (Linux, proc(5): schedstat); elsewhere the time of the day. */
export function threadTime(): number {
  try {
    return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ", 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
