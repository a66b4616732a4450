import { codeLine, codeText, plainText } from "../delivery/escape.ts";
import type { Numbered } from "../events/entry_log.ts";
import { type Entry, isoInstant, usesOf } from "./entries.ts";

/** A use on record, with its number. */
export type NumberedUse = Numbered<Extract<Entry, { kind: "use" }>>;

/** A Discord embed, as far as it is used here. */
export interface Embed {
  readonly title: string;
  readonly description?: string;
  readonly color: number;
  readonly timestamp: string;
  readonly fields: readonly EmbedField[];
  readonly footer?: { readonly text: string };
}

/** A name and a value, both never empty. */
interface EmbedField {
  readonly name: string;
  readonly value: string;
  readonly inline?: boolean;
}

/** Discord takes so many embeds in a message. */
export const MAX_EMBEDS = 10;
/** And 6,000 characters over all of them, of which the footer needs some. */
export const MAX_CHARACTERS = 5_800;
/** Characters of a description; Discord takes 4,096. */
const MAX_DESCRIPTION = 4_000;

/** The gold of the badge, and the badge itself: the first thing in every title. */
const GOLD = 0xffd700;
const BADGE = "🏅";

/** What Discord counts towards its 6,000 characters. */
export function embedSize({ title, description = "", fields, footer }: Embed): number {
  const inFields = fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  return title.length + description.length + inFields + (footer?.text.length ?? 0);
}

/** How many uses entries stand for. */
export function countOf(uses: readonly NumberedUse[]): number {
  return uses.reduce((sum, { value }) => sum + usesOf(value), 0);
}

/** One entry as one embed: badge, name, e-mail, IP address, endpoint. At most 1,300 characters. */
export function useEmbed({ value }: NumberedUse): Embed {
  const { at, name, email, ip, method, endpoint, status, token_id } = value;
  const count = usesOf(value);
  return {
    title: `${BADGE} Priority token used${count > 1 ? ` ${count} times` : ""}`,
    color: GOLD,
    timestamp: isoInstant(at),
    fields: [
      ...holderFields(name, email, 200),
      { name: "IP address", value: codeText(ip, 100), inline: true },
      { name: "Endpoint", value: codeText(`${method} ${endpoint}`, 400) },
      { name: "Status", value: String(status), inline: true },
      { name: "Token", value: codeText(token_id, 140), inline: true },
    ],
  };
}

function holderFields(name: string, email: string, longest: number): EmbedField[] {
  return [
    { name: "Name", value: plainText(name, longest), inline: true },
    { name: "E-mail", value: codeText(email, longest), inline: true },
  ];
}

/** In place of an embed that Discord refuses: the same count, nothing that callers wrote. */
export function plainEmbed(uses: readonly NumberedUse[]): Embed {
  return {
    title: `${BADGE} Priority tokens used ${countOf(uses)} times`,
    description: "The chat refused the full message; `audit tail` and `audit export` have it.",
    color: GOLD,
    timestamp: isoInstant(uses.at(-1)!.value.at),
    fields: [],
  };
}

/** Uses that a line of a digest stands for. */
interface Line {
  readonly label: string;
  count: number;
}

/**
 * Any number of uses as the embeds of one message: one for each token, with its most frequent addresses and
 * endpoints; where there are more tokens than embeds, the less busy ones share the last. Lines that have no
 * room are one counted line, so that the counts add up to those of the uses.
 */
export function digestEmbeds(uses: readonly NumberedUse[]): Embed[] {
  const tokens = [...Map.groupBy(uses, ({ value }) => value.token_id).values()]
    .sort((one, other) => countOf(other) - countOf(one));
  const isTooMany = tokens.length > MAX_EMBEDS;
  const own = isTooMany ? tokens.slice(0, MAX_EMBEDS - 1) : tokens;
  const heads = own.map(tokenHead);
  const lines = own.map((uses) => countLines(uses, pairLabel));
  if (isTooMany) {
    const others = tokens.slice(MAX_EMBEDS - 1);
    heads.push({ ...tokenHead(others.flat()), fields: [] });
    lines.push(countLines(others.flat(), ({ value: { name, email } }) => `${name} ${email}`));
  }
  const used = heads.reduce((sum, head) => sum + embedSize(head), 0);
  const room = Math.min(MAX_DESCRIPTION, Math.floor((MAX_CHARACTERS - used) / heads.length));
  return heads.map((head, n) => ({ ...head, description: codeBlock(lines[n]!, room) }));
}

function tokenHead(uses: readonly NumberedUse[]): Embed {
  const { name, email, token_id } = uses.at(-1)!.value;
  const instants = uses.map(({ value }) => value.at);
  const [from, to] = [Math.min(...instants), Math.max(...instants)];
  return {
    title: `${BADGE} Priority token used ${countOf(uses)} times`,
    color: GOLD,
    timestamp: isoInstant(to),
    fields: [
      ...holderFields(name, email, 100),
      { name: "Token", value: codeText(token_id, 60), inline: true },
      { name: "From", value: isoInstant(from), inline: true },
      { name: "To", value: isoInstant(to), inline: true },
    ],
  };
}

function pairLabel({ value: { ip, method, endpoint } }: NumberedUse): string {
  return `${ip} ${method} ${endpoint}`;
}

function countLines(
  uses: readonly NumberedUse[],
  labelOf: (use: NumberedUse) => string,
): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const use of uses) {
    const label = labelOf(use);
    const line = lines.get(label) ?? { label, count: 0 };
    line.count += usesOf(use.value);
    lines.set(label, line);
  }
  return [...lines.values()]
    .sort((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1));
}

/** Room for the line of the others. */
const OTHERS = 50;
const LINE_LENGTH = 250;

/** The most frequent lines that there is room for, and the others as one. */
function codeBlock(lines: readonly Line[], room: number): string {
  const shown: string[] = [];
  let left = room - "```\n\n```".length - OTHERS;
  for (const { label, count } of lines) {
    const text = `${count} × ${codeLine(label, LINE_LENGTH)}`;
    left -= text.length + 1;
    if (left < 0) break;
    shown.push(text);
  }
  const others = lines.slice(shown.length);
  if (others.length > 0) {
    const count = others.reduce((sum, { count }) => sum + count, 0);
    shown.push(`${count} × (${others.length} others)`);
  }
  return `\`\`\`\n${shown.join("\n")}\n\`\`\``;
}
