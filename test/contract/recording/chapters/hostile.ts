import { get, type RecordedRequest, request } from "../request_line.ts";

const TARGETS = [
  ...[
    "/api",
    "/api/",
    "/v1",
    "/v1/",
    "/v2/birthdays",
    "/API/kembang/members",
    "/api/KEMBANG/members",
  ],
  ...["/api/kembang", "/api/kembang/", "/api/kembang/Members", "/api/kembang/members/ayu"],
  ...[
    "/api/kembang//members",
    "//api/kembang/members",
    "/api//kembang/members",
    "/api/kembang/members//",
  ],
  ...[
    "/api/nobody/members",
    "/api/hkr/members",
    "/api/hikari-ny/theater",
    "/api/melati-kl/members",
  ],
  ...["/api/%6bembang/members", "/api/kembang/m%65mbers", "/api/kembang%2Fmembers"],
  ...["/api/kembang/member/%2e%2e", "/api/kembang/../melati/members", "/api/./kembang/members"],
  ...["/api/kembang/member/a%2Fb", "/api/kembang/member/%00", "/api/kembang/member/%0a"],
  ...["/api/kembang/member/%zz", "/api/kembang/member/%", "/api/kembang/member/%c3%28"],
  ...["/api/kembang/member/%ed%a0%80", "/api/kembang/member/%F0%9F%98%80", "/%zz", "/%00"],
  ...["/api/kembang/members?%zz", "/api/kembang/members?q=%zz", "/api/kembang/members?q=%ff"],
  ...["/api/kembang/members?q=%00", "/api/kembang/members?q=a%0ab", "/api/kembang/members?q=+"],
  ...["/api/kembang/members?a=1;b=2", "/api/kembang/members?q=a#fragment", "/api/kembang/members?"],
  ...["/api/kembang/members?q={x*300}", "/api/kembang/members?q={x*9000}", "/{x*9000}"],
  ...["/api/kembang/member/{x*8100}", "/api/kembang/member/{x*60000}", "/api/{x*300}/members"],
  ...["/constructor", "/__proto__", "/api/__proto__/members", "/api/constructor/members"],
  ...[
    "/api/kembang/constructor",
    "/api/kembang/__proto__",
    "/v1/__proto__",
    "/v1/birthdays/__proto__",
  ],
  ...["/favicon.ico", "/robots.txt", "/.well-known/security.txt", "/.env", "/admin", "/metrics"],
  ...[
    "/api/admin",
    "/api/admin/",
    "/api/admin/none",
    "/api/codes",
    "/api/codes/verify/x",
    "/llms.txt",
  ],
  ...["/status/", "/healthz/", "/healthz?x=%zz", "/status?apikey={key}", "/healthz/x", "/v1/key/x"],
  ...["/v1/birthdays/today/x", "/api/melati/birthdays/2/x", "/api/kembang/live/twitch"],
  ...["/api/kembang/live/stream/x", "/api/kembang/releases", "/api/kembang/schedule"],
  ...[
    "/api/melati/theater",
    "/api/melati/live",
    "/api/melati/events",
    "/api/melati/member-detail?url=x",
  ],
  ...[
    "/v1/search?q=ayu",
    "/v1/changes",
    "/v1/dataset/kembang.ndjson",
    "/v1/webhooks",
    "/v1/key/feeds",
  ],
];

/** Paths that lead nowhere, or try to; asked with a key, and without one by several methods. */
export function targets(): RecordedRequest[] {
  return TARGETS.flatMap((target, n) => [
    get(target),
    request(n % 3 === 0 ? "OPTIONS" : n % 3 === 1 ? "POST" : "GET", target),
  ]);
}

/** Hosts and headers that say something odd. */
export function headers(): RecordedRequest[] {
  const odd: [string, string][] = [
    ...["a b", "a/b", "oshibase.test:99999", "[::1]:80", "", "oshibase.test:", "x\u00e9"].map((
      host,
    ): [string, string] => ["host", host]),
    ["range", "bytes=0-10"],
    ["accept", "text/html"],
    ["accept", "application/xml;q=1, */*;q=0"],
    ["accept-language", "ja"],
    ["expect", "100-continue"],
    ["x-http-method-override", "DELETE"],
    ["if-modified-since", "Sat, 04 Jul 2026 10:00:00 GMT"],
    ["if-match", '"x"'],
    ["cookie", "apikey={key}"],
    ["accept-encoding", "{x*3000}"],
    ["if-none-match", "{x*3000}"],
    ["x-forwarded-for", "{x*3000}"],
    ["x-api-key", "{x*3000}"],
    ["last-event-id", "7"],
  ];
  const paths = ["/api/kembang/members", "/v1/birthdays/today", "/healthz"];
  return paths.flatMap((path) => odd.map((header) => get(path, { headers: [header] })));
}

const JSON_TYPE: [string, string] = ["content-type", "application/json"];

/** Bodies: none, not JSON, not an object, too large, with parameters in them. */
export function bodies(): RecordedRequest[] {
  const texts = [
    ...["", "{}", "[]", "null", "1", '"text"', "{", "{]", "\ufeff{}", '{"a":1}trailing', "a=b"],
    ...['{"apikey":"{key}"}', '{"apikey":1}', '{"apikey":["{key}"]}', '{"apikey":null}'],
    ...['{"apikey":"{revoked}","apikey":"{key}"}', '{"priority_token":"{token}"}'],
    ...['{"status":"active"}', '{"status":"nope"}', '{"month":2}', '{"month":"2"}', '{"page":"1"}'],
    ...['{"timezone":"Asia/Tokyo"}', '{"__proto__":{"apikey":"{key}"}}', '{"constructor":1}'],
    ...['{"code":"{code}"}', '{"code":"{boundCode}","email":"sari@fans.example"}', '{"code":1}'],
    ...[
      '{"filler":"{x*4080}"}',
      '{"filler":"{x*4090}"}',
      '{"filler":"{x*20000}"}',
      "[[[[[[[[1]]]]]]]]",
    ],
  ];
  const paths = [
    ...["/api/melati/members", "/api/melati/news?page=1", "/v1/birthdays", "/api/codes/verify"],
    "/api/admin/keys",
  ];
  return paths.flatMap((path) => [
    ...texts.map((body) =>
      request("POST", path, { headers: [["x-api-key", "{key}"], JSON_TYPE], body })
    ),
    ...texts.slice(0, 6).map((body) => request("PUT", path, { headers: [JSON_TYPE], body })),
    request("POST", path, {
      headers: [["content-type", "text/plain"]],
      body: '{"apikey":"{key}"}',
    }),
    request("POST", path, {
      headers: [["content-type", "application/x-www-form-urlencoded"]],
      body: "apikey={key}",
    }),
    request("POST", path, { headers: [["content-encoding", "gzip"], JSON_TYPE], body: "{}" }),
  ]);
}

/** Codes: as typed, unknown, bound, used up, ended; then too many wrong ones. */
export function codes(): RecordedRequest[] {
  const known = [
    ...["code={code}", "code={boundCode}", "code={boundCode}&email=sari@fans.example", "code="],
    ...["code={boundCode}&email=SARI@FANS.EXAMPLE", "code={boundCode}&email=x@fans.example", ""],
    ...["code={usedCode}", "code={revokedCode}", "code={code}&code={code}", "code={code}&code=x"],
    ...["email=sari@fans.example", "code={code}&email=", "code[]={code}", "Code={code}", "code"],
  ];
  return [
    ...known.flatMap((query) =>
      ["GET", "HEAD"].map((method) => request(method, `/api/codes/verify?${query}`))
    ),
    ...["PUT", "DELETE", "OPTIONS"].map((method) =>
      request(method, "/api/codes/verify?code={code}")
    ),
    ...Array.from(
      { length: 34 },
      (_, n) =>
        request("GET", `/api/codes/verify?code=AAAA-BBBB-CCCC-${1000 + n}`, {
          from: "203.0.113.9",
        }),
    ),
    request("GET", "/api/codes/verify?code={code}", { from: "203.0.113.9" }),
    request("GET", "/api/codes/verify?code={code}", { from: "203.0.113.10" }),
    request("GET", "/api/codes/verify?code={code}", { from: "198.51.100.10" }),
  ];
}
