import type { Step } from "../emit/bodies.ts";

/** The JSON of an item without its closing brace, so that further fields can follow. */
export function openJson(item: object): string {
  return JSON.stringify(item).slice(0, -1);
}

/**
 * The open JSON of an item in each of its states: the fields that the clock changes stand between
 * others that stay, which are written once. `states`: their fields as {@linkcode moreJson} writes them.
 */
export function openStates(head: object, states: readonly string[], tail: object = {}): string[] {
  const [before, behind] = [openJson(head), moreJson(tail)];
  return states.map((state) => before + state + behind);
}

const BEFORE_AND_SINCE = [{ is_upcoming: true }, { is_upcoming: false }].map(moreJson);

/** The steps of what begins at an instant (epoch ms): the item before it, and since. */
export function beginning(start: number, head: object, tail: object): Step[] {
  const [upcoming, begun] = openStates(head, BEFORE_AND_SINCE, tail);
  return [{ from: -Infinity, json: upcoming! }, { from: start, json: begun! }];
}

/** The fields that a fuller item has behind those of another. */
export type Added<Fuller, Item> = Omit<Fuller, keyof Item>;

/** Further fields, opened by a comma; nothing where there are none. */
export function moreJson(fields: object): string {
  const inner = JSON.stringify(fields).slice(1, -1);
  return inner === "" ? "" : `,${inner}`;
}

/** The names that a file had, for its row; most had none. */
export function formerSlugs(
  { former_slugs: slugs }: { readonly former_slugs: readonly string[] },
): { readonly formerSlugs?: readonly string[] } {
  return slugs.length === 0 ? {} : { formerSlugs: slugs };
}
