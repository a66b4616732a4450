import { type ErrorCode, ERRORS, helpAnchor } from "../../../src/http/error_table.ts";

/** What the page of errors says of them in a language. */
export interface ErrorWords {
  /** The heads of the list: status, type, message. */
  readonly heads: readonly [string, string, string];
  /** Follows the message of an error that has no `type`. */
  readonly withoutType: string;
  /** Leads to the further fields of a body. */
  readonly alsoHas: string;
  /** Begins the advice. */
  readonly whatToDo: string;
  readonly about: (code: ErrorCode) => string;
  readonly field: (code: ErrorCode, name: string) => string | undefined;
  /** What a caller does, by the anchor that answers link to. */
  readonly advice: Readonly<Record<string, string>>;
}

/**
 * The page of errors: a list of all types, then a section for each.
 *
 * @throws {TypeError} naming a type for which no advice is written, or a field without a meaning
 */
export function errorSections(words: ErrorWords): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const byAnchor = [...Map.groupBy(codes, helpAnchor)];
  const rows = byAnchor.map(([anchor, codes]) =>
    `| ${statusesOf(codes)} | [${anchor}](#${anchor}) | ${ERRORS[codes.at(-1)!].message} |`
  );
  const sections = byAnchor.map(([anchor, codes]) => section(anchor, codes, words));
  return `| ${words.heads.join(" | ")} |\n| --- | --- | --- |\n${rows.join("\n")}\n\n${
    sections.join("\n\n")
  }`;
}

function statusesOf(codes: readonly ErrorCode[]): string {
  return [...new Set(codes.map((code) => ERRORS[code].status))].join(", ");
}

function section(anchor: string, codes: readonly ErrorCode[], words: ErrorWords): string {
  const advice = words.advice[anchor];
  if (advice === undefined) {
    throw new TypeError(`Cannot describe "${anchor}": no advice is written`);
  }
  const meanings = codes.map((code) => meaning(code, words));
  return `## ${anchor}\n\n${meanings.join("\n\n")}\n\n**${words.whatToDo}.** ${advice}`;
}

function meaning(code: ErrorCode, { about, field, alsoHas, withoutType }: ErrorWords): string {
  const { status, type, message, fields = {} } = ERRORS[code];
  const further = Object.keys(fields).map((name) => {
    const text = field(code, name);
    if (text === undefined) throw new TypeError(`Cannot describe "${name}" of "${code}"`);
    return `\n- \`${name}\`: ${text}`;
  });
  const list = further.length === 0 ? "" : `\n\n${alsoHas}\n${further.join("")}`;
  return `**${status}** \`${message}\`${type === undefined ? `, ${withoutType}` : ""}. ${
    about(code)
  }${list}`;
}
