import { z } from "zod";

/** What texts of a form have to be. */
export const FORMS = {
  link: "expected a web address that starts with https://",
  picture:
    "expected a picture of the group such as pictures/nagi.jpg, or a web address that starts with https://",
  day: "expected a date such as 2026-07-04: year first, and one that exists",
  birthDay: "expected a date such as 2004-02-29: year first, and one that exists; " +
    "--02-29 if the year is unknown",
  moment: "expected a moment with its offset, such as 2026-07-04T19:00:00+07:00",
  saleStart: "expected a day and a time, such as 2026-07-04 10:00, or the day alone",
  time: 'expected a time such as "19:00", from 00:00 to 23:59',
  duration: "expected a length such as 2h 30m, from 1m to 24h",
  slug: "expected small letters, digits and hyphens, such as aufa-zafirah",
  timezone: "expected a time zone such as Asia/Jakarta",
  language: "expected a language such as id, en or ja",
  colour: "expected a colour such as '#9c1f55': # and six digits, in quotes",
} as const;

export type Form = keyof typeof FORMS;

/** What a check says of a value beyond its schema. No JSON schema and no document has it. */
export interface Remedy {
  /** The form that a text has to have: other spellings are read by it. */
  readonly form?: Form;
  /** A value as files write it, for a line that one lacks. */
  readonly example?: string;
  /** Whether it decides who may see, or how much may be asked: no value is proposed. */
  readonly isGuarded?: boolean;
}

/** The remedies of the schemas: a schema has those of the one that it was made from, too. */
export const REMEDIES = z.registry<Remedy>();
