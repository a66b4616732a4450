import { localDay } from "./local_day.ts";
import { DAY_MS } from "../toolbox/durations.ts";

/** The place whose zone dates and times are given in. */
interface InZone {
  readonly timezone: string;
}

/** The short name of a zone at an instant, as `WIB` or `GMT+7`. */
export function zoneName(zone: string, epochMs: number): string {
  // Of English as spoken in Indonesia: it alone knows the names of Indonesia's zones.
  const format = new Intl.DateTimeFormat("id", { timeZone: zone, timeZoneName: "short" });
  return format.formatToParts(epochMs).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

type DayLanguage = "en" | "id";

const NEAR_DAYS = { en: ["today", "tomorrow"], id: ["hari ini", "besok"] } as const;

/** An instant as `today 19:00 WIB`, or with its day where that is another. */
export function instantWords(
  epochMs: number,
  { timezone }: InZone,
  now: number,
  language?: DayLanguage,
): string {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    hour: "2-digit",
    minute: "2-digit",
  }).format(epochMs);
  return `${dayWords(localDay(epochMs, timezone), { timezone }, now, language)} ${clock} ${
    zoneName(timezone, epochMs)
  }`;
}

/** A day (`YYYY-MM-DD`) as `today`, `tomorrow` or `Sat 5 Dec`; with its year where that is another. */
export function dayWords(
  date: string,
  { timezone }: InZone,
  now?: number,
  language: DayLanguage = "en",
): string {
  const today = now === undefined ? undefined : localDay(now, timezone);
  const [sameDay, nextDay] = NEAR_DAYS[language];
  if (date === today) return sameDay;
  if (today !== undefined && Date.parse(date) - Date.parse(today) === DAY_MS) return nextDay;
  const words = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    timeZone: "UTC",
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(today !== undefined && !date.startsWith(today.slice(0, 4)) && { year: "numeric" }),
  }).format(Date.parse(date));
  // Older runtimes write `Sat, 5 Dec`.
  return language === "en" ? words.replace(",", "") : words;
}
