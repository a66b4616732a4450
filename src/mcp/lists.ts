import { bySoonest, renderZonedBirthday, viewBirthdays } from "../catalog/birthdays.ts";
import type { Group } from "../catalog/catalog.ts";
import type { ItemChange } from "../changes/compare_items.ts";
import { SEARCH_KINDS } from "../model/enums.ts";
import type { NewsItem } from "../model/item/publications.ts";
import { PLATFORMS } from "../model/platforms.ts";
import { shortened } from "./find_items.ts";
import { countText, idOf, type Lookup, timesAt, timesText } from "./lookup.ts";
import { type CallResult, fitted, listResult, MAX_ITEMS } from "./result.ts";

/** `birthdays`: of all groups, by the date in a zone. */
export function listBirthdays(lookup: Lookup, { days, timezone }: {
  readonly days: number;
  readonly timezone: string;
}): CallResult {
  const view = viewBirthdays(lookup.ctx.groups, timezone, lookup.now);
  lookup.holdUntil(view.validUntil);
  const all = view.celebrants.filter(({ birthday }) => birthday.daysUntil <= days)
    .toSorted(bySoonest);
  const entries = all.slice(0, MAX_ITEMS).map((celebrant) => {
    const { group, member } = celebrant;
    const { name, status, next_birthday: date, days_until, age_on_next_birthday: turns } =
      renderZonedBirthday(celebrant);
    const id = idOf(group, "member", member.id);
    const when = days_until === 0
      ? "today"
      : days_until === 1
      ? "tomorrow"
      : `in ${days_until} days`;
    const age = turns === undefined ? "" : `, turns ${turns}`;
    return {
      line: `${date} (${when}) · ${name}${age} · ${group.name}, ${status} · ${id}`,
      item: {
        id,
        name,
        group: group.slug,
        status,
        date,
        days_until,
        ...(turns !== undefined && { turns }),
      },
    };
  });
  return fitted(entries, (some) => {
    const more = all.length - some.length;
    const head = `${countText(all.length, "birthday")} from ${view.date} (today in ${timezone}), ${
      countText(days, "day")
    } ahead`;
    return listResult(
      [head, ...some.map(({ line }) => line), ...(more > 0 ? [`… and ${more} more`] : [])],
      { today: view.date, timezone, items: some.map(({ item }) => item), more },
    );
  });
}

/** `live`: who is on air, and what ended last. */
export async function listLive(lookup: Lookup, { group, member }: {
  readonly group: string | undefined;
  readonly member: string | undefined;
}): Promise<CallResult> {
  const { live: { view, recents } } = lookup.ctx;
  const groups = lookup.groupsNamed(group);
  const found = member === undefined ? undefined : await lookup.membersNamed(groups, member);
  const isWanted = (group: Group, slug: string) =>
    found === undefined || found.some((one) => one.group === group && one.member.id === slug);
  const onAir = groups.flatMap((group) =>
    view.list(group.slug).filter(({ url }) => isWanted(group, url)).map((entry) => {
      const { id, type, name, title, slug, url_key: urlKey, viewers } = entry;
      const url = PLATFORMS[type].watchUrl({ id, urlKey, slug });
      const times = timesAt(Date.parse(entry.started_at), group.timezone);
      return {
        line: `On air: ${name} · ${PLATFORMS[type].title} · "${shortened(title)}" · since ${
          timesText(times)
        } · ${url}`,
        item: {
          on_air: true,
          name,
          group: group.slug,
          platform: type,
          title: shortened(title),
          ...times,
          viewers,
          url,
        },
      };
    })
  );
  const ended = groups.flatMap((group) =>
    recents.list(group.slug).filter(({ member: { url } }) => isWanted(group, url))
      .slice(0, MAX_ITEMS).map((broadcast) => ({ group, broadcast }))
  ).toSorted((one, other) => one.broadcast.ended_at < other.broadcast.ended_at ? 1 : -1)
    .map(
      (
        { group, broadcast: { type, title, member: { name }, started_at, ended_at, peak_viewers } },
      ) => {
        const times = timesAt(Date.parse(started_at), group.timezone);
        const end = timesAt(Date.parse(ended_at), group.timezone);
        return {
          line: `Ended: ${name} · ${PLATFORMS[type].title} · "${shortened(title)}" · ${
            timesText(times)
          } to ${end.local}`,
          item: {
            on_air: false,
            name,
            group: group.slug,
            platform: type,
            title: shortened(title),
            ...times,
            ended: end,
            peak_viewers,
          },
        };
      },
    );
  const unknown = view.sources().filter(({ state }) => state === "down" || state === "off")
    .map(({ name }) => PLATFORMS[name].title);
  const head = `${onAir.length} on air at ${
    timesText(timesAt(lookup.now, groups[0]?.timezone ?? "UTC"))
  }${unknown.length === 0 ? "" : `; not known of ${unknown.join(", ")}`}`;
  return fitted([...onAir, ...ended], (some) =>
    listResult(
      [head, ...some.map(({ line }) => line)],
      { on_air: onAir.length, not_known: unknown, items: some.map(({ item }) => item) },
    ));
}

/** How many articles are news. */
const NEWS = 5;

/** `changes`: the newest articles, or what changed since a cursor. */
export function listChanges(lookup: Lookup, { since }: {
  readonly since: string | undefined;
}): CallResult {
  const { changes: feed, groups, formerGroups } = lookup.ctx;
  const { cursor, changes, validUntil } = feed.since(since, lookup.now);
  lookup.holdUntil(validUntil);
  const readable = new Set([...groups.map(({ slug }) => slug), ...formerGroups]);
  const entries = since === undefined
    ? newsOf(lookup)
    : changes.filter(({ group }) => readable.has(group)).map((one) => changeOf(lookup, one));
  const head = since === undefined
    ? `The newest articles. Ask again with since "${cursor}" for what changed from now on`
    : `${countText(entries.length, "change")}. Ask again with since "${cursor}"`;
  return fitted(entries, (some) => {
    const more = entries.length - some.length;
    return listResult(
      [head, ...some.map(({ line }) => line), ...(more > 0 ? [`… and ${more} more`] : [])],
      { cursor, items: some.map(({ item }) => item), more },
    );
  });
}

/** A line for people, and the same as data. */
interface Said {
  readonly line: string;
  readonly item: object;
}

function changeOf(lookup: Lookup, { group, kind, id, change, fields }: ItemChange): Said {
  const title = titleOf(lookup, group, kind, id);
  const item = { id: `${group}/${kind}/${id}`, change, fields: [...fields] };
  const what = fields.length > 0 ? `: ${fields.join(", ")}` : "";
  return {
    line: `${change} · ${title ?? id} · ${item.id}${what}`,
    item: { ...item, ...(title !== undefined && { title }) },
  };
}

function newsOf(lookup: Lookup): readonly Said[] {
  return lookup.ctx.groups.flatMap((group) =>
    lookup.list(group.table("news")).slice(0, NEWS).map((row) => {
      const { title, date, content } = lookup.read<NewsItem>(row);
      const id = idOf(group, "news", row.slug);
      return {
        line: `${date} · ${title} · ${group.name} · ${id}`,
        item: { id, title, date, text: shortened(content) },
      };
    })
  ).toSorted((one, other) => one.item.date < other.item.date ? 1 : -1);
}

/** The title of a changed item; undefined if it is gone, or its kind has none. */
function titleOf(lookup: Lookup, slug: string, kind: string, id: string): string | undefined {
  const group = lookup.ctx.catalog.group(slug);
  const known = SEARCH_KINDS.find((one) => one === kind);
  if (group?.slug !== slug || known === undefined) return undefined;
  switch (known) {
    case "member":
      return group.table("members").find((row) => row.id === id && lookup.isPresent(row))?.name;
    case "show":
    case "event":
    case "news":
    case "release": {
      const table = known === "news" ? known : `${known}s` as const;
      const row = group.table(table).find((row) => row.id === id && lookup.isPresent(row));
      return row && lookup.read<{ readonly title: string }>(row).title;
    }
    default:
      return undefined;
  }
}
