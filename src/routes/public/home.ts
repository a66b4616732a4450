import { bySoonest, type Celebrant, viewBirthdays } from "../../catalog/birthdays.ts";
import type { Group } from "../../catalog/catalog.ts";
import { listPresent } from "../../catalog/phases.ts";
import type { NetworkThrottle } from "../../access/limits/network_throttle.ts";
import type { Answer } from "../../http/answer.ts";
import { licenceOf } from "../../model/licence.ts";
import type { NewsRow, PackIndex, ShowRow } from "../../model/pack.ts";
import {
  type GlanceBirthday,
  type GlanceLive,
  type GlanceNews,
  type GlanceShow,
  type GroupGlance,
  homePage,
  type Subscription,
} from "../../page/home_page.ts";
import { type HomeSite, refusedSearchPage } from "../../page/search_page.ts";
import { BARE, WRAPPED } from "../families.ts";
import { PAGE_HEADERS } from "../../site/site_pack.ts";
import { localDay, nextDayStart } from "../../time/local_day.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import { SEARCH_TEXT } from "../resources/search.ts";
import { type UncachedRoute, uncachedRoute } from "../route.ts";
import {
  answerHomeSearch,
  type ItemTexts,
  NOTHING_ASKED,
  pageAnswer,
  whyRefused,
} from "./home_search.ts";
import type { AnswerContext } from "../answer_context.ts";
import { dayWords, instantWords } from "../../time/words.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

const WEEK_MS = 7 * DAY_MS;
const BIRTHDAY_DAYS = 14;
const HEADLINES = 5;

/** Counts the searches of each network, up to {@linkcode HOME_SEARCHES} a minute. */
type HomeSearches = Pick<NetworkThrottle, "attempt">;

/** `/`: what this is, and what the public groups do now; `/?q=`: what a search of them finds. */
export function createHomeRoute(searches: HomeSearches): UncachedRoute {
  return uncachedRoute({
    id: "home",
    path: "",
    summary: "The front page, or what a search of the groups on it finds",
    answers: { document: "text/html" },
    parameters: { q: SEARCH_TEXT },
    refuses: ["RATE_LIMITED"],
    errorPage({ index: { site } }, refusal) {
      const text = refusedSearchPage(homeSite(site), NOTHING_ASKED, whyRefused(refusal));
      return { text, headers: PAGE_HEADERS };
    },
    handler({ ctx, request: { address }, answers }, { q }) {
      const shown = homeSite(ctx.catalog.index.site);
      if (q !== undefined) {
        return answerHomeSearch(ctx, q, shown, searches, address);
      }
      // It shows who is on air as memory has it: it never waits for a platform or the store.
      const version = String(ctx.live.view.revision());
      return answers.take("home", version, ctx.now, () => answerHome(ctx, shown));
    },
  });
}

function homeSite(site: PackIndex["site"]): HomeSite {
  const { title, contact, base_url, licence, attribution } = site;
  return {
    title,
    contact,
    isDemo: new URL(base_url).hostname.endsWith(".example"),
    licence: licence === undefined ? undefined : licenceOf(licence),
    attribution,
  };
}

function answerHome(ctx: AnswerContext, site: HomeSite): Answer {
  const shown = ctx.catalog.groups.filter((group) => group.public !== "none");
  const glances = shown.map((group) => glanceAt(ctx, group));
  const text = homePage(site, glances.map(({ glance }) => glance), NOTHING_ASKED);
  const validUntil = Math.min(...glances.map((made) => made.validUntil));
  return pageAnswer(text, { madeAt: ctx.now, validUntil });
}

function glanceAt(ctx: AnswerContext, group: Group): { glance: GroupGlance; validUntil: number } {
  const { now } = ctx;
  const shows = listPresent(group.table("shows"), now, isWithin(now, group.timezone));
  const news = listPresent(group.table("news"), now);
  const view = viewBirthdays([group], group.timezone, now);
  const today = localDay(now, group.timezone);
  const soonest = shows.rows.toSorted((one, other) => one.start - other.start);
  return {
    glance: {
      name: group.name,
      lang: group.language,
      onAir: onAir(ctx, group),
      tonight: soonest.filter(({ date }) => date === today).map((row) => showOf(ctx, group, row)),
      week: soonest.filter(({ date }) => date > today).map((row) => showOf(ctx, group, row)),
      birthdays: view.celebrants.filter(({ birthday }) => birthday.daysUntil <= BIRTHDAY_DAYS)
        .toSorted(bySoonest).map((celebrant) => birthdayOf(celebrant)),
      subscriptions: subscriptionsOf(ctx, group),
      headlines: news.rows.slice(0, HEADLINES).map((row) => newsOf(ctx, group, row)),
    },
    validUntil: Math.min(
      shows.validUntil,
      news.validUntil,
      view.validUntil,
      ctx.live.view.validUntil(),
      nextDayStart(now, group.timezone),
    ),
  };
}

/** The calendars and feeds of a group that shows them to everybody. */
function subscriptionsOf(
  { site, catalog }: AnswerContext,
  group: Group,
): Subscription[] | undefined {
  if (group.public !== "feeds") return undefined;
  const base = (site.ownAddress() ?? catalog.index.site.base_url).replace(/\/$/, "");
  const { table } = group.family === "bare" ? BARE : WRAPPED;
  return table.routes.filter(({ feed }) => feed).map(({ path }) => ({
    name: SUBSCRIPTION_NAMES[path] ?? path,
    address: `${base}/api/${group.slug}/${path}`,
    isCalendar: path.endsWith(".ics"),
  }));
}

const SUBSCRIPTION_NAMES: Readonly<Record<string, string>> = {
  "theater.ics": "Shows",
  "events.ics": "Events",
  "schedule.ics": "Shows and events",
  "birthdays.ics": "Birthdays",
  "news.atom": "News (Atom)",
  "news.json": "News (JSON Feed)",
};

/** From this morning to a week from now. */
function isWithin(now: number, zone: string): (row: ShowRow) => boolean {
  const today = localDay(now, zone);
  return ({ date, start }) => date >= today && start < now + WEEK_MS;
}

function onAir(ctx: AnswerContext, group: Group): GlanceLive[] {
  return ctx.live.view.list(group.slug).map((entry) => ({
    name: entry.name,
    title: entry.title,
    platform: PLATFORMS[entry.type].title,
    picture: ctx.catalog.pictures.path(entry.img_alt || entry.img),
    url: entry.url,
    since: entry.started_at,
    sinceWords: instantWords(Date.parse(entry.started_at), group, ctx.now),
  }));
}

function showOf(ctx: AnswerContext, group: Group, row: ShowRow): GlanceShow {
  const { title = "", start_at = "", time = "", venue = "", url = "" } = ctx.read<ItemTexts>(row);
  const when = time === ""
    ? dayWords(row.date, group, ctx.now)
    : instantWords(row.start, group, ctx.now);
  return {
    title,
    when,
    venue,
    url,
    startAt: start_at,
    state: row.state,
    members: row.members.length,
  };
}

function birthdayOf({ group, member, birthday }: Celebrant): GlanceBirthday {
  return {
    name: member.name,
    picture: member.img,
    date: birthday.nextBirthday,
    when: birthday.isToday ? "today" : dayWords(birthday.nextBirthday, group),
    age: birthday.ageOnNextBirthday,
  };
}

function newsOf(ctx: AnswerContext, group: Group, row: NewsRow): GlanceNews {
  const { title = "", date = "", content = "", url = "" } = ctx.read<ItemTexts>(row);
  return { title, date, when: dayWords(date, group), summary: content, url };
}
