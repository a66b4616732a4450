import { z } from "zod";
import { fieldMeaning } from "../schema/field_labels.ts";
import { say, spokenLanguage } from "../words/say.ts";
import { styledYaml } from "../yaml/styled_node.ts";

/** The comment above the fields of a template. */
export function hint(): string {
  return `# ${say`To use a field, take away the # that touches it.`}\n\n`;
}

export type TemplateFields = Readonly<Record<string, unknown>>;

/**
 * A YAML text to fill in: every field of a schema with what it is for. Fields that have no value yet
 * are commented out and show an example.
 */
export function template(
  schema: z.ZodObject,
  values: TemplateFields,
  examples: TemplateFields,
): string {
  return Object.entries(schema.shape).map(([field, type]) => {
    const description = z.globalRegistry.get(type)?.description;
    const comment = description === undefined
      ? ""
      : `# ${fieldMeaning(description, spokenLanguage())}\n`;
    const value = values[field];
    if (value === undefined) {
      return comment + commentedOut(styledYaml({ [field]: examples[field] }));
    }
    return comment + fieldText(field, type, value, examples[field]);
  }).join("");
}

/** A list of fields shows its first entry in full. */
function fieldText(field: string, type: unknown, value: unknown, example: unknown): string {
  const element = type instanceof z.ZodArray ? type.element : undefined;
  if (!(element instanceof z.ZodObject) || !Array.isArray(value)) {
    return styledYaml({ [field]: value });
  }
  const [shown = {}] = Array.isArray(example) ? example : [];
  const entry = template(element, value[0] as TemplateFields, shown as TemplateFields).trimEnd()
    .split("\n");
  const first = entry.findIndex((line) => !/^ *#/.test(line));
  const lines = entry.map((line, place) =>
    place < first ? `  ${line}` : place === first ? `  - ${line}` : `    ${line}`
  );
  return `${field}:\n${lines.join("\n")}\n`;
}

/** Without a space behind the #, which tells it from words; taking it away leaves the line in place. */
function commentedOut(yaml: string): string {
  return yaml.replace(/^ *(?=\S)/gm, "$&#");
}
