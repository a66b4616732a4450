import { createMemo } from "../toolbox/memo.ts";
import type { Coding } from "./answer.ts";

/** The header on which an answer depends that has a page for browsers and JSON for programs. */
export const VARY_BY_ACCEPT = ["vary", "Accept"] as const;

/** Reads `a;q=0.5, b` (RFC 9110, 12.4.2): words in lower case and their weights; a bad weight is 0. */
function parseWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";");
    const q = parameters.find((parameter) => parameter.trim().startsWith("q="))?.trim().slice(2);
    const weight = q === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0;
    weights.set(name.trim(), weight);
  }
  return weights;
}

/**
 * Whether a request prefers a page to JSON (RFC 9110, 12.5.1): browsers name `text/html` with a higher
 * weight than what JSON falls under. Programs mostly name nothing, or take anything.
 */
export function prefersPage(headers: Headers): boolean {
  const header = headers.get("accept");
  if (header === null || !/text\/html/i.test(header)) return false;
  const weights = parseWeights(header);
  const json = weights.get("application/json") ?? weights.get("application/*") ??
    weights.get("*/*") ?? 0;
  return (weights.get("text/html") ?? 0) > json;
}

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
  if (header.length <= MAX_LENGTH) chosen.set(header, coding);
  return coding;
}

/** What headers came to: callers send a handful of them, and to weigh one takes 0.6 µs. */
const chosen = createMemo<string, Coding>({ maxEntries: 100 });
const MAX_LENGTH = 200;

function weigh(header: string): Coding {
  const weights = parseWeights(header.replaceAll(/x-gzip/gi, "gzip"));
  let best: Coding = "identity";
  let bestWeight = 0;
  for (const coding of PREFERENCE) {
    // Identity is acceptable unless excluded, but what is asked for by name comes first.
    const weight = weights.get(coding) ?? weights.get("*") ?? (coding === "identity" ? 0.0001 : 0);
    if (weight > bestWeight) [best, bestWeight] = [coding, weight];
  }
  return best;
}
