import type { z } from "zod";
import { suggestion } from "../diagnostic/nearest.ts";
import { quote } from "../diagnostic/quote.ts";
import type { Found } from "./describe.ts";

/** Words for true and false that YAML takes for text. */
const TRUTHS: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, on: true, ya: true },
  ...{ false: false, no: false, off: false, tidak: false },
};

/** Starts like a name, and holds nothing that YAML would take for more than text. */
const PLAIN = /^\p{L}[^[\]{}:#"\n]*$/u;

/** What to write instead: the word meant, the same with or without quotes, or as a list. */
export function advice(issues: readonly z.core.$ZodIssue[], { value, written }: Found): string {
  const words = issues.flatMap((issue) => issue.code === "invalid_value" ? issue.values : []);
  if (words.length > 0) return suggestion(String(value), words.map(String));
  const types = issues.flatMap((issue) => issue.code === "invalid_type" ? [issue.expected] : []);
  if (typeof value === "string") return adviceForText(types, value);
  return types.includes("string") && written ? `; write it in quotes: ${quote(written)}` : "";
}

function adviceForText(types: readonly string[], text: string): string {
  const isNumber = types.includes("number") || types.includes("int");
  if (isNumber && /^\d+$/.test(text)) return "; write it without quotes";
  const truth = TRUTHS[text.toLowerCase()];
  if (types.includes("boolean") && truth !== undefined) {
    return `; write ${truth}, without quotes`;
  }
  if (!types.includes("array")) return "";
  if (/^-\S/.test(text)) return "; write a space behind each hyphen";
  return isEntries(text) ? `; write it between brackets: [${text}]` : "";
}

/** Several words without a comma may be lines of which each was meant as an entry. */
function isEntries(text: string): boolean {
  return PLAIN.test(text) && (text.includes(",") || !text.includes(" "));
}
