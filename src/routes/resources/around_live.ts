import { LIVE } from "../../core/services.ts";
import { type Listing, listPresent } from "../../catalog/phases.ts";
import { oneOf, otherwise } from "../../http/parameter.ts";
import { addSums, NO_SUM, type Sum } from "../../live_stats/sum.ts";
import { STATS_PERIODS, type StatsPeriod } from "../../model/enums.ts";
import type { LiveSumItem, UpcomingItem } from "../../model/item/around_live.ts";
import type { ShowRow } from "../../model/pack.ts";
import { localDay, nextDayStart } from "../../time/local_day.ts";
import { compareTexts } from "../../toolbox/compare_texts.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import type { AnswerContext } from "../answer_context.ts";
import type { Item } from "../envelope.ts";
import { type Dependency, route } from "../route.ts";
import { MEMBER, type MemberFilter, memberFilter, pageOf, PAGING } from "./filters.ts";

/** How long a client may keep what is announced, in seconds; videos and statistics change seldom. */
const ANNOUNCED_MAX_AGE = 5;
const MAX_AGE = 60;

/** Answers about what is announced: the platforms are asked for it with who is on air. */
const TO_COME: Dependency = {
  ready(use) {
    const live = use(LIVE);
    live.noteRequest();
    return live.ensureFresh();
  },
  version: (use) => String(use(LIVE).announcements.revision()),
};

/** Answers about videos. */
export const VIDEOS: Dependency = {
  ready: (use) => use(LIVE).ensureVideos(),
  version: (use) => use(LIVE).videos.revision(),
};

const SUMS: Dependency = {
  ready: (use) => use(LIVE).ensureStats(),
  version: (use) => use(LIVE).stats.revision(),
};

/** `live/upcoming`: what platforms announce, and the streams of shows. */
export const upcoming = route({
  id: "live-upcoming",
  path: "live/upcoming",
  summary: "Broadcasts that platforms announce and streams of shows, soonest first",
  answers: { list: "announced" },
  parameters: { member: MEMBER },
  dependency: TO_COME,
  kept(ctx, { member }) {
    const asked = memberFilter(ctx, member);
    const listing = announcedOf(ctx, asked);
    return ctx.list(asked.limit({ ...listing, maxAge: ANNOUNCED_MAX_AGE }), render);
  },
});

/** Everything that is announced of the group: by platforms, and by content the streams of shows. */
function announcedOf(
  ctx: AnswerContext,
  asked: Pick<MemberFilter, "has">,
): Listing<UpcomingItem> {
  const { group, now } = ctx;
  const { announcements } = ctx.use(LIVE);
  const announced = announcements.announced(group.slug, (slug) => asked.has([slug]));
  const streams = streamsToCome(ctx, asked);
  const known = new Set(announced.items.map(({ url }) => url));
  const rows = [...announced.items, ...streams.rows.filter(({ url }) => !known.has(url))]
    .sort((one, other) =>
      compareTexts(one.scheduled_at, other.scheduled_at) || compareTexts(one.id, other.id)
    );
  const validUntil = Math.min(announced.validUntil, streams.validUntil);
  return { rows, madeAt: now, validUntil };
}

const decoder = new TextDecoder();

/** The streams of shows that have not begun: the start of a show is one of its phases. */
function streamsToCome(
  { group, now, catalog: { pack } }: AnswerContext,
  asked: Pick<MemberFilter, "has">,
): Listing<UpcomingItem> {
  const streamed = group.table("shows").filter(({ announced }) => announced !== undefined);
  const listing = listPresent(
    streamed,
    now,
    ({ start, members }) => now < start && asked.has(members),
  );
  const read = ({ announced }: ShowRow): UpcomingItem =>
    JSON.parse(decoder.decode(pack.bytes(announced!)));
  return { ...listing, rows: listing.rows.map(read) };
}

/** `videos`: the videos of the group's channels. */
export const videos = route({
  id: "videos",
  path: "videos",
  summary: "Videos of the group's channels, newest first",
  answers: { list: "video", pages: "videos" },
  parameters: { ...PAGING, member: MEMBER },
  dependency: VIDEOS,
  kept(ctx, { page, perpage, member }) {
    const asked = memberFilter(ctx, member);
    const rows = ctx.use(LIVE).videos.ofGroup(ctx.group.slug, (slug) => asked.has([slug]));
    const listing = { rows, madeAt: ctx.now, validUntil: Infinity, maxAge: MAX_AGE };
    const list = { path: "videos", name: "videos", filters: { member } };
    return ctx.page(asked.limit(listing), render, list, pageOf({ page, perpage }));
  },
});

function render(item: object): Item {
  return [JSON.stringify(item)];
}

/** `live/stats`: what broadcasts of a period come to, by member. */
export const liveStats = route({
  id: "live-stats",
  path: "live/stats",
  summary: "How much members were on air this week, month or year, or ever; most time first",
  answers: { report: "liveStats" },
  parameters: { period: otherwise(oneOf(...STATS_PERIODS), "week"), member: MEMBER },
  dependency: SUMS,
  kept(ctx, { period, member }) {
    const { group: { slug, timezone }, now } = ctx;
    const { stats } = ctx.use(LIVE);
    const asked = memberFilter(ctx, member);
    const today = localDay(now, timezone);
    const { from, to } = period === "all"
      ? { from: stats.firstDay(slug), to: today }
      : periodOf(period, today);
    const { rows, validUntil } = sumItems(ctx, stats.between(slug, from, to));
    const items = rows.filter(({ id }) => asked.has([id]));
    const said = { period, from, to };
    const { validUntil: until } = asked.limit({
      rows: items,
      madeAt: now,
      validUntil: Math.min(validUntil, nextDayStart(now, timezone)),
    });
    return ctx.report({
      name: "data",
      items: items.map(render),
      head: { ...said, total: items.length },
      tail: said,
    }, { madeAt: now, validUntil: until, maxAge: MAX_AGE });
  },
});

/** The first and the last day of the week (ISO 8601: from Monday), month or year of a day. */
export function periodOf(period: Exclude<StatsPeriod, "all">, today: string) {
  const [year, month] = [today.slice(0, 4), today.slice(0, 7)];
  switch (period) {
    case "week": {
      const monday = Date.parse(today) - (new Date(today).getUTCDay() + 6) % 7 * DAY_MS;
      return { from: dateOf(monday), to: dateOf(monday + 6 * DAY_MS) };
    }
    case "month": {
      const days = new Date(Date.UTC(Number(year), Number(today.slice(5, 7)), 0)).getUTCDate();
      return { from: `${month}-01`, to: `${month}-${days}` };
    }
    case "year":
      return { from: `${year}-01-01`, to: `${year}-12-31` };
  }
}

function dateOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** The items of sums by slug, most time first: of those who are in the content now, by any of their slugs. */
function sumItems(ctx: AnswerContext, sums: ReadonlyMap<string, Sum>) {
  const { rows: members, validUntil } = ctx.rows("members");
  const owners = [
    { id: "", name: ctx.group.name, slugs: [""] },
    ...members.map(({ id, name, formerSlugs }) => ({ id, name, slugs: [id, ...formerSlugs] })),
  ];
  const rows = owners.flatMap(({ id, name, slugs }): LiveSumItem[] => {
    const sum = slugs.map((slug) => sums.get(slug) ?? NO_SUM).reduce(addSums);
    if (sum.count === 0) return [];
    const { count, durationMs: duration_ms, peak: peak_viewers, longestMs: longest_ms } = sum;
    return [{ id, name, count, duration_ms, peak_viewers, longest_ms }];
  }).sort((a, b) => b.duration_ms - a.duration_ms || b.count - a.count || (a.id < b.id ? -1 : 1));
  return { rows, validUntil };
}
