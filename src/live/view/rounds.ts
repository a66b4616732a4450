import { setImmediate } from "node:timers";

/** How many are visited at a time: other requests pass in between. */
const VISITS_A_TURN = 100;

/**
 * Makes what visits all of `all`, some at a time. Called while it goes round, it goes round once more:
 * whoever was visited before the call is visited after it.
 */
export function createRounds<T>(all: Iterable<T>, visit: (one: T) => void): () => void {
  let isUnderWay = false;
  let isWanted = false;

  function takeTurn(left: Iterator<T>): void {
    for (let n = 0; n < VISITS_A_TURN; n++) {
      const { done, value } = left.next();
      if (done) return endRound();
      visit(value);
    }
    setImmediate(takeTurn, left);
  }

  function endRound(): void {
    isUnderWay = isWanted;
    if (isWanted) setImmediate(startRound);
  }

  function startRound(): void {
    isUnderWay = true;
    isWanted = false;
    takeTurn(all[Symbol.iterator]());
  }

  return () => {
    if (isUnderWay) isWanted = true;
    else startRound();
  };
}
