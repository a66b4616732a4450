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
