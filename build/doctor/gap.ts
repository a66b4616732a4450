import type { SourceLocation } from "../diagnostic/diagnostic.ts";

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

/** Of each kind what is missing, what follows from it, and what to write. */
export const GAP_WORDS: Readonly<Record<GapKind, { heading: string; remedy: string }>> = {
  birth_date: {
    heading: "Members without a birth date",
    remedy:
      "They are in no list of birthdays. Write birth_date, or --03-03 where nobody knows the year",
  },
  img: {
    heading: "Members without a picture",
    remedy: "Programs show an empty frame. Write the address of one as img",
  },
  members: {
    heading: `Shows of the next ${DAYS_AHEAD} days without a line-up`,
    remedy: "Nobody sees who performs. Write the names as members",
  },
  time: {
    heading: `Shows of the next ${DAYS_AHEAD} days without a time`,
    remedy: 'Calendars have them for the whole day. Write time, such as "19:00"',
  },
  twice: {
    heading: "Members who may be in two files",
    remedy:
      "If they are one person, move what only the second file says into the first, add its name to " +
      "former_slugs there, and delete it; if not, leave both",
  },
  guest: {
    heading: "Guests who look like members",
    remedy:
      "If it is she, write her name or add this one to her nicknames; if not, name the guest " +
      "under guests in group.yaml",
  },
};
