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

/** Names a server among several that share a port: `--process=0` and up. */
export const PROCESS = "--process=";

/** Keeps a server from making a demo key: another one of them made it, or it is started again. */
export const WITHOUT_DEMO = "--without-demo";

/** The number behind {@linkcode PROCESS}; undefined for a server that has its port alone. */
export function readProcessNumber(args: readonly string[]): number | undefined {
  const word = args.find((word) => word.startsWith(PROCESS));
  const number = Number(word?.slice(PROCESS.length) || NaN);
  return Number.isInteger(number) && number >= 0 ? number : undefined;
}
