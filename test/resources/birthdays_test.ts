import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";

interface Birthday {
  id: string;
  name: string;
  day: number;
  days_until: number;
  next_birthday: string;
}

function idsOf(birthdays: Birthday[]): string {
  return birthdays.map(({ id }) => id).join(" ");
}

Deno.test("birthday lists all whose birth date is known, soonest first, then by name", async () => {
  await using app = await world(TRIO);
  assert.equal(
    idsOf(await app.json("/api/kembang/birthday")),
    "ratna-wulan dewi-sari elok-pramudita celine-osterberg ayu-lestari sakura-miyazaki",
  );
});

Deno.test("wrapped: a month's birthdays are by day, then name, of the group's own month and year", async () => {
  await using app = await world(TRIO);
  for (
    const [now, path, expected] of [
      ["2026-07-04T10:00:00Z", "birthdays", "5 zoe-anais-tan, 31 mei-ann-wong"],
      ["2026-07-04T10:00:00Z", "birthdays/7", "5 zoe-anais-tan, 31 mei-ann-wong"],
      ["2026-07-04T10:00:00Z", "birthdays/07", "5 zoe-anais-tan, 31 mei-ann-wong"],
      ["2026-07-04T10:00:00Z", "birthdays/12", ""],
      // By mar1 the leap-day birthday stands in March's list in common years. Ann before Joanna by name.
      ["2026-07-04T10:00:00Z", "birthdays/2", ""],
      ["2026-07-04T10:00:00Z", "birthdays/3", "1 annabel-lee, 1 joanna-lim, 15 ann-drea-tey"],
      ["2028-07-04T10:00:00Z", "birthdays/2", "29 annabel-lee"],
      ["2028-07-04T10:00:00Z", "birthdays/3", "1 joanna-lim, 15 ann-drea-tey"],
      // The month of Kuala Lumpur, which begins eight hours before that of UTC.
      ["2026-07-31T15:59:59.999Z", "birthdays", "5 zoe-anais-tan, 31 mei-ann-wong"],
      ["2026-07-31T16:00:00Z", "birthdays", ""],
      // The year of Kuala Lumpur decides whether February has 29 days.
      ["2027-12-31T15:59:59.999Z", "birthdays/2", ""],
      ["2027-12-31T16:00:00Z", "birthdays/2", "29 annabel-lee"],
    ] as const
  ) {
    app.at(now);
    const { total, data } = await app.json(`/api/melati/${path}`);
    const found = data.map(({ day, id }: Birthday) => `${day} ${id}`);
    assert.equal(found.join(", "), expected, now);
    assert.equal(total, found.length);
  }
});

/** Three members: without a year, with one, and without a year on the leap day. */
const MEMBERS = {
  "groupa/members/aya-putri.yaml": "name: Aya Putri\nbirth_date: --03-03\n",
  "groupa/members/bela-sari.yaml": "name: Bela Sari\nbirth_date: 2004-03-05\n",
  "groupa/members/cinta.yaml": 'name: Cinta\nbirth_date: "--02-29"\n',
  "groupb/group.yaml": "name: Group B\nfamily: wrapped\n",
  "groupb/members/dini.yaml": "name: Dini\nbirth_date: --03-03\n",
};

const NOW = "2026-03-02T10:00:00Z";

Deno.test("a birthday without a year has no date and no ages, in lists and in detail, and says month and day last", async () => {
  await using app = await world({ content: MEMBERS, now: NOW });
  const [aya, bela, cinta] = await app.json("/api/groupa/birthday");
  assert.deepEqual(Object.entries(aya), [
    ["name", "Aya Putri"],
    ["date", ""],
    ["generation", ""],
    ["is_today", false],
    ["days_until", 1],
    ["id", "aya-putri"],
    ["url_key", "aya-putri"],
    ["status", "active"],
    ["next_birthday", "2026-03-03"],
    ["birthday", "03-03"],
  ]);
  assert.deepEqual([bela.date, bela.current_age, bela.birthday], ["2004-03-05", 21, "03-05"]);
  const { date, birthday, next_birthday } = cinta;
  assert.deepEqual([date, birthday, next_birthday], ["", "02-29", "2027-02-28"]);

  const { data: [dini] } = await app.json("/api/groupb/birthdays/3");
  assert.deepEqual(Object.keys(dini).slice(-3), ["next_birthday", "day", "birthday"]);
  assert.deepEqual([dini.date, dini.day, dini.birthday], ["", 3, "03-03"]);

  const { data: [zoned, other] } = await app.json("/v1/birthdays?month=3&group=groupa");
  assert.deepEqual(Object.keys(zoned), [
    ...["member_id", "name", "group", "status", "birth_date", "days_until", "next_birthday"],
    ...["is_today", "birthday"],
  ]);
  assert.deepEqual([zoned.birth_date, zoned.birthday], ["", "03-03"]);
  assert.deepEqual([other.birth_date, other.current_age], ["2004-03-05", 21]);
  const detail = await app.json("/v1/birthdays/aya-putri");
  assert.deepEqual(Object.keys(detail).slice(-4), ["is_today", "birthday", "timezone", "date"]);
  const member = await app.json("/api/groupa/member-detail?url=aya-putri");
  assert.deepEqual(["birthdate" in member, member.zodiac], [false, "Pisces"]);
});

interface Zoned {
  member_id: string;
  name: string;
  days_until: number;
  birth_date: string;
}

function memberIds(data: Zoned[]): string {
  return data.map(({ member_id }) => member_id).join(" ");
}

Deno.test("today is the day in the zone that is asked for", async () => {
  await using app = await world({ ...TRIO, now: "2026-07-04T11:00:00Z" });
  for (
    const [timezone, date, expected] of [
      // 11:00 UTC on 4 July: the 5th in Kiritimati, the 4th in Jakarta, the 3rd at GMT-12.
      ["Pacific/Kiritimati", "2026-07-05", "ratna-wulan zoe-anais-tan"],
      ["Asia/Jakarta", "2026-07-04", ""],
      ["Etc/GMT+12", "2026-07-03", ""],
      ["Asia/Tokyo", "2026-07-04", ""],
    ] as const
  ) {
    const query = new URLSearchParams({ timezone });
    const answer = await app.json(`/v1/birthdays/today?${query}`);
    assert.equal(answer.timezone, timezone);
    assert.equal(answer.date, date);
    assert.equal(memberIds(answer.data), expected, timezone);
    assert.equal(answer.total, answer.data.length);
  }
});

Deno.test("upcoming counts today and the last day", async () => {
  await using app = await world(TRIO);
  for (
    const [days, expected] of [
      [undefined, "ratna-wulan zoe-anais-tan"],
      ["1", "ratna-wulan zoe-anais-tan"],
      ["26", "ratna-wulan zoe-anais-tan"],
      ["27", "ratna-wulan zoe-anais-tan mei-ann-wong"],
      ["59", "ratna-wulan zoe-anais-tan mei-ann-wong dewi-sari"],
    ] as const
  ) {
    const query = days === undefined ? "" : `?days=${days}`;
    assert.equal(
      memberIds((await app.json(`/v1/birthdays/upcoming${query}`)).data),
      expected,
      days,
    );
  }
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
  assert.equal(memberIds(data), "ayu-lestari sakura-miyazaki");
  const today = await app.json("/v1/birthdays/today");
  assert.deepEqual(today.data, data);
});

Deno.test("/v1/birthdays is by day, then name, of the month there", async () => {
  await using app = await world(TRIO);
  for (
    const [now, query, expected] of [
      ["2026-07-04T10:00:00Z", "", "ratna-wulan zoe-anais-tan mei-ann-wong"],
      ["2026-07-31T17:00:00Z", "", ""],
      ["2026-07-31T17:00:00Z", "?timezone=UTC", "ratna-wulan zoe-anais-tan mei-ann-wong"],
      // The custom is each group's own: kembang keeps 28 February, the others 1 March.
      ["2026-07-04T10:00:00Z", "?month=2", "celine-osterberg"],
      [
        "2026-07-04T10:00:00Z",
        "?month=3",
        "annabel-lee joanna-lim kei-dazai aoi-hayama ann-drea-tey",
      ],
      ["2028-01-01T00:00:00Z", "?month=2", "annabel-lee celine-osterberg aoi-hayama"],
      ["2028-01-01T00:00:00Z", "?month=3", "joanna-lim kei-dazai ann-drea-tey"],
      ["2026-07-04T10:00:00Z", "?month=6&group=kembang&status=trainee", "sakura-miyazaki"],
    ] as const
  ) {
    app.at(now);
    assert.equal(memberIds((await app.json(`/v1/birthdays${query}`)).data), expected, now);
  }
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

Deno.test("who is unknown, or whose birth date is, is 404", async () => {
  await using app = await world(TRIO);
  for (const id of ["nobody", "bella-nur", "tara-widjaja", "uta-ando"] as const) {
    const response = await app.ask(`/v1/birthdays/${id}`);
    assert.equal(response.status, 404);
    assert.equal((await response.json()).type, "NOT_FOUND");
  }
});

Deno.test("an id is one member's over all groups, whatever others are called", async () => {
  await using app = await world(TRIO);
  const nickname = await app.json("/api/hikari/member/joanna-lim");
  assert.equal(nickname.id, "aoi-hayama");
  assert.equal((await app.json("/v1/birthdays/joanna-lim")).group, "melati");
  const inHikari = await app.json("/v1/birthdays/joanna-lim?group=hikari");
  assert.equal(inHikari.member_id, "aoi-hayama");
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
