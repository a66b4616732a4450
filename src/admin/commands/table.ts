import { deliveryNotes, type Mail } from "../../mail/mail.ts";
import type {
  CommandArguments,
  CommandDeps,
  CommandEntry,
  CommandOutcome,
} from "../command/command.ts";

/** A list of records, as a command shows it. */
interface Listing<R> extends Pick<CommandEntry, "description" | "at" | "always" | "options"> {
  rows(deps: CommandDeps, input: CommandArguments): Promise<readonly R[]>;
  /** A row for programs; the row itself if left out. */
  view?(row: R): unknown;
  /** What people read if there is none. */
  readonly none: string;
  readonly columns: Columns<R>;
}

/** The command that lists the records of a noun. */
export function listCommand<R>(
  { rows, view = (row) => row, none, columns, ...entry }: Listing<R>,
): CommandEntry {
  return {
    ...entry,
    showsPersonalData: true,
    async run(deps, input) {
      const found = await rows(deps, input);
      return { json: found.map(view), lines: rowLines(columns, found, none) };
    },
  };
}

/** The answer of every command that makes a secret. */
export function secretOutcome(what: string, id: string, secret: string): CommandOutcome {
  return {
    json: { id, secret },
    lines: [
      what,
      "",
      `  ${secret}`,
      "",
      "It is not shown again. Every server knows it within 3 seconds.",
    ],
  };
}

/** Mails a letter, and says in the notes of an outcome what became of it. */
export async function mailed(
  { mailer }: CommandDeps,
  mail: Mail,
  outcome: CommandOutcome,
): Promise<CommandOutcome> {
  const delivery = await mailer.send(mail);
  const notes = [...outcome.notes ?? [], ...deliveryNotes(mail, delivery)];
  return { ...outcome, notes, code: delivery.state === "failed" ? 1 : 0 };
}

/** The cells of a row for people, by the heads of their columns. */
export type Columns<R> = Readonly<Record<string, (row: R) => string>>;

/** Rows laid out in columns for people; `none` if there are none. */
export function rowLines<R>(columns: Columns<R>, rows: readonly R[], none: string): string[] {
  if (rows.length === 0) return [none];
  const cells = Object.values(columns);
  return table(Object.keys(columns), rows.map((row) => cells.map((cell) => cell(row))));
}

/** Lays rows out in columns for people; empty columns are left out. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const used = heads.map((_, index) => rows.some((row) => row[index] !== ""));
  const pick = (row: readonly string[]) => row.filter((_, index) => used[index]);
  return aligned([heads, ...rows].map(pick));
}

/** Lays out the facts of one thing, a line each; empty ones are left out. */
export function details(facts: readonly (readonly [name: string, value: string])[]): string[] {
  return aligned(facts.filter(([, value]) => value !== ""));
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, index) => Math.max(...rows.map((row) => textWidth(row[index]!))));
  const pad = (text: string, width: number) => text + " ".repeat(width - textWidth(text));
  return rows.map((row) =>
    row.map((cell, index) => pad(cell, widths![index]!)).join("  ").trimEnd()
  );
}

/** An instant for programs; null if there is none. */
export function listTimestamp(epochMs: number | undefined): string | null {
  return epochMs === undefined ? null : new Date(epochMs).toISOString();
}

/** An instant for people, in UTC, to the minute; empty if there is none. */
export function instant(epochMs: number | undefined): string {
  return listTimestamp(epochMs)?.slice(0, 16).replace("T", " ").concat(" UTC") ?? "";
}

/** Characters that terminals draw two columns wide: CJK with its signs and full-width forms, and emoji. */
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Hang}|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6])/u;
/** Half-width forms belong to those scripts too. */
const NARROW = /^[\uff61-\uffdc]/u;

/** Letters and signs that take one column each, and join with nothing: most texts have no others. */
const ONE_COLUMN = /^[ -~\u00a1-\u02af…]*$/;

/** How many columns of a terminal a text takes, as far as terminals agree (UAX #11, UAX #29). */
export function textWidth(text: string): number {
  if (ONE_COLUMN.test(text)) return text.length;
  let width = 0;
  const parts = new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { segment } of parts.segment(text)) {
    width += WIDE.test(segment) && !NARROW.test(segment) ? 2 : 1;
  }
  return width;
}
