import { phrase, say, translated } from "../../words/say.ts";

/** A field in which file and dump differ. */
export interface FieldChange {
  /** The file in its group, and for a part of a file what the part is called. */
  readonly entry: string;
  readonly field: string;
  /** What the file says; of a list the item. */
  readonly from: unknown;
  /** What the dump makes of it. */
  readonly to: unknown;
  /**
   * Why the file's value stays: an editor changed it since the last import, the dump has changed as
   * well, or import never wrote it. Undefined: the dump's value is taken.
   */
  readonly kept: "edited" | "both" | "new" | undefined;
}

const KEPT: Readonly<Record<NonNullable<FieldChange["kept"]>, string>> = {
  edited: phrase`, kept`,
  both: phrase`, kept: both have changed since the last import`,
  new: phrase`, kept: no import has written it`,
};

const MAX_VALUE_LENGTH = 60;

/** The lines of what is changed, and of what stays although the dump says something else. */
export function formatFieldChanges(changes: readonly FieldChange[], isWritten: boolean): string[] {
  const taken = changes.filter(({ kept }) => kept === undefined);
  const kept = changes.filter(({ kept }) => kept !== undefined);
  return [
    ...section(isWritten ? say`Changed:` : say`Would change:`, taken),
    ...section(say`Kept as the files say it; --theirs takes the dump's values:`, kept),
  ];
}

function section(head: string, changes: readonly FieldChange[]): string[] {
  return changes.length === 0 ? [] : [[head, ...changes.map(changeLine)].join("\n")];
}

function changeLine({ entry, field, from, to, kept }: FieldChange): string {
  const what = `  ${entry}: ${field} ${shown(from)} -> ${shown(to)}`;
  return kept === undefined ? what : what + translated(KEPT[kept]);
}

function shown(value: unknown): string {
  if (value === undefined || value === "") return say`(nothing)`;
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
