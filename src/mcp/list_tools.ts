import { CHANGES as CHANGE_FEED, LIVE as LIVE_SERVICE } from "../core/services.ts";
import { bySoonest, renderZonedBirthday, viewBirthdays } from "../catalog/birthdays.ts";
import type { Group } from "../catalog/catalog.ts";
import { SINCE } from "../change_feed/change_feed.ts";
import type { ItemChange } from "../changes/compare_items.ts";
import { onAirWords } from "../group_pages/views/on_air.ts";
import { ENGLISH } from "../group_pages/words/english.ts";
import { anyText, otherwise, wholeNumber } from "../http/parameter.ts";
import { SEARCH_KINDS } from "../model/enums.ts";
import type { NewsItem } from "../model/item/publications.ts";
import { type LiveType, PLATFORMS } from "../model/platforms.ts";
import { TIMEZONE } from "../routes/resources/filters.ts";
import { ENDED, ON_AIR } from "../routes/resources/live.ts";
import { idOf, type Lookup, timesAt, timesIn, timesText } from "./lookup.ts";
import { MAX_DAYS, WHO } from "./schedule_tool.ts";
import { countText, type Entry, listResult, MAX_ITEMS, shortened, tool } from "./tool.ts";

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
  answer(lookup, { days, timezone }) {
    const view = viewBirthdays(lookup.ctx.groups, timezone, lookup.now);
    lookup.holdUntil(view.validUntil);
    const all = view.celebrants.filter(({ birthday }) => birthday.daysUntil <= days)
      .toSorted(bySoonest);
    const entries = all.slice(0, MAX_ITEMS).map((celebrant): Entry => {
      const { group, member } = celebrant;
      const { name, status, next_birthday: date, days_until, age_on_next_birthday: turns } =
        renderZonedBirthday(celebrant);
      const id = idOf(group, "member", member.id);
      const when = ["today", "tomorrow"][days_until] ?? `in ${days_until} days`;
      const age = turns === undefined ? "" : `, turns ${turns}`;
      return {
        line: `${date} (${when}) · ${name}${age} · ${group.name}, ${status} · ${id}`,
        item: { id, name, group: group.slug, status, date, days_until, turns },
      };
    });
    const head = `${countText(all.length, "birthday")} from ${view.date} (today in ${timezone}), ` +
      `${countText(days, "day")} ahead`;
    return listResult(head, entries, { total: all.length, data: { today: view.date, timezone } });
  },
});

/** `live`: who is on air, and what ended last. */
export const LIVE = tool({
  title: "Live",
  description:
    "Who is on air now on IDN Live, SHOWROOM and YouTube, with the address to watch, and which " +
    "broadcasts ended last: who was on air tonight, last night, or when a member was last on air.",
  parameters: WHO,
  async version(ctx) {
    await Promise.all([ON_AIR.ready(ctx.use), ENDED.ready(ctx.use)]);
    // The answer says at what instant it holds.
    return undefined;
  },
  answer(lookup, { group, member }) {
    const { view, recents } = lookup.ctx.use(LIVE_SERVICE);
    const { groups, members } = lookup.meant(group, member);
    const isWanted = (group: Group, slug: string) =>
      members?.some((one) => one.group === group && one.member.id === slug) ?? true;
    const onAir = groups.flatMap((group) =>
      view.list(group.slug).filter(({ url }) => isWanted(group, url)).map((entry): Entry => {
        const { id, type, slug, url_key: urlKey, viewers } = entry;
        const url = PLATFORMS[type].watchUrl({ id, urlKey, slug });
        const { times, said, item } = describeBroadcast(group, entry);
        return {
          line: `On air: ${said} · since ${timesText(times)} · ${url}`,
          item: { on_air: true, ...item, viewers, url },
        };
      })
    );
    const ended = groups.flatMap((group) =>
      recents.list(group.slug).filter(({ member: { url } }) => isWanted(group, url))
        .slice(0, MAX_ITEMS).map((broadcast) => ({ group, broadcast }))
    ).toSorted((one, other) => one.broadcast.ended_at < other.broadcast.ended_at ? 1 : -1)
      .map(({ group, broadcast }): Entry => {
        const { member: { name }, ended_at, peak_viewers } = broadcast;
        const ended = timesAt(Date.parse(ended_at), group.timezone);
        const { times, said, item } = describeBroadcast(group, { ...broadcast, name });
        return {
          line: `Ended: ${said} · ${timesText(times)} to ${timesText(ended)}`,
          item: { on_air: false, ...item, ended, peak_viewers },
        };
      });
    const sources = view.sources();
    const unknown = sources.filter(({ state }) => state === "down" || state === "off")
      .map(({ name }) => PLATFORMS[name].title);
    const at = timesText(timesAt(lookup.now, groups[0]?.timezone ?? "UTC"));
    const said = onAirWords(ENGLISH, sources, onAir.length);
    const head = onAir.length > 0 ? `${onAir.length} on air at ${at}.` : `At ${at}:`;
    return listResult(`${head} ${said}`.trim(), [...onAir, ...ended], {
      data: { on_air: onAir.length, not_known: unknown },
    });
  },
});

/** What a broadcast is, on air or not. Performers write its title. */
function describeBroadcast(group: Group, { name, type, title, started_at }: {
  readonly name: string;
  readonly type: LiveType;
  readonly title: string;
  readonly started_at: string;
}) {
  const times = timesAt(Date.parse(started_at), group.timezone);
  const line = shortened(title);
  return {
    times,
    said: `${name} · ${PLATFORMS[type].title} · "${line}"`,
    item: { name, group: group.slug, platform: type, title: line, ...times },
  };
}

const NEWS = 5;

/** `changes`: the newest articles, or what changed since a cursor. */
export const CHANGES = tool({
  title: "News and changes",
  description:
    "The newest news articles, and a cursor. With the cursor of an earlier answer as `since`: which " +
    "members, shows, events, releases and articles were added, changed or removed after it.",
  parameters: { since: anyText(SINCE) },
  async version({ use }) {
    await use(CHANGE_FEED).ready();
    return use(CHANGE_FEED).version();
  },
  answer(lookup, { since }) {
    const { groups, use } = lookup.ctx;
    const { cursor, changes, validUntil } = use(CHANGE_FEED).since(since, lookup.now);
    lookup.holdUntil(validUntil);
    if (since === undefined) {
      const head =
        `The newest articles. Ask again with since "${cursor}" for what changed from now on`;
      return listResult(head, newestArticles(lookup), { data: { cursor } });
    }
    const all = changes.filter((change) => groups.some(({ slug }) => slug === change.group));
    const entries = all.slice(0, MAX_ITEMS).map((change) => describeChange(lookup, change));
    const head = `${countText(all.length, "change")}. Ask again with since "${cursor}"`;
    return listResult(head, entries, { total: all.length, data: { cursor } });
  },
});

function newestArticles(lookup: Lookup): readonly Entry[] {
  return lookup.ctx.groups.flatMap((group) =>
    lookup.list(group.table("news")).slice(0, NEWS).map((row) => {
      const { title, content, published_at } = lookup.read<NewsItem>(row);
      const times = timesIn(published_at);
      const id = idOf(group, "news", row.id);
      return {
        utc: times.utc,
        line: `${timesText(times)} · ${title} · ${group.name} · ${id}`,
        item: { id, title, ...times, text: shortened(content) },
      };
    })
  ).toSorted((one, other) => one.utc < other.utc ? 1 : -1);
}

function describeChange(lookup: Lookup, { group, kind, id, change, fields }: ItemChange): Entry {
  const title = titleOf(lookup, group, kind, id);
  const item = { id: `${group}/${kind}/${id}`, change, fields: [...fields], title };
  const what = fields.length > 0 ? `: ${fields.join(", ")}` : "";
  return { line: `${change} · ${title ?? id} · ${item.id}${what}`, item };
}

/** The title of a changed item; undefined if it is gone, or its kind has none. */
function titleOf(lookup: Lookup, slug: string, kind: string, id: string): string | undefined {
  const group = lookup.ctx.catalog.group(slug);
  const known = SEARCH_KINDS.find((one) => one === kind);
  if (group?.slug !== slug || known === undefined || known === "setlist" || known === "song") {
    return undefined;
  }
  const table = group.table(known === "news" ? known : `${known}s`);
  const row = table.find((row) => row.id === id && lookup.isPresent(row));
  if (row === undefined) return undefined;
  const { title, name } = lookup.read<{ readonly title?: string; readonly name?: string }>(row);
  return title ?? name;
}
