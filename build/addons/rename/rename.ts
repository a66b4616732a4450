/**
 * This room renames an item of the content: its file, the name in it, and what names it.
 *
 * @module
 */

import { foldText } from "../../../src/model/fold_text.ts";
import { titleId } from "../../../src/model/title_slug.ts";
import { isLink } from "../../read/misplaced.ts";
import { quote, suggestion } from "../../diagnostic/wording.ts";
import {
  type ContentFile,
  editFile,
  type EntryFields,
  readFolder,
} from "../../files/content_file.ts";
import { foldersIn, takenSlugs } from "../../files/read_group.ts";
import { refuseLinks } from "../../files/refuse_links.ts";
import { addressOf } from "../new/new_file.ts";
import { exists } from "../../read/there.ts";
import type { EntryFolder } from "../../read/walk.ts";
import { SCHEMAS } from "../../schema/schemas.ts";
import { TaskError } from "../../task/task_error.ts";
import { say } from "../../words/say.ts";

/** The kinds that can be renamed, their folders, and the field that has the name. */
const KINDS = {
  member: { folder: "members", field: "name" },
  setlist: { folder: "setlists", field: "name" },
  show: { folder: "shows", field: "title" },
  event: { folder: "events", field: "title" },
  news: { folder: "news", field: "title" },
  release: { folder: "releases", field: "title" },
} as const satisfies Readonly<Record<string, { folder: EntryFolder; field: string }>>;

export type RenamedKind = keyof typeof KINDS;
export const RENAMED_KINDS = Object.keys(KINDS) as readonly RenamedKind[];

/** What is to be renamed. */
export interface RenameOrder {
  /** The content folder. */
  readonly root: string;
  readonly kind: RenamedKind;
  readonly group: string;
  /** Its name, or the name of its file. */
  readonly old: string;
  readonly name: string;
  /** What the file is to be called, behind its day; it follows from the name if left out. */
  readonly address?: string | undefined;
}

/** What a renaming does, in this order: a kill between two of them leaves what the same call finishes. */
export interface Renaming {
  /** The texts of changed files, by path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly from: string;
  readonly to: string;
}

/**
 * Plans a renaming. The file keeps its earlier address in `former_slugs`, and a member her earlier name as a
 * nickname, so that line-ups still mean her; a setlist is renamed in the shows and counts that name it.
 *
 * @throws {TaskError} if nothing is called so, several are, or the new address is taken
 */
export function planRenaming(order: RenameOrder): Renaming {
  const { root, kind, group, name } = order;
  const { folder, field } = KINDS[kind];
  const file = findFile(order);
  const { path, slug, value } = file;
  const day = /^\d{4}-\d\d-\d\d(?=-)/.exec(slug)?.[0];
  const to = addressOf({ name, typed: order.address ?? "", day });
  const target = path.replace(/[^/]+(?=\.\w+$)/, to);
  const isOwn = textsIn(value["former_slugs"]).includes(to);
  const isTaken = exists(target) || !isOwn && takenSlugs(root, group, folder).has(to);
  if (to !== slug && isTaken) {
    throw new TaskError(
      say`Cannot use the address ${quote(to)}: it is taken; choose another one with --address`,
    );
  }
  const before = value[field];
  const changes: [field: string, value: unknown][] = [[field, name]];
  const former = formerSlug(kind, { slug, to, before, name });
  if (former !== undefined) {
    const kept = textsIn(value["former_slugs"]).filter((one) => one !== to);
    if (!kept.includes(former)) changes.push(["former_slugs", [...kept, former]]);
  }
  const nicknames = textsIn(value["nicknames"]);
  const isKept = [name, ...nicknames].some((one) => foldText(one) === foldText(String(before)));
  if (kind === "member" && typeof before === "string" && !isKept) {
    changes.push(["nicknames", [...nicknames, before]]);
  }
  const texts = kind === "setlist" && typeof before === "string"
    ? textsNaming(`${root}/${group}`, before, name)
    : new Map<string, string>();
  texts.set(path, editFile(file, changes, Object.keys(SCHEMAS[kind].schema.shape)));
  return { texts, from: path, to: target };
}

/** The earlier address of an item. A setlist's is made of its name, whatever its file is called. */
function formerSlug(
  kind: RenamedKind,
  { slug, to, before, name }: {
    readonly slug: string;
    readonly to: string;
    readonly before: unknown;
    readonly name: string;
  },
): string | undefined {
  if (kind !== "setlist") return slug === to ? undefined : slug;
  const former = titleId(String(before));
  return former === titleId(name) ? undefined : former;
}

/** The files of a group that name a setlist, with its new name in them. */
function textsNaming(folder: string, before: string, name: string): Map<string, string> {
  const isMeant = (written: unknown) =>
    typeof written === "string" && foldText(written) === foldText(before);
  const shows = readFolder(folder, "shows", () => {}).filter(({ value }) =>
    isMeant(value["setlist"])
  ).map((show) => [show.path, editFile(show, [["setlist", name]], [])] as const);
  const members = readFolder(folder, "members", () => {}).flatMap((member) => {
    const counts = Object(member.value["shows_before"]);
    const list: readonly EntryFields[] = Array.isArray(counts.by_setlist) ? counts.by_setlist : [];
    if (!list.some(({ setlist }) => isMeant(setlist))) return [];
    const by_setlist = list.map((one) => isMeant(one["setlist"]) ? { ...one, setlist: name } : one);
    const changed = editFile(member, [["shows_before", { ...counts, by_setlist }]], []);
    return [[member.path, changed] as const];
  });
  return new Map([...shows, ...members]);
}

/** The file that an order means. @throws {TaskError} */
function findFile({ root, kind, group, old }: RenameOrder): ContentFile {
  const { folder, field } = KINDS[kind];
  if (!foldersIn(root).includes(group)) {
    const hint = suggestion(group, foldersIn(root));
    throw new TaskError(say`There is no group "${group}" in ${root}${hint}`);
  }
  refuseLinks(root, `${group}/${folder}`);
  const files = readFolder(`${root}/${group}`, folder, () => {}).filter(({ path }) =>
    !isLink(path)
  );
  const ofSlug = files.filter(({ slug }) => slug === old);
  const found = ofSlug.length > 0
    ? ofSlug
    : files.filter(({ value }) => foldText(String(value[field] ?? "")) === foldText(old));
  const [first, second] = found;
  if (first === undefined) {
    const names = files.flatMap(({ slug, value }) => [slug, ...textsIn([value[field]])]);
    throw new TaskError(
      say`Nothing in ${root}/${group}/${folder} is called ${quote(old)}${suggestion(old, names)}`,
    );
  }
  if (second === undefined) return first;
  throw new TaskError(
    say`Several files have the name ${quote(old)}: name one, such as ${first.slug}`,
  );
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
