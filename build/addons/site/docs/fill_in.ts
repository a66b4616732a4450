import type { DocumentedService, SiteSource } from "../site_source.ts";
import { ADDONS, ENGINES } from "../../../../src/core/addons.ts";
import { hasPages } from "../../../../src/model/enums.ts";
import { maxStreams, maxWebhooks, openPlans, type Plan } from "../../../../src/model/plans.ts";
import { licenceOf } from "../../../../src/model/licence.ts";
import { bySignup } from "../../../../src/model/site_pack.ts";
import program from "./program_licence.txt" with { type: "text" };
import { errorSections } from "./error_sections.ts";
import { furtherSettings } from "./further_settings.ts";
import { z } from "zod";
import { type SchemaName, SCHEMAS } from "../../../schema/schemas.ts";
import { fieldMeaning } from "../../../words/say.ts";

/** What `{{name}}` in a page stands for. */
type FillIns = Readonly<Record<string, string>>;

/** The parts of pages that come from content and code. */
export function fillInsOf(source: SiteSource): FillIns {
  const { site, plans, groups } = source;
  const bareGroup = groups.find(({ family }) => family === "bare") ?? groups[0];
  const wrapped = groups.find(({ family }) => family === "wrapped") ?? groups[0];
  return {
    title: site.title,
    licence: licenceSentence(site),
    attribution: attributionSentence(site),
    program_licence: `\`\`\`text\n${program.trim()}\n\`\`\``,
    member: bareGroup?.examples.ids.members ?? "unknown",
    base_url: site.base_url,
    open_groups: openGroups(groups),
    contact: site.contact,
    get_key: wayToKey(
      source,
      "[Get a key](/key): it comes by e-mail, in a minute.",
      `Write to ${site.contact} for a key.`,
    ),
    get_key_in_id: wayToKey(
      source,
      "[Minta kunci](/key): kunci datang lewat surel, dalam satu menit.",
      `Hubungi ${site.contact} untuk mendapat kunci.`,
    ),
    bare: bareGroup?.slug ?? "group",
    wrapped: wrapped?.slug ?? "group",
    plans: planTable(plans, ENGLISH_PLANS),
    plans_in_id: planTable(plans, INDONESIAN_PLANS),
    errors: errorSections("en"),
    errors_in_id: errorSections("id"),
    further_settings: furtherSettings([...ADDONS, ...ENGINES]),
    ...fieldTables(),
  };
}

/** How one gets a key; where no plan can be signed up for, sign-up is never open. */
export function wayToKey(source: SiteSource, open: string, closed: string): string {
  return openPlans(source).length === 0 ? closed : bySignup(open, closed);
}

/** The groups that everybody may read, as a list in a sentence. */
function openGroups(groups: SiteSource["groups"]): string {
  const open = groups.filter((group) => hasPages(group.public));
  if (open.length === 0) return "here there are none";
  return open.map(({ slug, name }) => `${name} (\`${slug}\`)`).join(", ");
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
function licenceSentence({ licence, contact }: DocumentedService["site"]): string {
  if (licence === undefined) {
    return `The operators of this service name no licence. Ask ${contact} before you publish the data.`;
  }
  const { name, address } = licenceOf(licence);
  const named = address === undefined
    ? `**${name}**`
    : `[${address === licence ? "this one" : name}](${address})`;
  return `Yes, under the licence that the operators name: ${named}. Questions go to ${contact}.`;
}

/** How the operators want to be named. */
function attributionSentence({ attribution }: DocumentedService["site"]): string {
  return attribution === undefined
    ? "If you publish the data, say where it comes from."
    : `If you publish the data, name its source like this: **${attribution}** The operators ask for that, also if the licence does not.`;
}

/** What the table of plans says, in a language. */
const ENGLISH_PLANS = {
  heads: ["Plan", "Rate", "Quota", "Streams", "Webhooks"],
  unlimited: "no limit",
  number: (count: number) => count.toLocaleString("en"),
  rate: (perSecond: string, burst: string) => `${perSecond} a second, ${burst} at once`,
  quota: (requests: string, per: "day" | "month", zone: string) => `${requests} a ${per} (${zone})`,
};

const INDONESIAN_PLANS: typeof ENGLISH_PLANS = {
  heads: ["Paket", "Laju", "Kuota", "Stream", "Webhook"],
  unlimited: "tanpa batas",
  number: (count) => count.toLocaleString("id"),
  rate: (perSecond, burst) => `${perSecond} per detik, ${burst} sekaligus`,
  quota: (requests, per, zone) => `${requests} per ${per === "day" ? "hari" : "bulan"} (${zone})`,
};

function planTable(plans: DocumentedService["plans"], words: typeof ENGLISH_PLANS): string {
  const rows = Object.entries(plans).map(([name, plan]) =>
    `| ${[name, ...planCells(plan, words)].join(" | ")} |`
  );
  const line = words.heads.map(() => "---").join(" | ");
  return `| ${words.heads.join(" | ")} |\n| ${line} |\n${rows.join("\n")}`;
}

function planCells(plan: Plan, { unlimited, number, ...words }: typeof ENGLISH_PLANS): string[] {
  const { rate, quota } = plan;
  return [
    rate === "unlimited" ? unlimited : words.rate(number(rate.per_second), number(rate.burst)),
    quota === "unlimited"
      ? unlimited
      : words.quota(number(quota.requests), quota.per, quota.timezone),
    String(maxStreams(plan)),
    String(maxWebhooks(plan)),
  ];
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

/** What editors write; the files of operators have pages of their own. */
const FOR_EDITORS: readonly SchemaName[] = [
  "member",
  "show",
  "news",
  "event",
  "release",
  "videocall",
  "setlist",
  "group",
];

/** The heads of the columns, by language. */
const HEADS: Readonly<Record<string, readonly [string, string]>> = {
  en: ["Field", "What it says"],
  id: ["Isian", "Isinya"],
};

/** The tables of fields by the name under which pages have them, in English and in Indonesian. */
export function fieldTables(): Record<string, string> {
  const tables = FOR_EDITORS.flatMap((name) => [
    [`fields_${name}`, fieldTable(name, "en")],
    [`fields_${name}_in_id`, fieldTable(name, "id")],
  ]);
  return Object.fromEntries(tables);
}

function fieldTable(name: SchemaName, language: string): string {
  const schema = z.toJSONSchema(SCHEMAS[name].schema, { io: "input" }) as FieldSchema;
  const [field, meaning] = HEADS[language]!;
  const rows = rowsOf(schema.items ?? schema, language, "");
  return `| ${field} | ${meaning} |\n| --- | --- |\n${rows.join("\n")}`;
}

/** The fields of entries of a list stand below it, with the list's name before their own. */
function rowsOf(schema: FieldSchema, language: string, above: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isNeeded = schema.required?.includes(name) === true;
    const words = [fieldMeaning(field.description ?? "", language), choices(field)].filter(Boolean);
    const row = `| \`${above}${name}\`${isNeeded ? " \\*" : ""} | ${words.join(" ")} |`;
    return [row, ...rowsOf(innerOf(field), language, `${above}${name} › `)];
  });
}

function choices({ enum: words = [] }: FieldSchema): string {
  return words.map((word) => `\`${word}\``).join(", ");
}

/** The object that a field, or an entry of it, may be. */
function innerOf({ items, properties, anyOf, ...rest }: FieldSchema): FieldSchema {
  const inner = items ?? { properties, anyOf, ...rest } as FieldSchema;
  return inner.anyOf?.find((one) => one.properties !== undefined) ?? inner;
}
