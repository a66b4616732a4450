import { say } from "../../words/say.ts";

/** Which record of a dump something is about, and which file it goes into. */
export interface Where {
  /** Counted from 1. */
  readonly record: number;
  readonly name: string;
  readonly file?: string;
}

/** Takes what an editor should know of an import. */
export type Tell = (message: string, where?: Where) => void;

/**
 * Takes that a field of a record goes nowhere after all (`*`: every field), and why; `value` is the
 * part of it that is lost.
 */
export type Lose = (where: Where, field: string, reason: string, value?: unknown) => void;

/** The notes so far. */
export interface Notes {
  readonly tell: Tell;
  /** Each message once, with the first record and file it is about; empty where there is none. */
  format(dump: string): string;
}

/** How many further records of one message are named. */
const NAMED_RECORDS = 5;

/** Collects notes, so that one that holds for many records is written once. */
export function createNotes(): Notes {
  const places = new Map<string, Where[]>();
  return {
    tell(message, where) {
      const known = places.get(message) ?? [];
      if (where !== undefined) known.push(where);
      places.set(message, known);
    },
    format: (dump) => [...places].map(([message, all]) => formatNote(dump, message, all)).join(""),
  };
}

function formatNote(dump: string, message: string, places: readonly Where[]): string {
  const [first, ...others] = places.toSorted((one, other) => one.record - other.record);
  if (first === undefined) return `${dump}: ${message}\n`;
  const lines = [say`${dump}: record ${first.record} "${first.name}": ${message}`];
  if (first.file !== undefined) lines.push(`  ${say`in ${first.file}`}`);
  const numbers = [...new Set(others.map(({ record }) => record))];
  if (numbers.length > 0) {
    const more = numbers.length - NAMED_RECORDS;
    const named = numbers.slice(0, NAMED_RECORDS).join(", ") +
      (more > 0 ? say` and ${more} more` : "");
    lines.push(
      `  ${numbers.length === 1 ? say`also in record ${named}` : say`also in records ${named}`}`,
    );
  }
  return lines.join("\n") + "\n";
}
