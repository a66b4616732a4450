/** Files and sockets that a process of this machine has open. */
export function openFilesOf({ pid }: { readonly pid: number }): number {
  return [...Deno.readDirSync(`/proc/${pid}/fd`)].length;
}

/** Bytes that a process of this machine has read so far, from files and sockets (proc(5): rchar). */
export function readBytesOf({ pid }: { readonly pid: number }): number {
  return Number(/^rchar: (\d+)$/m.exec(Deno.readTextFileSync(`/proc/${pid}/io`))?.[1]);
}
