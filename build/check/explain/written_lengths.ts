import { duration } from "../../../src/model/content/field.ts";
import { type Advice, NO_ADVICE } from "./advice.ts";
import { say } from "../../words/say.ts";

/** A length in another spelling, as `2h 30m`; what is a time of day is none. */
export function lengthOf(text: string): Advice {
  if (/^\d+$/.test(text)) return counted(Number(text));
  if (/^\d{2}[:.]\d{2}$/.test(text)) {
    return { words: say`; write how long it takes, not when it ends` };
  }
  const length = plainLength(text);
  return length === undefined
    ? NO_ADVICE
    : { words: say`. Did you mean "${length}"?`, replacement: length };
}

/** A number alone is of hours or of minutes. */
function counted(number: number): Advice {
  const lengths = [`${number}m`, `${number}h`].filter((text) => duration.safeParse(text).success);
  if (lengths.length === 0) return NO_ADVICE;
  if (lengths.length === 2) {
    return { words: say`; write ${lengths.join(say` or `)}, whichever is meant` };
  }
  return { words: say`. Did you mean "${lengths[0]}"?`, replacement: lengths[0] };
}

const UNITS: Readonly<Record<string, number>> = {
  h: 60,
  j: 60,
  m: 1,
  時: 60,
  分: 1,
  "'": 1,
  "’": 1,
  "′": 1,
};
/** A number, and a word for hours or minutes; `2.30 jam` may be either of two lengths. */
const PART = /^(\d+(?:[.,]5)?) ?(hours?|hrs?|h|jam|j|時間|minutes?|mins?|menit|mnt|m|分|['’′])/;

/** `2 Jam`, `2.5h`, `PT2H30M`, `2 hours and 30 minutes`, `2時間30分`. */
function plainLength(text: string): string | undefined {
  let rest = text.toLowerCase().replace(/^pt(?=\d)/, "").replaceAll(/(?<=\D) (?:and|dan|&) /g, " ");
  let minutes = 0;
  while (rest !== "") {
    const [part, number, unit] = PART.exec(rest) ?? [];
    if (part === undefined) return undefined;
    minutes += Number(number!.replace(",", ".")) * UNITS[unit![0]!]!;
    rest = rest.slice(part.length).trim();
  }
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  const length = [hours > 0 && `${hours}h`, left > 0 && `${left}m`].filter(Boolean).join(" ");
  return duration.safeParse(length).success ? length : undefined;
}
