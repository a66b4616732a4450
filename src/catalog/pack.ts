import { ADDRESS_SIGN, type Span } from "../model/pack.ts";
import { readPack } from "../model/pack_file.ts";

/** A compiled pack in memory. */
export type Pack = ReturnType<typeof openPack>;

const SIGN_BYTE = ADDRESS_SIGN.charCodeAt(0);

/**
 * Opens the bytes of a pack. `ownAddress`: the address of this service where it is not `base_url`; known
 * before the first answer.
 *
 * @throws {SyntaxError} if it is not a whole pack of this version
 */
export function openPack(file: Uint8Array, ownAddress?: () => string | undefined) {
  const { index, bodies } = readPack(file);
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();

  /** The address under which callers find this service; no slash ends it. */
  function address(): string {
    return ownAddress?.() ?? index.site.base_url;
  }

  function written([offset, length]: Span): Uint8Array {
    return bodies.subarray(offset, offset + length);
  }

  /** The bytes of a span as answers have them, with the address before each picture; not copied if there is none. */
  function bytes(span: Span): Uint8Array {
    const body = written(span);
    if (!body.includes(SIGN_BYTE)) return body;
    return encoder.encode(decoder.decode(body).replaceAll(ADDRESS_SIGN, address));
  }

  /** The text of a span, which names pictures by their paths. */
  function text(span: Span): string {
    return decoder.decode(written(span)).replaceAll(ADDRESS_SIGN, "");
  }

  /** Parses the JSON in a span. */
  function json<T>(span: Span): T {
    return JSON.parse(text(span));
  }

  return { index, bytes, text, json, address };
}
