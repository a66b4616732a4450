import type { Html, HtmlValue } from "../../page/html.ts";
import { time } from "../../page/parts.ts";
import { instantWords } from "../../time/words.ts";
import type { PageContext } from "./page_context.ts";

/** An instant in words of the panel's zone; `none` where there is none. */
export function when(
  { now, timezone }: Pick<PageContext, "now" | "timezone">,
  instant: string | number | null | undefined,
  none: HtmlValue = "",
): Html | HtmlValue {
  if (instant === null || instant === undefined) return none;
  const epochMs = typeof instant === "number" ? instant : Date.parse(instant);
  if (!Number.isFinite(epochMs)) return none;
  return time(new Date(epochMs).toISOString(), instantWords(epochMs, { timezone }, now));
}

const STEPS = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]] as const;

/** A length of time in its largest unit: `3 hours`. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [unit, length] = STEPS.find(([, length]) => seconds >= length) ?? STEPS[3];
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** The same words on one line, however narrow the column. */
export function unbroken(words: string): string {
  return words.replaceAll(" ", "\u00a0");
}
