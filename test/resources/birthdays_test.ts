import assert from "node:assert/strict";
import { check } from "../support/check.ts";
import { REPOSITORY, TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";

interface Birthday {
  id: string;
  name: string;
  day: number;
  days_until: number;
  next_birthday: string;
}

function ids(birthdays: Birthday[]): string {
  return birthdays.map(({ id }) => id).join(" ");
}

Deno.test("birthday lists all whose birth date is known, soonest first, then by name", async () => {
  await using app = await world(TRIO);
  assert.equal(
    ids(await app.json("/api/kembang/birthday")),
    "ratna-wulan dewi-sari elok-pramudita celine-osterberg ayu-lestari sakura-miyazaki",
  );
});

Deno.test("the repository's birthdays are by days_until, then name, graduates too", async () => {
  await using app = await world(REPOSITORY);
  const birthdays: (Birthday & { status: string })[] = await app.json("/api/groupa/birthday");
  const collator = new Intl.Collator("id");
  const sorted = birthdays.toSorted((one, other) =>
    one.days_until - other.days_until || collator.compare(one.name, other.name)
  );
  assert.deepEqual(birthdays, sorted);
  assert.ok(birthdays.some(({ status }) => status === "graduated"));
});

Deno.test("on the day itself: today, 0 days, the age just reached", async () => {
  await using app = await world({ ...TRIO, now: "2026-06-15T03:00:00Z" });
  const [ayu] = await app.json("/api/kembang/birthday");
  assert.deepEqual(ayu, {
    name: "Ayu Lestari",
    date: "2005-06-15",
    generation: "gen1-kembang",
    is_today: true,
    days_until: 0,
    id: "ayu-lestari",
    url_key: "ayu-lestari",
    img: "https://img.kembang.example/ayu.jpg",
    status: "active",
    current_age: 21,
    next_birthday: "2026-06-15",
    age_after_birthday: 21,
    birthday: "06-15",
  });
});

Deno.test.each([
  // A leap-day birthday by feb28: in Jakarta on 28 February of common years.
  ["kembang", "2027-02-27T16:59:59.999Z", "celine-osterberg", 1, "2027-02-28", 22, 23],
  ["kembang", "2027-02-27T17:00:00Z", "celine-osterberg", 0, "2027-02-28", 23, 23],
  ["kembang", "2027-02-28T17:00:00Z", "celine-osterberg", 365, "2028-02-29", 23, 24],
  ["kembang", "2028-02-28T16:59:59.999Z", "celine-osterberg", 1, "2028-02-29", 23, 24],
  ["kembang", "2028-02-28T17:00:00Z", "celine-osterberg", 0, "2028-02-29", 24, 24],
  // By mar1: in New York on 1 March of common years, on 29 February of leap years.
  ["hikari", "2027-02-28T12:00:00Z", "aoi-hayama", 1, "2027-03-01", 22, 23],
  ["hikari", "2027-03-01T04:59:59.999Z", "aoi-hayama", 1, "2027-03-01", 22, 23],
  ["hikari", "2027-03-01T05:00:00Z", "aoi-hayama", 0, "2027-03-01", 23, 23],
  ["hikari", "2028-02-29T05:00:00Z", "aoi-hayama", 0, "2028-02-29", 24, 24],
  ["hikari", "2028-03-01T05:00:00Z", "aoi-hayama", 365, "2029-03-01", 24, 25],
])(
  "in %s at %s the leap-day birthday of %s is %d days away",
  async (group, now, id, daysUntil, next, age, ageAfter) => {
    await using app = await world({ ...TRIO, now });
    const birthdays: Record<string, unknown>[] = await app.json(`/api/${group}/birthday`);
    const found = birthdays.find((item) => item["id"] === id)!;
    assert.deepEqual(
      [found["days_until"], found["next_birthday"], found["current_age"]],
      [daysUntil, next, age],
    );
    assert.equal(found["age_after_birthday"], ageAfter);
    assert.equal(found["is_today"], daysUntil === 0);
  },
);

Deno.test.each([
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
])("wrapped: at %s %s is %j", async (now, path, expected) => {
  await using app = await world({ ...TRIO, now });
  const { total, data } = await app.json(`/api/melati/${path}`);
  const found = data.map(({ day, id }: Birthday) => `${day} ${id}`);
  assert.equal(found.join(", "), expected);
  assert.equal(total, found.length);
});

Deno.test("the twelve months hold everybody of the repository once, by day, then name", async () => {
  await using app = await world(REPOSITORY);
  const collator = new Intl.Collator("en");
  const seen: string[] = [];
  for (let month = 1; month <= 12; month++) {
    const birthdays: Birthday[] = (await app.json(`/api/groupb/birthdays/${month}`)).data;
    const sorted = birthdays.toSorted((one, other) =>
      one.day - other.day || collator.compare(one.name, other.name)
    );
    assert.deepEqual(birthdays, sorted);
    seen.push(...birthdays.map(({ id }) => id));
  }
  const { data } = await app.json("/v1/birthdays/upcoming?days=366&group=groupb");
  assert.deepEqual(
    seen.toSorted(),
    data.map(({ member_id }: { member_id: string }) => member_id).toSorted(),
  );
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

const program = () => world({ content: MEMBERS, now: NOW });

Deno.test("a birthday without a year has no date and no ages; birthday comes last", async () => {
  await using app = await program();
  const [aya, bela, cinta] = await app.json("/api/groupa/birthday");
  assert.equal(
    JSON.stringify(aya),
    JSON.stringify({
      name: "Aya Putri",
      date: "",
      generation: "",
      is_today: false,
      days_until: 1,
      id: "aya-putri",
      url_key: "aya-putri",
      status: "active",
      next_birthday: "2026-03-03",
      birthday: "03-03",
    }),
  );
  assert.deepEqual([bela.date, bela.current_age, bela.birthday], ["2004-03-05", 21, "03-05"]);
  assert.equal(Object.keys(bela).at(-1), "birthday");
  assert.deepEqual([cinta.date, cinta.birthday, cinta.next_birthday], [
    "",
    "02-29",
    "2027-02-28",
  ]);
});

Deno.test("the wrapped family says the same, with day before birthday", async () => {
  await using app = await program();
  const { data } = await app.json("/api/groupb/birthdays/3");
  assert.deepEqual(Object.keys(data[0]).slice(-3), ["next_birthday", "day", "birthday"]);
  assert.deepEqual([data[0].date, data[0].day, data[0].birthday], ["", 3, "03-03"]);
});

Deno.test("/v1 says the same in lists and in detail", async () => {
  await using app = await program();
  const { data } = await app.json("/v1/birthdays?month=3&group=groupa");
  assert.deepEqual(Object.keys(data[0]), [
    ...["member_id", "name", "group", "status", "birth_date", "days_until", "next_birthday"],
    ...["is_today", "birthday"],
  ]);
  assert.deepEqual([data[0].birth_date, data[0].birthday], ["", "03-03"]);
  assert.deepEqual([data[1].birth_date, data[1].current_age], ["2004-03-05", 21]);
  const detail = await app.json("/v1/birthdays/aya-putri");
  assert.deepEqual(Object.keys(detail).slice(-4), ["is_today", "birthday", "timezone", "date"]);
});

Deno.test("a member's detail has no birthdate without a year, but her sign", async () => {
  await using app = await program();
  const detail = await app.json("/api/groupa/member-detail?url=aya-putri");
  assert.deepEqual(["birthdate" in detail, detail.zodiac], [false, "Pisces"]);
});

Deno.test("only days of the calendar stand without a year", () => {
  for (const text of ["--02-30", "--13-01", "--3-3", "03-03", "-03-03", "--03-03T00:00:00Z"]) {
    const files = { "groupa/members/a.yaml": `name: A\nbirth_date: "${text}"\n` };
    assert.match(
      check(files).messages.join("\n"),
      /^error .*--02-29 if the year is unknown/m,
      text,
    );
  }
});
