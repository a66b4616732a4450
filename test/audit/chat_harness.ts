import { setImmediate } from "node:timers";
import { type Audit, createAudit } from "../../src/audit/audit.ts";
import type { TokenUse } from "../../src/audit/entries.ts";
import type { Outbox } from "../../src/delivery/endpoint.ts";
import { createOutbox } from "../../src/delivery/outbox.ts";
import type { Clock } from "../../src/platform/clock.ts";
import type { Kv } from "../../src/platform/kv.ts";
import type { Net } from "../../src/platform/net.ts";
import { createFakeDiscord, type DiscordMessage } from "./fake_discord.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { keptLog, sampleUse, START_MS } from "./sample_use.ts";
import { createPrng } from "../support/prng.ts";

const NO_SINKS = {
  AUDIT_RETENTION_DAYS: 90,
  AUDIT_WEBHOOK_URL: undefined,
  AUDIT_SINK_URL: undefined,
  AUDIT_SINK_SECRET: undefined,
};

/** Real network whose posts are waited for before the driven clock moves on. */
function createWatchedNet() {
  const flying = new Set<string>();
  let count = 0;
  const net: Net = {
    async fetch(url, init = {}) {
      const id = String(++count);
      flying.add(id);
      try {
        const headers = { ...init.headers as Record<string, string>, "x-test-id": id };
        const response = await fetch(url, { ...init, headers });
        const body = await response.arrayBuffer();
        const { status, headers: answered } = response;
        return new Response(body.byteLength > 0 ? body : null, { status, headers: answered });
      } finally {
        flying.delete(id);
      }
    },
  };
  return { net, flying };
}

/** One process of the service: what records, and what sends. */
export interface Process {
  readonly audit: Audit;
  readonly outbox: Outbox;
  /** What waits for the one address of the process, and how it goes. */
  state(): { readonly waiting: number; readonly state: string };
}

interface ProcessOptions {
  readonly net?: Net;
  readonly clock?: Clock;
  /** Where it sends; the chat if left out. */
  readonly to?: { readonly AUDIT_SINK_URL: string; readonly AUDIT_SINK_SECRET: string };
}

/** A chat, a store, a driven clock, and as many processes as a test wants. */
export function createChatHarness(inner: Kv = createMemoryKv()) {
  const { net, flying } = createWatchedNet();
  const settle = async () => {
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    await turn();
    while ([...flying].some((id) => !discord.hanging.has(id))) await turn();
    await turn();
  };
  const clock = createManualClock(START_MS, settle);
  const discord = createFakeDiscord(clock);
  const kv = createFaultyKv(inner);
  const log = keptLog();
  let processes = 0;

  function start(options: ProcessOptions = {}): Process {
    const { to = { AUDIT_WEBHOOK_URL: discord.url } } = options;
    const env = { kv, clock: options.clock ?? clock, random: createPrng(++processes), log };
    const deps = { ...env, net: options.net ?? net, outbox: () => outbox };
    const audit = createAudit(deps, { ...NO_SINKS, ...to });
    const outbox = createOutbox(env, () => audit.endpoints);
    outbox.wake();
    return { audit, outbox, state: () => audit.state().sinks[0]! };
  }

  /** Records `count` uses at this instant, of as many endpoints. */
  async function use({ audit }: Process, count: number, changes: Partial<TokenUse> = {}) {
    for (let n = 0; n < count; n++) {
      const endpoint = `/api/groupb/news/${n}`;
      void audit.record(sampleUse({ at: clock.now(), endpoint, ...changes }));
    }
    await settle();
  }

  return {
    ...{ clock, discord, kv, log, net, start, use, settle },
    [Symbol.asyncDispose]: () => discord.close(),
  };
}

/** Every message once: one that came again has the footer that it had before. */
export function withoutRepeats(messages: readonly DiscordMessage[]): DiscordMessage[] {
  const byFooter = new Map(messages.map((message) => [footerOf(message), message]));
  return [...byFooter.values()];
}

/** The text under a message. */
export function footerOf({ body }: DiscordMessage): string {
  return body.embeds.at(-1).footer.text;
}

/** How many uses a message tells of, counted from what people see: titles, and lines where there are some. */
export function usesIn({ body }: Pick<DiscordMessage, "body">): number {
  let uses = 0;
  for (const { title, description = "" } of body.embeds) {
    const lines = [...description.matchAll(/^(\d+) × /gm)];
    const count = Number(/used (\d+) times$/.exec(title)?.[1] ?? 1);
    const counted = lines.reduce((sum, [, count]) => sum + Number(count), 0);
    if (lines.length > 0 && count !== counted) return NaN;
    uses += count;
  }
  return uses;
}

/** Uses told, repeats left out. */
export function toldUses(messages: readonly DiscordMessage[]): number {
  return withoutRepeats(messages).reduce((sum, message) => sum + usesIn(message), 0);
}

/** The most posts that any `withinMs` saw. */
export function mostPosts(posts: readonly { at: number }[], withinMs: number): number {
  const within = posts.map(({ at }, index) =>
    posts.slice(index).filter((later) => later.at < at + withinMs).length
  );
  return Math.max(0, ...within);
}
