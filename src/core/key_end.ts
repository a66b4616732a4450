import type { OnKeyEnd } from "../access/records/key_store.ts";
import { joinExtras } from "../access/records/records.ts";
import type { AddOn } from "./addon.ts";
import { ADDONS } from "./addons.ts";

/** What add-ons do when a key ends, all in its commit. */
export function keyEndWith(addOns: readonly Pick<AddOn, "onKeyEnd">[]): OnKeyEnd {
  return async (...ended) =>
    joinExtras(await Promise.all(addOns.map(({ onKeyEnd }) => onKeyEnd?.(...ended) ?? {})));
}

/** What those of the program do. */
export const onKeyEnd: OnKeyEnd = keyEndWith(ADDONS);
