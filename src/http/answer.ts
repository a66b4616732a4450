import { hash } from "node:crypto";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { promisify } from "node:util";
import type { HeaderList } from "./fixed_headers.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The codings an answer can be sent in. */
export type Coding = "br" | "gzip" | "identity";

/** For which time an answer is right. */
export interface Freshness {
  /** The instant (epoch ms) it was made for, and the one from which another holds (Infinity: never). */
  readonly madeAt: number;
  readonly validUntil: number;
  /** The longest a client may keep it, in seconds, if that is not the usual time. */
  readonly maxAge?: number;
}

/** What an answer says beside its body. */
interface AnswerOptions {
  /** JSON if left out. */
  readonly contentType?: string;
  /** Clients may keep it for the whole of `maxAge`, even if the clock changes it before. */
  readonly hasFixedAge?: true;
  /** A file to keep: its digest is sent along. */
  readonly isFile?: true;
  /** `Link` header (RFC 8288), for pages of a list. */
  readonly link?: string;
  /**
   * Whether it is the same for everybody, so that shared caches may keep it; `uncredentialed`: only for
   * callers without a credential, since a use of one is charged or recorded.
   */
  readonly forEverybody?: true | "uncredentialed";
  readonly headers?: HeaderList;
  /** Its status if that is not 200: the address is another one. */
  readonly status?: 301;
  /** Another answer has another address: clients need not ask again, and its bytes are compressed already. */
  readonly isImmutable?: true;
  /** Entity tag of the identity form, without quotes; made of the bytes if left out. */
  readonly tag?: string;
}

/** A body ready to be sent, and until when it holds. Made once, sent many times. */
export interface Answer extends Freshness, AnswerOptions {
  readonly contentType: string;
  readonly body: Bytes;
  readonly tag: string;
  /** Compressed forms, filled in as they are first asked for. */
  readonly coded: Map<Coding, Bytes | Promise<Bytes>>;
  /** What is cloned to send it, by coding, and by coding for who has it already. */
  readonly templates: Map<string, Template>;
}

/** A response that is never sent itself: its clone costs a tenth of a new one. */
export interface Template {
  readonly response: Response;
  /** The time that its `Cache-Control` states, in seconds. */
  readonly maxAge: number;
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** Bodies above this size, in bytes, are compressed off the event loop. */
const LARGE = 64 * 1024;

/** Makes an answer of these bytes. */
export function createAnswer(
  body: Bytes,
  holds: Freshness,
  options: AnswerOptions = {},
): Answer {
  const { madeAt, validUntil, maxAge } = holds;
  const coded = new Map<Coding, Bytes | Promise<Bytes>>([["identity", body]]);
  return {
    contentType: JSON_TYPE,
    ...options,
    body,
    tag: options.tag ?? tagOf(body),
    madeAt,
    validUntil,
    coded,
    templates: new Map(),
    ...(maxAge !== undefined && { maxAge }),
  };
}

/** Whether a value is an answer, and no value to make one of. */
export function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && "coded" in value;
}

const encoder = new TextEncoder();

/** Makes a JSON answer of a value. */
export function jsonAnswer(
  value: unknown,
  holds: Freshness,
): Answer {
  return createAnswer(encoder.encode(JSON.stringify(value)), holds);
}

/** The body in this coding: compressed once per answer, for the first request. */
export function codedBody(answer: Answer, coding: Coding): Bytes | Promise<Bytes> {
  const known = answer.coded.get(coding);
  if (known !== undefined) return known;
  const made = answer.body.length > LARGE
    ? compressAside(answer, coding)
    : compressNow(answer.body, coding);
  answer.coded.set(coding, made);
  return made;
}

// Quality 5 is the knee: 6 takes three times as long for 2 % less.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

function compressNow(body: Bytes, coding: Coding): Bytes {
  return plain(coding === "br" ? brotliCompressSync(body, BROTLI) : gzipSync(body));
}

async function compressAside(answer: Answer, coding: Coding): Promise<Bytes> {
  const compress = coding === "br"
    ? promisify(brotliCompress)(answer.body, BROTLI)
    : promisify(gzip)(answer.body);
  try {
    const made = plain(await compress);
    answer.coded.set(coding, made);
    return made;
  } catch (error) {
    // A compression that failed once, for want of memory, is tried again for the next caller.
    answer.coded.delete(coding);
    throw error;
  }
}

function plain(buffer: Uint8Array): Bytes {
  return new Uint8Array(buffer);
}

/** An opaque tag for these bytes, without quotes; equal bytes have equal tags everywhere. */
function tagOf(body: Uint8Array): string {
  return hash("sha256", body, "base64url").slice(0, 22);
}
