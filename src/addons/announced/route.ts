import { type Listing, listPresent } from "../../catalog/phases.ts";
import { ANNOUNCEMENTS, LIVE } from "../../core/services.ts";
import type { UpcomingItem } from "../../model/item/around_live.ts";
import type { ShowItem } from "../../model/item/occasions.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { MEMBER, type MemberFilter, memberFilter } from "../../routes/resources/filters.ts";
import { route } from "../../routes/route.ts";
import { compareTexts } from "../../toolbox/compare_texts.ts";
import { announcedUntil } from "./announcement.ts";

/** How long a client may keep the list, in seconds. */
const MAX_AGE = 5;

/** `live/upcoming`: what platforms announce, and the streams of shows. */
export const upcoming = route({
  id: "live-upcoming",
  path: "live/upcoming",
  summary: "Broadcasts that platforms announce and streams of shows, soonest first",
  answers: { list: "announced" },
  parameters: { member: MEMBER },
  // The platforms are asked for it with who is on air.
  dependency: {
    ready(service) {
      service(LIVE).noteRequest();
      return service(LIVE).ensureFresh();
    },
    version: (service) => String(service(ANNOUNCEMENTS)!.revision()),
  },
  kept(ctx, { member }) {
    const asked = memberFilter(ctx, member);
    const announced = announcedOf(ctx, asked);
    const urls = new Set(announced.rows.map(({ url }) => url));
    const streams = streamsToCome(ctx, asked);
    const rows = [...announced.rows, ...streams.rows.filter(({ url }) => !urls.has(url))]
      .sort((one, other) =>
        compareTexts(one.scheduled_at, other.scheduled_at) || compareTexts(one.id, other.id)
      );
    const validUntil = Math.min(announced.validUntil, streams.validUntil);
    const listing = { rows, madeAt: ctx.now, validUntil, maxAge: MAX_AGE };
    return ctx.list(asked.limit(listing), (item) => [JSON.stringify(item)]);
  },
});

/** What platforms announce of the group. */
function announcedOf(
  { group, now, service }: AnswerContext,
  { has }: MemberFilter,
): Listing<UpcomingItem> {
  const listed = service(ANNOUNCEMENTS)!.ofGroup(group.slug).filter((one) =>
    one.state === "announced" && now < announcedUntil(one) && has([one.member])
  );
  return {
    rows: listed.map(({ item }) => item),
    madeAt: now,
    validUntil: Math.min(Infinity, ...listed.map(announcedUntil)),
  };
}

/** The platforms whose addresses say which they are. */
const HOSTS: readonly (readonly [RegExp, UpcomingItem["type"]])[] = [
  [/(?:^|\.)idn\.app$/, "idn"],
  [/(?:^|\.)showroom-live\.com$/, "showroom"],
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, "youtube"],
];

/** The streams of shows that have not begun: the start of a show is one of its phases. */
function streamsToCome(ctx: AnswerContext, { has }: MemberFilter): Listing<UpcomingItem> {
  const { group, now } = ctx;
  const listing = listPresent(
    group.table("shows"),
    now,
    ({ start, state, isUntimed, members }) =>
      now < start && state === "scheduled" && !isUntimed && has(members),
  );
  const rows = listing.rows.flatMap((row): UpcomingItem[] => {
    const { title, stream, banner, poster } = ctx.read<ShowItem>(row);
    if (stream === undefined) return [];
    const hostname = URL.parse(stream.url)?.hostname ?? "";
    return [{
      id: `show-${row.id}`,
      type: HOSTS.find(([host]) => host.test(hostname))?.[1] ?? "other",
      title,
      name: group.name,
      img: banner ?? poster ?? group.pictures.address(group.image ?? ""),
      url_key: "",
      group: group.slug,
      scheduled_at: new Date(row.start).toISOString(),
      url: stream.url,
    }];
  });
  return { ...listing, rows };
}
