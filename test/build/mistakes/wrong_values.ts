import { inMember, inShow, type Mistake } from "./mistake.ts";

const SHOW = "title: Peluit\ndate: 2026-08-01\n";

export const SITE =
  "title: Groupa\ncontact: halo@groupa.example\nbase_url: https://api.groupa.example\n" +
  "licence: CC0-1.0\nattribution: Groupa\n";

/** Values and names of fields that do not fit. */
export const WRONG_VALUES: readonly Mistake[] = [
  inMember("an unknown field", "name: Citra\nnicknamez: [Citra]\n"),
  inMember("a field like no other", "name: Citra\nfavourite_dish: Soto\n"),
  inMember("a required field misspelt", "nmae: Citra\n"),
  inMember("a misspelt choice", "name: Citra\nstatus: graduate\n"),
  inMember("a choice that is none", "name: Citra\nstatus: on leave\n"),
  inMember("a missing field", "nicknames: [Aya]\n"),
  inMember("a required field without a value", "name:\nstatus: active\n"),
  inMember("a name that YAML takes for nothing", "name: Null\nnicknames: [Citra]\n"),
  inMember("an empty text", 'name: Citra\nhobby: ""\n'),
  inShow("a number where text belongs", "title: 48\ndate: 2026-08-01\n"),
  inShow("a number with zeros in front", "title: 007\ndate: 2026-08-01\n"),
  inMember("text where a number belongs", 'name: Citra\nroom_id: "317738"\n'),
  inMember("a fraction where a whole number belongs", "name: Citra\nroom_id: 1.5\n"),
  inMember("a number that is too small", "name: Citra\nroom_id: -3\n"),
  inMember("yes where true belongs", "name: Citra\nsr_exists: yes\n"),
  inMember("a word where true belongs", "name: Citra\nsr_exists: constructor\n"),
  inMember("true between quotes", 'name: Citra\nsr_exists: "true"\n'),
  inMember("neither of two forms", "name: Citra\nheight: [158]\n"),
  inMember("one text where a list belongs", "name: Citra\nnicknames: Citra\n"),
  inMember("an entry of a list without text", "name: Citra\nnicknames:\n  - Citra\n  -\n"),
  inMember(
    "a misspelt field inside a list",
    "name: Citra\nsocials:\n  - { title: X, ulr: https://x.example }\n",
  ),
  inShow("a day that does not exist", "title: Peluit\ndate: 2025-02-30\n"),
  inShow("a date without its zeros", "title: Peluit\ndate: 2026-8-1\n"),
  inShow("a date in words", "title: Peluit\ndate: 1 Agustus 2026\n"),
  inShow("a date with a time behind it", "title: Peluit\ndate: 2026-08-01 19:00\n"),
  inShow("a date that begins with the day", "title: Peluit\ndate: 01-08-2026\n"),
  inShow("a time with its zone", `${SHOW}time: 19.00 WIB\n`),
  inShow("names where a list belongs", `${SHOW}members: Aya, Bela Sari\n`),
  inShow("names on lines of their own without hyphens", `${SHOW}members:\n  Aya\n  Bela\n`),
  inShow("a field that a celebration does not have", `${SHOW}seitansai: [{ name: Aya, id: 1 }]\n`),
  inShow("a time of the 12-hour clock", `${SHOW}time: 7pm\n`),
  inShow("a time without its zero", `${SHOW}time: 9.00\n`),
  inShow("a time that no clock shows", `${SHOW}time: "24:00"\n`),
  inShow("neither title nor setlist", "date: 2026-08-01\n"),
  inShow("a celebration with a misspelt field", `${SHOW}seitansai:\n  - { membr: Aya, id: 1 }\n`),
  inShow("a link that is a script", `${SHOW}url: javascript:alert(1)\n`),
  inShow("a moment without its offset", `${SHOW}publish_at: 2026-07-01T09:00\n`),
  inShow(
    "a moment that some zones have in the year 10000",
    `${SHOW}publish_at: 9999-12-31T23:59:59Z\n`,
  ),
  inShow("three mistakes at once", "titel: Peluit\ndate: 2026-13-01\ntime: 25:00\n"),
  ["an unknown kind of release", { "groupa/releases/surat.yaml": "title: Surat\ntype: singel\n" }],
  ["a day without sessions", {
    "groupa/videocalls/2026-05-08.yaml": "date: 2026-05-08\nsessions: []\n",
  }],
  ["a colour by its name", { "site.yaml": `${SITE}accent: pink\n` }],
  ["a colour that is too pale", { "site.yaml": `${SITE}accent: "#ff66aa"\n` }],
  ["an unknown time zone", {
    "groupa/group.yaml": "name: A\nfamily: bare\ntimezone: Asia/Djakarta\n",
  }],
  ["a time zone by its short name", {
    "groupa/group.yaml": "name: A\nfamily: bare\ntimezone: WIB\n",
  }],
  ["an offset for a time zone", {
    "groupa/group.yaml": "name: A\nfamily: bare\ntimezone: +07:00\n",
  }],
  ["an unknown language", { "groupa/group.yaml": "name: A\nfamily: bare\nlanguage: xx\n" }],
  ["an unknown family", { "groupa/group.yaml": "name: A\nfamily: wraped\n" }],
  ["an empty group.yaml", { "groupa/group.yaml": "" }],
  ["a setlist without a name", { "groupa/setlists/jendela-pagi.yaml": "songs: [Peluit]\n" }],
  [
    "a plan with a misspelt field",
    { "plans.yaml": "standard:\n  rate: { per_second: 10, brust: 30 }\n  quota: unlimited\n" },
  ],
  [
    "a plan with a rate that is none",
    { "plans.yaml": "standard: { rate: { per_second: 0, burst: 30 }, quota: unlimited }\n" },
  ],
  ["a plan with a misspelt word", {
    "plans.yaml": "standard: { rate: unlimted, quota: unlimited }\n",
  }],
  ["a plan with half its fields", { "plans.yaml": "standard:\n  rate: unlimited\n" }],
  ["a plan with a name that is none", {
    "plans.yaml": "Big Plan: { rate: unlimited, quota: unlimited }\n",
  }],
  [
    "a plan with another period",
    {
      "plans.yaml":
        "standard:\n  rate: unlimited\n  quota: { requests: 5, per: week, timezone: Asia/Jakarta }\n",
    },
  ],
  inShow("a time that is to come", `${SHOW}time: TBA\n`, SHOW),
  inMember("a number that is to come", "name: Citra\nroom_id: belum ada\n", "name: Citra\n"),
  inShow("a day on which nothing is to be shown yet", `${SHOW}publish_at: 2026-07-01\n`),
  inShow("a moment with a space and without its offset", `${SHOW}publish_at: 2026-07-01 9:00\n`),
  inMember("an Indonesian word for graduated", "name: Citra\nstatus: Lulus\n"),
  inMember("an Indonesian word for active", "name: Citra\nstatus: aktif\n"),
  inShow("an Indonesian word for cancelled", `${SHOW}state: dibatalkan\n`),
  inShow("a title in brackets", "title: [UPDATE]\ndate: 2026-08-01\n"),
  inShow("a title in braces", "title: {Info}\ndate: 2026-08-01\n"),
  ["a group in the middle of other zones", {
    "groupa/group.yaml": "name: A\nfamily: bare\ntimezone: Asia/Makassar\n",
    "groupa/shows/2026-08-01-peluit.yaml": `${SHOW}publish_at: 2026-07-01T09:00\n`,
  }],
  ["a day that is to come", {
    "groupa/shows/2026-08-01-peluit.yaml": "title: Peluit\ndate: TBA\n",
  }, { "groupa/shows/2026-08-01-peluit.yaml": null }],
  ["an address that is to come, in a file that nothing is built without", {
    "site.yaml": SITE.replace("https://api.groupa.example", "TBA"),
  }, { "site.yaml": SITE }],
  ["a quota with a point in its thousands", {
    "plans.yaml":
      "standard:\n  rate: unlimited\n  quota: { requests: 5.000, per: day, timezone: Asia/Jakarta }\n",
  }, {
    "plans.yaml":
      "standard:\n  rate: unlimited\n  quota: { requests: 5000, per: day, timezone: Asia/Jakarta }\n",
  }],
  ["a session without its time", {
    "groupa/videocalls/2026-05-08.yaml": "date: 2026-05-08\nsessions:\n  - session: Sesi 1\n",
  }, {
    "groupa/videocalls/2026-05-08.yaml":
      'date: 2026-05-08\nsessions:\n  - session: Sesi 1\n    start_time: "9:00"\n',
  }],
];
