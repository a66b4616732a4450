import assert from "node:assert/strict";
import type { Plans } from "../../src/model/plans.ts";
import { V1, WRAPPED } from "../../src/routes/families.ts";
import { StreamSlots } from "../../src/routes/open_stream.ts";
import { credentialPrefix } from "../../src/platform/credential_keys.ts";
import { TRIO } from "../support/contents.ts";
import { issueKey } from "../support/issue.ts";
import { type Ask, createProgram } from "../support/program.ts";
import { KEY_REQUEST } from "../support/credential_stores.ts";

const ORIGIN = "https://fan.example";
const METERED: Plans = {
  standard: {
    rate: { per_second: 10, burst: 40 },
    quota: { requests: 10_000, per: "day", timezone: "Asia/Jakarta" },
  },
};

async function openPage(plans?: Plans, ips: readonly string[] = []) {
  const app = await createProgram({ ...TRIO, ...(plans && { plans }) });
  const key = await issueKey(app.stores, { origin: ORIGIN, ips });
  await app.service.access.credentials.refresh();
  const ask = (
    path: string,
    headers: Record<string, string> = { origin: ORIGIN },
    init: Ask = {},
  ) => app.ask(path, { key: key.secret, ...init, headers });
  return { app, key, ask };
}

Deno.test("a page key opens data to its page, whose scripts alone may read the answer", async () => {
  const { app, ask } = await openPage();
  await using _ = app;
  for (
    const path of [
      "/api/kembang/members",
      "/api/kembang/theater",
      "/v1/birthdays/today",
      "/v1/events",
    ]
  ) {
    const response = await ask(path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get("access-control-allow-origin"), ORIGIN);
    assert.match(response.headers.get("vary")!, /Origin/);
    const etag = response.headers.get("etag");
    if (etag === null) continue;
    const again = await ask(path, { origin: ORIGIN, "if-none-match": etag });
    assert.deepEqual(
      [again.status, again.headers.get("access-control-allow-origin")],
      [304, ORIGIN],
    );
  }
  // Another key gets the same cached answer without it.
  const other = await app.ask("/api/kembang/members");
  assert.equal(other.headers.get("access-control-allow-origin"), "*");
  assert.equal(other.headers.get("vary")!.includes("Origin"), false);
  const stream = await ask("/api/kembang/live/stream");
  assert.equal(stream.headers.get("access-control-allow-origin"), ORIGIN);
  await stream.body!.cancel();
  const missing = await ask("/api/kembang/news/nothing");
  assert.deepEqual(
    [missing.status, missing.headers.get("access-control-allow-origin")],
    [404, "*"],
  );
  const preflight = await app.ask("/api/kembang/members", {
    method: "OPTIONS",
    key: null,
    headers: { origin: ORIGIN },
  });
  assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
});

Deno.test("with another origin, none or null a page key is as unknown", async () => {
  const { app, ask } = await openPage();
  await using _ = app;
  const unknown = await app.ask("/api/kembang/members", { key: "J-osb_unknown" });
  const wanted = await unknown.text();
  const origins = [
    ...["null", "", "https://fan.example/", "http://fan.example", "https://FAN.example"],
    ...["https://fan.example:443", "https://fan.example.evil.example", "https://evil.example"],
    ...["https://sub.fan.example", "https://fan.example, https://evil.example", "fan.example"],
  ];
  for (const origin of origins) {
    const response = await ask("/api/kembang/members", { origin });
    assert.equal(response.status, 403, origin);
    assert.equal(await response.text(), wanted);
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    assert.equal(response.headers.has("ratelimit"), false);
  }
  assert.equal((await ask("/api/kembang/members", {})).status, 403);
  assert.equal((await ask("/api/kembang/members", { referer: `${ORIGIN}/page` })).status, 403);
});

Deno.test("a page key opens nothing of keys, webhooks, datasets and wrapped groups, and writes nothing", async () => {
  // Its list has the address, so that nothing but its origin closes wrapped groups.
  const { app, ask } = await openPage(undefined, ["127.0.0.0/8"]);
  await using _ = app;
  const closed = [
    ...["/v1/key", "/v1/key/usage", "/v1/key/feeds", "/v1/webhooks", "/v1/webhooks/x/deliveries"],
    ...["/v1/dataset/melati.ndjson", "/v1/dataset/melati.csv?kind=members"],
    ...["/api/melati/members", "/api/melati/live/stream"],
  ];
  for (const path of closed) assert.equal((await ask(path)).status, 403, path);
  for (const path of ["/v1/key/rotate", "/v1/key/feeds", "/v1/webhooks", "/v1/birthdays/today"]) {
    assert.equal((await ask(path, undefined, { method: "POST" })).status, 403, path);
  }
});

/** What a page key reads below `/v1`: an endpoint that is not listed is closed until it says so itself. */
const FOR_PAGES = [
  ...["birthdays-today", "birthdays-upcoming", "birthdays-in-month", "birthday-of-member"],
  ...["event-log", "event-stream", "changes", "search"],
];

Deno.test("a new endpoint below /v1 is closed to page keys: each that is open says so", async () => {
  const { app, ask } = await openPage();
  await using _ = app;
  const { routes } = V1.table;
  const open = routes.filter(({ forPages }) => forPages === true);
  assert.deepEqual(open.map(({ id }) => id), FOR_PAGES);
  for (const route of routes) {
    const path = `/v1/${route.path.replace("{group}", "kembang").replace(/\{\w+\}/, "x")}`;
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE"]) {
      const response = await ask(path, undefined, { method });
      await response.body?.cancel();
      const isRead = method === "GET" || method === "HEAD";
      const isOpen = isRead && open.includes(route);
      // What the path does not take at all is refused for that.
      if (response.status === 405 && !isOpen) continue;
      assert.equal(response.status !== 403, isOpen, `${method} ${path}: ${response.status}`);
    }
  }
  assert.equal(WRAPPED.table.routes.some(({ forPages }) => forPages), false);
  assert.equal((await ask("/v1/unknown")).status, 403);
});

Deno.test("an earlier program, which reads keys without a condition, finds none of those with one", async () => {
  const { app, key } = await openPage();
  await using _ = app;
  assert.equal(key.record.origin, ORIGIN);
  const seen = await app.kv.list<{ id: string }>(credentialPrefix("key"));
  assert.equal(seen.some(({ value }) => value!.id === key.id), false);
  const ids = await app.kv.list(["key_id"]);
  assert.equal(ids.some((entry) => entry.key.at(-1) === key.id), false);
});

Deno.test("each visitor of a page has a part of the key's rate", async () => {
  const { app, ask } = await openPage(METERED);
  await using _ = app;
  const burst = async (from: string) => {
    let count = 0;
    while ((await ask("/api/kembang/members", undefined, { from })).status === 200) count++;
    return count;
  };
  assert.equal(await burst("198.51.100.1"), 10);
  assert.equal(await burst("198.51.100.2"), 10);
  // A visitor who is too fast takes nothing of what the others have.
  for (let n = 0; n < 50; n++) {
    const { status } = await ask("/api/kembang/members", undefined, { from: "198.51.100.2" });
    assert.equal(status, 429);
  }
  // Together they have what the key has.
  const others = [
    await burst("198.51.100.3"),
    await burst("198.51.100.4"),
    await burst("198.51.100.5"),
  ];
  assert.deepEqual(others, [10, 10, 0]);
});

Deno.test("40 keys that were signed up for leave half of the streams to others, and a visitor has two", () => {
  const slots = new StreamSlots(100);
  const plans: Plans = {
    standard: { rate: "unlimited", quota: "unlimited" },
    fan: {
      rate: "unlimited",
      quota: "unlimited",
      signup: { by: "email", groups: ["melati"] },
    },
  };
  const record = { ...KEY_REQUEST, digest: "", hint: "" };
  let open = 0;
  for (let n = 0; n < 40; n++) {
    const key = { ...record, id: `k_${n}`, plan: "fan", signup: "x" };
    for (let stream = 0; stream < 5; stream++) {
      try {
        slots.take({ kind: "key", key }, plans, "");
        open++;
      } catch {
        // As many as they may have.
      }
    }
    assert.ok(slots.openOf(`k_${n}`) <= 3);
  }
  assert.equal(open, 50);
  const other = { kind: "key", key: { ...record, id: "k_other" } } as const;
  for (let n = 0; n < 30; n++) slots.take(other, plans, "");
  const page = { kind: "key", key: { ...record, id: "k_page", origin: ORIGIN } } as const;
  const ends = [1, 2].map(() => slots.take(page, plans, "203.0.113.1"));
  ends[0]!();
  const more = new StreamSlots(100);
  more.take(page, plans, "203.0.113.1");
  more.take(page, plans, "203.0.113.1");
  assert.throws(() => more.take(page, plans, "203.0.113.1"), /Your address/);
  more.take(page, plans, "203.0.113.2");
});
