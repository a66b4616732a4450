import type { EntryFolder } from "../../read/walk.ts";
import { songForm } from "../../schema/content/occasions.ts";
import { SCHEMAS } from "../../schema/schemas.ts";
import { formFields, type FormFieldSpec, NOT_IN_FORMS } from "./form_field.ts";
import type { FieldOrders } from "./content_formats.ts";

/** A group that forms are made for. */
export interface FormGroup {
  readonly slug: string;
  readonly name: string;
  /** BCP 47: forms of an Indonesian group are in Indonesian. */
  readonly language: string;
  /** The zone in which editors say when something comes out. */
  readonly timezone: string;
  /** What its songs are; titles if it has none yet. */
  readonly songs?: SongForm;
}

/**
 * Whether each song of a group is a title alone, or has fields. A form takes one of the two: where both
 * are there, songs stay as the files have them.
 */
export type SongForm = "titles" | "fields" | "mixed";

/** The entries of one kind of a group, each in a file of its own. */
export interface FormCollection {
  readonly folder: EntryFolder;
  readonly label: string;
  /** What one of them is called. */
  readonly singular: string;
  /** The fields that a new file's name is made of; of those in a list, the first that is filled in. */
  readonly fileName: readonly (string | readonly string[])[];
  /** Whether a form may delete an entry: what other files count on stays, whatever becomes of it. */
  readonly isDeletable: boolean;
  /** What lists of entries show. */
  readonly columns: readonly string[];
  readonly fields: readonly FormFieldSpec[];
}

/** What `group.yaml` is called in forms, and its fields. */
interface GroupFileForm {
  readonly label: string;
  readonly fields: readonly FormFieldSpec[];
}

/** What shows, news and so on are called, in lists and one by one. */
const WORDS: Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>> = {
  en: {
    members: ["Members", "Member"],
    shows: ["Shows", "Show"],
    news: ["News", "Article"],
    events: ["Events", "Event"],
    releases: ["Releases", "Release"],
    videocalls: ["Video calls", "Day of video calls"],
    setlists: ["Setlists", "Setlist"],
    group: ["Group", "Group"],
  },
  id: {
    members: ["Anggota", "Anggota"],
    shows: ["Pertunjukan", "Pertunjukan"],
    news: ["Berita", "Artikel"],
    events: ["Acara", "Acara"],
    releases: ["Rilisan", "Rilisan"],
    videocalls: ["Video call", "Hari video call"],
    setlists: ["Setlist", "Setlist"],
    group: ["Grup", "Grup"],
  },
};

/** The kinds of entries, with the name of its schema and the rule for names of files of each. */
const KINDS = [
  { folder: "members", kind: "member", fileName: ["name"], columns: ["name", "generation"] },
  {
    folder: "shows",
    kind: "show",
    fileName: ["date", ["title", "setlist"]],
    columns: ["date", "setlist", "title"],
  },
  { folder: "news", kind: "news", fileName: ["date", "title"], columns: ["date", "title"] },
  { folder: "events", kind: "event", fileName: ["date", "title"], columns: ["date", "title"] },
  { folder: "releases", kind: "release", fileName: ["title"], columns: ["title", "release_date"] },
  { folder: "videocalls", kind: "videocall", fileName: ["date"], columns: ["date"] },
  { folder: "setlists", kind: "setlist", fileName: ["name"], columns: ["name"] },
] as const;

/** What editors may change of a group's own file: the rest changes addresses and answers' shapes. */
const GROUP_FIELDS = ["name", "guests", "defaults", "show_duration", "shows_complete", "image"];

/** What calendars, old addresses and other files count on. */
const LASTING: readonly EntryFolder[] = ["members", "shows", "events", "setlists"];

/** The order of the fields of every kind of file. */
export function fieldOrders(): FieldOrders {
  const shapes = [
    ...KINDS.map(({ kind }) => SCHEMAS[kind].schema.shape),
    SCHEMAS.group.schema.shape,
  ];
  const own = Object.keys(SCHEMAS.group.schema.shape).filter((field) =>
    !GROUP_FIELDS.includes(field)
  );
  return {
    // The last one is that of a birthday with an old id, of which no form knows the parts.
    orders: [...shapes.map((shape) => Object.keys(shape)), ["member", "id"]],
    kept: [...NOT_IN_FORMS, "songs", ...own],
  };
}

/** The collections of a group, in the group's language. */
export function formCollections(group: FormGroup): FormCollection[] {
  const { language } = group;
  return KINDS.map(({ folder, kind, fileName, columns }) => {
    const [label, singular] = wordsOf(folder, language);
    const fields = kind === "setlist"
      ? setlistFields(group)
      : formFields(SCHEMAS[kind].schema, language);
    const isDeletable = !LASTING.includes(folder);
    return { folder, label, singular, fileName, isDeletable, columns, fields };
  });
}

/** The group's own file. */
export function groupFileForm({ language }: FormGroup): GroupFileForm {
  const [label] = wordsOf("group", language);
  return { label, fields: formFields(SCHEMAS.group.schema, language, GROUP_FIELDS) };
}

/** The fields of a setlist, with its songs as the group writes them. */
function setlistFields({ language, songs = "titles" }: FormGroup): FormFieldSpec[] {
  return formFields(SCHEMAS.setlist.schema, language).flatMap((field): FormFieldSpec[] => {
    if (field.name !== "songs") return [field];
    if (songs === "mixed") return [];
    if (songs === "titles") return [field];
    return [{ ...field, type: "object", fields: formFields(songForm, language) }];
  });
}

function wordsOf(folder: string, language: string): readonly [string, string] {
  return (WORDS[language.split("-")[0]!] ?? WORDS["en"]!)[folder]!;
}
