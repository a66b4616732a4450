import type { ChangesItem } from "../../model/answer/v1.ts";
import type { Group } from "../../catalog/catalog.ts";
import { onAirWords } from "../../group_pages/views/on_air.ts";
import { ENGLISH } from "../../group_pages/words/english.ts";
import { anyText, otherwise, wholeNumber } from "../../http/parameter.ts";
import { SEARCH_KINDS, type SourceState } from "../../model/enums.ts";
import type { LiveItem, RecentItem } from "../../model/item/live.ts";
import type { ZonedBirthdayList } from "../../model/item/member.ts";
import type { NewsItem } from "../../model/item/publications.ts";
import { type LiveType, PLATFORMS } from "../../model/platforms.ts";
import { TIMEZONE } from "../../routes/resources/filters.ts";
import { itemTimes, readItem } from "./items.ts";
import { idOf, type Reader, timesOf, timesText } from "./reader.ts";
import { countText, listResult, MAX_ITEMS, shortened } from "./result.ts";
import { MAX_DAYS } from "./schedule.ts";
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
    timezone: otherwise(
      {
        ...TIMEZONE,
        description: "an IANA time zone such as Asia/Tokyo; Asia/Jakarta if left out",
      },
      "Asia/Jakarta",
    ),
  },
  async answer(reader, query) {
    const { date: today, timezone, data } = await reader.read<ZonedBirthdayList>(
      "/v1/birthdays/upcoming",
      query,
    );
    const items = data.slice(0, MAX_ITEMS).map((
      { member_id, group, name, status, ...birthday },
    ) => ({
      ...{ date: birthday.next_birthday, name, days_until: birthday.days_until },
      ...{ turns: birthday.age_on_next_birthday, group, status },
      id: idOf(reader.group(group), "member", member_id),
    }));
    const head = `${countText(data.length, "birthday")} from ${today} (today in ${timezone}), ` +
      `${countText(query.days, "day")} ahead`;
    return listResult(head, items, { total: data.length, data: { today, timezone } });
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
    const { groups } = await reader.meant(who);
    const asked = await Promise.all(groups.map(async ({ group, member }) => {
      const [onAir, ended] = await Promise.all([
        reader.items<LiveItem>(group, "live", { member }),
        reader.items<RecentItem>(group, "recent", { member, page: 1, perpage: MAX_ITEMS }),
      ]);
      return {
        onAir: onAir.map((entry) => describeOnAir(group, entry)),
        ended: ended.map((broadcast) => ({ group, broadcast })),
      };
    }));
    const onAir = asked.flatMap((one) => one.onAir);
    const ended = asked.flatMap((one) => one.ended)
      .sort((one, other) => one.broadcast.ended_at < other.broadcast.ended_at ? 1 : -1)
      .map(({ group, broadcast }) => describeEnded(group, broadcast));
    const first = groups[0]?.group;
    const sources = first === undefined ? [] : await sourcesOf(reader, first);
    const unknown = sources.filter(({ state }) => state === "down" || state === "off")
      .map(({ name }) => PLATFORMS[name].title);
    const at = timesText(
      timesOf(new Date(reader.now).toISOString(), first ?? { timezone: "UTC" }),
    );
    const head = onAir.length > 0 ? `${onAir.length} on air at ${at}.` : `At ${at}:`;
    const said = onAirWords(ENGLISH, sources, onAir.length);
    return listResult(`${head} ${said}`.trim(), [...onAir, ...ended], {
      data: { on_air: onAir.length, not_known: unknown },
    });
  },
});

/** What each platform answers, of `X-Live-Sources: idn;state=ok;age=5`. */
async function sourcesOf(reader: Reader, group: Group) {
  const { headers } = await reader.ask(`/api/${group.slug}/live`);
  const header = headers.find(([name]) => name === "x-live-sources")?.[1] ?? "";
  return header.split(", ").map((source) => {
    const [name, ...fields] = source.split(";");
    const { state, error } = Object.fromEntries(fields.map((field) => field.split("=")));
    return {
      name: name as LiveType,
      state: state as SourceState,
      ...(error !== undefined && { last_error: error }),
    };
  });
}

function describeOnAir(group: Group, entry: LiveItem): object {
  const { id, type, slug, url_key: urlKey, viewers } = entry;
  const url = PLATFORMS[type].watchUrl({ id, urlKey, slug });
  return { on_air: true, ...describeBroadcast(group, entry), viewers, url };
}

function describeEnded(group: Group, broadcast: RecentItem): object {
  const { member: { name }, ended_at, peak_viewers } = broadcast;
  return {
    on_air: false,
    ...describeBroadcast(group, { ...broadcast, name }),
    ...{ ended: timesOf(ended_at, group), peak_viewers },
  };
}

/** What a broadcast is, on air or not. Performers write its title. */
function describeBroadcast(group: Group, { name, type, title, started_at }: {
  readonly name: string;
  readonly type: LiveType;
  readonly title: string;
  readonly started_at: string;
}) {
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
    return articles.map(({ id, title, content, published_at }) => ({
      at: Date.parse(published_at),
      item: {
        ...itemTimes({ id, published_at }, group),
        ...{ title, id: idOf(group, "news", id), text: shortened(content) },
      },
    }));
  }));
  return lists.flat().sort((one, other) => other.at - one.at).map(({ item }) => item);
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
