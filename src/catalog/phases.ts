import type { Freshness } from "../http/answer.ts";
import type { Phases, Row, Span } from "../model/pack.ts";
import type { Pack } from "./pack.ts";

/** The span that holds at `now` (epoch ms), or undefined if the item is not there. */
export function spanAt(phases: Phases, now: number): Span | undefined {
  let at = 0;
  while (at + 2 < phases.length && phases[at + 2]! <= now) at += 3;
  const length = phases[at + 1]!;
  return length === 0 ? undefined : [phases[at]!, length];
}

/** The first instant after `now` at which the item's text changes; Infinity: never. */
export function nextPhase(phases: Phases, now: number): number {
  for (let at = 2; at < phases.length; at += 3) {
    if (phases[at]! > now) return phases[at]!;
  }
  return Infinity;
}

/** The JSON of an item at `now`, with further fields of the pack behind its own. */
export function itemParts(pack: Pack, row: Row, now: number, ...further: Span[]): Part[] {
  const open = spanAt(row.open, now);
  if (open === undefined) throw new RangeError("Cannot show an item before it is published");
  return [pack.bytes(open), ...further.map((span) => pack.bytes(span)), "}"];
}

/** The rows of a list, and for which time (epoch ms) they are right. */
export interface Listing<R> extends Freshness {
  readonly rows: readonly R[];
}

/** The rows that are there at `now` and that `wanted` picks. */
export function listPresent<R extends { readonly open: Phases }>(
  rows: readonly R[],
  now: number,
  wanted: (row: R) => boolean = () => true,
): Listing<R> {
  let validUntil = Infinity;
  const present = rows.filter((row) => {
    validUntil = Math.min(validUntil, nextPhase(row.open, now));
    return spanAt(row.open, now) !== undefined && wanted(row);
  });
  return { rows: present, madeAt: now, validUntil };
}

/** The names that an address can use: a row's id, its file's name, or a name that the file had. */
interface Addressed {
  readonly id: string;
  /** A member's is her id. */
  readonly slug?: string;
  /** Oldest first. */
  readonly formerSlugs?: readonly string[];
}

/** The row with this id; else the one whose file is called so, or was. */
export function findByAddress<T extends Addressed>(rows: readonly T[], id: string): T | undefined {
  return rows.find((row) => row.id === id) ?? rows.find((row) => row.slug === id) ??
    rows.find((row) => row.formerSlugs?.includes(id));
}

/**
 * The id that an item had first: what calendars and feeds know it by, whatever its file is called. An
 * id of its own does not change with the file's name.
 */
export function keptId({ id, slug = id, formerSlugs }: Addressed): string {
  return id === slug ? formerSlugs?.[0] ?? id : id;
}

/** A part of a JSON text: text of our own, or ready bytes of the pack. */
export type Part = string | Uint8Array;

const encoder = new TextEncoder();

/** Joins parts into one body. */
export function joinParts(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const chunks = parts.map((part) => typeof part === "string" ? encoder.encode(part) : part);
  const body = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

/** A JSON array of ready items. */
export function arrayOf(items: readonly (readonly Part[])[]): Part[] {
  return ["[", ...items.flatMap((item, index) => index === 0 ? item : [",", ...item]), "]"];
}

/** Which page of a list is asked for, counted from 1, and how many items it has. */
export interface Page {
  readonly page: number;
  readonly perpage: number;
}

/** The counts that are sent beside a page, in the order they are sent. */
export interface PageCounts extends Page {
  readonly total_count: number;
  readonly total_pages: number;
}

/** Cuts a page out of a list; past the end it is empty. */
export function cutPage<R>(rows: readonly R[], page: Page): { rows: R[]; counts: PageCounts } {
  const from = (page.page - 1) * page.perpage;
  const total_pages = Math.ceil(rows.length / page.perpage);
  return {
    rows: rows.slice(from, from + page.perpage),
    counts: { ...page, total_count: rows.length, total_pages },
  };
}

/** The `Link` header of a page (RFC 8288): relative, with the list's own filters and no credential. */
export function pageLinks(
  path: string,
  filters: Record<string, unknown>,
  counts: PageCounts,
): string {
  const last = Math.max(1, counts.total_pages);
  const links: [string, number][] = [["first", 1]];
  if (counts.page > 1) links.push(["prev", Math.min(counts.page - 1, last)]);
  if (counts.page < last) links.push(["next", counts.page + 1]);
  links.push(["last", last]);
  return links.map(([rel, page]) => `<${pageAddress(path, filters, page, counts)}>; rel="${rel}"`)
    .join(", ");
}

function pageAddress(
  path: string,
  filters: Record<string, unknown>,
  page: number,
  { perpage }: Page,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  query.set("page", String(page));
  query.set("perpage", String(perpage));
  return `${path}?${query}`;
}
