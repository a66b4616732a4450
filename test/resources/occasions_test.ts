import assert from "node:assert/strict";
import { ON_AIR, TRIO } from "../support/contents.ts";
import { type World, world } from "../support/world.ts";
import { createBusyNet } from "../support/busy_platforms.ts";
import { idnItem } from "../../build/demo/scene.ts";

interface Event {
  id: string;
  date: string;
}

function ids(events: Event[]): string {
  return events.map(({ id }) => id).join(" ");
}

Deno.test("events are newest first, between two days, both included", async () => {
  await using app = await world(TRIO);
  for (
    const [query, expected] of [
      ["", "2026-08-09-lain 2026-08-08-radio 2026-07-04-offair evt-13 2026-05-02-konser"],
      ["?from=2026-08-01", "2026-08-09-lain 2026-08-08-radio"],
      ["?to=2026-06-13", "evt-13 2026-05-02-konser"],
      ["?from=2026-07-04&to=2026-07-04", "2026-07-04-offair"],
      ["?from=2026-07-05&to=2026-07-04", ""],
    ] as const
  ) {
    assert.equal(ids(await app.json(`/api/kembang/events${query}`)), expected, query);
  }
});

Deno.test("both shapes of SPEC 2.5 stand in one object", async () => {
  await using app = await world(TRIO);
  assert.deepEqual(await app.json("/api/kembang/events/evt-13"), {
    id: "evt-13",
    title: "Jabat Tangan",
    date: "2026-06-13T10:00:00+07:00",
    venue: "",
    description: "Dibatalkan karena hujan.",
    label: "https://img.kembang.example/handshake.png",
    url: "https://kembang.example/event/13",
    members: ["Ayu Lestari", "Bintang Tamu"],
    type: "handshake",
    is_upcoming: false,
    state: "cancelled",
  });
});

interface ScheduleItem {
  id: string;
  date: string;
  start_at: string;
  status: string;
  is_upcoming: boolean;
  type: string;
}

async function idsAt(now: string, query: string): Promise<string> {
  await using app = await world({ ...TRIO, now });
  const { total, data } = await app.json(`/api/melati/schedule${query}`);
  assert.equal(total, data.length);
  return data.map(({ id }: ScheduleItem) => id.replace(/^20\d\d-/, "")).join(" ");
}

Deno.test.each([
  // 18:00 on 4 July in Kuala Lumpur: the matinee has begun, two are still to come.
  ["", "08-01-fair m-11 07-05-radio 07-04-untimed 07-04-meet 07-04-matinee 06-27-dawn"],
  ["?status=today", "07-04-matinee 07-04-meet 07-04-untimed"],
  ["?status=upcoming", "07-04-meet 07-04-untimed 07-05-radio m-11 08-01-fair"],
  ["?status=past", "07-04-matinee 06-27-dawn"],
])("schedule%s is in the contract's order", async (query, expected) => {
  assert.equal(await idsAt(TRIO.now, query), expected);
});

Deno.test("an item is of a type and has a status of its own on its day, before and after its start", async () => {
  await using app = await world(TRIO);
  const types = {
    "2026-05-02-konser": "concert",
    "evt-13": "handshake",
    "2026-08-08-radio": "other",
  };
  for (const [id, type] of Object.entries(types)) {
    assert.equal((await app.json(`/api/kembang/events/${id}`)).type, type);
  }
  const { data } = await app.json("/api/melati/schedule");
  const seen = data.map(({ id, status, is_upcoming, type }: ScheduleItem) =>
    [id, status, is_upcoming, type].join(" ")
  );
  assert.deepEqual(seen, [
    "2026-08-01-fair upcoming true other",
    "m-11 upcoming true theater",
    "2026-07-05-radio upcoming true media",
    "2026-07-04-untimed today true theater",
    "2026-07-04-meet today true event",
    "2026-07-04-matinee today false theater",
    "2026-06-27-dawn past false theater",
  ]);
});

// deno-lint-ignore no-explicit-any
type Item = any;

const LISTS = [
  ["/api/kembang/theater", "kembang"],
  ["/api/kembang/events", "kembang"],
  ["/api/kembang/schedule", "kembang"],
  ["/api/melati/theater", "melati"],
  ["/api/melati/events", "melati"],
  ["/api/melati/schedule", "melati"],
] as const;

async function itemsAt(app: World, path: string): Promise<Item[]> {
  const answer = await app.json(path);
  return answer.data ?? answer;
}

Deno.test.each(LISTS)(
  "%s?member= holds what members of the line-up have, each once",
  async (path, group) => {
    await using app = await world(TRIO);
    const all = await itemsAt(app, path);
    const people: Item[] = await itemsAt(app, `/api/${group}/members`);
    for (const { id, name } of people) {
      const expected = all.filter(({ members = [] }) => members.includes(name));
      assert.deepEqual(await itemsAt(app, `${path}?member=${id}`), expected, id);
      assert.deepEqual(await itemsAt(app, `${path}?member=${encodeURIComponent(name)}`), expected);
    }
    const [one, two] = people;
    const either = all.filter(({ members = [] }) =>
      members.includes(one.name) || members.includes(two.name)
    );
    assert.deepEqual(await itemsAt(app, `${path}?member=${one.id},${two.id}`), either);
    const everybody = people.slice(0, 20).map(({ id }) => id).join();
    const hers = await itemsAt(app, `${path}?member=${everybody}`);
    assert.equal(new Set(hers.map(({ id }) => id)).size, hers.length);
  },
);

Deno.test("order, doubles, case and repetition of member= make no difference: one tag", async () => {
  await using app = await world(TRIO);
  const queries = [
    "member=ayu-lestari,ratna-wulan",
    "member=ratna-wulan,ayu-lestari,ayu-lestari",
    "member=ratna-wulan&member=ayu-lestari",
    "member=RATNA-WULAN,%20Ayu-Lestari",
  ];
  const made = [];
  for (const query of queries) {
    const response = await app.ask(`/api/kembang/theater?${query}`);
    assert.equal(response.status, 200, query);
    made.push(response.headers.get("etag"));
  }
  assert.equal(new Set(made).size, 1);
});

Deno.test("of several names the hint says whom it found, and so which nobody has", async () => {
  await using app = await world(TRIO);
  const hint = async (names: string) =>
    (await (await app.ask(`/api/kembang/theater?member=${names}`)).json()).hint.split("; ")
      .slice(1).join("; ");
  assert.equal(await hint("zyxw"), "nobody has this name");
  assert.equal(await hint("zyxw,wxyz"), "nobody has any of these names");
  assert.equal(await hint("zyxw,ayu-lestari"), "found: Ayu Lestari; nobody has the others");
  const near = "nobody has this name. Did you mean Ayu Lestari?";
  assert.equal(await hint("Ayu%20Lestary"), near);
  const detail = await app.ask("/api/kembang/member/ayu%20lestary");
  assert.deepEqual([detail.status, (await detail.json()).hint], [404, "Did you mean Ayu Lestari?"]);
});

Deno.test("live and recent take member= too, in a body as a list", async () => {
  const net = createBusyNet();
  await using app = await world({ ...ON_AIR, platforms: net });
  const all: Item[] = await app.json("/api/kota/live");
  const both = await app.json("/api/kota/live?member=citra-el,Ani");
  assert.deepEqual(both, all.filter(({ url }) => ["citra-el", "ani-sari"].includes(url)));
  assert.ok(both.length > 2);
  assert.deepEqual(
    await app.json("/api/kota/live/idn?member=Ani"),
    all.filter(({ url, type }) => url === "ani-sari" && type === "idn"),
  );
  net.scene.idn = [idnItem("bukit_gadis", "hill")];
  await app.pass(60_000);
  const records: Item[] = await app.json("/api/kota/recent");
  const hers = await app.json("/api/kota/recent?member=Ani%20Sari&page=1");
  assert.deepEqual(hers.recents, records.filter(({ member }) => member.url === "ani-sari"));
  const link = (await app.ask("/api/kota/recent?member=Ani%20Sari&page=1")).headers.get("link")!;
  assert.match(link, /member=ani\+sari/);
  const token = (await app.issueToken()).secret;
  const { total } = await app.json("/api/bukit/live", {
    ...{ method: "POST", key: null, token },
    headers: { "content-type": "application/json" },
    body: '{"member":["gadis-wrap","Gadis Wrap"]}',
  });
  assert.equal(total, 1);
});

Deno.test.each(LISTS)(
  "%s?timezone= adds local_start_at behind bytes that stay as they are",
  async (path, _group) => {
    await using app = await world(TRIO);
    const plain = await itemsAt(app, path);
    const zoned = await itemsAt(app, `${path}?timezone=america/new_york`);
    assert.equal(zoned.length, plain.length);
    for (const [n, item] of zoned.entries()) {
      const { local_start_at: local, ...rest } = item;
      assert.equal(Object.keys(item).at(-1), "local_start_at");
      assert.equal(JSON.stringify(rest), JSON.stringify(plain[n]));
      if (local === "") continue;
      assert.match(local, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[45]:00$/);
      assert.equal(Date.parse(local), Date.parse(rest.start_at ?? rest.date), rest.id);
    }
  },
);

Deno.test("local_start_at is empty where the time of day is unknown, and last in a page too", async () => {
  await using app = await world(TRIO);
  const untimed = (await itemsAt(app, "/api/kembang/theater?timezone=Asia/Tokyo"))
    .filter(({ time }) => time === "");
  assert.ok(untimed.length > 0);
  for (const { local_start_at } of untimed) assert.equal(local_start_at, "");
  const { theater } = await app.json("/api/kembang/theater?timezone=Asia/Tokyo&perpage=3");
  for (const show of theater) {
    assert.deepEqual(Object.keys(show).slice(-3), ["seitansai", "graduation", "local_start_at"]);
  }
  const timed = theater.find(({ time }: Item) => time !== "");
  assert.match(timed.local_start_at, /\+09:00$/);
});
