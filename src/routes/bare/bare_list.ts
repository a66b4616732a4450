import type { Group } from "../../catalog/catalog.ts";
import { arrayOf, joinParts, type Part } from "../../catalog/json_bytes.ts";
import { cutPage, type Page, pageLinks } from "../../catalog/paging.ts";
import type { Listing } from "../../catalog/phases.ts";
import { type Answer, createAnswer } from "../../http/answer.ts";

/** A bare array of items. */
export function bareArray<R>(listing: Listing<R>, render: (row: R) => Part[]): Answer {
  return createAnswer(joinParts(arrayOf(listing.rows.map(render))), listing);
}

/** One page of a bare list: an object that holds the items under the list's name. */
export function barePage<R>(
  listing: Listing<R>,
  render: (row: R) => Part[],
  list: { group: Group; name: string; path: string; filters: Record<string, unknown>; page: Page },
): Answer {
  const { rows, counts } = cutPage(listing.rows, list.page);
  const tail = JSON.stringify(counts).replace("{", ",");
  const parts = [`{${JSON.stringify(list.name)}:`, ...arrayOf(rows.map(render)), tail];
  const link = pageLinks(`/api/${list.group.slug}/${list.path}`, list.filters, counts);
  return createAnswer(joinParts(parts), listing, { link });
}
