/** The first month and day of each sign of the western zodiac. */
const SIGNS = [
  ["01-20", "Aquarius"],
  ["02-19", "Pisces"],
  ["03-21", "Aries"],
  ["04-20", "Taurus"],
  ["05-21", "Gemini"],
  ["06-21", "Cancer"],
  ["07-23", "Leo"],
  ["08-23", "Virgo"],
  ["09-23", "Libra"],
  ["10-23", "Scorpio"],
  ["11-22", "Sagittarius"],
  ["12-22", "Capricorn"],
] as const;

/** The sign under which somebody born on this day (`YYYY-MM-DD`, or `--MM-DD`) is born. */
export function zodiacOf(birthDate: string): string {
  const day = birthDate.slice(-5);
  return SIGNS.findLast(([first]) => first <= day)?.[1] ?? "Capricorn";
}
