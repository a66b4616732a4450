/** Weekdays in Indonesian, Malay and English, long and short. */
const WEEKDAYS = new Set(
  ("senin selasa rabu kamis jumat sabtu minggu isnin khamis jumaat ahad " +
    "sen sel rab kam jum sab min isn kha ahd " +
    "monday tuesday wednesday thursday friday saturday sunday " +
    "mon tue tues wed thu thur thurs fri sat sun").split(" "),
);

const SPAN =
  /\s*[(（](?:usia|umur|aged?|sekitar)?\s*\d+\s*(?:tahun|thn|bulan|minggu|hari|years?|yrs?|y\.?o|months?|days?|歳|年)[^()]*[)）]?\s*$/i;

/** Drops how long ago it is: `31 Oktober 2022 (2 tahun, 3 bulan)`. */
export function withoutSpan(text: string): string {
  return text.replace(SPAN, "");
}

const LEADING_WORD = /^([\p{L}'’.]+)[,\s]+(?=\S)/u;

/** A Japanese weekday is in front or in brackets behind: `土曜日`, `（土）`. */
const JAPANESE_WEEKDAY = /\s*(?:\([月火水木金土日祝・]{1,3}\)|[月火水木金土日]曜日?,?)\s*/g;

/** Drops the weekday of `Sabtu, 26 Agustus 2006` and `2006年8月26日(土)`. */
export function withoutWeekday(text: string): string {
  const plain = text.replace(JAPANESE_WEEKDAY, " ").trim();
  const word = LEADING_WORD.exec(plain)?.[1]?.replace(/['’.]/g, "").toLowerCase();
  return word !== undefined && WEEKDAYS.has(word) ? plain.replace(LEADING_WORD, "") : plain;
}

const JAPANESE =
  /^(?:(?<era>令和|平成|昭和)\s*)?(?<year>\d{1,4}|元)\s*年\s*(?<month>\d{1,2})\s*月\s*(?<day>\d{1,2})\s*日?/;

/** The year before the first one of each era. */
const ERAS: Readonly<Record<string, number>> = { "令和": 2018, "平成": 1988, "昭和": 1925 };

/** Writes the digits of `2006年8月26日` and `平成18年8月26日` with hyphens, year first. */
export function withHyphens(text: string): string {
  return text.replace(JAPANESE, (...match) => {
    const { era, year, month, day } = match.at(-1) as Record<string, string | undefined>;
    const number = (year === "元" ? 1 : Number(year)) + (era === undefined ? 0 : ERAS[era]!);
    return `${String(number).padStart(4, "0")}-${month}-${day}`;
  });
}

const CLOCK =
  /(?:[,\s]+(?:at|pukul|jam)?\s*|(?<=\d)T)(?<hour>\d{1,2})[:.](?<minute>[0-5]\d)(?:[:.](?<second>[0-5]\d)(?:\.\d+)?)?\s*(?<half>[ap]\.?m\.?)?\s*(?:WIB|WITA|WIT|JST|MYT|SGT|PHT|ICT)?$/i;

/** A text without the time of day behind it, and that time as `HH:MM:SS`. */
export function splitClock(text: string): { readonly rest: string; readonly time?: string } {
  const match = CLOCK.exec(text);
  const { hour = "", minute, second = "00", half } = match?.groups ?? {};
  const hours = half === undefined ? Number(hour) : hourOf(Number(hour), half);
  if (match === null || match.index === 0 || !(hours < 24)) return { rest: text };
  return {
    rest: text.slice(0, match.index),
    time: `${String(hours).padStart(2, "0")}:${minute}:${second}`,
  };
}

/** 12 am is midnight; NaN where no clock shows it. */
export function hourOf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return NaN;
  return (hour % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
}
