import { JKT48CONNECT } from "../../../src/addons/profile/jkt48connect/table.ts";
import { profileRoutes } from "../../../src/addons/profile/routes.ts";
import { FAMILIES } from "../../../src/core/registry.ts";
import { AnswerContext } from "../../../src/routes/answer_context.ts";
import { BARE_ENVELOPE } from "../../../src/routes/envelope.ts";
import { VALID, writeTree } from "../../build/content_tree.ts";
import { REPOSITORY } from "../../support/contents.ts";
import { contentOf } from "../../support/opening.ts";
import { createPrng, type Prng } from "../../support/prng.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { sizeOf, testSeed } from "../../support/size.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { world } from "../../support/world.ts";
import assert from "node:assert/strict";
import "./profiled_answers.ts";

/** The alias of a profile that the shipped content has. */
const ROOT = "/api/serambi48";

// deno-lint-ignore no-explicit-any
type Json = any;

Deno.test("a program finds in every show, and in all of them at once, what it reads", async () => {
  await using app = await world(REPOSITORY);
  const { theater, success, data, ...counts } = await app.json(`${ROOT}/theater`);
  const plain: Json[] = await app.json("/api/groupa/theater");
  const count = plain.length;
  assert.ok(count > 300, `${count} shows`);
  assert.deepEqual(counts, { page: 1, perpage: count, total_count: count, total_pages: 1 });
  assert.deepEqual([success, data], [true, theater]);
  assert.deepEqual(theater.map(({ id }: Json) => id), plain.map(({ id }) => id));
  for (const { id, _id, seitansai } of theater) {
    assert.equal(_id, id);
    assert.ok(Array.isArray(seitansai), id);
    const detail = await app.json(`${ROOT}/theater/${id}`);
    const own = await app.json(`/api/groupa/theater/${id}`);
    assert.equal(detail.shows.length, 1, id);
    const [show] = detail.shows;
    for (const { members } of [detail, show]) {
      assert.deepEqual(members.map(({ name }: Json) => name), own.members, id);
      for (const member of members) {
        assert.deepEqual(Object.keys(member), ["id", "name", "img", "url_key", "_id"], id);
        for (const value of Object.values(member)) assert.equal(typeof value, "string", id);
      }
    }
    assert.equal(show.setlist.title, own.setlist_detail.name || own.title, id);
    assert.equal(typeof show.setlist.banner, "string", id);
    assert.equal(typeof show.team.id.toUpperCase(), "string", id);
    assert.equal(show.date, own.time === "" ? own.date : own.start_at, id);
    assert.equal(detail.setlist, own.setlist, id);
  }
});

Deno.test("a program finds in every article what it reads", async () => {
  await using app = await world(REPOSITORY);
  const { news, ...counts } = await app.json(`${ROOT}/news`);
  const plain: Json[] = await app.json("/api/groupa/news");
  const count = plain.length;
  assert.deepEqual(counts, { page: 1, perpage: count, total_count: count, total_pages: 1 });
  assert.deepEqual(news, plain.map((item) => ({ ...item, _id: item.id })));
  for (const { id } of plain) {
    for (const path of [`news/${id}`, `news-detail?id=${id}`]) {
      const own = await app.json(`/api/groupa/${path}`);
      assert.deepEqual(await app.json(`${ROOT}/${path}`), { ...own, _id: own.id }, path);
    }
  }
});

Deno.test("a program finds in every birthday and member what it reads", async () => {
  await using app = await world(REPOSITORY);
  const birthdays = await app.json(`${ROOT}/birthday`);
  const plain: Json[] = await app.json("/api/groupa/birthday");
  assert.ok(plain.length > 30, `${plain.length} birthdays`);
  const expected = plain.map((item) => ({
    ...item,
    birthdate: item.date,
    is_birthday_today: item.days_until === 0,
    next_birthday_countdown: { days: item.days_until },
    _id: item.id,
  }));
  assert.deepEqual(birthdays, expected);
  for (const { id, _id } of await app.json(`${ROOT}/members`)) {
    assert.equal(_id, id);
    const member = await app.json(`${ROOT}/member/${id}`);
    assert.equal(member._id, id);
    for (const show of [...member.recentTheater, ...member.upcomingTheater]) {
      assert.equal(show._id, show.id);
    }
  }
});

Deno.test("every other list has its items' _id, and is otherwise as it is elsewhere", async () => {
  await using app = await world(REPOSITORY);
  for (const path of ["events", "schedule", "schedule?status=past", "releases", "members"]) {
    const plain: Json[] = await app.json(`/api/groupa/${path}`);
    assert.ok(plain.length > 0, path);
    assert.deepEqual(
      await app.json(`${ROOT}/${path}`),
      plain.map((item) => ({
        ...item,
        ...(path.startsWith("schedule") && {
          date: item.time ? item.start_at : item.date,
          start_time: item.time ?? "",
        }),
        _id: item.id,
      })),
      path,
    );
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

const SERAMBI = "/api/serambi48";

Deno.test("a program that keeps what is not over keeps tonight's show until it begins", async () => {
  await using app = await createProgram(REPOSITORY);
  const all: Json[] = await app.json("/api/groupa/theater");
  const start = Date.parse(
    all.findLast(({ is_upcoming, time }) => is_upcoming && time !== "").start_at,
  );
  for (const now of [start - 8 * 3_600_000, start - 1, start]) {
    app.at(now);
    const { theater } = await app.json(`${SERAMBI}/theater`);
    const kept = theater.filter(({ date, time }: Json) => time !== "" && Date.parse(date) > now);
    const expected = theater.filter(({ is_upcoming, time }: Json) => time !== "" && is_upcoming);
    assert.deepEqual(kept, expected);
    assert.equal(kept.some(({ date }: Json) => Date.parse(date) === start), now < start);
  }
});

Deno.test("theater without a page is also a success with data, as other programs read it", async () => {
  await using app = await world(REPOSITORY);
  const { id: member } = (await app.json("/api/groupa/members"))[0];
  for (
    const query of [
      ...["", "?page=all", "?month=11&year=2026", "?status=today", `?member=${member}`],
      ...["?status=upcoming&from=2026-12-01&to=2027-01-31", "?from=1999-01-01&to=1999-01-02"],
    ]
  ) {
    const answer = await app.json(`${SERAMBI}/theater${query}`);
    assert.equal(answer.success, true, query);
    assert.deepEqual(answer.data, answer.theater, query);
    const own = await app.json(`/api/groupa/theater${query.replace("?page=all", "")}`);
    assert.deepEqual(answer.data.map(({ id }: Json) => id), own.map(({ id }: Json) => id), query);
    assert.equal(answer.total_count, own.length, query);
  }
  for (const path of ["theater?page=1", "theater?perpage=5", "news", "news?page=1"]) {
    const answer = await app.json(`${SERAMBI}/${path}`);
    assert.ok(!("success" in answer) && !("data" in answer), path);
  }
});

const PICTURES = {
  own: "https://img.example/own.jpg",
  setlist: "https://img.example/setlist.jpg",
  group: "https://img.example/group.jpg",
};

async function withPictures(family: string, image: string, test: (app: Program) => Promise<void>) {
  await using folder = await temporaryFolder();
  const show = (title: string, more: string) =>
    `title: ${title}\ndate: 2026-07-04\nmembers: [Aya]\n${more}`;
  writeTree(folder.path, {
    ...VALID,
    "groupa/group.yaml":
      `name: Group A\nfamily: ${family}\naliases: [{ name: old48, as: jkt48connect }]\n${image}`,
    "groupa/setlists/jendela-pagi.yaml": `name: Jendela Pagi\nimage: ${PICTURES.setlist}\n`,
    "groupa/setlists/tanpa-gambar.yaml": "name: Tanpa Gambar\n",
    "groupa/shows/2026-07-04-jendela-pagi.yaml": null,
    "groupa/shows/2026-07-04-a.yaml": show(
      "A",
      `setlist: JENDELA pagi\nposter: ${PICTURES.own}\nbanner: ${PICTURES.own}\ntime: "14:00"\n`,
    ),
    "groupa/shows/2026-07-04-b.yaml": show(
      "B",
      `setlist: JENDELA pagi\nposter: ${PICTURES.own}\ntime: "16:30"\n`,
    ),
    "groupa/shows/2026-07-04-c.yaml": show("C", `setlist: Jendela Pagi\ntime: "19:00"\n`),
    "groupa/shows/2026-07-04-d.yaml": show("D", "setlist: Tanpa Gambar\n"),
    "groupa/shows/2026-07-04-e.yaml": show("E", ""),
  });
  await using app = await createProgram({ content: folder.path, now: "2026-07-01T00:00:00Z" });
  await test(app);
}

for (const family of ["bare", "wrapped"]) {
  Deno.test(`${family}: banner and poster fall back to the setlist's picture, then the group's`, async () => {
    const { own, setlist, group } = PICTURES;
    await withPictures(family, `image: ${group}\n`, async (app) => {
      const expected = {
        "2026-07-04-a": [own, own],
        "2026-07-04-b": [own, setlist],
        "2026-07-04-c": [setlist, setlist],
        "2026-07-04-d": [group, group],
        "2026-07-04-e": [group, group],
      };
      const picturesOf = ({ id, poster, banner }: Json) => [id, [poster, banner]];
      for (const query of ["", "?page=1"]) {
        const { theater } = await app.json(`/old48/theater${query}`);
        assert.deepEqual(Object.fromEntries(theater.map(picturesOf)), expected);
      }
      for (const [id, [poster, banner]] of Object.entries(expected)) {
        const detail = await app.json(`/old48/theater/${id}`);
        for (const show of [detail, detail.shows[0], detail.shows[0].setlist]) {
          assert.deepEqual([show.poster, show.banner], [poster, banner], id);
        }
      }
      // The group's own name says what its files say.
      const own48 = await app.json("/api/groupa/theater/2026-07-04-c");
      const { poster } = own48.data?.[0] ?? own48;
      assert.equal(poster, undefined);
    });
    await withPictures(family, "", async (app) => {
      const { theater } = await app.json("/old48/theater");
      const bare = theater.find(({ id }: Json) => id === "2026-07-04-e");
      assert.ok(!("poster" in bare) && !("banner" in bare));
    });
  });

  Deno.test(`${family}: an unknown time leaves the date alone, in theater and in schedule`, async () => {
    await withPictures(family, "", async (app) => {
      const { theater } = await app.json("/old48/theater");
      for (const list of [theater, await app.json("/api/old48/schedule")]) {
        const seen = list.filter(({ type = "theater" }) => type === "theater")
          .map(({ title, date, start_time }: Json) => [title, date, start_time])
          .sort();
        assert.deepEqual(seen, [
          ["A", "2026-07-04T14:00:00+07:00", "14:00"],
          ["B", "2026-07-04T16:30:00+07:00", "16:30"],
          ["C", "2026-07-04T19:00:00+07:00", "19:00"],
          ["D", "2026-07-04", ""],
          ["E", "2026-07-04", ""],
        ]);
      }
      const [event] = await app.json("/old48/schedule?status=past");
      assert.deepEqual([event.type, event.date, event.start_time], ["other", "2026-02-22", ""]);
      const zoned = await app.json("/old48/theater?timezone=Asia/Tokyo&page=1");
      assert.equal(zoned.theater.at(-1).local_start_at, "2026-07-04T16:00:00+09:00");
    });
  });
}

Deno.test("programs read an empty list of videos where groups have none of that path", async () => {
  const bare = FAMILIES.bare.table.routes;
  const videosOf = (routes: typeof bare) =>
    profileRoutes("jkt48", JKT48CONNECT, routes).filter(({ path }) => path === "videos");
  assert.equal(videosOf(bare).length, 1);
  const [route, ...others] = videosOf(bare.filter(({ path }) => path !== "videos"));
  assert.deepEqual(others, []);
  const content = await contentOf("test/fixtures/trio", "content");
  const { groups } = content.catalog;
  const service = () => assert.fail("it needs no service");
  const ctx = new AnswerContext(content, BARE_ENVELOPE, groups, () => true, 0, service);
  assert.equal(new TextDecoder().decode(route!.kept!(ctx, {}).body), "[]");
});
