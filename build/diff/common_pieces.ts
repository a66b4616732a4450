import type { HashedList } from "../../src/changes/hashed_items.ts";
import type { PackIndex, Span } from "../../src/model/pack.ts";
import type { OpenedPack } from "../pack/opened_pack.ts";

/** Whether both packs that are compared have a piece of a table or list, at the same address. */
export type IsCommon = (piece: Span) => boolean;

/** The items of each group and kind as hashes, but for lists that are common. */
export function hashedLists({ index, json }: OpenedPack, isCommon: IsCommon): HashedList[] {
  return index.groups.flatMap(({ hashed }) => hashed.filter((piece) => !isCommon(piece)))
    .map((piece) => json<HashedList>(piece));
}

/** Tells which pieces two packs have in common. */
export function commonPieces(one: OpenedPack, other: OpenedPack): IsCommon {
  const names = new Set(piecesOf(one.index).map(one.nameOf));
  const common = piecesOf(other.index).filter((piece) => names.has(other.nameOf(piece)));
  const addresses = new Set(common.map(([address]) => address));
  return ([address]) => addresses.has(address);
}

function piecesOf({ groups }: PackIndex): Span[] {
  return groups.flatMap(({ tables, hashed }) => [...Object.values(tables).flat(), ...hashed]);
}
