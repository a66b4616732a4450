/** What a server printed, and when it ended, in epoch ms. */
export interface Life {
  readonly log: string;
  readonly endedAt: number;
}

/** An answer: when it came, in epoch ms, and how long it took. */
export interface TimedAnswer {
  readonly at: number;
  readonly tookMs: number;
}

/** What the clocks of two processes, read in whole ms, may differ by. */
const CLOCK_MS = 2;

/**
 * The answers that promise to be on record. One that was let go because the store was away promises
 * nothing. When it was let go is known to lie between when it was due and when it was read, which on a
 * busy machine is long after.
 */
export function surelyRecorded<T extends TimedAnswer>(
  answers: readonly T[],
  lives: readonly Life[],
): T[] {
  const away = awayTimes(lives);
  return answers.filter(({ at, tookMs }) =>
    !away.some(({ from, to }) => at + CLOCK_MS >= from && at - tookMs - CLOCK_MS <= to)
  );
}

/** The spans, in epoch ms, in which servers said that their store was out of reach. */
export function awayTimes(lives: readonly Life[]): { from: number; to: number }[] {
  return lives.flatMap(({ log, endedAt }) => {
    const at = (word: string) =>
      log.split("\n").filter((line) => line.includes(word))
        .map((line) => Date.parse(line.split(" ", 1)[0]!));
    const backs = at("The store is back");
    return at("The store is out of reach").map((from, index) => ({
      from,
      to: backs[index] ?? endedAt,
    }));
  });
}
