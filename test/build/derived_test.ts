import assert from "node:assert/strict";
import { zodiacOf } from "../../build/derive/zodiac.ts";
import { compileTree } from "./compiled_tree.ts";

/** The member of a tree in which she is written so, at an instant. */
function memberWith(text: string, now = "2026-06-01T00:00:00Z") {
  const tree = compileTree({ "groupa/members/citra-dewi.yaml": `name: Citra Dewi\n${text}` });
  return tree.items("members", now).find(({ id }) => id === "citra-dewi");
}

function memberDetail(text: string) {
  const tree = compileTree({ "groupa/members/citra-dewi.yaml": `name: Citra Dewi\n${text}` });
  const row = tree.group.table("members").find(({ id }) => id === "citra-dewi")!;
  return tree.detail(row, row.more);
}

function showWith(text: string, now: string) {
  const tree = compileTree({ "groupa/shows/2026-08-01-a.yaml": `title: A\n${text}` });
  return tree.items("shows", now).find(({ id }) => id === "2026-08-01-a");
}

Deno.test.each([
  ["2008-01-19", "Capricorn"],
  ["2008-01-20", "Aquarius"],
  ["2008-02-29", "Pisces"],
  ["2008-03-20", "Pisces"],
  ["2008-03-21", "Aries"],
  ["2008-06-20", "Gemini"],
  ["2008-11-22", "Sagittarius"],
  ["2008-12-21", "Sagittarius"],
  ["2008-12-22", "Capricorn"],
  ["2008-12-31", "Capricorn"],
])("zodiacOf() puts somebody born on %s under %s", (birthDate, sign) => {
  assert.equal(zodiacOf(birthDate), sign);
});

Deno.test("the zodiac follows the birth date, unless the file says one", () => {
  assert.equal(memberDetail("birth_date: 2008-01-20\n").zodiac, "Aquarius");
  assert.equal(memberDetail("birth_date: 2008-01-19\n").zodiac, "Capricorn");
  assert.equal(memberDetail("birth_date: 2008-01-19\nzodiac: Naga\n").zodiac, "Naga");
  assert.equal("zodiac" in memberDetail(""), false);
});

Deno.test("events are newest first by the dates they show, where some have no time", () => {
  const { items } = compileTree({
    "groupa/events/2026-08-01-a.yaml": 'title: A\ndate: 2026-08-01\ntime: "08:00"\n',
    "groupa/events/2026-08-01-b.yaml": "title: B\ndate: 2026-08-01\n",
    "groupa/events/2026-08-01-c.yaml": 'title: C\ndate: 2026-08-01\ntime: "19:00"\n',
  });
  const dates = items("events").map(({ date }) => date);
  assert.deepEqual(dates, dates.toSorted().reverse());
  assert.deepEqual(items("events").map(({ title }) => title).slice(0, 3), ["C", "A", "B"]);
});

Deno.test("sr_exists is true where there is a room, unless the file says otherwise", () => {
  assert.equal(memberWith("room_id: 5\n").sr_exists, true);
  assert.equal(memberWith("room_id: 5\nsr_exists: false\n").sr_exists, false);
  assert.equal(memberWith("sr_exists: true\n").sr_exists, true);
  assert.equal("sr_exists" in memberWith(""), false);
});

Deno.test("the first nickname is the nickname, and a full name that is not given is the name", () => {
  const detail = memberDetail("nicknames: [Cici, Citra]\n");
  assert.equal(detail.nickname, "Cici");
  assert.deepEqual(detail.nicknames, ["Cici", "Citra"]);
  assert.equal(detail.fullname, "Citra Dewi");
  assert.equal("nickname" in memberDetail(""), false);
});

Deno.test("a height in numbers is told in centimetres", () => {
  assert.equal(memberWith("height: 158\n").height, "158 cm");
  assert.equal(memberWith('height: "158cm"\n').height, "158cm");
  assert.equal(memberWith('height: "158"\n').height, "158 cm");
});

Deno.test("a graduation still to come leaves her as she is until its day begins in the zone", () => {
  const text = "status: trainee\ngraduated: 2026-05-01\n";
  const before = memberWith(text, "2026-04-30T16:59:59.999Z");
  assert.deepEqual([before.status, before.is_graduate], ["trainee", false]);
  const after = memberWith(text, "2026-04-30T17:00:00Z");
  assert.deepEqual([after.status, after.is_graduate], ["graduated", true]);
});

Deno.test("somebody who is graduated by status was active before the day she names", () => {
  const text = "status: graduated\ngraduated: 2026-05-01\n";
  assert.equal(memberWith(text, "2026-04-01T00:00:00Z").status, "active");
  assert.equal(memberWith(text, "2026-06-01T00:00:00Z").status, "graduated");
  assert.equal(memberWith("status: graduated\n", "2000-01-01T00:00:00Z").status, "graduated");
});

Deno.test("of a member, texts that are always there are empty when unknown, and others are not there", () => {
  assert.deepEqual(memberWith(""), {
    name: "Citra Dewi",
    img: "",
    generation: "",
    status: "active",
    is_graduate: false,
    id: "citra-dewi",
    url_key: "citra-dewi",
    url: "citra-dewi",
    nicknames: [],
    img_alt: "",
    group: "groupa",
    socials: [],
  });
});

Deno.test("members stand by name in the order of the group's language", () => {
  const tree = compileTree({
    "groupa/group.yaml": "name: A\nfamily: bare\nlanguage: sv\n",
    "groupa/members/a.yaml": "name: Örjan\n",
    "groupa/members/b.yaml": "name: Zelda\n",
    "groupa/members/c.yaml": "name: anita\n",
  });
  const names = tree.items("members").map(({ name }) => name);
  assert.deepEqual(names, ["anita", "Aya Putri", "Bela Sari", "Zelda", "Örjan"]);
});

Deno.test("a show without a time is upcoming until the last second of its day", () => {
  const text = "date: 2026-08-01\n";
  const before = showWith(text, "2026-08-01T16:59:58.999Z");
  assert.equal(before.start_at, "2026-08-01T23:59:59+07:00");
  assert.deepEqual([before.time, before.is_upcoming], ["", true]);
  assert.equal(showWith(text, "2026-08-01T16:59:59Z").is_upcoming, false);
});

Deno.test("a show is over at the instant it starts on the zone's clock", () => {
  const text = 'date: 2026-08-01\ntime: "19:00"\n';
  assert.equal(showWith(text, "2026-08-01T11:59:59.999Z").is_upcoming, true);
  const after = showWith(text, "2026-08-01T12:00:00Z");
  assert.deepEqual([after.start_at, after.is_upcoming], ["2026-08-01T19:00:00+07:00", false]);
});

Deno.test("a draft is in no table, and what is to be published is not there before its instant", () => {
  const tree = compileTree({
    "groupa/shows/2026-08-01-a.yaml": "title: A\ndate: 2026-08-01\ndraft: true\n",
    "groupa/shows/2026-08-02-b.yaml":
      "title: B\ndate: 2026-08-02\npublish_at: 2026-07-01T09:00:00+07:00\n",
    "groupa/shows/2026-08-03-c.yaml":
      "title: C\ndate: 2026-08-03\npublish_at: 2026-09-01T09:00:00+07:00\n",
  });
  const titles = (now: string) => tree.items("shows", now).map(({ title }) => title);
  assert.deepEqual(titles("2026-07-01T01:59:59.999Z"), ["Jendela Pagi"]);
  assert.deepEqual(titles("2026-07-01T02:00:00Z"), ["B", "Jendela Pagi"]);
  assert.deepEqual(titles("2026-09-01T02:00:00Z"), ["C", "B", "Jendela Pagi"]);
  assert.equal(tree.items("shows", "2026-09-01T02:00:00Z")[0].is_upcoming, false);
});

Deno.test("a session that ends at or before its start goes on into the next day", () => {
  const session = (end: string) => {
    const tree = compileTree({
      "groupa/videocalls/2026-05-08.yaml":
        `date: 9999-12-31\nsessions:\n  - session: A\n    start_time: "23:30"\n    end_time: "${end}"\n`,
    });
    return tree.group.table("videocalls")[0]!.sessions[0]!.turns;
  };
  const [, start, end] = session("00:30");
  assert.equal(end - start, 3_600_000);
  assert.equal(session("23:30")[2] - start, 86_400_000);
  assert.equal(session("23:45")[2] - start, 900_000);
});

Deno.test("an entry without an id has its file's name for one, and a number is read as text", () => {
  const tree = compileTree({
    "groupa/news/2026-02-01-a.md": "---\nid: 1801\ntitle: A\ndate: 2026-02-01\n---\n",
  });
  assert.deepEqual(tree.items("news").map(({ id, slug }) => [id, slug]), [
    ["1801", "2026-02-01-a"],
    ["2026-01-03-jadwal", "2026-01-03-jadwal"],
  ]);
});

Deno.test("a time without its first zero is answered with it", () => {
  const tree = compileTree({
    "groupa/shows/2026-08-01-a.yaml": "title: A\ndate: 2026-08-01\ntime: 9:00\n",
  });
  const show = tree.items("shows").find(({ id }) => id === "2026-08-01-a");
  assert.deepEqual([show.time, show.start_at], ["09:00", "2026-08-01T09:00:00+07:00"]);
});
