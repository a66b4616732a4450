import { hash } from "node:crypto";
import type { HeaderList } from "./fixed_headers.ts";

/**
 * The headers of a file: the digest of its bytes in this content coding (RFC 9530, section 3), and that
 * parts of them can be asked for.
 */
export function fileHeaders(coded: Uint8Array): HeaderList {
  return [
    ["repr-digest", `sha-256=:${hash("sha256", coded, "base64")}:`],
    ["accept-ranges", "bytes"],
  ];
}

/** A part of a file: its first byte, and the one behind its last. */
export interface FileRange {
  readonly from: number;
  readonly until: number;
}

/** One range of bytes (RFC 9110, 14.1.2): `0-99`, `100-`, or the last so many, `-100`. */
const RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * Reads which part of a file is asked for. Undefined: all of it, as for a range of another entity tag
 * (`If-Range`), for several, for what is no range, and for one that begins behind the end: a server
 * may always answer with the whole (RFC 9110, 14.2).
 */
export function readRange(
  headers: Headers,
  { etag, length }: { readonly etag: string; readonly length: number },
): FileRange | undefined {
  const [, first, last] = RANGE.exec(headers.get("range")?.trim() ?? "") ?? [];
  const condition = headers.get("if-range");
  if (first === undefined || last === undefined || first + last === "") return undefined;
  if (condition !== null && condition.trim() !== etag) return undefined;
  const from = first === "" ? Math.max(0, length - Number(last)) : Number(first);
  const until = first === "" || last === "" ? length : Math.min(Number(last) + 1, length);
  return from < until ? { from, until } : undefined;
}

/** The response to a request for a part (RFC 9110, 15.3.7), with the headers of the whole. */
export function respondRange(
  { from, until }: FileRange,
  body: Uint8Array<ArrayBuffer>,
  headers: HeaderList,
): Response {
  const range = `bytes ${from}-${until - 1}/${body.length}`;
  return new Response(body.slice(from, until), {
    status: 206,
    headers: [...headers as [string, string][], ["content-range", range]],
  });
}
