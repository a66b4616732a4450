import type { ChangesItem } from "../../model/answer/v1.ts";
import type { Group } from "../../catalog/catalog.ts";
import { anyText, civilDate, otherwise, wholeNumber } from "../../http/parameter.ts";
import { onAirWords, type PlatformAnswer, readSources } from "../../live/on_air_words.ts";
import { SEARCH_KINDS } from "../../model/enums.ts";
import type { LiveItem, RecentItem } from "../../model/item/live.ts";
import type { ZonedBirthdayList } from "../../model/item/member.ts";
import type { NewsItem } from "../../model/item/publications.ts";
import { PLATFORMS } from "../../model/platforms.ts";
import { TIMEZONE } from "../../routes/resources/filters.ts";
import { itemTimes, readItem } from "./items.ts";
import { idOf, type Reader, timesOf, timesText } from "./reader.ts";
import { countText, listResult, MAX_ITEMS, shortened } from "./result.ts";
import { lastDay, MAX_DAYS } from "./schedule.ts";
import { tool, WHO } from "./tool.ts";

/** How many days the birthdays go ahead. */
export const BIRTHDAY_DAYS = 7;

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
    from: { ...civilDate(), description: "the first day, such as 2026-07-04; today if left out" },
    timezone: otherwise(
      {
        ...TIMEZONE,
        description: "an IANA time zone such as Asia/Tokyo; Asia/Jakarta if left out",
      },
      "Asia/Jakarta",
    ),
  },
  async answer(reader, { from, days, timezone: zone }) {
    const { date: today, timezone, data } = await reader.read<ZonedBirthdayList>(
      "/v1/birthdays/upcoming",
      { timezone: zone, days: from === undefined ? days : MAX_DAYS },
    );
    const [first, last] = [from ?? today, lastDay(from ?? today, days + 1)];
    const items = data.map(({ member_id, group, name, status, ...birthday }) => ({
      date: birthday.next_birthday,
      name,
      days_until: birthday.days_until,
      turns: birthday.age_on_next_birthday,
      group,
      status,
      id: idOf(reader.group(group), "member", member_id),
    })).filter(({ date }) => date >= first && date <= last);
    const head = `${countText(items.length, "birthday")} from ${first}, soonest first, ` +
      `${countText(days, "day")} ahead (today is ${today} in ${timezone})`;
    const hint = ({ date }: { readonly date: string }) => `go on with from ${date}`;
    return listResult(head, items, { data: { today, timezone }, hint });
  },
});

/** `live`: who is on air, and what ended last. */
export const LIVE = tool({
  title: "Live",
  description:
    "Who is on air now on IDN Live, SHOWROOM and YouTube, with the address to watch, and which " +
    "broadcasts ended last: who was on air tonight, last night, or when a member was last on air.",
  parameters: WHO,
  async answer(reader, who) {
    const { groups, members } = await reader.meant(who);
    const lists = await Promise.all(groups.map(async (group) => {
      const member = members?.filter((one) => one.group === group).map(({ id }) => id).join();
      const [onAir, ended] = await Promise.all([
        reader.items<LiveItem>(group, "live", { member }),
        reader.items<RecentItem>(group, "recent", { member, page: 1, perpage: MAX_ITEMS }),
      ]);
      return { group, onAir, ended };
    }));
    const onAir = lists.flatMap(({ group, onAir }) =>
      onAir.map((entry) => {
        const { id, type, slug, url_key: urlKey, viewers } = entry;
        const url = PLATFORMS[type].watchUrl({ id, urlKey, slug });
        return { on_air: true, ...broadcastOf(group, entry), viewers, url };
      })
    );
    const ended = lists.flatMap(({ group, ended }) => ended.map((one) => ({ group, one })))
      .sort((first, other) => first.one.ended_at < other.one.ended_at ? 1 : -1)
      .map(({ group, one: { member: { name }, peak_viewers, ended_at, ...one } }) => ({
        on_air: false,
        ...broadcastOf(group, { ...one, name }),
        ended: timesOf(ended_at, group),
        peak_viewers,
      }));
    const [first] = groups;
    const sources = first === undefined ? [] : await sourcesOf(reader, first);
    const at = timesText(timesOf(new Date(reader.now).toISOString(), first ?? { timezone: "UTC" }));
    // What the pages say, of the platforms alone that answered.
    const said = onAirWords("en", sources, onAir.length);
    const whose = members === undefined ? "" : `, of ${members.map(({ name }) => name).join(", ")}`;
    const head = onAir.length === 0
      ? `At ${at}${whose}: ${said}`
      : `${onAir.length} on air at ${at}. ${said}`;
    const not_known = sources.filter(({ state }) => state === "down" || state === "off")
      .map(({ name }) => PLATFORMS[name].title);
    const data = { on_air: onAir.length, not_known };
    return listResult(head.trimEnd(), [...onAir, ...ended], { data });
  },
});

/** How each platform answers. */
async function sourcesOf(reader: Reader, group: Group): Promise<readonly PlatformAnswer[]> {
  const { headers } = await reader.ask(`/api/${group.slug}/live`);
  return readSources(headers.find(([name]) => name === "x-live-sources")?.[1] ?? "");
}

/** What a broadcast is, on air or not. Performers write its title. */
function broadcastOf(
  group: Group,
  { name, type, title, started_at }: Pick<LiveItem, "name" | "type" | "title" | "started_at">,
) {
  const began = timesOf(started_at, group);
  return { name, platform: type, began, group: group.slug, title: shortened(title) };
}

const NEWS = 5;

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
    const { cursor, total, data } = await reader.read<ChangesItem>("/v1/changes", { since });
    if (since === undefined) {
      const head =
        `The newest articles. Ask again with since "${cursor}" for what changed from now on`;
      return listResult(head, await newestArticles(reader), { data: { cursor } });
    }
    const items = await Promise.all(
      data.slice(0, MAX_ITEMS).map((change) => describeChange(reader, change)),
    );
    const head = `${countText(total, "change")}. Ask again with since "${cursor}"`;
    return listResult(head, items, { total, data: { cursor } });
  },
});

async function newestArticles(reader: Reader): Promise<readonly object[]> {
  const lists = await Promise.all(reader.groups.map(async (group) => {
    const articles = await reader.items<NewsItem>(group, "news", { page: 1, perpage: NEWS });
    return articles.map((article) => ({ group, article, at: Date.parse(article.published_at) }));
  }));
  return lists.flat().sort((one, other) => other.at - one.at).map(({ group, article }) => ({
    ...itemTimes(article, group),
    title: article.title,
    id: idOf(group, "news", article.id),
    text: shortened(article.content),
  }));
}

async function describeChange(
  reader: Reader,
  { group: slug, kind: name, id, change, fields }: ChangesItem["data"][number],
): Promise<object> {
  const group = reader.groups.find((group) => group.slug === slug);
  const kind = SEARCH_KINDS.find((one) => one === name);
  const known = group && kind && await readItem(reader, group, kind, id);
  const title = known?.title ?? known?.name;
  return { change, title, id: `${slug}/${name}/${id}`, fields };
}
