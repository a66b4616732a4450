import { VARY_BY_ACCEPT } from "./accept.ts";
import { JSON_TYPE } from "./answer.ts";
import { EVERY_RESPONSE, type HeaderList, PREFLIGHT, VARY_BY_CREDENTIAL } from "./fixed_headers.ts";
import { type ErrorCode, ERRORS, helpAnchor } from "./error_table.ts";
import type { HttpError, HttpErrorDetails } from "./http_error.ts";
import { ResponseTemplate, withBodyBytes } from "./respond_cached.ts";

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
  const { status, details } = refusal;
  const isUsual = body === undefined;
  if (isUsual && details.isKept && method !== "HEAD") return respondKept(refusal, extra);
  const value = isUsual ? refusal.body() : body;
  return respondNow(method, value, [...extra, ...headersOf(refusal)], status);
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
  return send(method, refusal.status, encoder.encode(page), headers);
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

/** The responses of refusals that say the same each time. */
const kept = new WeakMap<HttpErrorDetails, Map<ErrorCode, ResponseTemplate>>();

function respondKept(refusal: HttpError, extra: HeaderList): Response {
  const { code, details } = refusal;
  let byCode = kept.get(details);
  if (byCode === undefined) kept.set(details, byCode = new Map());
  let template = byCode.get(code);
  if (template === undefined) byCode.set(code, template = templateOf(refusal));
  return template.respond(extra);
}

function templateOf(refusal: HttpError): ResponseTemplate {
  const body = encodeJson(refusal.body());
  const headers = freshHeaders(JSON_TYPE, headersOf(refusal));
  return new ResponseTemplate({ status: refusal.status, body, headers });
}

/** Sends a value of the moment as JSON that no cache keeps. */
export function respondNow(
  method: string,
  value: unknown,
  extra: HeaderList,
  status: number,
): Response {
  return send(method, status, encodeJson(value), freshHeaders(JSON_TYPE, extra));
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

function encodeJson(value: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(value));
}

function send(
  method: string,
  status: number,
  body: Uint8Array<ArrayBuffer>,
  list: HeaderList,
): Response {
  const headers = [...list] as [string, string][];
  if (method !== "HEAD") {
    return withBodyBytes(new Response(body, { status, headers }), body.length);
  }
  headers.push(["content-length", String(body.length)]);
  return withBodyBytes(new Response(null, { status, headers }), 0);
}

/** Sends a stream of server-sent events; null: its headers alone. */
export function respondStream(
  stream: ReadableStream<Uint8Array> | null,
  extra: HeaderList,
): Response {
  // Of no body at all Deno says that it is 0 bytes long, which a stream is not (RFC 9110, 8.6).
  return new Response((stream ?? ended()) as ReadableStream<Uint8Array<ArrayBuffer>>, {
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

/**
 * Answers a preflight: what may be sent here (Fetch standard, CORS). `preflight`: in place of the usual
 * headers.
 */
export function respondOptions(
  methods: readonly string[],
  extra: HeaderList,
  preflight: HeaderList = PREFLIGHT,
): Response {
  const allowed = methods.join(", ");
  const response = new Response(null, {
    status: 204,
    headers: [
      ["allow", allowed],
      ["access-control-allow-methods", allowed],
      ...preflight as [string, string][],
      ...EVERY_RESPONSE as [string, string][],
      ...extra as [string, string][],
    ],
  });
  return withBodyBytes(response, 0);
}

function ended(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
