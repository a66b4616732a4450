import type { RouteValues } from "../profile_table.ts";

/** Whether no page of a list is asked for. */
export function isWhole({ page, perpage }: RouteValues): boolean {
  return page === undefined && perpage === undefined;
}

/** Asks for one page that holds everything, in place of the bare list. */
export function askWhole(values: RouteValues): RouteValues {
  return isWhole(values) ? { ...values, page: 1, perpage: Number.MAX_SAFE_INTEGER } : values;
}

/** What a page says of itself. */
export interface WholePage {
  readonly page: number;
  readonly perpage: number;
  readonly total_count: number;
  readonly total_pages: number;
}

/** States as the size of such a page how many items it holds. */
export function countWhole<List extends WholePage>(list: List): List {
  return list.perpage === Number.MAX_SAFE_INTEGER
    ? { ...list, perpage: Math.max(1, list.total_count) }
    : list;
}
