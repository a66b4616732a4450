import assert from "node:assert/strict";
import {
  type FakeChat,
  type FakeChatServer,
  startFakeChat,
} from "../support/fake_platforms/chat.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { sizeOf } from "../support/size.ts";
import { until } from "../support/until.ts";
import { CHAT_FAULTS, flood, FLOOD_A_SECOND, ROOM } from "./chat_faults.ts";
import { noteFigure } from "./figures.ts";
import { slopeOf } from "./process_memory.ts";

const LISTENERS = sizeOf({ default: 300, full: 1_000 });
const MESSAGES = sizeOf({ default: 10, full: 100 });
/** A chat with two messages a second is busy. */
const ALL_EVERY_MS = 500;
const FAULTS_SECONDS = sizeOf({ default: 5, full: 600 });
const FLOOD_SECONDS = sizeOf({ default: 2, full: 10 });

interface Figures {
  readonly heap: number;
  readonly rss: number;
  readonly cpuMs: number;
  readonly kept: number;
  readonly dropped: number;
  readonly malformed: number;
  readonly streams: number;
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

/** A listener over HTTP; `onText` is called with what comes. */
async function listen(base: string, onText: (text: string) => void) {
  const controller = new AbortController();
  let response = await fetch(`${base}/stream`, { signal: controller.signal });
  for (let tries = 0; response.status !== 200 && tries < 600; tries++) {
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 100));
    response = await fetch(`${base}/stream`, { signal: controller.signal });
  }
  assert.equal(response.status, 200);
  const decoder = new TextDecoder();
  const done = (async () => {
    for await (const piece of response.body!) onText(decoder.decode(piece, { stream: true }));
  })().catch(() => {});
  return {
    async leave() {
      controller.abort();
      await done;
    },
    done,
  };
}

const isJoined = (chat: FakeChat) => chat.channels().includes(`#${ROOM}`);

/** The time in each of many, in the middle and near the end. */
function spread(times: number[]): { median: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!;
  return { median: at(0.5), p99: at(0.99) };
}

/** A client of the chat without anything of this program: what comes to it is the socket's own echo. */
async function joinAlone({ url }: FakeChatServer, onMessage: (text: string) => void) {
  const socket = new WebSocket(url);
  await new Promise((resolve) => socket.onopen = resolve);
  socket.onmessage = ({ data }) => onMessage(data);
  socket.send("NICK alone\r\n");
  socket.send("USER alone 0 * null\r\n");
  socket.send(`JOIN #${ROOM}\r\n`);
  return socket;
}

Deno.test(`a message comes to a listener within 50 ms of the socket's own echo, and to each of ${LISTENERS}`, async () => {
  await using fake = startFakeChat();
  const { chat } = fake;
  await using server = await startServer(fake.url);
  await server.get("/on");
  const sentAt = new Map<string, number>();
  const echoes: number[] = [];
  const heard: number[] = [];
  const note = (times: number[]) => (text: string) => {
    const now = performance.now();
    for (const [, id] of text.matchAll(/measured-(\d+)"/g)) times.push(now - sentAt.get(id!)!);
  };
  const alone = await joinAlone(fake, note(echoes));
  const first = await listen(server.base, note(heard));
  await until(() => chat.channels().length === 2);
  const sayAll = async (from: number, everyMs: number) => {
    for (let n = from; n < from + MESSAGES; n++) {
      sentAt.set(`${n}`, performance.now());
      chat.say(ROOM, `measured-${n}`);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  };
  await sayAll(0, 60);
  await until(() => heard.length >= MESSAGES && echoes.length >= MESSAGES);
  const [one, echo] = [spread(heard), spread(echoes)];
  const before = await server.figures();
  const others = [];
  for (let n = 1; n < LISTENERS; n++) others.push(await listen(server.base, note(heard)));
  heard.length = 0;
  echoes.length = 0;
  await sayAll(MESSAGES, ALL_EVERY_MS);
  await until(() => heard.length >= MESSAGES * LISTENERS);
  const [all, echoOfAll] = [spread(heard), spread(echoes)];
  const { heap, streams, rooms, kept } = await server.figures();
  assert.deepEqual([streams, rooms, kept], [LISTENERS, 1, 2 * MESSAGES]);
  assert.equal(chat.connections, 2, "one of them is of the program");
  const text = (times: typeof one) => `${times.median.toFixed(1)} ms (p99 ${times.p99.toFixed(1)})`;
  noteFigure(
    `${LISTENERS} listeners of a chat`,
    `from the socket to one listener ${text(one)}, echo ${text(echo)}; ` +
      `to each of all ${text(all)}, echo ${text(echoOfAll)}; ` +
      `${Math.round((heap - before.heap) / (LISTENERS - 1))} bytes of heap each`,
  );
  assert.ok(one.median <= 50 + echo.median, `to one: ${text(one)}, echo ${text(echo)}`);
  for (const listener of [first, ...others]) await listener.leave();
  alone.close();
});

Deno.test(`a flood of ${FLOOD_A_SECOND} messages a second takes a bounded part of a processor and of memory`, async () => {
  await using fake = startFakeChat();
  const { chat } = fake;
  await using server = await startServer(fake.url);
  await server.get("/on");
  let heard = 0;
  const listener = await listen(
    server.base,
    (text) => heard += text.split("event: message").length - 1,
  );
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
  await until(() => heard >= after.kept);
  noteFigure(
    "a flood of a chat",
    `${Math.round(sent / seconds)} messages a second: ${
      Math.round(share * 100)
    } % of a processor, ` +
      `${Math.round((after.heap - before.heap) / 1024)} KiB more heap, ${kept} of ${sent} sent on`,
  );
  await listener.leave();
});

/** Those of a short run: the others wait for timeouts. */
const SHORT = ["garbage", "flood", "cut within a line", "a room that ends"];

Deno.test(`a chat goes on over ${FAULTS_SECONDS} s of faults, and its memory stays flat`, async () => {
  await using fake = startFakeChat();
  const { chat } = fake;
  await using server = await startServer(fake.url);
  await server.get("/on");
  const names = FAULTS_SECONDS < 60 ? SHORT : Object.keys(CHAT_FAULTS);
  let text = "";
  const follow = () => listen(server.base, (piece) => text = (text + piece).slice(-100_000));
  let listener = await follow();
  const samples: { at: number; value: number }[] = [];
  const rss: number[] = [];
  const began = performance.now();
  let probes = 0;
  for (let round = 0; (performance.now() - began) / 1000 < FAULTS_SECONDS; round++) {
    for (const name of names) {
      await until(() => isJoined(chat), 100_000);
      await CHAT_FAULTS[name]!(chat, server.get);
      if (name === "a room that ends") {
        await listener.done;
        listener = await follow();
      }
      await until(() => isJoined(chat), 100_000);
      const probe = `probe ${++probes}.`;
      // What came just before may have filled the second.
      await until(() => {
        if (probes % 10 === 0 || !text.includes(probe)) chat.say(ROOM, probe);
        return text.includes(probe);
      }, 30_000);
    }
    const figures = await server.figures();
    assert.deepEqual([figures.streams, figures.rooms], [1, 1]);
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
  await listener.leave();
});
