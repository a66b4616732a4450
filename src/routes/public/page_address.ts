import type { GroupIndex, SearchKind } from "../../model/pack.ts";

/** An item of a group. */
interface ItemPlace {
  readonly kind: SearchKind;
  readonly id: string;
}

/**
 * The path of the page that a group, or an item of it, has for everybody; undefined if it has none. No
 * group has pages of its own: their names lead to the addresses that content gives them.
 */
export function pageAddress(
  _group: Pick<GroupIndex, "slug" | "public">,
  _item?: ItemPlace,
): string | undefined {
  return undefined;
}
