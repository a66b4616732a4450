import type { Parameters, Values } from "../../http/parameter.ts";
import type { Reader } from "./reader.ts";

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

/** What a list says of an item; what is undefined is left out. */
export type Row = Readonly<Record<string, string | number | undefined>>;

/**
 * The result of a list under a line of its own, `data` beside it: the first items that fit, and how many
 * more there are.
 */
export function listResult(
  head: string,
  items: readonly Row[],
  { data = {}, hint }: { readonly data?: object; readonly hint?: (next: Row) => string } = {},
): CallResult {
  return fitted(items, (shown) => {
    const more = items.length - shown.length;
    const next = items[shown.length];
    const rest = next === undefined ? [] : [`… and ${more} more${hint ? `: ${hint(next)}` : ""}`];
    return {
      ...textResult([head, ...shown.map(rowText), ...rest].join("\n")),
      structuredContent: { ...data, items: shown, more },
    };
  });
}

function rowText({ local, utc, ...row }: Row): string {
  const said = Object.entries(row).flatMap(([name, value]) =>
    value === undefined || value === ""
      ? []
      : typeof value === "number"
      ? `${name} ${value}`
      : value
  );
  const when = utc === undefined ? local : `${local} (${utc})`;
  return [...when === undefined ? [] : [when], ...said].join(", ");
}

/** The result of as much of a text as fits. */
export function cut(text: string, make: (shown: string) => CallResult): CallResult {
  for (let length = Math.min(text.length, MAX_BYTES);; length -= 50) {
    const shown = length === text.length ? text : `${text.slice(0, length).trimEnd()} …`;
    const result = make(shown.toWellFormed());
    if (length <= 50 || fits(result)) return result;
  }
}

/** A tool: what it takes, what assistants read of it, and how it answers. */
interface Tool<P extends Parameters = Parameters> {
  readonly title: string;
  readonly description: string;
  readonly parameters: P;
  /** @throws {HttpError} or rejects with it, if something that is named does not exist */
  answer(reader: Reader, values: Values<P>): Promise<CallResult>;
}

/** Declares a tool, with the values of its parameters. */
export function tool<P extends Parameters>(declared: Tool<P>): Tool {
  return declared as Tool;
}
