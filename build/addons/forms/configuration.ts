import { fieldLabel } from "../../../src/model/labels.ts";
import { type SchemaName, SCHEMAS } from "../../schema/schemas.ts";
import { languageOfTag, type Message, phrase, wordsOf } from "../../words/say.ts";
import { type Config, formFields, type FormGroup } from "./form_fields.ts";

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
    // Letters of other writings are left out of file names; 60 letters stand behind a day at most.
    slug: { encoding: "ascii", clean_accents: true, maxlength: 71 },
    output: { omit_empty_optional_fields: true },
    show_preview_links: false,
    editor: { preview: false },
    collections: groups.flatMap((group, place) => [
      ...(place > 0 ? [{ divider: true }] : []),
      ...KINDS.map((kind) => collection(kind, group, content)),
      groupFile(group, content),
    ]),
  };
}

/** What an uploaded picture becomes: small enough, without place and camera, under a fitting name. */
const UPLOADS: Config = {
  slugify_filename: true,
  transformations: {
    raster_image: { format: "webp", quality: 85, width: 1600, height: 1600 },
  },
};

/** A kind of a group's entries, each in a file of its own. */
interface Kind {
  readonly folder: string;
  /** What its entries are called, in lists and one by one. */
  readonly names: readonly [all: Message, one: Message];
  readonly schema: Exclude<SchemaName, "plans">;
  /** What names an entry; a show has a title at times, and its setlist's name else. */
  readonly title: "name" | "title" | "setlist" | "date";
  /** What lists of entries show, and can be sorted by. */
  readonly columns: readonly string[];
  /** Whether the day stands in front of a file's name, or is all of it. */
  readonly day?: "in front" | "alone";
  /** What lists begin with: what is next, the latest, or the first by their first column. */
  readonly start?: "next" | "latest";
  /** Whether a form may delete an entry: what calendars and other files count on stays. */
  readonly isDeletable?: boolean;
}

const KINDS: readonly Kind[] = [
  {
    folder: "members",
    names: [phrase`Members`, phrase`Member`],
    schema: "member",
    title: "name",
    columns: ["name", "generation"],
  },
  {
    folder: "shows",
    names: [phrase`Shows`, phrase`Show`],
    schema: "show",
    title: "setlist",
    columns: ["date", "time", "title"],
    day: "in front",
    start: "next",
  },
  {
    folder: "news",
    names: [phrase`News`, phrase`Article`],
    schema: "news",
    title: "title",
    columns: ["date", "title"],
    day: "in front",
    start: "latest",
    isDeletable: true,
  },
  {
    folder: "events",
    names: [phrase`Events`, phrase`Event`],
    schema: "event",
    title: "title",
    columns: ["date", "title"],
    day: "in front",
    start: "next",
  },
  {
    folder: "releases",
    names: [phrase`Releases`, phrase`Release`],
    schema: "release",
    title: "title",
    columns: ["release_date", "title"],
    start: "latest",
    isDeletable: true,
  },
  {
    folder: "videocalls",
    names: [phrase`Video calls`, phrase`Day of video calls`],
    schema: "videocall",
    title: "date",
    columns: ["date"],
    day: "alone",
    start: "next",
    isDeletable: true,
  },
  {
    folder: "setlists",
    names: [phrase`Setlists`, phrase`Setlist`],
    schema: "setlist",
    title: "name",
    columns: ["name"],
  },
];

/** What editors may change of a group's own file: the rest changes addresses and answers' shapes. */
const GROUP_FIELDS = ["name", "guests", "defaults", "show_duration", "shows_complete", "image"];

function collection(kind: Kind, group: FormGroup, content: string): Config {
  const { folder, title, columns, start } = kind;
  const [label, singular] = kind.names.map((one) => wordsFor(group, one));
  const isNews = folder === "news";
  const fields = formFields(SCHEMAS[kind.schema].schema, group);
  return {
    name: `${group.slug}_${folder}`,
    label: `${label} · ${group.name}`,
    label_singular: singular,
    folder: `${content}${group.slug}/${folder}`,
    ...uploadsOf(group, content),
    extension: isNews ? "md" : "yaml",
    format: isNews ? "yaml-frontmatter" : "yaml",
    identifier_field: title,
    slug: slugOf(kind, group),
    aliases_field: false,
    delete: kind.isDeletable === true,
    // A copy would have the id and the earlier addresses of the first one.
    duplicate: false,
    summary: columns.map((column) => `{{${column}}}`).join(" "),
    sortable_fields: {
      fields: columns,
      default: { field: columns[0], direction: start === "latest" ? "descending" : "ascending" },
    },
    ...(start === "next" && {
      view_groups: {
        groups: [{
          name: "next",
          label: wordsFor(group, phrase`From today on`),
          field: "date",
          gte: "{{today}}",
        }],
        default: "next",
      },
    }),
    fields: isNews ? [...fields, bodyField(group.language)] : fields,
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
function slugOf({ day, folder }: Kind, group: FormGroup): Config {
  return {
    template: day === "alone"
      ? "{{fields.date}}"
      : `${day === undefined ? "" : "{{fields.date}}-"}{{fields._slug}}`,
    editable: ["create"],
    pattern: [
      "^[a-z0-9]+(?:-[a-z0-9]+)*$",
      wordsFor(
        group,
        phrase`Expected small letters, digits and hyphens, such as aufa-zafirah`,
      ),
    ],
    hint: wordsFor(
      group,
      day === "in front"
        ? phrase`The address behind its day, in small Latin letters with hyphens, such as jendela-pagi. It stays for ever.`
        : folder === "setlists"
        ? phrase`What the file is called, in small Latin letters with hyphens, such as jendela-pagi. The address is made of the name.`
        : phrase`The address, in small Latin letters with hyphens, such as aufa-zafirah. It stays for ever.`,
    ),
  };
}

function groupFile(group: FormGroup, content: string): Config {
  const label = wordsFor(group, phrase`Group`);
  return {
    name: `${group.slug}_files`,
    label: `${label} · ${group.name}`,
    format: "yaml",
    ...uploadsOf(group, content),
    files: [{
      name: "group",
      label,
      file: `${content}${group.slug}/group.yaml`,
      fields: formFields(SCHEMAS.group.schema, group, GROUP_FIELDS),
    }],
  };
}

function wordsFor({ language }: FormGroup, message: Message): string {
  return wordsOf(message, languageOfTag(language));
}
