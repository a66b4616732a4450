import { codeLine, codeText, plainText } from "../../delivery/escape.ts";
import { isoInstant } from "../entries/entry.ts";
import type { RecordedUse } from "../entries/use.ts";

/** The gold of the badge. */
export const GOLD = 0xffd700;
/** The badge itself: the first thing in every title. */
export const BADGE = "🏅";

/** A Discord embed, as far as it is used here. */
export interface Embed {
  readonly title: string;
  readonly description?: string;
  readonly color: number;
  readonly timestamp: string;
  readonly fields: readonly EmbedField[];
  readonly footer?: { readonly text: string };
}

/** An embed and how many uses it shows. */
export interface Told {
  readonly embed: Embed;
  readonly uses: number;
}

/** A name and a value, both never empty. */
interface EmbedField {
  readonly name: string;
  readonly value: string;
  readonly inline?: boolean;
}

/** The reason why a use is posted on its own, however busy its token is. */
export type Notable = "first use after an hour of quiet" | "first use from this address";

/** One use as one embed: badge, name, e-mail, IP address, endpoint. At most 1,300 characters. */
export function useEmbed(use: RecordedUse, notable: readonly Notable[] = []): Embed {
  const note = notable.length > 0 ? { description: capital(notable.join(" and ")) } : {};
  return {
    title: `${BADGE} Priority token used`,
    ...note,
    color: GOLD,
    timestamp: isoInstant(use.at),
    fields: [
      ...holderFields(use),
      { name: "IP address", value: codeText(use.ip, 100), inline: true },
      { name: "Endpoint", value: codeText(`${use.method} ${use.endpoint}`, 400) },
      { name: "Status", value: String(use.status), inline: true },
      { name: "Token", value: codeText(use.token_id, 140), inline: true },
    ],
    footer: { text: `use ${use.seq}` },
  };
}

function holderFields({ name, email }: { name: string; email: string }): EmbedField[] {
  return [
    { name: "Name", value: plainText(name, 200), inline: true },
    { name: "E-mail", value: codeText(email, 200), inline: true },
  ];
}

/** What Discord counts towards its 6,000 characters over all embeds of a message. */
export function embedSize({ title, description = "", fields, footer }: Embed): number {
  const inFields = fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  return title.length + description.length + inFields + (footer?.text.length ?? 0);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lines of one token's digest at most; a digest that would be longer names groups instead. */
const MAX_LINES = 1_000;
/** Characters of lines in one embed: two such embeds fit into one message. */
const LINES_CHARACTERS = 2_200;

/** An address, an endpoint, and how often the one used the other. */
interface Pair {
  readonly ip: string;
  readonly endpoint: string;
  readonly route: string;
  count: number;
}

/** One line of a digest, and the number of its uses. */
interface Line {
  readonly count: number;
  readonly text: string;
}

/** The uses of one token that are posted together. */
export class UseDigest {
  readonly token_id: string;
  name = "";
  email = "";
  count = 0;
  firstAt = Infinity;
  lastAt = -Infinity;
  readonly pairs = new Map<string, Pair>();

  /** A digest of no uses yet. */
  constructor(token_id: string) {
    this.token_id = token_id;
  }

  add({ at, name, email, ip, endpoint, route }: RecordedUse): void {
    const key = `${ip} ${endpoint}`;
    const pair = this.pairs.get(key);
    if (pair === undefined) this.pairs.set(key, { ip, endpoint, route, count: 1 });
    else pair.count++;
    this.name = name;
    this.email = email;
    this.count++;
    this.firstAt = Math.min(this.firstAt, at);
    this.lastAt = Math.max(this.lastAt, at);
  }
}

/**
 * The digest as embeds: every distinct address and endpoint with its count, over as many embeds as it
 * takes; the counts add up to `digest.count`.
 *
 * Beyond 1,000 distinct pairs (random paths, a token leaked to thousands of addresses) the channel
 * could not carry the list: then paths are folded into their routes, then addresses into networks,
 * then networks into one, until it can. The counts stay whole, and the embed names what was folded.
 */
export function digestEmbeds(digest: UseDigest): Told[] {
  const { lines, folded } = digestLines(digest);
  const fields = digestFields(digest, folded);
  const blocks = blocksOf(lines);
  return blocks.map((block, index) => {
    const part = blocks.length > 1 ? ` (${index + 1} of ${blocks.length})` : "";
    const embed: Embed = {
      title: `${BADGE} Priority token used ${digest.count} times${part}`,
      description: `\`\`\`\n${block.map(({ text }) => text).join("\n")}\n\`\`\``,
      color: GOLD,
      timestamp: isoInstant(digest.lastAt),
      fields,
    };
    return { embed, uses: block.reduce((sum, { count }) => sum + count, 0) };
  });
}

function digestFields(digest: UseDigest, folded: string | null): EmbedField[] {
  return [
    ...holderFields(digest),
    { name: "Token", value: codeText(digest.token_id, 140), inline: true },
    { name: "From", value: isoInstant(digest.firstAt), inline: true },
    { name: "To", value: isoInstant(digest.lastAt), inline: true },
    ...(folded === null ? [] : [{ name: "Shortened", value: folded }]),
  ];
}

/** From the exact list to the shortest; `null` is "nothing folded". */
const FOLDS: readonly [string | null, (pair: Pair) => string][] = [
  [null, ({ ip, endpoint }) => `${ip} ${endpoint}`],
  ["Paths are folded into their routes", ({ ip, route }) => `${ip} ${route || "(no route)"}`],
  [
    "Addresses are folded into networks, paths into their routes",
    ({ ip, route }) => `${network(ip)} ${route || "(no route)"}`,
  ],
  [
    "Addresses are left out, paths folded into their routes",
    ({ route }) => `(all) ${route || "(no route)"}`,
  ],
];

function digestLines({ pairs }: UseDigest): { lines: Line[]; folded: string | null } {
  for (const [folded, label] of FOLDS) {
    const counts = new Map<string, number>();
    for (const pair of pairs.values()) {
      const key = label(pair);
      counts.set(key, (counts.get(key) ?? 0) + pair.count);
    }
    if (counts.size > MAX_LINES && folded !== FOLDS.at(-1)![0]) continue;
    const note = folded === null ? null : `${folded}; \`audit export\` has every use`;
    const lines = [...counts]
      .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
      .map(([label, count]) => ({ count, text: `${count} × ${codeLine(label, 250)}` }));
    return { lines, folded: note };
  }
  throw new Error("Cannot fold a digest: the last fold takes everything");
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address, anything else as it is. */
function network(ip: string): string {
  if (!ip.includes(":")) return ip.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24");
  const [front = "", back] = ip.split("::");
  const left = front.split(":").filter((group) => group !== "");
  const right = (back ?? "").split(":").filter((group) => group !== "");
  const zeros = Array(Math.max(0, 8 - left.length - right.length)).fill("0");
  return `${[...left, ...zeros, ...right].slice(0, 3).join(":")}::/48`;
}

function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [];
  let room = 0;
  for (const line of lines) {
    if (line.text.length + 1 > room) {
      blocks.push([]);
      room = LINES_CHARACTERS;
    }
    blocks.at(-1)!.push(line);
    room -= line.text.length + 1;
  }
  return blocks;
}
