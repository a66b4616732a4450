import { foldText } from "./fold_text.ts";

/** Longer names are hard to read in a list of files. */
const LONGEST = 60;

/** The address that a text makes: small letters, digits and hyphens; may be empty. */
export function textSlug(text: string): string {
  return foldText(text).replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}

/** The part of a file name that a title makes: such an address, cut where it is long. */
export function titleSlug(title: string): string {
  const whole = textSlug(title);
  if (whole.length <= LONGEST) return whole;
  const lastWord = whole.lastIndexOf("-", LONGEST);
  return whole.slice(0, lastWord > 0 ? lastWord : LONGEST);
}

/** The id that a title makes; where it has no Latin letter, its characters as numbers. */
export function titleId(title: string): string {
  return titleSlug(title) ||
    [...title].map((character) => character.codePointAt(0)!.toString(16)).join("-");
}

/** A name that is not taken yet: itself, or with `-2`, `-3`, …; it is taken from then on. */
export function claimSlug(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
  taken.add(name);
  return name;
}
