/** The result of a call, as the protocol has it. */
export interface CallResult {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: object;
  readonly isError?: true;
}

/** A result that is one value, as text. */
export function valueResult(value: object): CallResult {
  return textResult(JSON.stringify(value));
}

/** A result for people, and the same as data. */
export function listResult(lines: readonly string[], data: object): CallResult {
  return { ...textResult(lines.join("\n")), structuredContent: data };
}

/** A mistake of the assistant's, and the remedy. */
export function errorResult(text: string): CallResult {
  return { ...textResult(text), isError: true };
}

function textResult(text: string): CallResult {
  return { content: [{ type: "text", text }] };
}

/** How many items a result has at most, and how many bytes as JSON; what is around it has the rest of 4 KB. */
export const MAX_ITEMS = 10;
const MAX_BYTES = 3_750;

const encoder = new TextEncoder();

function bytesOf(result: CallResult): number {
  return encoder.encode(JSON.stringify(result)).length;
}

/** The result of as many of the first items as fit; `make` makes it of some. */
export function fitted<T>(
  items: readonly T[],
  make: (shown: readonly T[]) => CallResult,
): CallResult {
  for (let count = Math.min(items.length, MAX_ITEMS);;) {
    const result = make(items.slice(0, count));
    const bytes = count <= 1 ? 0 : bytesOf(result);
    if (bytes <= MAX_BYTES) return result;
    // Items are about as long as each other.
    count = Math.max(1, Math.min(count - 1, Math.floor(count * MAX_BYTES / bytes)));
  }
}

/** The result of as much of a text as fits. */
export function cut(text: string, make: (shown: string) => CallResult): CallResult {
  for (let length = text.length;; length = Math.floor(length * 0.9)) {
    const shown = length === text.length ? text : `${text.slice(0, length).trimEnd()} …`;
    const result = make(shown.replace(/[\uD800-\uDBFF](?= …$)/, ""));
    if (length === 0 || bytesOf(result) <= MAX_BYTES) return result;
  }
}
