/** What stands around a text, and says what may be meant by it. */
export interface Around {
  /** The group's zone; undefined where there is none. */
  readonly zone?: string | undefined;
  /** The day with which the file's name begins. */
  readonly namedDay?: string | undefined;
  /** What the field `time` beside it says; undefined where the kind has no such field. */
  readonly time?: { readonly written: string | undefined } | undefined;
  /** Whether it is the date of an article, which may be a moment. */
  readonly mayBeMoment?: boolean | undefined;
}

const DATED = /^\d{4}-\d{2}-\d{2}(?![^-])/;

/** The day that the name of a file begins with. */
export function dayInName(slug: string | undefined): string | undefined {
  return DATED.exec(slug ?? "")?.[0];
}
