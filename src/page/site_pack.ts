/**
 * This room opens the pages that the compiler has rendered.
 *
 * @module
 */

import { type Answer, type Coding, createAnswer, type Freshness } from "../http/answer.ts";
import { EVERY_RESPONSE, type HeaderList } from "../http/fixed_headers.ts";
import type { Span } from "../model/pack.ts";
import { chooseBySignup, SITE_MAGIC, type SiteEntry, type SiteIndex } from "../model/site_pack.ts";

/** How long a client may keep a file of the site, in seconds. */
const MAX_AGE_S = 300;

/** The files of the site. */
export type Site = ReturnType<typeof openSite>;

/**
 * Makes the site accessible. `read` gives the bytes of the site pack, and is called when the first file
 * is asked for; undefined: there is none. `ownAddress` is put in place of the address that the files
 * name; undefined: they name the right one.
 */
export function openSite(
  read: () => Uint8Array | undefined,
  ownAddress: () => string | undefined = () => undefined,
) {
  const answers = new Map<string, Answer>();
  let opened: { index: SiteIndex; bodies: Uint8Array } | undefined;
  let isRead = false;

  function open() {
    if (!isRead) opened = parse(read());
    isRead = true;
    return opened;
  }

  return {
    /** The address that replaces `base_url`, if one does. */
    ownAddress,
    /** Reads the site pack, if no file was asked for so far: another build may take its place. */
    read: () => void open(),
    /** The file at a path, ready to be sent; undefined if there is none. `isOpen`: people can sign up. */
    file(path: string, isOpen = false): Answer | undefined {
      const key = `${isOpen} ${path}`;
      const known = answers.get(key);
      if (known !== undefined) return known;
      const site = open();
      if (site === undefined || !Object.hasOwn(site.index.files, path)) return undefined;
      const packed = answerOf(site.index.files[path]!, site.bodies);
      const answer = filledIn(packed, site.index.base_url, ownAddress(), isOpen);
      answers.set(key, answer);
      return answer;
    },
  };
}

function parse(file: Uint8Array | undefined) {
  if (file === undefined) return undefined;
  const decoder = new TextDecoder();
  if (decoder.decode(file.subarray(0, 8)) !== SITE_MAGIC) return undefined;
  const length = new DataView(file.buffer, file.byteOffset).getUint32(8, true);
  const index = JSON.parse(decoder.decode(file.subarray(12, 12 + length))) as SiteIndex;
  return { index, bodies: file.subarray(12 + length) };
}

function answerOf(entry: SiteEntry, bodies: Uint8Array): Answer {
  const { contentType, tag, identity, br, gzip, policy } = entry;
  const bytes = ([offset, length]: Span) =>
    new Uint8Array(bodies.subarray(offset, offset + length));
  const body = bytes(identity);
  const isPage = contentType.startsWith("text/html");
  return {
    contentType,
    body,
    tag,
    madeAt: -Infinity,
    validUntil: Infinity,
    maxAge: MAX_AGE_S,
    coded: new Map<Coding, Uint8Array<ArrayBuffer>>([
      ["identity", body],
      ["br", bytes(br)],
      ["gzip", bytes(gzip)],
    ]),
    templates: new Map(),
    forEverybody: true,
    headers: policy === undefined ? isPage ? PAGE_HEADERS : [] : pageHeaders(policy),
  };
}

/** The same file with what only the server knows in its text; it is compressed when it is asked for. */
function filledIn(answer: Answer, named: string, own = named, isOpen: boolean): Answer {
  if (!/^text\/|json/.test(answer.contentType)) return answer;
  const text = new TextDecoder().decode(answer.body);
  const filled = chooseBySignup(text, isOpen).replaceAll(named, own);
  if (filled === text) return answer;
  const body = new TextEncoder().encode(filled);
  const { contentType, maxAge, headers = [] } = answer;
  const freshness = { madeAt: -Infinity, validUntil: Infinity, ...(maxAge && { maxAge }) };
  return createAnswer(body, freshness, { contentType, headers, forEverybody: true });
}

/**
 * What our own pages may load and do: nothing of another host but pictures, no inline script or style,
 * no frame around them (Content Security Policy Level 3).
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

function pageHeaders(policy: string): HeaderList {
  return [["content-security-policy", policy]];
}

/** The headers of our own pages. */
export const PAGE_HEADERS: HeaderList = pageHeaders(PAGE_POLICY);

/** The headers of pages for one person: no other site reads them, nothing keeps them, nothing frames them. */
export const PRIVATE_PAGE_HEADERS: HeaderList = [
  ["content-type", "text/html; charset=utf-8"],
  ["cache-control", "no-store"],
  ["x-frame-options", "DENY"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ...EVERY_RESPONSE.filter(([name]) => !name.startsWith("access-control-")),
  ...PAGE_HEADERS,
];

/** Leads to the page at another address (RFC 9110, 15.4.2), which may hold what no header takes. */
export function movedAnswer(address: string, holds: Freshness): Answer {
  const location = address.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent);
  const body = new TextEncoder().encode(`Moved to ${location}\n`);
  return createAnswer(body, { ...holds, maxAge: MAX_AGE_S }, {
    contentType: "text/plain; charset=utf-8",
    forEverybody: true,
    status: 301,
    headers: [["location", location], ...PAGE_HEADERS],
  });
}
