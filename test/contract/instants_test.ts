import { LATER, REPOSITORY, TRIO } from "../support/contents.ts";
import { fieldOf, has, ids, type Pick, testTurns, type TurnRow } from "../support/turns.ts";
import assert from "node:assert/strict";
import { world } from "../support/world.ts";

const daysOf = (id: string) => fieldOf(id, "days_until");
const statusOf = (id: string) => fieldOf(id, "status");
const comesUp = (id: string) => fieldOf(id, "is_upcoming");
const dayAndTotal: Pick = ({ date, total }) => [date, total];
const isUpcoming: Pick = ({ is_upcoming }) => is_upcoming;

testTurns(TRIO, "2026-07-04T17:00:00Z", "midnight in Jakarta, the default zone", [
  ["/api/kembang/birthday", daysOf("ratna-wulan"), 1, 0],
  ["/v1/birthdays/today", dayAndTotal, ["2026-07-04", 0], ["2026-07-05", 2]],
]);

testTurns(TRIO, "2026-07-05T04:00:00Z", "midnight in New York, in summer", [
  ["/api/hikari/birthday", daysOf("kei-dazai"), 240, 239],
]);

testTurns(TRIO, "2027-03-01T05:00:00Z", "midnight in New York, in winter", [
  ["/api/hikari/birthday", daysOf("kei-dazai"), 1, 0],
]);

testTurns(TRIO, "2026-06-30T16:00:00Z", "the month turns in Kuala Lumpur", [
  ["/api/melati/birthdays", ids, "", "zoe-anais-tan mei-ann-wong"],
]);

const FAR_END = "/v1/birthdays/upcoming?timezone=Etc/GMT%2B12&days=1";

testTurns(TRIO, "2026-07-04T12:00:00Z", "midnight at the far end of the world", [
  [FAR_END, dayAndTotal, ["2026-07-03", 0], ["2026-07-04", 2]],
]);

const KIRITIMATI = "/v1/birthdays?timezone=pacific/kiritimati&group=melati";

testTurns(TRIO, "2026-06-30T10:00:00Z", "the month turns in Kiritimati", [
  [KIRITIMATI, dayAndTotal, ["2026-06-30", 0], ["2026-07-01", 2]],
]);

const inTokyo: Pick = (
  { days_until, is_today, current_age },
) => [days_until, is_today, current_age];

testTurns(TRIO, "2026-07-04T15:00:00Z", "midnight in Tokyo, in detail", [
  ["/v1/birthdays/ratna-wulan?timezone=Asia/Tokyo", inTokyo, [1, false, 22], [0, true, 23]],
]);

const graduation: Pick = ({ status, is_graduate, graduated }) => [status, is_graduate, graduated];
const ACTIVE = ["active", false, "2026-08-01"];
const GRADUATED = ["graduated", true, "2026-08-01"];

/** In another zone it is the afternoon. */
const NEW_YORK = "/v1/birthdays/upcoming?days=366&timezone=America/New_York&status=graduated";

testTurns(TRIO, "2026-07-31T17:00:00Z", "the graduation day begins in Jakarta", [
  ["/api/kembang/members", statusOf("ratna-wulan"), "active", "graduated"],
  ["/api/kembang/members?status=active", has("ratna-wulan"), true, false],
  ["/api/kembang/members?graduated_only=true", has("ratna-wulan"), false, true],
  ["/api/kembang/member/ratna", graduation, ACTIVE, GRADUATED],
  ["/api/kembang/birthday", statusOf("ratna-wulan"), "active", "graduated"],
  [NEW_YORK, has("ratna-wulan"), false, true],
]);

testTurns(REPOSITORY, "2027-03-27T17:00:00Z", "the captain's graduation day begins", [
  ["/api/groupa/members?status=graduated", has("anantari-rahadian"), false, true],
]);

testTurns(LATER, "2026-07-14T17:00:00Z", "her file calls her a graduate before the day", [
  ["/api/nanti/members", statusOf("nanti-leaver"), "active", "graduated"],
  ["/api/kelak/members?status=active", has("kelak-leaver"), true, false],
]);

const CELINE = "/api/kembang/member-detail?url=celine-osterberg";

const lastAndNext: Pick = ({ recentTheater, upcomingTheater }) => [
  ids(recentTheater),
  ids(upcomingTheater),
];

testTurns(TRIO, "2026-07-04T12:00:00Z", "the show starts", [
  ["/api/kembang/theater", comesUp("2026-07-04-hujan"), true, false],
  ["/api/kembang/theater?page=1&perpage=100", comesUp("2026-07-04-pelangi"), true, false],
  ["/api/kembang/theater/2026-07-04-hujan", isUpcoming, true, false],
  // It moves from the next ones to the last ones.
  [CELINE, lastAndNext, ["", "2026-07-04-hujan"], ["2026-07-04-hujan", ""]],
  ["/api/kembang/theater?status=upcoming", has("2026-07-04-hujan"), true, false],
  ["/api/kembang/theater?status=past&page=1&perpage=100", has("2026-07-04-hujan"), false, true],
]);

const UNTIMED_DAY = "/api/kembang/theater?from=2026-07-05&to=2026-07-05";

testTurns(TRIO, "2026-07-05T16:59:59Z", "the day of a show without a time is over", [
  [UNTIMED_DAY, comesUp("2026-07-05-tanpa-jam"), true, false],
]);

testTurns(TRIO, "2026-07-04T13:00:00Z", "the event starts", [
  ["/api/kembang/events", comesUp("2026-07-04-offair"), true, false],
  ["/api/kembang/events/2026-07-04-offair", isUpcoming, true, false],
]);

testTurns(TRIO, "2026-12-31T16:30:15Z", "seconds count", [
  ["/api/kembang/theater/2026-12-31-hitung-mundur", isUpcoming, true, false],
]);

testTurns(TRIO, "2026-03-08T07:30:00Z", "a show in the hour that clocks skip starts an hour on", [
  ["/api/hikari/theater", comesUp("2026-03-08-skipped"), true, false],
]);

testTurns(TRIO, "2026-11-01T05:30:00Z", "a show in the hour shown twice starts in the first", [
  ["/api/hikari/theater", comesUp("2026-11-01-twice"), true, false],
]);

testTurns(TRIO, "2026-07-04T12:30:00Z", "an item of the schedule starts", [
  ["/api/melati/schedule", comesUp("2026-07-04-meet"), true, false],
  ["/api/melati/schedule?status=upcoming", has("2026-07-04-meet"), true, false],
  ["/api/melati/schedule?status=past", has("2026-07-04-meet"), false, true],
]);

testTurns(TRIO, "2026-07-10T16:00:00Z", "midnight in Kuala Lumpur begins the day of an item", [
  ["/api/melati/schedule", statusOf("m-11"), "upcoming", "today"],
  ["/api/melati/theater?status=today", has("m-11"), false, true],
]);

testTurns(TRIO, "2026-07-11T16:00:00Z", "midnight in Kuala Lumpur ends the day of an item", [
  ["/api/melati/schedule", statusOf("m-11"), "today", "past"],
]);

const MATINEE_DAY = "2026-07-04-matinee 2026-07-04-meet 2026-07-04-untimed";

testTurns(TRIO, "2026-07-04T16:00:00Z", "midnight in Kuala Lumpur changes today's list", [
  ["/api/melati/schedule?status=today", ids, MATINEE_DAY, "2026-07-05-radio"],
]);

testTurns(TRIO, "2026-07-04T17:00:00Z", "midnight in Jakarta ends the day of the shows", [
  ["/api/kembang/theater?status=today", has("2026-07-04-hujan"), true, false],
]);

// There was none before.
testTurns(TRIO, "2026-07-10T17:00:00Z", "midnight in Jakarta begins the day of a show", [
  ["/api/kembang/theater?status=today&page=1", has("2026-07-11-ditunda"), false, true],
]);

// Published at noon and half a second in Jakarta.
const PUBLISHED = "2026-07-10T05:00:00.500Z";

const nextShows: Pick = ({ upcomingTheater }) => ids(upcomingTheater);

const IN_LISTS: [string, string, Pick][] = [
  ["nanti", "members", has("nanti-later")],
  ["nanti", "members?q=later", has("nanti-later")],
  ["nanti", "theater", has("show-later")],
  ["nanti", "theater?page=1", has("show-later")],
  ["nanti", "news", has("news-later")],
  ["nanti", "news?page=1", has("news-later")],
  ["nanti", "events", has("event-later")],
  ["nanti", "birthday", has("nanti-later")],
  ["kelak", "members", has("kelak-later")],
  ["kelak", "member/later", has("kelak-later")],
  ["kelak", "schedule", has("show-later")],
  ["kelak", "schedule?status=upcoming", has("event-later")],
  ["kelak", "news", has("news-later")],
  ["kelak", "news?perpage=5", has("news-later")],
  ["kelak", "releases", has("release-later")],
  ["kelak", "birthdays", has("kelak-later")],
  ["kelak", "birthdays/7", has("kelak-later")],
];

testTurns(LATER, PUBLISHED, "it is published", [
  ...IN_LISTS.map(([group, list, pick]): TurnRow => [`/api/${group}/${list}`, pick, false, true]),
  ["/v1/birthdays/upcoming", ({ total }) => total, 4, 6],
  ["/api/nanti/news?perpage=1", (page) => [page.total_count, page.total_pages], [1, 1], [2, 2]],
  ["/api/nanti/member/nanti-now", nextShows, "show-now", "show-now show-later"],
  // Somebody with a better right to a nickname.
  ["/api/nanti/member/kembar", ({ id }) => id, "nanti-leaver", "nanti-later"],
]);

const SHOW_LATER = {
  content: {
    "groupa/shows/later.yaml": 'title: Later\ndate: 2026-08-01\ntime: "19:00"\n' +
      "members: [Aya Putri]\npublish_at: 2026-07-10T05:00:00Z\n",
  },
  now: "2026-07-04T10:00:00Z",
};

testTurns(SHOW_LATER, "2026-07-10T05:00:00Z", "a show of hers is published, and nothing else", [
  ["/api/groupa/member/aya-putri", nextShows, "", "later"],
]);

const MEMBER_LATER = {
  content: {
    "groupa/group.yaml": "name: Group A\nfamily: bare\nshows_complete: true\n",
    "groupa/members/dian.yaml": "name: Dian\npublish_at: 2026-07-10T05:00:00Z\n",
    "groupa/shows/first.yaml": "title: First\ndate: 2026-07-01\nmembers: [Dian]\n",
  },
  now: "2026-07-04T10:00:00Z",
};

const reached: Pick = ({ milestones }) => ids(milestones);

testTurns(MEMBER_LATER, "2026-07-10T05:00:00Z", "she is published, who has had her first show", [
  ["/api/groupa/theater/first", reached, "", "dian"],
]);

Deno.test("what has an address is 404 until the instant it is published, and a draft for ever", async () => {
  const paths = [
    ...["/api/nanti/member-detail?url=nanti-later", "/api/nanti/member/later"],
    ...["/api/nanti/theater/show-later", "/api/nanti/news-detail?id=news-later"],
    ...["/api/nanti/news/news-later", "/api/nanti/events/event-later"],
    ...["/api/kelak/news/news-later", "/v1/birthdays/nanti-later"],
  ];
  const drafts = ["nanti/theater/show-draft", "nanti/news/news-draft", "kelak/news/news-draft"];
  await using app = await world(LATER);
  const sessions = async (path: string) => {
    const { total, total_sessions } = await app.json(`/api/nanti/${path}`);
    return total ?? total_sessions;
  };
  for (const [ms, status] of [[-1, 404], [0, 200], [-1, 404], [0, 200], [1e11, 200]] as const) {
    app.at(Date.parse(PUBLISHED) + ms);
    for (const path of paths) assert.equal((await app.ask(path)).status, status, `${path} ${ms}`);
    for (const item of drafts) assert.equal((await app.ask(`/api/${item}`)).status, 404);
    const seen = status === 200 ? 2 : 1;
    assert.equal(await sessions("videocall"), seen);
    if (ms <= 0) assert.equal(await sessions("videocall/today"), seen);
    for (const [group, list] of IN_LISTS.filter(([, list]) => !list.startsWith("member/"))) {
      const answer = await app.json(`/api/${group}/${list}`);
      assert.doesNotMatch(JSON.stringify(answer), /draft/i, `${list} ${ms}`);
    }
  }
});

Deno.test("a filter by somebody still to come does not outlast her being published", async () => {
  await using app = await world(LATER);
  const path = "/api/nanti/theater?member=nanti-later";
  assert.equal((await app.ask(path)).status, 400, "nobody knows her yet");
  app.at(PUBLISHED);
  assert.deepEqual(await app.json(path), []);
});
