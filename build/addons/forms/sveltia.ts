import { choiceLabel, fieldLabel } from "../../schema/field_labels.ts";
import type { FormCollection, FormGroup } from "./form_collection.ts";
import { formCollections, groupFileForm } from "./form_collection.ts";
import type { FormFieldSpec } from "./form_field.ts";

/** A value of YAML: what a configuration is made of. */
type ConfigValue =
  | string
  | number
  | boolean
  | null
  | readonly ConfigValue[]
  | { readonly [key: string]: ConfigValue };

/** The fields of a configuration, or of a part of one. */
type Config = Readonly<Record<string, ConfigValue>>;

/** Where changes go, and how editors sign in. */
export interface SveltiaOptions {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  /** The branch that is edited; the repository's own where undefined. */
  readonly branch: string | undefined;
  /** The server that signs editors in; they bring access tokens of their own where undefined. */
  readonly signIn: string | undefined;
  /** Whether a saved change is a pull request in place of a commit. */
  readonly isReviewed: boolean;
}

/** Letters of other writings are left out of file names; 60 letters stand behind a day at most. */
const SLUG: Config = { encoding: "ascii", clean_accents: true, maxlength: 71 };

/** What an uploaded picture becomes: small enough, without place and camera, under a fitting name. */
const UPLOADS: Config = {
  slugify_filename: true,
  transformations: {
    raster_image: { format: "webp", quality: 85, width: 1600, height: 1600 },
  },
};

const FILE_NAME_PATTERN = "^[a-z0-9]+(?:-[a-z0-9]+)*$";

/**
 * The configuration of Sveltia CMS (`config.yml`). `content` is the content folder as seen from the
 * repository's root, with a slash behind it, or empty. What no form has stays in the files.
 */
export function sveltiaConfig(
  groups: readonly FormGroup[],
  content: string,
  { repository, branch, signIn, isReviewed }: SveltiaOptions,
): Config {
  return {
    backend: {
      name: "github",
      repo: repository,
      ...(branch !== undefined && { branch }),
      ...(signIn === undefined ? { auth_methods: ["token"] } : { base_url: signIn }),
    },
    ...(isReviewed && { publish_mode: "editorial_workflow" }),
    // Each collection has its group's folder for uploads. One service of pictures has to be named, if
    // only to say that it is not used; without it the program insists on one folder for all.
    media_libraries: { default: { config: UPLOADS }, cloudinary: false },
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
    ...uploadsOf(group, content),
    extension: isNews ? "md" : "yaml",
    format: isNews ? "yaml-frontmatter" : "yaml",
    identifier_field: identifier,
    slug: slugOf(kind, group),
    aliases_field: false,
    delete: kind.isDeletable,
    // A copy would have the id and the earlier addresses of the first one.
    duplicate: false,
    summary: kind.columns.map((column) => `{{${column}}}`).join(" "),
    sortable_fields: kind.columns,
    fields: [...fieldsOf(kind.fields, group), ...(isNews ? [bodyField(group.language)] : [])],
  };
}

/** Where pictures go that somebody uploads, and what their fields say. */
function uploadsOf({ slug }: FormGroup, content: string): Config {
  return { media_folder: `/${content}${slug}/pictures`, public_folder: "pictures" };
}

function bodyField(language: string): Config {
  return {
    name: "body",
    label: fieldLabel("body", language),
    widget: "richtext",
    required: false,
    // Without the button for pictures: with it the text begins elsewhere than where somebody types.
    editor_components: ["code-block"],
  };
}

/**
 * How a new file is called. An address is for ever, and of a name without Latin letters the program
 * would make one up. So editors type it, behind the day where the kind has one.
 */
function slugOf({ fileName }: FormCollection, { language }: FormGroup): Config {
  const isBehindDay = fileName.includes("date") && fileName.length > 1;
  const { expected, hint, behindDay } = SLUG_WORDS[language.split("-")[0] === "id" ? "id" : "en"];
  const parts = fileName.map((part) => part === "date" ? "{{fields.date}}" : "{{fields._slug}}");
  return {
    template: parts.join("-"),
    // Another name needs the old one in former_slugs, which no form writes.
    editable: ["create"],
    pattern: [FILE_NAME_PATTERN, expected],
    hint: isBehindDay ? behindDay : hint,
  };
}

/** What is said of a file's name. */
const SLUG_WORDS = {
  en: {
    expected: "Expected small letters, digits and hyphens, such as aufa-zafirah",
    hint:
      "The address, in small Latin letters with hyphens, such as aufa-zafirah. It stays for ever.",
    behindDay: "The address behind its day, in small Latin letters with hyphens, such as " +
      "jendela-pagi. It stays for ever.",
  },
  id: {
    expected: "Pakai huruf kecil, angka, dan tanda hubung, misalnya aufa-zafirah",
    hint: "Alamatnya, dengan huruf Latin kecil dan tanda hubung, misalnya aufa-zafirah. " +
      "Alamat ini tetap selamanya.",
    behindDay: "Alamatnya di belakang tanggal, dengan huruf Latin kecil dan tanda hubung, " +
      "misalnya jendela-pagi. Alamat ini tetap selamanya.",
  },
} as const;

function files(group: FormGroup, content: string): Config {
  const { label, fields } = groupFileForm(group);
  return {
    name: `${group.slug}_files`,
    label: `${group.name}: ${label}`,
    format: "yaml",
    ...uploadsOf(group, content),
    files: [{
      name: "group",
      label,
      file: `${content}${group.slug}/group.yaml`,
      fields: fieldsOf(fields, group),
    }],
  };
}

function fieldsOf(fields: readonly FormFieldSpec[], group: FormGroup): Config[] {
  return fields.map((field) => {
    const isPicker = field.type === "member";
    return field.isList && !isPicker ? listOf(field, group) : single(field, group);
  });
}

function single(field: FormFieldSpec, group: FormGroup): Config {
  const { name, label, hint, pattern, isRequired } = field;
  return {
    name,
    label,
    ...(hint !== "" && { hint }),
    required: isRequired,
    ...(pattern && field.type !== "picture" && { pattern: [pattern.regex, pattern.message] }),
    ...widgetOf(field, group),
  };
}

function listOf(field: FormFieldSpec, group: FormGroup): Config {
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

function widgetOf(field: FormFieldSpec, group: FormGroup): Config {
  switch (field.type) {
    case "member":
      return { widget: "relation", ...membersOf(group.slug), multiple: true };
    case "setlist":
      return setlistOf(group);
    case "object":
      return { widget: "object", fields: fieldsOf(field.fields ?? [], group) };
    case "choice":
      return selectOf(field);
    case "day":
      return { widget: "datetime", type: "date", format: "YYYY-MM-DD" };
    case "moment":
      return { widget: "datetime", input_timezone: group.timezone };
    case "switch":
      return { widget: "select", options: yesOrNothing(group) };
    case "number":
      return { widget: "number", value_type: "int" };
    case "text":
      return { widget: "text" };
    case "picture":
      return { widget: "image", accept: "image/jpeg,image/png,image/webp" };
    case "line":
      return { widget: "string" };
  }
}

/** What holds without a word is what a new file says: nothing. */
function selectOf({ choices = [], implied }: FormFieldSpec): Config {
  const meant = choices.find(({ value }) => value === implied);
  const nothing = meant === undefined ? [] : [{ value: "", label: `– (${meant.label})` }];
  return {
    widget: "select",
    options: [...nothing, ...choices.map((choice) => ({ ...choice }))],
    dropdown_threshold: 10,
  };
}

/** A switch would write that something is no draft. */
function yesOrNothing({ language }: FormGroup): Config[] {
  return [
    { value: null, label: choiceLabel("ready", language) },
    { value: true, label: choiceLabel("draft", language) },
  ];
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

function setlistOf({ slug }: FormGroup): Config {
  return {
    widget: "relation",
    collection: `${slug}_setlists`,
    value_field: "name",
    display_fields: ["name"],
  };
}
