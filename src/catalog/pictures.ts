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
  json<T>(span: Span): T;
  address(): string;
}

/** Makes the pictures of a pack accessible; a list is parsed when one of its own is first asked for. */
export function createPictures({ index, json, address: baseAddress }: PackWithPictures): Pictures {
  const known = new Map<string, ReadonlyMap<string, PictureRow>>();
  const rowsOf = ({ slug, pictures }: GroupIndex) => {
    let rows = known.get(slug);
    if (rows === undefined) {
      const all = pictures === undefined ? [] : json<readonly PictureRow[]>(pictures);
      rows = new Map(all.map((row) => [row.name, row]));
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
