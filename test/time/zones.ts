import fc from "fast-check";

/** Every zone the runtime lists, and the two outermost fixed ones, which it leaves out. */
export const ALL_ZONES: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf("timeZone"), "Etc/GMT+12", "Etc/GMT-14", "UTC"]),
];

export const anyZone: fc.Arbitrary<string> = fc.constantFrom(...ALL_ZONES);

/** Instants of the years `from` to `to`, both included, in milliseconds since the Unix epoch. */
export function anyInstant(from: number, to: number): fc.Arbitrary<number> {
  return fc.integer({ min: Date.UTC(from, 0, 1), max: Date.UTC(to + 1, 0, 1) - 1 });
}
