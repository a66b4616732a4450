import assert from "node:assert/strict";
import { REPOSITORY, TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";

interface Item {
  member_id: string;
  name: string;
  days_until: number;
  birth_date: string;
}

function ids(data: Item[]): string {
  return data.map(({ member_id }) => member_id).join(" ");
}

Deno.test.each([
  // 11:00 UTC on 4 July: the 5th in Kiritimati, the 4th in Jakarta, the 3rd at GMT-12.
  ["Pacific/Kiritimati", "2026-07-05", "ratna-wulan zoe-anais-tan"],
  ["Asia/Jakarta", "2026-07-04", ""],
  ["Etc/GMT+12", "2026-07-03", ""],
  ["Asia/Tokyo", "2026-07-04", ""],
])("today in %s is %s: %j", async (timezone, date, expected) => {
  await using app = await world({ ...TRIO, now: "2026-07-04T11:00:00Z" });
  const query = new URLSearchParams({ timezone });
  const answer = await app.json(`/v1/birthdays/today?${query}`);
  assert.equal(answer.timezone, timezone);
  assert.equal(answer.date, date);
  assert.equal(ids(answer.data), expected);
  assert.equal(answer.total, answer.data.length);
});

Deno.test("the time zone is Asia/Jakarta where none is given", async () => {
  await using app = await world({ ...TRIO, now: "2026-07-04T17:00:00Z" });
  const paths = [
    "/v1/birthdays/today",
    "/v1/birthdays/upcoming",
    "/v1/birthdays",
    "/v1/birthdays/ayu-lestari",
  ];
  for (const path of paths) {
    const { timezone, date } = await app.json(path);
    assert.deepEqual([timezone, date], ["Asia/Jakarta", "2026-07-05"], path);
  }
});

Deno.test.each([
  ["asia/jakarta", "Asia/Jakarta"],
  ["ASIA%2FJAKARTA", "Asia/Jakarta"],
  ["asia/calcutta", "Asia/Calcutta"],
  ["us/eastern", "US/Eastern"],
  ["utc", "UTC"],
  ["Etc/GMT+12", "Etc/GMT+12"],
  ["Etc/GMT%2B12", "Etc/GMT+12"],
  ["Etc/GMT%2012", "Etc/GMT+12"],
  ["etc/gmt-14", "Etc/GMT-14"],
])("timezone=%s is read as %s, in every form", async (text, timezone) => {
  await using app = await world(TRIO);
  for (const path of ["today", "upcoming", "", "ayu-lestari"]) {
    const answer = await app.json(`/v1/birthdays/${path}?timezone=${text}`);
    assert.equal(answer.timezone, timezone, path);
  }
});

Deno.test.each([
  [undefined, "ratna-wulan zoe-anais-tan"],
  ["1", "ratna-wulan zoe-anais-tan"],
  ["26", "ratna-wulan zoe-anais-tan"],
  ["27", "ratna-wulan zoe-anais-tan mei-ann-wong"],
  ["59", "ratna-wulan zoe-anais-tan mei-ann-wong dewi-sari"],
])("upcoming?days=%s counts today and the last day", async (days, expected) => {
  await using app = await world(TRIO);
  const query = days === undefined ? "" : `?days=${days}`;
  assert.equal(ids((await app.json(`/v1/birthdays/upcoming${query}`)).data), expected);
});

Deno.test("upcoming holds today's own, with days_until 0 and the age just reached", async () => {
  await using app = await world({ ...TRIO, now: "2026-06-15T03:00:00Z" });
  const { data } = await app.json("/v1/birthdays/upcoming?days=1");
  assert.deepEqual(data[0], {
    member_id: "ayu-lestari",
    name: "Ayu Lestari",
    nickname: "Ayu",
    group: "kembang",
    generation: "gen1-kembang",
    status: "active",
    img: "https://img.kembang.example/ayu.jpg",
    birth_date: "2005-06-15",
    current_age: 21,
    days_until: 0,
    next_birthday: "2026-06-15",
    age_on_next_birthday: 21,
    is_today: true,
    birthday: "06-15",
  });
  assert.equal(ids(data), "ayu-lestari sakura-miyazaki");
  const today = await app.json("/v1/birthdays/today");
  assert.deepEqual(today.data, data);
});

Deno.test("upcoming within 366 days holds everybody, sorted by how soon, then name", async () => {
  await using app = await world(REPOSITORY);
  const { data }: { data: Item[] } = await app.json("/v1/birthdays/upcoming?days=366");
  assert.ok(data.length > 60);
  const collator = new Intl.Collator("en");
  const sorted = data.toSorted((one, other) =>
    one.days_until - other.days_until || collator.compare(one.name, other.name)
  );
  assert.deepEqual(data, sorted);
});

Deno.test.each([
  ["2026-07-04T10:00:00Z", "", "ratna-wulan zoe-anais-tan mei-ann-wong"],
  ["2026-07-31T17:00:00Z", "", ""],
  ["2026-07-31T17:00:00Z", "?timezone=UTC", "ratna-wulan zoe-anais-tan mei-ann-wong"],
  // The custom is each group's own: kembang keeps 28 February, the others 1 March.
  ["2026-07-04T10:00:00Z", "?month=2", "celine-osterberg"],
  ["2026-07-04T10:00:00Z", "?month=3", "annabel-lee joanna-lim kei-dazai aoi-hayama ann-drea-tey"],
  ["2028-01-01T00:00:00Z", "?month=2", "annabel-lee celine-osterberg aoi-hayama"],
  ["2028-01-01T00:00:00Z", "?month=3", "joanna-lim kei-dazai ann-drea-tey"],
  ["2026-07-04T10:00:00Z", "?month=6&group=kembang&status=trainee", "sakura-miyazaki"],
])("at %s /v1/birthdays%s is %j: by day, then name", async (now, query, expected) => {
  await using app = await world({ ...TRIO, now });
  assert.equal(ids((await app.json(`/v1/birthdays${query}`)).data), expected);
});

Deno.test.each([
  ["group=melati", "zoe-anais-tan mei-ann-wong joanna-lim annabel-lee ann-drea-tey"],
  ["group=melati-kl&status=graduated", "zoe-anais-tan"],
  ["status=trainee", "joanna-lim sakura-miyazaki"],
  ["group=hikari", "kei-dazai aoi-hayama"],
])("upcoming?days=366&%s filters", async (query, expected) => {
  await using app = await world(TRIO);
  const { data } = await app.json(`/v1/birthdays/upcoming?days=366&${query}`);
  assert.deepEqual(ids(data).split(" ").toSorted(), expected.split(" ").toSorted());
});

Deno.test("a detail is the list's item, then the zone and the date there", async () => {
  await using app = await world(TRIO);
  const { data } = await app.json("/v1/birthdays/upcoming?days=366&timezone=Asia/Tokyo");
  for (const item of data) {
    const path = `/v1/birthdays/${item.member_id}?timezone=asia/tokyo`;
    assert.deepEqual(await app.json(path), {
      ...item,
      timezone: "Asia/Tokyo",
      date: "2026-07-04",
    });
  }
});

Deno.test("a detail takes group and status too: who does not fit them is not found", async () => {
  await using app = await world(TRIO);
  const path = "/v1/birthdays/ayu-lestari";
  assert.equal((await app.ask(`${path}?group=kembang&status=active`)).status, 200);
  assert.equal((await app.ask(`${path}?group=melati`)).status, 404);
  assert.equal((await app.ask(`${path}?status=trainee`)).status, 404);
  assert.equal((await app.ask(`${path}?group=nope`)).status, 400);
  assert.equal((await app.ask(`${path}?status=nope`)).status, 400);
});

Deno.test.each(["nobody", "bella-nur", "tara-widjaja", "uta-ando"])(
  "/v1/birthdays/%s is 404: unknown, or her birth date is",
  async (id) => {
    await using app = await world(TRIO);
    const response = await app.ask(`/v1/birthdays/${id}`);
    assert.equal(response.status, 404);
    assert.equal((await response.json()).type, "NOT_FOUND");
  },
);

Deno.test("an id is one member's over all groups, whatever others are called", async () => {
  await using app = await world(TRIO);
  const nickname = await app.json("/api/hikari/member/joanna-lim");
  assert.equal(nickname.id, "aoi-hayama");
  assert.equal((await app.json("/v1/birthdays/joanna-lim")).group, "melati");
  assert.equal((await app.json("/v1/birthdays/ayu-l")).member_id, "ayu-lestari");
});

Deno.test("a key that may read some groups sees only their birthdays", async () => {
  await using app = await world(TRIO);
  const narrow = { key: app.narrowKey };
  const { data } = await app.json("/v1/birthdays/upcoming?days=366", narrow);
  assert.deepEqual(new Set(data.map(({ group }: { group: string }) => group)), new Set(["melati"]));
  assert.equal((await app.ask("/v1/birthdays/ayu-lestari", narrow)).status, 404);
  const other = await app.ask("/v1/birthdays/today?group=kembang", narrow);
  assert.equal(other.status, 403);
  assert.equal((await other.json()).type, "INVALID_CREDENTIALS");
  // What one key may see is not told to another from the cache.
  const all = await app.json("/v1/birthdays/upcoming?days=366");
  assert.ok(all.total > data.length);
});
