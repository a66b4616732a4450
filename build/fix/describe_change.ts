import { harmless } from "../diagnostic/excerpt.ts";
import { quote } from "../diagnostic/quote.ts";
import type { Change } from "./fix_content.ts";
import { say } from "../words/say.ts";

/** One change in one line: where, what stood there, and what stands there now. */
export function describeChange(change: Change): string {
  if ("from" in change) return harmless(say`${change.from}: moved to ${change.to}`);
  const { place: { file, line, column }, before, after } = change;
  const words = before === ""
    ? say`added ${quote(after)}`
    : say`${quote(before)} is now ${quote(after)}`;
  return harmless(`${file}:${line}:${column}: ${words}`);
}
