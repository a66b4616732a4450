import { createHash } from "node:crypto";
import { createPostOnce, discordExecuteUrl, discordOutcome } from "../../delivery/post.ts";
import type { OutboundDeps } from "../../platform/outbound_fetch.ts";
import type { RecordedUse } from "../entries/use.ts";
import {
  BADGE,
  digestEmbeds,
  type Embed,
  embedSize,
  GOLD,
  type Notable,
  type Told,
  UseDigest,
  useEmbed,
} from "./discord_embeds.ts";
import type { BatchRange, KnownToken, Message, MessagePlan, Planner, Sink } from "./sink.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../toolbox/durations.ts";

/**
 * The administrative chat channel: a Discord webhook. `url`: the setting AUDIT_WEBHOOK_URL, a secret, never
 * logged. Throws TypeError for a bad address.
 */
export function createDiscordSink(deps: OutboundDeps & { readonly url: string }): Sink {
  const { clock, url } = deps;
  if (!URL.canParse(url)) {
    throw new TypeError(
      "Cannot use AUDIT_WEBHOOK_URL: expected an address that begins with https://",
    );
  }
  const address = discordExecuteUrl(url);
  const postOnce = createPostOnce(deps);
  return {
    name: "discord",
    // Discord takes 5 in 2 s and 30 a minute; a little less, because its clock is not ours.
    pace: [{ posts: 4, withinMs: 2_000 }, { posts: 27, withinMs: 60_000 }],
    remembers: true,
    due: dueAt,
    room: roomFor,
    planner: createMessagePlanner,
    async post({ body }, signal) {
      const headers = { "content-type": "application/json" };
      return discordOutcome(await postOnce({ url: address, headers, body }, signal), clock);
    },
  };
}

/** Uses posted one by one, over all tokens. */
const SINGLES_PER_SECOND = 3;
/** As many may gather: ten seconds' worth. */
const MAX_ROOM = 30;
const MIN_ROOM = 6;
/** Between two batches, so that uses that come close together share a message. */
const BATCH_SPACING_MS = 2_000;
/** Uses of one batch at most; when as many wait, the minute is not waited for. */
const BATCH_USES = 100_000;
const BATCH_TOKENS = 100;
/** Notable uses of one token in one batch: a token leaked to thousands must not block the channel. */
const MAX_NOTABLE = 100;
const ADDRESSES_KNOWN = 300;

/** How many uses of a batch that begins at `now` may be posted one by one. */
export function roomFor(lastBatchAt: number, now: number): number {
  const earned = Math.floor((now - lastBatchAt) / SECOND_MS * SINGLES_PER_SECOND);
  return Math.max(MIN_ROOM, Math.min(MAX_ROOM, earned));
}

/**
 * When the uses that wait should be posted, in epoch milliseconds: at once while there are at most three
 * a second; more are gathered for a minute, so that a busy token makes one digest a minute.
 */
export function dueAt(waiting: number, lastBatchAt: number, lastFoldedAt: number): number {
  const soonest = lastBatchAt + BATCH_SPACING_MS;
  if (waiting >= BATCH_USES) return soonest;
  const digest = Math.max(soonest, lastFoldedAt + MINUTE_MS);
  if (waiting > MAX_ROOM) return digest;
  const singles = Math.max(
    soonest,
    lastBatchAt + Math.ceil(waiting / SINGLES_PER_SECOND) * SECOND_MS,
  );
  return Math.min(singles, digest);
}

class SeenToken {
  lastAt: number;
  readonly addresses: Set<string>;
  notables = 0;
  /** All others. */
  readonly digest: UseDigest;
  /** The uses of the digest, while they are few enough to be posted one by one. */
  readonly few: RecordedUse[] = [];
  /** The mark of each address met in this batch. */
  readonly #marks = new Map<string, string>();

  constructor(id: string, known: KnownToken | undefined) {
    this.lastAt = known?.lastAt ?? -Infinity;
    this.addresses = new Set(known?.addresses);
    this.digest = new UseDigest(id);
  }

  /** A short mark in place of the address, so that the memory of a token stays small. */
  markOf({ token_id, ip }: RecordedUse): string {
    const made = this.#marks.get(ip);
    if (made !== undefined) return made;
    const mark = createHash("sha256").update(`${token_id}\n${ip}`).digest("base64url").slice(0, 8);
    this.#marks.set(ip, mark);
    return mark;
  }

  notableIn({ at }: RecordedUse, mark: string): Notable[] {
    const notable: Notable[] = [];
    if (at - this.lastAt >= HOUR_MS) notable.push("first use after an hour of quiet");
    if (!this.addresses.has(mark)) notable.push("first use from this address");
    return notable;
  }

  /** Remembers the most recent addresses; a Set keeps the order of insertion. */
  remember({ at }: RecordedUse, mark: string): void {
    const { addresses } = this;
    this.lastAt = Math.max(this.lastAt, at);
    addresses.delete(mark);
    addresses.add(mark);
    if (addresses.size > ADDRESSES_KNOWN) addresses.delete(addresses.values().next().value!);
  }
}

interface Single {
  readonly use: RecordedUse;
  readonly notable: readonly Notable[];
}

/**
 * Plans the chat messages for a batch of uses; pure, so that the process that goes on with a batch plans
 * the same messages. A token's first use after an hour of quiet and its first use from a new address are
 * posted on their own; as many of the others as `room` allows are posted one by one, quiet tokens first;
 * each remaining token gets one digest.
 */
export function createMessagePlanner(
  known: ReadonlyMap<string, KnownToken>,
  room: number,
): Planner {
  const tokens = new Map<string, SeenToken>();
  const notables: Single[] = [];
  let uses = 0;

  function add(use: RecordedUse): void {
    uses++;
    const token = seenToken(use.token_id);
    const mark = token.markOf(use);
    const notable = token.notableIn(use, mark);
    if (notable.length > 0 && token.notables < MAX_NOTABLE) {
      token.notables++;
      notables.push({ use, notable });
    } else {
      token.digest.add(use);
      if (token.few.length <= room) token.few.push(use);
    }
    token.remember(use, mark);
  }

  function seenToken(id: string): SeenToken {
    const seen = tokens.get(id) ?? new SeenToken(id, known.get(id));
    tokens.set(id, seen);
    return seen;
  }

  function finish(range: BatchRange): MessagePlan {
    const { singles, digests } = share([...tokens.values()], room - notables.length);
    const inOrder = [...notables, ...singles].sort((a, b) => a.use.seq - b.use.seq);
    const told = [
      ...inOrder.map(({ use, notable }) => ({ embed: useEmbed(use, notable), uses: 1 })),
      ...digests.flatMap(digestEmbeds),
    ];
    return { messages: packEmbeds(told, range), folded: digests.length > 0, learned };
  }

  function* learned(): Generator<[string, KnownToken]> {
    for (const [id, { lastAt, addresses }] of tokens) {
      yield [id, { lastAt, addresses: [...addresses] }];
    }
  }

  return { add, full: () => uses >= BATCH_USES || tokens.size >= BATCH_TOKENS, finish };
}

/** The tokens whose uses are posted one by one: the quietest first, as far as there is room. */
function share(tokens: SeenToken[], room: number): { singles: Single[]; digests: UseDigest[] } {
  const singles: Single[] = [];
  const digests: UseDigest[] = [];
  for (const { digest, few } of tokens.sort((a, b) => a.digest.count - b.digest.count)) {
    if (digest.count <= room - singles.length) {
      singles.push(...few.map((use) => ({ use, notable: [] })));
    } else if (digest.count > 0) digests.push(digest);
  }
  return { singles, digests };
}

const MAX_EMBEDS = 10;
/** Discord's 6,000 over all embeds of a message, less room for the last footer. */
const MAX_CHARACTERS = 5_800;

/**
 * Puts embeds into as few messages as their order allows, within Discord's limits. The footer of each
 * message states how many uses it is about, which uses its batch covers, which message of the batch
 * it is, and the record's head: a message that arrives twice has the same footer twice.
 */
function packEmbeds(told: readonly Told[], range: BatchRange): Message[] {
  const { from, until, head } = range;
  const groups = groupEmbeds(told);
  return groups.map((group, index) => {
    const embeds = group.map(({ embed }) => embed);
    const uses = group.reduce((sum, { uses }) => sum + uses, 0);
    const covered = `${uses} of uses ${from}–${until}`;
    const text = `${covered} · message ${index + 1} of ${groups.length} · head ${until}:${head}`;
    return {
      id: `${from}-${until}/${index + 1}`,
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

function messageBody(embeds: readonly Embed[]): string {
  return JSON.stringify({ embeds, allowed_mentions: { parse: [] } });
}
