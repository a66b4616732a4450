import { renderOpenApi } from "../../../build/addons/site/openapi/document.ts";
import { VALID } from "../../build/content_tree.ts";
import { REPOSITORY, TRIO } from "../../support/contents.ts";
import { everyPath } from "../../support/endpoints.ts";
import { issueKey, issueToken, storeOf } from "../../support/issue.ts";
import { createBusyNet, createLiveProgram, ON_AIR } from "../../support/live_program.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createPrng, type Prng } from "../../support/prng.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { sizeOf, testSeed } from "../../support/size.ts";
import { copyFolder } from "../../support/shipped_content.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { exportUses } from "../../support/use_log.ts";
import { world } from "../../support/world.ts";
import assert from "node:assert/strict";

/** The alias of a profile that the shipped content has. */
const ROOT = "/api/serambi48";

// deno-lint-ignore no-explicit-any
type Json = any;

/** What a program reads in place of an answer, but for `_id`. */
function expected(path: string, plain: Json): Json {
  const [endpoint] = path.split("?");
  const page = (list: string) => ({
    [list]: plain,
    ...{ page: 1, perpage: plain.length, total_count: plain.length, total_pages: 1 },
  });
  if (endpoint === "news" && Array.isArray(plain)) return page("news");
  if (endpoint === "schedule") return plain.map(startingAtInstant);
  if (endpoint !== "birthday") return plain;
  return plain.map((item: Json) => ({
    ...item,
    birthdate: item.date,
    is_birthday_today: item.days_until === 0,
    next_birthday_countdown: { days: item.days_until },
  }));
}

function startingAtInstant(item: Json): Json {
  const { date, time = "", start_at } = item;
  return { ...item, date: time === "" ? date : start_at, start_time: time };
}

/** Checks that every object with an `id` ends with the same `_id`, and takes it away. */
function withoutIds(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== "object" || value === null) return value;
  const { _id, ...fields } = value;
  assert.equal(_id, fields.id);
  if ("id" in fields) assert.equal(Object.keys(value).at(-1), "_id");
  return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, withoutIds(one)]));
}

function namesIn(value: Json): string[] {
  if (typeof value !== "object" || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(namesIn)];
}

const PAGE = Deno.readTextFileSync("build/addons/profile/compatibility.md");

/** The page of the documents has what programs read, and callers of bare lists do not. */
function assertDocumented(theirs: Json, plain: Json): void {
  const known = new Set([...namesIn(plain), "seitansai", "graduation"]);
  for (const name of namesIn(theirs)) assert.ok(known.has(name) || PAGE.includes(name), name);
}

Deno.test("a program finds everything of the group, and in it what it reads", async () => {
  await using app = await world(REPOSITORY);
  const root = "/api/groupa/";
  const paths = (await everyPath(app)).filter((path) => path.startsWith(root))
    .map((path) => path.slice(root.length));
  assert.ok(paths.length > 500, `${paths.length} paths`);
  for (const path of [...paths, "live", "recent"]) {
    const own = await app.ask(root + path);
    const got = await app.ask(`${ROOT}/${path}`);
    assert.deepEqual([own.status, got.status], [200, 200], path);
    if (!own.headers.get("content-type")!.startsWith("application/json")) {
      assert.equal(await got.text(), await own.text(), path);
      continue;
    }
    const [plain, theirs] = [await own.json(), await got.json()];
    assertDocumented(theirs, plain);
    if (path.startsWith("theater/")) assertShow(withoutIds(theirs), plain);
    else if (path.startsWith("theater")) assertShows(withoutIds(theirs), plain);
    else assert.deepEqual(withoutIds(theirs), expected(path, plain), path);
  }
});

/** All at once, or a page of them. */
function assertShows({ theater, success, data, ...counts }: Json, plain: Json): void {
  const isWhole = Array.isArray(plain);
  const { theater: shows, ...own } = isWhole ? { theater: plain } : plain;
  const count = shows.length;
  const all = { page: 1, perpage: count, total_count: count, total_pages: 1 };
  assert.deepEqual(counts, isWhole ? all : own);
  assert.deepEqual([success, data], isWhole ? [true, theater] : [undefined, undefined]);
  assert.equal(theater.length, shows.length);
  for (const [n, show] of theater.entries()) {
    assert.ok(Array.isArray(show.seitansai), show.id);
    assert.deepEqual(plainFields(show), plainFields(startingAtInstant(shows[n])));
  }
}

/** The fields that a bare list has, too, but for pictures. */
function plainFields({ banner: _, poster: __, seitansai: ___, graduation: ____, ...show }: Json) {
  return show;
}

function assertShow(detail: Json, own: Json): void {
  const { id } = own;
  assert.equal(detail.shows.length, 1, id);
  const [show] = detail.shows;
  for (const { members } of [detail, show]) {
    assert.deepEqual(members.map(({ name }: Json) => name), own.members, id);
    for (const member of members) {
      assert.deepEqual(Object.keys(member), ["id", "name", "img", "url_key"], id);
      for (const value of Object.values(member)) assert.equal(typeof value, "string", id);
    }
  }
  assert.equal(show.setlist.title, own.setlist_detail.name || own.title, id);
  assert.equal(typeof show.setlist.banner, "string", id);
  assert.deepEqual(show.team, { id: own.team ?? "", img: "" }, id);
  for (const one of [detail, show]) assert.equal(one.date, startingAtInstant(own).date, id);
  assert.equal(detail.setlist, own.setlist, id);
}

Deno.test("an answer under the alias is kept as one of its own", async () => {
  await using app = await world(REPOSITORY);
  const plain = await app.ask("/api/groupa/theater");
  const got = await app.ask(`${ROOT}/theater`);
  const names = (headers: Headers) => [...headers.keys()].sort();
  assert.deepEqual(names(got.headers), names(plain.headers));
  const tag = got.headers.get("etag")!;
  assert.notEqual(tag, plain.headers.get("etag"));
  const known = await app.ask(`${ROOT}/theater`, { headers: { "if-none-match": tag } });
  assert.deepEqual([known.status, await known.text()], [304, ""]);
  const preflight = await app.ask(`${ROOT}/theater`, { method: "OPTIONS", key: null });
  assert.deepEqual([preflight.status, preflight.headers.get("allow")], [204, "GET, HEAD, OPTIONS"]);
  assert.equal((await app.ask(`${ROOT}/theater`, { method: "POST" })).status, 405);
});

Deno.test("theater without a page is a success with data, whatever else is asked", async () => {
  await using app = await world(REPOSITORY);
  for (const query of ["?month=11&year=2026", "?status=today", "?from=1999-01-01&to=1999-01-02"]) {
    const { success, data, theater, total_count } = await app.json(`${ROOT}/theater${query}`);
    assert.deepEqual([success, data], [true, theater], query);
    const own = await app.json(`/api/groupa/theater${query}`);
    assert.deepEqual(data.map(({ id }: Json) => id), own.map(({ id }: Json) => id), query);
    assert.equal(total_count, own.length, query);
  }
});

/** A target, what it names by the rules of its root, and whether the rules are the profile's. */
interface Named {
  readonly target: string;
  readonly path: string;
  readonly pairs: readonly string[];
  readonly isProfiled: boolean;
}

const ROOTS = ["/api/serambi48", "/serambi48", "/api/groupa", "/groupa", "/api/groupb", "/api"];

const ENDPOINTS =
  ("members birthday videocall videocall/today replay youtube NEWS idn theater news live/youtube " +
    "nothing check zenova/check member/aufa-zafirah members&x=1 key").split(" ");
const CREDENTIALS = ["apikey", "api_key", "apikey[]", "APIKEY", "x-api-key"];
const OTHERS = ["", ..."page=all page=1 perpage=2 sesi=1 date=18 x = q=a%3Fb%26c".split(" ")];

function randomTarget(random: Prng, keys: readonly string[]): Named {
  const root = random.pick(ROOTS);
  const isProfiled = root.endsWith("serambi48");
  const path = `${root}/${random.pick(ENDPOINTS)}`;
  const pairs = Array.from(
    { length: random.between(0, 5) },
    () =>
      random.happens(0.5)
        ? `${random.pick(CREDENTIALS)}=${random.pick(keys)}`
        : random.pick(OTHERS),
  );
  const marks = pairs.map((_, at) =>
    at === 0 ? random.pick(["?", "?", "&"]) : random.pick(["?", "&"])
  );
  const target = path + pairs.map((pair, at) => marks[at] + pair).join("");
  return { target, isProfiled, ...readBack(target, isProfiled) };
}

/** The rules once more, in the plainest words: where the path ends, and what parts parameters. */
function readBack(target: string, isProfiled: boolean): Pick<Named, "path" | "pairs"> {
  const question = target.indexOf("?");
  const ampersand = target.indexOf("/videocall&");
  const isEarly = isProfiled && ampersand >= 0 && /^(\/api)?\/serambi48\/videocall&/.test(target);
  const end = isEarly ? ampersand + 10 : question < 0 ? target.length : question;
  const path = target.slice(0, end);
  const rest = target.slice(end + 1);
  const pairs = rest === "" ? [] : rest.split(isProfiled ? /[?&]/ : "&");
  return { path, pairs };
}

const nameOf = (pair: string) => decodeURIComponent(pair.split("=")[0]!);

Deno.test("random targets reach no other path and no other credential than they name", async () => {
  const random = createPrng(testSeed());
  await using app = await createProgram({ ...REPOSITORY, narrowTo: ["groupb"] });
  const keys = [app.key, app.key, app.key, app.narrowKey, "J-nobody", ""];
  const answers = { opened: 0, refused: 0 };
  const ask = async (target: string, headers: HeadersInit = {}) => {
    const request = new Request(`http://oshibase.test${target}`, { headers });
    const response = await app.handler(request, "127.0.0.1");
    const tag = response.headers.get("etag");
    await response.body?.cancel();
    return { status: response.status, tag };
  };
  const count = sizeOf({ default: 2_000, full: 20_000 });
  for (let n = 0; n < count; n++) {
    const { target, path, pairs, isProfiled } = randomTarget(random, keys);
    const isKey = (pair: string) =>
      nameOf(pair) === "apikey" ||
      ((isProfiled || path === "/api/zenova/check") && nameOf(pair) === "api_key");
    const isCheck = path === "/api/zenova/check";
    const named = (isCheck ? readBack(target, true).pairs : pairs).filter(isKey);
    const credentials = new Set(named.map((pair) => pair.slice(pair.indexOf("=") + 1)));
    credentials.delete("");
    const good = path.startsWith("/api/groupb") ? [app.key, app.narrowKey] : [app.key];
    const isOpen = credentials.size === 1 &&
      (isCheck ? [app.key, app.narrowKey] : good).includes([...credentials][0]!);
    const got = await ask(target);
    if (!isOpen) {
      assert.ok([400, 403, 404].includes(got.status), `${got.status} ${target}`);
      answers.refused++;
      continue;
    }
    const others = (isCheck ? [] : pairs).filter((pair) => !isKey(pair)).join("&");
    const meant = isProfiled && !path.startsWith("/api/") ? `/api${path}` : path;
    const [key] = credentials;
    const expected = await ask(`${meant}?${others}`, { "x-api-key": key! });
    assert.deepEqual(got, expected, `${target} means ${meant}?${others}`);
    answers.opened += Number(got.status === 200);
  }
  // Some of both, also where few are tried.
  assert.ok(answers.opened >= count / 50 - 5, JSON.stringify(answers));
  assert.ok(answers.refused >= count / 4 - 5, JSON.stringify(answers));
});

for (const family of ["bare", "wrapped"]) {
  Deno.test(`${family}: pictures fall back to the setlist's and the group's, and an unknown time leaves the date`, async () => {
    const [own, setlist, group] = ["own", "setlist", "group"].map((name) =>
      `https://img.example/${name}.jpg`
    );
    const show = (title: string, more: string) =>
      `title: ${title}\ndate: 2026-07-04\nmembers: [Aya]\n${more}`;
    await using app = await world({
      now: "2026-07-01T00:00:00Z",
      content: {
        ...VALID,
        "groupa/group.yaml":
          `name: Group A\nfamily: ${family}\naliases: [{ name: old48, as: jkt48connect }]\nimage: ${group}\n`,
        "groupa/setlists/jendela-pagi.yaml": `name: Jendela Pagi\nimage: ${setlist}\n`,
        "groupa/shows/2026-07-04-jendela-pagi.yaml": null,
        "groupa/shows/2026-07-04-a.yaml": show(
          "A",
          `setlist: JENDELA pagi\nposter: ${own}\ntime: "16:30"\n`,
        ),
        "groupa/shows/2026-07-04-b.yaml": show("B", ""),
      },
    });
    const at = "2026-07-04T16:30:00+07:00";
    const expected = [
      ["2026-07-04-a", own, setlist, at, "16:30"],
      ["2026-07-04-b", group, group, "2026-07-04", ""],
    ];
    const read = (one: Json) => [one.id, one.poster, one.banner, one.date, one.start_time];
    for (const query of ["", "?page=1"]) {
      const { theater } = await app.json(`/old48/theater${query}`);
      assert.deepEqual(theater.map(read).sort(), expected);
    }
    for (const [id, poster, banner, date] of expected) {
      const { shows: [one], ...detail } = await app.json(`/old48/theater/${id}`);
      for (const { poster: p, banner: b } of [detail, one, one.setlist]) {
        assert.deepEqual([p, b], [poster, banner], id);
      }
      assert.deepEqual([detail.date, one.date], [date, date], id);
    }
    // The group's own name says what its files say.
    const plain = await app.json("/api/groupa/theater/2026-07-04-b");
    assert.equal((plain.data?.[0] ?? plain).poster, undefined);
    const zoned = await app.json("/old48/theater?timezone=Asia/Tokyo&page=1");
    assert.equal(zoned.theater.at(-1).local_start_at, "2026-07-04T18:30:00+09:00");
  });
}

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
  assertDocumented(live, plain);
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
  assert.deepEqual(withoutIds(await app.json("/jkt48/replay")), await app.json("/api/kota/videos"));
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
    assertDocumented(detail, await app.json(`/api/kota/recent/${id}`));
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
  // A second alias of the same group makes no second group.
  await using folder = await temporaryFolder();
  await copyFolder(ON_AIR, `${folder.path}/content`);
  for (
    const [group, from, to] of [
      ["bukit", /^aliases: .*bukit48.*$/m, "aliases: [bukit48]"],
      ["kota", "{ name: jkt48, as: jkt48connect }", "$&, { name: kota48, as: jkt48connect }"],
    ] as const
  ) {
    const path = `${folder.path}/content/${group}/group.yaml`;
    await Deno.writeTextFile(path, (await Deno.readTextFile(path)).replace(from, to));
  }
  await using app = await createLiveProgram({ net });
  const paths = ["recent", "live/idn", "live/showroom"];
  const [unknown] = await answersTo(app, ["/api/nothing"]);
  assert.equal(unknown![0], 404);
  for (const got of await answersTo(app, paths.map((path) => `/api/${path}`))) {
    assert.deepEqual(got, unknown, "two groups have the profile");
  }
  await app.swap(`${folder.path}/content`);
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

Deno.test("a key is checked where a group has a profile, and nowhere else", async () => {
  await using app = await createProgram({ ...REPOSITORY, plans: "content" });
  const own = await app.json("/v1/key");
  const other = await issueKey(app.stores, { plan: "developer" });
  await app.service.access.credentials.refresh();
  // The key that the path names is the one that is asked about, whatever else the program sends.
  const authorization = `Bearer ${app.key}`;
  for (
    const headers of [
      ...[{}, { authorization }, { "api-key": app.key }],
      ...[{ authorization, "x-priority-token": "P-osb_nobody" }],
      ...[{ authorization: `Basic abc, ${authorization}` }],
    ] as Record<string, string>[]
  ) {
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

const METERED = { ...REPOSITORY, plans: "content" } as const;

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
