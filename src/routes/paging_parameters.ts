import type { Page } from "../catalog/paging.ts";
import { type Optional, wholeNumber } from "../http/parameter_kinds.ts";

const MOST_PER_PAGE = 100;

/** The two parameters of every list that comes in pages. */
export const PAGING: { page: Optional<number>; perpage: Optional<number> } = {
  page: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  perpage: wholeNumber(1, Number.MAX_SAFE_INTEGER),
};

/** The page asked for, or undefined where neither parameter is there. */
export function pageOf(
  values: { page: number | undefined; perpage: number | undefined },
): Page | undefined {
  if (values.page === undefined && values.perpage === undefined) return undefined;
  return { page: values.page ?? 1, perpage: Math.min(values.perpage ?? 10, MOST_PER_PAGE) };
}
