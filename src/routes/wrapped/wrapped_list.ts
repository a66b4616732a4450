import type { Group } from "../../catalog/catalog.ts";
import { arrayOf, joinParts, type Part } from "../../catalog/json_bytes.ts";
import { cutPage, type Page, pageLinks } from "../../catalog/paging.ts";
import type { Listing } from "../../catalog/phases.ts";
import { type Answer, createAnswer } from "../../http/answer.ts";

/** The wrapper object of SPEC 2.7 around items; `total` is the number of items in `data`. */
export function wrappedList<R>(listing: Listing<R>, render: (row: R) => Part[]): Answer {
  return createAnswer(joinParts([...wrap(listing.rows.map(render)), "}"]), listing);
}

/** One page in the wrapper object, with the counts behind `message`. */
export function wrappedPage<R>(
  listing: Listing<R>,
  render: (row: R) => Part[],
  list: { group: Group; path: string; page: Page },
): Answer {
  const { rows, counts } = cutPage(listing.rows, list.page);
  const tail = JSON.stringify(counts).replace("{", ",");
  const link = pageLinks(`/api/${list.group.slug}/${list.path}`, {}, counts);
  return createAnswer(joinParts([...wrap(rows.map(render)), tail]), listing, { link });
}

function wrap(items: Part[][]): Part[] {
  const head = `{"success":true,"total":${items.length},"data":`;
  return [head, ...arrayOf(items), `,"message":"OK"`];
}
