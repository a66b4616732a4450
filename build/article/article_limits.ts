/** Tags of HTML; those that have no end, or are ended by the next one of their sort, hold nothing open. */
const TAG =
  /<(\/?)(?!(?:p|br|hr|img|li|td|th|tr|dt|dd|wbr|col|input|option)[\s/>])([a-z][^\s/>]*)/gi;

/**
 * How many tags may be open at once. What cleans HTML moves all that are open for each further one;
 * articles have a few dozen.
 */
const MOST = 1000;

/** Where the tag is with which more are open in an article than its HTML is cleaned of; undefined: nowhere. */
export function tooManyOpen(body: string): number | undefined {
  if (!body.includes("<")) return undefined;
  const open = new Map<string, number>();
  let total = 0;
  for (const { index, 1: slash, 2: written } of body.matchAll(TAG)) {
    const name = written!.toLowerCase();
    const count = open.get(name) ?? 0;
    const step = slash === "" ? 1 : count > 0 ? -1 : 0;
    open.set(name, count + step);
    total += step;
    if (total > MOST) return index;
  }
  return undefined;
}

/** A line that makes a table of those around it. */
const DELIMITERS = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*(?::?-+:?[ \t]*)?)*$/m;

/** How many cells an article may have; a season with all its shows has a few thousand. */
const MOST_CELLS = 20_000;

/** Where the border is with which the tables of an article have too many cells; undefined: nowhere. */
export function tooManyCells(body: string): number | undefined {
  let at = -1;
  for (let count = 0; count <= MOST_CELLS; count++) {
    at = body.indexOf("|", at + 1);
    if (at < 0) return undefined;
  }
  return DELIMITERS.test(body) ? at : undefined;
}
