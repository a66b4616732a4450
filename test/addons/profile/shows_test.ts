import assert from "node:assert/strict";
import "./profiled_answers.ts";
import { VALID, writeTree } from "../../build/content_tree.ts";
import { REPOSITORY } from "../../support/contents.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { world } from "../../support/world.ts";
import { temporaryFolder } from "../../support/temporary.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

const ROOT = "/api/serambi48";

Deno.test("a program that keeps what is not over keeps tonight's show until it begins", async () => {
  await using app = await createProgram(REPOSITORY);
  const all: Json[] = await app.json("/api/groupa/theater");
  const start = Date.parse(
    all.findLast(({ is_upcoming, time }) => is_upcoming && time !== "").start_at,
  );
  for (const now of [start - 8 * 3_600_000, start - 1, start]) {
    app.at(now);
    const { theater } = await app.json(`${ROOT}/theater`);
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
    const answer = await app.json(`${ROOT}/theater${query}`);
    assert.equal(answer.success, true, query);
    assert.deepEqual(answer.data, answer.theater, query);
    const own = await app.json(`/api/groupa/theater${query.replace("?page=all", "")}`);
    assert.deepEqual(answer.data.map(({ id }: Json) => id), own.map(({ id }: Json) => id), query);
    assert.equal(answer.total_count, own.length, query);
  }
  for (const path of ["theater?page=1", "theater?perpage=5", "news", "news?page=1"]) {
    const answer = await app.json(`${ROOT}/${path}`);
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
