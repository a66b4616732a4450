import assert from "node:assert/strict";
import { adminJson } from "../support/admin.ts";
import { desk, deskJson, ISSUE } from "../support/desk.ts";
import { createFixture, openFixtureStore } from "../support/fixture.ts";
import { addManyKeys, idOf } from "../support/many_keys.ts";
import { startServer } from "../support/server.ts";

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly used: number;
  readonly limit: number;
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

Deno.test("key list finds, pages and meters keys; usage has each day", async (t) => {
  await using at = await createFixture({
    ADMIN_USERNAME: "root",
    ADMIN_PASSWORD: "correct horse",
  });
  const store = await openFixtureStore(at.env);
  await addManyKeys(store, 25);
  await store.keys.update(idOf(3), (key) => ({ ...key, owner: "Sári" }));
  for (const [number, taken] of [[3, 4800], [4, 50], [7, 5000]] as const) {
    const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
    const value = { taken, credited: 0, days: { [day]: taken }, holders: {}, forgotten: 0 };
    await store.kv.commit([], [{ set: ["quota", idOf(number), day, "!"], value }]);
  }
  store.kv.close();

  const all = await deskJson<Row[]>(at.env, "key", "list");
  await t.step("all of them, with use, at the machine", () => {
    assert.equal(all.length, 25);
    assert.deepEqual(
      all.filter(({ used }) => used > 0).map(({ id, used, limit }) => [id, used, limit]),
      [
        [idOf(3), 4800, 5000],
        [idOf(4), 50, 5000],
        [idOf(7), 5000, 5000],
      ],
    );
  });

  await t.step("by words, whatever case and accents", async () => {
    const search = (...words: string[]) =>
      deskJson<Row[]>(at.env, "key", "list", "--search", ...words);
    assert.deepEqual(ids(await search("sari")), [idOf(3)]);
    assert.deepEqual(ids(await search("ZOE owner-17@")), [idOf(17)]);
    assert.deepEqual(ids(await search("…0024")), [idOf(24)]);
    assert.equal((await search("standard")).length, 25);
    assert.deepEqual(await search("nobody"), []);
  });

  await t.step("in pages, and those that are near their limit", async () => {
    const page = await deskJson<Row[]>(at.env, "key", "list", "--page", "3", "--perpage", "10");
    assert.deepEqual(ids(page), ids(all.slice(20)));
    const near = await deskJson<Row[]>(at.env, "key", "list", "--near", "96");
    assert.deepEqual(ids(near), [idOf(3), idOf(7)]);
    const { out } = await desk(at.env, "key", "list", "--perpage", "2");
    assert.match(out, /Page 1 of 13 \(25 keys\)/);
    assert.doesNotMatch(out, /used/);
    assert.match((await desk(at.env, "key", "list", "--usage")).out, /4800\/5000/);
  });

  await t.step("what each has used on each day", async () => {
    const rows = await deskJson<Row[]>(at.env, "key", "usage", "--all", "--days", "1");
    assert.deepEqual(rows.map(({ id, used }) => [id, used]), [
      [idOf(3), 4800],
      [idOf(4), 50],
      [idOf(7), 5000],
    ]);
  });

  await t.step("the same over HTTP, in pages with their links", async () => {
    await using server = await startServer(at.env);
    const headers = { "x-admin-username": "root", "x-admin-password": "correct horse" };
    const ask = async (path: string) => {
      const response = await fetch(`${server.base}api/admin/${path}`, { headers });
      assert.equal(response.status, 200);
      return { rows: await response.json(), link: response.headers.get("link") ?? "" };
    };
    assert.deepEqual((await ask("keys")).rows, all);
    const found = await ask("keys?search=zoe&page=2&perpage=10");
    assert.deepEqual(
      ids(found.rows),
      ids(all.filter(({ owner }) => /Zoë/.test(owner)).slice(10, 20)),
    );
    assert.match(found.link, /<\/api\/admin\/keys\?search=zoe&page=3&perpage=10>; rel="next"/);
    assert.equal((await ask("keys/all/usage?days=1")).rows.length, 3);
    const remote = await adminJson<Row[]>(
      { ...at.env, ADMIN_USERNAME: "root", ADMIN_PASSWORD: "correct horse" },
      ...["key", "usage", "--all", "--server", server.base],
    );
    assert.equal(remote.length, 3);
  });
});

Deno.test("a command with --all takes no id, and without either it says so", async () => {
  await using at = await createFixture();
  assert.match((await desk(at.env, "key", "usage")).err, /without id/);
  const { code, err } = await desk(at.env, "key", "list", "--near", "0");
  assert.equal(code, 1);
  assert.match(err, /from 1 to 100/);
  assert.deepEqual(await deskJson(at.env, "key", "list", "--search", "x"), []);
  await deskJson(at.env, ...ISSUE);
  assert.equal((await deskJson<Row[]>(at.env, "key", "list", "--search", "sari")).length, 1);
});
