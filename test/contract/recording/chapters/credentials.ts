import { type RecordedRequest, request, type RequestExtras } from "../request_line.ts";

/** One path of every family and area; `narrow` may read the second group alone. */
const DOORS = [
  "/api/kembang/members",
  "/api/melati/members",
  "/v1/birthdays",
  "/api/admin/keys",
];

const KEYS = [
  ...["key", "free", "open", "abroad", "narrow", "expired", "replaced", "revoked", "tiny"],
  ...["planless"],
].map((name) => `{${name}}`).concat("J-osb_nobody", "", "  ", "{token}", "{key.id}");
const TOKENS = ["{token}", "{replacedToken}", "{revokedToken}", "P-osb_nobody", "", "{key}"];
const PAIRS = [["root", "good password"], ["root", ""], ["", "good password"], [
  "ro",
  "good password",
]];

/** Every credential in every carrier, at every door; keys and tokens now and then at the last one. */
export function carriers(): RecordedRequest[] {
  const found = [
    ...KEYS.flatMap((text) => single(["x-api-key", "api-key"], "apikey", text)),
    ...TOKENS.flatMap((text) => single(["x-priority-token"], "priority_token", text)),
    ...PAIRS.slice(0, 3).flatMap(pairCarriers),
  ];
  const doorsOf = (n: number) => n % 4 === 0 || n >= found.length - 12 ? DOORS : DOORS.slice(0, 3);
  return [
    ...DOORS.map((door) => request("GET", door)),
    ...found.flatMap((carry, n) => doorsOf(n).map((door) => carry(door))),
  ];
}

/** A wrong pair is derived for a tenth of a second: there are few of them. */
export function wrongPairs(): RecordedRequest[] {
  return [["root", "wrong password"], ["nobody", "good password"]].flatMap((pair) =>
    ["/api/melati/members", "/api/admin/keys"].map((door) =>
      request("GET", door, { headers: [["username", pair[0]!], ["password", pair[1]!]] })
    )
  );
}

type Carry = (door: string) => RecordedRequest;

function single(headers: readonly string[], field: string, text: string): Carry[] {
  const body = JSON.stringify({ [field]: text });
  const isPut = ["{key}", "{token}", ""].includes(text);
  return [
    ...headers.map((name): Carry => (door) => request("GET", door, { headers: [[name, text]] })),
    (door) => request("GET", `${door}?${field}=${text.replaceAll(" ", "+")}`),
    (door) => request("POST", door, { body }),
    ...(isPut ? [(door: string) => request("PUT", door, { body })] : []),
  ];
}

function pairCarriers([username = "", password = ""]: readonly string[]): Carry[] {
  const body = JSON.stringify({ username, password });
  return [
    (door) => request("GET", door, { headers: [["username", username], ["password", password]] }),
    (door) =>
      request("GET", door, {
        headers: [["x-admin-username", username], ["x-admin-password", password]],
      }),
    (door) =>
      request("GET", `${door}?username=${username}&password=${password.replaceAll(" ", "+")}`),
    (door) => request("POST", door, { body }),
  ];
}

/** Several credentials at once, several values of one, and callers elsewhere. */
export function combinations(): RecordedRequest[] {
  const key = ["x-api-key", "{key}"] as const;
  const token = ["x-priority-token", "{token}"] as const;
  const root = [["username", "root"], ["password", "good password"]] as const;
  const extras: RequestExtras[] = [
    { headers: [key, ["api-key", "{key}"]] },
    { headers: [key, ["api-key", "{open}"]] },
    { headers: [["x-api-key", ""], ["api-key", "{key}"]] },
    { headers: [["x-api-key", "{key}, {key}"]] },
    { headers: [["x-api-key", "{key}, {open}"]] },
    { headers: [["x-api-key", ",{key},"]] },
    { headers: [token, key] },
    { headers: [token, ["x-api-key", "{revoked}"]] },
    { headers: [token, ["x-api-key", "a"], ["api-key", "b"]] },
    { headers: [["x-priority-token", "P-osb_nobody"], key] },
    { headers: [["x-priority-token", "{token}, {revokedToken}"]] },
    { headers: [...root, key] },
    { headers: [...root, ["x-api-key", "{abroad}"]] },
    { headers: [...root, ["x-api-key", "{tiny}"]] },
    { headers: [["username", "root"], ["x-admin-username", "toor"], ["password", "x"]] },
    { headers: [["authorization", "Bearer {key}"]] },
    { headers: [["authorization", "Bearer {token}"]] },
    { headers: [["authorization", "Basic cm9vdDpnb29kIHBhc3N3b3Jk"]] },
    { headers: [key], from: "203.0.113.7" },
    { headers: [["x-api-key", "{abroad}"]], from: "203.0.113.7" },
    { headers: [["x-api-key", "{abroad}"]], from: "::ffff:203.0.113.7" },
    { headers: [["x-api-key", "{abroad}"]], from: "2001:db8::7" },
    { headers: [["x-api-key", "{open}"]], from: "unknown" },
    { headers: [["x-api-key", "{abroad}"], ["x-forwarded-for", "203.0.113.9"]], from: "10.0.0.1" },
    { headers: [["x-api-key", "{abroad}"], ["x-forwarded-for", "203.0.113.9"]], from: "192.0.2.1" },
    { headers: [["x-api-key", "{abroad}"], ["x-forwarded-for", "nonsense"]], from: "10.0.0.1" },
    {
      headers: [key, ["x-forwarded-proto", "https"], ["x-forwarded-for", "127.0.0.1"]],
      from: "10.0.0.1",
    },
    { headers: [key, ["x-forwarded-proto", "https"]] },
    { headers: [token], from: "203.0.113.7" },
    { headers: [["origin", "https://fans.example"], key] },
    { headers: [["x-request-id", "a-request"], key] },
    { headers: [["traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"], key] },
  ];
  const queries = [
    ...["apikey={key}&apikey={key}", "apikey={key}&apikey={open}", "apikey[]={key}"],
    ...["apikey=&apikey={key}", "APIKEY={key}", "apikey={key}&priority_token={revokedToken}"],
    ...["apikey={revoked}&priority_token={token}", "priority_token={token}&priority_token=x"],
    ...["username=root&password=x&username=toor", "apikey=%7Bkey%7D", "apikey=%zz"],
  ];
  return DOORS.flatMap((door) => [
    ...extras.map((extra) => request("GET", door, extra)),
    ...queries.map((query) => request("GET", `${door}?${query}`)),
    request("GET", `${door}?apikey={revoked}`, { headers: [key] }),
    request("GET", `${door}?apikey={key}`, { headers: [["x-api-key", "{revoked}"]] }),
    request("POST", `${door}?apikey={revoked}`, { body: '{"apikey":"{key}"}' }),
    request("HEAD", door, { headers: [["x-api-key", "{abroad}"]] }),
    request("HEAD", door, { headers: [key] }),
    request("HEAD", door),
    request("OPTIONS", door, { headers: [["x-api-key", "a"], ["api-key", "b"]] }),
    request("OPTIONS", door, {
      headers: [
        ["origin", "https://fans.example"],
        ["access-control-request-method", "GET"],
        ["access-control-request-headers", "x-api-key"],
      ],
    }),
    request("DELETE", door, { headers: [token] }),
    request("GET", `${door}/no/such/path`, { headers: [key] }),
    request("GET", `${door}?status=nonsense&group=nope`, { headers: [["x-api-key", "{tiny}"]] }),
  ]);
}

/** A key that is too fast, one that is used up, and what stays open to them. */
export function limits(): RecordedRequest[] {
  const by = (name: string, method: string, target: string) =>
    request(method, target, { headers: [["x-api-key", `{${name}}`]] });
  const repeated = (count: number, make: (n: number) => RecordedRequest) =>
    Array.from({ length: count }, (_, n) => make(n));
  const all = ["/api/kembang/members", "/api/melati/members", "/v1/birthdays/today", "/v1/key"];
  return [
    ...all.flatMap((path) => ["GET", "HEAD"].map((method) => by("tiny", method, path))),
    ...all.flatMap((path) => ["GET", "HEAD", "POST", "OPTIONS"].map((m) => by("tiny", m, path))),
    by("tiny", "GET", "/api/kembang/none"),
    by("tiny", "GET", "/api/kembang/members?status=x"),
    ...repeated(36, (n) => by("standard", "GET", all[n % 3]!)),
    ...all.flatMap((path) => ["GET", "HEAD", "OPTIONS"].map((m) => by("standard", m, path))),
    { ...by("standard", "GET", all[0]!), at: "2026-07-04T10:00:01Z" },
    ...repeated(12, () => by("standard", "GET", all[0]!)),
    { ...by("tiny", "GET", "/v1/key"), at: "2026-07-04T17:00:00Z" },
    ...repeated(5, () => by("tiny", "GET", all[0]!)),
    ...repeated(4, () => by("free", "GET", all[1]!)),
    by("free", "GET", "/v1/key"),
    by("planless", "GET", "/v1/key"),
  ];
}
