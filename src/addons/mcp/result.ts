import { say } from "./say.ts";

/** The result of a call, as the protocol has it. */
export interface CallResult {
  /** Any further field that the protocol knows. */
  readonly [name: string]: unknown;
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: object;
  readonly isError?: true;
}

/** A result that is a text: of a value, its JSON. */
export function textResult(value: string | object): CallResult {
  return {
    content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) }],
  };
}

/** How many items a result has at most, and how many bytes as JSON; what is around it has the rest of 4 KB. */
export const MAX_ITEMS = 10;
const MAX_BYTES = 3_800;

const encoder = new TextEncoder();

function fits(result: CallResult): boolean {
  return encoder.encode(JSON.stringify(result)).length <= MAX_BYTES;
}

/** The result of as many of the first items as fit; `make` makes it of some. */
export function fitted<T>(
  items: readonly T[],
  make: (shown: readonly T[]) => CallResult,
): CallResult {
  for (let count = Math.min(items.length, MAX_ITEMS);; count--) {
    const result = make(items.slice(0, count));
    if (count <= 1 || fits(result)) return result;
  }
}

/** The result of a list under a line of its own: the first items that fit, and how many more there are. */
export function listResult<T extends object>(
  head: string,
  items: readonly T[],
  { total = items.length, data = {}, hint }: {
    readonly total?: number;
    /** What the data says besides the items. */
    readonly data?: object;
    /** How to get at those that are left out, the first of which this is. */
    readonly hint?: (next: T) => string;
  },
): CallResult {
  return fitted(items, (shown) => {
    const more = total - shown.length;
    const next = items[shown.length];
    const rest = more > 0 ? [`… and ${more} more${next && hint ? `: ${hint(next)}` : ""}`] : [];
    return {
      ...textResult([head, ...shown.map((item) => say(item, UTC)), ...rest].join("\n")),
      structuredContent: { ...data, items: shown, more },
    };
  });
}

/** Times of items of a list are in their groups' zones already. */
const UTC = { timezone: "UTC" };

/** The result of as much of a text as fits. */
export function cut(text: string, make: (shown: string) => CallResult): CallResult {
  for (let length = Math.min(text.length, MAX_BYTES);; length -= 50) {
    const shown = length === text.length ? text : `${text.slice(0, length).trimEnd()} …`;
    const result = make(shown.toWellFormed());
    if (length <= 50 || fits(result)) return result;
  }
}

/** The longest piece of a text in a line, in UTF-16 code units. */
const PIECE = 160;

/** The beginning of a text, on one line: nothing in it passes for a line of its own. */
export function shortened(text: string): string {
  const line = text.slice(0, 2 * PIECE).replaceAll(/\s+/g, " ").trim();
  return line.length <= PIECE ? line : `${line.slice(0, PIECE).replace(/\s+\S*$/, "")} …`;
}

/** A count of things: `1 day`, `2 days`. */
export function countText(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
