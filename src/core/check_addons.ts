import { CORE_SETTINGS } from "../platform/settings.ts";
import type { AddOn } from "./addon.ts";

/**
 * Looks whether these add-ons go together.
 *
 * @throws {TypeError} if two have one name, root or setting, or if one needs another that is not before it
 */
export function checkAddOns(addOns: readonly AddOn[]): void {
  refuseDoubles("name", addOns.map(({ name }) => name));
  refuseDoubles("root", addOns.flatMap(({ roots = [] }) => roots));
  refuseDoubles("setting", [
    ...Object.keys(CORE_SETTINGS),
    ...addOns.flatMap(({ settings = {} }) => Object.keys(settings)),
  ]);
  const before = new Set<string>();
  for (const { name, needs = [] } of addOns) {
    for (const needed of needs) {
      if (before.has(needed)) continue;
      throw new TypeError(`Cannot have the add-on "${name}": "${needed}" is not before it`);
    }
    before.add(name);
  }
}

function refuseDoubles(what: string, words: readonly string[]): void {
  const double = firstDouble(words);
  if (double === undefined) return;
  throw new TypeError(`Cannot have two add-ons with one ${what}: "${double}"`);
}

/** The first word that comes a second time. */
export function firstDouble(words: readonly string[]): string | undefined {
  return words.find((word, place) => words.indexOf(word) !== place);
}
