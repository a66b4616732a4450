import { setImmediate } from "node:timers";
import type { Clock } from "../../src/platform/clock.ts";
import type { Kv } from "../../src/platform/kv.ts";
import type { Net } from "../../src/platform/net.ts";
import { createChain } from "../../src/audit/record/chain.ts";
import { createDiscordSink } from "../../src/audit/delivery/discord.ts";
import { createOutbox, type Outbox } from "../../src/audit/delivery/outbox.ts";
import { createRecorder, type Recorder } from "../../src/audit/record/recorder.ts";
import type { Sink } from "../../src/audit/delivery/sink.ts";
import type { Use } from "../../src/audit/entries/use.ts";
import { createFakeDiscord, type DiscordMessage } from "../support/fake_discord.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createFaultyKv } from "../support/faulty_kv.ts";
import { keptLog, PEPPER, sampleUse, START_MS } from "./sample_use.ts";
import { createPrng } from "../support/prng.ts";

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

/** One process of the service: recorder and outbox. */
export interface Process {
  readonly recorder: Recorder;
  readonly outbox: Outbox;
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
  const chain = createChain(PEPPER);
  let processes = 0;

  function start(
    sink: Sink = createDiscordSink({ net, clock, url: discord.url }),
    ownClock: Clock = clock,
  ): Process {
    const random = createPrng(++processes);
    const outbox = createOutbox({ kv, clock: ownClock, random, log, chain, sink });
    const deps = { kv, clock: ownClock, random, log, pepper: PEPPER };
    const recorder = createRecorder({ ...deps, recorded: outbox.wake });
    outbox.wake();
    return { recorder, outbox };
  }

  /** Records `count` uses at this instant. */
  async function use({ recorder }: Process, count: number, changes: Partial<Use> = {}) {
    for (let index = 0; index < count; index++) {
      void recorder.record(sampleUse({ at: clock.now(), ...changes }));
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

/** How many uses a message tells of, counted from what people see: single embeds and digest lines. */
export function usesIn({ body }: DiscordMessage): number {
  let uses = 0;
  for (const { title, description = "" } of body.embeds) {
    if (title.endsWith("Priority token used")) uses++;
    for (const [, count] of description.matchAll(/^(\d+) × /gm)) uses += Number(count);
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
