import { DATA_FAMILIES, LIVE, SEARCH } from "../../core/services.ts";
import { bySoonest, type Celebrant, viewBirthdays } from "../../catalog/birthdays.ts";
import type { Group } from "../../catalog/catalog.ts";
import { statusAt, statusUntil } from "../../catalog/members.ts";
import { listPresent } from "../../catalog/phases.ts";
import type { Answer } from "../../http/answer.ts";
import { embedLines } from "../../group_pages/embed_lines.ts";
import { onAirWords } from "../../group_pages/views/on_air.ts";
import { ENGLISH } from "../../group_pages/words/english.ts";
import type { Html } from "../../page/html.ts";
import type { LiveItem } from "../../model/item/live.ts";
import { hasPages, hasPublicFeeds } from "../../model/enums.ts";
import type { NewsRow, ShowRow } from "../../model/pack.ts";
import type {
  GlanceBirthday,
  GlanceDay,
  GlanceLive,
  GlanceNews,
  GlanceShow,
  GroupGlance,
  Subscription,
} from "../../page/group_glance.ts";
import { homePage } from "../../page/home_page.ts";
import { localDay, nextDayStart } from "../../time/local_day.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import { type ItemTexts, pageAnswer, SEARCH_FORM } from "./home_search.ts";
import { addressOf, homeSite } from "./home_site.ts";
import { pageAddress } from "./page_address.ts";
import type { AnswerContext } from "../answer_context.ts";
import { dayWords, instantWords } from "../../time/words.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

const WEEK_MS = 7 * DAY_MS;
const BIRTHDAY_DAYS = 14;
const HEADLINES = 5;

/** The front page as it holds at this instant. */
export function answerHome(ctx: AnswerContext, isSignupOpen: boolean): Answer {
  const shown = ctx.catalog.groups.filter((group) => group.public !== "none");
  const glances = shown.map((group) => glanceAt(ctx, group));
  const site = { ...homeSite(ctx), isSignupOpen };
  const form = ctx.use(SEARCH) && SEARCH_FORM;
  const text = homePage(site, glances.map(({ glance }) => glance), form);
  const validUntil = Math.min(...glances.map((made) => made.validUntil));
  return pageAnswer(text, { madeAt: ctx.now, validUntil });
}

function glanceAt(ctx: AnswerContext, group: Group): { glance: GroupGlance; validUntil: number } {
  const { now } = ctx;
  const shows = listPresent(group.table("shows"), now, isWithin(now, group.timezone));
  const news = listPresent(group.table("news"), now);
  const view = viewBirthdays([group], group.timezone, now);
  const members = listPresent(group.table("members"), now);
  const live = onAir(ctx, group);
  const soonest = shows.rows.toSorted((one, other) => one.start - other.start);
  return {
    glance: {
      name: group.name,
      lang: group.language,
      picture: group.image,
      href: pageAddress(group),
      members: members.rows.filter((one) => statusAt(one, now) !== "graduated").length,
      onAir: live,
      onAirWords: onAirWords(ENGLISH, ctx.use(LIVE).view.sources(), live.length),
      week: daysOf(ctx, group, soonest),
      birthdays: view.celebrants
        .filter(({ status, birthday }) =>
          status !== "graduated" && birthday.daysUntil <= BIRTHDAY_DAYS
        )
        .toSorted(bySoonest).map((celebrant) => birthdayOf(celebrant)),
      subscriptions: subscriptionsOf(ctx, group),
      embeds: embedsOf(ctx, group),
      headlines: news.rows.slice(0, HEADLINES).map((row) => newsOf(ctx, group, row)),
    },
    validUntil: Math.min(
      shows.validUntil,
      members.validUntil,
      ...members.rows.map((member) => statusUntil(member, now)),
      news.validUntil,
      view.validUntil,
      ctx.use(LIVE).view.validUntil(),
      nextDayStart(now, group.timezone),
    ),
  };
}

/** The calendars and feeds of a group that shows them to everybody. */
function subscriptionsOf(
  { site, catalog, use }: AnswerContext,
  group: Group,
): Subscription[] | undefined {
  if (!hasPublicFeeds(group.public)) return undefined;
  const base = addressOf(site, catalog.index.site.base_url);
  const { table } = use(DATA_FAMILIES).groups[group.family];
  const shown = table.routes.filter(({ publicFrom }) => publicFrom !== undefined)
    .map(({ path }) => ({
      name: SUBSCRIPTION_NAMES[path] ?? path,
      address: `${base}/api/${group.slug}/${path}`,
      isCalendar: path.endsWith(".ics"),
    }));
  return shown.sort((one, other) => Number(other.isCalendar) - Number(one.isCalendar));
}

function embedsOf({ site, catalog }: AnswerContext, group: Group): Html | undefined {
  const base = addressOf(site, catalog.index.site.base_url);
  return hasPages(group.public) ? embedLines(ENGLISH, base, group.slug, group.name) : undefined;
}

const SUBSCRIPTION_NAMES: Readonly<Record<string, string>> = {
  "theater.ics": "Shows",
  "events.ics": "Events",
  "schedule.ics": "Shows, events and broadcasts",
  "birthdays.ics": "Birthdays",
  "news.atom": "News (Atom)",
  "news.json": "News (JSON Feed)",
  "videos.atom": "Videos (Atom)",
  "videos.json": "Videos (JSON Feed)",
};

/** From this morning to a week from now. */
function isWithin(now: number, zone: string): (row: ShowRow) => boolean {
  const today = localDay(now, zone);
  return ({ date, start }) => date >= today && start < now + WEEK_MS;
}

function onAir(ctx: AnswerContext, group: Group): GlanceLive[] {
  return ctx.use(LIVE).view.list(group.slug).map((entry) => ({
    name: entry.name,
    title: entry.title,
    platform: PLATFORMS[entry.type].title,
    picture: ctx.catalog.pictures.path(entry.img_alt || entry.img),
    url: liveAddress(group, entry),
    since: entry.started_at,
    sinceWords: instantWords(Date.parse(entry.started_at), group, ctx.now),
  }));
}

/** The page of who is on air; else where people watch the broadcast. */
function liveAddress(group: Group, { type, id, url, url_key: urlKey, slug }: LiveItem): string {
  const page = url === "" ? undefined : pageAddress(group, { kind: "member", id: url });
  return page ?? PLATFORMS[type].watchUrl({ id, urlKey, slug });
}

function daysOf(ctx: AnswerContext, group: Group, rows: readonly ShowRow[]): GlanceDay[] {
  return [...Map.groupBy(rows, ({ date }) => date)].map(([date, shows]) => ({
    date,
    words: dayWords(date, group, ctx.now),
    shows: shows.map((row) => showOf(ctx, group, row)),
  }));
}

function showOf(ctx: AnswerContext, group: Group, row: ShowRow): GlanceShow {
  const { title = "", start_at = "", time = "", venue = "", url = "" } = ctx.read<ItemTexts>(row);
  const day = dayWords(row.date, group, ctx.now);
  const hour = time === "" ? "" : instantWords(row.start, group, ctx.now).slice(day.length + 1);
  return {
    title,
    when: `${day} ${hour}`.trim(),
    hour,
    venue,
    href: pageAddress(group, { kind: "show", id: row.id }) ?? (url || undefined),
    startAt: start_at,
    state: row.state,
    members: row.members.length,
  };
}

function birthdayOf({ group, member, birthday }: Celebrant): GlanceBirthday {
  return {
    name: member.name,
    picture: member.img,
    href: pageAddress(group, { kind: "member", id: member.id }),
    date: birthday.nextBirthday,
    when: birthday.isToday ? "today" : dayWords(birthday.nextBirthday, group),
    age: birthday.ageOnNextBirthday,
  };
}

function newsOf(ctx: AnswerContext, group: Group, row: NewsRow): GlanceNews {
  const { title = "", date = "", content = "", url = "" } = ctx.read<ItemTexts>(row);
  const href = pageAddress(group, { kind: "news", id: row.id }) ?? (url || undefined);
  return { title, date, when: dayWords(date, group), summary: content, href };
}
