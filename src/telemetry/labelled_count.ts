import type { Sample } from "./open_metrics.ts";

/** A count of what happens now and then, apart by the values of its labels. */
export interface LabelledCount<Values extends readonly string[]> {
  add(...values: Values): void;
  samples(): Sample[];
}

/** Creates a count with these labels. Their values are words of the program, and few. */
export function createLabelledCount<Values extends readonly string[]>(
  names: { readonly [Index in keyof Values]: string },
): LabelledCount<Values> {
  const counts = new Map<string, { readonly values: Values; count: number }>();
  return {
    add(...values) {
      const key = values.join("\n");
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { values, count: 1 });
      else known.count++;
    },
    samples() {
      return [...counts.values()].map(({ values, count }) => ({
        labels: Object.fromEntries(names.map((name, index) => [name, values[index]!])),
        value: count,
      }));
    },
  };
}
