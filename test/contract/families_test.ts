import assert from "node:assert/strict";
import { createBusyNet } from "../support/fake_platforms/busy.ts";
import { ON_AIR, TRIO } from "../support/contents.ts";
import { type World, world } from "../support/world.ts";
import { idnItem, showroomItem } from "../support/fake_platforms/scene.ts";

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

Deno.test("live/stream has the same bytes in both families, but for whose group it is", async () => {
  const net = createBusyNet({ empty: true });
  net.scene.idn = [idnItem("laut_fitri", "sea"), idnItem("bukit_gadis", "hill")];
  await using app = await world({ ...ON_AIR, platforms: net });
  const ask = await wrappedHeaders(app);
  const pieces = await Promise.all(["laut", "bukit"].map(async (group) => {
    const { body, status } = await app.ask(`/api/${group}/live/stream`, ask);
    assert.equal(status, 200);
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("event: snapshot")) text += (await reader.read()).value;
    await reader.cancel();
    const list = await app.json(`/api/${group}/live`, ask);
    return [text, JSON.stringify(group === "bukit" ? list.data : list)] as const;
  }));
  const seq = /^retry: 3000\n\nid: (\d+)\n/.exec(pieces[0]![0])![1];
  for (const [text, list] of pieces) {
    assert.equal(text, `retry: 3000\n\nid: ${seq}\nevent: snapshot\ndata: ${list}\n\n`);
  }
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

Deno.test("wrapped video calls: data are days, or today's sessions, and total is their number", async () => {
  await using app = await world(TRIO);
  const days = await app.json("/api/melati/videocall");
  assert.equal(
    Object.keys(days).join(" "),
    "success total data message timezone current_time total_sessions statistics available_dates",
  );
  assert.deepEqual([days.total, days.data.length, days.total_sessions], [1, 1, 2]);
  assert.deepEqual(days.data[0].sessions.map(({ status }: { status: string }) => status), [
    "ongoing",
    "upcoming",
  ]);
  assert.equal(days.statistics.ongoing_sessions, 1);
  const hers = await app.json("/api/melati/videocall?member=annabel-lee");
  assert.deepEqual([hers.total, hers.total_sessions], [1, 1]);
  const today = await app.json("/api/melati/videocall/today");
  assert.equal(
    Object.keys(today).join(" "),
    "success total data message timezone current_time date day",
  );
  assert.deepEqual([today.total, today.date], [2, "2026-07-04"]);
  assert.deepEqual(today.data, days.data[0].sessions);
});

Deno.test("bare groups answer schedule and releases as plain arrays", async () => {
  await using app = await world(TRIO);
  const all: Record<string, string>[] = await app.json("/api/kembang/schedule");
  const shows = await app.json("/api/kembang/theater");
  const events = await app.json("/api/kembang/events");
  assert.equal(all.length, shows.length + events.length);
  const today = await app.json("/api/kembang/schedule?status=today");
  assert.ok(today.length > 0);
  assert.deepEqual(
    today.map(({ id }: { id: string }) => id).sort(),
    all.filter(({ status }) => status === "today").map(({ id }) => id).sort(),
  );
  assert.equal((await app.ask("/api/kembang/schedule?status=x")).status, 400);
  assert.deepEqual(await app.json("/api/kembang/releases"), []);
});

Deno.test("/v1/key has a tag: 304 where nothing changed, another one after a charged request", async () => {
  await using app = await world(ON_AIR);
  const { secret: key } = await app.issue("wide");
  const first = await app.ask("/v1/key", { key });
  const headers = { "if-none-match": first.headers.get("etag")! };
  assert.equal(first.headers.get("cache-control"), "private, max-age=0");
  const unchanged = await app.ask("/v1/key", { key, headers });
  assert.deepEqual([unchanged.status, unchanged.body], [304, null]);
  await app.ask("/api/kota/members", { key });
  const changed = await app.ask("/v1/key", { key, headers });
  assert.equal(changed.status, 200);
  assert.equal((await changed.json()).used, 1);
});
