import type { AnnouncedEnd, RateLimit, ResponseInfo } from "./options.ts";

/** What the headers of a response say of it. */
export function readInfo({ status, headers }: Response, server: string): ResponseInfo {
  return {
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    rateLimit: readRateLimit(headers),
    server,
    sunset: readSunset(headers),
  };
}

/** The end of the service (RFC 8594), and its successor. */
function readSunset(headers: Headers): AnnouncedEnd | undefined {
  const on = new Date(headers.get("sunset") ?? "");
  if (Number.isNaN(on.getTime())) return undefined;
  const [, successor] = /<([^<>]+)>; *rel="?successor-version"?/.exec(headers.get("link") ?? "") ??
    [];
  return { on, successor };
}

/** The quota in two structured fields: `"quota";q=5000;w=86400` and `"quota";r=4990;t=3600`. */
function readRateLimit(headers: Headers): RateLimit | undefined {
  const [policy, left] = ["ratelimit-policy", "ratelimit"].map((name) =>
    /"quota"([^,]*)/.exec(headers.get(name) ?? "")?.[1]
  );
  if (policy === undefined && left === undefined) return undefined;
  return {
    limit: numberOf(policy, "q"),
    remaining: numberOf(left, "r"),
    resetSeconds: numberOf(left, "t"),
  };
}

/** A parameter of a structured field (RFC 9651) that is a whole number. */
function numberOf(parameters = "", name: string): number | undefined {
  const [, digits] = new RegExp(`; *${name}=(\\d+)`).exec(parameters) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The types that a refusal may have. */
export interface ErrorTypes {
  readonly known: readonly string[];
  /** The types of refusals whose bodies name none, by status and message. */
  readonly unnamed: Readonly<Record<string, string>>;
}

/** Thrown where the service refuses. */
export class OshibaseError extends Error {
  override name = "OshibaseError";
  /** The HTTP status. */
  readonly status: number;
  /** The kind of refusal; `OTHER`: none that was known when this client was made. */
  readonly type: string;
  /** What to change. */
  readonly hint: string | undefined;
  /** When to come back, in seconds. */
  readonly retryAfter: number | undefined;
  /** `X-Request-Id`: name it when you report a fault. */
  readonly requestId: string | undefined;
  /** What is left of the key's quota; undefined if the refusal does not say. */
  readonly rateLimit: RateLimit | undefined;
  /** The whole body: JSON where it is some, else text. */
  readonly body: unknown;

  constructor(
    { status, type, message, hint, retryAfter, requestId, rateLimit, body }:
      & Omit<OshibaseError, "name" | "hint">
      & { hint: unknown },
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.hint = typeof hint === "string" ? hint : undefined;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
    this.rateLimit = rateLimit;
    this.body = body;
  }
}

/** Reads a refusal. */
export async function readError(response: Response, types: ErrorTypes): Promise<OshibaseError> {
  const { status, headers } = response;
  const text = await response.text();
  const body = parseOrText(text);
  const fields = Object(body) as { message?: unknown; type?: unknown; hint?: unknown };
  const message = typeof fields.message === "string" ? fields.message : `HTTP status ${status}`;
  const named = fields.type ?? types.unnamed[`${status} ${message}`];
  const type = types.known.find((known) => known === named) ?? "OTHER";
  const retryAfter = readRetryAfter(headers.get("retry-after"));
  const { requestId, rateLimit } = readInfo(response, "");
  const { hint } = fields;
  const refusal = { status, type, message, hint, retryAfter, requestId, rateLimit, body };
  return new OshibaseError(refusal);
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
