import assert from "node:assert/strict";
import { showroomItem } from "../../build/demo/scene.ts";
import { createLiveFixture, type LiveFixture } from "./live_fixture.ts";
import { startRssServer } from "./rss_server.ts";
import type { RunningServer } from "../support/server.ts";
import { until } from "../support/until.ts";

/** A busy machine takes a while to read 8 MiB. */
const INTERVAL_MS = 4_000;
const MOST_BYTES = 8 << 20;

/** SHOWROOM's list of many rooms with three streams each, some 1.2 KB a room. */
function manyRooms(count: number): object[] {
  const pad = "x".repeat(100);
  const streams = (room: number) =>
    [1, 2, 3].map((id) => ({
      label: `quality ${id}`,
      url: `https://hls.sr.example/${room}/${pad}/${id}.m3u8`,
      ...{ is_default: id === 1, id, type: "hls", quality: id * 100 },
    }));
  return Array.from(
    { length: count },
    (_, n) => showroomItem(10_000 + n, `room_${n}`, n + 1, { streaming_url_list: streams(n) }),
  );
}

const ANI = showroomItem(901, "KOTA_Ani", 99_999_999);

/** What the status says of a platform, which is asked as often as it can be while somebody asks. */
async function sourceOf(fixture: LiveFixture, server: Pick<RunningServer, "base">, name: string) {
  await fixture.ask(server, "api/kota/live");
  const { sources } = await (await fetch(`${server.base}status`)).json();
  // deno-lint-ignore no-explicit-any
  return sources.find((source: any) => source.name === name);
}

async function namesOf(fixture: LiveFixture, server: RunningServer, platform: string) {
  const { body } = await fixture.ask(server, `api/kota/live/${platform}`);
  return body.map(({ name }: { name: string }) => name).sort();
}

Deno.test("a list of 8 MiB is read, one byte more is not, and what breaks off invents nobody", async () => {
  await using fixture = await createLiveFixture(INTERVAL_MS);
  let body = "";
  let type = "application/json";
  await using showroom = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => {
    return new Response(body, { headers: { "content-type": type } });
  });
  const listOf = (...lives: object[]) => JSON.stringify({ onlives: [{ lives }] });
  const budi = showroomItem(902, "kota_budi_secret", 666);
  const padded = (bytes: number) => {
    const text = listOf(ANI, ...manyRooms(1_000));
    return text.slice(0, -1) + `,"pad":"${"x".repeat(bytes - text.length - 9)}"}`;
  };
  body = padded(MOST_BYTES);
  assert.equal(body.length, MOST_BYTES);
  const server = await fixture.start({ SHOWROOM_URL: `http://127.0.0.1:${showroom.addr.port}` });
  const whole = async () => {
    body = padded(MOST_BYTES);
    type = "application/json";
    await until(async () => (await sourceOf(fixture, server, "showroom")).state === "ok");
    assert.equal((await sourceOf(fixture, server, "showroom")).bytes, MOST_BYTES);
  };
  const both = listOf(ANI, budi);
  const broken: Record<string, readonly [text: string, cause: string]> = {
    "one byte more": [padded(MOST_BYTES + 1), "too_large"],
    "cut off": [both.slice(0, -3), "malformed"],
    "wrong in the middle": [listOf(budi, ANI).replace(',"room_id":901', ",oops"), "malformed"],
    "nested": [`${both.slice(0, -1)},"deep":${"[".repeat(4 << 20)}`, "malformed"],
    "no list at all": [`{"lives":${both}}`, "malformed"],
    "nothing": ["", "malformed"],
  };
  for (const [what, [text, cause]] of Object.entries(broken)) {
    await whole();
    body = text;
    await until(async () => (await sourceOf(fixture, server, "showroom")).state === "stale");
    const { last_error, bytes } = await sourceOf(fixture, server, "showroom");
    assert.equal(last_error, cause, what);
    assert.equal(bytes, MOST_BYTES, `${what}: the bytes are of the last list that was read`);
    assert.deepEqual(await namesOf(fixture, server, "showroom"), ["Ani Sari"], what);
  }
  await whole();
  const events = await fixture.ask(server, "v1/events?group=kota&limit=100");
  const types = events.body.data.map(({ type }: { type: string }) => type);
  assert.deepEqual(types, ["live.started"], "nobody else started, and nobody ended");
});

/** A text of so many bytes at most: the same piece again and again. */
function filled(open: string, piece: string, close: string): string {
  const count = Math.floor((MOST_BYTES - open.length - close.length + 1) / (piece.length + 1));
  return open + Array(count).fill(piece).join() + close;
}

Deno.test("a list of 8 MiB of numbers holds up the loop for 250 ms of the processor at most", async () => {
  await using fixture = await createLiveFixture(INTERVAL_MS);
  let body = JSON.stringify({ onlives: [{ lives: [ANI] }] });
  await using showroom = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => {
    return new Response(body, { headers: { "content-type": "application/json" } });
  });
  const address = `http://127.0.0.1:${showroom.addr.port}`;
  await using server = await startRssServer({ ...fixture.env, SHOWROOM_URL: address });
  const isRead = async () => (await sourceOf(fixture, server, "showroom")).bytes === body.length;
  const lists = {
    "one list": filled('{"onlives":[{"lives":[', "1", "]}]}"),
    "as many as are read": filled('{"onlives":[', `{"lives":[${Array(50_000).fill(1)}]}`, "]}"),
    "beside the list": filled('{"onlives":[],"numbers":[', "1e9", "]}"),
  };
  await until(isRead);
  for (const [name, text] of Object.entries(lists)) {
    await server.stall();
    body = text;
    await until(isRead);
    const { cpuMs, wallMs } = await server.stall();
    console.log(
      `${name}: ${Math.round(cpuMs)} ms of the processor, ${Math.round(wallMs)} by the clock`,
    );
    assert.ok(cpuMs <= 250, `${name}: ${cpuMs} ms`);
  }
});
