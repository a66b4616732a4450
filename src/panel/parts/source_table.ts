import type { SourceReport } from "../../live/view/source_report.ts";
import type { Html } from "../../page/html.ts";
import { badge, type Tone } from "../../page/parts.ts";
import { numberWords } from "../../page/plot.ts";
import { recordTable } from "../../page/records.ts";
import { durationWords } from "./when.ts";

const TONES: Readonly<Record<SourceReport["state"], Tone>> = {
  ok: "good",
  stale: "warn",
  down: "bad",
  off: "plain",
};

/** The platforms that are asked who is on air, and how they answer. */
export function sourceTable(sources: readonly SourceReport[]): Html {
  return recordTable(
    "Sources",
    [
      { name: "Source", cell: ({ name }) => name },
      { name: "State", cell: ({ state }) => badge(TONES[state], state) },
      {
        name: "Last answer",
        cell: ({ age_ms }) => age_ms === undefined ? "none" : `${durationWords(age_ms)} ago`,
      },
      { name: "Left out", isNumber: true, cell: ({ dropped }) => leftOut(dropped) },
      { name: "Last error", cell: ({ last_error }) => last_error ?? "" },
    ],
    sources,
    "No platform is asked who is on air.",
  );
}

function leftOut(dropped: SourceReport["dropped"]): string {
  return numberWords(Object.values(dropped).reduce((sum, count) => sum + count, 0));
}
