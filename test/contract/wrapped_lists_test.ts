import assert from "node:assert/strict";
import { createProgram } from "../support/program.ts";
import { REPOSITORY, TRIO } from "../support/contents.ts";

Deno.test.each([
  // The nickname itself, then beginnings of names, of a later word, then inside a word.
  ["ann", "zoe-anais-tan ann-drea-tey annabel-lee mei-ann-wong joanna-lim"],
  ["ANN", "zoe-anais-tan ann-drea-tey annabel-lee mei-ann-wong joanna-lim"],
  ["ännä", "annabel-lee joanna-lim"],
  ["drea", "ann-drea-tey"],
  ["ann drea", "ann-drea-tey"],
  ["Zoë", "zoe-anais-tan"],
  ["zoe", "zoe-anais-tan"],
  ["anaïs", "zoe-anais-tan"],
  ["wong", "mei-ann-wong"],
  ["jo", "joanna-lim"],
  ["e", "ann-drea-tey annabel-lee mei-ann-wong zoe-anais-tan"],
])("wrapped: member/%s finds %s, best match first", async (text, expected) => {
  await using app = await createProgram(TRIO);
  const { total, data } = await app.json(`/api/melati/member/${encodeURIComponent(text)}`);
  const found = data.map(({ id }: { id: string }) => id);
  assert.equal(found.join(" "), expected);
  assert.equal(total, found.length);
});

Deno.test.each(["nobody", "ann-drea-tey", "ayu", "*", "%", "a/b", "__proto__", ".*"])(
  "wrapped: member/%s finds nobody: 200 and empty",
  async (text) => {
    await using app = await createProgram(TRIO);
    const answer = await app.json(`/api/melati/member/${encodeURIComponent(text)}`);
    assert.deepEqual([answer.success, answer.total, answer.data], [true, 0, []]);
    assert.match(answer.message, /\S/);
  },
);

Deno.test.each(["%20", "%CC%81", "%C2%B4", "%E3%80%80"])(
  "wrapped: member/%s says no letter: 400 with a hint",
  async (text) => {
    await using app = await createProgram(TRIO);
    const response = await app.ask(`/api/melati/member/${text}`);
    assert.equal(response.status, 400);
    assert.match((await response.json()).hint, /^name takes /);
  },
);

Deno.test("wrapped: releases are newest first, undated ones last", async () => {
  await using app = await createProgram(TRIO);
  const { data } = await app.json("/api/melati/releases");
  assert.deepEqual(data.map(({ id }: { id: string }) => id), ["bloom", "r1", "echo"]);
});

Deno.test("wrapped: a release names its tracks, their numbers and who sings", async () => {
  await using app = await createProgram(TRIO);
  const [bloom, first] = (await app.json("/api/melati/releases")).data;
  assert.deepEqual(bloom.tracks, [{ number: 3, title: "Bloom", members: [] }]);
  assert.deepEqual(first.tracks, [
    {
      number: 1,
      title: "First Light",
      original_title: "最初の光",
      members: ["Ann Drea Tey", "Annabel Lee", "A Guest"],
    },
    { number: 2, title: "Second Wind", members: [] },
  ]);
  assert.deepEqual(first.links, [{ title: "Spotify", url: "https://spotify.example/r1" }]);
});

Deno.test("wrapped: the repository's releases are newest first", async () => {
  await using app = await createProgram(REPOSITORY);
  const { data } = await app.json("/api/groupb/releases");
  const dates = data.map(({ release_date }: { release_date: string }) => release_date);
  assert.ok(dates.length >= 10);
  assert.deepEqual(dates, dates.toSorted().reverse());
});
