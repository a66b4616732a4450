/**
 * This room renames an item of the content: its file, the name in it, and what names it.
 *
 * @module
 */

import { titleId } from "../../../src/model/title_slug.ts";
import { forCaller } from "../../../src/platform/caller_paths.ts";
import { quote, suggestion } from "../../diagnostic/wording.ts";
import {
  type ContentFile,
  editFile,
  type EntryFields,
  readFolder,
} from "../../files/content_file.ts";
import { entryAddress } from "../../files/entry_address.ts";
import {
  foldersIn,
  isSame,
  refuseNamesake,
  refuseSetlist,
  takenSlugs,
} from "../../files/read_group.ts";
import { refuseLinks } from "../../files/refuse_links.ts";
import { writeAndPrint } from "../../files/write_texts.ts";
import { isLink } from "../../read/misplaced.ts";
import { exists } from "../../read/there.ts";
import { SCHEMAS } from "../../schema/schemas.ts";
import { commandReader, textOption } from "../../task/command_line.ts";
import { taskOf } from "../../task/run_task.ts";
import { DONE, TaskError } from "../../task/task_error.ts";
import { settingsWithContent } from "../../task/task_settings.ts";
import { phrase, say } from "../../words/say.ts";

/** The kinds that can be renamed, their folders, and the field that has the name. */
const KINDS = {
  member: { folder: "members", field: "name" },
  setlist: { folder: "setlists", field: "name" },
  show: { folder: "shows", field: "title" },
  event: { folder: "events", field: "title" },
  news: { folder: "news", field: "title" },
  release: { folder: "releases", field: "title" },
} as const;

type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as readonly Kind[];

interface RenameOrder {
  readonly kind: Kind;
  readonly group: string;
  /** Its name, or the name of its file. */
  readonly old: string;
  readonly name: string;
  /** What the file is to be called, behind its day; it follows from the name if left out. */
  readonly address: string | undefined;
}

const USAGE = 'deno task rename <kind> <group> <old> "<new name>"';

const HELP = `Renames an item: its file, the name in it, and what names it.

  ${USAGE} [--address <address>]

  deno task rename member groupa nadindra-pramesti "Nadindra Ayu"
  deno task rename setlist groupa "Jendela Pagi" "Jendela Senja"
  deno task rename show groupa 2026-07-04-jendela-pagi "Malam Pertama"

The kinds are ${KIND_NAMES.join(", ")}. <old> is the name of the file, without its ending, or the
name that is in it. The earlier address goes into former_slugs, so that links keep working. A member
keeps her earlier name as a nickname, so that line-ups still mean her; the shows and counts that name
a setlist get its new name.

  --address         what the file is called, behind its day, if it is not to follow from the name

It prints the files that it changed. git diff shows what it did; deno task check looks for mistakes.

Exit codes: 0 renamed; 1 it cannot be, and nothing is written; 2 a wrong call.`;

export const task = taskOf({
  usage: USAGE,
  help: HELP,
  readCall: commandReader({
    options: { address: textOption(phrase`small letters, digits and hyphens`) },
    read([word = "", group, old, ...words], { address }): RenameOrder | string {
      const kind = KIND_NAMES.find((one) => one === word);
      const name = words.join(" ").trim();
      if (kind === undefined && word !== "") {
        return say`Cannot rename "${word}": expected one of ${KIND_NAMES.join(", ")}${
          suggestion(word, KIND_NAMES)
        }`;
      }
      if (kind === undefined || group === undefined || old === undefined || name === "") {
        return say`Expected a kind, a group, what it is called now, and its new name`;
      }
      return { kind, group, old, name, address };
    },
  }),
  run(order: RenameOrder) {
    const { CONTENT_DIR: root } = settingsWithContent();
    const file = findFile(root, order);
    const { texts, to } = renaming(root, file, order);
    // A kill between the two leaves what the same call finishes.
    writeAndPrint(texts);
    if (file.path === to) return DONE;
    Deno.renameSync(file.path, to);
    console.log(`${forCaller(file.path)} → ${forCaller(to)}`);
    return DONE;
  },
});

/** The file that an order means. @throws {TaskError} */
function findFile(root: string, { kind, group, old }: RenameOrder): ContentFile {
  const { folder, field } = KINDS[kind];
  if (!foldersIn(root).includes(group)) {
    const hint = suggestion(group, foldersIn(root));
    throw new TaskError(say`There is no group "${group}" in ${root}${hint}`);
  }
  refuseLinks(root, `${group}/${folder}`);
  const files = readFolder(`${root}/${group}`, folder, () => {})
    .filter(({ path }) => !isLink(path));
  const ofSlug = files.find(({ slug }) => slug === old);
  if (ofSlug !== undefined) return ofSlug;
  const [first, second] = files.filter(({ value }) => isSame(value[field], old));
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

/**
 * The new texts, and the new path of the file. It keeps its earlier address in `former_slugs`, and a member
 * her earlier name as a nickname; a setlist is renamed in the shows and counts that name it.
 *
 * @throws {TaskError} if the new address or name is taken, none can be made, or a name of hers would mean two
 */
function renaming(root: string, file: ContentFile, { kind, group, name, address }: RenameOrder) {
  const { folder, field } = KINDS[kind];
  const { path, slug, value } = file;
  const day = /^\d{4}-\d\d-\d\d(?=-)/.exec(slug)?.[0];
  const newSlug = entryAddress({ title: name, typed: address, day });
  const to = path.replace(/[^/]+(?=\.\w+$)/, newSlug);
  const formerSlugs = textsIn(value["former_slugs"]);
  const isOwn = formerSlugs.includes(newSlug);
  if (
    newSlug !== slug && (exists(to) || !isOwn && takenSlugs(root, group, folder).has(newSlug))
  ) {
    throw new TaskError(
      say`Cannot use the address ${quote(newSlug)}: it is taken; choose another one with --address`,
    );
  }
  // A file that is broken may have none, or fields in its place.
  const [before = name] = textsIn([value[field]]);
  if (kind === "member") {
    // What is an address of hers already, or stays her name, comes first in line-ups.
    const kept = [slug, ...formerSlugs, ...isSame(before, name) ? [name] : []];
    const [names, former] = [[name, newSlug], [before]]
      .map((all) => all.filter((one) => !kept.some((mine) => isSame(mine, one))));
    refuseNamesake(root, group, path, names!, former);
  }
  if (kind === "setlist") refuseSetlist(root, group, name, path);
  const changes: [field: string, value: unknown][] = [[field, name]];
  // The address of a setlist is made of its name, whatever its file is called.
  const [former, now] = kind === "setlist" ? [titleId(before), titleId(name)] : [slug, newSlug];
  if (former !== now) {
    const kept = formerSlugs.filter((one) => one !== now && one !== former);
    changes.push(["former_slugs", [...kept, former]]);
  }
  const nicknames = textsIn(value["nicknames"]);
  if (kind === "member" && ![name, ...nicknames].some((one) => isSame(before, one))) {
    changes.push(["nicknames", [...nicknames, before]]);
  }
  const texts = kind === "setlist"
    ? textsNaming(`${root}/${group}`, before, name)
    : new Map<string, string>();
  texts.set(path, editFile(file, changes, Object.keys(SCHEMAS[kind].schema.shape)));
  return { texts, to };
}

/** The files of a group that name a setlist, with its new name in them. */
function textsNaming(folder: string, before: string, name: string): Map<string, string> {
  const shows = readFolder(folder, "shows", () => {})
    .filter(({ value }) => isSame(value["setlist"], before))
    .map((show) => [show.path, editFile(show, [["setlist", name]], [])] as const);
  const members = readFolder(folder, "members", () => {}).flatMap((member) => {
    const counts = Object(member.value["shows_before"]);
    const list: readonly EntryFields[] = Array.isArray(counts.by_setlist) ? counts.by_setlist : [];
    const by_setlist = list.map((one) =>
      isSame(one["setlist"], before) ? { ...one, setlist: name } : one
    );
    if (by_setlist.every((one, place) => one === list[place])) return [];
    const changed = editFile(member, [["shows_before", { ...counts, by_setlist }]], []);
    return [[member.path, changed] as const];
  });
  return new Map([...shows, ...members]);
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
