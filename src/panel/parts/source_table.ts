import type { UpstreamFault } from "../../live/records/upstream_error.ts";
import type { SourceReport } from "../../live/view/source_report.ts";
import type { Html } from "../../page/html.ts";
import { badge, type Tone } from "../../page/parts.ts";
import { numberWords } from "../../page/plot.ts";
import { recordTable } from "../../page/records.ts";
import { durationWords, unbroken } from "./when.ts";

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
        cell: ({ age_ms }) =>
          age_ms === undefined ? "none" : unbroken(`${durationWords(age_ms)} ago`),
      },
      { name: "Last error", cell: ({ last_error }) => errorWords(last_error) },
      { name: "Left out", isNumber: true, cell: ({ dropped }) => leftOut(dropped) },
    ],
    sources,
    "No platform is asked who is on air.",
  );
}

function leftOut(dropped: SourceReport["dropped"]): string {
  return numberWords(Object.values(dropped).reduce((sum, count) => sum + count, 0));
}

/** In words; a fault that is new here by its own name. */
function errorWords(fault: string | undefined): string {
  if (fault === undefined) return "";
  return ERROR_WORDS[fault as UpstreamFault] ?? fault;
}

const ERROR_WORDS: Readonly<Record<UpstreamFault, string>> = {
  timeout: "did not answer in time",
  network: "cannot be reached",
  status: "answered with an error",
  rate_limited: "was asked too often",
  redirect: "sent us elsewhere",
  too_large: "answered too much",
  content_type: "did not answer with JSON",
  malformed: "answered in another shape",
  graphql: "refused the question",
  too_many_pages: "has more pages than are read",
  repeated_page: "sent the same page again",
  budget: "the day's share of its quota is spent",
  quota_exceeded: "its quota is spent",
  store: "the store was away",
  internal: "the log names it",
};
