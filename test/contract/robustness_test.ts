import assert from "node:assert/strict";
import fc from "fast-check";
import { TRIO } from "../support/contents.ts";
import { propertyRun } from "../support/size.ts";
import { type World, world } from "../support/world.ts";

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

async function assertSound(app: World, drawn: Drawn): Promise<void> {
  const { path, query, method, headers, body, withKey } = drawn;
  const response = await app.ask(path + query, {
    method,
    headers,
    // GET and HEAD take none.
    ...(method !== "GET" && method !== "HEAD" && { body }),
    key: withKey ? app.key : null,
    from: "203.0.113.7",
  });
  const text = await response.text();
  assert.ok(response.status >= 200 && response.status < 500, `${response.status}: ${text}`);
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  if (response.status < 400 || method === "HEAD") return;
  assert.equal(response.headers.get("cache-control"), "no-store");
  const refusal = JSON.parse(text);
  assert.equal(refusal.status, false);
  assert.match(refusal.message, /\S/);
}

Deno.test("no request makes a 5xx, and every error says so in JSON", async () => {
  await using app = await world(TRIO);
  await fc.assert(
    fc.asyncProperty(anyRequest, (drawn) => assertSound(app, drawn)),
    propertyRun(3000),
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
