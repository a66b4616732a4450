import type { SetlistsFile } from "../../src/model/content/occasions.ts";
import { isMap, parseDocument } from "yaml";
import { fieldNames } from "../check/explain/schema_fields.ts";
import { type SchemaName, SCHEMAS } from "../schema/schemas.ts";
import { titleSlug } from "../derive/title_slug.ts";
import { stringifyDocument, styledNode } from "../yaml/styled_node.ts";
import { splitFrontMatter } from "../read/front_matter.ts";
import { exists } from "../read/there.ts";
import type { NewFile } from "./new_file.ts";
import { TaskError } from "../task/task_error.ts";
import { say } from "../words/say.ts";

/** How the copy is called. */
interface Copied {
  /** The name without its day; empty where it is the copied one's. */
  readonly title: string;
  readonly date: string;
  readonly setlists: SetlistsFile;
}

/** What belongs to the copied entry alone. */
const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  group: ["aliases", "accounts"],
  member: [
    ...["fullname", "nicknames", "former_slugs", "idn_username", "room_id", "showroom_url_key"],
    ...["sr_exists", "youtube", "socials"],
  ],
  show: ["id", "former_slugs"],
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
 * addresses, accounts. `made` is what the new file would be without the copy.
 *
 * @throws {TaskError} where there is no such file, or it holds something else
 */
export function copyOf(path: string, kind: string, wish: Copied, made: NewFile): NewFile {
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
  wish: Copied,
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
  const values = { ...namesOf(kind, wish), ...(contents.has("date") && { date: wish.date }) };
  for (const [field, value] of Object.entries({ ...values, ...fields })) {
    if (value === undefined) contents.delete(field);
    else document.set(field, styledNode(field, value));
  }
  const title = contents.get("title") ?? contents.get("setlist") ?? contents.get("name");
  return { text: stringifyDocument(document), title };
}

/** A mere day as the name leaves the copied name; a setlist's name is the show's setlist. */
function namesOf(kind: string, { title, setlists }: Copied): Record<string, string | undefined> {
  const field = NAME_FIELDS[kind];
  if (field === undefined || title === "") return {};
  const setlist = kind === "show"
    ? setlists.find(({ name }) => titleSlug(name) === titleSlug(title))
    : undefined;
  return setlist === undefined ? { [field]: title } : { title: undefined, setlist: setlist.name };
}
