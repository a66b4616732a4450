import {
  createPackNamer,
  PACK_FORMAT,
  PACK_MAGIC,
  type PackIndex,
  type Span,
} from "../model/pack.ts";

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
  const parts = readParts(file);
  const { namer, build } = namerOf(parts);
  namer.add(parts.bodies);
  if (namer.name() !== build) throw unreadable("it is damaged");
  return packOfParts(parts);
}

/** How many bytes are hashed in one go: 2 to 8 ms of work. */
const SLICE = 4 * 1024 * 1024;

/**
 * Opens a pack as {@linkcode openPack} does, and lets others work in between: `pause` resolves when
 * they have.
 *
 * @throws {SyntaxError} where the bytes are not a whole pack of this version
 */
export async function openPackInSlices(
  file: Uint8Array,
  pause: () => Promise<void>,
): Promise<Pack> {
  const parts = readParts(file);
  const { namer, build } = namerOf(parts);
  for (let at = 0; at < parts.bodies.length; at += SLICE) {
    await pause();
    namer.add(parts.bodies.subarray(at, at + SLICE));
  }
  if (namer.name() !== build) throw unreadable("it is damaged");
  return packOfParts(parts);
}

interface PackParts {
  readonly index: PackIndex;
  readonly bodies: Uint8Array;
}

/** Reads the index and checks the lengths, but not yet the bodies. */
function readParts(file: Uint8Array): PackParts {
  const decoder = new TextDecoder();
  if (file.length < 12 || decoder.decode(file.subarray(0, 8)) !== PACK_MAGIC) {
    throw unreadable("it is no pack");
  }
  const indexEnd = 12 + new DataView(file.buffer, file.byteOffset).getUint32(8, true);
  if (indexEnd > file.length) throw unreadable("it is cut off");
  const index = JSON.parse(decoder.decode(file.subarray(12, indexEnd))) as PackIndex;
  if (index?.format !== PACK_FORMAT) throw unreadable("another version of the program wrote it");
  if (indexEnd + endOfTables(index) > file.length) throw unreadable("it is cut off");
  return { index, bodies: file.subarray(indexEnd) };
}

/** Tables and items are read when they are first asked for: too late to find out about damage. */
function namerOf({ index: { format: _, build, ...index } }: PackParts) {
  return { namer: createPackNamer(index), build };
}

function packOfParts({ index, bodies }: PackParts): Pack {
  const decoder = new TextDecoder();
  const bytes = ([offset, length]: Span) => bodies.subarray(offset, offset + length);
  return { index, bytes, json: (span) => JSON.parse(decoder.decode(bytes(span))) };
}

/** The tables of a group are written behind its items, so that the last one ends the pack. */
function endOfTables({ groups }: PackIndex): number {
  const ends = groups.flatMap(({ tables }) => Object.values(tables))
    .map(([offset, length]) => offset + length);
  return Math.max(0, ...ends);
}

function unreadable(why: string): SyntaxError {
  return new SyntaxError(`Cannot read the pack: ${why}; run the build again`);
}
