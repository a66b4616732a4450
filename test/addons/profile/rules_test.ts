import assert from "node:assert/strict";
import "./profiled_answers.ts";
import { brotliDecompressSync } from "node:zlib";
import { renderOpenApi } from "../../../build/addons/site/openapi/document.ts";
import { exportUses } from "../../support/use_log.ts";
import { profiledSchema } from "./profiled_schema.ts";
import { JKT48CONNECT } from "../../../src/addons/profile/jkt48connect/table.ts";
import { REPOSITORY } from "../../support/contents.ts";
import { laws } from "../../support/laws.ts";
import { everyPath } from "../../support/endpoints.ts";
import { issueToken, storeOf } from "../../support/issue.ts";
import { createProgram } from "../../support/program.ts";
import { world } from "../../support/world.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";

const ROOT = "/api/serambi48";
const METERED = { ...REPOSITORY, plans: "content" } as const;

Deno.test("every endpoint of the group answers under the alias, with every item", async () => {
  await using app = await createProgram(REPOSITORY);
  const paths = (await everyPath({ json: app.json, laws: laws(app.catalog.index) })).filter((
    path,
  ) => path.startsWith("/api/groupa/"));
  assert.ok(paths.length > 500, `${paths.length} paths`);
  // Each answer is held to the profile's schema when the program is disposed of.
  for (const path of [...paths, `${ROOT}/replay`, `${ROOT}/recent`, `${ROOT}/live`]) {
    const response = await app.ask(path.replace("/api/groupa/", `${ROOT}/`));
    assert.equal(response.status, 200, path);
    await response.body?.cancel();
  }
});

Deno.test("tags, codings, HEAD, Vary and privacy hold under the alias", async () => {
  await using app = await world(REPOSITORY);
  for (const path of ["theater", "theater/2026-11-22-seitansai-sasi", "birthday", "replay"]) {
    const plain = await app.ask(`/api/groupa/${path === "replay" ? "members" : path}`);
    const got = await app.ask(`${ROOT}/${path}`);
    const body = await got.text();
    const names = (headers: Headers) => [...headers.keys()].sort();
    assert.deepEqual(names(got.headers), names(plain.headers), path);
    for (const name of ["vary", "content-type", "deno-cdn-cache-control"]) {
      assert.equal(got.headers.get(name), plain.headers.get(name), `${path}: ${name}`);
    }
    assert.match(got.headers.get("cache-control")!, /^private, max-age=\d+$/);
    const tag = got.headers.get("etag")!;
    assert.notEqual(tag, plain.headers.get("etag"), path);
    await plain.body?.cancel();
    const known = await app.ask(`${ROOT}/${path}`, { headers: { "if-none-match": tag } });
    assert.deepEqual([known.status, await known.text()], [304, ""]);
    const head = await app.ask(`${ROOT}/${path}`, { method: "HEAD" });
    assert.deepEqual([head.status, head.headers.get("etag"), await head.text()], [200, tag, ""]);
    assert.equal(head.headers.get("content-length"), String(new TextEncoder().encode(body).length));
    const coded = await app.ask(`${ROOT}/${path}`, { headers: { "accept-encoding": "br" } });
    assert.equal(coded.headers.get("content-encoding"), "br");
    assert.notEqual(coded.headers.get("etag"), tag);
    assert.equal(new TextDecoder().decode(brotliDecompressSync(await coded.bytes())), body, path);
  }
  const preflight = await app.ask(`${ROOT}/theater`, { method: "OPTIONS", key: null });
  assert.deepEqual([preflight.status, preflight.headers.get("allow")], [204, "GET, HEAD, OPTIONS"]);
  assert.equal((await app.ask(`${ROOT}/theater`, { method: "POST" })).status, 405);
});

Deno.test("an answer is rewritten when it is made, and then kept like any other", async () => {
  await using app = await createProgram(REPOSITORY);
  const first = await app.ask(`${ROOT}/birthday`);
  const { answers } = app.served();
  const kept = answers.take("bare/groupa/serambi48:birthday?", "", app.clock.now(), () => {
    throw new Error("The answer was not kept");
  });
  assert.equal(`"${kept.tag}"`, first.headers.get("etag"));
  assert.equal(new TextDecoder().decode(kept.body), await first.text());
  const midnight = Date.parse("2026-11-21T17:00:00Z");
  assert.equal(kept.validUntil, midnight);
  app.at(midnight);
  const next = await app.ask(`${ROOT}/birthday`);
  assert.notEqual(next.headers.get("etag"), first.headers.get("etag"));
  await next.body?.cancel();
});

Deno.test("pages of a list link to pages below the alias", async () => {
  await using app = await createProgram(REPOSITORY);
  const page = await app.ask(`${ROOT}/theater?page=2&perpage=10?apikey=${app.key}`);
  const link = page.headers.get("link")!;
  await page.body?.cancel();
  const targets = [...link.matchAll(/<([^>]+)>/g)].map(([, target]) => target!);
  assert.equal(targets.length, 4);
  for (const target of targets) {
    assert.ok(target.startsWith(`${ROOT}/theater?`), target);
    assert.equal((await app.json(target)).perpage, 10);
  }
  assert.ok(!link.includes(app.key));
  const whole = await app.ask(`${ROOT}/theater`);
  assert.equal(whole.headers.get("link"), null);
  await whole.body?.cancel();
});

Deno.test("a request under the alias is charged as one, and refused as elsewhere", async () => {
  await using app = await createProgram(METERED);
  const remains = (response: Response) =>
    Number(/r=(\d+)/.exec(response.headers.get("ratelimit")!)![1]);
  const first = remains(await app.ask(`${ROOT}/members`));
  assert.equal(remains(await app.ask(`/serambi48/theater`)), first - 1);
  assert.equal(remains(await app.ask("/api/groupa/members")), first - 2);
  const { used } = await app.json("/v1/key");
  await app.json(`/api/check/${app.key}`, { key: null });
  assert.equal((await app.json("/v1/key")).used, used);
  for (const path of ["/members", "/theater/nothing", "/nothing", "/live?member=nobody"]) {
    for (const key of [null, "J-wrong", app.key]) {
      const [got, plain] = await Promise.all(
        [ROOT, "/api/groupa"].map(async (root) => {
          const response = await app.ask(`${root}${path}`, { key });
          return [response.status, response.status === 200 ? "" : await response.text()];
        }),
      );
      assert.deepEqual(got, plain, path);
    }
  }
});

Deno.test("a key in a path is in no log, figure, record, header or answer", async () => {
  const clock = createManualClock(Date.parse(REPOSITORY.now));
  const kv = createMemoryKv(clock);
  const stores = storeOf(kv);
  const { secret } = await issueToken(stores);
  const metricsToken = "a-long-metrics-token";
  const written: string[] = [];
  await using app = await createProgram({
    ...METERED,
    ...{ clock, kv, stepMs: 1 },
    env: { ACCESS_LOG: "on", METRICS_TOKEN: metricsToken },
    writeLines: (lines) => Promise.resolve(void written.push(lines)),
  });
  const key = app.key;
  const said: string[] = [];
  const paths = [`/api/check/${key}`, `/api/check/${key}/`, `/api/check/${key}/more`];
  const odd = [
    `/api/check/${key}?x=%zz`,
    `/api/check/${key}%00`,
    `/serambi48/videocall&apikey=${key}`,
  ];
  for (const path of [...paths, ...odd, `/serambi48/nothing&apikey=${key}`]) {
    for (const token of [undefined, secret]) {
      for (const method of ["GET", "HEAD", "OPTIONS", "POST", "DELETE"]) {
        const response = await app.ask(path, { key: null, token: token ?? "", method });
        said.push(...[...response.headers].flat(), await response.text());
      }
    }
  }
  await clock.advance(1_000);
  const uses = await Array.fromAsync(exportUses(kv));
  assert.ok(uses.some(({ endpoint, route }) => endpoint === "/api/check" && route === "/v1/key"));
  const headers = { authorization: `Bearer ${metricsToken}` };
  const figures = await (await app.ask("/metrics", { key: null, headers })).text();
  assert.match(
    figures,
    /^oshibase_requests_total{.*route="own-key",status="200",credential="key"} /m,
  );
  assert.equal(
    written.join("").split("\n").length - 1,
    said.filter((text) => text === "x-request-id").length,
  );
  for (const text of [...said, figures, ...written, ...app.log.lines, JSON.stringify(uses)]) {
    assert.ok(!text.includes(key), text);
  }
});

Deno.test("the API document knows neither the alias nor its paths", async () => {
  await using app = await createProgram(REPOSITORY);
  const document = renderOpenApi(app.catalog.index);
  for (const word of ["serambi48", "jkt48", "zenova", "/api/check", "next_birthday_countdown"]) {
    assert.ok(!document.includes(word), word);
  }
});

Deno.test("the page of the documents names every field that the profile adds", () => {
  const page = Deno.readTextFileSync(
    new URL("../../../build/addons/profile/compatibility.md", import.meta.url),
  );
  const { paths, withoutGroup } = JKT48CONNECT;
  for (const path of [...Object.keys(paths), ...withoutGroup.map((path) => `/api/${path}`)]) {
    assert.ok(page.includes(`\`${path}`), path);
  }
  for (const name of addedFields()) assert.ok(page.includes(name), name);
});

/** The names in the profile's schemas that the plain ones lack. */
function addedFields(): Set<string> {
  const text = JSON.stringify(
    ["show", "theater", "schedule", "birthday", "recent-by-id", "live"].map((id) =>
      profiledSchema({ id, answers: { list: "live" } } as never, false).toJSONSchema()
    ),
  );
  const names = [...text.matchAll(/"required":(\[[^\]]*\])/g)].flatMap(([, list]) =>
    JSON.parse(list!) as string[]
  );
  assert.ok(names.length > 50);
  const found = ["shows", "birthdate", "is_birthday_today", "next_birthday_countdown", "room_info"];
  for (const name of found) assert.ok(names.includes(name), name);
  return new Set(names.filter((name) => /_|[A-Z]/.test(name) && ADDED.test(name)));
}

const ADDED =
  /^(_id|birthdate|is_birthday|next_birthday_c|room_info|title_alt|is_group|gift|total_g|start_time|success)/;
