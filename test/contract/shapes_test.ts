import assert from "node:assert/strict";
import { listen } from "../support/heard_events.ts";
import { LATER, ON_AIR, PERILOUS, REPOSITORY, TRIO } from "../support/contents.ts";
import { everyPath } from "../support/endpoints.ts";
import { type World, world, type WorldOptions } from "../support/world.ts";
import { createBusyNet } from "../support/busy_platforms.ts";
import { idnItem, showroomItem } from "../../build/demo/scene.ts";

Deno.test.each<[string, WorldOptions]>([
  ["three groups", TRIO],
  ["content still to come", LATER],
  ["content all there", { ...LATER, now: "2026-08-01T00:00:00Z" }],
  ["dangerous news", PERILOUS],
  ["the repository", REPOSITORY],
  ["the repository before its first show", { ...REPOSITORY, now: "2024-12-31T16:59:59.999Z" }],
  ["the repository on a leap day", { ...REPOSITORY, now: "2028-02-29T01:00:00Z" }],
  ["the repository when all is over", { ...REPOSITORY, now: "2031-03-01T00:00:00Z" }],
])("every endpoint answers in its shape and field order, with %s", async (_what, options) => {
  await using app = await world(options);
  const paths = await everyPath(app);
  for (const path of paths) await app.json(path);
});

Deno.test("the laws refuse another order, a further field and a missing one", async () => {
  await using app = await world(TRIO);
  const target = "/api/kembang/events";
  const { headers, status, ...response } = await readWhole(await app.ask(target));
  const [first, ...rest] = JSON.parse(response.text);
  const say = (item: unknown) => {
    const text = JSON.stringify([item, ...rest]);
    app.laws.assertSays({ method: "GET", target, status, headers, text });
  };
  say(first);
  const { id, title, ...others } = first;
  for (const wrong of [{ title, id, ...others }, { ...first, further: 1 }, { title, ...others }]) {
    assert.throws(() => say(wrong), assert.AssertionError);
  }
});

async function readWhole({ headers, status, body }: Response) {
  return { headers, status, text: await new Response(body).text() };
}

type Item = Record<string, unknown>;

/** The item with this id in a list of either family; without an id, the answer itself. */
async function itemAt(app: World, path: string, id?: string): Promise<Item> {
  const answer = await app.json(path);
  if (id === undefined) return answer;
  const items: Item[] = Array.isArray(answer) ? answer : answer.data ?? answer.theater;
  const found = items.find((item) => item["id"] === id || item["member_id"] === id);
  assert.ok(found, `${path} has ${id}`);
  return found;
}

/** A program whose wrapped group has had a broadcast, and has a member and itself on air. */
async function createWrappedEvening(): Promise<World> {
  const net = createBusyNet({ empty: true });
  net.scene.showroom = [{ lives: [showroomItem(940, "Bukit_Gadis", 9401)] }];
  net.scene.comments.set(940, [{ name: "Fan", comment: "Halo", created_at: 1_783_160_000 }]);
  net.scene.idn = [idnItem("bukit_gadis", "over")];
  const app = await world({ ...ON_AIR, platforms: net });
  await app.pass(60_000);
  net.scene.idn = [idnItem("bukit_resmi", "official")];
  await app.pass(60_000);
  return app;
}

/** A key that the wrapped family admits. */
async function wrappedHeaders(app: World) {
  return { key: null, token: (await app.issueToken()).secret };
}

Deno.test("a wrapped group tells who is on air in the wrapper, by platform too", async () => {
  await using app = await createWrappedEvening();
  const ask = await wrappedHeaders(app);
  const all = await app.json("/api/bukit/live", ask);
  const seen = all.data.map(({ id, url, group }: Record<string, string>) => [id, url, group]);
  assert.deepEqual(seen, [
    ["idn-official", "", "bukit"],
    ["showroom-9401", "gadis-wrap", "bukit"],
  ]);
  for (const [type, ids] of [["idn", ["idn-official"]], ["showroom", ["showroom-9401"]]] as const) {
    const { data, total } = await app.json(`/api/bukit/live/${type}`, ask);
    assert.deepEqual(data.map(({ id }: { id: string }) => id), ids);
    assert.equal(total, 1);
  }
  const { total, data } = await app.json("/api/bukit/live/youtube", ask);
  assert.deepEqual([total, data], [0, []]);
  const response = await app.ask("/api/bukit/live", ask);
  assert.match(response.headers.get("x-live-sources")!, /^idn;state=ok/);
});

Deno.test("a wrapped group's ended broadcasts are lists, pages and single items of the wrapper", async () => {
  await using app = await createWrappedEvening();
  const ask = await wrappedHeaders(app);
  const list = await app.json("/api/bukit/recent", ask);
  assert.deepEqual(list.data.map(({ id }: { id: string }) => id), ["idn-over"]);
  assert.equal(list.data[0].member.url, "gadis-wrap");
  const page = await app.ask("/api/bukit/recent?page=1&perpage=5", ask);
  assert.match(page.headers.get("link")!, /^<\/api\/bukit\/recent\?/);
  assert.deepEqual(await app.json("/api/bukit/recent/idn-over", ask), list);
  const unknown = await app.ask("/api/bukit/recent/idn-nope", ask);
  assert.equal(unknown.status, 404);
  assert.equal((await unknown.json()).type, "NOT_FOUND");
});

Deno.test("a wrapped group's chat: data are the messages, stream_info comes last", async () => {
  await using app = await createWrappedEvening();
  const ask = await wrappedHeaders(app);
  const chat = await app.json("/api/bukit/chat-stream?room_id=940", ask);
  assert.deepEqual([chat.total, chat.data[0].message], [1, "Halo"]);
  assert.equal(chat.stream_info.room_id, 940);
  const posted = await app.json("/api/bukit/chat-stream", {
    ...ask,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"room_id":940}',
  });
  assert.deepEqual(posted, chat, "POST is the same read");
  assert.equal((await app.ask("/api/bukit/chat-stream?room_id=901", ask)).status, 404);
});

Deno.test("wrapped theater has the items of a page always; events and both by id are single items", async () => {
  await using app = await world(TRIO);
  const { data: shows, total } = await app.json("/api/melati/theater");
  assert.equal(total, shows.length);
  for (const show of shows) assert.ok("seitansai" in show && "graduation" in show, show.id);
  const { data: page, ...counts } = await app.json("/api/melati/theater?page=1&perpage=2");
  assert.deepEqual(page, shows.slice(0, 2));
  assert.deepEqual(Object.keys(counts), [
    ...["success", "total", "message", "page", "perpage", "total_count", "total_pages"],
  ]);
  assert.deepEqual([counts.total, counts.total_count], [2, total]);
  for (const list of ["theater", "events"]) {
    const { data } = await app.json(`/api/melati/${list}`);
    assert.ok(data.length > 0);
    for (const { id } of data) {
      const one = await app.json(`/api/melati/${list}/${id}`);
      assert.deepEqual([one.total, one.data.length, one.data[0].id], [1, 1, id]);
    }
    assert.equal((await app.ask(`/api/melati/${list}/nope`)).status, 404);
  }
});

Deno.test("what is little known has the typed fields and the arrays, and a wrapped answer counts its data", async () => {
  await using app = await world(TRIO);
  for (const path of await everyPath(app)) {
    if (!path.startsWith("/api/melati/")) continue;
    const { success, total, data, message } = await app.json(path);
    assert.deepEqual([success, total], [true, data.length], path);
    assert.match(message, /\S/, path);
  }
  const little: [path: string, id: string | undefined, item: Item][] = [
    ["/api/kembang/members", "bella-nur", {
      ...{ name: "Bella Nur", img: "", generation: "", status: "trainee", is_graduate: false },
      ...{ id: "bella-nur", url_key: "bella-nur", url: "bella-nur", nicknames: [], img_alt: "" },
      ...{ group: "kembang", socials: [] },
    }],
    ["/api/kembang/theater/2026-12-31-hitung-mundur", undefined, {
      ...{ title: "Hitung Mundur", setlist: "", date: "2026-12-31", time: "23:30:15", venue: "" },
      ...{ members: [], is_upcoming: true, id: "2026-12-31-hitung-mundur" },
      ...{ start_at: "2026-12-31T23:30:15+07:00", state: "scheduled", member_count: 0 },
      ...{ seitansai: [], graduation: [], lineup: [], setlist_detail: { name: "", songs: [] } },
      milestones: [],
    }],
    ["/api/kembang/events/2026-05-02-konser", undefined, {
      ...{ id: "2026-05-02-konser", title: "Konser Akbar", date: "2026-05-02T00:00:00+07:00" },
      ...{ venue: "Istora", description: "", label: "", url: "", type: "concert" },
      ...{ is_upcoming: false, state: "scheduled" },
    }],
    ["/api/melati/releases", "echo", {
      ...{ id: "echo", title: "Echo", type: "digital", tracks: [], links: [] },
    }],
  ];
  for (const [path, id, item] of little) assert.deepEqual(await itemAt(app, path, id), item, path);
});

Deno.test("a date given as an instant is the group's local day, a timestamp has the offset of its own date", async () => {
  await using app = await world(TRIO);
  const days: [path: string, id: string | undefined, fields: Item][] = [
    ["/api/kembang/theater/tanggal-sebagai-saat", undefined, {
      ...{ date: "2026-06-01", start_at: "2026-06-01T14:00:00+07:00" },
    }],
    ["/api/kembang/birthday", "dewi-sari", { date: "2001-09-01" }],
    ["/api/kembang/news", "2026-06-26-saat", {
      ...{ date: "2026-06-27", published_at: "2026-06-27T00:00:00+07:00" },
    }],
    ["/api/melati/releases", "bloom", { release_date: "2026-06-05" }],
    ["/api/hikari/news/2026-06-26-midnight", undefined, {
      ...{ date: "2026-06-26", published_at: "2026-06-26T23:59:59-04:00" },
    }],
    ["/api/hikari/theater/2026-03-08-skipped", undefined, {
      ...{ start_at: "2026-03-08T03:30:00-04:00", time: "02:30" },
    }],
    ["/api/hikari/theater/2026-11-01-twice", undefined, { start_at: "2026-11-01T01:30:00-04:00" }],
  ];
  for (const [path, id, fields] of days) {
    const item = await itemAt(app, path, id);
    for (const [name, value] of Object.entries(fields)) assert.equal(item[name], value, path);
  }
});

Deno.test("live/stream has the same bytes in both families, but for whose group it is", async () => {
  const platforms = createBusyNet({ empty: true });
  platforms.scene.idn = [idnItem("laut_fitri", "sea"), idnItem("bukit_gadis", "hill")];
  await using app = await world({ ...ON_AIR, platforms });
  const ask = await wrappedHeaders(app);
  const seqs = [];
  for (const group of ["laut", "bukit"]) {
    const client = listen(await app.ask(`/api/${group}/live/stream`, ask));
    await app.clock.advance(0);
    const list = await app.json(`/api/${group}/live`, ask);
    const data = JSON.stringify(group === "bukit" ? list.data : list);
    const [, seq, rest] = /^retry: 3000\n\nid: (\d+)\n([^]*)$/.exec(client.text())!;
    assert.equal(rest, `event: snapshot\ndata: ${data}\n\n`);
    seqs.push(seq);
    await client.cancel();
  }
  assert.equal(seqs[0], seqs[1]);
});
