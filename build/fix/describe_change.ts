import { harmless } from "../diagnostic/excerpt.ts";
import { quote } from "../diagnostic/quote.ts";
import type { Change } from "./fix_content.ts";

/** One change in one line: where, what stood there, and what stands there now, or would. */
export function describeChange(change: Change, isPreview = false): string {
  if ("from" in change) {
    return harmless(`${change.from}: ${isPreview ? "would move" : "moved"} to ${change.to}`);
  }
  const { place: { file, line, column }, before, after } = change;
  const [added, is] = isPreview ? ["would add", "would be"] : ["added", "is now"];
  const shown = quote(after.replace(/\r?\n/g, "⏎"));
  const words = before === "" ? `${added} ${shown}` : `${quote(before)} ${is} ${shown}`;
  return harmless(`${file}:${line}:${column}: ${words}`);
}
