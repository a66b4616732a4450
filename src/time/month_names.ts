/** Indonesian, Malay and English, long and short, with spellings seen in the wild. */
const MONTHS = [
  "januari january jan",
  "februari february pebruari feb peb",
  "maret mac march mar mrt",
  "april apr",
  "mei may",
  "juni jun june",
  "juli julai july jul",
  "agustus ogos august agu ags agt agust ogo aug",
  "september sep sept",
  "oktober october okt oct",
  "november nopember nov nop",
  "desember disember december des dis dec",
];

const NUMBERS = new Map(
  MONTHS.flatMap((names, index) => names.split(" ").map((name) => [name, index + 1])),
);

/** The month (1 to 12) that `name` means in Indonesian, Malay or English, in any case. */
export function monthNumber(name: string): number | undefined {
  return NUMBERS.get(name.toLowerCase());
}
