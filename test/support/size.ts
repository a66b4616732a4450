/** How much one test does: usually, and where somebody has time. */
export interface Sizes {
  /** Finds regressions within seconds. */
  readonly default: number;
  /** What `SIZE=full` asks for. */
  readonly full: number;
}

/** The shares of the full size that have a name. They are never less than the default. */
const SHARES: ReadonlyMap<string, number> = new Map([["ci", 0.01], ["long", 0.1]]);

/**
 * The size of a test, as the variable `SIZE` has it: `default`, `ci` (a hundredth of full) and `long`
 * (a tenth), but no less than default, `full`, or a number: this share of full.
 *
 * @throws {RangeError} where `SIZE` is anything else
 */
export function sizeOf({ default: usual, full }: Sizes): number {
  const size = readVariable("SIZE") ?? "default";
  if (size === "default") return usual;
  if (size === "full") return full;
  const named = SHARES.get(size);
  if (named !== undefined) return Math.max(usual, Math.round(full * named));
  const share = Number(size);
  if (share > 0 && Number.isFinite(share)) return Math.max(1, Math.round(full * share));
  throw new RangeError(
    `Cannot read SIZE: expected default, ci, long, full or a share, got "${size}"`,
  );
}

/** Whether a test does the whole of what takes long, and not the share that is enough at every change. */
export function isWhole(): boolean {
  return sizeOf({ default: 0, full: 100 }) > 0;
}

/** A property is tried at least so often by default, where `count` is not less. */
const LEAST_RUNS = 20;

/**
 * Parameters for `fc.assert()`: a fifth of `count` runs by default, `count` on a build machine, `full`
 * at full size, and the seed from `SEED` where it is given. Where a property fails, the library
 * prints its seed.
 */
export function propertyRun(
  count = 100,
  full = 100 * count,
): { numRuns: number; seed?: number } {
  const usual = Math.min(count, Math.max(LEAST_RUNS, Math.round(count / 5)));
  const numRuns = sizeOf({ default: usual, full });
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
