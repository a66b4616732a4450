import { pageAddress, type Phases, type Span } from "../../src/model/pack.ts";
import { hashPage } from "../../src/model/pack_hash.ts";
import { isPicturePath, MEDIA_ROOT } from "../../src/model/picture.ts";
import { Buffer } from "node:buffer";

/** The text of an item from an instant (epoch ms) on. */
export interface Step {
  readonly from: number;
  readonly json: string;
}

/** The bytes of a page while it is being written. */
export interface Blob {
  /** `rest`: bytes of JSON that follow. */
  add(json: string, rest?: Uint8Array): Span;
  /** Adds every step of an item that can still be seen from `publishedFrom` on. */
  addPhases(steps: readonly Step[], publishedFrom?: number): Phases;
}

/** A page of the pack. */
export interface PackPage {
  readonly length: number;
  readonly hash: string;
  readonly bytes: Uint8Array;
  /** How many paths of pictures are in it; their places are its last bytes. */
  readonly pictures: number;
}

const encoder = new TextEncoder();

/** Pages are written here one after the other, and taken out when they are whole. */
let spare: Uint8Array<ArrayBuffer> | undefined;

/** Makes the page of a number; returns it with what `write` made of its spans. */
export function makePage<Made>(number: number, write: (blob: Blob) => Made): [PackPage, Made] {
  const base = pageAddress(number);
  let used = 0;
  // Where writing a page makes another one, that one has its own.
  let scratch = spare ?? new Uint8Array(1 << 20);
  spare = undefined;
  const copy = (bytes: Uint8Array) => {
    const end = used + bytes.length;
    if (end > scratch.length) scratch = enlarged(scratch, end);
    scratch.set(bytes, used);
    used = end;
  };
  const add = (json: string, rest?: Uint8Array): Span => {
    const start = used;
    // UTF-8 takes at most three bytes for each UTF-16 unit.
    const most = start + json.length * 3;
    if (most > scratch.length) scratch = enlarged(scratch, most);
    used += encoder.encodeInto(json, scratch.subarray(start)).written;
    if (rest !== undefined) copy(rest);
    return [base + start, used - start];
  };
  const made = write({
    add,
    addPhases: (steps, from = -Infinity) => phases(add, steps, from),
  });
  const places = picturePlaces(scratch.subarray(0, used));
  if (places.length > 0) {
    copy(new Uint8Array(-used & 7));
    copy(placeBytes(places));
  }
  // What follows it in the file begins at a multiple of 8, as numbers of 8 bytes need it.
  const length = Math.ceil(used / 8) * 8;
  if (length > scratch.length) scratch = enlarged(scratch, length);
  scratch.fill(0, used, length);
  const bytes = scratch.slice(0, length);
  spare = scratch;
  return [{ length, bytes, hash: hashPage(bytes), pictures: places.length }, made];
}

const QUOTED_ROOT = `"${MEDIA_ROOT}`;

/** Where in JSON, or in HTML within it, the paths of pictures begin. */
function picturePlaces(page: Uint8Array): number[] {
  // A letter for each byte: a string is searched many times as fast as bytes are.
  const text = Buffer.from(page.buffer, page.byteOffset, page.length).toString("latin1");
  const places: number[] = [];
  for (let at = 0; (at = text.indexOf(QUOTED_ROOT, at)) >= 0;) {
    at++;
    const end = text.indexOf('"', at);
    const path = text.slice(at, end < 0 ? at : end).replace(/\\$/, "");
    if (isPicturePath(path)) places.push(at);
  }
  return places;
}

/** An even number of them: the bytes fill their space, and their end is the page's. */
function placeBytes(places: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(places.length / 2) * 8);
  const view = new DataView(bytes.buffer);
  const start = bytes.length - places.length * 4;
  places.forEach((place, at) => view.setUint32(start + at * 4, place, true));
  return bytes;
}

function enlarged(bytes: Uint8Array<ArrayBuffer>, least: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(least, 2 * bytes.length));
  larger.set(bytes);
  return larger;
}

function phases(
  add: (json: string) => Span,
  steps: readonly Step[],
  publishedFrom: number,
): Phases {
  const written: number[] = [];
  steps.forEach(({ from, json }, place) => {
    const until = steps[place + 1]?.from ?? Infinity;
    if (until <= publishedFrom) return;
    const since = Math.max(from, publishedFrom);
    if (written.length > 0) written.push(since);
    else if (since !== -Infinity) written.push(0, 0, since);
    const [address, length] = add(json);
    written.push(address, length);
  });
  if (written.length === 0) throw new RangeError("Cannot write an item that says nothing");
  return written;
}
