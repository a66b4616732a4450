/** Bytes of memory that a process of this machine has in use (Linux, proc(5): VmRSS). */
export function residentBytes({ pid }: { readonly pid: number }): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Files and sockets that a process of this machine has open. */
export function openFilesOf({ pid }: { readonly pid: number }): number {
  return [...Deno.readDirSync(`/proc/${pid}/fd`)].length;
}

/** Bytes that a process of this machine has read so far, from files and sockets (proc(5): rchar). */
export function readBytesOf({ pid }: { readonly pid: number }): number {
  return Number(/^rchar: (\d+)$/m.exec(Deno.readTextFileSync(`/proc/${pid}/io`))?.[1]);
}

/** A measured value and where it was measured, as of time or of work done. */
export interface Sample {
  readonly at: number;
  readonly value: number;
}

/** How much the value grows with each unit of `at`: the line of least squares. */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (read: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + read(sample), 0) / samples.length;
  const [at, value] = [mean((sample) => sample.at), mean((sample) => sample.value)];
  const together = mean((sample) => (sample.at - at) * (sample.value - value));
  return together / mean((sample) => (sample.at - at) ** 2);
}

/** Bytes as `12.3 MiB`. */
export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
