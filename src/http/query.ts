import { HttpError } from "./http_error.ts";

/** The parameters of a request: every value of a name, in order. */
export type Query = ReadonlyMap<string, readonly string[]>;

const NONE: Query = new Map();

/**
 * Reads `a=1&b=2` as forms encode it (a `+` is a space).
 *
 * @throws {HttpError} `MALFORMED_REQUEST` on a bad %-escape
 */
export function parseQuery(text: string): Query {
  if (text === "") return NONE;
  const query = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? "" : decode(pair.slice(equals + 1));
    const values = query.get(name);
    if (values === undefined) query.set(name, [value]);
    else values.push(value);
  }
  return query;
}

function decode(text: string): string {
  return decodePart(text.includes("+") ? text.replaceAll("+", " ") : text);
}

/**
 * Undoes %-escapes.
 *
 * @throws {HttpError} `MALFORMED_REQUEST` on an escape that is none, on broken UTF-8 and on control
 *   characters
 */
export function decodePart(text: string): string {
  if (!text.includes("%")) return text;
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw new HttpError("MALFORMED_REQUEST", { message: "The address holds a broken % escape" });
  }
  // deno-lint-ignore no-control-regex
  if (/[\x00-\x1f\x7f-\x9f]/.test(decoded)) {
    throw new HttpError("MALFORMED_REQUEST", { message: "The address holds a control character" });
  }
  return decoded;
}
