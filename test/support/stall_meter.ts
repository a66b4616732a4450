/** How long a loop was blocked at most, in ms. */
export interface Stall {
  /** By the clock on the wall, which runs on while other processes have the processor. */
  readonly wallMs: number;
  /** By the processor time of the loop's own thread: what the program itself does in one turn. */
  readonly cpuMs: number;
}

/** Measures how long the loop of this process is blocked. */
export interface StallMeter {
  /** The longest since the last call. */
  take(): Stall;
}

const TICK_MS = 5;

/** Starts to measure; the timer lives as long as the process. */
export function createStallMeter(): StallMeter {
  let longest = { wallMs: 0, cpuMs: 0 };
  let [wall, cpu] = [performance.now(), threadTime()];
  Deno.unrefTimer(setInterval(() => {
    const [nextWall, nextCpu] = [performance.now(), threadTime()];
    const wallMs = Math.max(0, nextWall - wall - TICK_MS);
    // A thread that was passed over has done little, however late it comes back.
    const cpuMs = Math.min(wallMs, nextCpu - cpu);
    longest = {
      wallMs: Math.max(longest.wallMs, wallMs),
      cpuMs: Math.max(longest.cpuMs, cpuMs),
    };
    [wall, cpu] = [nextWall, nextCpu];
  }, TICK_MS));
  return {
    take() {
      const taken = longest;
      longest = { wallMs: 0, cpuMs: 0 };
      return taken;
    },
  };
}

/** Processor time of the calling thread in ms (Linux, proc(5): schedstat); elsewhere the time of the day. */
export function threadTime(): number {
  try {
    return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ", 1)[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
