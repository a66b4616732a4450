import { renderOpenApi } from "../../../build/addons/site/openapi/document.ts";
import { JKT48CONNECT } from "../../../src/addons/profile/jkt48connect/table.ts";
import { REPOSITORY, TRIO } from "../../support/contents.ts";
import { storeOf } from "../../support/issue.ts";
import { everyPath } from "../../support/endpoints.ts";
import { issueKey, issueToken } from "../../support/issue.ts";
import { laws } from "../../support/laws.ts";
import { createBusyNet, createLiveProgram, ON_AIR } from "../../support/live_program.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { profiledSchema } from "./profiled_schema.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { exportUses } from "../../support/use_log.ts";
import { world } from "../../support/world.ts";
import assert from "node:assert/strict";
import "./profiled_answers.ts";
import { brotliDecompressSync } from "node:zlib";

/** What a program asks without a key in its headers, as those of that service do. */
async function answerTo(app: Program, path: string): Promise<[number, unknown]> {
  const response = await app.ask(path.replaceAll("KEY", app.key), { key: null });
  return [response.status, JSON.parse(await response.text())];
}

Deno.test("two ways to ask mean the same under an alias of a profile", async () => {
  await using app = await createProgram(REPOSITORY);
  for (
    const [theirs, plain] of [
      ["/serambi48/theater?apikey=KEY", "/api/serambi48/theater?apikey=KEY"],
      ["/serambi48/members/?apikey=KEY", "/api/serambi48/members?apikey=KEY"],
      ["/%73erambi48/members?apikey=KEY", "/api/serambi48/members?apikey=KEY"],
      ["/api/%73erambi48/members?apikey=KEY", "/api/serambi48/members?apikey=KEY"],
      ["/api/serambi48/theater?api_key=KEY", "/api/serambi48/theater?apikey=KEY"],
      ["/api/serambi48/theater?page=all&apikey=KEY", "/api/serambi48/theater?apikey=KEY"],
      ["/api/serambi48/news?perpage=5&page=all&apikey=KEY", "/api/serambi48/news?apikey=KEY"],
      ["/api/serambi48/theater?page=2?apikey=KEY", "/api/serambi48/theater?page=2&apikey=KEY"],
      [
        "/api/serambi48/theater?page=2?perpage=3&month=7?year=2026?api_key=KEY",
        "/api/serambi48/theater?page=2&perpage=3&month=7&year=2026&apikey=KEY",
      ],
      ["/api/serambi48/youtube?apikey=KEY", "/api/serambi48/live/youtube?apikey=KEY"],
      ["/serambi48/showroom?apikey=KEY", "/api/serambi48/live/showroom?apikey=KEY"],
      ["/serambi48/idn?apikey=KEY", "/api/serambi48/live/idn?apikey=KEY"],
      ["/serambi48/NEWS?apikey=KEY", "/api/serambi48/news?apikey=KEY"],
      [
        "/serambi48/NEWS?page=2?perpage=3?apikey=KEY",
        "/serambi48/news?page=2&perpage=3&apikey=KEY",
      ],
      ["/api/serambi48/recent?page=all&apikey=KEY", "/api/groupa/recent?apikey=KEY"],
      ["/api/serambi48/replay?apikey=KEY", "/api/groupa/live?apikey=KEY"],
    ] as const
  ) {
    const got = await answerTo(app, theirs);
    assert.equal(got[0], 200, theirs);
    assert.deepEqual(got, await answerTo(app, plain), theirs);
  }
});

Deno.test("video calls are found behind an ampersand, and by the day of the month", async () => {
  await using app = await createProgram(REPOSITORY);
  const { current_time: _, ...one } = await app.json("/api/groupa/videocall?sesi=1");
  assert.ok(one.total > 0);
  const paths = [
    "/api/serambi48/videocall&sesi=1?apikey=KEY",
    "/serambi48/videocall&sesi=1&api_key=KEY",
  ];
  for (const path of paths) {
    const [status, { current_time: _, ...got }] = await answerTo(app, path) as [number, typeof one];
    assert.deepEqual([status, got], [200, one], path);
  }
  const all = await app.json("/api/groupa/videocall");
  for (let day = 1; day <= 31; day++) {
    const wanted = all.data.filter(({ date }: { date: string }) => Number(date.slice(8)) === day);
    const written = [String(day), String(day).padStart(2, "0")];
    for (const date of new Set(written)) {
      const got = await app.json(`/api/serambi48/videocall?date=${date}`);
      assert.deepEqual(got.data, wanted);
      const sessions = wanted.flatMap(({ sessions }: { sessions: unknown[] }) => sessions);
      assert.deepEqual([got.total, got.statistics.total_sessions], [
        sessions.length,
        sessions.length,
      ]);
      const { total_sessions, ...counts } = got.statistics;
      const sum = Object.values<number>(counts).reduce((one, other) => one + other, 0);
      assert.equal(sum, total_sessions);
    }
  }
  const [first] = all.data;
  assert.deepEqual((await app.json(`/api/serambi48/videocall?date=${first.date}`)).data, [first]);
  for (const date of ["0", "32", "x", "", "2026-02-30"]) {
    const refused = await app.ask(`/api/serambi48/videocall?date=${date}`);
    assert.equal(refused.status, 400, date);
    await refused.body?.cancel();
  }
  assert.equal((await app.ask("/api/groupa/videocall?date=18")).status, 400);
});

Deno.test("a member is found by a name with the alias behind it", async () => {
  await using app = await world(REPOSITORY);
  const theirs = await app.json("/api/serambi48/member/Aufa Zafirah Serambi48");
  assert.deepEqual(theirs, await app.json("/api/serambi48/member/aufa-zafirah"));
  const detail = await app.json("/api/serambi48/member-detail?url=aufa zafirah serambi48");
  assert.deepEqual(detail, theirs);
  const calls = await app.json("/api/serambi48/videocall?member=Aufa Zafirah Serambi48");
  assert.deepEqual(calls.data, (await app.json("/api/groupa/videocall?member=aufa-zafirah")).data);
  assert.equal((await app.ask("/api/serambi48/member/Serambi48")).status, 404);
});

Deno.test("broadcasts, chats and rooms are as programs read them", async () => {
  const net = createBusyNet();
  await using app = await createLiveProgram({ net });
  const live = await app.json("/api/jkt48/live");
  const plain = await app.json("/api/kota/live");
  assert.ok(plain.some(({ type }: { type: string }) => type === "youtube"));
  assert.deepEqual(
    live,
    plain.map((entry: { id: string; type: string; url_key: string; slug: string }) => ({
      ...entry,
      // The channel's name and not the member's, the text that the platform has, and where to watch.
      ...(entry.type === "youtube" && {
        url: `https://www.youtube.com/watch?v=${entry.slug}`,
        channelTitle: `Channel ${entry.url_key}`,
        description: `Welcome to ${entry.slug}!\nSubscribe: https://example.com/?v=${entry.slug}\n`,
        publishedAt: "2025-07-03T10:48:07Z",
      }),
      _id: entry.id,
    })),
  );
  for (const path of ["youtube", "live/youtube"]) {
    const videos = await app.json(`/jkt48/${path}`);
    assert.ok(videos.length > 0);
    assert.deepEqual(videos, live.filter(({ type }: { type: string }) => type === "youtube"));
  }
  const theirs = await app.json("/api/jkt48/chat-stream-sr?room_id=901");
  const { chat_messages, ...rest } = await app.json("/api/kota/chat-stream?room_id=901");
  const withIds = chat_messages.map((one: { id: string }) => ({ ...one, _id: one.id }));
  assert.deepEqual(theirs, { ...rest, chat_messages: withIds });
  net.scene.idn = [];
  net.scene.showroom = [];
  await app.pass(120_000);
  const recents = await app.json("/api/jkt48/recent");
  assert.ok(recents.length > 4, `${recents.length} broadcasts`);
  for (const { id, _id, type, title, member } of recents) {
    assert.equal(_id, id);
    const detail = await app.json(`/api/jkt48/recent/${id}`);
    assert.equal(detail.room_info.img_alt, member.img_alt, id);
    assert.equal(detail.room_info.name, member.name, id);
    assert.equal(detail.idn.title, type === "idn" ? title : "", id);
    assert.deepEqual(detail.live_info.gift.list, [], id);
    assert.equal(typeof detail.live_info.viewers.active, "number", id);
    assert.equal(typeof detail.live_info.comments.num, "number", id);
    if (member.url === "") continue;
    const { stats } = await app.json(`/api/jkt48/member/${member.url}`);
    assert.ok(Date.parse(stats.last_live.date.start) > 0, id);
  }
  const named = await app.json("/api/jkt48/recent?name=Ani JKT48");
  assert.ok(named.length > 0);
  assert.deepEqual(named, await app.json("/api/jkt48/recent?name=Ani"));
});

Deno.test("an alias of a wrapped group answers in the profile's form, behind the group's own gate", async () => {
  await using app = await createLiveProgram();
  const { data } = await app.json("/api/bukit/schedule");
  assert.deepEqual(
    (await app.json("/api/bukit48/schedule")).map(({ id }: { id: string }) => id),
    data.map(({ id }: { id: string }) => id),
  );
  assert.deepEqual(Object.keys(await app.json("/bukit48/theater")), [
    ...["theater", "page", "perpage", "total_count", "total_pages", "success", "data"],
  ]);
  const refused = await app.ask("/api/bukit48/members", { from: "203.0.113.9" });
  assert.equal(refused.status, 403);
  assert.equal((await refused.json()).type, "IP_NOT_WHITELISTED");
});

Deno.test("paths without a group are those of the one group that has a profile", async () => {
  const net = createBusyNet();
  await using folder = await temporaryFolder();
  for (const file of walkFiles(ON_AIR)) {
    const path = `${folder.path}/${file}`;
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    const text = Deno.readTextFileSync(`${ON_AIR}/${file}`);
    // A second alias of the same group makes no second group.
    Deno.writeTextFileSync(
      path,
      text.replace(/^aliases: .*bukit48.*$/m, "aliases: [bukit48]")
        .replace("{ name: jkt48, as: jkt48connect }", "$&, { name: kota48, as: jkt48connect }"),
    );
  }
  await using app = await createLiveProgram({ net });
  const paths = ["recent", "live/idn", "live/showroom"];
  const [unknown] = await answersTo(app, ["/api/nothing"]);
  assert.equal(unknown![0], 404);
  for (const got of await answersTo(app, paths.map((path) => `/api/${path}`))) {
    assert.deepEqual(got, unknown, "two groups have the profile");
  }
  await app.swap(folder.path);
  net.scene.youtube.clear();
  net.scene.idn = net.scene.idn.slice(1);
  await app.pass(120_000);
  for (const path of paths) {
    const theirs = await app.json(`/api/jkt48/${path}`);
    assert.ok(theirs.length > 0, path);
    assert.deepEqual(await app.json(`/api/${path}`), theirs, path);
    assert.deepEqual(await app.json(`/api/${path}/?api_key=${app.key}`, { key: null }), theirs);
    assert.equal((await app.ask(`/api/${path}`, { key: null })).status, 403, path);
  }
  const page = await app.ask("/api/recent?perpage=1?page=1");
  const { recents } = await page.json();
  assert.deepEqual(recents, (await app.json("/api/jkt48/recent")).slice(0, 1));
  assert.match(page.headers.get("link")!, /^<\/api\/jkt48\/recent\?/);
  const elsewhere = [
    ...["/recent", "/live/idn", "/api/live", "/api/live/youtube", "/api/theater"],
    ...["/api/recent/idn-ani-talks", "/api/live/stream"],
  ];
  for (const path of elsewhere) {
    const response = await app.ask(path);
    assert.equal(response.status, 404, path);
    await response.body?.cancel();
  }
  await app.swap("test/fixtures/trio");
  for (const got of await answersTo(app, paths.map((path) => `/api/${path}`))) {
    assert.deepEqual(got, unknown, "no group has one");
  }
});

/** Statuses and bodies, without the number of the request. */
async function answersTo(app: Program, paths: readonly string[]): Promise<[number, string][]> {
  const answers = paths.map(async (path): Promise<[number, string]> => {
    const response = await app.ask(path);
    return [response.status, await response.text()];
  });
  return await Promise.all(answers);
}

function walkFiles(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? walkFiles(`${folder}/${name}`).map((file) => `${name}/${file}`) : name
  );
}

Deno.test("a key is checked where a group has a profile, and nowhere else", async () => {
  await using app = await createProgram({ ...REPOSITORY, plans: "content" });
  const own = await app.json("/v1/key");
  const other = await issueKey(app.stores, { plan: "developer" });
  await app.service.access.credentials.refresh();
  // The key that the path names is the one that is asked about, whatever else the program sends.
  for (const headers of [{}, { authorization: `Bearer ${app.key}` }, { "api-key": app.key }]) {
    const { plan } = await app.json(`/api/check/${other.secret}?apikey=${app.key}`, { headers });
    assert.equal(plan, "developer");
  }
  for (
    const path of [
      `/api/check/${app.key}`,
      `/api/zenova/check?apikey=${app.key}`,
      `/api/zenova/check?api_key=${app.key}`,
    ]
  ) {
    const response = await app.ask(path, { key: null });
    assert.equal(response.headers.get("cache-control"), "no-store", path);
    assert.deepEqual(await response.json(), own, path);
  }
  assert.equal((await app.ask("/api/check/J-wrong", { key: null })).status, 403);
  for (const path of ["/api/check", "/api/check/", "/api/check/a/b", "/api/zenova", "/check/a"]) {
    assert.equal((await app.ask(path)).status, 404, path);
  }
  await using without = await createProgram(TRIO);
  for (const path of [`/api/check/${without.key}`, "/api/zenova/check"]) {
    assert.equal((await without.ask(path)).status, 404, path);
  }
});

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
