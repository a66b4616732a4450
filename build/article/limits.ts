import { phrase } from "../words/say.ts";

/** Tags of HTML; those that have no end, or are ended by the next one of their sort, hold nothing open. */
const TAG =
  /<(\/?)(?!(?:p|br|hr|img|li|td|th|tr|dt|dd|wbr|col|input|option)[\s/>])([a-z][^\s/>]*)/gi;

/**
 * How many tags may be open at once. What cleans HTML moves all that are open for each further one;
 * articles have a few dozen.
 */
const MOST = 1000;

/** Where the tag is with which more are open in an article than its HTML is cleaned of; undefined: nowhere. */
function tooManyOpen(body: string): number | undefined {
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

/** How many cells, and how many links, an article may have; a season of shows has a few thousand. */
const MOST_PARTS = 20_000;

/** Where a sign is there more often than {@linkcode MOST_PARTS}; undefined: nowhere. */
function tooManyOf(sign: string, body: string): number | undefined {
  let at = -1;
  for (let count = 0; count <= MOST_PARTS; count++) {
    at = body.indexOf(sign, at + 1);
    if (at < 0) return undefined;
  }
  return at;
}

const TAGS = phrase`Cannot use this article: more than 1,000 tags of HTML do not end;
  end each, or write Markdown`;
const CELLS = phrase`Cannot use this article: its tables have more than 20,000 cells; divide it into
  several articles`;
const LINKS = phrase`Cannot use this article: it has more than 20,000 signs of links ([); divide it
  into several articles`;

/** What makes an article too costly to be rendered, and where that is; undefined where nothing does. */
export function excessOf(body: string) {
  const open = tooManyOpen(body);
  if (open !== undefined) return { at: open, message: TAGS };
  const links = tooManyOf("[", body);
  if (links !== undefined) return { at: links, message: LINKS };
  const cells = tooManyOf("|", body);
  if (cells === undefined || !DELIMITERS.test(body)) return undefined;
  return { at: cells, message: CELLS };
}
