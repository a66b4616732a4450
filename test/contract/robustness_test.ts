import assert from "node:assert/strict";
import fc from "fast-check";
import { TRIO } from "../support/contents.ts";
import { propertyRun } from "../support/size.ts";
import { type Ask, type World, world } from "../support/world.ts";

/** Words that mean something somewhere, so that requests get past the first decisions. */
const WORDS = ("api v1 kembang melati hikari hkr members member member-detail theater news " +
  "news-detail events birthday birthdays videocall today upcoming schedule releases healthz readyz status " +
  "ayu-lestari 90088 1926 m1 3 13 .. . %2e%2e __proto__ constructor").split(" ");

const NAMES =
  ("page perpage from to month year member url id date session sesi status generation q " +
    "graduated_only timezone days group apikey username password priority_token").split(" ");

const VALUES = ["1 0 -1 2026-07-04 today active Asia/Jakarta true null".split(" "), ""].flat();

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.constantFrom(...VALUES, ...WORDS),
);

/** Mostly escaped as it should be; now and then with percent signs that mean nothing. */
const anyPart = fc.tuple(anyText, fc.integer({ min: 0, max: 19 })).map(([text, luck]) =>
  luck > 0 ? escaped(text) : text.replace(/[^\x21-\x7e]|[?#/\\]/g, "%")
);

const ROOTS = ["/api/kembang", "/api/melati", "/api/hkr", "/v1", "/v1/birthdays", "/api", ""];

const anyPath = fc.tuple(
  fc.constantFrom(...ROOTS),
  fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...WORDS) }, anyPart), {
    maxLength: 3,
  }),
).map(([root, parts]) => [root, ...parts].join("/") || "/");

const anyQuery = fc.array(
  fc.tuple(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...NAMES) }, anyPart), anyPart),
  { maxLength: 3 },
).map((pairs) => pairs.length === 0 ? "" : `?${pairs.map((pair) => pair.join("=")).join("&")}`);

const HEADER_NAMES = "accept-encoding if-none-match x-api-key api-key username x-forwarded-for " +
  "forwarded origin range content-type accept-language";

const anyHeaderValue = fc.oneof(
  fc.constantFrom("*", "br", "gzip;q=0", "identity;q=0,*;q=0", '"x"', 'W/"x","y"', "null", ""),
  fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\x21-\x7e]/g, " ").trim()),
);

const anyHeaders = fc.dictionary(fc.constantFrom(...HEADER_NAMES.split(" ")), anyHeaderValue, {
  maxKeys: 3,
});

const anyBody = fc.oneof(
  fc.json(),
  fc.dictionary(fc.constantFrom(...NAMES), fc.jsonValue(), { maxKeys: 3 }).map((body) =>
    JSON.stringify(body)
  ),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => bytes as Uint8Array<ArrayBuffer>),
  fc.constant("x".repeat(5000)),
);

const METHODS = "GET GET GET GET GET HEAD OPTIONS POST POST PUT PATCH DELETE".split(" ");

interface Drawn {
  readonly path: string;
  readonly query: string;
  readonly headers: Record<string, string>;
  readonly body: BodyInit;
  readonly method: string;
  readonly withKey: boolean;
}

const anyRequest: fc.Arbitrary<Drawn> = fc.record({
  path: anyPath,
  query: anyQuery,
  headers: anyHeaders,
  body: anyBody,
  method: fc.constantFrom(...METHODS),
  withKey: fc.boolean(),
});

function escaped(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, ""));
}

async function assertSound(app: World, asked: ReturnType<typeof requestOf>): Promise<void> {
  const response = await app.ask(asked.url.replace(/^https?:\/\/[^/]+/, ""), {
    ...{ ...asked.init, key: null, from: "203.0.113.7" },
  });
  const text = await response.text();
  assert.ok(response.status >= 200 && response.status < 500, `${response.status}: ${text}`);
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  if (response.status < 400 || asked.init.method === "HEAD") return;
  assert.equal(response.headers.get("cache-control"), "no-store");
  const body = JSON.parse(text);
  assert.equal(body.status, false);
  assert.match(body.message, /\S/);
}

/** The arguments of `new Request()`; GET and HEAD take no body there. */
function requestOf(app: World, drawn: Drawn) {
  const { path, query, method, body } = drawn;
  const headers = new Headers(drawn.headers);
  if (drawn.withKey) headers.set("x-api-key", app.key);
  const init: RequestInit = { method, headers };
  if (method !== "GET" && method !== "HEAD") init.body = body;
  return { url: `http://oshibase.test${path}${query}`, init };
}

Deno.test("no request makes a 5xx, and every error says so in JSON", async () => {
  await using app = await world(TRIO);
  await fc.assert(
    fc.asyncProperty(anyRequest, (drawn) => assertSound(app, requestOf(app, drawn))),
    propertyRun(3000),
  );
});

Deno.test("no value of any parameter makes a 5xx, in the query and in the body", async () => {
  await using app = await world(TRIO);
  const endpoints = ["/api/kembang/members", "/api/kembang/theater", "/api/kembang/events"];
  endpoints.push("/api/kembang/videocall", "/api/kembang/member-detail", "/api/kembang/news");
  endpoints.push("/api/melati/members", "/api/melati/schedule", "/api/melati/news");
  endpoints.push("/v1/birthdays", "/v1/birthdays/upcoming", "/v1/birthdays/ayu-lestari");
  const drawn = fc.tuple(
    fc.constantFrom(...endpoints),
    fc.dictionary(fc.constantFrom(...NAMES.slice(0, 17)), anyText, { minKeys: 1, maxKeys: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(drawn, async ([path, values]) => {
      const pairs = Object.entries(values).map(([name, value]) => `${name}=${escaped(value)}`);
      const headers = { "x-api-key": app.key };
      const url = `http://oshibase.test${path}`;
      await assertSound(app, { url: `${url}?${pairs.join("&")}`, init: { headers } });
      const init = { method: "POST", headers, body: JSON.stringify(values) };
      await assertSound(app, { url, init });
    }),
    propertyRun(1500),
  );
});

Deno.test("any clock will do: no instant makes a 5xx", async () => {
  await using app = await world(TRIO);
  const paths = [
    "/api/kembang/birthday",
    "/api/kembang/videocall",
    "/api/melati/schedule?status=today",
    "/api/melati/birthdays",
    "/v1/birthdays/upcoming?timezone=Pacific/Apia",
    "/api/hikari/theater",
  ];
  const anyInstant = fc.integer({ min: Date.UTC(1970, 0, 2), max: Date.UTC(9998, 0, 1) });
  await fc.assert(
    fc.asyncProperty(anyInstant, async (now) => {
      app.at(now);
      for (const path of paths) assert.equal((await app.ask(path)).status, 200, path);
    }),
    propertyRun(200),
  );
});

const CANARY = "kanari7f3a9";
const HEADERS = ["x-api-key", "api-key", "username", "password", "x-priority-token", "user-agent"];

/** Requests that are refused, each with the canary in another place. */
const ASKS: [string, string, Ask][] = [
  ["unknown path", `/${CANARY}`, {}],
  ["unknown group", `/api/${CANARY}/members`, {}],
  ["unknown path in a bare group", `/api/kembang/${CANARY}`, {}],
  ["unknown path in a wrapped group", `/api/melati/${CANARY}`, {}],
  ["unknown path in /v1", `/v1/${CANARY}`, {}],
  ["unknown show", `/api/kembang/theater/${CANARY}`, {}],
  ["unknown news", `/api/melati/news/${CANARY}`, {}],
  ["unknown member", `/api/kembang/member-detail?url=${CANARY}`, {}],
  ["unknown birthday", `/v1/birthdays/${CANARY}`, {}],
  ["wrong month in the path", `/api/melati/birthdays/${CANARY}`, {}],
  ["wrong number", `/api/kembang/theater?page=${CANARY}`, {}],
  ["wrong status", `/api/kembang/members?status=${CANARY}`, {}],
  ["wrong date", `/api/kembang/events?from=${CANARY}`, {}],
  ["wrong time zone", `/v1/birthdays/today?timezone=${CANARY}`, {}],
  ["wrong group", `/v1/birthdays/today?group=${CANARY}`, {}],
  ["broken escape", `/api/kembang/${CANARY}%zz`, {}],
  ["broken escape in the query", `/api/kembang/members?${CANARY}=%zz${CANARY}`, {}],
  ["too long", `/${CANARY.repeat(1000)}`, {}],
  ["key in the query", `/api/kembang/members?apikey=${CANARY}`, { key: null }],
  ["key in the query of a wrapped group", `/api/melati/members?apikey=${CANARY}`, { key: null }],
  ["wrong parameter beside the key", `/api/melati/news?apikey=${CANARY}&page=0`, {}],
  ["two keys", `/api/melati/members?apikey=${CANARY}1&apikey=${CANARY}2`, { key: null }],
  ["key in the body", "/api/melati/members", {
    method: "POST",
    key: null,
    body: JSON.stringify({ apikey: CANARY, [CANARY]: CANARY }),
  }],
  ["parameter in the body", "/api/melati/news", {
    method: "POST",
    body: JSON.stringify({ page: CANARY }),
  }],
  ["broken body", "/api/melati/news", { method: "PUT", body: `{${CANARY}` }],
  ["large body", "/api/melati/news", { method: "PUT", body: CANARY.repeat(1000) }],
  ["method", "/api/melati/news", { method: CANARY }],
  ...HEADERS.map((name): [string, string, Ask] => [
    `${name} header`,
    "/api/kembang/members",
    { key: null, headers: { [name]: CANARY } },
  ]),
];

Deno.test("nothing that was sent comes back in an error", async () => {
  await using app = await world(TRIO);
  for (const [what, path, ask] of ASKS) {
    const { status, headers, text } = await readWhole(await app.ask(path, ask));
    assert.ok(status >= 400 && status < 500, what);
    const told = JSON.stringify([...headers]) + text;
    assert.ok(!told.toLowerCase().includes(CANARY), told);
  }
});

Deno.test("an answer names what it ignored in X-Ignored and nowhere else, and never a value", async () => {
  await using app = await world(TRIO);
  for (
    const path of ["/api/kembang/theater?page=1&", "/api/melati/news?page=1&", "/v1/birthdays?"]
  ) {
    const answer = await readWhole(await app.ask(`${path}${CANARY}=${CANARY}x`));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("x-ignored"), CANARY);
    const others = [...answer.headers].filter(([name]) => name !== "x-ignored");
    assert.ok(!(JSON.stringify(others) + answer.text).includes(CANARY));
  }
});

async function readWhole({ headers, status, body }: Response) {
  return { headers, status, text: await new Response(body).text() };
}
