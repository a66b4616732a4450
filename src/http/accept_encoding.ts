import { createMemo } from "../toolbox/memo.ts";

/** The codings an answer can be sent in. */
export type Coding = "br" | "gzip" | "identity";

const PREFERENCE: readonly Coding[] = ["br", "gzip", "identity"];

/**
 * Chooses a coding by `Accept-Encoding` (RFC 9110, 12.5.3): the highest weight wins, then br before
 * gzip before identity. Absent, or with nothing acceptable, it is identity: "the response SHOULD be
 * sent without any content coding".
 */
export function chooseCoding(header: string | null): Coding {
  if (header === null || header === "") return "identity";
  const known = chosen.get(header);
  if (known !== undefined) return known;
  const coding = weigh(header);
  if (header.length <= MAX_HEADER_LENGTH) chosen.set(header, coding);
  return coding;
}

/** The codings that headers came to: browsers and libraries send a handful of them, over and over. */
const chosen = createMemo<string, Coding>({ maxEntries: 100 });
const MAX_HEADER_LENGTH = 200;

function weigh(header: string): Coding {
  const weights = parseWeights(header);
  let best: Coding = "identity";
  let bestWeight = 0;
  for (const coding of PREFERENCE) {
    const weight = weightOf(coding, weights);
    if (weight > bestWeight) [best, bestWeight] = [coding, weight];
  }
  return best;
}

function weightOf(coding: Coding, weights: ReadonlyMap<string, number>): number {
  const given = weights.get(coding) ?? weights.get("*");
  // Identity is acceptable unless excluded, but what is asked for by name comes first.
  return given ?? (coding === "identity" ? 0.0001 : 0);
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    const weight = q === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0;
    weights.set(name === "x-gzip" ? "gzip" : name, weight);
  }
  return weights;
}
