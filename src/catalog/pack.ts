import { packName } from "../model/pack.ts";
import { PACK_FORMAT, PACK_MAGIC, type PackIndex, type Span } from "../model/pack.ts";

/** A compiled pack in memory. */
export interface Pack {
  readonly index: PackIndex;
  /** The bytes of a span, not copied. */
  bytes(span: Span): Uint8Array;
  /** Parses the JSON in a span. */
  json<T>(span: Span): T;
}

/**
 * Opens a pack from its bytes.
 *
 * @throws {SyntaxError} where they are not a whole pack of this version
 */
export function openPack(file: Uint8Array): Pack {
  const decoder = new TextDecoder();
  if (file.length < 12 || decoder.decode(file.subarray(0, 8)) !== PACK_MAGIC) {
    throw unreadable("it is no pack");
  }
  const indexEnd = 12 + new DataView(file.buffer, file.byteOffset).getUint32(8, true);
  if (indexEnd > file.length) throw unreadable("it is cut off");
  const index = JSON.parse(decoder.decode(file.subarray(12, indexEnd))) as PackIndex;
  if (index?.format !== PACK_FORMAT) throw unreadable("another version of the program wrote it");
  if (indexEnd + endOfTables(index) > file.length) throw unreadable("it is cut off");
  if (!isWhole(index, file.subarray(indexEnd))) throw unreadable("it is damaged");
  const bytes = ([offset, length]: Span) =>
    file.subarray(indexEnd + offset, indexEnd + offset + length);
  return { index, bytes, json: (span) => JSON.parse(decoder.decode(bytes(span))) };
}

/** The tables of a group are written behind its items, so that the last one ends the pack. */
function endOfTables({ groups }: PackIndex): number {
  const ends = groups.flatMap(({ tables }) => Object.values(tables))
    .map(([offset, length]) => offset + length);
  return Math.max(0, ...ends);
}

/** Tables and items are read when they are first asked for: too late to find out about damage. */
function isWhole({ format: _, build, ...index }: PackIndex, bodies: Uint8Array): boolean {
  return packName(index, [bodies]) === build;
}

function unreadable(why: string): SyntaxError {
  return new SyntaxError(`Cannot read the pack: ${why}; run the build again`);
}
