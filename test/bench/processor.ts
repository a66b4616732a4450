/** Which core each side is kept on, where the machine has more than one. */
export interface Cores {
  readonly server: number;
  readonly load: number;
}

/** Two cores that `taskset` can give, or undefined where there is one core or no `taskset`. */
export function findCores(): Cores | undefined {
  if (navigator.hardwareConcurrency < 2) return undefined;
  // The second server has the core between them, where there is a third.
  const cores = { server: 0, load: navigator.hardwareConcurrency > 2 ? 2 : 1 };
  const works = Object.values(cores).every((core) => run("taskset", "-c", String(core), "true"));
  return works ? cores : undefined;
}

/** Keeps all threads of a process, and those it will start, on one core. */
export function pinProcess(pid: number, core: number | undefined): void {
  if (core === undefined || run("taskset", "-a", "-c", "-p", String(core), String(pid))) return;
  throw new Error(`Cannot pin process ${pid} to core ${core}: taskset failed`);
}

/**
 * Processor time of all threads of a running process, in ms: by the scheduler, which counts
 * nanoseconds, or in hundredths of a second where it tells nothing.
 */
export function cpuMs(pid: number): number {
  const folder = `/proc/${pid}/task`;
  try {
    const threads = [...Deno.readDirSync(folder)];
    return threads.reduce((sum, { name }) => sum + scheduledMs(`${folder}/${name}`), 0);
  } catch {
    return ticksMs(String(pid), 11);
  }
}

function scheduledMs(thread: string): number {
  return Number(Deno.readTextFileSync(`${thread}/schedstat`).split(" ")[0]) / 1e6;
}

/** A process that works less than this in a look is at rest, in ms. */
const REST_MS = 10;
const LOOK_MS = 500;
const MAX_LOOKS = 60;

/** Waits until a process has done what it does by itself after its start, for half a minute at most. */
export async function untilAtRest(pid: number): Promise<void> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    const before = cpuMs(pid);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (cpuMs(pid) - before < REST_MS) return;
  }
}

/** Processor time of all children of this process that have ended, in ms. */
export function childrenCpuMs(): number {
  return ticksMs("self", 13);
}

/** The memory that a process has now, in MiB. */
export function memoryMib(pid: number): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024;
}

/** The most memory a process has had so far (VmHWM), in MiB; undefined once it has ended. */
export function peakMemoryMib(pid: number): number | undefined {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    const kib = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
    return kib === undefined ? undefined : Number(kib) / 1024;
  } catch {
    return undefined;
  }
}

/** User and system time stand side by side in `/proc/<pid>/stat` (proc_pid_stat(5)). */
function ticksMs(process: string, field: number): number {
  const fields = Deno.readTextFileSync(`/proc/${process}/stat`).split(") ")[1]!.split(" ");
  return (Number(fields[field]) + Number(fields[field + 1])) * 10;
}

function run(program: string, ...args: string[]): boolean {
  try {
    return new Deno.Command(program, { args, stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}
