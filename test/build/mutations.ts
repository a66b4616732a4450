import fc from "fast-check";

/** A change to some bytes: which part of them (0 to 1), how many, and what stands there then. */
export interface Mutation {
  readonly at: number;
  readonly removed: number;
  readonly added: Uint8Array;
}

const encoder = new TextEncoder();

/** What means something to YAML, Markdown or the schemas. */
const PIECES = [
  ..."\t\r\n:-?#&*!|>'\"%@`[]{},~ \\\0\u001b\uFEFF",
  ...["\n---\n", "\n...\n", "\r\n", ": ", "- ", " #x", "&a ", "*a", "!!int ", "<<: ", "? ", ">-\n"],
  ...["|2\n", '"\\u0000"', "null", "~", "true", "0x1f", ".nan", "1e999", "-0", "__proto__"],
  ...["constructor", "2026-02-29", "9999-12-31", "0000-01-01", "9999-12-31T23:59:59Z", "24:00"],
  ...[
    "\ud83c\udf89",
    "日本語",
    "[".repeat(300),
    "a: ".repeat(200),
    " ".repeat(300),
    "名".repeat(300),
  ],
];

const anyAddition = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PIECES).map((text) => encoder.encode(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 4 }) },
);

export const anyMutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(40)),
  added: anyAddition,
});

/** Makes the changes one after the other. */
export function mutate(text: string, mutations: readonly Mutation[]): Uint8Array {
  return mutations.reduce<Uint8Array>((bytes, { at, removed, added }) => {
    const from = Math.floor(at * bytes.length);
    return Uint8Array.from([
      ...bytes.subarray(0, from),
      ...added,
      ...bytes.subarray(from + removed),
    ]);
  }, encoder.encode(text));
}
