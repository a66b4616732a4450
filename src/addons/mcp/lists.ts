import type { Group } from "../../catalog/catalog.ts";
import { anyText, civilDate, otherwise, wholeNumber } from "../../http/parameter.ts";
import { onAirWords, readSources } from "../../live/on_air_words.ts";
import type { ChangesItem } from "../../model/answer/v1.ts";
import type { LiveItem, RecentItem } from "../../model/item/live.ts";
import type { ZonedBirthdayList } from "../../model/item/member.ts";
import type { ScheduleItem } from "../../model/item/occasions.ts";
import type { NewsItem } from "../../model/item/publications.ts";
import type { SessionDayItem } from "../../model/item/videocalls.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import { TIMEZONE } from "../../routes/resources/filters.ts";
import { localDay } from "../../time/local_day.ts";
import { instantOf } from "../../time/wall_clock.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import { idOf } from "./items.ts";
import { groupText } from "./reader.ts";
import { listResult, MAX_ITEMS, tool } from "./result.ts";
import { itemTimes, shortened, timesOf, timesText } from "./text.ts";

/** Of whom a list is. */
const WHO = {
  group: anyText("a group's name, or its name in addresses"),
  member: anyText("a member's name, nickname or slug, in any script"),
};

const MAX_DAYS = 366;

/** How far the schedule goes: of one member further, since she is not in every show. */
const SCHEDULE_DAYS = { all: 14, ofMember: 92 } as const;

/** `schedule`: shows, events and video calls of some days, soonest first. */
export const SCHEDULE = tool({
  title: "Schedule",
  description:
    "Shows, concerts, handshake events, television, radio and video calls, soonest first, from a day " +
    "on. Use it for questions such as: what is on tonight, when does this member perform next, what " +
    "happens next week, when is her video call. Line-ups and tickets are in `fetch`. Without `from`: " +
    "from today. Past days work too.",
  parameters: {
    ...WHO,
    from: {
      ...civilDate(),
      description: "the first day, such as 2026-07-04, in the group's time zone",
    },
    days: {
      ...wholeNumber(1, MAX_DAYS),
      description: `for how many days, 1 to ${MAX_DAYS}; ${SCHEDULE_DAYS.all} if left out, or ` +
        `${SCHEDULE_DAYS.ofMember} with a member`,
    },
  },
  async answer(reader, { from, days, ...named }) {
    const who = await reader.meant(named);
    const count = days ?? SCHEDULE_DAYS[who.member === undefined ? "all" : "ofMember"];
    const [occasions, calls] = await Promise.all([
      reader.lists<ScheduleItem>(who, "schedule"),
      reader.lists<SessionDayItem>(who, "videocall"),
    ]);
    const first = ({ timezone }: Group) => from ?? localDay(reader.now, timezone);
    const all = [
      ...occasions.flatMap(({ group, items }) => items.map((item) => occasionRow(group, item))),
      ...calls.flatMap(({ group, items }) => items.map((day) => callsRow(group, day))),
    ].filter(({ group, row }) => row.local.slice(0, 10) >= first(group))
      .sort((one, other) => one.start - other.start);
    const within = all.filter(({ group, row }) =>
      row.local.slice(0, 10) < dayAfter(first(group), count)
    );
    const firstDays = [...new Set(occasions.map(({ group }) => first(group)))].join(" or ");
    const whose = who.member ?? occasions.map(({ group }) => groupText(group)).join(", ");
    const head = `${within.length} in ${count} days from ${firstDays}: ${whose}.`;
    // If nothing is on, the next one answers the question.
    const shown = within.length > 0 ? within : all.slice(0, 1);
    return listResult(
      within.length === 0 && shown.length > 0 ? `${head} The next:` : head,
      shown.map(({ row }) => row),
      { hint: ({ local }) => `go on with from ${String(local).slice(0, 10)}` },
    );
  },
});

function occasionRow(group: Group, item: ScheduleItem) {
  const { id, title, type, start_at, time, venue, setlist, state, status, is_upcoming } = item;
  const row = {
    ...timesOf(start_at, group, time !== undefined),
    title,
    type,
    venue,
    setlist: title.includes(setlist ?? "") ? undefined : setlist,
    state: state === "postponed" ? "postponed: not on this date" : state,
    begun: status === "today" && !is_upcoming ? "has begun" : undefined,
    id: idOf(group, type === "theater" ? "show" : "event", id),
  };
  return { group, start: Date.parse(start_at), row };
}

/** The sessions of a day, which begin one after another. */
function callsRow(group: Group, { date, sessions }: SessionDayItem) {
  const starts = sessions.map(({ start_time }) => instantOf(date, start_time, group.timezone));
  const start = Math.min(...starts);
  const row = {
    ...timesOf(new Date(start).toISOString(), group),
    title: [...new Set(sessions.flatMap(({ title }) => title ?? []))].join(", "),
    type: "videocall",
    sessions: sessions.map(({ session, start_time }) => `${session} ${start_time}`).join(", "),
  };
  return { group, start, row };
}

/** The day so many days after another. Years of more than four digits have a sign. */
function dayAfter(day: string, days: number): string {
  const after = new Date(Date.parse(day) + days * DAY_MS).toISOString();
  return /^\d/.test(after) ? after.slice(0, 10) : "9999-12-31";
}

const BIRTHDAY_DAYS = 7;

/** `birthdays`: of all groups, by the date in a zone. */
export const BIRTHDAYS = tool({
  title: "Birthdays",
  description:
    "Whose birthday is today and in the next days, soonest first, with the age that she turns, by " +
    "the date in a time zone. When a certain member's birthday is: `search` and `fetch`.",
  parameters: {
    days: otherwise({
      ...wholeNumber(1, MAX_DAYS),
      description: `how many days ahead, 1 to ${MAX_DAYS}; ${BIRTHDAY_DAYS} if left out`,
    }, BIRTHDAY_DAYS),
    timezone: otherwise({
      ...TIMEZONE,
      description: "an IANA time zone such as Asia/Tokyo; Asia/Jakarta if left out",
    }, "Asia/Jakarta"),
  },
  async answer(reader, query) {
    const { date: today, timezone, data } = await reader.read<ZonedBirthdayList>(
      "/v1/birthdays/upcoming",
      query,
    );
    const rows = data.map((birthday) => ({
      date: birthday.next_birthday,
      name: birthday.name,
      days_until: birthday.days_until,
      turns: birthday.age_on_next_birthday,
      group: birthday.group,
      status: birthday.status,
      id: idOf(reader.group(birthday.group), "member", birthday.member_id),
    }));
    const head = `${rows.length} birthdays, soonest first, ${query.days} days ahead ` +
      `(today is ${today} in ${timezone})`;
    return listResult(head, rows, { data: { today, timezone } });
  },
});

/** `live`: who is on air, and what ended last. */
export const LIVE = tool({
  title: "Live",
  description:
    "Who is on air now on IDN Live, SHOWROOM and YouTube, with the address to watch, and which " +
    "broadcasts ended last: who was on air tonight, last night, or when a member was last on air.",
  parameters: WHO,
  async answer(reader, named) {
    const who = await reader.meant(named);
    const [live, recent] = await Promise.all([
      reader.lists<LiveItem>(who, "live"),
      reader.lists<RecentItem>(who, "recent", { page: 1, perpage: MAX_ITEMS }),
    ]);
    const onAir = live.flatMap(({ group, items }) =>
      items.map(({ id, type, name, slug, url_key: urlKey, title, viewers, started_at }) => ({
        ...timesOf(started_at, group),
        state: "on air",
        name,
        platform: type,
        group: group.slug,
        title: shortened(title),
        viewers,
        url: PLATFORMS[type].watchUrl({ id, urlKey, slug }),
      }))
    );
    const ended = recent.flatMap(({ group, items }) => items.map((item) => ({ group, item })))
      .sort((one, other) => one.item.ended_at < other.item.ended_at ? 1 : -1)
      .map(({ group, item: { member, type, title, peak_viewers, started_at, ended_at } }) => ({
        ...timesOf(started_at, group),
        state: `ended ${timesText(timesOf(ended_at, group))}`,
        name: member.name,
        platform: type,
        group: group.slug,
        title: shortened(title),
        peak_viewers,
      }));
    const { headers } = await reader.ask(`/api/${live[0]?.group.slug}/live`);
    const sources = readSources(headers.find(([name]) => name === "x-live-sources")?.[1] ?? "");
    const not_known = sources.filter(({ state }) => state === "down" || state === "off")
      .map(({ name }) => PLATFORMS[name].title);
    const zone = live[0]?.group ?? { timezone: "UTC" };
    const at = timesText(timesOf(new Date(reader.now).toISOString(), zone));
    // Nobody is on air of the platforms alone that said so.
    const head = `At ${at}: ${onAir.length > 0 ? `${onAir.length} on air. ` : ""}${
      onAirWords("en", sources, onAir.length)
    }`;
    const data = { on_air: onAir.length, not_known };
    return listResult(head.trimEnd(), [...onAir, ...ended], { data });
  },
});

/** `changes`: the newest articles, or what changed since a cursor. */
export const CHANGES = tool({
  title: "News and changes",
  description:
    "The newest news articles, and a cursor. With the cursor of an earlier answer as `since`: which " +
    "members, shows, events, releases and articles were added, changed or removed after it.",
  parameters: {
    since: anyText("the cursor of an earlier answer, or the name of a build of the last 15 days"),
  },
  async answer(reader, { since }) {
    const { cursor, data } = await reader.read<ChangesItem>("/v1/changes", { since });
    const again = `Ask again with since "${cursor}"`;
    if (since !== undefined) {
      const rows = data.map(({ group, kind, id, change, fields }) => ({
        change,
        id: `${group}/${kind}/${id}`,
        fields: fields.join(", "),
      }));
      return listResult(`${data.length} changes. ${again}`, rows, { data: { cursor } });
    }
    const lists = await reader.lists<NewsItem>(
      { group: undefined, member: undefined },
      "news",
      { page: 1, perpage: MAX_ITEMS },
    );
    const articles = lists.flatMap(({ group, items }) => items.map((item) => ({ group, item })))
      .sort((one, other) => Date.parse(other.item.published_at) - Date.parse(one.item.published_at))
      .slice(0, MAX_ITEMS);
    const rows = articles.map(({ group, item }) => ({
      ...itemTimes(item, group),
      title: item.title,
      id: idOf(group, "news", item.id),
      text: shortened(item.content),
    }));
    return listResult(`The newest articles. ${again} for what changed from now on`, rows, {
      data: { cursor },
    });
  },
});
