/**
 * A request as the recording writes it down. `{key}` and other names in braces stand for what the
 * harness made: credentials, their ids, the last entity tag; `{x*5000}` stands for 5,000 letters.
 */
export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: string;
  /** The socket's address. */
  readonly from?: string;
  /** Sets the clock first, to this instant. */
  readonly at?: string;
}

/** What a request is made with beyond its method and target. */
export type RequestExtras = Partial<Omit<RecordedRequest, "method" | "target">>;

export function request(
  method: string,
  target: string,
  extras: RequestExtras = {},
): RecordedRequest {
  return { headers: [], ...extras, method, target };
}

/** A GET with a key that opens everything. */
export function get(target: string, extras: RequestExtras = {}): RecordedRequest {
  return withKey("GET", target, extras);
}

/** Any method with a key that opens everything. */
export function withKey(
  method: string,
  target: string,
  extras: RequestExtras = {},
): RecordedRequest {
  return request(method, target, {
    ...extras,
    headers: [["x-api-key", "{key}"], ...extras.headers ?? []],
  });
}

/** One line for a reader. */
export function requestLine(request: RecordedRequest): string {
  const { method, target, headers, body, from, at } = request;
  return [
    ...(at === undefined ? [] : [`@${at}`]),
    method,
    target,
    ...headers.map(([name, value]) => `[${name}: ${value}]`),
    ...(body === undefined ? [] : [`<${body}>`]),
    ...(from === undefined ? [] : [`from ${from}`]),
  ].join(" ").replaceAll(/[^\x20-\x7e]/gu, (letter) => encodeURIComponent(letter));
}

/** Puts what the names in braces stand for in their places. */
export function fillIn(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{(\w)\*(\d+)\}|\{([\w.]+)\}/g, (whole, letter, count, name) => {
    if (letter !== undefined) return String(letter).repeat(Number(count));
    return names.get(name) ?? whole;
  });
}
