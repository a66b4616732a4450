import { settle } from "../support/manual_clock.ts";
import type { Harness, Process } from "./harness.ts";
import { booksOf, type Charge } from "./opening.ts";

/** Takes one unit, moving the clock on for as long as the answer needs. */
export async function takeOne({ harness, process, units = 1 }: {
  harness: Harness;
  process: Process;
  units?: number;
}): Promise<Charge> {
  const answer = harness.take(process, units);
  if (!(answer instanceof Promise)) return answer;
  let admission: Charge | undefined;
  void answer.then((settled) => void (admission = settled));
  await settle();
  while (admission === undefined) await harness.clock.advance(10);
  return admission;
}

/** Takes units until there are none; returns how many there were. */
export async function drain(harness: Harness, process: Process, most = Infinity): Promise<number> {
  for (let count = 0;; count++) {
    if (count === most) return count;
    const { outcome } = await takeOne({ harness, process });
    if (outcome !== "admitted") return count;
  }
}

export function sentBy({ kv }: Process): number {
  return kv.sent.reads + kv.sent.commits;
}

export async function takenIn(harness: Harness, period: string): Promise<number> {
  return (await booksOf(harness.store, "k1", period)).taken;
}

export async function closeOne(harness: Harness, process: Process): Promise<void> {
  const closed = process.ledger.close();
  await harness.clock.advance(4_000);
  await closed;
}
