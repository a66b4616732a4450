import type { DocumentedService, SiteSource } from "../site_source.ts";
import { hasPages } from "../../../src/model/enums.ts";
import { maxStreams, maxWebhooks, type Plan } from "../../../src/model/plans.ts";
import { licenceOf } from "../../../src/model/licence.ts";
import program from "./program_licence.txt" with { type: "text" };
import { errorTableInIndonesian } from "./errors_in_indonesian.ts";
import { z } from "zod";
import { fieldMeaning } from "../../schema/field_meanings.ts";
import { type SchemaName, SCHEMAS } from "../../schema/schemas.ts";
import {
  type ErrorCode,
  type ErrorKind,
  ERRORS,
  helpAnchor,
} from "../../../src/http/error_table.ts";

/** What `{{name}}` in a page stands for. */
type FillIns = Readonly<Record<string, string>>;

/** The parts of pages that come from content and code. */
export function fillInsOf({ site, plans, groups }: SiteSource): FillIns {
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
    bare: bareGroup?.slug ?? "group",
    wrapped: wrapped?.slug ?? "group",
    plans: planTable(plans, ENGLISH_PLANS),
    plans_in_id: planTable(plans, INDONESIAN_PLANS),
    errors: errorSections(),
    errors_in_id: errorTableInIndonesian(site.contact),
    ...fieldTables(),
  };
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
  const { id, name, address } = licenceOf(licence);
  const words = id === undefined ? name : `${name} (${id})`;
  const named = address === undefined
    ? `**${words}**`
    : `[${id === undefined ? "this one" : words}](${address})`;
  return `Yes, under the licence that the operators name: ${named}. Questions go to ${contact}.`;
}

/** How the operators want to be named. */
function attributionSentence({ attribution }: DocumentedService["site"]): string {
  return attribution === undefined
    ? "If you publish the data, say where it comes from."
    : `If you publish the data, name its source like this: **${attribution}** The operators ask for that, also if the licence does not.`;
}

/** What the table of plans says, in a language. */
interface PlanWords {
  readonly heads: readonly string[];
  readonly unlimited: string;
  readonly number: (count: number) => string;
  readonly rate: (perSecond: string, burst: string) => string;
  readonly quota: (requests: string, per: "day" | "month", zone: string) => string;
}

const ENGLISH_PLANS: PlanWords = {
  heads: ["Plan", "Rate", "Quota", "Streams", "Webhooks"],
  unlimited: "no limit",
  number: (count) => count.toLocaleString("en"),
  rate: (perSecond, burst) => `${perSecond} a second, ${burst} at once`,
  quota: (requests, per, zone) => `${requests} a ${per} (${zone})`,
};

const INDONESIAN_PLANS: PlanWords = {
  heads: ["Paket", "Laju", "Kuota", "Stream", "Webhook"],
  unlimited: "tanpa batas",
  number: (count) => count.toLocaleString("id"),
  rate: (perSecond, burst) => `${perSecond} per detik, ${burst} sekaligus`,
  quota: (requests, per, zone) => `${requests} per ${per === "day" ? "hari" : "bulan"} (${zone})`,
};

function planTable(plans: DocumentedService["plans"], words: PlanWords): string {
  const rows = Object.entries(plans).map(([name, plan]) =>
    `| ${[name, ...planCells(plan, words)].join(" | ")} |`
  );
  const line = words.heads.map(() => "---").join(" | ");
  return `| ${words.heads.join(" | ")} |\n| ${line} |\n${rows.join("\n")}`;
}

function planCells(plan: Plan, { unlimited, number, ...words }: PlanWords): string[] {
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
  "setlists",
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

/** What a caller does about each kind of refusal, by the anchor that its answers link to. */
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  MALFORMED_REQUEST:
    "Print the address and body that you send, and fix what the `message` of the " +
    "answer names, such as `The body is not a JSON object`. The same request is refused each time.",
  INVALID_PARAMETER: "Read the hint: it names the parameter and what it takes, as does " +
    "[the reference](/docs/reference).",
  WEBHOOK_UNVERIFIED: "Answer a `webhook.verify` with its challenge, as " +
    "[events and webhooks](/docs/events#how-does-an-address-prove-itself) shows, and register again.",
  INVALID_CREDENTIALS: "Send the key in the header `x-api-key`, whole and without spaces, to a " +
    "group that it may read; [credentials](/docs/credentials) lists the other places.",
  IP_NOT_WHITELISTED: "Compare `clientIP` with the addresses you asked for: a proxy, a VPN or a " +
    "new provider changes it.",
  KEY_REQUIRED:
    "Send the key that the feed tokens or webhooks belong to, and leave other credentials out.",
  LIMIT_REACHED:
    "List what the key has, and end one that is no longer used; after a rotation wait for a day.",
  USAGE_LIMIT_EXCEEDED: "Stop until the new period begins, and read " +
    "[how to stay below the limits](/docs/limits#how-do-i-stay-below-them).",
  NOT_FOUND: "Ask for the list first, and take ids from it: " +
    "[most of these answers cost a request](/docs/limits#what-is-charged).",
  METHOD_NOT_ALLOWED: "Send `GET`, which every endpoint for data takes.",
  TIMEOUT: "Send the body at once and with its right `Content-Length`, or leave it out.",
  CONFLICT: "Read the current state again, then decide; do not repeat the request blindly.",
  GONE:
    "For a copy of the content, take a new cursor from `/v1/changes` and read everything again. " +
    "For the log of events, continue with `after=` and `oldest`; older events are lost.",
  BODY_TOO_LARGE: "Send only parameters and credentials.",
  URI_TOO_LONG: "Ask for less at once, or put the parameters into a JSON body if the group takes " +
    "`POST`.",
  RATE_LIMITED: "Leave time between requests, and wait after this answer for the seconds in " +
    "`Retry-After`.",
  INTERNAL: "Try once more. If the error stays, write to the operators with the `request_id`.",
  PLATFORM_UNAVAILABLE:
    "Show the last answer and try later; `/status` shows when the platform is back.",
  TRY_AGAIN: "Repeat the request after the seconds in `Retry-After`; nothing was charged.",
};

/**
 * The page of errors: a list of all types, then a section for each.
 *
 * @throws {TypeError} naming a type for which no advice is written
 */
function errorSections(): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const byAnchor = [...Map.groupBy(codes, helpAnchor)]
    .map(([anchor, list]) => [anchor, list.map((code) => ERRORS[code])] as const);
  const rows = byAnchor.map(([anchor, kinds]) =>
    `| ${statusesOf(kinds)} | [${anchor}](#${anchor}) | ${kinds.at(-1)!.message} |`
  );
  const sections = byAnchor.map(([anchor, kinds]) => section(anchor, kinds));
  return `| Status | Type | Message |\n| --- | --- | --- |\n${rows.join("\n")}\n\n${
    sections.join("\n\n")
  }`;
}

function statusesOf(kinds: readonly ErrorKind[]): string {
  return [...new Set(kinds.map(({ status }) => status))].join(", ");
}

function section(anchor: string, kinds: readonly ErrorKind[]): string {
  const advice = WHAT_TO_DO[anchor];
  if (advice === undefined) {
    throw new TypeError(`Cannot describe "${anchor}": no advice is written`);
  }
  return `## ${anchor}\n\n${kinds.map(meaning).join("\n\n")}\n\n**What to do.** ${advice}`;
}

function meaning({ status, type, message, about, fields = {} }: ErrorKind): string {
  const further = Object.entries(fields).map(([name, { description }]) =>
    `\n- \`${name}\`: ${description}`
  );
  const list = further.length === 0 ? "" : `\n\nThe body also has:\n${further.join("")}`;
  return `**${status}** \`${message}\`${
    type === undefined ? ", without a `type`" : ""
  }. ${about}${list}`;
}
