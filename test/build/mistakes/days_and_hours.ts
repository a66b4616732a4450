import type { Mistake } from "./mistake.ts";

const PATH = "groupa/shows/2026-08-01-peluit.yaml";
const SHOW = "title: Peluit\ndate: 2026-08-01\n";

function dated(name: string, date: string): Mistake {
  return [name, { [PATH]: `title: Peluit\ndate: ${date}\n` }, { [PATH]: SHOW }];
}

function timed(name: string, time: string): Mistake {
  const files = (text: string) => ({ [PATH]: `${SHOW}time: ${text}\n` });
  return [name, files(time), files('"19:00"')];
}

function inField(name: string, line: string, mended = ""): Mistake {
  return [name, { [PATH]: `${SHOW}${line}\n` }, { [PATH]: SHOW + mended }];
}

function born(name: string, date: string): Mistake {
  const path = "groupa/members/citra-dewi.yaml";
  const files = (text: string) => ({ [path]: `name: Citra\nbirth_date: ${text}\n` });
  return [name, files(date), files("2007-12-31")];
}

/** Days and hours as people say them, and in the place of each other. */
export const DAYS_AND_HOURS: readonly Mistake[] = [
  dated("a day as people say it", "besok"),
  dated("a day of the week alone", "Sabtu"),
  dated("a month without its day", "Agustus 2026"),
  dated("a month in digits without its day", "2026-08"),
  dated("a day without its year in digits", "08-01"),
  dated("a year of two digits", "26-08-01"),
  dated("a year of two digits at the end", "1/8/26"),
  dated("a year of five digits", "20226-08-01"),
  dated("a day that its month does not have", "2026-06-31"),
  dated("a leap day in another year", "2026-02-29"),
  dated("a month that there is not", "2026-00-01"),
  dated("a date with letters for digits", "2O26-08-Ol"),
  dated("a date with spaces around its hyphens", "2026 - 08 - 01"),
  dated("a date that somebody was not sure of", "2026-08-01?"),
  dated("a date from and until", "1-3 Agustus 2026"),
  dated("an hour in the place of the date", '"19:00"'),
  timed("a date in the place of the hour", "2026-08-01"),
  timed("an hour without its minutes", "19"),
  timed("an hour of the word jam", "jam 19"),
  timed("an hour that may be two", "7"),
  timed("an hour with a space", "19 00"),
  timed("half an hour before", "setengah 8"),
  timed("minutes that no hour has", '"19:60"'),
  timed("a part of the day", "malam"),
  timed("an hour that is about right", "sekitar 19.00"),
  timed("an hour with a wave behind it", "19:00~"),
  timed("doors and beginning", "open gate 18.00, mulai 19.00"),
  inField("published at an hour without its day", 'publish_at: "19:00"'),
  inField("published at once", "publish_at: sekarang"),
  inField(
    "published at an offset from Greenwich",
    "publish_at: 2026-07-01 19:00 GMT+7",
    "publish_at: 2026-07-01T19:00:00+07:00\n",
  ),
  inField("a length in minutes as a prime", "duration: 120'", "duration: 2h\n"),
  born("a birth date with its place", "Jakarta, 31 Desember 2007"),
  born("a birth in a year of two digits", "31-12-07"),
  born("the year of a birth alone", "2007"),
  ["a birthplace with its date", {
    "groupa/members/citra-dewi.yaml": "name: Citra\nbirthplace: Jakarta, 31 Desember 2007\n",
  }, { "groupa/members/citra-dewi.yaml": "name: Citra\nbirthplace: Jakarta\n" }],
];
