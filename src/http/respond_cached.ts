import { hash } from "node:crypto";
import { createMemo } from "../toolbox/memo.ts";
import { type Answer, codedBody, type Coding } from "./answer.ts";
import { EVERY_RESPONSE, type HeaderList, VARY_BY_CREDENTIAL } from "./fixed_headers.ts";
import { andThen } from "./maybe_async.ts";

/** Longest time a client may keep an answer, in seconds. */
const MAX_AGE = 60;

/** Sends a ready answer in the coding the client prefers, or 304 if it has it already. */
export function respondCached(
  method: string,
  headers: Headers,
  answer: Answer,
  now: number,
  extra: HeaderList,
): Response | Promise<Response> {
  const coding = answer.isImmutable ? "identity" : chooseCoding(headers.get("accept-encoding"));
  const maxAge = maxAgeAt(answer, now);
  const coded = codedResponses(answer, coding);
  const noneMatch = headers.get("if-none-match");
  if (noneMatch !== null && answer.status === undefined && noneMatchHolds(noneMatch, coded.etag)) {
    if (coded.notModified?.maxAge !== maxAge) {
      const kind = { status: 304, body: null, headers: makeHeaders(answer, coding, maxAge) };
      coded.notModified = { maxAge, template: new ResponseTemplate(kind) };
    }
    return coded.notModified.template.respond(extra);
  }
  const known = coded.whole;
  if (known?.maxAge === maxAge) return sendWhole(known.template, method, extra);
  return andThen(codedBody(answer, coding), whole);

  function whole(body: Uint8Array<ArrayBuffer>): Response {
    const kind = {
      status: answer.status ?? 200,
      body,
      headers: makeHeaders(answer, coding, maxAge, body),
    };
    const template = new ResponseTemplate(kind);
    coded.whole = { maxAge, template };
    return sendWhole(template, method, extra);
  }
}

function maxAgeAt(
  { validUntil, maxAge = MAX_AGE, hasFixedAge, isImmutable }: Answer,
  now: number,
): number {
  if (hasFixedAge || isImmutable) return maxAge;
  return Math.min(maxAge, Math.max(0, Math.floor((validUntil - now) / 1000)));
}

/** A strong tag per representation (RFC 9110, 8.8.3): each coding has its own. */
function etagOf(answer: Answer, coding: Coding): string {
  return coding === "identity" ? `"${answer.tag}"` : `"${answer.tag}-${coding}"`;
}

/** The responses with which an answer is sent in one coding. */
interface CodedResponses {
  readonly etag: string;
  whole?: AgedTemplate;
  notModified?: AgedTemplate;
}

/** A template whose responses state this age, in seconds. */
interface AgedTemplate {
  readonly maxAge: number;
  readonly template: ResponseTemplate;
}

const known = new WeakMap<Answer, Partial<Record<Coding, CodedResponses>>>();

function codedResponses(answer: Answer, coding: Coding): CodedResponses {
  let byCoding = known.get(answer);
  if (byCoding === undefined) known.set(answer, byCoding = {});
  return byCoding[coding] ??= { etag: etagOf(answer, coding) };
}

function sendWhole(template: ResponseTemplate, method: string, extra: HeaderList): Response {
  return method === "HEAD" ? template.respondHead(extra) : template.respond(extra);
}

/** `body`: what is sent, if it is; in its coding. */
function makeHeaders(
  answer: Answer,
  coding: Coding,
  maxAge: number,
  body?: Uint8Array,
): HeaderList {
  const list: (readonly [string, string])[] = [
    ["content-type", answer.contentType],
    ["etag", etagOf(answer, coding)],
    ...cacheHeaders(answer, maxAge),
    ...EVERY_RESPONSE,
    ...answer.headers ?? [],
  ];
  if (answer.isFile && body !== undefined) {
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

/** Whether `If-None-Match` names this entity tag, by weak comparison (RFC 9110, 8.8.3.2 and 13.1.2). */
export function noneMatchHolds(header: string, etag: string): boolean {
  if (header === etag) return true;
  if (header.trim() === "*") return true;
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, "") === etag);
}

const PREFERENCE: readonly Coding[] = ["br", "gzip", "identity"];

/**
 * Chooses a coding by `Accept-Encoding` (RFC 9110, 12.5.3): the highest weight wins, then br before
 * gzip before identity. Absent, or with nothing acceptable, it is identity: "the response SHOULD be
 * sent without any content coding".
 */
export function chooseCoding(header: string | null): Coding {
  if (header === null || header === "") return "identity";
  const known = chosen.get(header);
  if (known !== undefined) return known;
  const coding = weigh(header);
  if (header.length <= MAX_HEADER_LENGTH) chosen.set(header, coding);
  return coding;
}

/** The codings that headers came to: browsers and libraries send a handful of them, over and over. */
const chosen = createMemo<string, Coding>({ maxEntries: 100 });
const MAX_HEADER_LENGTH = 200;

function weigh(header: string): Coding {
  const weights = parseWeights(header);
  let best: Coding = "identity";
  let bestWeight = 0;
  for (const coding of PREFERENCE) {
    const weight = weightOf(coding, weights);
    if (weight > bestWeight) [best, bestWeight] = [coding, weight];
  }
  return best;
}

function weightOf(coding: Coding, weights: ReadonlyMap<string, number>): number {
  const given = weights.get(coding) ?? weights.get("*");
  // Identity is acceptable unless excluded, but what is asked for by name comes first.
  return given ?? (coding === "identity" ? 0.0001 : 0);
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    const weight = q === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0;
    weights.set(name === "x-gzip" ? "gzip" : name, weight);
  }
  return weights;
}

interface ResponseKind {
  readonly status: number;
  /** Null: none, as of a 304. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly headers: HeaderList;
}

/** A response that is never sent itself, and the headers that it was last given. */
interface Master {
  readonly response: Response;
  /** The response's own, since to ask for them takes half as long as to set one. */
  readonly all: Headers;
  last: HeaderList;
}

/** With a plan's headers, without them, with those of live lists, each over https or not. */
const MAX_MASTERS = 8;

/**
 * Responses of one kind that differ in headers of their own. A response that was sent cannot be sent
 * again, but its clone costs half of what a new one does.
 */
export class ResponseTemplate {
  readonly #kind: ResponseKind;
  readonly #length: number;
  /** One for each list of names that the responses were given. */
  readonly #masters: Master[] = [];

  constructor(kind: ResponseKind) {
    this.#kind = kind;
    this.#length = kind.body?.length ?? 0;
  }

  respond(headers: HeaderList): Response {
    for (const master of this.#masters) {
      if (haveSameNames(master.last, headers)) {
        return withBodyBytes(cloneWith(master, headers), this.#length);
      }
    }
    return withBodyBytes(this.#make(headers), this.#length);
  }

  respondHead(headers: HeaderList): Response {
    const all = [...this.#kind.headers, ["content-length", String(this.#length)], ...headers];
    const { status } = this.#kind;
    return withBodyBytes(new Response(null, { status, headers: all as [string, string][] }), 0);
  }

  /** Makes a response, and a master for those that follow. */
  #make(headers: HeaderList): Response {
    const response = respondWith(this.#kind, headers);
    if (this.#masters.length === MAX_MASTERS || !isEachOnce(this.#kind, headers)) return response;
    this.#masters.push({ response, all: response.headers, last: headers });
    return response.clone();
  }
}

/** To set a header in the master is cheaper than to append it to the clone, where all names are compared. */
function cloneWith(master: Master, headers: HeaderList): Response {
  const { response, all, last } = master;
  for (let index = 0; index < headers.length; index++) {
    const [name, value] = headers[index]!;
    if (value !== last[index]![1]) all.set(name, value);
  }
  master.last = headers;
  return response.clone();
}

function respondWith({ status, body, headers }: ResponseKind, own: HeaderList): Response {
  const response = new Response(body, { status, headers: headers as [string, string][] });
  // A caller that has read the headers may change them: the runtime keeps no copy of the body beside it.
  const all = response.headers;
  for (const [name, value] of own) all.append(name, value);
  return response;
}

function haveSameNames(one: HeaderList, other: HeaderList): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) {
    if (one[index]![0] !== other[index]![0]) return false;
  }
  return true;
}

/** A name that comes again has several values, of which one alone could not be set. */
function isEachOnce({ headers }: ResponseKind, own: HeaderList): boolean {
  const names = [...headers, ...own].map(([name]) => name.toLowerCase());
  return new Set(names).size === names.length;
}

const BODY_BYTES = Symbol("bytes of the body");

interface SizedResponse extends Response {
  [BODY_BYTES]?: number;
}

/** Notes how many bytes the body of a response has, for the access log. */
export function withBodyBytes(response: Response, bytes: number): Response {
  (response as SizedResponse)[BODY_BYTES] = bytes;
  return response;
}

/** The bytes that were noted; undefined for a stream. */
export function bodyBytesOf(response: Response): number | undefined {
  return (response as SizedResponse)[BODY_BYTES];
}
