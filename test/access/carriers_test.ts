import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { type Ask, type World, world } from "../support/world.ts";

type Kind = "key" | "token" | "admin";
type Family = "bare" | "wrapped" | "v1" | "admin";

/** Where a credential stands, and how it gets there. */
interface Carrier {
  readonly kind: Kind;
  readonly place: "header" | "query" | "body";
  readonly method: "GET" | "POST" | "PUT";
  /** The names of its parts: one, or username and password. */
  readonly names: readonly string[];
  /** Stands before the credential. */
  readonly scheme?: string;
}

const ONE_NAME = { key: "apikey", token: "priority_token" } as const;

const CARRIERS: readonly Carrier[] = [
  ...headers("key", ["x-api-key"], ["api-key"]),
  ...headers("token", ["x-priority-token"]),
  ...headers("admin", ["username", "password"], ["x-admin-username", "x-admin-password"]),
  ...(["key", "token"] as const).flatMap((kind) => [
    { ...headers(kind, ["authorization"])[0]!, scheme: "Bearer " },
    ...elsewhere(kind, ONE_NAME[kind]),
  ]),
  ...elsewhere("admin", "username", "password"),
];

function headers(kind: Kind, ...all: string[][]): Carrier[] {
  return all.map((names) => ({ kind, place: "header", method: "GET", names }));
}

function elsewhere(kind: Kind, ...names: string[]): Carrier[] {
  return [
    { kind, place: "query", method: "GET", names },
    ...(["POST", "PUT"] as const).map((method) =>
      ({ kind, place: "body", method, names }) as const
    ),
  ];
}

const SHAPES = ["empty", "sent twice", "beside another", "as an array"] as const;

type State =
  | ("valid" | "wrong" | "revoked" | "expired" | "replaced" | "of another group")
  | (typeof SHAPES)[number];

/** Whether a carrier can be in a state at all: a header's name has no brackets, and JSON one value. */
function isPossible({ place }: Carrier, state: State): boolean {
  if (state === "as an array") return place !== "header";
  return place !== "body" || (state !== "sent twice" && state !== "beside another");
}

/** Puts a credential into a request. */
function carry(carrier: Carrier, state: State, good: readonly string[], given: readonly string[]) {
  const { place, method, names, scheme = "" } = carrier;
  const pairs = names.map((name, n): [string, string] => [name, scheme + given[n]!]);
  const [first] = pairs;
  const shaped = state === "empty"
    ? pairs.map(([name]): [string, string] => [name, scheme])
    : state === "as an array"
    ? pairs.map(([name, text]): [string, string] => [`${name}[]`, text])
    : state === "sent twice"
    ? [first!, ...pairs]
    : state === "beside another"
    ? [[names[0]!, `${scheme}${good[0]}x`] as [string, string], ...pairs]
    : pairs;
  if (place === "header") return { query: "", ask: { headers: shaped } };
  if (place === "query") return { query: new URLSearchParams(shaped).toString(), ask: {} };
  return { query: "", ask: { method }, body: Object.fromEntries(shaped) };
}

const BARE_INVALID = '{"status":false,"message":"Invalid API Key"}';
const INVALID = '{"status":false,"message":"Invalid API Key","type":"INVALID_CREDENTIALS"}';
const TWO_VALUES =
  '{"status":false,"message":"One credential has two different values","type":"MALFORMED_REQUEST"}';
const NO_METHOD = '{"status":false,"message":"Method not allowed","type":"METHOD_NOT_ALLOWED"}';
const MISSING = INVALID.replace(
  "}",
  ',"hint":"Send a key as x-api-key (or apikey in the query), or a token as x-priority-token"}',
);
const MISSING_PAIR = INVALID.replace("}", ',"hint":"Send x-admin-username and x-admin-password"}');

/** What a credential of this kind, in this state, sent by this method to this family is answered. */
function expectedOf(
  { kind, method }: Carrier,
  state: State,
  family: Family,
): [status: number, body: string | undefined] {
  const missing = family === "bare" ? BARE_INVALID : family === "admin" ? MISSING_PAIR : MISSING;
  // POST and PUT are taken by the wrapped family and /v1; the administration takes GET and POST.
  if (family === "bare" && method !== "GET") return [405, NO_METHOD];
  if (family === "admin" && method === "PUT") return [405, NO_METHOD];
  if (family === "admin" && kind !== "admin") return [403, missing];
  if (family === "bare" && kind === "admin") return [403, BARE_INVALID];
  if (state === "beside another") return [400, TWO_VALUES];
  if (state === "as an array" || state === "empty") return [403, missing];
  if (state === "of another group" && family === "v1") return [200, undefined];
  if (state === "valid" || state === "sent twice") return [200, undefined];
  return [403, family === "bare" ? BARE_INVALID : INVALID];
}

const AMPLE = {
  standard: {
    rate: "unlimited",
    quota: { requests: 1_000_000, per: "day", timezone: "Asia/Jakarta" },
  },
} as const;

/** Credentials of each kind in the states that they are in by what was done to them. */
async function issueAll(app: World) {
  const [valid, revoked, expired, replaced, other] = [
    await app.issue("standard"),
    await app.issue("standard"),
    await app.issue("standard", "--expires", "2026-07-03"),
    await app.issue("standard"),
    await app.issue("standard", "--group", "hikari"),
  ];
  await app.run(["key", "revoke", revoked.id]);
  await app.run(["key", "rotate", replaced.id, "--now"]);
  const [token, revokedToken, replacedToken] = [
    await app.issueToken("Satu"),
    await app.issueToken("Dua"),
    await app.issueToken("Tiga"),
  ];
  await app.run(["token", "revoke", revokedToken.id]);
  await app.run(["token", "regenerate", replacedToken.id]);
  for (const name of ["root", "gone", "moved"]) {
    await app.addAdmin(name, "good password");
  }
  await app.run(["user", "remove", "gone"]);
  await app.run(["user", "passwd", "moved"]);
  const all: Record<Kind, Partial<Record<State, string[]>>> = {
    key: {
      valid: [valid.secret],
      wrong: [`J-osb_${"x".repeat(38)}`],
      revoked: [revoked.secret],
      expired: [expired.secret],
      replaced: [replaced.secret],
      "of another group": [other.secret],
    },
    token: {
      valid: [token.secret],
      wrong: [`P-osb_${"x".repeat(38)}`],
      revoked: [revokedToken.secret],
      replaced: [replacedToken.secret],
    },
    admin: {
      valid: ["root", "good password"],
      wrong: ["root", "wrong password"],
      revoked: ["gone", "good password"],
      replaced: ["moved", "good password"],
    },
  };
  return all;
}

for (const kind of ["key", "token", "admin"] as const) {
  Deno.test(`each way to bring a credential of kind ${kind} is answered by the rules`, async () => {
    await using app = await world({ ...TRIO, plans: AMPLE, env: { ADMIN_API: "on" } });
    const { [kind]: ofKind, admin } = await issueAll(app);
    const { id } = await app.issue("standard");
    const paths: Record<Family, string> = {
      bare: "/api/kembang/members",
      wrapped: "/api/melati/members",
      v1: "/v1/birthdays?month=3",
      admin: `/api/admin/keys/${id}/usage?days=1`,
    };
    const pair = { username: admin.valid![0]!, password: admin.valid![1]! };
    const answers = new Map<string, string>();
    for (const [family, path] of Object.entries(paths)) {
      const how: Ask = family === "admin" ? { headers: pair, key: null } : {};
      answers.set(family, await (await app.ask(path, how)).text());
    }
    const wrong: string[] = [];
    let cases = 0;
    for (const carrier of CARRIERS.filter((carrier) => carrier.kind === kind)) {
      for (const state of [...Object.keys(ofKind), ...SHAPES] as State[]) {
        if (!isPossible(carrier, state)) continue;
        for (const family of Object.keys(paths) as Family[]) {
          const good = ofKind.valid!;
          const { query, ask, body } = carry(carrier, state, good, ofKind[state] ?? good);
          const isChange = family === "admin" && carrier.method === "POST";
          const base = isChange ? `/api/admin/keys/${id}/allow-ip` : paths[family];
          const path = base + (query && (base.includes("?") ? "&" : "?") + query);
          // Each caller has a network of its own: wrong passwords are counted by network.
          const from = `127.${++cases >> 8}.${cases & 255}.1`;
          const response = await app.ask(path, {
            ...{ ...ask, key: null, from },
            ...(body && { body: JSON.stringify(isChange ? { ...body, ip: "203.0.113.7" } : body) }),
          });
          const text = await response.text();
          const [status, due = answers.get(family)] = expectedOf(carrier, state, family);
          const isMetered = status === 200 && kind === "key";
          const isKept = status === 200 && family !== "admin";
          const isRight = response.status === status &&
            (isChange || state === "of another group" || text === due) &&
            response.headers.has("ratelimit") === isMetered &&
            response.headers.has("ratelimit-policy") === isMetered &&
            response.headers.has("allow") === (status === 405) &&
            response.headers.get("access-control-allow-origin") === "*" &&
            response.headers.get("cache-control") === (isKept ? "private, max-age=60" : "no-store");
          if (isRight) continue;
          const how = `${state} in ${carrier.method} ${carrier.place} ${carrier.names}, ${family}`;
          wrong.push(`${how}: ${response.status} ${text}, not ${status} ${due}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(cases > 100, `${cases} cases`);
  });
}
