import { chooseCoding, type Coding } from "./accept_encoding.ts";
import { type Answer, codedBody } from "./answer.ts";
import { EVERY_RESPONSE, type HeaderList, VARY_BY_CREDENTIAL } from "./fixed_headers.ts";
import { andThen } from "./maybe_async.ts";
import { withBodyBytes } from "./respond.ts";

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
  const noneMatch = headers.get("if-none-match");
  if (noneMatch !== null && noneMatchHolds(noneMatch, etagOf(answer, coding))) {
    const list = makeHeaders(answer, coding, maxAge);
    const response = new Response(null, { status: 304, headers: list });
    return withHeaders(withBodyBytes(response, 0), extra);
  }
  const known = templates.get(answer)?.get(coding);
  if (known?.maxAge === maxAge) return sendTemplate(known, method, extra);
  return andThen(
    codedBody(answer, coding),
    (body) => sendTemplate(makeTemplate(answer, coding, maxAge, body), method, extra),
  );
}

function maxAgeAt({ validUntil, maxAge = MAX_AGE, hasFixedAge }: Answer, now: number): number {
  if (hasFixedAge) return maxAge;
  return Math.min(maxAge, Math.max(0, Math.floor((validUntil - now) / 1000)));
}

/** A strong tag per representation (RFC 9110, 8.8.3): each coding has its own. */
function etagOf(answer: Answer, coding: Coding): string {
  return coding === "identity" ? `"${answer.tag}"` : `"${answer.tag}-${coding}"`;
}

/** A response that is never sent itself: its clones are, at a fortieth of what a new one costs. */
interface ResponseTemplate {
  readonly maxAge: number;
  readonly response: Response;
  /** Bytes of the body. */
  readonly length: number;
}

const templates = new WeakMap<Answer, Map<Coding, ResponseTemplate>>();

function makeTemplate(
  answer: Answer,
  coding: Coding,
  maxAge: number,
  body: Uint8Array<ArrayBuffer>,
): ResponseTemplate {
  const response = new Response(body, { headers: makeHeaders(answer, coding, maxAge) });
  const template = { maxAge, response, length: body.length };
  const byCoding = templates.get(answer) ?? new Map<Coding, ResponseTemplate>();
  templates.set(answer, byCoding.set(coding, template));
  return template;
}

function sendTemplate(template: ResponseTemplate, method: string, extra: HeaderList): Response {
  const response = method === "HEAD"
    ? withBodyBytes(headOf(template), 0)
    : withBodyBytes(template.response.clone(), template.length);
  return withHeaders(response, extra);
}

function headOf({ response: { headers }, length }: ResponseTemplate): Response {
  const response = new Response(null, { headers });
  response.headers.set("content-length", String(length));
  return response;
}

function withHeaders(response: Response, extra: HeaderList): Response {
  for (const [name, value] of extra) response.headers.append(name, value);
  return response;
}

function makeHeaders(answer: Answer, coding: Coding, maxAge: number): [string, string][] {
  const list: [string, string][] = [
    ["content-type", answer.contentType],
    ["etag", etagOf(answer, coding)],
    ...cacheHeaders(answer, maxAge),
    ...EVERY_RESPONSE as [string, string][],
    ...answer.headers as [string, string][] ?? [],
  ];
  if (coding !== "identity") list.push(["content-encoding", coding]);
  if (answer.link !== undefined) list.push(["link", answer.link]);
  return list;
}

function cacheHeaders({ forEverybody }: Answer, maxAge: number): [string, string][] {
  if (forEverybody) {
    const vary: HeaderList = forEverybody === true
      ? [["vary", "Accept-Encoding"]]
      : VARY_BY_CREDENTIAL;
    return [...vary as [string, string][], ["cache-control", `public, max-age=${maxAge}`]];
  }
  return [
    ...VARY_BY_CREDENTIAL as [string, string][],
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
