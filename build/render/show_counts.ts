import { setlistsOf } from "../derive/setlists.ts";
import type { Milestone } from "../../src/model/item/occasions.ts";
import type { Span } from "../../src/model/pack.ts";
import type { ShowCounts } from "../../src/model/show_counts.ts";
import type { Entry } from "../check/content.ts";
import type { MilestoneSpan } from "../derive/milestones.ts";
import { type CountedGroup, countShows } from "../derive/show_counts.ts";
import type { Step } from "../emit/bodies.ts";
import type { MemberFile } from "../schema/content/member.ts";
import type { RenderContext } from "./context.ts";
import type { ResolvedShow } from "./shows.ts";

/** Adds how often members and setlists are on stage. */
export function writeShowCounts(
  members: readonly Entry<MemberFile>[],
  shows: readonly ResolvedShow[],
  { content: { group, setlists }, bodies }: RenderContext,
): Span {
  const counted = countShows(shows, members, setlistsOf(setlists), group);
  const milestones = [...counted.milestones].sort(([one], [other]) => one - other)
    .map(([place, spans]) => {
      const lineup = shows[place]!.members;
      return [place, bodies.addPhases(milestoneSteps(spans, lineup, members, counted))] as const;
    });
  const counts: ShowCounts = { ...counted, milestones };
  return bodies.add(JSON.stringify(counts));
}

/** The milestones of a show from each instant on at which they are others. */
function milestoneSteps(
  spans: readonly MilestoneSpan[],
  lineup: readonly string[],
  members: readonly Entry<MemberFile>[],
  { names }: CountedGroup,
): Step[] {
  const placed = spans.map((span) => ({ span, at: lineup.indexOf(members[span.member]!.slug) }))
    .sort((one, other) => one.at - other.at || one.span.setlist - other.span.setlist);
  const turns = new Set(spans.flatMap(({ from, until }) => [from, until]));
  return [...turns].filter((turn) => turn !== Infinity).sort((one, other) => one - other)
    .map((from) => {
      const items = placed.filter(({ span }) => span.from <= from && from < span.until)
        .map(({ span }) => milestoneItem(span, members[span.member]!, names));
      return { from, json: JSON.stringify(items) };
    });
}

function milestoneItem(
  { count, setlist }: MilestoneSpan,
  { slug, file: { name } }: Entry<MemberFile>,
  names: readonly string[],
): Milestone {
  return { id: slug, name, count, ...(setlist >= 0 && { setlist: names[setlist]! }) };
}
