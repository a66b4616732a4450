/** What commands answer, as people read it. */

/** Secrets, which are shown beside what names their record. */
const SECRETS = ["secret", "password"];
const ONCE = "It is not shown again. Every server knows it within 3 seconds.";

/** An array as a table, or `none`; an object as facts, a line each. Empty values are left out. */
export function show(value: unknown, none = "There is nothing."): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [none] : tableOf(value);
  return factsOf(Object(value));
}

function tableOf(rows: readonly Record<string, unknown>[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => names.map((name) => cellOf(row[name], 3)));
  const isUsed = names.map((_, index) => cells.some((row) => row[index] !== ""));
  return aligned([names.map(words), ...cells].map((row) => row.filter((_, n) => isUsed[n])));
}

function factsOf(value: Record<string, unknown>): string[] {
  const facts = Object.entries(value).filter(([name]) => !SECRETS.includes(name))
    .map(([name, one]) => [words(name), cellOf(one)]);
  const lines = aligned(facts.filter(([, text]) => text !== ""));
  const secret = value.secret ?? value.password;
  if (secret === undefined) return lines;
  // A feed token names no record: it is the same each time.
  const isOnce = "id" in value || "username" in value;
  return [...lines, "", `  ${secret}`, ...isOnce ? ["", ONCE] : []];
}

function words(name: string): string {
  return name.replaceAll("_", " ");
}

/** A value on one line; of more entries than `most`, the first and how many more there are. */
function cellOf(value: unknown, most = Infinity): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return joined(value.map((one) => cellOf(one)), most);
  if (typeof value === "object") {
    const facts = Object.entries(value).filter(([, one]) => one !== "" && one !== null);
    return joined(facts.map(([name, one]) => `${words(name)}: ${JSON.stringify(one)}`), most);
  }
  const text = String(value);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/.test(text)
    ? `${text.slice(0, 19).replace("T", " ")} UTC`
    : text;
}

function joined(entries: readonly string[], most: number): string {
  if (entries.length <= most) return entries.join(", ");
  return [...entries.slice(0, most - 1), `+${entries.length - most + 1}`].join(", ");
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)));
  return rows.map((row) =>
    row.map((cell, index) => cell.padEnd(widths![index]!)).join("  ").trimEnd()
  );
}
