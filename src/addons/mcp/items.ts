import type { Group } from "../../catalog/catalog.ts";
import { notFound } from "../../http/http_error.ts";
import { SEARCH_KINDS } from "../../model/enums.ts";
import type { ScheduleItem } from "../../model/item/occasions.ts";
import type { ReleaseItem } from "../../model/item/publications.ts";
import type { SetlistDetailItem } from "../../model/item/setlists.ts";
import { titleId } from "../../model/title_slug.ts";
import type { Item, Kind, Reader } from "./reader.ts";

/** Each rejects with the refusal, if there is no such item. */
const READERS: Readonly<
  Record<Kind, (reader: Reader, group: Group, id: string) => Promise<Item>>
> = {
  async member(reader, group, id) {
    const member = await reader.item(group, "member-detail?url=", id);
    const { timezone } = group;
    const birthday = await reader.ask(`/v1/birthdays/${member.id}`, { timezone });
    if (birthday.status !== 200) return member;
    const { current_age, next_birthday, age_on_next_birthday } = birthday.body;
    return { ...member, current_age, next_birthday, age_on_next_birthday };
  },
  show: (reader, group, id) => reader.item(group, "theater/", id),
  async event(reader, group, id) {
    const event = await reader.item(group, "events/", id);
    // The schedule alone tells whether the time of day is known.
    const { time = "" } = (await reader.items<ScheduleItem>(group, "schedule"))
      .find((one) => one.id === event.id && one.type !== "theater") ?? {};
    return { ...event, start_at: event.date, time };
  },
  news: (reader, group, id) => reader.item(group, "news/", id),
  async release(reader, group, id) {
    const releases = await reader.items<ReleaseItem>(group, "releases");
    return releases.find((one) => one.id === id) ?? missing();
  },
  setlist: (reader, group, id) => reader.item(group, "setlists/", id),
  async song(reader, group, id) {
    const [setlists, releases] = await Promise.all([
      reader.items<SetlistDetailItem>(group, "setlists"),
      reader.items<ReleaseItem>(group, "releases"),
    ]);
    const isMeant = ({ title }: { readonly title: string }) => titleId(title) === id;
    const onStage = setlists.flatMap(({ id, name, songs, performed }) =>
      songs.filter(isMeant).map(({ title, center, unit }) => ({
        title,
        place: { setlist: name, id: idOf(group, "setlist", id), center, unit, performed },
      }))
    );
    const onRecord = releases.flatMap((release) =>
      release.tracks.filter(isMeant).map(({ title, number: track, members: sung_by }) => ({
        title,
        place: {
          release: release.title,
          id: idOf(group, "release", release.id),
          date: release.release_date,
          track,
          sung_by,
        },
      }))
    );
    const [first = missing()] = [...onStage, ...onRecord];
    return {
      id,
      title: first.title,
      setlists: onStage.map(({ place }) => place),
      releases: onRecord.map(({ place }) => place),
    };
  },
};

function missing(): never {
  throw notFound("Nothing has that id: search finds ids");
}

/** Reads an item by its id or a former one. @throws {HttpError} `NOT_FOUND` */
export function readItem(reader: Reader, group: Group, kind: Kind, id: string): Promise<Item> {
  return READERS[kind](reader, group, id);
}

/** The id of an item over all groups. */
export function idOf(group: Group, kind: Kind, slug: string): string {
  return `${group.slug}/${kind}/${slug}`;
}

/** The group of an id over all groups, and the item. @throws {HttpError} `NOT_FOUND` */
export async function readId(reader: Reader, id: string) {
  const [, name = "", kindName, slug = ""] = /^([^/]+)\/([a-z]+)\/(.+)$/s.exec(id.trim()) ?? [];
  const kind = SEARCH_KINDS.find((one) => one === kindName);
  if (kind === undefined) {
    throw notFound(`An id is <group>/<kind>/<name>; the kinds are ${SEARCH_KINDS.join(", ")}`);
  }
  const [group = missing()] = reader.groupsNamed(name);
  return { group, kind, item: await readItem(reader, group, kind, slug) };
}
