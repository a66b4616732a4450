import { instantOf } from "../../../src/time/wall_clock.ts";
import { duration } from "../../schema/content/field.ts";
import { SHORT_ZONES } from "./synonyms.ts";

/** Wide digits and signs as ordinary ones, hyphens as such, and no quotes of word processors around. */
export function plainly(text: string): string {
  return text.normalize("NFKC").replace(/[‐-―−]/g, "-").trim().replace(/^[“”„‘’"]|[“”‘’"]$/g, "");
}

/** `pukul 19 : 00`, `午後7時半`, `1900` in the signs of a clock; `午前12時` is midnight or noon. */
function clockSigns(text: string): string {
  return text.trim().replace(/^(?:pukul|jam)\s+/i, "")
    .replace(/^(午[前後](?!12))?(\d\d?)時(?:(\d\d?)分|(半))?$/, (_, part, hour, minute, half) => {
      const minutes = half === undefined ? (minute ?? "0").padStart(2, "0") : "30";
      return `${hour}:${minutes}${part === undefined ? "" : part === "午後" ? "pm" : "am"}`;
    })
    .replace(/(?<=\d) ?[;:] ?(?=\d)/, ":")
    .replace(/^(\d{2})(\d{2})$/, "$1:$2");
}

const CLOCK = new RegExp(
  "^(\\d{1,2})(?:[:.,h](\\d{2})(?:[:.](\\d{2}))?)?\\s*([ap]m)?" +
    `(?:\\s*(${Object.keys(SHORT_ZONES).join("|")}))?$`,
  "i",
);

/** `9:00`, `19.00`, `19h00`, `1900`, `7:30 PM`, `19時`; `19:00 WIB` where clocks of `zone` show that time then. */
export function timeOf(text: string, zone?: string): string | undefined {
  const match = CLOCK.exec(clockSigns(text));
  if (match === null || (match[2] ?? match[4]) === undefined) return undefined;
  const [, hour, minute = "00", second = "00", half, clock] = match;
  if (clock !== undefined && !isSameClock(clock, zone)) return undefined;
  const afternoon = half?.toLowerCase() === "pm" ? 12 : 0;
  const hours = half === undefined ? Number(hour) : Number(hour) % 12 + afternoon;
  // `19:00 AM` contradicts itself.
  if (Number(hour) > 12 && hours !== Number(hour)) return undefined;
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const seconds = second === "00" ? "" : `:${second}`;
  return `${String(hours).padStart(2, "0")}:${minute}${seconds}`;
}

/** Whether clocks of the zone that people call `word` and of `zone` show the same all year round. */
export function isSameClock(word: string, zone: string | undefined): boolean {
  const one = SHORT_ZONES[word.toUpperCase()];
  if (one === undefined || zone === undefined) return false;
  return ["2026-01-15", "2026-07-15"].every((day) =>
    instantOf(day, "12:00", one) === instantOf(day, "12:00", zone)
  );
}

/** A number, and a word for hours or minutes; `2.30 jam` may be either of two lengths. */
const PART = /^(\d+(?:[.,]5)?) ?(?:(hours?|hrs?|h|jam|j)|minutes?|mins?|menit|mnt|m)/;

/** `2 Jam`, `2.5h`, `PT2H30M`, `2 hours and 30 minutes` as `2h 30m`. */
export function lengthOf(text: string): string | undefined {
  let rest = text.toLowerCase().replace(/^pt(?=\d)/, "").replaceAll(/(?<=\D) (?:and|dan|&) /g, " ");
  let minutes = 0;
  while (rest !== "") {
    const [part, number, hours] = PART.exec(rest) ?? [];
    if (part === undefined) return undefined;
    minutes += Number(number!.replace(",", ".")) * (hours === undefined ? 1 : 60);
    rest = rest.slice(part.length).trim();
  }
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  const length = [hours > 0 && `${hours}h`, left > 0 && `${left}m`].filter(Boolean).join(" ");
  return duration.safeParse(length).success ? length : undefined;
}
