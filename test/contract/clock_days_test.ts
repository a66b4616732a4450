import { LATER, REPOSITORY, TRIO } from "../support/contents.ts";
import { fieldOf, has, ids } from "../support/picks.ts";
import { testTurns } from "../support/turns.ts";

testTurns(TRIO, [
  {
    what: "midnight in Jakarta",
    path: "/api/kembang/birthday",
    at: "2026-07-04T17:00:00Z",
    pick: fieldOf("ratna-wulan", "days_until"),
    before: 1,
    after: 0,
  },
  {
    what: "midnight in New York, in summer",
    path: "/api/hikari/birthday",
    at: "2026-07-05T04:00:00Z",
    pick: fieldOf("kei-dazai", "days_until"),
    before: 240,
    after: 239,
  },
  {
    what: "midnight in New York, in winter",
    path: "/api/hikari/birthday",
    at: "2027-03-01T05:00:00Z",
    pick: fieldOf("kei-dazai", "days_until"),
    before: 1,
    after: 0,
  },
  {
    what: "the month turns in Kuala Lumpur",
    path: "/api/melati/birthdays",
    at: "2026-06-30T16:00:00Z",
    pick: ids,
    before: "",
    after: "zoe-anais-tan mei-ann-wong",
  },
  {
    what: "midnight in Jakarta, the default zone",
    path: "/v1/birthdays/today",
    at: "2026-07-04T17:00:00Z",
    pick: ({ date, total }) => [date, total],
    before: ["2026-07-04", 0],
    after: ["2026-07-05", 2],
  },
  {
    what: "midnight at the far end of the world",
    path: "/v1/birthdays/upcoming?timezone=Etc/GMT%2B12&days=1",
    at: "2026-07-04T12:00:00Z",
    pick: ({ date, total }) => [date, total],
    before: ["2026-07-03", 0],
    after: ["2026-07-04", 2],
  },
  {
    what: "the month turns in Kiritimati",
    path: "/v1/birthdays?timezone=pacific/kiritimati&group=melati",
    at: "2026-06-30T10:00:00Z",
    pick: ({ date, total }) => [date, total],
    before: ["2026-06-30", 0],
    after: ["2026-07-01", 2],
  },
  {
    what: "midnight in Tokyo, in detail",
    path: "/v1/birthdays/ratna-wulan?timezone=Asia/Tokyo",
    at: "2026-07-04T15:00:00Z",
    pick: ({ days_until, is_today, current_age }) => [days_until, is_today, current_age],
    before: [1, false, 22],
    after: [0, true, 23],
  },
  {
    what: "the graduation day begins in Jakarta",
    path: "/api/kembang/members",
    at: "2026-07-31T17:00:00Z",
    pick: fieldOf("ratna-wulan", "status"),
    before: "active",
    after: "graduated",
  },
  {
    what: "she leaves the active ones",
    path: "/api/kembang/members?status=active",
    at: "2026-07-31T17:00:00Z",
    pick: has("ratna-wulan"),
    before: true,
    after: false,
  },
  {
    what: "she is among the graduates",
    path: "/api/kembang/members?graduated_only=true",
    at: "2026-07-31T17:00:00Z",
    pick: has("ratna-wulan"),
    before: false,
    after: true,
  },
  {
    what: "she has graduated, in detail",
    path: "/api/kembang/member/ratna",
    at: "2026-07-31T17:00:00Z",
    pick: ({ status, is_graduate, graduated }) => [status, is_graduate, graduated],
    before: ["active", false, "2026-08-01"],
    after: ["graduated", true, "2026-08-01"],
  },
  {
    what: "she has graduated, among the birthdays",
    path: "/api/kembang/birthday",
    at: "2026-07-31T17:00:00Z",
    pick: fieldOf("ratna-wulan", "status"),
    before: "active",
    after: "graduated",
  },
  {
    what: "she has graduated, in another zone's afternoon",
    path: "/v1/birthdays/upcoming?days=366&timezone=America/New_York&status=graduated",
    at: "2026-07-31T17:00:00Z",
    pick: has("ratna-wulan"),
    before: false,
    after: true,
  },
]);

testTurns(
  REPOSITORY,
  [
    {
      what: "the captain's graduation day begins",
      path: "/api/groupa/members?status=graduated",
      at: "2027-03-27T17:00:00Z",
      pick: has("anantari-rahadian"),
      before: false,
      after: true,
    },
  ],
);

testTurns(LATER, [
  {
    what: "whom her file calls a graduate already is none before the day",
    path: "/api/nanti/members",
    at: "2026-07-14T17:00:00Z",
    pick: fieldOf("nanti-leaver", "status"),
    before: "active",
    after: "graduated",
  },
  {
    what: "the same in the other family",
    path: "/api/kelak/members?status=active",
    at: "2026-07-14T17:00:00Z",
    pick: has("kelak-leaver"),
    before: true,
    after: false,
  },
]);
