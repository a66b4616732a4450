/** A parameter, with values that it takes and values that it does not. */
export interface KnownParameter {
  readonly name: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

/** A path that answers 200 (`needs`: with this query), and its parameters. */
export interface KnownPath {
  readonly path: string;
  readonly needs?: string;
  readonly parameters: readonly KnownParameter[];
}

const counts = ["0", "-1", "1.0", " 1", "٣"];
const dates = ["2026-02-30", "2026-7-4", "2026-07-04T00:00:00Z"];
const statuses = ["Active", "active,trainee", "nope", "constructor", "0"];

const STATUS = parameter("status", ["active", "trainee", "graduated"], statuses);
const OCCASION_STATUS = parameter("status", ["upcoming", "today", "past"], [
  "Today",
  "all",
  "active",
]);
const TIMEZONE = parameter(
  "timezone",
  ["Asia/Jakarta", "america/new_york", "Pacific/Kiritimati", "Etc/GMT 12", "UTC"],
  ["+07:00", "UTC+7", "Mars/Olympus", " "],
);
const GROUP = parameter("group", ["groupa", "groupb"], [
  "serambi",
  "GROUPA",
  "nope",
  "constructor",
]);
const PAGES = [
  parameter("page", ["1", "2", "3", "99"], counts),
  parameter("perpage", ["1", "7", "100", "1000"], counts),
];
const DAYS = [
  parameter("from", ["2026-11-21", "2026-01-01", "0001-01-01"], dates),
  parameter("to", ["2026-11-21", "2025-01-05", "9999-12-31"], dates),
];
const MEMBERS = [
  STATUS,
  parameter("generation", ["gen1-groupa", "gen8-groupa", "GEN1", "none"], [" "]),
  parameter("q", ["a", "Dyah", "dyah", "zz", "mulyasari"], [" ", "\u0301"]),
  parameter("graduated_only", ["true", "false"], ["1", "TRUE", "yes", "__proto__"]),
];
const ASKED = parameter("member", ["dyah-nareswari", "Yaya", "nobody"], [" "]);
const MONTH = parameter("month", ["1", "2", "7", "11", "12"], ["0", "13", "July", "-1", "1e0"]);

/** Every endpoint of the groups that the repository ships, of `/v1` and of the service. */
export const SHIPPED_PATHS: readonly KnownPath[] = [
  { path: "/api/groupa/members", parameters: MEMBERS },
  {
    path: "/api/groupa/member-detail",
    needs: "url=dyah-nareswari",
    parameters: [parameter("url", ["dyah-nareswari", "Yaya", "groupa_dyah"], [" ", "nobody"])],
  },
  { path: "/api/groupa/member/dyah-nareswari", parameters: [] },
  { path: "/api/groupa/live", parameters: [] },
  { path: "/api/groupa/live/idn", parameters: [] },
  { path: "/api/groupa/live/showroom", parameters: [] },
  { path: "/api/groupa/live/youtube", parameters: [] },
  { path: "/api/groupa/live/stream", parameters: [] },
  { path: "/api/groupa/live/upcoming", parameters: [] },
  {
    path: "/api/groupa/live/stats",
    parameters: [parameter("period", ["week", "month", "year", "all"], ["day", "Week", " "])],
  },
  { path: "/api/groupa/videos", parameters: PAGES },
  { path: "/api/groupa/recent", parameters: [...PAGES, ...recents()] },
  { path: "/api/groupa/recent/idn-nothing", parameters: [] },
  {
    path: "/api/groupa/theater",
    parameters: [
      ...PAGES,
      ...DAYS,
      parameter("year", ["2025", "2026", "1999"], ["0", "26.5", "10000", "x"]),
      OCCASION_STATUS,
      ASKED,
      MONTH,
    ],
  },
  { path: "/api/groupa/theater", needs: "year=2026", parameters: [MONTH] },
  { path: "/api/groupa/theater/2025-01-10-warung-di-ujung-senja", parameters: [] },
  { path: "/api/groupa/theater/2026-12-12-kota-lampu-jingga", parameters: [] },
  { path: "/api/groupa/setlists", parameters: [] },
  { path: "/api/groupa/setlists/kereta-pertama", parameters: [] },
  { path: "/api/groupa/news", parameters: PAGES },
  {
    path: "/api/groupa/news-detail",
    needs: "id=2025-01-20-lampion-di-serambi",
    parameters: [parameter("id", ["2025-01-20-lampion-di-serambi", "1", "nothing"], [" "])],
  },
  { path: "/api/groupa/news/2025-01-20-lampion-di-serambi", parameters: [] },
  { path: "/api/groupa/events", parameters: DAYS },
  { path: "/api/groupa/events/2025-12-20-jabat-tangan-akhir-tahun", parameters: [] },
  { path: "/api/groupa/birthday", parameters: [] },
  {
    path: "/api/groupa/videocall",
    parameters: [
      parameter("date", ["2026-11-21", "2026-07-04"], dates),
      parameter("session", ["1", "2"], [" "]),
      parameter("sesi", ["1", "2"], [" "]),
      parameter("member", ["dyah-nareswari", "yaya"], [" "]),
    ],
  },
  { path: "/api/groupa/videocall/today", parameters: [] },
  {
    path: "/api/groupa/chat-stream",
    parameters: [
      parameter("room_id", ["410052", "1"], ["x", "-1", "1.5"]),
      parameter("username", ["groupa_dyah"], [" "]),
      parameter("slug", ["some-talk"], [" "]),
      parameter("limit", ["1", "200"], ["0", "201", "x"]),
    ],
  },
  { path: "/api/groupa/theater.ics", parameters: [ASKED] },
  { path: "/api/groupa/events.ics", parameters: [] },
  {
    path: "/api/groupa/birthdays.ics",
    parameters: [ASKED, parameter("status", ["active", "graduated"], ["Active", "retired"])],
  },
  { path: "/api/groupa/schedule.ics", parameters: [ASKED] },
  { path: "/api/groupa/news.atom", parameters: [] },
  { path: "/api/groupa/news.json", parameters: [] },
  { path: "/api/groupb/members", parameters: MEMBERS.slice(0, 2) },
  { path: "/api/groupb/member/a", parameters: [] },
  {
    path: "/api/groupb/schedule",
    parameters: [
      OCCASION_STATUS,
      ...DAYS,
    ],
  },
  { path: "/api/groupb/news", parameters: PAGES },
  { path: "/api/groupb/news/2025-11-01-generation-2", parameters: [] },
  { path: "/api/groupb/releases", parameters: [] },
  { path: "/api/groupb/birthdays", parameters: [] },
  { path: "/api/groupb/birthdays/2", parameters: [] },
  { path: "/api/groupb/theater.ics", parameters: [] },
  { path: "/api/groupb/events.ics", parameters: [] },
  { path: "/api/groupb/setlists", parameters: [] },
  { path: "/api/groupb/setlists/firefly-parade", parameters: [] },
  { path: "/api/groupb/events/2026-12-20-year-end-concert", parameters: [] },
  { path: "/api/groupb/schedule.ics", parameters: [] },
  { path: "/api/groupb/birthdays.ics", parameters: [] },
  { path: "/api/groupb/news.atom", parameters: [] },
  { path: "/api/groupb/news.json", parameters: [] },
  { path: "/v1/birthdays/today", parameters: [GROUP] },
  {
    path: "/v1/birthdays/upcoming",
    parameters: [
      parameter("days", ["1", "7", "30", "366"], [...counts, "367"]),
      TIMEZONE,
      GROUP,
      STATUS,
    ],
  },
  { path: "/v1/birthdays", parameters: [MONTH, STATUS] },
  { path: "/v1/birthdays/dyah-nareswari", parameters: [TIMEZONE] },
  { path: "/v1/events/stream", parameters: [] },
  {
    path: "/v1/events",
    parameters: [
      parameter("after", ["0"], ["-1", "x", "1.0", "1234567890123456"]),
      parameter("type", ["show.added", "live.started,news.published"], ["show", "show.added,"]),
      GROUP,
      parameter("member", ["dyah-nareswari"], [" ", "nobody"]),
      parameter("limit", ["1", "1000"], ["0", "1001", "x"]),
    ],
  },
  {
    path: "/v1/search",
    needs: "q=nagi",
    parameters: [
      parameter("q", ["みずほ", "kota lampu jingga", "lintnag"], [" ", "!", "x".repeat(101)]),
      parameter("kind", ["member", "song"], ["person"]),
      GROUP,
      parameter("limit", ["1", "50"], ["0", "51", "x"]),
    ],
  },
  {
    path: "/v1/dataset/groupa.ndjson",
    parameters: [parameter("kind", ["show", "setlist"], ["song", " "])],
  },
  {
    path: "/v1/dataset/groupb.csv",
    needs: "kind=release",
    parameters: [parameter("kind", ["member", "videocall"], ["song", " "])],
  },
  { path: "/v1/key", parameters: [] },
  {
    path: "/v1/key/usage",
    parameters: [parameter("days", ["1", "400"], ["0", "401", "x"])],
  },
  { path: "/api/codes/verify", needs: "code={code}", parameters: [] },
  { path: "/api/admin/status", parameters: [] },
  { path: "/healthz", parameters: [] },
  { path: "/readyz", parameters: [] },
  { path: "/status", parameters: [] },
  { path: "/", parameters: [parameter("q", ["lintnag", "zzzzzzz"], [" ", "!"])] },
  { path: "/docs", parameters: [] },
  { path: "/openapi.json", parameters: [] },
];

function parameter(
  name: string,
  good: readonly string[],
  bad: readonly string[],
): KnownParameter {
  return { name, good, bad };
}

function recents(): KnownParameter[] {
  return [
    parameter("type", ["idn", "showroom", "youtube"], ["IDN", "twitch"]),
    parameter("name", ["dyah", "nobody"], [" "]),
    parameter("sort", ["date", "duration", "viewers"], ["name", "-date"]),
  ];
}
