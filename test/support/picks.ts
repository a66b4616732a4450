/** What a test looks at in the parsed body of an answer. */
// deno-lint-ignore no-explicit-any
export type Pick = (body: any) => unknown;

interface Item {
  readonly id: string;
  readonly member_id: string;
  readonly status: string;
  readonly is_upcoming: boolean;
  readonly days_until: number;
}

/** The items of an answer, whatever holds them. */
// deno-lint-ignore no-explicit-any
function itemsOf(body: any): Item[] {
  return Array.isArray(body) ? body : body.data ?? body.theater ?? body.news;
}

// deno-lint-ignore no-explicit-any
function itemOf(body: any, id: string): Item | undefined {
  return itemsOf(body).find((item) => item.id === id || item.member_id === id);
}

/** The ids of all items, with spaces between. */
// deno-lint-ignore no-explicit-any
export function ids(body: any): string {
  return itemsOf(body).map(({ id }) => id).join(" ");
}

/** Whether the item with this id is there. */
export function has(id: string): Pick {
  return (body) => itemOf(body, id) !== undefined;
}

/** One field of the item with this id. */
export function fieldOf(id: string, field: "status" | "is_upcoming" | "days_until"): Pick {
  return (body) => itemOf(body, id)?.[field];
}
