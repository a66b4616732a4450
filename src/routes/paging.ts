import type { Page } from "../catalog/paging.ts";
import { countingNumber, type Optional } from "../http/parameter.ts";

const MAX_PER_PAGE = 100;

/** The two parameters of every list that comes in pages. */
export const PAGING: { page: Optional<number>; perpage: Optional<number> } = {
  page: countingNumber(Number.MAX_SAFE_INTEGER),
  perpage: {
    ...countingNumber(MAX_PER_PAGE),
    description: `a whole number from 1 up; more than ${MAX_PER_PAGE} is served as ${MAX_PER_PAGE}`,
  },
};

/** The page asked for, or undefined where neither parameter is there. */
export function pageOf(
  values: { page: number | undefined; perpage: number | undefined },
): Page | undefined {
  if (values.page === undefined && values.perpage === undefined) return undefined;
  return { page: values.page ?? 1, perpage: values.perpage ?? 10 };
}
