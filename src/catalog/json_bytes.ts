/** A part of a JSON text: text of our own, or ready bytes of the pack. */
export type Part = string | Uint8Array;

const encoder = new TextEncoder();

/** Joins parts into one body. */
export function joinParts(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const chunks = parts.map((part) => typeof part === "string" ? encoder.encode(part) : part);
  const body = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

/** A JSON array of ready items. */
export function arrayOf(items: readonly (readonly Part[])[]): Part[] {
  return ["[", ...items.flatMap((item, place) => place === 0 ? item : [",", ...item]), "]"];
}
