import { z } from "zod";
import { choiceLabel, fieldLabel } from "../../schema/field_labels.ts";
import { fieldMeaning } from "../../words/say.ts";

/** A pattern that a text has to fit, and what to say of one that does not. */
interface FieldPattern {
  readonly regex: string;
  readonly message: string;
}

/** A word to choose, and what people call it. */
interface FieldChoice {
  readonly value: string;
  readonly label: string;
}

/** A field as a form shows it, whatever program draws the form. */
export interface FormFieldSpec {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly type: FormFieldType;
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly pattern?: FieldPattern;
  /** What can be chosen. */
  readonly choices?: readonly FieldChoice[];
  /** What holds where the file does not say it. */
  readonly implied?: string;
  /** Of an object. */
  readonly fields?: readonly FormFieldSpec[];
}

type FormFieldType =
  | "line"
  | "picture"
  | "text"
  | "day"
  | "moment"
  | "choice"
  | "switch"
  | "number"
  | "member"
  | "setlist"
  | "object";

/** What a JSON schema says of a value. */
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

/** Fields whose texts are names of other entries. */
const NAMES: Readonly<Record<string, "member" | "setlist">> = {
  members: "member",
  seitansai: "member",
  graduation: "member",
  center: "member",
  unit: "member",
  setlist: "setlist",
};

/** Fields of several lines. */
const LONG = ["description", "jikosokai", "summary"];

/** Fields that no form has: ids and addresses of earlier times, and what others say already. */
export const NOT_IN_FORMS: readonly string[] = ["id", "former_slugs", "sr_exists"];

/** Samples that show the form of a text. */
const SAMPLES = [
  { good: "--03-03", bad: "x", type: "line", regex: "^(\\d{4}|-)-\\d{2}-\\d{2}$" },
  {
    good: "2026-07-04 10:00",
    bad: "x",
    type: "line",
    regex: "^\\d{4}-\\d{2}-\\d{2}([ T]\\d{2}:\\d{2}.*)?$",
  },
  { good: "2026-07-04", bad: "x", type: "day" },
  { good: "2026-07-04T19:00:00+07:00", bad: "2026-07-04", type: "moment" },
] as const;

/** The fields of a form for what a schema describes; `only` these where it is given. */
export function formFields(
  schema: z.ZodObject,
  language: string,
  only?: readonly string[],
): FormFieldSpec[] {
  const json = z.toJSONSchema(schema, { io: "input" }) as ValueSchema;
  return Object.entries(schema.shape)
    .filter(([name]) => only === undefined ? !NOT_IN_FORMS.includes(name) : only.includes(name))
    .map(([name, type]) => formField(name, type as z.ZodType, json, language));
}

function formField(
  name: string,
  type: z.ZodType,
  parent: ValueSchema,
  language: string,
): FormFieldSpec {
  const json = parent.properties?.[name] ?? {};
  const isList = json.type === "array";
  const value = isList ? json.items ?? {} : json;
  const inner = innerOf(type);
  const first = value.anyOf?.[0] ?? value;
  return {
    name,
    label: fieldLabel(name, language),
    hint: withoutQuotes(fieldMeaning(json.description ?? "", language)),
    isList,
    isRequired: parent.required?.includes(name) === true,
    ...(typeof json.default === "string" && { implied: json.default }),
    ...(first.enum &&
      { choices: first.enum.map((value) => ({ value, label: choiceLabel(value, language) })) }),
    ...typeOf(name, first, isList ? (inner as z.ZodArray).element as z.ZodType : inner, language),
  };
}

function typeOf(
  name: string,
  json: ValueSchema,
  type: z.ZodType,
  language: string,
): Pick<FormFieldSpec, "type" | "pattern" | "fields"> {
  if (json.type === "object") {
    return { type: "object", fields: formFields(type as z.ZodObject, language) };
  }
  if (json.enum !== undefined) return { type: "choice" };
  if (json.type === "boolean") return { type: "switch" };
  if (json.type === "integer" || json.type === "number") return { type: "number" };
  const named = NAMES[name];
  if (named !== undefined) return { type: named };
  const pattern = json.pattern === undefined ? undefined : said(json.pattern, type);
  if (pattern !== undefined) return { type: isPicture(type) ? "picture" : "line", pattern };
  return textType(name, type);
}

/** Whether a picture of the group can be written there. */
function isPicture(type: z.ZodType): boolean {
  return ["pictures/a.jpg", "x"].map((text) => type.safeParse(text).success).join() ===
    "true,false";
}

function textType(name: string, type: z.ZodType): Pick<FormFieldSpec, "type" | "pattern"> {
  const sample = SAMPLES.find(({ good, bad }) =>
    type.safeParse(good).success && !type.safeParse(bad).success
  );
  if (sample === undefined) return { type: LONG.includes(name) ? "text" : "line" };
  return "regex" in sample
    ? { type: sample.type, pattern: said(sample.regex, type) }
    : { type: sample.type };
}

/** The words are those of the schema's own refusal. */
function said(regex: string, type: z.ZodType): FieldPattern {
  const message = (type.safeParse("?").error?.issues[0]?.message ?? "").replaceAll('"', "");
  return { regex, message: message[0]?.toUpperCase() + message.slice(1) };
}

/** A form puts quotes where they are needed. */
function withoutQuotes(hint: string): string {
  return hint.replace(/, (?:in quotes|di dalam tanda kutip)(?=\.)/, "");
}

/** Without what only says that a field may be left out. */
function innerOf(type: z.ZodType): z.ZodType {
  return type instanceof z.ZodOptional || type instanceof z.ZodDefault
    ? innerOf(type.unwrap() as z.ZodType)
    : type;
}
