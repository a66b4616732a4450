import { z } from "zod";
import { PEOPLE_FIELDS } from "../../derive/people.ts";
import { songForm } from "../../schema/content/occasions.ts";
import { choiceLabel, fieldLabel } from "../../../src/model/labels.ts";
import { fieldMeaning } from "../../words/say.ts";

/** A part of a configuration of Sveltia CMS. */
export type Config = Readonly<Record<string, unknown>>;

/**
 * Whether each song of a group is a title alone, or has fields. A form takes one of the two: where both
 * are there, songs stay as the files have them.
 */
type SongForm = "titles" | "fields" | "mixed";

/** A group that forms are made for. */
export interface FormGroup {
  readonly slug: string;
  readonly name: string;
  /** BCP 47: forms of an Indonesian group are in Indonesian. */
  readonly language: string;
  /** The zone in which editors say when something comes out. */
  readonly timezone: string;
  /** What its songs are; titles if it has none yet. */
  readonly songs: SongForm;
}

interface ValueSchema {
  readonly type?: string;
  readonly description?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly anyOf?: readonly ValueSchema[];
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
}

const LONG = ["description", "jikosokai", "summary"];

/** Fields that forms only keep: ids of earlier times, and what others say already. */
const KEPT = ["id", "sr_exists"];

/**
 * The fields of a form for what a schema describes, in the order of the schema. Of those that are not
 * among `editable`, plain values stay where they are, and others go behind.
 */
export function formFields(
  schema: z.ZodObject,
  group: FormGroup,
  editable?: readonly string[],
): Config[] {
  const json = z.toJSONSchema(schema, { io: "input" }) as ValueSchema;
  return Object.entries(schema.shape).flatMap(([name, type]): Config[] => {
    const value = json.properties?.[name] ?? {};
    const label = fieldLabel(name, group.language);
    if (name === "former_slugs") return [{ name, label, ...FORMER_SLUGS }];
    if (editable === undefined ? KEPT.includes(name) : !editable.includes(name)) {
      const isPlain = value.type !== "array" && value.type !== "object";
      return isPlain ? [{ name, label, widget: "hidden" }] : [];
    }
    if (name === "songs" && group.songs === "mixed") return [];
    const hint = fieldMeaning(value.description ?? "", group.language)
      // A form puts quotes where they are needed.
      .replace(/, (?:in quotes|di dalam tanda kutip)(?=\.)/, "");
    const head = { name, label, ...(hint !== "" && { hint }) };
    const required = json.required?.includes(name) === true;
    const inner = innerOf(type as z.ZodType);
    if (value.type !== "array" || PEOPLE_FIELDS.includes(name)) {
      return [{ ...head, required, ...widgetOf(name, value, inner, group) }];
    }
    const item = name === "songs" && group.songs === "fields"
      ? { fields: formFields(songForm, group) }
      : itemOf(name, value.items ?? {}, (inner as z.ZodArray).element as z.ZodType, group);
    return [{ ...head, required, widget: "list", ...item }];
  });
}

/** Another name of a file needs the old one here, which no form writes. */
const FORMER_SLUGS: Config = {
  widget: "list",
  required: false,
  readonly: true,
  allow_add: false,
  allow_remove: false,
  allow_duplicate: false,
  allow_reorder: false,
  minimize_collapsed: true,
  field: { name: "former_slug", widget: "string", readonly: true },
};

function itemOf(name: string, json: ValueSchema, type: z.ZodType, group: FormGroup): Config {
  const widget = widgetOf(name, json, type, group);
  if (widget["widget"] === "object") return { fields: widget["fields"] };
  return { field: { name, label: fieldLabel(name, group.language), required: true, ...widget } };
}

function widgetOf(name: string, whole: ValueSchema, type: z.ZodType, group: FormGroup): Config {
  const { language, slug, timezone } = group;
  const json = whole.anyOf?.[0] ?? whole;
  if (PEOPLE_FIELDS.includes(name)) {
    return {
      ...relation(`${slug}_members`),
      // A list among the fields to search would show its member once for each of its words.
      search_fields: ["name", "fullname"],
      multiple: true,
    };
  }
  if (name === "setlist") return relation(`${slug}_setlists`);
  if (json.type === "object") {
    return { widget: "object", fields: formFields(type as z.ZodObject, group) };
  }
  if (json.enum !== undefined) return choice(json.enum, whole.default, language);
  if (json.type === "boolean") {
    // A switch would write that something is no draft.
    const options = [
      { value: null, label: choiceLabel("ready", language) },
      { value: true, label: choiceLabel(name === "draft" ? "draft" : "yes", language) },
    ];
    return { widget: "select", options };
  }
  if (json.type === "integer" || json.type === "number") {
    return { widget: "number", value_type: "int" };
  }
  const takes = (...texts: string[]) => texts.every((text) => type.safeParse(text).success);
  if (takes("pictures/a.jpg") && !takes("x")) {
    return { widget: "image", accept: "image/jpeg,image/png,image/webp" };
  }
  if (json.pattern !== undefined) return line(json.pattern, type);
  if (takes("--03-03") && !takes("x")) return line("^(\\d{4}|-)-\\d{2}-\\d{2}$", type);
  if (takes("2026-07-04 10:00") && !takes("x")) {
    return line("^\\d{4}-\\d{2}-\\d{2}([ T]\\d{2}:\\d{2}.*)?$", type);
  }
  if (takes("2026-07-04") && !takes("x")) {
    return { widget: "datetime", type: "date", format: "YYYY-MM-DD" };
  }
  if (takes("2026-07-04T19:00:00+07:00") && !takes("x")) {
    return { widget: "datetime", input_timezone: timezone };
  }
  return { widget: LONG.includes(name) ? "text" : "string" };
}

function relation(collection: string): Config {
  return { widget: "relation", collection, value_field: "name", display_fields: ["name"] };
}

/** What holds without a word is what a new file says: nothing. */
function choice(words: readonly string[], implied: unknown, language: string): Config {
  const options = words.map((value) => ({ value, label: choiceLabel(value, language) }));
  const meant = options.find(({ value }) => value === implied);
  const nothing = meant === undefined ? [] : [{ value: "", label: `– (${meant.label})` }];
  return { widget: "select", options: [...nothing, ...options], dropdown_threshold: 10 };
}

/** A text of a form; what is said of others is the schema's own refusal. */
function line(regex: string, type: z.ZodType): Config {
  const message = (type.safeParse("?").error?.issues[0]?.message ?? "").replaceAll('"', "");
  return { widget: "string", pattern: [regex, message[0]?.toUpperCase() + message.slice(1)] };
}

/** Without what only says that a field may be left out. */
function innerOf(type: z.ZodType): z.ZodType {
  return type instanceof z.ZodOptional || type instanceof z.ZodDefault
    ? innerOf(type.unwrap() as z.ZodType)
    : type;
}
