import type { Source } from "../delivery/endpoint.ts";
import { createDiscordPoster } from "../delivery/post.ts";
import type { OutboundDeps } from "../platform/outbound_fetch.ts";
import { MINUTE_MS } from "../toolbox/durations.ts";
import {
  countOf,
  digestEmbeds,
  type Embed,
  embedSize,
  MAX_CHARACTERS,
  MAX_EMBEDS,
  type NumberedUse,
  plainEmbed,
  useEmbed,
} from "./embeds.ts";
import type { Entry } from "./entries.ts";
import type { Receiver } from "./use_log.ts";

/** A message to the chat, about a run of uses. */
interface ChatMessage {
  /** The last entry that it is about. */
  readonly through: number;
  readonly body: string;
  /** What is posted where the body is refused. */
  readonly plain: string;
}

/** Entries of one message at most. */
const BATCH = 5_000;
/** Uses that come close together share a message. */
const SPACING_MS = 2_000;
/** Discord takes 5 posts in 2 s and 30 a minute; a little less, because its clock is not ours. */
const PACE_MS = 2_200;

/**
 * The administrative chat channel: a Discord webhook, which is sent uses alone. `url`: the setting
 * AUDIT_WEBHOOK_URL, a secret, never logged.
 */
export function createChat(
  deps: OutboundDeps & { readonly url: string; readonly source: Source<Entry> },
): Receiver {
  const post = createDiscordPoster(deps, deps.url);
  return {
    id: "audit discord",
    source: deps.source,
    batch: BATCH,
    // Of two posts.
    timeoutMs: 20_000,
    subjectOf: ({ kind }) => kind === "use" ? "" : undefined,
    beginsAt,
    async send(entries, _attempt, signal) {
      const { through, body, plain } = chatMessage(entries.filter(isUse));
      let sent = await post(body, signal);
      let paceMs = PACE_MS;
      if (sent.kind === "refused") {
        sent = await post(plain, signal);
        paceMs *= 2;
      }
      // What it does not take in either form it will never take.
      if (sent.kind === "refused") return { ...sent, kind: "gone" };
      if (sent.kind !== "sent") return sent;
      return { ...sent, through, pauseMs: Math.max(paceMs, sent.pauseMs ?? 0) };
    },
  };
}

function isUse(entry: { readonly value: Entry }): entry is NumberedUse {
  return entry.value.kind === "use";
}

/** Few entries are sent at once; more gather for a minute, so that a busy token makes one digest a minute. */
function beginsAt(waiting: number, begunAt: number): number {
  const isBusy = waiting > MAX_EMBEDS && waiting < BATCH;
  return begunAt + (isBusy ? MINUTE_MS : SPACING_MS);
}

/** The message about the first uses, or about all of them where they are many. */
export function chatMessage(uses: readonly NumberedUse[]): ChatMessage {
  const isFew = uses.length <= MAX_EMBEDS;
  const embeds = isFew ? fitting(uses.map(useEmbed)) : digestEmbeds(uses);
  const told = isFew ? uses.slice(0, embeds.length) : uses;
  const [first, through] = [told[0]!.seq, told.at(-1)!.seq];
  const numbers = first === through ? `use ${first}` : `uses ${first}–${through}`;
  const text = `${numbers} · ${countOf(told)} in all`;
  return { through, body: bodyOf(embeds, text), plain: bodyOf([plainEmbed(told)], text) };
}

/** The first embeds that fit into one message: one at least. */
function fitting(embeds: readonly Embed[]): Embed[] {
  let size = 0;
  return embeds.filter((embed) => (size += embedSize(embed)) <= MAX_CHARACTERS);
}

function bodyOf(embeds: readonly Embed[], text: string): string {
  const last = { ...embeds.at(-1)!, footer: { text } };
  return JSON.stringify({
    embeds: [...embeds.slice(0, -1), last],
    allowed_mentions: { parse: [] },
  });
}
