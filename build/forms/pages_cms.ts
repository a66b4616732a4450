import { fieldLabel } from "../schema/field_labels.ts";
import type { FormCollection, FormGroup, GroupFileForm } from "./form_collection.ts";
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
export type Config = Readonly<Record<string, ConfigValue>>;

/**
 * The configuration of Pages CMS (`.pages.yml`). `content` is the content folder as seen from the
 * repository's root, with a slash behind it, or empty. What no form has stays in the files.
 */
export function pagesConfig(groups: readonly FormGroup[], content: string): Config {
  return {
    media: groups.map(({ slug, name }) => ({
      name: slug,
      label: name,
      input: `${content}${slug}/pictures`,
      output: "pictures",
      extensions: ["jpg", "png", "webp"],
      rename: "safe",
    })),
    content: groups.map((group) => ({
      name: group.slug,
      label: group.name,
      type: "group",
      items: [
        ...formCollections(group).map((kind) => collection(kind, group, content)),
        single(groupFileForm(group), group, content),
      ],
    })),
    settings: { content: { merge: true } },
  };
}

function collection(kind: FormCollection, { slug, language }: FormGroup, content: string): Config {
  const isNews = kind.folder === "news";
  return {
    name: `${slug}_${kind.folder}`,
    label: kind.label,
    type: "collection",
    path: `${content}${slug}/${kind.folder}`,
    format: isNews ? "yaml-frontmatter" : "yaml",
    filename: { template: `${fileName(kind)}.${isNews ? "md" : "yaml"}`, field: "create" },
    view: {
      fields: kind.columns,
      primary: kind.columns.includes("name") ? "name" : kind.columns.at(-1)!,
      sort: kind.columns,
      ...(kind.columns[0] === "date" && { default: { sort: "date", order: "desc" } }),
    },
    operations: { rename: false, ...(!kind.isDeletable && { delete: false }) },
    fields: [...fieldsOf(kind.fields, slug), ...(isNews ? [bodyField(language)] : [])],
  };
}

function bodyField(language: string): Config {
  const label = fieldLabel("body", language);
  return { name: "body", label, type: "rich-text", options: { format: "markdown" } };
}

/** Fields that stand for each other follow without a hyphen, which would end the name of most. */
function fileName({ fileName }: FormCollection): string {
  return fileName.map((part) => [part].flat().map((field) => `{fields.${field}}`).join(""))
    .join("-");
}

function single(file: GroupFileForm, { slug }: FormGroup, content: string): Config {
  return {
    name: `${slug}_file_group`,
    label: file.label,
    type: "file",
    path: `${content}${slug}/group.yaml`,
    format: "yaml",
    fields: fieldsOf(file.fields, slug),
  };
}

/** Its form takes one type for each field: a field of several stays as its file has it. */
function fieldsOf(fields: readonly FormFieldSpec[], group: string): Config[] {
  return fields.filter(({ isMixed }) => !isMixed).map((field) => formFieldOf(field, group));
}

function formFieldOf(field: FormFieldSpec, group: string): Config {
  const { name, label, hint, pattern, isRequired, isList } = field;
  return {
    name,
    label,
    ...(hint !== "" && { description: hint }),
    ...(isRequired && { required: true }),
    ...(pattern && field.type !== "picture" &&
      { pattern: { regex: orNothing(field), message: pattern.message } }),
    ...(isList && field.type !== "member" && { list: true }),
    ...typeOf(field, group),
  };
}

/** A pattern applies to an empty field, too. */
function orNothing({ pattern, isRequired, isList }: FormFieldSpec): string {
  const { regex } = pattern!;
  return isRequired || isList ? regex : `^$|${regex}`;
}

function typeOf(field: FormFieldSpec, group: string): Config {
  switch (field.type) {
    case "member":
      return { type: "reference", options: { ...memberOptions(group), multiple: true } };
    case "object":
      return { type: "object", fields: fieldsOf(field.fields ?? [], group) };
    case "choice":
      return {
        type: "select",
        options: { values: (field.choices ?? []).map((choice) => ({ ...choice })) },
        ...(field.implied !== undefined && { default: field.implied }),
      };
    case "day":
      // Without a value of its own it would be today.
      return { type: "date", ...(!field.isRequired && { default: "" }) };
    case "moment":
      return {
        type: "date",
        default: "",
        options: { time: true, format: "yyyy-MM-dd'T'HH:mm:ssXXX" },
      };
    case "switch":
      return { type: "boolean" };
    case "number":
      return { type: "number" };
    case "text":
      return { type: "text" };
    case "picture":
      return { type: "image", options: { media: group } };
    case "line":
    case "setlist":
      return { type: "string" };
  }
}

function memberOptions(group: string): Config {
  return {
    collection: `${group}_members`,
    search: "fields.name,fields.nicknames",
    value: "{fields.name}",
    label: "{fields.name}",
  };
}
