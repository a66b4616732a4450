/** Waits until `holds` does, looking every few milliseconds; fails after `limitMs`. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Still not so after ${limitMs} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Asks until the answer is not 503: on a busy machine a store may take longer than a request may wait. */
export async function untilAnswered<A extends { readonly status: number }>(
  ask: () => Promise<A>,
): Promise<A> {
  let answer = await ask();
  await until(async () => answer.status !== 503 || (answer = await ask()).status !== 503);
  return answer;
}

/** What a look costs at most, in ms. */
const MAX_LOOK_MS = 50;

/**
 * The same where so many ms are promised and the machine may be busy with something else: a look that
 * takes longer than it should counts for {@linkcode MAX_LOOK_MS}, since the server that is looked
 * at was held up as long. Returns the ms that were counted.
 */
export async function untilWithin(
  limitMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<number> {
  let counted = 0;
  while (true) {
    const began = performance.now();
    if (await holds()) return counted;
    if (counted > limitMs) throw new Error(`Still not so after ${limitMs} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
    counted += Math.min(MAX_LOOK_MS, performance.now() - began);
  }
}
