import type {
  PageGroup,
  PageItem,
  PagePaths,
  PageSetlist,
} from "../../../src/group_pages/page_group.ts";
import type { EditorMarks, PageView } from "../../../src/group_pages/views/view.ts";
import { wordsOf } from "../../../src/group_pages/words/words.ts";
import { type Html, html } from "../../../src/page/html.ts";
import { say } from "../../words/say.ts";
import type { FolderGroup, FolderItem, ItemView } from "./folder.ts";
import { fileNotes, groupPath, itemPath, listPath, marks, monthPath, shortPath } from "./parts.ts";

/** Shows a group at `now` (epoch ms). */
export function previewView(folder: FolderGroup, now: number): PageView {
  const sources = new Map<PageItem<unknown>, FolderSource>();
  const group = previewGroup(folder, now, (item, source) => void sources.set(item, source));
  return {
    group,
    words: wordsOf(folder.index.language),
    paths: previewPaths(folder.index.slug),
    marks: editorMarks(folder, now, (item) => sources.get(item)),
  };
}

/** Where an item comes from, and what it says at the instant. */
interface FolderSource {
  readonly item: FolderItem<unknown, unknown>;
  readonly view: ItemView<unknown>;
}

/** The folder as pages read it: drafts and what comes out later are there, too. */
function previewGroup(
  folder: FolderGroup,
  now: number,
  note: (item: PageItem<unknown>, source: FolderSource) => void,
): PageGroup {
  const seen = new Map<FolderItem<unknown, unknown>, PageItem<unknown, unknown>>();
  const show = <Fields, RowOf>(item: FolderItem<Fields, RowOf>): PageItem<Fields, RowOf> => {
    const known = seen.get(item);
    if (known !== undefined) return known as PageItem<Fields, RowOf>;
    const view = item.at(now);
    const made = { kind: item.kind, id: item.id, row: item.row, fields: view.fields };
    seen.set(item, made);
    note(made, { item, view });
    return made;
  };
  const setlists: readonly PageSetlist[] = folder.setlists.map((fields) => ({
    kind: "setlist",
    id: fields.id,
    row: undefined,
    fields,
  }));
  const counts = () => folder.counts(now);
  return {
    index: folder.index,
    now,
    holdUntil() {},
    members: () => folder.members.map(show),
    member: (slug) => folder.members.filter(({ id }) => id === slug).map(show)[0],
    shows: (wanted = () => true) => folder.shows.filter(({ row }) => wanted(row)).map(show),
    showsOf: ({ id }) => folder.shows.filter(({ row }) => row.members.includes(id)).map(show),
    showsOfSetlist: (name) =>
      folder.shows.map(show).filter(({ fields }) => fields.setlist === name),
    showStatsOf: ({ row }) => folder.isCounted(row.id) ? counts().statsOf(row).value : undefined,
    milestonesOf: ({ row }) => counts().milestonesOf(row).value,
    performedOf: (setlist) => counts().performed(setlists.indexOf(setlist)).value,
    membersOfSetlist(setlist) {
      const { value } = counts().membersOf(setlists.indexOf(setlist));
      return folder.members.map(show).map((member) => ({
        member,
        count: value.get(member.id) ?? 0,
      })).filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
    },
    news: () => folder.news.map(show),
    events: (wanted = () => true) => folder.events.filter(({ row }) => wanted(row)).map(show),
    releases: () => folder.releases.map(show),
    videocalls: () => folder.videocalls.map(show),
    setlists: () => setlists,
    onAir: () => [],
    platforms: [],
    hides: () => false,
  };
}

function previewPaths(group: string): PagePaths {
  return {
    group: groupPath(group),
    members: listPath(group, "members"),
    hasEveryMonth: true,
    news: (page) => listPath(group, "news", page),
    month: (month) => monthPath(group, month),
    item: (kind, id) => itemPath({ group, kind, id }),
  };
}

function editorMarks(
  folder: FolderGroup,
  now: number,
  sourceOf: (item: PageItem<unknown>) => FolderSource | undefined,
): EditorMarks {
  const NOTHING = html``;
  return {
    badges(item): Html {
      const source = sourceOf(item);
      return source === undefined ? NOTHING : marks(source.item, source.view, folder, now);
    },
    file(item) {
      const source = sourceOf(item);
      return source && shortPath(source.item);
    },
    notes(item): Html {
      const source = sourceOf(item);
      return source === undefined ? NOTHING : fileNotes(source.item);
    },
    command: (kind) => html`${say`Make the first with`} <code>deno task new ${kind}</code>.`,
  };
}
