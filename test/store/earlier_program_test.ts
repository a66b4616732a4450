import assert from "node:assert/strict";
import { LIVE_TYPES } from "../../src/model/platforms.ts";
import { liveItem, recentItem } from "../../src/model/item/live.ts";
import { desk, deskJson } from "../support/desk.ts";
import { assertShape } from "../support/shapes.ts";
import { until } from "../support/until.ts";
import {
  CHATS,
  copyEarlierStore,
  EARLIER,
  type Served,
  serveEarlierStore,
} from "./earlier_store.ts";

const MEMBERS = "/api/kota/members";
const FREE = { "x-api-key": EARLIER.keys.free!.secret! };
const SARI = { username: "sari", password: EARLIER.users.sari!.password };

/** Fails where a value lacks something that an earlier one had; more may stand in it. */
function assertHolds(value: unknown, earlier: unknown, where: string): void {
  if (Array.isArray(earlier)) {
    assert.ok(Array.isArray(value), where);
    assert.equal(value.length, earlier.length, where);
    earlier.forEach((one, n) => assertHolds(value[n], one, `${where}[${n}]`));
  } else if (earlier !== null && typeof earlier === "object") {
    assert.ok(value !== null && typeof value === "object", where);
    for (const [name, one] of Object.entries(earlier)) {
      assertHolds((value as Record<string, unknown>)[name], one, `${where}.${name}`);
    }
  } else assert.equal(value, earlier, where);
}

async function statusOf(served: Served, path: string, headers: HeadersInit): Promise<number> {
  const response = await served.ask(path, { headers });
  await response.body?.cancel();
  return response.status;
}

Deno.test("keys, tokens and codes of an earlier program open what they opened", async () => {
  await using served = await serveEarlierStore();
  const opens: Record<string, number> = {};
  for (const [kind, header] of [["key", "x-api-key"], ["token", "x-priority-token"]] as const) {
    for (const [name, { secret, old }] of Object.entries(EARLIER[`${kind}s`])) {
      const status = (secret: string) => statusOf(served, MEMBERS, { [header]: secret });
      if (secret !== undefined) opens[`${kind} ${name}`] = await status(secret);
      if (old !== undefined) opens[`${kind} ${name}, old secret`] = await status(old);
    }
  }
  assert.deepEqual(opens, EARLIER.opens);
  for (const [name, earlier] of Object.entries(EARLIER.verified)) {
    const body = { code: EARLIER.codes[name]!.secret, email: "thrice@fans.example" };
    const headers = { ...FREE, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    assertHolds(await served.json("/api/codes/verify", init), earlier, name);
  }
});

Deno.test("administrators of an earlier program log in with the passwords they had last", async () => {
  await using served = await serveEarlierStore({ ADMIN_API: "on" });
  for (const [username, { password, old }] of Object.entries(EARLIER.users)) {
    assert.equal(await statusOf(served, "/api/admin/users", { username, password }), 200);
    if (old === undefined) continue;
    assert.equal(await statusOf(served, "/api/admin/users", { username, password: old }), 403);
  }
});

Deno.test("a server shows of an earlier program's store what that program showed, usage to the unit", async () => {
  await using served = await serveEarlierStore({ ADMIN_API: "on" });
  const { value: checkpoint } = await served.kv.get(
    ["quota", EARLIER.keys.compacted!.id, "2026-07", "!"],
  );
  assert.notEqual(checkpoint, null, "old tickets of a key were compacted");
  const show = (path: string) => served.json(`/api/admin/${path}`, { headers: SARI });
  const paths: Record<string, string> = {
    "key list": "keys",
    "token list": "tokens",
    "user list": "users",
    "code list": "codes",
    "audit tail --limit 100": "audit?limit=100",
    "audit verify": "audit/verify",
  };
  for (const { id } of Object.values(EARLIER.keys)) {
    paths[`key show ${id}`] = `keys/${id}`;
    paths[`key usage ${id} --days 60`] = `keys/${id}/usage?days=60`;
  }
  assert.deepEqual(Object.keys(paths).sort(), Object.keys(EARLIER.commands).sort());
  for (const [line, path] of Object.entries(paths)) {
    const { status, body } = await show(path);
    assert.equal(status, 200, line);
    assertHolds(body, EARLIER.commands[line], line);
  }
});

Deno.test("a key of an earlier program gets the units that are left of its period, and no more", async () => {
  await using served = await serveEarlierStore();
  const { id, secret } = EARLIER.keys.tiny!;
  const { used, limit } = EARLIER.commands[`key show ${id}`] as Record<string, number>;
  const left = limit! - used!;
  assert.ok(left > 0);
  for (let n = 0; n < left; n++) {
    assert.equal(await statusOf(served, MEMBERS, { "x-api-key": secret! }), 200, `unit ${n + 1}`);
  }
  assert.equal(await statusOf(served, MEMBERS, { "x-api-key": secret! }), 429);
});

Deno.test("the command line reads an earlier program's store", async () => {
  await using copy = await copyEarlierStore();
  for (const noun of ["key", "token", "user", "code"]) {
    const earlier = EARLIER.commands[`${noun} list`] as Record<string, unknown>[];
    // What is used and allowed belongs to the period of the machine's clock.
    const timeless = earlier.map(({ used: _used, limit: _limit, ...record }) => record);
    assertHolds(
      await deskJson(copy.env, noun, "list"),
      noun === "code" ? earlier : timeless,
      noun,
    );
  }
  assert.equal((await desk(copy.env, "audit", "verify")).code, 0);
  const uses = await deskJson<unknown[]>(copy.env, "audit", "export");
  const tail = EARLIER.commands["audit tail --limit 100"] as unknown[];
  assert.equal(uses.length, tail.length);
});

Deno.test("a batch that an earlier program began to post is gone on with, and nothing posted twice", async () => {
  await using served = await serveEarlierStore({ ...CHATS, ADMIN_API: "on" });
  const { posts: { discord, sink }, service } = served;
  const cursors = async () => await served.kv.list<{ told: number }>(["audit", "cursor"]);
  assert.notEqual((await served.kv.get(["audit", "anchor"])).value, null, "old uses were dropped");
  assert.ok((await served.kv.list(["audit", "chunk"])).length > 1);
  const last = (EARLIER.commands["audit tail --limit 100"] as { seq: number }[]).at(-1)!.seq;
  await until(async () => (await cursors()).every(({ value }) => value!.told === last));
  assert.equal((await cursors()).length, 2);
  assert.deepEqual(discord.map(({ body }) => body), EARLIER.discord.after);
  assert.equal(EARLIER.discord.before.length, 1, "one message of the batch had arrived");
  assert.deepEqual(
    sink.map(({ id, body }) => ({ id, data: JSON.parse(body).data })),
    EARLIER.sink.map(({ id, body }) => ({ id, data: JSON.parse(body).data })),
  );
  assert.deepEqual(service.audit.state().sinks.map(({ state }) => state), ["ok", "ok"]);
  const { body } = await served.json("/api/admin/audit/verify", { headers: SARI });
  assertHolds(body, EARLIER.commands["audit verify"], "audit verify");
});

Deno.test("who an earlier program saw on air, what ended, and its events are told as it told them", async () => {
  await using served = await serveEarlierStore({ LIVE: "on", LIVE_INTERVAL_MS: "60000" });
  for (const [path, earlier] of Object.entries(EARLIER.live)) {
    const answer = await served.json(path, { headers: FREE });
    if (path === "/status") assertHolds(ageless(answer.body), ageless(earlier.body), path);
    else {
      assertHolds(answer, earlier, path);
      // What was stored before a field came to be has to be answered with that field all the same.
      assertShape(shapeOf(path), answer.body, path);
    }
  }
  // A broadcast that goes on has had an event's name of its own since.
  const stream = EARLIER.stream.replace("id: 15\nevent: started", "id: 15\nevent: resumed");
  const headers = { ...FREE, "last-event-id": "1" };
  const response = await served.ask("/api/kota/live/stream", { headers });
  let text = "";
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.length >= stream.length) break;
  }
  assert.equal(text.slice(0, stream.length), stream);
  assert.deepEqual(served.platforms.polls, { idn: 0, showroom: 0, youtube: 0 });
});

function shapeOf(path: string) {
  if (path.endsWith("/live")) return liveItem.array();
  return path.endsWith("/recent") ? recentItem.array() : recentItem;
}

/** What `/status` says of platforms, but for how long ago they answered. */
function ageless(status: unknown): unknown {
  const { sources } = status as { sources: Record<string, unknown>[] };
  return sources.map(({ age_ms: _, ...source }) => source);
}

Deno.test("polls go on from the claims of an earlier program, and leave it claims that it can read", async () => {
  await using served = await serveEarlierStore({ LIVE: "on", LIVE_INTERVAL_MS: "1000" });
  const { kv, platforms, service } = served;
  const claims = async () =>
    Object.fromEntries(
      await Promise.all(LIVE_TYPES.map(async (type) =>
        [type, (await kv.get<StoredClaim>(["live", "now", "claim", type])).value!] as const
      )),
    );
  const before = await claims();
  const eventsBefore = await kv.list<StoredEvent>(["live", "event"]);
  assert.ok("idn-official" in before.idn!.missing, "it was missed once");
  assert.ok(before.showroom!.failures > 5, "its breaker is open");
  const idn = platforms.scene.idn as { slug: string }[];
  // The earlier program did not ask for members of wrapped groups. One that had ended is back.
  platforms.scene.idn = [
    ...idn.filter(({ slug }) => slug !== "gadis-talks"),
    { ...idn[0], ...DIAN },
  ];
  service.live.start();
  await until(async () => {
    service.live.noteRequest();
    const { showroom, idn } = await claims();
    return showroom!.failures === 0 && "idn-dian-talks" in idn!.pulses &&
      !("idn-official" in idn!.pulses);
  });
  const after = await claims();
  for (const type of LIVE_TYPES) {
    // An earlier program takes no notice of what it does not know.
    const { bytes: _, ...known } = after[type]!;
    assert.deepEqual(Object.keys(known).sort(), Object.keys(before[type]!).sort(), type);
  }
  assert.deepEqual(after.youtube, before.youtube, "the quota is used up until midnight");
  assert.equal(platforms.requests.youtube, 0);
  const events = await kv.list<StoredEvent>(["live", "event"]);
  assert.deepEqual(events.map(({ key }) => key.at(-1)), events.map((_, n) => n + 1));
  const news = events.slice(eventsBefore.length).map(({ value }) => value!);
  assert.deepEqual(
    news.map(({ kind, broadcast: { id }, again }) => ({ kind, id, again })),
    [
      { kind: "ended", id: "idn-official", again: undefined },
      { kind: "started", id: "idn-dian-talks", again: true },
    ],
  );
  const { body } = await served.json("/api/kota/recent", { headers: FREE });
  assert.deepEqual(
    (body as { id: string }[]).map(({ id }) => id).sort(),
    ["idn-official", "showroom-7004"],
  );
});

interface StoredClaim {
  readonly bytes?: number;
  readonly failures: number;
  readonly pulses: Readonly<Record<string, unknown>>;
  readonly missing: Readonly<Record<string, number>>;
}

interface StoredEvent {
  readonly kind: string;
  readonly broadcast: { readonly id: string };
  readonly again?: boolean;
}

const DIAN = {
  slug: "dian-talks",
  creator: { uuid: "d", username: "kota_dian", name: "kota_dian", avatar: null },
};
