import { get, type RecordedRequest, withKey } from "../request_line.ts";
import { type KnownPath, SHIPPED_PATHS } from "./endpoints.ts";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"];

/** Every path by every method, and with a slash at its end. */
export function paths(): RecordedRequest[] {
  return SHIPPED_PATHS.flatMap((known) => [
    ...METHODS.map((method) => withKey(method, address(known))),
    get(address(known, "", "/")),
  ]);
}

/** Every parameter: right, wrong, empty, twice the same, twice another, under another's name. */
export function parameters(): RecordedRequest[] {
  const unknown = ["x=y", "x", "x=", "=", "&&", "x=1&x=2", "page[]=1", "Page=0", "__proto__=1"];
  return SHIPPED_PATHS.flatMap((known) =>
    known.parameters.flatMap(({ name, good, bad }) => {
      const pair = (value: string) => `${name}=${encodeURIComponent(value)}`;
      const [first = "", last = ""] = [good[0], good.at(-1)];
      return [
        ...[...good, ...bad].map(pair),
        ...[`${name}=`, `${pair(last)}&${name}=`],
        ...[`${pair(first)}&${pair(first)}`, `${pair(first)}&${pair(last)}`],
      ];
    }).map((query) => get(address(known, query)))
  ).concat(unknown.map((query) => get(`/api/groupa/members?${query}`)));
}

/** Lists in pages. */
export function paging(): RecordedRequest[] {
  const lists = ["groupa/theater", "groupa/news", "groupa/recent", "groupb/news"];
  const queries = [1, 2, 3, 5, 20].flatMap((page) =>
    [3, 10].map((perpage) => `page=${page}&perpage=${perpage}`)
  );
  return lists.flatMap((list) => [
    ...queries.map((query) => get(`/api/${list}?${query}`)),
    get(`/api/${list}?perpage=5&page=2&apikey={key}`),
    get(`/api/${list}?year=2026&perpage=4&page=1&month=7`),
  ]);
}

/** Codings of bodies, and what the caller has already. */
export function representations(): RecordedRequest[] {
  const paths = [
    ...["/api/groupa/members", "/api/groupa/theater", "/api/groupb/news?page=1"],
    ...["/v1/birthdays?month=2", "/status"],
  ];
  const codings = [
    ...["br", "gzip", "gzip, br", "gzip;q=1, br;q=0.5", "identity", "*", "*;q=0", "br;q=0, *"],
    ...["identity;q=0", "identity;q=0, gzip;q=0", "deflate", "", "br;q=nonsense", "GZIP"],
  ];
  const tags = [
    ...["{etag}", "W/{etag}", "*", '"x", {etag}', '"x"', "", '"unclosed', '{etag}-br, "y"'],
  ];
  return paths.flatMap((path) => [
    ...codings.map((coding) => get(path, { headers: [["accept-encoding", coding]] })),
    get(path),
    ...tags.map((tag) => get(path, { headers: [["if-none-match", tag]] })),
    withKey("HEAD", path, { headers: [["if-none-match", "{etag}"]] }),
    withKey("HEAD", path, { headers: [["accept-encoding", "br"]] }),
    get(path, { headers: [["accept-encoding", "br"], ["if-none-match", "{etag}"]] }),
    get(path, { headers: [["accept-encoding", "br"]] }),
    get(path, { headers: [["accept-encoding", "br"], ["if-none-match", "{etag}"]] }),
  ]);
}

/** Birthdays wherever the caller is. */
export function zones(): RecordedRequest[] {
  const names = [
    ...["Asia/Tokyo", "Asia/Kolkata", "Asia/Calcutta", "Asia/Kathmandu", "Europe/London", "GMT"],
    ...["America/St_Johns", "America/Los_Angeles", "Pacific/Chatham", "Pacific/Apia", "Etc/UTC"],
    ...["Pacific/Pago_Pago", "Africa/Casablanca", "Asia/Makassar", "Asia/Jayapura", "EST5EDT"],
    ...["Etc/GMT-14", "Etc/GMT+12", "Etc/GMT%2B12", "Etc%2FGMT-1", "asia/jakarta", "ASIA/JAKARTA"],
    ...["US/Pacific", "Asia/Saigon", "Europe/Kyiv", "Antarctica/Troll", "Zulu", "Z", "-08:00", "0"],
  ];
  return names.flatMap((name, n) => [
    get(`/v1/birthdays/upcoming?days=40&timezone=${name}`),
    get(n % 2 ? `/v1/birthdays/today?timezone=${name}` : `/v1/birthdays?timezone=${name}`),
  ]);
}

/** Single items, by all that finds them. */
export function items(): RecordedRequest[] {
  const people = [
    ...["dyah-nareswari", "Dyah Nareswari", "dyah nareswari", "DYAH", "yaya", "groupa_dyah"],
    ...["groupa_Dyah", "410052", "yocelyn-wirya", "Yoyo", "larasita-wicaksono", "sekar-palupi"],
    ...["anantari-rahadian", "olivine-maharsi", "Dỳáh", "dya", "nobody", "a/b", ".", "constructor"],
    ...["aleesya-maisarah", "carmen-loke", "lim", "n", "é"],
  ].map(encodeURIComponent);
  const ids = {
    "groupa/theater": [
      ...["2025-01-12-surat-untuk-hujan", "2025-05-24-kelulusan-larasita", "nothing", "1"],
      ...["2025-06-28-warung-tutup-pukul-sembilan", "2025-02-14-cokelat-terakhir-di-laci"],
    ],
    "groupa/news": [
      ...[
        "2026-07-11-pembatalan-11-juli",
        "pembatalan-11-juli",
        "2026-12-01-jabat-tangan-akhir-tahun-2026",
      ],
      ...["2026-11-21-sampai-jumpa-di-peron", "jadwal-desember-2026", "0", "constructor"],
    ],
    "groupb/news": ["generation-2", "2026-12-26-countdown", "2025-11-29-flood-warning", "x"],
    "groupa/events": [
      "2026-11-29-panggung-minggu-tv-sembilan",
      "2028-09-16-konser-ulang-tahun-ke-14",
      "x",
    ],
    "groupb/birthdays": [...Array(14).keys()].map(String).concat("x", "1.5", "%20", "01"),
    "groupa/recent": ["showroom-1", "x"],
  };
  return [
    ...people.flatMap((name) => [
      get(`/api/groupa/member/${name}`),
      get(`/api/groupa/member-detail?url=${name}`),
      get(`/api/groupb/member/${name}`),
      get(`/v1/birthdays/${name}`),
    ]),
    ...Object.entries(ids).flatMap(([list, some]) => some.map((id) => get(`/api/${list}/${id}`))),
    ...ids["groupa/news"].map((id) => get(`/api/groupa/news-detail?id=${id}`)),
    ...SHIPPED_PATHS.filter(({ path }) => path.startsWith("/api/groupa")).map((known) =>
      get(address(known).replace("groupa", "serambi"))
    ),
  ];
}

/** What depends on the clock, at instants where something changes. */
export function days(): RecordedRequest[] {
  const instants = [
    ...["2026-11-21T16:59:59.999Z", "2026-11-21T17:00:00.000Z", "2026-12-31T16:00:00Z"],
    ...["2027-02-27T17:00:00Z", "2028-02-28T17:00:00Z"],
    ...["2026-07-18T10:00:00Z"],
  ];
  const asked = [
    ...["/api/groupa/theater?perpage=20", "/api/groupa/members", "/api/groupa/birthday"],
    ...["/api/groupa/events", "/api/groupa/news", "/api/groupa/videocall/today"],
    ...["/api/groupa/videocall", "/api/groupa/member/dyah-nareswari", "/v1/key"],
    ...["/api/groupb/schedule?status=upcoming", "/api/groupb/schedule?status=today"],
    ...["/api/groupb/birthdays", "/api/groupb/birthdays/3", "/api/groupb/news", "/status"],
    ...["/v1/birthdays/today", "/v1/birthdays/upcoming", "/v1/birthdays/dyah-nareswari"],
  ];
  return instants.flatMap((at) => asked.map((path, n) => get(path, n === 0 ? { at } : {})));
}

function address({ path, needs = "" }: KnownPath, query = "", slash = ""): string {
  const asked = [needs, query].filter((part) => part !== "").join("&");
  return `${path}${path === "/" ? "" : slash}${asked === "" ? "" : `?${asked}`}`;
}
