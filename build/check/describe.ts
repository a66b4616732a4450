/** A value of a file: what it is read as, and how it is written there. */
export interface Found {
  readonly value: unknown;
  readonly written: string | undefined;
}

/** What the schemas' types are called in messages. */
export const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list, with a hyphen and a space before each entry",
  object: "fields, each with a colon",
  record: "fields, each with a colon",
};

const LONGEST = 60;

/** Names a value in a message, shortened where it is long. */
export function describe({ value, written }: Found): string {
  if (value === undefined || value === null || value === "") return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "fields";
  if (typeof value === "string") return quoted(value);
  return typeof value === "number" ? `the number ${written ?? value}` : String(value);
}

function quoted(text: string): string {
  const characters = [...text];
  if (characters.length <= LONGEST) return JSON.stringify(text);
  return JSON.stringify(`${characters.slice(0, LONGEST).join("")}…`);
}
