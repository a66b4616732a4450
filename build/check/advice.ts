import type { z } from "zod";
import { suggestion } from "../diagnostic/nearest.ts";
import { quote } from "../diagnostic/quote.ts";
import type { FoundValue } from "./describe.ts";

/** Words for true and false that YAML takes for text. */
const TRUE = ["true", "yes", "on", "ya"];
const FALSE = ["false", "no", "off", "tidak"];

/** Longer lists are not repeated. */
const LONGEST = 60;

/** Starts like a name, and holds nothing that YAML would take for more than text. */
const PLAIN = /^\p{L}[^[\]{}:#"\n]*$/u;

/** What to write instead: the word meant, the same with or without quotes, or as a list. */
export function advice(
  issues: readonly z.core.$ZodIssue[],
  { value, written }: FoundValue,
): string {
  const words = issues.flatMap((issue) => issue.code === "invalid_value" ? issue.values : []);
  if (words.length > 0) return suggestion(String(value), words.map(String));
  const types = issues.flatMap((issue) => issue.code === "invalid_type" ? [issue.expected] : []);
  if (typeof value === "string") return adviceForText(types, value);
  return types.includes("string") && written ? `; write it in quotes: ${quote(written)}` : "";
}

function adviceForText(types: readonly string[], text: string): string {
  const isNumber = types.includes("number") || types.includes("int");
  if (isNumber && /^\d+$/.test(text)) return "; write it without quotes";
  if (types.includes("boolean")) return truthFor(text.toLowerCase());
  if (!types.includes("array")) return "";
  if (/^-\S/.test(text)) return "; write a space behind each hyphen";
  return isEntries(text) ? `; write it between brackets: [${text}]` : "";
}

function truthFor(word: string): string {
  if (TRUE.includes(word)) return "; write true, without quotes";
  return FALSE.includes(word) ? "; write false, without quotes" : "";
}

/** Several words without a comma may be lines of which each was meant as an entry. */
function isEntries(text: string): boolean {
  return text.length <= LONGEST && PLAIN.test(text) &&
    (text.includes(",") || !text.includes(" "));
}
