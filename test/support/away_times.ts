/** What a server printed, and when it ended, in epoch milliseconds. */
export interface Life {
  readonly log: string;
  readonly endedAt: number;
}

/** The spans, in epoch milliseconds, in which servers said that their store was out of reach. */
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
