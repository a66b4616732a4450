/** Parameters for `fc.assert()`: the number of runs, and the seed from `SEED` when it is given. */
export function propertyRun(numRuns: number): { numRuns: number; seed?: number } {
  const readable = Deno.permissions.querySync({ name: "env", variable: "SEED" }).state;
  const seed = readable === "granted" ? Deno.env.get("SEED") : undefined;
  return seed ? { numRuns, seed: Number(seed) } : { numRuns };
}
