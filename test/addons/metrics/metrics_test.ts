import page from "../../../build/addons/site/docs/pages/watching.md" with { type: "text" };
import { type AccessEntry, createAccessLog } from "../../../src/addons/metrics/access_log.ts";
import { Counts } from "../../../src/addons/metrics/counts.ts";
import { figuresOf } from "../../../src/addons/metrics/figures.ts";
import { formatMetrics } from "../../../src/addons/metrics/open_metrics.ts";
import type { Core } from "../../../src/core/core.ts";
import { Counting } from "../../../src/core/counting.ts";
import { LINE_FORMATS } from "../../../src/platform/log.ts";
import { TRIO } from "../../support/contents.ts";
import { addAdmin, issueToken } from "../../support/issue.ts";
import { createLiveProgram } from "../../support/live_program.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createPrng } from "../../support/prng.ts";
import { type Ask, createProgram, type Program } from "../../support/program.ts";
import { createQuietLog } from "../../support/quiet_log.ts";
import { sizeOf, testSeed } from "../../support/size.ts";
import { nameOf, readFigures } from "./metrics_reader.ts";
import assert from "node:assert/strict";
import { parse } from "yaml";

const TOKEN = "a-long-metrics-token";

const WITH_TOKEN: Ask = { key: null, headers: { authorization: `Bearer ${TOKEN}` } };

const TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

async function scrape(app: Program): Promise<string> {
  const response = await app.ask("/metrics", WITH_TOKEN);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), TYPE);
  assert.match(response.headers.get("cache-control")!, /max-age=0$/);
  return await response.text();
}

Deno.test("the figures are those of the requests that were sent", async () => {
  await using app = await createProgram({
    ...TRIO,
    env: { METRICS_TOKEN: TOKEN },
    plans: {
      tiny: { rate: "unlimited", quota: { requests: 9, per: "day", timezone: "Asia/Jakarta" } },
    },
    plan: "tiny",
  });
  const sent = new Map<string, number>();
  const send = async (
    family: string,
    route: string,
    credential: string,
    path: string,
    ask?: Ask,
  ) => {
    const response = await app.ask(path, ask);
    await response.body?.cancel();
    const labels = { family, route, status: String(response.status), credential };
    const name = nameOf("oshibase_requests_total", labels);
    sent.set(name, (sent.get(name) ?? 0) + 1);
    return response.status;
  };
  const members = (credential: string, ask?: Ask) =>
    send("bare", "members", credential, "/api/kembang/members", ask);
  for (let n = 0; n < 3; n++) assert.equal(await members("key"), 200);
  assert.equal(await members("key", { headers: { "if-none-match": "*" } }), 304);
  assert.equal(await members("key", { method: "HEAD" }), 200);
  assert.equal(await members("none", { method: "OPTIONS" }), 204);
  assert.equal(await members("none", { method: "DELETE" }), 405);
  for (let n = 0; n < 2; n++) assert.equal(await members("none", { key: "J-wrong" }), 403);
  assert.equal(await send("bare", "none", "key", "/api/kembang/nope"), 404);
  assert.equal(await send("bare", "show", "key", "/api/kembang/theater/nope"), 404);
  assert.equal(await send("bare", "theater", "key", "/api/kembang/theater?page=x"), 400);
  assert.equal(await send("none", "none", "none", "/nope"), 404);
  assert.equal(await send("none", "none", "none", "/api/%zz"), 400);
  assert.equal(await send("public", "healthz", "none", "/healthz"), 200);
  for (const path of ["/admin", "/admin/nope"]) await send("panel", "none", "none", path);
  for (let n = 0; n < 3; n++) await send("bare", "news", "key", "/api/kembang/news");
  for (let n = 0; n < 2; n++) assert.equal(await members("key"), 429);
  const text = await scrape(app);
  const figures = readFigures(text);
  const counted = [...figures].filter(([name]) => name.startsWith("oshibase_requests_total"));
  assert.deepEqual(new Map(counted.sort()), new Map([...sent].sort()));
  const all = [...sent.values()].reduce((sum, count) => sum + count, 0);
  const durations = [...figures].filter(([name]) =>
    name.startsWith("oshibase_request_duration_seconds_count")
  );
  assert.equal(durations.reduce((sum, [, count]) => sum + count, 0), all);
});

Deno.test("tokens, streams, polls, store calls and wrong passwords are counted", async () => {
  await using app = await createLiveProgram({ env: { METRICS_TOKEN: TOKEN } });
  const { secret } = await app.issueToken();
  await (await app.ask("/api/kota/members", { key: null, token: secret })).body?.cancel();
  const { secret: key } = await app.issue("standard");
  await (await app.ask("/api/kota/members", { key })).body?.cancel();
  const stream = await app.ask("/api/kota/live/stream");
  await app.clock.advance(0);
  const figures = readFigures(await scrape(app));
  const figure = (name: string, labels = {}) => figures.get(nameOf(`oshibase_${name}`, labels));
  const members = { family: "bare", route: "members", status: "200" };
  assert.equal(figure("requests_total", { ...members, credential: "token" }), 1);
  assert.equal(figure("requests_total", { ...members, credential: "key" }), 1);
  assert.equal(figure("streams_open"), 1);
  assert.equal(figure("store_up"), 1);
  assert.equal(figure("audit_backlog"), 0);
  assert.equal(figure("polls_total", { platform: "idn", outcome: "ok" }), 1);
  assert.equal(figure("source_age_seconds", { platform: "idn" }), 0);
  assert.equal(figure("source_malformed_entries", { platform: "idn" }), 0);
  assert.ok(figure("quota_store_calls_total", { call: "commit", outcome: "ok" })! >= 1);
  assert.equal(figure("wrong_passwords_total"), 0);
  await stream.body!.cancel();
  assert.equal(readFigures(await scrape(app)).get(nameOf("oshibase_streams_open", {})), 0);
  const wrong = { "x-admin-username": "root", "x-admin-password": "wrong password" };
  await (await app.ask("/api/admin/keys", { key: null, headers: wrong })).body?.cancel();
  assert.equal(readFigures(await scrape(app)).get(nameOf("oshibase_wrong_passwords_total", {})), 1);
});

Deno.test("to whoever has neither the token nor an admin pair there is no such path", async () => {
  const kv = createMemoryKv();
  await using app = await createProgram({ ...TRIO, kv, env: { METRICS_TOKEN: TOKEN } });
  await using without = await createProgram(TRIO);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const { secret } = await issueToken(app.stores, "Fans 1");
  const asks: Ask[] = [
    { key: null },
    {},
    { key: null, token: secret },
    { key: null, headers: bearer(app.key) },
    { key: null, headers: bearer(`${TOKEN}x`) },
    { key: null, headers: bearer(`${TOKEN}, Bearer another-long-token`) },
    { key: null, headers: { "x-admin-username": "root", "x-admin-password": "wrong password" } },
    { ...WITH_TOKEN, method: "POST" },
    { ...WITH_TOKEN, method: "OPTIONS" },
    { key: null, method: "DELETE" },
    { key: null, headers: { accept: "text/html" } },
  ];
  const told = async (response: Response) => {
    const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
    return { status: response.status, headers, body: await response.text() };
  };
  for (const ask of asks) {
    const unknown = await told(await app.ask("/metricz", ask));
    assert.equal(unknown.status, 404);
    assert.deepEqual(await told(await app.ask("/metrics", ask)), unknown);
    assert.deepEqual(await told(await app.ask("/metrics/", ask)), unknown);
  }
  assert.equal((await told(await without.ask("/metrics", WITH_TOKEN))).status, 404);
  const head = await app.ask("/metrics", { ...WITH_TOKEN, method: "HEAD" });
  assert.equal(head.status, 200);
  await addAdmin(app.stores, "root", "right password");
  const headers = { "x-admin-username": "root", "x-admin-password": "right password" };
  const byAdmin = await app.ask("/metrics", { key: null, headers });
  assert.equal(byAdmin.status, 200);
  await byAdmin.body!.cancel();
});

const CANARY = "canary";

const PATHS = [
  ...["/X", "/api/X", "/api/X/members", "/api/kembang/X", "/api/kembang/theater/X"],
  ...["/api/kembang/member/X", "/api/melati/member/X", "/api/melati/news/X", "/v1/X"],
  ...["/v1/birthdays/X", "/v1/key/feeds/X", "/v1/webhooks/X", "/api/admin/X", "/api/admin/keys/X"],
  ...["/api/codes/verify", "/docs/X", "/metrics/X", "/api/check/X", "/kembang/X", "/admin/X"],
];

const METHODS = ["GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "CANARY"];

const HEADERS = [
  ...["x-api-key", "x-priority-token", "authorization", "username", "password", "user-agent"],
  ...["x-admin-username", "x-admin-password", "x-request-id", "x-forwarded-for", "if-none-match"],
  ...["last-event-id", "accept-encoding", "referer", "host"],
];

const PARAMETERS = ["apikey", "priority_token", "page", "member", "code", "url", "name", "canary"];

Deno.test("no figure and no line holds what a caller sent", async () => {
  const kv = createMemoryKv();
  const written: string[] = [];
  const { pick } = createPrng(testSeed());
  await using app = await createProgram({
    ...TRIO,
    kv,
    clock: createManualClock(Date.parse("2026-07-04T05:00:00Z")),
    env: { METRICS_TOKEN: TOKEN, ACCESS_LOG: "on" },
    writeLines: (lines) => Promise.resolve(void written.push(lines)),
  });
  const { secret } = await issueToken(app.stores, "Fans 1");
  const count = sizeOf({ default: 400, full: 20_000 });
  for (let n = 0; n < count; n++) {
    const canary = `${CANARY}${n}`;
    const path = pick(PATHS).replace("X", pick([canary, app.key, `${canary}%2F${app.key}`]));
    const method = pick(METHODS);
    const headers: [string, string][] = [
      [pick(HEADERS), canary],
      [pick(["x-api-key", "x-priority-token", "cookie"]), pick([app.key, secret, canary])],
    ];
    const hasBody = method === "POST" || method === "PUT";
    const body = hasBody ? JSON.stringify({ apikey: canary, [canary]: app.key }) : undefined;
    const target = `${path}?${pick(PARAMETERS)}=${pick([canary, app.key])}`;
    const response = await app.ask(target, {
      ...{ method, headers, key: null },
      ...(body !== undefined && { body }),
    });
    await response.body?.cancel();
  }
  const headers = { authorization: `Bearer ${TOKEN}` };
  const figures = await (await app.ask("/metrics", { key: null, headers })).text();
  await app.service.close();
  const lines = written.join("").trimEnd().split("\n");
  assert.equal(lines.length, count + 1);
  for (const text of [figures, ...lines, ...app.log.lines]) {
    assert.doesNotMatch(text, /canary/i);
    for (const one of [app.key, secret, TOKEN]) assert.ok(!text.includes(one), text);
  }
});

Deno.test("a line names the item that was found, the key and the bytes that were sent", async () => {
  const written: string[] = [];
  await using app = await createProgram({
    ...TRIO,
    env: { ACCESS_LOG: "on", LOG: "json" },
    writeLines: (lines) => Promise.resolve(void written.push(lines)),
  });
  const [show] = await app.json("/api/kembang/theater");
  const response = await app.ask(`/api/kembang/theater/${show.id}`);
  const { length } = await response.bytes();
  await (await app.ask("/api/kembang/theater/nope")).body?.cancel();
  await (await app.ask("/api/kembang/members", { method: "HEAD" })).body?.cancel();
  await app.service.close();
  const [, found, missing, head] = written.join("").trimEnd().split("\n")
    .map((line) => JSON.parse(line));
  const { ms: _ms, caller, ...fields } = found.fields;
  assert.deepEqual(fields, {
    ...{ method: "GET", path: "/api/kembang/theater/{id}", item: show.id, status: 200 },
    ...{ bytes: length, credential: "key", address: "127.0.0.1" },
  });
  assert.match(caller, /^\w+$/);
  assert.ok(!app.key.includes(caller));
  assert.equal(found.request_id, response.headers.get("x-request-id"));
  assert.equal(missing.fields.item, undefined);
  assert.deepEqual([missing.fields.status, head.fields.bytes], [404, 0]);
});

const ENTRY: AccessEntry = {
  ...{ method: "GET", path: "/api/kota/theater/{id}", item: "a-1", status: 200, ms: 0.02345 },
  ...{ bytes: 417, credential: "key", caller: "k_1", address: "192.0.2.1", requestId: "p-1" },
};

function createFixture() {
  const clock = createManualClock(Date.parse("2026-07-04T12:00:00Z"));
  const log = createQuietLog();
  const written: string[] = [];
  const gate = {
    wait: undefined as Promise<void> | undefined,
    error: undefined as Error | undefined,
  };
  const write = async (lines: string) => {
    await gate.wait;
    if (gate.error !== undefined) throw gate.error;
    written.push(lines);
  };
  return {
    clock,
    log,
    written,
    gate,
    access: createAccessLog({ clock, log, formatLine: LINE_FORMATS.text, write, which: "on" }),
  };
}

Deno.test("lines wait a second for others and are written together; what waits is written at the end", async () => {
  const { clock, access, written } = createFixture();
  for (let n = 0; n < 10; n++) access.note(ENTRY);
  await clock.advance(999);
  assert.equal(written.length, 0);
  await clock.advance(1);
  assert.equal(written.length, 1);
  assert.equal(written[0]!.trimEnd().split("\n").length, 10);
  access.note(ENTRY);
  await access.close();
  assert.equal(written.length, 2);
});

Deno.test("a reader who has stopped costs a bounded memory; what was dropped is told", async () => {
  const { clock, access, written, gate, log } = createFixture();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.wait = promise;
  for (let n = 0; n < 40_000; n++) access.note(ENTRY);
  await clock.advance(0);
  resolve();
  await access.close();
  const lines = written.join("").trimEnd().split("\n").length;
  const dropped = Number(/"lines":(\d+)/.exec(log.lines.join())?.[1]);
  assert.equal(lines + dropped, 40_000);
  assert.ok(written.join("").length < 5 * 1024 * 1024);
});

Deno.test("where nobody reads the lines any more the log says so once, and the end does not wait", async () => {
  const { clock, access, gate, log } = createFixture();
  gate.error = new Error("broken pipe");
  for (let n = 0; n < 3; n++) {
    access.note(ENTRY);
    await clock.advance(1000);
  }
  assert.equal(log.lines.length, 1);
  gate.error = undefined;
  gate.wait = new Promise(() => {});
  access.note(ENTRY);
  let isClosed = false;
  const closed = access.close().then(() => isClosed = true);
  await clock.advance(1000);
  await closed;
  assert.ok(isClosed);
});

/** All figures of a process in which everything has happened once. */
function allFigures(): string {
  const counting = new Counting();
  const counts = new Counts(counting);
  counts.noteRequest("bare", "members", 200, "key", 1);
  counting.reporter("quotaStoreCall")("commit", "ok");
  counting.reporter("poll")("idn", "ok");
  counting.reporter("webhookAttempt")("delivered");
  counting.reporter("signup")("asked");
  const core = {
    content: () => ({ catalog: { index: { build: "b" } }, builtAt: 1 }),
    startedAt: 1,
    memory: () => ({ residentBytes: 1, heapBytes: 1 }),
    store: { engine: "file" },
    versions: { deno: "2" },
    access: { storeState: () => "ok", wrongPasswords: { total: 0, refused: 0 } },
    audit: { state: () => ({ backlog: 0 }) },
    live: {
      view: { sources: () => [{ name: "idn", age_ms: 1, dropped: {} }] },
      streams: { size: () => 0 },
    },
    services: { get: () => ({ size: () => 0 }) },
  };
  return formatMetrics(figuresOf(core as unknown as Core, counts));
}

/** Name, type and labels of each metric in the text, in its order. */
function metricsIn(text: string): string[][] {
  return text.split(/^# TYPE /m).slice(1).map((part) => {
    const [head = "", ...lines] = part.trimEnd().split("\n");
    const [name = "", type = ""] = head.split(" ");
    const samples = lines.filter((line) => !line.startsWith("#"));
    assert.notEqual(samples.length, 0, `${name} has a sample here`);
    const labels = samples.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, one]) => one!));
    return [name, type, ...[...new Set(labels)].filter((label) => label !== "le").sort()];
  });
}

Deno.test("the page for operators has every metric with its type and labels, and no other", () => {
  const rows = [...page.matchAll(/^\| `(oshibase_\w+)` *\| (\w+) *\|([^|]*)\|/gm)];
  const told = rows.map(([, name, type, labels]) => [
    ...[name!, type!],
    ...[...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!).sort(),
  ]);
  assert.deepEqual(told.sort(), metricsIn(allFigures()).sort());
});

Deno.test("the alerts of the page ask for figures that there are", () => {
  const figures = allFigures();
  const { groups: [{ rules }] } = parse(/```yaml\n(groups:[^]*?)```/.exec(page)![1]!);
  assert.ok(rules.length >= 7);
  assert.equal(new Set(rules.map(({ alert }: { alert: string }) => alert)).size, rules.length);
  for (const { alert, expr, annotations } of rules) {
    assert.match(alert, /^Oshibase[A-Z][A-Za-z]+$/);
    assert.match(annotations.summary, /\{\{ \$labels\.instance \}\}/);
    assert.equal(expr.split("(").length, expr.split(")").length, expr);
    for (const [, name, labels = ""] of expr.matchAll(/\b(oshibase_\w+)(?:\{([^}]*)\})?/g)) {
      const asked = [...labels.matchAll(/(\w+)[=!]/g)].map(([, label]) => `(?=.*\\b${label}=)`);
      assert.match(figures, new RegExp(`^${name}(?=[{ ])${asked.join("")}`, "m"), alert);
    }
  }
});
