import type { Facts } from "./summary.ts";

/** The changes that break callers, each as a sentence. */
export function breakingChanges(before: Facts, after: Facts): string[] {
  const changed = [...before].flatMap(([about, was]) => {
    const is = after.get(about);
    if (is === was) return [];
    if (is === undefined) return [`${about}: was ${was}, and is no more`];
    return isWider(about, was, is) ? [] : [`${about}: was ${was}, is ${is}`];
  });
  const endpoints = new Set([...before.keys()].map(endpointOf));
  const added = [...after].filter(([about, is]) =>
    !before.has(about) && endpoints.has(endpointOf(about)) && about.includes(" takes ") &&
    is.startsWith("required")
  ).map(([about]) => `${about}: is required, and was not taken`);
  return [...changed, ...added];
}

/** `bare/theater` of `bare/theater GET takes page in the query`. */
function endpointOf(about: string): string {
  return about.split(" ")[0]!;
}

/** What takes more, or promises more, breaks nobody. */
function isWider(about: string, was: string, is: string): boolean {
  const [before, after] = [parse(was), parse(is)];
  if (before === undefined || after === undefined) return false;
  const isTaken = about.includes(" takes ");
  const [loose, strict] = isTaken ? ["optional", "required"] : ["always", "sometimes"];
  if (before.word === loose && after.word === strict) return false;
  const { enum: words, minimum, maximum, ...held } = withoutHints(before.schema);
  const { enum: now, minimum: from, maximum: to, ...holds } = withoutHints(after.schema);
  return JSON.stringify(held) === JSON.stringify(holds) && hasAll(words, now) &&
    Number(from ?? -Infinity) <= Number(minimum ?? -Infinity) &&
    Number(to ?? Infinity) >= Number(maximum ?? Infinity);
}

/** Without what hints at how a text is read: what is refused, the recorded answers hold. */
function withoutHints(schema: Record<string, unknown>): Record<string, unknown> {
  const { default: _, pattern: __, minLength: ___, ...rest } = schema;
  return rest;
}

/** A list of words may grow; where there was none, there may not be one. */
function hasAll(before: unknown, after: unknown): boolean {
  if (after === undefined) return true;
  return Array.isArray(before) && Array.isArray(after) &&
    before.every((word) => after.includes(word));
}

function parse(fact: string): { word: string; schema: Record<string, unknown> } | undefined {
  const space = fact.indexOf(" ");
  if (space < 0) return undefined;
  return { word: fact.slice(0, space), schema: JSON.parse(fact.slice(space + 1)) };
}
