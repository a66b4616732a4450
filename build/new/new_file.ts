/**
 * This room makes a new content file from a template or from another file.
 *
 * @module
 */

import type { SetlistFile } from "../schema/content/occasions.ts";
import { type SchemaName, SCHEMAS } from "../schema/schemas.ts";
import { titleSlug } from "../derive/title_slug.ts";
import { EXAMPLES, hint, template, type TemplateFields } from "./template.ts";
import { say } from "../words/say.ts";
import { slug as slugSchema } from "../schema/content/field.ts";
import { quote } from "../diagnostic/wording.ts";
import { TaskError } from "../task/task_error.ts";
import { isMap, parseDocument } from "yaml";
import { fieldNames } from "../check/explain/schema_fields.ts";
import { stringifyDocument, styledNode } from "../yaml/styled_node.ts";
import { splitFrontMatter } from "../read/front_matter.ts";
import { exists } from "../read/there.ts";

/** What a new file is made from. */
interface Wish {
  /** What the entry is called, without its day. */
  readonly title: string;
  /** The day it takes place, `YYYY-MM-DD`. */
  readonly date: string;
  /** Whether somebody named that day. */
  readonly isDated?: boolean;
  /** When it begins, `HH:MM`. */
  readonly time?: string | undefined;
  /** The group's setlists. */
  readonly setlists: readonly SetlistFile[];
}

/** A new file of a group: its place in the group's folder, and its text. */
interface NewFile {
  readonly folder: string;
  readonly slug: string;
  readonly ending: "yaml" | "md";
  readonly text: string;
}

/** The fields of a kind, with some values. */
function filled(kind: keyof typeof EXAMPLES, values: TemplateFields): string {
  return template(SCHEMAS[kind].schema, values, EXAMPLES[kind]);
}

/** The text of a new `group.yaml`; `chosen` are fields that are to say something else. */
export function groupText(name: string, chosen: Readonly<Record<string, string>> = {}): string {
  const values = { name, family: "bare", timezone: "Asia/Jakarta", language: "id", ...chosen };
  return hint() + filled("group", values);
}

/** The kinds that begin at an hour. */
export const TIMED: readonly string[] = ["show", "event", "videocall"];

/** What makes a file of each kind. */
export const NEW_FILES: Readonly<Record<string, (wish: Wish) => NewFile>> = {
  member: ({ title: name }) =>
    yaml("members", titleSlug(name), filled("member", { name, status: "active" })),
  show: (wish) => {
    const { title, date, time, setlists } = wish;
    const setlist = setlists.find((known) => titleSlug(known.name) === titleSlug(title));
    const what = setlist === undefined ? { title } : { setlist: setlist.name };
    return yaml("shows", datedSlug(wish), filled("show", { ...what, date, time }));
  },
  setlist: ({ title: name }) => yaml("setlists", titleSlug(name), filled("setlist", { name })),
  news: (wish) => {
    const { title, date } = wish;
    const text = `---\n${hint()}${filled("news", { title, date })}---\n\n${article()}`;
    return { folder: "news", slug: datedSlug(wish), ending: "md", text };
  },
  event: (wish) => {
    const { title, date, time } = wish;
    return yaml("events", datedSlug(wish), filled("event", { title, type: "other", date, time }));
  },
  release: ({ title, date, isDated }) => {
    const day = isDated ? { release_date: date } : {};
    return yaml("releases", titleSlug(title), filled("release", { title, type: "single", ...day }));
  },
  videocall: ({ title, date, time = "16:30" }) => {
    const session = { session: "Sesi 1", title: title || undefined, start_time: time };
    return yaml("videocalls", date, filled("videocall", { date, sessions: [session] }));
  },
};

function article(): string {
  return `<!-- ${say`Write the article here, in Markdown. This line is not shown.`} -->\n`;
}

function yaml(folder: string, slug: string, text: string): NewFile {
  return { folder, slug, ending: "yaml", text: hint() + text };
}

function datedSlug({ title, date }: Wish): string {
  return [date, titleSlug(title)].filter(Boolean).join("-");
}

/** What the address of a new entry is made of. */
interface Addressed {
  readonly name: string;
  /** What somebody typed; empty where the address follows from the name. */
  readonly typed: string;
  /** The day in front of it, where the kind has one. */
  readonly day: string | undefined;
}

/**
 * The address of a new entry: the name of its file.
 *
 * @throws {TaskError} where none can be made of the name, or what was typed is none
 */
export function addressOf({ name, typed, day }: Addressed): string {
  const own = typed === "" ? titleSlug(name) : typed;
  if (own === "") {
    throw new TaskError(
      say`Cannot make an address of ${quote(name)}: write one in small Latin letters`,
    );
  }
  const address = day === undefined || own.startsWith(`${day}-`) ? own : `${day}-${own}`;
  const { error } = slugSchema.safeParse(address);
  if (error === undefined && /^[a-z0-9-]+$/.test(address) && address.length <= 100) return address;
  throw new TaskError(
    say`Cannot use the address ${quote(address)}: expected small letters, digits and hyphens,
      such as aufa-zafirah`,
  );
}

/** What belongs to the copied entry alone. */
const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  group: ["aliases", "accounts"],
  member: [
    ...["fullname", "name_native", "name_reading", "nicknames", "former_slugs", "history"],
    ...["idn_username", "room_id", "showroom_url_key"],
    ...["sr_exists", "youtube", "socials"],
  ],
  show: ["id", "former_slugs"],
  setlist: ["name_native", "name_reading"],
  news: ["id", "former_slugs", "publish_at"],
  event: ["id", "former_slugs"],
  release: ["id", "former_slugs"],
  videocall: ["former_slugs"],
};

/** The fields of an entry's name; a show's is its setlist or its title. */
const NAME_FIELDS: Readonly<Record<string, string>> = {
  group: "name",
  member: "name",
  show: "title",
  setlist: "name",
  news: "title",
  event: "title",
  release: "title",
};

/**
 * A copy of a file under a new name, with its comments, without what is its own: ids, former
 * addresses, accounts. An empty title is the copied one's. `made` is what the new file would be
 * without the copy.
 *
 * @throws {TaskError} where there is no such file, or it holds something else
 */
export function copyOf(path: string, kind: string, wish: Wish, made: NewFile): NewFile {
  const text = readCopied(path, made.ending);
  const parts = made.ending === "md" ? splitFrontMatter(text) : undefined;
  if (parts !== undefined && "message" in parts) {
    throw new TaskError(say`Cannot copy ${path}: ${parts.message}`);
  }
  const yaml = changedYaml(parts?.yaml ?? text, kind, wish, path);
  const title = wish.title === "" ? String(yaml.title) : wish.title;
  const slug = made.slug === wish.date && kind !== "videocall"
    ? `${wish.date}-${titleSlug(title)}`
    : made.slug;
  return { ...made, slug, text: parts ? `---\n${yaml.text}---\n${parts.body}` : yaml.text };
}

/** The text of a copied `group.yaml` with another name. */
export function copyGroup(path: string, name: string, fields: Readonly<Record<string, string>>) {
  const wish = { title: name, date: "", setlists: [] };
  return changedYaml(readCopied(path, "yaml"), "group", wish, path, fields).text;
}

/** A member's file has fields that a show's has not. */
function refuseOtherKind(path: string, kind: string, fields: readonly string[]): void {
  const known = fieldNames(SCHEMAS[kind as SchemaName].schema, []);
  const other = fields.find((field) => !known.includes(field));
  if (other === undefined) return;
  throw new TaskError(
    say`Cannot copy ${path}: a file of the kind ${kind} has no field "${other}"; name one of that kind`,
  );
}

function readCopied(path: string, ending: string): string {
  if (!exists(path)) throw new TaskError(say`Cannot copy ${path}: there is no such file`);
  if (!path.endsWith(`.${ending}`)) {
    throw new TaskError(
      say`Cannot copy ${path}: expected a file of the same kind that ends in .${ending}`,
    );
  }
  return Deno.readTextFileSync(path).replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}

function changedYaml(
  text: string,
  kind: string,
  wish: Wish,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): { readonly text: string; readonly title: unknown } {
  const document = parseDocument(text);
  const { contents } = document;
  if (document.errors.length > 0 || !isMap(contents)) {
    throw new TaskError(say`Cannot copy ${path}: it has mistakes; deno task check names them`);
  }
  refuseOtherKind(path, kind, contents.items.map(({ key }) => String(key)));
  for (const field of OWN_FIELDS[kind] ?? []) contents.delete(field);
  const days = kind === "release" ? wish.isDated && { release_date: wish.date } : {
    ...(contents.has("date") && { date: wish.date }),
    ...(wish.time !== undefined && TIMED.includes(kind) && { time: wish.time }),
  };
  const values = { ...namesOf(kind, wish), ...days };
  for (const [field, value] of Object.entries({ ...values, ...fields })) {
    if (value === undefined) contents.delete(field);
    else document.set(field, styledNode(field, value));
  }
  const title = contents.get("title") ?? contents.get("setlist") ?? contents.get("name");
  return { text: stringifyDocument(document), title };
}

/** A mere day as the name leaves the copied name; a setlist's name is the show's setlist. */
function namesOf(kind: string, { title, setlists }: Wish): Record<string, string | undefined> {
  const field = NAME_FIELDS[kind];
  if (field === undefined || title === "") return {};
  const setlist = kind === "show"
    ? setlists.find(({ name }) => titleSlug(name) === titleSlug(title))
    : undefined;
  return setlist === undefined ? { [field]: title } : { title: undefined, setlist: setlist.name };
}
