import assert from "node:assert/strict";
import { type FakeChat, startFakeChat } from "../support/fake_platforms/chat.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { sizeOf } from "../support/size.ts";
import { until } from "../support/until.ts";
import { CHAT_FAULTS, flood, FLOOD_A_SECOND, ROOM } from "./chat_faults.ts";
import { noteFigure } from "./figures.ts";
import { slopeOf } from "./process_memory.ts";

const FAULTS_SECONDS = sizeOf({ default: 5, full: 600 });
const FLOOD_SECONDS = sizeOf({ default: 2, full: 10 });

interface Figures {
  readonly heap: number;
  readonly rss: number;
  readonly cpuMs: number;
  readonly kept: number;
  readonly dropped: number;
  readonly malformed: number;
  readonly rooms: number;
}

/** The server of chats in its process. */
async function startServer(chatUrl: string) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-lock", "--no-check", "--v8-flags=--expose-gc"],
      ...[new URL("./chat_process.ts", import.meta.url).pathname, chatUrl],
    ],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  while (!printed.includes("\n")) printed += (await reader.read()).value ?? "";
  const base = `http://127.0.0.1:${Number(printed)}`;
  const get = async (path: string) => await (await fetch(base + path)).text();
  return {
    base,
    get,
    figures: async () => JSON.parse(await get("/figures")) as Figures,
    async [Symbol.asyncDispose]() {
      killIfRunning(child);
      await child.status;
      await reader.cancel();
    },
  };
}

const isJoined = (chat: FakeChat) => chat.channels().includes(`#${ROOM}`);

Deno.test(`a flood of ${FLOOD_A_SECOND} messages a second takes a bounded part of a processor and of memory`, async () => {
  await using fake = startFakeChat();
  const { chat } = fake;
  await using server = await startServer(fake.url);
  await server.get("/on");
  await server.get("/chat");
  await until(() => isJoined(chat));
  await flood(chat, 1);
  const before = await server.figures();
  const began = performance.now();
  const sent = await flood(chat, FLOOD_SECONDS);
  await until(async () => {
    const { kept, dropped } = await server.figures();
    return kept + dropped >= before.kept + before.dropped + sent;
  });
  const seconds = (performance.now() - began) / 1000;
  const after = await server.figures();
  const share = (after.cpuMs - before.cpuMs) / 1000 / seconds;
  const kept = after.kept - before.kept;
  assert.ok(kept <= 20 * (seconds + 1), `${kept} were kept in ${seconds} s`);
  assert.ok(share < 0.6, `${share} of a processor`);
  assert.ok(after.heap - before.heap < 8 << 20, `${after.heap - before.heap} bytes more`);
  assert.equal(after.malformed, 0);
  noteFigure(
    "a flood of a chat",
    `${Math.round(sent / seconds)} messages a second: ${
      Math.round(share * 100)
    } % of a processor, ` +
      `${Math.round((after.heap - before.heap) / 1024)} KiB more heap, ${kept} of ${sent} kept`,
  );
});

/** Those of a short run: the others wait for timeouts. */
const SHORT = ["garbage", "flood", "cut within a line", "a room that ends"];

Deno.test(`a chat goes on over ${FAULTS_SECONDS} s of faults, and its memory stays flat`, async () => {
  await using fake = startFakeChat();
  const { chat } = fake;
  await using server = await startServer(fake.url);
  await server.get("/on");
  const names = FAULTS_SECONDS < 60 ? SHORT : Object.keys(CHAT_FAULTS);
  const untilJoined = () =>
    until(async () => {
      await server.get("/chat");
      return isJoined(chat);
    }, 100_000);
  const samples: { at: number; value: number }[] = [];
  const rss: number[] = [];
  const began = performance.now();
  let probes = 0;
  for (let round = 0; (performance.now() - began) / 1000 < FAULTS_SECONDS; round++) {
    for (const name of names) {
      await untilJoined();
      await CHAT_FAULTS[name]!(chat, server.get);
      await untilJoined();
      const probe = `probe ${++probes}.`;
      // What came just before may have filled the second.
      await until(async () => {
        chat.say(ROOM, probe);
        return (await server.get("/chat")).includes(probe);
      }, 30_000);
    }
    const figures = await server.figures();
    assert.equal(figures.rooms, 1);
    assert.equal(chat.clients(), 1);
    samples.push({ at: (performance.now() - began) / 60_000, value: figures.heap });
    rss.push(figures.rss);
  }
  const { heap, malformed, dropped } = await server.figures();
  const settled = samples.slice(Math.min(3, samples.length - 2));
  const growth = slopeOf(settled);
  // Within seconds the runtime itself grows by more.
  if (FAULTS_SECONDS >= 300) assert.ok(growth < 128 * 1024, `${growth} bytes of heap a minute`);
  assert.ok(heap - samples[0]!.value < 8 << 20, `from ${samples[0]!.value} to ${heap} bytes`);
  assert.ok(malformed > 0 && dropped > 0);
  noteFigure(
    `${FAULTS_SECONDS} s of faults of a chat`,
    `${samples.length} rounds of ${names.length} faults, ${probes} messages behind them all came; ` +
      `heap ${(samples[0]!.value / 2 ** 20).toFixed(1)} to ${(heap / 2 ** 20).toFixed(1)} MiB, ` +
      `${Math.round(growth / 1024)} KiB a minute; process at most ${
        Math.round(Math.max(...rss) / 2 ** 20)
      } MiB`,
  );
});
