import { z } from "zod";
import type { SiteSource } from "../site_source.ts";
import { ADDONS, ENGINES } from "../../../../src/core/addons.ts";
import { hasPages } from "../../../../src/model/enums.ts";
import { licenceOf } from "../../../../src/model/licence.ts";
import { maxStreams, maxWebhooks, openPlans, type Plan } from "../../../../src/model/plans.ts";
import { bySignup } from "../../../../src/model/site_pack.ts";
import { type SchemaName, SCHEMAS } from "../../../schema/schemas.ts";
import { fieldMeaning, type Language, phrase, type Words, wordsOf } from "../../../words/say.ts";
import { errorSections } from "./error_sections.ts";
import program from "./program_licence.txt" with { type: "text" };

/** What `{{name}}` in a page stands for. */
type FillIns = Readonly<Record<string, string>>;

/** The parts of pages that come from content and code. */
export function fillInsOf(source: SiteSource): FillIns {
  const { site, plans, groups } = source;
  const ofFamily = (name: string) => groups.find(({ family }) => family === name) ?? groups[0];
  const [bare, wrapped] = [ofFamily("bare"), ofFamily("wrapped")];
  const open = groups.filter((group) => hasPages(group.public));
  return {
    title: site.title,
    base_url: site.base_url,
    contact: `<${site.contact}>`,
    ...{ bare: bare?.slug ?? "group", wrapped: wrapped?.slug ?? "group" },
    member: bare?.examples.member ?? "unknown",
    open_groups: open.map(({ slug, name }) => `${name} (\`${slug}\`)`).join(", ") ||
      "here there are none",
    get_key: keySentence(source, "en"),
    get_key_in_id: keySentence(source, "id"),
    licence: licenceSentence(site),
    attribution: site.attribution === undefined
      ? "If you publish the data, the operators ask you to say where it comes from."
      : `If you publish the data, the operators ask you to name its source like this: **${site.attribution}**`,
    program_licence: `\`\`\`text\n${program.trim()}\n\`\`\``,
    plans: planTable(plans, "en"),
    plans_in_id: planTable(plans, "id"),
    errors: errorSections("en"),
    errors_in_id: errorSections("id"),
    further_settings: furtherSettings(),
    ...fieldTables(),
  };
}

function keySentence(source: SiteSource, language: Language): string {
  return wayToKey(
    source,
    wordsOf(phrase`[Get a key](/key): it comes by e-mail, in a minute.`, language),
    wordsOf(phrase`Write to <${source.site.contact}> for a key.`, language),
  );
}

/** How one gets a key; where no plan can be signed up for, sign-up is never open. */
export function wayToKey(source: SiteSource, open: string, closed: string): string {
  return openPlans(source).length === 0 ? closed : bySignup(open, closed);
}

/**
 * Puts them in.
 *
 * @throws {TypeError} naming what nothing stands for
 */
export function fillIn(text: string, values: FillIns): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`Cannot fill in "${name}": nothing stands for it`);
    return value;
  });
}

/** What the operators allow, or whom to ask. */
function licenceSentence({ licence, contact }: SiteSource["site"]): string {
  if (licence === undefined) {
    return `The operators of this service name no licence. Ask <${contact}> before you publish the data.`;
  }
  const { name, address } = licenceOf(licence);
  const named = address === undefined ? `**${name}**` : `[${name}](${address})`;
  const isFree = licence === "CC0-1.0";
  const allowed = isFree ? "It allows everything, also commercial use" : "It says what is allowed";
  return `Yes, under the licence that the operators name: ${named}. ${allowed}. Questions go to <${contact}>.`;
}

/** A table in Markdown. */
function table(
  heads: readonly Words[],
  rows: readonly (readonly string[])[],
  language: Language = "en",
): string {
  const names = heads.map((head) => wordsOf(head, language));
  return [names, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function planTable(plans: SiteSource["plans"], language: Language): string {
  const heads = [
    ...[phrase`Plan`, phrase`Requests a second`, phrase`At once`],
    ...[phrase`Quota`, phrase`Streams`, phrase`Webhooks`],
  ];
  const rows = Object.entries(plans).map(([name, plan]) => [name, ...planCells(plan)]);
  return table(heads, rows, language);
}

/** What `plans.yaml` says of a plan, in its own words: the same in every language. */
function planCells(plan: Plan): string[] {
  const { rate, quota } = plan;
  const number = (count: number) => count.toLocaleString("en");
  return [
    ...(rate === "unlimited" ? [rate, rate] : [rate.per_second, rate.burst].map(number)),
    quota === "unlimited" ? quota : `${number(quota.requests)} / ${quota.per} (${quota.timezone})`,
    ...[maxStreams(plan), maxWebhooks(plan)].map(String),
  ];
}

/** What add-ons and engines read of the environment, as a table; empty where they read nothing. */
function furtherSettings(): string {
  const rows = [...ADDONS, ...ENGINES].flatMap(({ settings = {} }) =>
    Object.entries(settings).map((
      [name, { fallback = "", about }],
    ) => [`\`${name}\``, `${fallback}` && `\`${fallback}\``, about])
  );
  if (rows.length === 0) return "";
  return `## What do add-ons and engines of stores read?\n\n${
    table(["Variable", "Default", "Meaning"], rows)
  }`;
}

/** What a JSON schema says of a field. */
interface FieldSchema {
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly FieldSchema[];
}

/** The fields of the files that editors write, by the names under which pages have their tables. */
export function fieldTables(): Record<string, string> {
  const kinds = Object.keys(SCHEMAS).filter((kind) => kind !== "site" && kind !== "plans");
  return Object.fromEntries(kinds.flatMap((kind) => {
    const { schema } = SCHEMAS[kind as SchemaName];
    const whole = z.toJSONSchema(schema, { io: "input" }) as FieldSchema;
    const heads = [phrase`Field`, phrase`What it says`];
    const fields = (language: Language) =>
      table(heads, fieldRows(whole.items ?? whole, language, ""), language);
    return [[`fields_${kind}`, fields("en")], [`fields_${kind}_in_id`, fields("id")]];
  }));
}

/** The fields of entries of a list stand below it, with the list's name before their own. */
function fieldRows(schema: FieldSchema, language: string, above: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isNeeded = schema.required?.includes(name) === true;
    const choices = (field.enum ?? []).map((word) => `\`${word}\``).join(", ");
    const words = [fieldMeaning(field.description ?? "", language), choices].filter(Boolean);
    return [
      [`\`${above}${name}\`${isNeeded ? " \\*" : ""}`, words.join(" ")],
      ...fieldRows(innerOf(field), language, `${above}${name} › `),
    ];
  });
}

/** The object that a field, or an entry of it, may be. */
function innerOf({ items, ...field }: FieldSchema): FieldSchema {
  const inner = items ?? field;
  return inner.anyOf?.find((one) => one.properties !== undefined) ?? inner;
}
