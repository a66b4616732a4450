/** How much one test does: usually, and where somebody has time. */
export interface Sizes {
  /** Finds regressions within seconds. */
  readonly default: number;
  /** What `SIZE=full` asks for. */
  readonly full: number;
}

/** What `SIZE=long` does of the full size. */
const LONG_SHARE = 0.1;

/**
 * The size of a test, as the variable `SIZE` has it: `default`, `long` (a tenth of full, but no less
 * than default), `full`, or a number: this share of full.
 *
 * @throws {RangeError} where `SIZE` is anything else
 */
export function sizeOf(sizes: Sizes): number {
  return pickSize(sizes, readVariable("SIZE") ?? "default");
}

/** The same for a value of `SIZE`. */
export function pickSize({ default: usual, full }: Sizes, size: string): number {
  if (size === "default") return usual;
  if (size === "full") return full;
  if (size === "long") return Math.max(usual, Math.round(full * LONG_SHARE));
  const share = Number(size);
  if (share > 0 && Number.isFinite(share)) return Math.max(1, Math.round(full * share));
  throw new RangeError(`Cannot read SIZE: expected default, long, full or a share, got "${size}"`);
}

/**
 * Parameters for `fc.assert()`: `count` runs (`full` of them at full size), and the seed from `SEED`
 * where it is given. Where a property fails, the library prints its seed.
 */
export function propertyRun(
  count = 100,
  full = 100 * count,
): { numRuns: number; seed?: number } {
  const numRuns = sizeOf({ default: count, full });
  const seed = givenSeed();
  return seed === undefined ? { numRuns } : { numRuns, seed };
}

/** The seed of a random test: from `SEED`, else by chance. It is printed, to run the same again. */
export function testSeed(): number {
  const seed = givenSeed() ?? crypto.getRandomValues(new Uint32Array(1))[0]!;
  console.log(`SEED=${seed}`);
  return seed;
}

function givenSeed(): number | undefined {
  const text = readVariable("SEED");
  return text ? Number(text) : undefined;
}

/** Undefined also where a test may not read the environment. */
function readVariable(name: string): string | undefined {
  const { state } = Deno.permissions.querySync({ name: "env", variable: name });
  return state === "granted" ? Deno.env.get(name) : undefined;
}
