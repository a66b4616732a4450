import type { HashedList } from "../../src/changes/hashed_items.ts";
import type { Span } from "../../src/model/pack.ts";
import { type ComparedIndex, numberOfPage, type OpenedPack } from "../pack/opened_pack.ts";

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

function piecesOf({ groups }: ComparedIndex): Span[] {
  return groups.flatMap(({ tables, hashed }) => [...Object.values(tables).flat(), ...hashed]);
}

/** Reads what two packs have in common from the one that has its bytes at hand, each piece once. */
export function sharePieces(
  one: OpenedPack,
  other: OpenedPack,
  isCommon: IsCommon,
): readonly [OpenedPack, OpenedPack] {
  const pages = new Set(
    piecesOf(one.index).filter(isCommon).map(([address]) => numberOfPage(address)),
  );
  const known = new Map<number, unknown>();
  const shared = <T>(piece: Span): T => {
    const found = known.get(piece[0]) ?? one.json<T>(piece);
    known.set(piece[0], found);
    return found as T;
  };
  const share = (pack: OpenedPack): OpenedPack => ({
    ...pack,
    text: (span) => (pages.has(numberOfPage(span[0])) ? one : pack).text(span),
    json: (span) => isCommon(span) ? shared(span) : pack.json(span),
  });
  return [share(one), share(other)];
}
