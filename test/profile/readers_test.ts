import assert from "node:assert/strict";
import { REPOSITORY } from "../support/contents.ts";
import { createProgram } from "../support/program.ts";

/** The alias of a profile that the shipped content has. */
const ROOT = "/api/serambi48";

// deno-lint-ignore no-explicit-any
type Json = any;

Deno.test("a program finds in every show, and in all of them at once, what it reads", async () => {
  await using app = await createProgram(REPOSITORY);
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
  await using app = await createProgram(REPOSITORY);
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
  await using app = await createProgram(REPOSITORY);
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
  await using app = await createProgram(REPOSITORY);
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
