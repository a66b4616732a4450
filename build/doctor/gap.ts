import type { SourceLocation } from "../diagnostic/diagnostic.ts";
import { phrase, translated } from "../words/say.ts";

/** What may be missing. */
export const GAP_KINDS = ["birth_date", "img", "members", "time", "twice", "guest"] as const;
export type GapKind = typeof GAP_KINDS[number];

/** Something that is missing rather than wrong. */
export interface Gap {
  readonly kind: GapKind;
  readonly group: string;
  readonly place: SourceLocation;
  /** What it is missing of, in words: a name, a show with its day. */
  readonly name: string;
  /** What else is to be said; empty where the kind says all. */
  readonly note: string;
  /** Of a member who has graduated: less urgent. */
  readonly isGraduate: boolean;
}

/** How many days ahead shows are looked at. */
export const DAYS_AHEAD = 14;

/** Of a kind what is missing, what follows from it, and what to write. */
export function gapWords(kind: GapKind): { readonly heading: string; readonly remedy: string } {
  const { heading, remedy } = GAP_WORDS[kind];
  return { heading: translated(heading), remedy: translated(remedy) };
}

const GAP_WORDS: Readonly<Record<GapKind, { heading: string; remedy: string }>> = {
  birth_date: {
    heading: phrase`Members without a birth date`,
    remedy:
      phrase`They are in no list of birthdays. Write birth_date, or --03-03 if the year is unknown`,
  },
  img: {
    heading: phrase`Members without a picture`,
    remedy: phrase`Programs show an empty frame. Write the address of one as img`,
  },
  members: {
    heading: phrase`Shows of the next 14 days without a line-up`,
    remedy: phrase`Nobody sees who performs. Write the names as members`,
  },
  time: {
    heading: phrase`Shows of the next 14 days without a time`,
    remedy: phrase`Calendars have them for the whole day. Write time, such as "19:00"`,
  },
  twice: {
    heading: phrase`Members who may be in two files`,
    remedy:
      phrase`If they are one person, move what only the second file says into the first, add its name to
        former_slugs there, and delete it; if not, leave both`,
  },
  guest: {
    heading: phrase`Guests who look like members`,
    remedy:
      phrase`If it is she, write her name or add this one to her nicknames; if not, name the guest
        under guests in group.yaml`,
  },
};
