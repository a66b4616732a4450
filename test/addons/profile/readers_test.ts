import assert from "node:assert/strict";
import "./profiled_answers.ts";
import { REPOSITORY } from "../../support/contents.ts";
import { createProgram } from "../../support/program.ts";
import { world } from "../../support/world.ts";
import { createPrng, type Prng } from "../../support/prng.ts";
import { sizeOf, testSeed } from "../../support/size.ts";

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
const ENDPOINTS = [
  ...[
    "members",
    "birthday",
    "videocall",
    "videocall/today",
    "replay",
    "youtube",
    "NEWS",
    "idn",
    "theater",
    "news",
  ],
  ...[
    "live/youtube",
    "nothing",
    "check",
    "zenova/check",
    "member/aufa-zafirah",
    "members&x=1",
    "key",
  ],
];
const CREDENTIALS = ["apikey", "api_key", "apikey[]", "APIKEY", "x-api-key"];
const OTHERS = [
  "page=all",
  "page=1",
  "perpage=2",
  "sesi=1",
  "date=18",
  "x",
  "",
  "=",
  "q=a%3Fb%26c",
];

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
