import assert from "node:assert/strict";
import { createProgram } from "../support/program.ts";
import type { Content } from "../../src/catalog/catalog.ts";
import type { Readiness } from "../../src/model/enums.ts";
import { createServiceRoutes, type SelfReport } from "../../src/routes/public/service.ts";
import type { UncachedContext } from "../../src/routes/route_context.ts";
import { LATER, REPOSITORY, TRIO } from "../support/contents.ts";

Deno.test("/healthz says ok and the build, to everybody", async () => {
  await using app = await createProgram(TRIO);
  const answer = await app.json("/healthz", { key: null });
  assert.deepEqual(answer, { status: "ok", build: app.catalog.index.build });
});

Deno.test("/readyz is 503 until credentials are there and while draining, not while the store is away", async () => {
  await using app = await createProgram(TRIO);
  const { build } = app.catalog.index;
  assert.deepEqual(await app.json("/readyz", { key: null }), { status: "ok", store: "ok", build });

  const content = { catalog: app.catalog } as Content;
  const told = (readiness: Readiness, state: string) => {
    const report = { readiness, store: { state } } as SelfReport;
    const routes = createServiceRoutes(() => content, () => report);
    let status = 200;
    const context = { setStatus: (code: number) => void (status = code) } as UncachedContext;
    const body = routes.find(({ id }) => id === "readyz")!.handler(context, {});
    assert.deepEqual(body, { status: readiness, store: state, build });
    return status;
  };
  assert.equal(told("ok", "down"), 200);
  assert.equal(told("loading", "down"), 503);
  assert.equal(told("draining", "ok"), 503);
});

Deno.test("/status tells the program's state, to everybody, in the contract's order", async () => {
  await using app = await createProgram(TRIO);
  const answer = await app.json("/status", { key: null });
  assert.equal(
    Object.keys(answer).join(" "),
    "build started_at content sources store audit tzdata deno",
  );
  assert.equal(answer.build, app.catalog.index.build);
  assert.equal(answer.started_at, "2026-07-04T10:00:00.000Z");
  assert.deepEqual(answer.store, { state: "ok" });
  assert.deepEqual(Object.keys(answer.audit), ["mode", "backlog"]);
  assert.ok(Array.isArray(answer.sources));
});

Deno.test("/status counts the content of each group", async () => {
  await using app = await createProgram(TRIO);
  const { content } = await app.json("/status");
  assert.deepEqual(Object.keys(content), ["hikari", "kembang", "melati"]);
  assert.deepEqual(content.kembang, {
    members: 8,
    shows: 16,
    news: 6,
    events: 5,
    schedule: 21,
    releases: 0,
    videocalls: 2,
  });
});

Deno.test("the repository serves its two groups, and nothing of them without a key", async () => {
  await using app = await createProgram(REPOSITORY);
  const { content } = await app.json("/status");
  assert.deepEqual(Object.keys(content), ["groupa", "groupb"]);
  for (const path of ["/api/groupa/members", "/api/groupb/members", "/v1/birthdays/today"]) {
    assert.equal((await app.ask(path, { key: null })).status, 403);
    assert.equal((await app.ask(path)).status, 200);
  }
});

Deno.test("new content is served from the next request on, cached answers are not", async () => {
  await using app = await createProgram(TRIO);
  const path = "/v1/birthdays/upcoming?days=366";
  const before = await app.ask(path);
  const build = app.catalog.index.build;
  app.swap(LATER.content);
  assert.notEqual((await app.json("/healthz")).build, build);
  assert.equal((await app.ask("/api/kembang/members")).status, 404);
  const after = await app.ask(path, { headers: { "if-none-match": before.headers.get("etag")! } });
  assert.equal(after.status, 200);
  const groups = new Set((await after.json()).data.map(({ group }: { group: string }) => group));
  assert.deepEqual(groups, new Set(["nanti", "kelak"]));
});
