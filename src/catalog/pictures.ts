import type { GroupIndex, PackIndex } from "../model/pack_index.ts";
import type { Span } from "../model/pack.ts";
import { isPicturePath, type PictureRow } from "../model/picture.ts";

/** Reads the bytes of pictures, which are in no memory. */
export interface PictureFile {
  /** The bytes of a picture; undefined if the file is not there, or ends before. */
  read(
    picture: Pick<PictureRow, "at" | "length">,
  ): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** A file without pictures. */
export const NO_PICTURES: PictureFile = { read: () => Promise.resolve(undefined) };

/** The pictures of the content, and their addresses. */
export interface Pictures {
  /** The picture at `/media/<group>/<name>`, if something that is published at `now` (epoch ms) names it. */
  find(group: string, name: string, now: number): PictureRow | undefined;
  /** The whole address of a picture that a row names by its path; any other address as it is. */
  address<Address extends string | undefined>(address: Address): Address;
  /** The path of a picture that an item names by its address, as our own pages load it; any other as it is. */
  path<Address extends string | undefined>(address: Address): Address;
}

interface PackWithPictures {
  readonly index: PackIndex;
  list<T>(pieces: readonly Span[]): T[];
  address(): string;
}

/** Makes the pictures of a pack accessible; their lists are parsed when one is first asked for. */
export function createPictures({ index, list, address: baseAddress }: PackWithPictures): Pictures {
  const known = new Map<string, ReadonlyMap<string, PictureRow>>();
  const rowsOf = ({ slug, pictures = [] }: GroupIndex) => {
    let rows = known.get(slug);
    if (rows === undefined) {
      rows = new Map(list<PictureRow>(pictures).map((row) => [row.name, row]));
      known.set(slug, rows);
    }
    return rows;
  };
  return {
    find(slug, name, now) {
      const group = index.groups.find((group) => group.slug === slug);
      const row = group && rowsOf(group).get(name);
      return row === undefined || (row.from ?? -Infinity) > now ? undefined : row;
    },
    address: <Address extends string | undefined>(address: Address) =>
      (address !== undefined && isPicturePath(address)
        ? baseAddress() + address
        : address) as Address,
    path<Address extends string | undefined>(address: Address) {
      const base = baseAddress();
      if (address === undefined || !address.startsWith(base)) return address;
      const path = address.slice(base.length);
      return (isPicturePath(path) ? path : address) as Address;
    },
  };
}

/** The places of the paths of so many pictures, which are the last bytes of a page; undefined: none. */
export function placesIn(page: Uint8Array, count: number): Uint32Array | undefined {
  // A page that is cut off is refused when its hash is compared.
  if (count === 0 || page.length < count * 4) return undefined;
  const view = new DataView(page.buffer, page.byteOffset + page.length - count * 4, count * 4);
  return Uint32Array.from({ length: count }, (_, place) => view.getUint32(place * 4, true));
}

/** A part of a page with an address before each path of a picture; not copied if there is none. */
export function withAddress(
  page: Uint8Array,
  places: Uint32Array,
  start: number,
  end: number,
  addressBytes: () => Uint8Array,
): Uint8Array {
  const first = placesBelow(places, start);
  if (first === places.length || places[first]! >= end) return page.subarray(start, end);
  const count = placesBelow(places, end) - first;
  const address = addressBytes();
  const made = new Uint8Array(end - start + count * address.length);
  let done = start;
  let at = 0;
  for (let number = first; number < first + count; number++) {
    const place = places[number]!;
    made.set(page.subarray(done, place), at);
    at += place - done;
    made.set(address, at);
    at += address.length;
    done = place;
  }
  made.set(page.subarray(done, end), at);
  return made;
}

/** How many of the places, which are in order, are below a limit. */
function placesBelow(places: Uint32Array, limit: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (places[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
