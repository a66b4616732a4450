import { birthdayOn, monthDayOf } from "../../../../src/birthday/birthday.ts";
import type { GroupReader, ItemRef, PagePaths } from "../../../../src/addons/pages/reader.ts";
import type { EditorMarks, PageView } from "../../../../src/addons/pages/views/view.ts";
import { wordsOf } from "../../../../src/addons/pages/words/words.ts";
import type { MemberDetailItem } from "../../../../src/model/item/member.ts";
import { html } from "../../../../src/page/html.ts";
import { localDay } from "../../../../src/time/local_day.ts";
import { say } from "../../../words/say.ts";
import type { FolderGroup, FolderItem } from "./folder.ts";
import { fileNotes, groupPath, itemPath, listPath, marks, monthPath, shortPath } from "./parts.ts";

/** Shows a group at `now` (epoch ms). */
export function previewView(folder: FolderGroup, now: number): PageView {
  return {
    read: folderReader(folder, now),
    words: wordsOf(folder.index.language),
    paths: previewPaths(folder.index.slug),
    marks: editorMarks(folder, now),
  };
}

const NEVER_ON_AIR = { onAir: [], platforms: [] };

/** Reads the folder as pages read a group: drafts and what comes out later are there, too. */
function folderReader(folder: FolderGroup, now: number): GroupReader {
  const { index } = folder;
  const counts = () => folder.counts(now);
  const read = new Map<FolderItem<unknown, unknown>, unknown>();
  const fieldsOf = <Fields>(items: readonly FolderItem<Fields, unknown>[]) =>
    items.map((item) => {
      if (!read.has(item)) read.set(item, item.at(now).fields);
      return read.get(item) as Fields;
    });
  const find = <Fields extends { readonly id: string }>(
    items: readonly FolderItem<Fields, unknown>[],
    id: string,
  ) => fieldsOf(items).find((fields) => fields.id === id);
  const isWithin = ({ date }: { readonly date: string }, { from = "", to = "9999" }) =>
    date >= from && date <= to;
  // deno-lint-ignore require-await
  const soon = <T>(make: () => T) => async () => make();
  return {
    group: index,
    now,
    holdUntil() {},
    hides: () => false,
    live: () => Promise.resolve(NEVER_ON_AIR),
    members: soon(() => fieldsOf(folder.members)),
    releases: soon(() => fieldsOf(folder.releases)),
    videocalls: soon(() => fieldsOf(folder.videocalls)),
    setlists: soon(() => folder.setlists),
    member: (slug) =>
      soon(() => {
        const fields = find(folder.members, slug);
        const row = folder.members.find(({ id }) => id === slug)?.row;
        const shows = row !== undefined && folder.isCounted(row.id)
          ? counts().statsOf(row).value
          : { total: 0, by_setlist: [] };
        const stats: MemberDetailItem["stats"] = {
          total_live: { idn: 0, showroom: 0, youtube: 0 },
          shows,
        };
        return fields && { ...fields, recentTheater: [], upcomingTheater: [], stats };
      })(),
    birthdays: soon(() => {
      const today = localDay(now, index.timezone);
      return folder.members.flatMap((item) => {
        const { birthDate: born } = item.row;
        if (born === undefined) return [];
        const { name, status, img, generation, group } = item.at(now).fields;
        const { daysUntil, nextBirthday, isToday } = birthdayOn(born, today, index.leapDay);
        const birth_date = born.startsWith("-") ? "" : born;
        return [{
          ...{ member_id: item.id, name, status, img, generation, group, birth_date },
          ...{ birthday: monthDayOf(born), days_until: daysUntil, is_today: isToday },
          next_birthday: nextBirthday,
        }];
      });
    }),
    shows: ({ member, status, most, ...days }) =>
      soon(() => {
        const wanted = folder.shows.filter(({ row }) =>
          isWithin(row, days) && (member === undefined || row.members.includes(member)) &&
          (status === undefined || (status === "upcoming") === row.start > now)
        );
        const fields = fieldsOf(status === "upcoming" ? wanted.toReversed() : wanted);
        return fields.slice(0, most);
      })(),
    show: (id) =>
      soon(() => {
        const item = folder.shows.find((one) => one.id === id);
        if (item === undefined) return undefined;
        return { ...fieldsOf([item])[0]!, milestones: [...counts().milestonesOf(item.row).value] };
      })(),
    news: (page, size) =>
      soon(() => ({
        articles: fieldsOf(folder.news).slice((page - 1) * size, page * size)
          .map((fields) => ({ ...fields, content: fields.content_text })),
        total: folder.news.length,
      }))(),
    article: (asked) =>
      soon(() => fieldsOf(folder.news).find(({ id, slug }) => id === asked || slug === asked))(),
    events: (days) =>
      soon(() => fieldsOf(folder.events.filter(({ row }) => isWithin(row, days))))(),
    setlist: (id) =>
      soon(() => {
        const place = folder.setlists.findIndex((setlist) => setlist.id === id);
        if (place < 0) return undefined;
        const { value } = counts().membersOf(place);
        const by_member = fieldsOf(folder.members)
          .map(({ id, name }) => ({ id, name, count: value.get(id) ?? 0 }))
          .filter(({ count }) => count > 0)
          .sort((one, other) => other.count - one.count);
        const performed = counts().performed(place).value;
        return { ...folder.setlists[place]!, performed, by_member };
      })(),
  };
}

function previewPaths(group: string): PagePaths {
  return {
    group: groupPath(group),
    members: listPath(group, "members"),
    news: (page) => listPath(group, "news", page),
    month: (month) => monthPath(group, month),
    item: (kind, id) => itemPath({ group, kind, id }),
  };
}

function editorMarks(folder: FolderGroup, now: number): EditorMarks {
  const { members, shows, news, events, releases, videocalls } = folder;
  const items = new Map<string, FolderItem<unknown, unknown>>();
  const add = (id: string, item: FolderItem<unknown, unknown>) => {
    const key = `${item.kind}/${id}`;
    if (!items.has(key)) items.set(key, item);
  };
  for (const item of [members, shows, events, releases, videocalls].flat()) add(item.id, item);
  for (const item of news) add(item.at(now).fields.slug, item);
  const itemAt = ({ kind, id }: ItemRef) => items.get(`${kind}/${id}`);
  return {
    badges(ref) {
      const item = itemAt(ref);
      return item === undefined ? html`` : marks(item, item.at(now), folder, now);
    },
    file(ref) {
      const item = itemAt(ref);
      return item && shortPath(item);
    },
    notes(ref) {
      const item = itemAt(ref);
      return item === undefined ? html`` : fileNotes(item);
    },
    command: (kind) => html`${say`Make the first with`} <code>deno task new ${kind}</code>.`,
  };
}
