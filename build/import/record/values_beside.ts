import { isKnown } from "./known_value.ts";

/** What tells or shows a thing that is taken over by its name or address. */
const OF_THE_SAME =
  /^(?:_?id|uuid|slug|key|code|url_key|name|title|label|value|text|rendered|url|src|href|type|width|height|alt|mime|format|size|color|colour|unit|icon|order|position|\$.*)$/i;

/**
 * The parts of a value beside the one text or address that is taken of it: further addresses of a list,
 * and facts such as the year of `{name: "Gen 3", year: 2020}`; each with its path behind the field.
 */
export function partsBeside(value: unknown, isAddress: boolean): [path: string, value: unknown][] {
  if (Array.isArray(value)) {
    if (!isAddress) return value.flatMap((item) => partsBeside(item, isAddress));
    return value.filter(isKnown).slice(1).map((item, place) => [`[${place + 1}]`, item]);
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).filter(([key, inner]) => isKnown(inner) && !OF_THE_SAME.test(key))
    .map(([key, inner]) => [`.${key}`, inner]);
}
