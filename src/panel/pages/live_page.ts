import type { SourceReport } from "../../live/view.ts";
import { type Html, html } from "../../page/html.ts";
import { badge, emptyState, recordTable, type Tone } from "../../page/parts.ts";
import { numberWords, plot } from "../../page/plot.ts";
import { onAirWords } from "../../group_pages/views/on_air.ts";
import { ENGLISH } from "../../group_pages/words/english.ts";
import type { UpstreamFault } from "../../live/platforms/upstream.ts";
import { localDay } from "../../time/local_day.ts";
import { DAY_MS, MINUTE_MS } from "../../toolbox/durations.ts";
import { durationWords, type PageContext, type PanelPage, when } from "../page_context.ts";
import { sum } from "./key_counts.ts";
import type { LiveItem } from "../../model/item/live.ts";

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
          age_ms === undefined
            ? "none"
            // On one line, however narrow the column.
            : `${durationWords(age_ms)} ago`.replaceAll(" ", "\u00a0"),
      },
      { name: "Last error", cell: ({ last_error }) => errorWords(last_error) },
      {
        name: "Left out",
        isNumber: true,
        cell: ({ dropped }) => numberWords(sum(Object.values(dropped))),
      },
    ],
    sources,
    "The service asks no platform who is on air.",
  );
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
  rate_limited: "refused: too many requests",
  redirect: "sent us elsewhere",
  too_large: "answered too much",
  content_type: "did not answer with JSON",
  malformed: "answered in another shape",
  graphql: "refused the question",
  too_many_pages: "has more pages than are read",
  repeated_page: "sent the same page again",
  budget: "the day's share of its quota is spent",
  quota_exceeded: "its quota is spent",
  store: "the store did not answer",
  internal: "the log names it",
};

/** `/admin/live`: how the platforms answer, and who is on air as this process has it. */
export function livePage(context: PageContext): Promise<PanelPage> {
  const { view, index } = context;
  const onAir = index.groups.flatMap(({ slug }) => view.list(slug));
  return Promise.resolve({
    title: "Live",
    main: html`<h1>Live</h1><h2>Sources</h2>${sourceTable(view.sources())}<h2>On air</h2>${
      view.sources().every(({ state }) => state === "off")
        ? emptyState(
          html`The service asks no platform: <code>LIVE</code> is off, or no address is set.`,
        )
        : broadcasts(context, onAir)
    }<h2>This week</h2>${weekPlot(context)}`,
  });
}

/** Lines of a plot that can be distinguished. */
const MAX_LINES = 4;

/** How long each group was on air on the days of its week. */
function weekPlot({ recents, index: { groups }, now }: PageContext): Html {
  const [first] = groups;
  if (first === undefined) return emptyState(html`There is no group.`);
  const today = new Date(localDay(now, first.timezone));
  const monday = today.getTime() - (today.getUTCDay() + 6) % 7 * DAY_MS;
  const days = Array.from(
    { length: 7 },
    (_, n) => new Date(monday + n * DAY_MS).toISOString().slice(0, 10),
  );
  const records = recents.all();
  const minutesOn = ({ slug, timezone }: typeof first, day: string) =>
    sum(
      records.filter(({ group, started_at }) =>
        group === slug && localDay(Date.parse(started_at), timezone) === day
      ).map(({ duration_ms }) => duration_ms / MINUTE_MS),
    );
  return plot({
    title: "Minutes on air a day",
    period: `${days[0]} to ${days[6]}`,
    points: days,
    lines: groups.slice(0, MAX_LINES).map((group) => ({
      name: group.name,
      values: days.map((day) => Math.round(minutesOn(group, day))),
    })),
  });
}

function broadcasts(context: PageContext, onAir: readonly LiveItem[]): Html {
  return recordTable<LiveItem>(
    "On air",
    [
      { name: "Member", cell: ({ name }) => name },
      { name: "Platform", cell: ({ type }) => type },
      { name: "Since", cell: ({ started_at }) => when(context, started_at) },
      { name: "Viewers", isNumber: true, cell: ({ viewers }) => numberWords(viewers) },
      { name: "Group", cell: ({ group }) => group },
      { name: "Title", cell: ({ title }) => title },
    ],
    onAir,
    onAirWords(ENGLISH, context.view.sources(), 0),
  );
}
