import assert from "node:assert/strict";
import { LATER, PERILOUS, REPOSITORY, TRIO } from "../support/contents.ts";
import { everyPath } from "../support/endpoints.ts";
import { type World, world, type WorldOptions } from "../support/world.ts";

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

Deno.test("every wrapped answer counts its data and says a message", async () => {
  await using app = await world(TRIO);
  const paths = (await everyPath(app)).filter((path) => path.startsWith("/api/melati/"));
  for (const path of paths) {
    const { success, total, data, message } = await app.json(path);
    assert.equal(success, true, path);
    assert.equal(total, data.length, path);
    assert.match(message, /\S/, path);
  }
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

Deno.test("a member of whom only the name is known has the typed fields and the arrays", async () => {
  await using app = await world(TRIO);
  assert.deepEqual(await itemAt(app, "/api/kembang/members", "bella-nur"), {
    name: "Bella Nur",
    img: "",
    generation: "",
    status: "trainee",
    is_graduate: false,
    id: "bella-nur",
    url_key: "bella-nur",
    url: "bella-nur",
    nicknames: [],
    img_alt: "",
    group: "kembang",
    socials: [],
  });
});

Deno.test("a show of which little is known has the typed fields and the arrays", async () => {
  await using app = await world(TRIO);
  assert.deepEqual(await itemAt(app, "/api/kembang/theater/2026-12-31-hitung-mundur"), {
    title: "Hitung Mundur",
    setlist: "",
    date: "2026-12-31",
    time: "23:30:15",
    venue: "",
    members: [],
    is_upcoming: true,
    id: "2026-12-31-hitung-mundur",
    start_at: "2026-12-31T23:30:15+07:00",
    state: "scheduled",
    member_count: 0,
    seitansai: [],
    graduation: [],
    lineup: [],
    setlist_detail: { name: "", songs: [] },
    milestones: [],
  });
});

Deno.test("an event that names nobody has no members, and otherwise the typed fields", async () => {
  await using app = await world(TRIO);
  assert.deepEqual(await itemAt(app, "/api/kembang/events/2026-05-02-konser"), {
    id: "2026-05-02-konser",
    title: "Konser Akbar",
    date: "2026-05-02T00:00:00+07:00",
    venue: "Istora",
    description: "",
    label: "",
    url: "",
    type: "concert",
    is_upcoming: false,
    state: "scheduled",
  });
});

Deno.test("a release of which little is known keeps its arrays", async () => {
  await using app = await world(TRIO);
  assert.deepEqual(await itemAt(app, "/api/melati/releases", "echo"), {
    id: "echo",
    title: "Echo",
    type: "digital",
    tracks: [],
    links: [],
  });
});

Deno.test("a date given as an instant is the local day of the group", async () => {
  await using app = await world(TRIO);
  const show = await itemAt(app, "/api/kembang/theater/tanggal-sebagai-saat");
  assert.equal(show["date"], "2026-06-01");
  assert.equal(show["start_at"], "2026-06-01T14:00:00+07:00");
  const dewi = await itemAt(app, "/api/kembang/birthday", "dewi-sari");
  assert.equal(dewi["date"], "2001-09-01");
  const news = await itemAt(app, "/api/kembang/news", "2026-06-26-saat");
  assert.equal(news["date"], "2026-06-27");
  assert.equal(news["published_at"], "2026-06-27T00:00:00+07:00");
  const bloom = await itemAt(app, "/api/melati/releases", "bloom");
  assert.equal(bloom["release_date"], "2026-06-05");
  const midnight = await itemAt(app, "/api/hikari/news/2026-06-26-midnight");
  assert.equal(midnight["date"], "2026-06-26");
  assert.equal(midnight["published_at"], "2026-06-26T23:59:59-04:00");
});

Deno.test("a local timestamp carries the offset of its own date, not of today", async () => {
  await using app = await world(TRIO);
  const skipped = await itemAt(app, "/api/hikari/theater/2026-03-08-skipped");
  assert.equal(skipped["start_at"], "2026-03-08T03:30:00-04:00");
  assert.equal(skipped["time"], "02:30");
  const twice = await itemAt(app, "/api/hikari/theater/2026-11-01-twice");
  assert.equal(twice["start_at"], "2026-11-01T01:30:00-04:00");
});

Deno.test("img_alt is img where a member has no other picture", async () => {
  await using app = await world(TRIO);
  const { data } = await app.json("/api/melati/members");
  const annabel = data.find(({ id }: { id: string }) => id === "annabel-lee");
  assert.equal(annabel.img, "https://img.melati.example/annabel.jpg");
  assert.equal(annabel.img_alt, annabel.img);
});

Deno.test("every member has img_alt wherever she is an item, also without a picture", async () => {
  await using app = await world(REPOSITORY);
  const bare: Item[] = await app.json("/api/groupa/members");
  const { data } = await app.json("/api/groupb/members");
  assert.ok(bare.some(({ img }) => img === ""), "somebody has no picture");
  for (const { id, name, group, img, img_alt } of [...bare, ...data]) {
    const answer = await app.json(`/api/${group}/member/${group === "groupa" ? id : name}`);
    const found = answer.data?.find((one: Item) => one["id"] === id) ?? answer;
    assert.deepEqual([found.img, found.img_alt], [img, img_alt], String(id));
    assert.equal(typeof img_alt, "string", String(id));
    assert.equal(img_alt === "", img === "", String(id));
  }
  for (const group of ["groupa", "groupb"]) {
    const lines = await (await app.ask(`/v1/dataset/${group}.ndjson?kind=member`)).text();
    // The first line has the licence.
    for (const line of lines.trim().split("\n").slice(1)) {
      assert.equal(typeof JSON.parse(line).img_alt, "string", line);
    }
  }
});
