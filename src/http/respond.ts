import { hash } from "node:crypto";
import { chooseCoding, VARY_BY_ACCEPT } from "./accept.ts";
import { type Answer, codedBody, type Coding, JSON_TYPE } from "./answer.ts";
import { type ErrorCode, ERRORS, helpAnchor } from "./error_table.ts";
import { EVERY_RESPONSE, type HeaderList, PREFLIGHT, VARY_BY_CREDENTIAL } from "./fixed_headers.ts";
import type { HttpError } from "./http_error.ts";
import type { MaybeAsync } from "./maybe_async.ts";

type Body = Uint8Array<ArrayBuffer>;

/** Longest time a client may keep an answer, in seconds. */
const MAX_AGE = 60;

/** Sends a ready answer in the coding the client prefers, or 304 if it has it already. */
export function respondAnswer(
  method: string,
  headers: Headers,
  answer: Answer,
  now: number,
  extra: HeaderList,
): MaybeAsync<Response> {
  const coding = answer.isImmutable ? "identity" : chooseCoding(headers.get("accept-encoding"));
  const maxAge = maxAgeAt(answer, now);
  const noneMatch = headers.get("if-none-match");
  const isKnown = noneMatch !== null && answer.status === undefined &&
    noneMatchHolds(noneMatch, etagOf(answer, coding));
  const template = answer.templates.get(isKnown ? `304 ${coding}` : coding);
  if (template?.maxAge !== maxAge || (method === "HEAD" && !isKnown)) {
    return respondAnew(method, answer, { coding, maxAge, isKnown }, extra);
  }
  return withHeaders(template.response.clone(), extra);
}

/** The same, made anew; what is not for a HEAD is kept, to be cloned for others. */
async function respondAnew(
  method: string,
  answer: Answer,
  { coding, maxAge, isKnown }: {
    readonly coding: Coding;
    readonly maxAge: number;
    readonly isKnown: boolean;
  },
  extra: HeaderList,
): Promise<Response> {
  const body = isKnown ? null : await codedBody(answer, coding);
  const status = isKnown ? 304 : answer.status ?? 200;
  const sent = { status, body, headers: makeHeaders(answer, coding, maxAge, body) };
  if (method === "HEAD" && !isKnown) {
    return send(method, { ...sent, headers: [...sent.headers, ...extra] });
  }
  const response = respond(sent);
  answer.templates.set(isKnown ? `304 ${coding}` : coding, { maxAge, response });
  return withHeaders(response.clone(), extra);
}

interface Sent {
  readonly status: number;
  readonly body: Body | null;
  readonly headers: HeaderList;
}

function withHeaders(response: Response, extra: HeaderList): Response {
  for (const [name, value] of extra) response.headers.append(name, value);
  return response;
}

function maxAgeAt(
  { validUntil, maxAge = MAX_AGE, hasFixedAge, isImmutable }: Answer,
  now: number,
): number {
  if (hasFixedAge || isImmutable) return maxAge;
  return Math.min(maxAge, Math.max(0, Math.floor((validUntil - now) / 1000)));
}

/** A strong tag per representation (RFC 9110, 8.8.3): each coding has its own. */
function etagOf({ tag }: Answer, coding: Coding): string {
  return coding === "identity" ? `"${tag}"` : `"${tag}-${coding}"`;
}

/** Whether `If-None-Match` names this entity tag, by weak comparison (RFC 9110, 8.8.3.2 and 13.1.2). */
function noneMatchHolds(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, "") === etag);
}

/** `body`: what is sent, if anything is; in its coding. */
function makeHeaders(
  answer: Answer,
  coding: Coding,
  maxAge: number,
  body: Body | null,
): HeaderList {
  const list: (readonly [string, string])[] = [
    ["content-type", answer.contentType],
    ["etag", etagOf(answer, coding)],
    ...cacheHeaders(answer, maxAge),
    ...EVERY_RESPONSE,
    ...answer.headers ?? [],
  ];
  if (answer.isFile && body !== null) {
    // The digest of its bytes in this content coding (RFC 9530, section 3).
    list.push(["repr-digest", `sha-256=:${hash("sha256", body, "base64")}:`]);
  }
  if (coding !== "identity") list.push(["content-encoding", coding]);
  if (answer.link !== undefined) list.push(["link", answer.link]);
  return list;
}

function cacheHeaders({ forEverybody, isImmutable }: Answer, maxAge: number): HeaderList {
  // RFC 8246.
  if (isImmutable) return [["cache-control", `public, max-age=${maxAge}, immutable`]];
  if (forEverybody) {
    const vary: HeaderList = forEverybody === true
      ? [["vary", "Accept-Encoding"]]
      : VARY_BY_CREDENTIAL;
    return [...vary, ["cache-control", `public, max-age=${maxAge}`]];
  }
  return [
    ...VARY_BY_CREDENTIAL,
    ["cache-control", `private, max-age=${maxAge}`],
    // A shared cache would skip the key check, the quota and the audit.
    ["deno-cdn-cache-control", "no-store"],
  ];
}

/** The links to the documents, by code (RFC 8288). */
const HELP = new Map(
  (Object.keys(ERRORS) as ErrorCode[]).map((code) => [
    code,
    `</docs/errors#${helpAnchor(code)}>; rel="help"`,
  ]),
);

function headersOf({ code, details }: HttpError): HeaderList {
  return [["link", HELP.get(code)!], ...details.headers ?? []];
}

/** The responses of refusals that say nothing beyond their code, by it; each is only cloned. */
const plainRefusals = new Map<string, Response>();

/**
 * Sends a refusal: its status and JSON body, never kept by a cache, and a link to its explanation.
 * `body`: in place of its own.
 */
export function respondError(
  method: string,
  refusal: HttpError,
  extra: HeaderList,
  body?: unknown,
): Response {
  const { status, code, details: { message, before, after, headers } } = refusal;
  const make = (extra: HeaderList) =>
    respondNow(method, body ?? refusal.body(), [...extra, ...headersOf(refusal)], status);
  const isPlain = !message && !before && !after && !headers && body === undefined;
  if (!isPlain || method === "HEAD") return make(extra);
  let plain = plainRefusals.get(code);
  if (plain === undefined) plainRefusals.set(code, plain = make([]));
  return withHeaders(plain.clone(), extra);
}

/** Refuses a browser with a page, with the headers that programs get. */
export function respondErrorPage(
  method: string,
  refusal: HttpError,
  page: string,
  extra: HeaderList,
): Response {
  const own = [VARY_BY_ACCEPT, ...extra, ...headersOf(refusal)];
  const headers = freshHeaders("text/html; charset=utf-8", own);
  return send(method, { status: refusal.status, body: encoder.encode(page), headers });
}

/** Sends a value of the moment as JSON that no cache keeps. */
export function respondNow(
  method: string,
  value: unknown,
  extra: HeaderList,
  status: number,
): Response {
  const body = encoder.encode(JSON.stringify(value));
  return send(method, { status, body, headers: freshHeaders(JSON_TYPE, extra) });
}

/** The headers of what no cache keeps. */
function freshHeaders(contentType: string, own: HeaderList): HeaderList {
  return [
    ["content-type", contentType],
    ["cache-control", "no-store"],
    ...EVERY_RESPONSE,
    ...own,
  ];
}

const encoder = new TextEncoder();

/** Sends a response; a HEAD gets its headers, and the length of what it would have been sent. */
function send(method: string, sent: Sent): Response {
  if (method !== "HEAD") return respond(sent);
  const length = ["content-length", String(sent.body?.length ?? 0)] as const;
  return respond({ ...sent, body: null, headers: [...sent.headers, length] });
}

function respond({ status, body, headers }: Sent): Response {
  return new Response(body, { status, headers: headers as [string, string][] });
}

/** Sends a stream of server-sent events; null: its headers alone. */
export function respondStream(
  stream: ReadableStream<Uint8Array> | null,
  extra: HeaderList,
): Response {
  // Of no body at all Deno says that it is 0 bytes long, which a stream is not (RFC 9110, 8.6).
  return new Response((stream ?? ended()) as ReadableStream<Body>, {
    headers: [
      ["content-type", "text/event-stream; charset=utf-8"],
      ["cache-control", "no-store"],
      // Proxies that collect an answer before they pass it on would hold the events back.
      ["x-accel-buffering", "no"],
      ...VARY_BY_CREDENTIAL as [string, string][],
      ...EVERY_RESPONSE as [string, string][],
      ...extra as [string, string][],
    ],
  });
}

/** Answers OPTIONS; `preflight`: the headers that it adds. */
export function respondOptions(
  methods: readonly string[],
  extra: HeaderList,
  preflight: HeaderList = PREFLIGHT,
): Response {
  const allowed = methods.join(", ");
  return respond({
    status: 204,
    body: null,
    headers: [
      ["allow", allowed],
      ["access-control-allow-methods", allowed],
      ...preflight,
      ...EVERY_RESPONSE,
      ...extra,
    ],
  });
}

function ended(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
