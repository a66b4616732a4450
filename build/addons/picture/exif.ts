/** What a picture's EXIF block says that matters here (Exif 3.0, 4.6; TIFF 6.0, section 2). */
export interface Exif {
  /** How the picture is turned: 1 to 8, as TIFF numbers it; 1 is upright. */
  readonly orientation: number;
  /** Whether it says where the picture was taken. */
  readonly hasPosition: boolean;
}

/** The tags that are read. */
const ORIENTATION = 0x0112;
const GPS_BLOCK = 0x8825;
const GPS_LATITUDE = 2;
const GPS_LONGITUDE = 4;

const SHORT = 3;
const ENTRY_BYTES = 12;

const NOTHING: Exif = { orientation: 1, hasPosition: false };

/** Reads a TIFF block as EXIF has it; a broken one says nothing. */
export function readExif(bytes: Uint8Array): Exif {
  if (bytes.length < 8) return NOTHING;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return NOTHING;
  const isLittle = order === 0x4949;
  if (view.getUint16(2, isLittle) !== 42) return NOTHING;
  const entries = readBlock(view, view.getUint32(4, isLittle), isLittle);
  const turned = entries.get(ORIENTATION);
  const orientation = turned === undefined ? 1 : view.getUint16(turned, isLittle);
  const gps = entries.get(GPS_BLOCK);
  const position = gps === undefined
    ? undefined
    : readBlock(view, view.getUint32(gps, isLittle), isLittle);
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    hasPosition: position !== undefined &&
      (position.has(GPS_LATITUDE) || position.has(GPS_LONGITUDE)),
  };
}

/** The places of the values of a block's entries, by tag; those within the bytes. */
function readBlock(view: DataView, at: number, isLittle: boolean): Map<number, number> {
  const entries = new Map<number, number>();
  if (at + 2 > view.byteLength) return entries;
  const count = view.getUint16(at, isLittle);
  for (let place = 0; place < count; place++) {
    const entry = at + 2 + place * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > view.byteLength) break;
    entries.set(view.getUint16(entry, isLittle), entry + 8);
  }
  return entries;
}

/** A TIFF block that holds an orientation and nothing else. */
export function orientationBlock(orientation: number): Uint8Array {
  const bytes = new Uint8Array(26);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x4d4d);
  view.setUint16(2, 42);
  view.setUint32(4, 8);
  view.setUint16(8, 1);
  view.setUint16(10, ORIENTATION);
  view.setUint16(12, SHORT);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return bytes;
}

const decoder = new TextDecoder("latin1");

/** Whether a text that describes a picture, such as XMP, says where it was taken. */
export function namesPosition(bytes: Uint8Array): boolean {
  return /GPS(?:Latitude|Longitude|Position)/i.test(decoder.decode(bytes));
}
