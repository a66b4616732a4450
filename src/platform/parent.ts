/**
 * Ends a process together with the one that started it: that one holds the other end of the standard
 * input, which ends with it however it is killed.
 */
export const WITH_PARENT = "--with-parent";

/** Resolves when the standard input ends. What comes in before is passed over. */
export async function untilInputEnds(): Promise<void> {
  const passedOver = new Uint8Array(1024);
  while (await Deno.stdin.read(passedOver) !== null);
}
