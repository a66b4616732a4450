import assert from "node:assert/strict";
import { addAdmin, issueKey, issueToken, renewToken, replaceSecret } from "../../support/issue.ts";
import type { RunningServer } from "../../support/server.ts";
import { createServerFixture, type ServerFixture } from "../../support/server_fixture.ts";
import { socketCall, type SocketReply } from "../../support/socket_call.ts";
import {
  type Carrier,
  CARRIERS,
  carry,
  type Expected,
  expectedOf,
  FAMILIES,
  type Family,
  isPossible,
  type Kind,
  KINDS,
  type State,
  STATES,
} from "./matrix_cases.ts";

/** How many cases are under way at once. */
const AT_ONCE = 4;

/** Where each family is asked, and what it answers whoever may come in. */
interface Doors {
  readonly paths: Readonly<Record<Family | "admin POST", string>>;
  readonly answers: Readonly<Record<Family | "admin POST", string>>;
}

interface Case {
  readonly name: string;
  readonly carrier: Carrier;
  readonly state: State;
  readonly family: Family;
  readonly expected: Expected;
}

type Credentials = Readonly<Record<Kind, Readonly<Partial<Record<State, readonly string[]>>>>>;

function casesOf(kind: Kind): Case[] {
  return CARRIERS.filter((carrier) => carrier.kind === kind).flatMap((carrier) =>
    STATES[kind].filter((state) => isPossible(carrier, state)).flatMap((state) =>
      FAMILIES.map((family) => ({
        name: `${kind} ${state}, ${carrier.name}, ${family} family`,
        carrier,
        state,
        family,
        expected: expectedOf(carrier, state, family),
      }))
    )
  );
}

for (const kind of KINDS) {
  const cases = casesOf(kind);
  Deno.test(`each of ${cases.length} ways to bring a credential of kind ${kind} is answered by the rules`, async () => {
    await using fixture = await createServerFixture();
    const credentials = await issueAll(fixture);
    const door = await issueKey(fixture.store, { owner: "Door", ips: [] });
    await using server = await fixture.start({ ADMIN_API: "on" });
    const doors = doorsOf(door.id, door.record.hint);
    const wrong: string[] = [];
    const left = cases.entries();
    const worker = async () => {
      for (const [n, one] of left) {
        const problem = await problemOf(one, n, { credentials, server, doors });
        if (problem !== undefined) wrong.push(problem);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    assert.deepEqual(wrong, []);
  });
}

interface Scene {
  readonly credentials: Credentials;
  readonly server: RunningServer;
  readonly doors: Doors;
}

async function problemOf(one: Case, n: number, scene: Scene): Promise<string | undefined> {
  const { carrier, state, family, expected } = one;
  const { server, doors, credentials } = scene;
  const ofKind = credentials[carrier.kind];
  const given = ofKind[state] ?? ofKind.valid!;
  const call = carry(carrier, state, { good: ofKind.valid!, given });
  const door = family === "admin" && carrier.method === "POST" ? "admin POST" : family;
  const query = call.path === ""
    ? ""
    : `${doors.paths[door].includes("?") ? "&" : "?"}${call.path}`;
  const body = call.body === undefined || door !== "admin POST"
    ? call.body
    : JSON.stringify({ ip: "203.0.113.7", ...JSON.parse(call.body) });
  // Each caller has an address of its own: wrong passwords are counted by address.
  const from = `127.1.${n >> 8}.${n & 255}`;
  const path = doors.paths[door] + query;
  const reply = await socketCall(server.base, { ...call, path, ...(body && { body }), from });
  const due = expected.body === "data" ? doors.answers[door] : expected.body;
  return differences(one, reply, due);
}

/** Says what is not as the rules have it. */
function differences(one: Case, reply: SocketReply, body: string): string | undefined {
  const { name, expected, carrier } = one;
  const found: string[] = [];
  if (reply.status !== expected.status) {
    found.push(`status ${reply.status}, not ${expected.status}`);
  }
  if (undated(reply.body) !== body) found.push(`body ${reply.body}, not ${body}`);
  const isMetered = expected.status === 200 && carrier.kind === "key";
  for (const header of ["ratelimit", "ratelimit-policy"]) {
    if (reply.headers.has(header) !== isMetered) {
      found.push(`${header} ${reply.headers.get(header)}`);
    }
  }
  const isKept = expected.status === 200 && one.family !== "admin";
  const cache = isKept ? "private, max-age=60" : "no-store";
  if (reply.headers.get("cache-control") !== cache) found.push("cache-control");
  if (reply.headers.get("access-control-allow-origin") !== "*") found.push("no CORS");
  if (expected.status === 405 && !reply.headers.has("allow")) found.push("no Allow");
  return found.length === 0 ? undefined : `${name}: ${found.join("; ")} (${expected.why})`;
}

/** Today's date stands in some answers. */
function undated(body: string): string {
  return body.replaceAll(/\b2\d{3}-\d\d-\d\d"/g, 'TODAY"');
}

function doorsOf(id: string, hint: string): Doors {
  const key = {
    ...{ id, hint, owner: "Door", email: "sari@fans.example", plan: "standard", groups: [] },
    ...{ ips: ["203.0.113.7"], created_at: "1970-01-01T00:00:00.000Z", expires_at: null },
    ...{ revoked_at: null, used: 0, limit: 1_000_000 },
  };
  return {
    paths: {
      bare: "/api/bunga/members",
      wrapped: "/api/kebun/members",
      v1: "/v1/birthdays?month=3",
      admin: `/api/admin/keys/${id}/usage?days=1`,
      "admin POST": `/api/admin/keys/${id}/allow-ip`,
    },
    answers: {
      bare: `[${memberOf("bunga", "Ayu")}]`,
      wrapped: `{"success":true,"total":1,"data":[${memberOf("kebun", "Tari")}],"message":"OK"}`,
      v1: '{"timezone":"Asia/Jakarta","date":"TODAY","total":0,"data":[]}',
      admin: '[{"day":"TODAY","used":0}]',
      "admin POST": JSON.stringify(key),
    },
  };
}

function memberOf(group: string, name: string): string {
  const slug = name.toLowerCase();
  return `{"name":"${name}","img":"","generation":"gen1-${group}","status":"active",` +
    `"is_graduate":false,"id":"${slug}","url_key":"${slug}","url":"${slug}","nicknames":[],"img_alt":"",` +
    `"group":"${group}","socials":[]}`;
}

async function issueAll({ store }: ServerFixture): Promise<Credentials> {
  const { keys, tokens, users } = store;
  const revoked = await issueKey(store);
  await keys.update(revoked.id, (key) => ({ ...key, revokedAt: 1 }));
  const replaced = await issueKey(store);
  await replaceSecret(store, replaced.id);
  const token = await issueToken(store);
  const revokedToken = await issueToken(store, "Fanbase Dua");
  await tokens.update(revokedToken.id, (record) => ({ ...record, state: "revoked", revokedAt: 1 }));
  const replacedToken = await issueToken(store, "Fanbase Tiga");
  await renewToken(store, replacedToken.id);
  await addAdmin(store, "root", "good password");
  await addAdmin(store, "gone", "good password");
  await users.remove("gone");
  await addAdmin(store, "moved", "new password");
  return {
    key: {
      valid: [(await issueKey(store)).secret],
      wrong: [`J-osb_${"x".repeat(38)}`],
      revoked: [revoked.secret],
      expired: [(await issueKey(store, { expiresAt: 1 })).secret],
      replaced: [replaced.secret],
      "of another group": [(await issueKey(store, { groups: ["lain"] })).secret],
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
      replaced: ["moved", "old password"],
    },
  };
}
