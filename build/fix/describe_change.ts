import { harmless } from "../diagnostic/excerpt.ts";
import { quote } from "../diagnostic/quote.ts";
import type { Change } from "./fix_content.ts";
import { say } from "../words/say.ts";

/** One change in one line: where, what stood there, and what stands there now, or would. */
export function describeChange(change: Change, isPreview = false): string {
  if ("from" in change) {
    const { from, to } = change;
    return harmless(isPreview ? say`${from}: would move to ${to}` : say`${from}: moved to ${to}`);
  }
  const { place: { file, line, column }, before, after } = change;
  const [was, is] = [quote(before), quote(after.replace(/\r?\n/g, "⏎"))];
  const words = before === ""
    ? isPreview ? say`would add ${is}` : say`added ${is}`
    : isPreview
    ? say`${was} would be ${is}`
    : say`${was} is now ${is}`;
  return harmless(`${file}:${line}:${column}: ${words}`);
}
