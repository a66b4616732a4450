import { BADGE, type Embed, embedSize, GOLD } from "./embed.ts";
import type { BatchRange, Message } from "../sink.ts";

const MAX_EMBEDS = 10;
/** Discord's 6,000 over all embeds of a message, less room for the last footer. */
const MAX_CHARACTERS = 5_800;

/** An embed and how many uses it tells of. */
export interface Told {
  readonly embed: Embed;
  readonly uses: number;
}

/**
 * Puts embeds into as few messages as their order allows, within Discord's limits. The footer of each
 * message states how many uses it is about, which uses its batch covers, which message of the batch
 * it is, and the record's head: a message that arrives twice has the same footer twice.
 */
export function packEmbeds(told: readonly Told[], range: BatchRange): Message[] {
  const groups = groupEmbeds(told);
  return groups.map((group, index) => {
    const embeds = group.map(({ embed }) => embed);
    const uses = group.reduce((sum, { uses }) => sum + uses, 0);
    const text = footerText(range, uses, index + 1, groups.length);
    return {
      id: `${range.from}-${range.until}/${index + 1}`,
      body: messageBody(withFooter(embeds, text)),
      plain: messageBody([plainEmbed(embeds, uses, text)]),
    };
  });
}

function groupEmbeds(told: readonly Told[]): Told[][] {
  const groups: Told[][] = [];
  let room = 0;
  for (const one of told) {
    const size = embedSize(one.embed);
    if (size > room || groups.at(-1)!.length === MAX_EMBEDS) {
      groups.push([]);
      room = MAX_CHARACTERS;
    }
    groups.at(-1)!.push(one);
    room -= size;
  }
  return groups;
}

function withFooter(group: readonly Embed[], text: string): Embed[] {
  return group.map((embed, index) => {
    if (index < group.length - 1) return embed;
    const own = embed.footer === undefined ? "" : `${embed.footer.text} · `;
    return { ...embed, footer: { text: own + text } };
  });
}

function plainEmbed(embeds: readonly Embed[], uses: number, text: string): Embed {
  return {
    title: `${BADGE} Priority tokens used ${uses} times`,
    description: "The chat refused the full message; `audit tail` and `audit export` have it.",
    color: GOLD,
    timestamp: embeds.at(-1)!.timestamp,
    fields: [],
    footer: { text },
  };
}

function footerText({ from, until, head }: BatchRange, uses: number, part: number, of: number) {
  return `${uses} of uses ${from}–${until} · message ${part} of ${of} · head ${until}:${head}`;
}

function messageBody(embeds: readonly Embed[]): string {
  return JSON.stringify({ embeds, allowed_mentions: { parse: [] } });
}
