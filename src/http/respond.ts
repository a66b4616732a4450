import { chooseCoding, type Coding } from "./accept_encoding.ts";
import { type Answer, codedBody, JSON_TYPE } from "./answer.ts";
import { noneMatchHolds } from "./etag.ts";
import { EVERY_RESPONSE, type HeaderList, PREFLIGHT } from "./fixed_headers.ts";
import { Refusal } from "./refusal.ts";

/** Longest time a client may keep an answer, in seconds. */
const MAX_AGE = 60;

/** Sends a ready answer in the coding the client prefers, or 304 where it has it already. */
export function respond(
  method: string,
  headers: Headers,
  answer: Answer,
  now: number,
  extra: HeaderList,
): Response | Promise<Response> {
  const coding = chooseCoding(headers.get("accept-encoding"));
  const list = answerHeaders(answer, coding, now, extra);
  const noneMatch = headers.get("if-none-match");
  if (noneMatch !== null && noneMatchHolds(noneMatch, etagOf(answer, coding))) {
    return new Response(null, { status: 304, headers: list });
  }
  const body = codedBody(answer, coding);
  if (body instanceof Promise) return body.then((made) => send(method, made, list));
  return send(method, body, list);
}

function send(
  method: string,
  body: Uint8Array<ArrayBuffer>,
  headers: [string, string][],
): Response {
  if (method !== "HEAD") return new Response(body, { headers });
  return new Response(null, { headers: [...headers, ["content-length", String(body.length)]] });
}

/** A strong tag per representation (RFC 9110, 8.8.3): each coding has its own. */
function etagOf(answer: Answer, coding: Coding): string {
  return coding === "identity" ? `"${answer.tag}"` : `"${answer.tag}-${coding}"`;
}

/** The headers for the longest time an answer may be kept are made once for each coding of it. */
const prepared = new WeakMap<Answer, Map<Coding, [string, string][]>>();

function answerHeaders(
  answer: Answer,
  coding: Coding,
  now: number,
  extra: HeaderList,
): [string, string][] {
  const seconds = Math.max(0, Math.floor((answer.validUntil - now) / 1000));
  const list = seconds < (answer.maxAge ?? MAX_AGE)
    ? makeHeaders(answer, coding, seconds)
    : preparedHeaders(answer, coding);
  return extra.length === 0 ? list : [...list, ...extra as [string, string][]];
}

function preparedHeaders(answer: Answer, coding: Coding): [string, string][] {
  let byCoding = prepared.get(answer);
  if (byCoding === undefined) prepared.set(answer, byCoding = new Map());
  let list = byCoding.get(coding);
  if (list === undefined) {
    byCoding.set(coding, list = makeHeaders(answer, coding, answer.maxAge ?? MAX_AGE));
  }
  return list;
}

function makeHeaders(answer: Answer, coding: Coding, maxAge: number): [string, string][] {
  const list: [string, string][] = [
    ["content-type", answer.contentType],
    ["etag", etagOf(answer, coding)],
    ["vary", "Accept-Encoding"],
    ["cache-control", `private, max-age=${maxAge}`],
    // A shared cache would skip the key check, the quota and the audit.
    ["deno-cdn-cache-control", "no-store"],
    ...EVERY_RESPONSE as [string, string][],
  ];
  if (coding !== "identity") list.push(["content-encoding", coding]);
  if (answer.link !== undefined) list.push(["link", answer.link]);
  return list;
}

/** Sends a refusal: its status and JSON body, never kept by a cache. */
export function respondRefusal(method: string, refusal: Refusal, extra: HeaderList): Response {
  return sendJson(method, refusal.status, refusal.body(), [
    ...extra,
    ...refusal.details.headers ?? [],
  ]);
}

/** Sends a value of the moment as JSON that no cache keeps. */
export function respondNow(method: string, value: unknown, extra: HeaderList): Response {
  return sendJson(method, 200, value, extra);
}

const encoder = new TextEncoder();

function sendJson(method: string, status: number, value: unknown, extra: HeaderList): Response {
  const body = encoder.encode(JSON.stringify(value));
  const headers: [string, string][] = [
    ["content-type", JSON_TYPE],
    ["cache-control", "no-store"],
    ...EVERY_RESPONSE as [string, string][],
    ...extra as [string, string][],
  ];
  if (method === "HEAD") headers.push(["content-length", String(body.length)]);
  return new Response(method === "HEAD" ? null : body, { status, headers });
}

/** Sends a stream of server-sent events; null: its headers alone. */
export function respondStream(
  stream: ReadableStream<Uint8Array> | null,
  extra: HeaderList,
): Response {
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>> | null, {
    headers: [
      ["content-type", "text/event-stream; charset=utf-8"],
      ["cache-control", "no-store"],
      // Proxies that collect an answer before they pass it on would hold the events back.
      ["x-accel-buffering", "no"],
      ...EVERY_RESPONSE as [string, string][],
      ...extra as [string, string][],
    ],
  });
}

/** Answers a preflight: what may be sent here (Fetch standard, CORS). */
export function respondOptions(methods: readonly string[], extra: HeaderList): Response {
  const allowed = methods.join(", ");
  return new Response(null, {
    status: 204,
    headers: [
      ["allow", allowed],
      ["access-control-allow-methods", allowed],
      ...PREFLIGHT as [string, string][],
      ...EVERY_RESPONSE as [string, string][],
      ...extra as [string, string][],
    ],
  });
}
