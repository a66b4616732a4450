import assert from "node:assert/strict";
import { REPOSITORY, TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";

Deno.test("releases are newest first, undated ones last", async () => {
  await using app = await world(TRIO);
  const { data } = await app.json("/api/melati/releases");
  assert.deepEqual(data.map(({ id }: { id: string }) => id), ["bloom", "r1", "echo"]);
});

Deno.test("a release names its tracks, their numbers and who sings", async () => {
  await using app = await world(TRIO);
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

Deno.test("the repository's releases are newest first", async () => {
  await using app = await world(REPOSITORY);
  const { data } = await app.json("/api/groupb/releases");
  const dates = data.map(({ release_date }: { release_date: string }) => release_date);
  assert.ok(dates.length >= 10);
  assert.deepEqual(dates, dates.toSorted().reverse());
});
