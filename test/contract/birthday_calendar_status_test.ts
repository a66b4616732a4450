import assert from "node:assert/strict";
import { type TreeFiles, writeTree } from "../build/content_tree.ts";
import { readCalendar } from "../support/calendar.ts";
import { issueFeedToken, issueKey } from "../support/issue.ts";
import { createProgram, type Program } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** Midnight in Jakarta, from which Cici has graduated. */
const GRADUATION = Date.parse("2026-07-31T17:00:00Z");
const BIRTHDAYS = "/api/groupa/birthdays.ics";

const born = (name: string, more = "") => `name: ${name}\nbirth_date: 2004-05-06\n${more}`;
const FILES: TreeFiles = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\npublic: feeds\n",
  "groupa/members/aya-putri.yaml": born("Aya Putri"),
  "groupa/members/bela-sari.yaml": born("Bela Sari", "status: trainee\n"),
  "groupa/members/cici-lestari.yaml": born("Cici Lestari", "graduated: 2026-08-01\n"),
  "groupa/members/dian-ayu.yaml": born("Dian Ayu", "status: graduated\n"),
};

async function createPlace() {
  const folder = await temporaryFolder();
  writeTree(folder.path, FILES);
  const app = await createProgram({ content: folder.path, now: "2026-07-01T00:00:00Z" });
  return {
    app,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function slugsIn(app: Program, query: string): Promise<string[]> {
  const response = await app.ask(`${BIRTHDAYS}?${query}`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return readCalendar(text).map(({ uid }) => uid.slice("member-".length, uid.indexOf("."))).sort();
}

Deno.test("birthdays.ics?status= holds those who have the status, and turns at the instant of a graduation", async () => {
  await using place = await createPlace();
  const { app } = place;
  const statuses = ["active", "trainee", "graduated"];
  const all = () => Promise.all(statuses.map((status) => slugsIn(app, `status=${status}`)));
  const before = [["aya-putri", "cici-lestari"], ["bela-sari"], ["dian-ayu"]];
  assert.deepEqual(await all(), before);
  app.at(GRADUATION - 1);
  assert.deepEqual(await all(), before);
  app.at(GRADUATION);
  assert.deepEqual(await all(), [["aya-putri"], ["bela-sari"], ["cici-lestari", "dian-ayu"]]);
  assert.equal((await slugsIn(app, "")).length, 4);
  assert.deepEqual(await slugsIn(app, "status=active&member=aya-putri,cici-lestari"), [
    "aya-putri",
  ]);
  assert.deepEqual(await slugsIn(app, "status=active&member=cici-lestari"), []);
});

Deno.test("each status has its own ETag, which changes with the graduation where that changes anything", async () => {
  await using place = await createPlace();
  const { app } = place;
  const paths = ["", "?status=active", "?status=trainee", "?status=graduated"]
    .map((query) => `${BIRTHDAYS}${query}`);
  const etags = async (key?: null) =>
    await Promise.all(paths.map(async (path) => {
      const response = await app.ask(path, key === null ? { key } : {});
      await response.body?.cancel();
      return response.headers.get("etag")!;
    }));
  const before = await etags();
  assert.equal(new Set(before).size, 4);
  assert.deepEqual(await etags(null), before, "everybody gets the same bytes of a public feed");
  for (const [n, path] of paths.entries()) {
    const known = (etag: string) => app.ask(path, { headers: { "if-none-match": etag } });
    assert.equal((await known(before[n]!)).status, 304, path);
    assert.equal((await known(before[(n + 1) % 4]!)).status, 200, path);
  }
  app.at(GRADUATION);
  const after = await etags();
  assert.deepEqual(
    after.map((etag, n) => etag === before[n]),
    [true, false, true, false],
  );
});

Deno.test("birthdays.ics?status= opens with a feed token, and refuses a status that is none", async () => {
  await using place = await createPlace();
  const { app } = place;
  const { record } = await issueKey(app.stores, { groups: ["groupa"] });
  const feed = await issueFeedToken(app.stores, record);
  await app.service.access.credentials.refresh();
  const path = `${BIRTHDAYS}?status=active&feed=${feed.secret}`;
  const opened = await app.ask(path, { key: null });
  assert.deepEqual(await opened.text(), await (await app.ask(`${BIRTHDAYS}?status=active`)).text());
  assert.equal(opened.headers.get("cache-control"), "private, max-age=3600");
  for (
    const wrong of ["status=retired", "status=", "status=active&status=trainee", "status=ACTIVE"]
  ) {
    const refused = await app.ask(`${BIRTHDAYS}?${wrong}`);
    assert.equal(refused.status, 400, wrong);
    const { hint } = await refused.json();
    if (wrong !== "status=active&status=trainee") assert.match(hint, /active, trainee/, wrong);
  }
});
