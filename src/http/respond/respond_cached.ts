import { chooseCoding, type Coding } from "../accept_encoding.ts";
import { type Answer, codedBody } from "../answer.ts";
import { EVERY_RESPONSE, type HeaderList, VARY_BY_CREDENTIAL } from "../fixed_headers.ts";
import { andThen } from "../maybe_async.ts";
import { withBodyBytes } from "./respond.ts";
import { createResponseTemplate, type ResponseTemplate } from "./response_template.ts";

/** Longest time a client may keep an answer, in seconds. */
const MAX_AGE = 60;

/** Sends a ready answer in the coding the client prefers, or 304 where it has it already. */
export function respondCached(
  method: string,
  headers: Headers,
  answer: Answer,
  now: number,
  extra: HeaderList,
): Response | Promise<Response> {
  const coding = chooseCoding(headers.get("accept-encoding"));
  const maxAge = maxAgeAt(answer, now);
  const coded = codedResponses(answer, coding);
  const noneMatch = headers.get("if-none-match");
  if (noneMatch !== null && noneMatchHolds(noneMatch, coded.etag)) {
    return sendNotModified(coded, maxAge, extra);
  }
  const known = coded.whole;
  if (known?.maxAge === maxAge) return sendWhole(known, method, extra);
  return andThen(codedBody(answer, coding), (body) => {
    const fixed = makeHeaders(answer, coding, maxAge);
    const template = createResponseTemplate({ status: 200, body, headers: fixed });
    coded.whole = { maxAge, template, headers: fixed, length: body.length };
    return sendWhole(coded.whole, method, extra);
  });
}

function maxAgeAt({ validUntil, maxAge = MAX_AGE, hasFixedAge }: Answer, now: number): number {
  if (hasFixedAge) return maxAge;
  return Math.min(maxAge, Math.max(0, Math.floor((validUntil - now) / 1000)));
}

/** A strong tag per representation (RFC 9110, 8.8.3): each coding has its own. */
function etagOf(answer: Answer, coding: Coding): string {
  return coding === "identity" ? `"${answer.tag}"` : `"${answer.tag}-${coding}"`;
}

/** The responses with which an answer is sent in one coding. */
interface CodedResponses {
  readonly answer: Answer;
  readonly coding: Coding;
  readonly etag: string;
  whole?: WholeResponse;
  notModified?: { readonly maxAge: number; readonly template: ResponseTemplate };
}

interface WholeResponse {
  readonly maxAge: number;
  readonly template: ResponseTemplate;
  readonly headers: HeaderList;
  /** Bytes of the body. */
  readonly length: number;
}

const known = new WeakMap<Answer, Partial<Record<Coding, CodedResponses>>>();

function codedResponses(answer: Answer, coding: Coding): CodedResponses {
  let byCoding = known.get(answer);
  if (byCoding === undefined) known.set(answer, byCoding = {});
  return byCoding[coding] ??= { answer, coding, etag: etagOf(answer, coding) };
}

function sendNotModified(coded: CodedResponses, maxAge: number, extra: HeaderList): Response {
  if (coded.notModified?.maxAge !== maxAge) {
    const headers = makeHeaders(coded.answer, coded.coding, maxAge);
    const template = createResponseTemplate({ status: 304, body: null, headers });
    coded.notModified = { maxAge, template };
  }
  return withBodyBytes(coded.notModified.template.respond(extra), 0);
}

function sendWhole(whole: WholeResponse, method: string, extra: HeaderList): Response {
  if (method === "HEAD") return withBodyBytes(headOf(whole, extra), 0);
  return withBodyBytes(whole.template.respond(extra), whole.length);
}

function headOf({ headers, length }: WholeResponse, extra: HeaderList): Response {
  const all = [...headers, ["content-length", String(length)], ...extra];
  return new Response(null, { headers: all as [string, string][] });
}

function makeHeaders(answer: Answer, coding: Coding, maxAge: number): HeaderList {
  const list: (readonly [string, string])[] = [
    ["content-type", answer.contentType],
    ["etag", etagOf(answer, coding)],
    ...cacheHeaders(answer, maxAge),
    ...EVERY_RESPONSE,
    ...answer.headers ?? [],
  ];
  if (coding !== "identity") list.push(["content-encoding", coding]);
  if (answer.link !== undefined) list.push(["link", answer.link]);
  return list;
}

function cacheHeaders({ forEverybody }: Answer, maxAge: number): HeaderList {
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

/** Whether `If-None-Match` names this entity tag, by weak comparison (RFC 9110, 8.8.3.2 and 13.1.2). */
export function noneMatchHolds(header: string, etag: string): boolean {
  if (header === etag) return true;
  if (header.trim() === "*") return true;
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, "") === etag);
}
