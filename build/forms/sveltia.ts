import { fieldLabel } from "../schema/field_labels.ts";
import type { FormCollection, FormGroup, GroupFileForm } from "./form_collection.ts";
import { formCollections, groupFileForms } from "./form_collection.ts";
import type { FormFieldSpec } from "./form_field.ts";
import type { ConfigValue } from "./pages_cms.ts";

type Config = Readonly<Record<string, ConfigValue>>;

/** Where changes go, and how editors sign in. */
export interface SveltiaOptions {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  /** The branch that is edited; the repository's own where undefined. */
  readonly branch: string | undefined;
  /** The server that signs editors in; they bring access tokens of their own where undefined. */
  readonly signIn: string | undefined;
}

/** Letters of other writings are left out of file names; 60 letters stand behind a day at most. */
const SLUG: Config = { encoding: "ascii", clean_accents: true, maxlength: 71 };

const FILE_NAME_PATTERN: readonly string[] = [
  "^[a-z0-9]+(?:[-_.][a-z0-9]+)*$",
  "Expected small letters, digits and hyphens, such as aufa-zafirah",
];

/** The configuration of Sveltia CMS (`config.yml`); `content` as for Pages CMS. */
export function sveltiaConfig(
  groups: readonly FormGroup[],
  content: string,
  { repository, branch, signIn }: SveltiaOptions,
): Config {
  return {
    backend: {
      name: "github",
      repo: repository,
      ...(branch !== undefined && { branch }),
      ...(signIn === undefined ? { auth_methods: ["token"] } : { base_url: signIn }),
    },
    // No file is uploaded: pictures lie on the web. The setting has to be there all the same.
    media_folder: `${content}media`,
    slug: SLUG,
    output: { omit_empty_optional_fields: true },
    show_preview_links: false,
    editor: { preview: false },
    collections: groups.flatMap((group, place) => [
      ...(place > 0 ? [{ divider: true }] : []),
      ...formCollections(group).map((kind) => collection(kind, group, content)),
      files(group, content),
    ]),
  };
}

function collection(kind: FormCollection, group: FormGroup, content: string): Config {
  const isNews = kind.folder === "news";
  const identifier = kind.columns.includes("name") ? "name" : kind.columns.at(-1)!;
  return {
    name: `${group.slug}_${kind.folder}`,
    label: `${group.name}: ${kind.label}`,
    label_singular: kind.singular,
    folder: `${content}${group.slug}/${kind.folder}`,
    extension: isNews ? "md" : "yaml",
    format: isNews ? "yaml-frontmatter" : "yaml",
    identifier_field: identifier,
    // Another name needs the old one in former_slugs, which no form writes.
    slug: { template: slugTemplate(kind), editable: ["create"], pattern: FILE_NAME_PATTERN },
    aliases_field: false,
    summary: kind.columns.map((column) => `{{${column}}}`).join(" "),
    sortable_fields: kind.columns,
    fields: [...fieldsOf(kind.fields, group.slug), ...(isNews ? [bodyField(group.language)] : [])],
  };
}

function bodyField(language: string): Config {
  return { name: "body", label: fieldLabel("body", language), widget: "richtext", required: false };
}

function slugTemplate({ fileName }: FormCollection): string {
  return fileName.map((part) => {
    const [field = "", other] = [part].flat();
    const instead = other === undefined ? "" : ` | default('{{fields.${other}}}')`;
    return `{{fields.${field}${instead}}}`;
  }).join("-");
}

function files(group: FormGroup, content: string): Config {
  const own = groupFileForms(group);
  return {
    name: `${group.slug}_files`,
    label: `${group.name}: ${own.map(({ label }) => label).join(", ")}`,
    format: "yaml",
    files: own.map((file) => ({
      name: file.name,
      label: file.label,
      file: `${content}${group.slug}/${file.name}.yaml`,
      fields: file.isList ? [rootList(file, group)] : fieldsOf(file.fields, group.slug),
    })),
  };
}

/** A file that is one list has a form with this list alone, whose name no file has. */
function rootList({ name, label, fields }: GroupFileForm, { slug }: FormGroup): Config {
  return { name, label, widget: "list", root: true, fields: fieldsOf(fields, slug) };
}

function fieldsOf(fields: readonly FormFieldSpec[], group: string): Config[] {
  return fields.map((field) => {
    const isPicker = field.type === "member";
    return field.isList && !isPicker ? listOf(field, group) : single(field, group);
  });
}

function single(field: FormFieldSpec, group: string): Config {
  const { name, label, hint, pattern, isRequired } = field;
  return {
    name,
    label,
    ...(hint !== "" && { hint }),
    required: isRequired,
    ...(pattern && { pattern: [pattern.regex, pattern.message] }),
    ...widgetOf(field, group),
  };
}

function listOf(field: FormFieldSpec, group: string): Config {
  const { name, label, hint, isRequired } = field;
  const entry = field.type === "object"
    ? { fields: fieldsOf(field.fields ?? [], group) }
    : { field: single({ ...field, hint: "", isList: false, isRequired: true }, group) };
  return {
    name,
    label,
    ...(hint !== "" && { hint }),
    required: isRequired,
    widget: "list",
    ...entry,
  };
}

function widgetOf(field: FormFieldSpec, group: string): Config {
  switch (field.type) {
    case "member":
      return { widget: "relation", ...membersOf(group), multiple: true };
    case "setlist":
      return { widget: "relation", ...setlistsOf(group) };
    case "object":
      return { widget: "object", fields: fieldsOf(field.fields ?? [], group) };
    case "choice":
      return {
        widget: "select",
        options: field.choices ?? [],
        ...(field.initial !== undefined && { default: field.initial }),
      };
    case "day":
      return { widget: "datetime", type: "date", format: "YYYY-MM-DD" };
    case "switch":
      return { widget: "boolean", default: false };
    case "number":
      return { widget: "number", value_type: "int" };
    case "text":
      return { widget: "text" };
    case "line":
      return { widget: "string" };
  }
}

function membersOf(group: string): Config {
  return {
    collection: `${group}_members`,
    value_field: "name",
    // A list among the fields to search would show its member once for each of its words.
    search_fields: ["name", "fullname"],
    display_fields: ["name"],
  };
}

function setlistsOf(group: string): Config {
  return {
    collection: `${group}_files`,
    file: "setlists",
    value_field: "setlists.*.name",
    display_fields: ["setlists.*.name"],
  };
}
