import { quote } from "../../diagnostic/quote.ts";
import type { ValuePath } from "../../read/source.ts";
import { say } from "../../words/say.ts";

/** `"socials[1].url"`; in a file that is a list, `entry 2` and `"name" of entry 2`. */
export function placeName([first, ...rest]: ValuePath): string {
  if (typeof first !== "number") return quote(pathName([first!, ...rest]));
  const entry = say`entry ${first + 1}`;
  return rest.length === 0 ? entry : say`${quote(pathName(rest))} of ${entry}`;
}

/** `socials[1].url`. */
export function pathName(path: ValuePath): string {
  return path.map((part, place) =>
    typeof part === "number" ? `[${part + 1}]` : place === 0 ? part : `.${part}`
  ).join("");
}
