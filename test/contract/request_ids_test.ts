import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { type Ask, world } from "../support/world.ts";

const OWN = /^[0-9a-f]{16}-[1-9]\d*$/;

const idOf = (response: Response) => response.headers.get("x-request-id") ?? "";

Deno.test("every kind of answer has an id of its own", async () => {
  await using app = await world(TRIO);
  const json = { "content-type": "application/json" };
  const asks: [number, string, Ask?][] = [
    [200, "/api/kembang/members"],
    [200, "/api/kembang/members"],
    [200, "/api/kembang/members", { method: "HEAD" }],
    [200, "/api/melati/members", { method: "POST", body: "{}", headers: json }],
    [304, "/api/kembang/members", { headers: { "if-none-match": "*" } }],
    [204, "/api/kembang/members", { method: "OPTIONS" }],
    [200, "/v1/key"],
    [200, "/api/kembang/live/stream"],
    [200, "/api/kembang/theater.ics"],
    [200, "/"],
    [200, "/healthz"],
    [400, "/api/kembang/theater?page=x"],
    [400, "/api/melati/members", { method: "POST", body: "{", headers: json }],
    [400, "/api/kembang/members", { headers: { host: "a b" } }],
    [403, "/api/kembang/members", { key: "J-wrong" }],
    [403, "/api/admin/keys", { key: null }],
    [404, "/nope"],
    [404, "/api/kembang/nope"],
    [405, "/api/kembang/members", { method: "DELETE" }],
    [414, `/${"x".repeat(60_000)}`],
  ];
  const ids = [];
  for (const [status, path, ask] of asks) {
    const response = await app.ask(path, ask);
    await response.body?.cancel();
    assert.equal(response.status, status, path.slice(0, 80));
    assert.match(idOf(response), OWN, path.slice(0, 80));
    ids.push(idOf(response));
  }
  assert.equal(new Set(ids).size, asks.length);
  assert.equal(new Set(ids.map((id) => id.split("-")[0])).size, 1, "they begin with one name");
});

Deno.test("a proxy's own id is kept where the proxy is trusted and the id well-formed", async () => {
  await using app = await world({ ...TRIO, env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
  const idFor = async (sent: string, from = "10.1.1.1") => {
    const response = await app.ask("/healthz", { headers: { "x-request-id": sent }, from });
    await response.body?.cancel();
    return idOf(response);
  };
  for (const id of ["a", "0194.Ab_c-D", "x".repeat(64)]) {
    assert.equal(await idFor(id), id);
    assert.match(await idFor(id, "192.0.2.1"), OWN);
  }
  for (const id of ["", "x".repeat(65), "a b", "a,b", 'a"b', "é", app.key]) {
    assert.match(await idFor(id), OWN);
  }
});

Deno.test("the id of a fault stands in its body, its header and the log", async () => {
  await using app = await world({ ...TRIO, outage: true });
  app.setBroken(true);
  const response = await app.ask("/api/kembang/members");
  assert.equal(response.status, 500);
  const { request_id, type } = await response.json();
  assert.equal(type, "INTERNAL");
  assert.equal(request_id, idOf(response));
  const faults = app.log.lines.splice(0).filter((line) => line.startsWith("error"));
  assert.equal(faults.length, 1);
  assert.ok(faults[0]!.includes(`"request_id":"${request_id}"`), faults[0]);
});

Deno.test("a fault is not charged", async () => {
  const quota = { requests: 5, per: "day", timezone: "UTC" } as const;
  await using app = await world({
    ...{ ...TRIO, outage: true },
    plans: { standard: { rate: "unlimited", quota } },
  });
  app.setBroken(true);
  assert.equal((await app.ask("/api/kembang/members")).status, 500);
  app.log.lines.splice(0);
  app.setBroken(false);
  assert.equal((await app.json("/v1/key")).used, 0);
});
