/** The tags that are read (Exif 3.0, 4.6). */
const ORIENTATION = 0x0112;
const GPS_BLOCK = 0x8825;
const GPS_LATITUDE = 2;
const GPS_LONGITUDE = 4;

/** How a picture is turned, 1 to 8 as TIFF numbers it, by its EXIF block; 1 is upright. */
export function orientationIn(block: Uint8Array): number {
  const [entries, view, isLittle] = readTiff(block);
  const at = entries.get(ORIENTATION);
  const turned = at === undefined ? 1 : view.getUint16(at, isLittle);
  return turned >= 1 && turned <= 8 ? turned : 1;
}

/** Whether an EXIF block says where the picture was taken. */
export function hasPosition(block: Uint8Array): boolean {
  const [entries, view, isLittle] = readTiff(block);
  const at = entries.get(GPS_BLOCK);
  if (at === undefined) return false;
  const position = entriesAt(view, view.getUint32(at, isLittle), isLittle);
  return position.has(GPS_LATITUDE) || position.has(GPS_LONGITUDE);
}

/** The first entries of a TIFF block (TIFF 6.0, section 2); a broken one has none. */
function readTiff(block: Uint8Array): [Map<number, number>, DataView, boolean] {
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  const order = block.length < 8 ? 0 : view.getUint16(0);
  const isLittle = order === 0x4949;
  const isTiff = (isLittle || order === 0x4d4d) && view.getUint16(2, isLittle) === 42;
  const entries = isTiff ? entriesAt(view, view.getUint32(4, isLittle), isLittle) : new Map();
  return [entries, view, isLittle];
}

/** The places of the values of entries, by tag; those within the bytes. */
function entriesAt(view: DataView, at: number, isLittle: boolean): Map<number, number> {
  const entries = new Map<number, number>();
  if (at + 2 > view.byteLength) return entries;
  const count = view.getUint16(at, isLittle);
  for (let entry = at + 2, left = count; left > 0; entry += 12, left--) {
    if (entry + 12 > view.byteLength) break;
    entries.set(view.getUint16(entry, isLittle), entry + 8);
  }
  return entries;
}

/** A TIFF block that holds an orientation and nothing else. */
export function orientationBlock(orientation: number): Uint8Array {
  const block = new Uint8Array(26);
  const view = new DataView(block.buffer);
  // Byte order, 42, where the entries begin; one entry: tag, SHORT, one value.
  [0x4d4d, 42, 0, 8, 1, ORIENTATION, 3, 0, 1, orientation]
    .forEach((value, place) => view.setUint16(place * 2, value));
  return block;
}
