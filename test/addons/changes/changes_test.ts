import assert from "node:assert/strict";
import { world, type WorldOptions } from "../../support/world.ts";
import type { ChangesItem, LoggedEvent } from "../../support/opening.ts";
import type { TreeFiles } from "../../build/content_tree.ts";

const NOW = Date.parse("2026-07-01T00:00:00Z");
const HOUR = 3_600_000;

const show = (title: string, more = "") =>
  `title: ${title}\ndate: 2026-07-20\ntime: "19:00"\n${more}`;
const FILES: TreeFiles = {
  "groupa/shows/edited.yaml": show("Before"),
  "groupa/shows/gone.yaml": show("Gone"),
  "groupa/shows/named.yaml": show("Named"),
  "groupb/group.yaml": "name: Group B\nfamily: bare\n",
  "groupb/shows/other.yaml": show("Other"),
};
const LATER = "2026-07-01T05:00:00Z";
const DRAFTS: TreeFiles = {
  "groupa/shows/later.yaml": show("Secret", `publish_at: ${LATER}\n`),
  "groupa/shows/draft.yaml": show("Secret", "draft: true\n"),
};

Deno.test("one change is told for each item since a build, and nothing since the newest cursor", async () => {
  await using place = await createPlace();
  const first = place.app.index.build;
  place.app.at(NOW + HOUR);
  await place.app.edit({
    "groupa/shows/edited.yaml": show("After"),
    "groupa/shows/fresh.yaml": show("Fresh"),
    "groupb/shows/other.yaml": show("Changed"),
  });
  const half = await place.changes("");
  place.app.at(NOW + 2 * HOUR);
  await place.app.edit({
    "groupa/shows/gone.yaml": null,
    "groupa/shows/fresh.yaml": show("Fresher"),
    "groupa/shows/named.yaml": null,
    "groupa/shows/renamed.yaml": show("Named", "former_slugs: [named]\n"),
    "groupb/shows/other.yaml": show("Other"),
  });
  const all = await place.changes(first);
  assert.equal(all.from, `${first}.${NOW}`);
  assert.deepEqual(all.data.map(said), [
    "groupa show changed edited title",
    "groupa show added fresh",
    "groupa show removed gone",
    "groupa show changed renamed id (was named)",
    "groupb show changed other title",
  ]);
  assert.equal(all.total, 5);
  assert.deepEqual((await place.changes(half.cursor)).data.map(said), [
    "groupa show changed fresh title",
    "groupa show removed gone",
    "groupa show changed renamed id (was named)",
    "groupb show changed other title",
  ]);
  assert.deepEqual(await place.changes(all.cursor), {
    ...{ cursor: all.cursor, from: all.cursor, total: 0, data: [] },
  });
  assert.deepEqual((await place.changes(first, place.app.narrowKey)).data.map(said), [
    "groupb show changed other title",
  ]);
});

Deno.test("changes, log and streams tell of a group whose folder is gone to who may read it", async () => {
  await using place = await createPlace();
  const { cursor } = await place.changes("");
  const elsewhere = await place.issue(["groupa"]);
  place.app.at(NOW + HOUR);
  await place.app.edit({ "groupb/shows/fresh.yaml": show("Fresh") });
  const withGroup = await place.events();
  assert.deepEqual(withGroup, ["groupb show.added", "groupb content.changed"]);
  const stream = await place.stream(place.app.narrowKey);
  const none = { "groupb/group.yaml": null, "groupb/shows/other.yaml": null };
  place.app.at(NOW + 2 * HOUR);
  await place.app.edit({ ...none, "groupb/shows/fresh.yaml": null });
  const told = ["groupb show.cancelled", "groupb show.cancelled", "groupb content.changed"];
  assert.deepEqual(await stream.next(3), told);
  const later = await place.stream(place.app.narrowKey, "1");
  assert.deepEqual(await later.next(1), ["groupb content.changed"]);
  await Promise.all([stream.end(), later.end()]);
  for (const key of [place.app.key, place.app.narrowKey]) {
    assert.deepEqual(await place.events("", key), [...withGroup, ...told]);
    assert.deepEqual(await place.events("?group=groupb&type=show.added", key), [
      "groupb show.added",
    ]);
    assert.deepEqual((await place.changes(cursor, key)).data.map(said), [
      "groupb show removed other",
    ]);
  }
  assert.deepEqual(await place.events("", elsewhere), []);
  assert.equal((await place.app.ask("/v1/events?group=groupb", { key: elsewhere })).status, 400);
  assert.deepEqual(await place.events("?group=groupa"), []);
});

Deno.test("a stream that is open when a group is added tells of it who may read it then", async () => {
  await using place = await createPlace();
  const both = await place.issue(["groupb", "groupc"]);
  const keys = [place.app.key, place.app.narrowKey, both];
  const streams = await Promise.all(keys.map((key) => place.stream(key)));
  place.app.at(NOW + HOUR);
  await place.app.edit({
    "groupb/shows/fresh.yaml": show("Fresh"),
    "groupc/group.yaml": "name: Group C\nfamily: bare\n",
    "groupc/shows/first.yaml": show("First"),
  });
  const [all, narrow] = [await place.events(), await place.events("?group=groupb")];
  assert.deepEqual(all.filter((one) => !narrow.includes(one)), [
    "groupc show.added",
    "groupc content.changed",
  ]);
  const expected = [all, narrow, all];
  for (const [place, stream] of streams.entries()) {
    assert.deepEqual(await stream.next(expected[place]!.length), expected[place]);
    await stream.end();
  }
});

Deno.test("a renamed group's former slug tells of what is gone, though it leads to the group now", async () => {
  await using place = await createPlace();
  const { cursor } = await place.changes("");
  const elsewhere = await place.issue(["groupa"]);
  const both = await place.issue(["groupb", "groupc"]);
  place.app.at(NOW + HOUR);
  await place.app.edit({
    "groupb/group.yaml": null,
    "groupb/shows/other.yaml": null,
    "groupc/group.yaml": "name: Group B\nfamily: bare\naliases: [groupb]\n",
    "groupc/shows/other.yaml": show("Other"),
  });
  const gone = ["groupb show.cancelled", "groupb content.changed"];
  const added = ["groupc show.added", "groupc content.changed"];
  for (const key of [place.app.key, both]) {
    assert.deepEqual((await place.changes(cursor, key)).data.map(said).toSorted(), [
      "groupb show removed other",
      "groupc show added other",
    ]);
    assert.deepEqual((await place.events("", key)).toSorted(), [...gone, ...added].toSorted());
    assert.deepEqual(
      (await place.events("?group=groupb", key)).toSorted(),
      [...gone, ...added].toSorted(),
    );
    assert.deepEqual((await place.events("?group=groupc", key)).toSorted(), added.toSorted());
  }
  assert.deepEqual((await place.changes(cursor, elsewhere)).data, []);
  assert.deepEqual(await place.events("", elsewhere), []);
  assert.deepEqual(await place.events("?group=groupb", place.app.narrowKey), gone);
});

Deno.test("what comes out by the clock is added then, and nobody is told of it before", async () => {
  await using place = await createPlace();
  place.app.at(NOW + HOUR);
  await place.app.edit(DRAFTS);
  const { cursor } = await place.changes("");
  place.app.at(Date.parse(LATER) - 1);
  const before = await place.app.ask(`/v1/changes?since=${cursor}`);
  assert.equal(before.headers.get("cache-control"), "private, max-age=0");
  assert.equal(await before.text(), JSON.stringify({ cursor, from: cursor, total: 0, data: [] }));
  place.app.at(LATER);
  const after = await place.changes(cursor);
  assert.deepEqual(after.data.map(said), ["groupa show added later"]);
  assert.deepEqual((await place.changes(after.cursor)).data, []);

  place.app.at(Date.parse(LATER) + HOUR);
  await place.app.edit({ "groupa/shows/later.yaml": null });
  assert.deepEqual((await place.changes(cursor)).data, []);
  assert.deepEqual((await place.changes(after.cursor)).data.map(said), [
    "groupa show removed later",
  ]);
});

Deno.test("a cursor that is too old is gone, a word that is none is refused, and both say the oldest", async () => {
  await using place = await createPlace();
  const { cursor } = await place.changes("");
  const first = place.app.index.build;
  for (const days of [1, 16]) {
    place.app.at(NOW + days * 24 * HOUR);
    await place.app.edit({ "groupa/shows/edited.yaml": show(`Title ${days}`) });
  }
  const old = await place.app.ask(`/v1/changes?since=${cursor}`);
  const { type, oldest } = await old.json();
  assert.deepEqual([old.status, type], [410, "GONE"]);
  assert.deepEqual((await place.changes(oldest)).data.map(said), [
    "groupa show changed edited title",
  ]);
  for (const text of [first, "nobody", "a.b.c", `${first}.1e3`, "%00"]) {
    const response = await place.app.ask(`/v1/changes?since=${text}`);
    assert.equal(response.status, 400, text);
    await response.body?.cancel();
  }
});

Deno.test("what another process was told a moment ago is asked for again, not gone", async () => {
  await using place = await createPlace({ outage: true });
  const soon = `/v1/changes?since=0123456789ab.${NOW + 1000}`;
  assert.equal((await place.app.ask(soon)).status, 503);
  place.app.at(NOW + 2 * HOUR);
  assert.equal((await place.app.ask(soon)).status, 410);
});

Deno.test("of two builds of one instant the second is not told: they would take turns for ever", async () => {
  await using place = await createPlace();
  place.app.at(NOW + HOUR);
  await place.app.edit({ "groupa/shows/edited.yaml": show("After") });
  const { cursor } = await place.changes("");
  await place.app.edit({ "groupa/shows/edited.yaml": show("Beside") });
  assert.equal((await place.changes(cursor)).total, 0);
});

Deno.test("a renamed show keeps its place in calendars", async () => {
  await using place = await createPlace();
  const uids = async () => {
    const text = await (await place.app.ask("/api/groupa/theater.ics")).text();
    return [...text.matchAll(/^UID:show-(.*?)\.|^STATUS:(.*)\r/gm)]
      .map(([, uid, status]) => uid ?? status);
  };
  place.app.at(NOW + HOUR);
  await place.app.edit({
    "groupa/shows/named.yaml": null,
    "groupa/shows/renamed.yaml": show("Named", "former_slugs: [named]\n"),
    "groupa/shows/edited.yaml": null,
    "groupa/shows/gone.yaml": null,
  });
  assert.deepEqual((await uids()).filter((_, n, all) => all[n - 1] === "named"), ["CONFIRMED"]);
  assert.equal((await uids()).filter((uid) => uid === "named").length, 1);
  assert.ok(!(await uids()).includes("renamed"));
  place.app.at(NOW + 2 * HOUR);
  await place.app.edit({ "groupa/shows/renamed.yaml": null });
  assert.deepEqual((await uids()).filter((_, n, all) => all[n - 1] === "named"), ["CANCELLED"]);
  place.app.at(NOW + 3 * HOUR);
  await place.app.edit({
    "groupa/shows/third.yaml": show("Named", "former_slugs: [named, renamed]\n"),
  });
  assert.deepEqual((await uids()).filter((_, n, all) => all[n - 1] === "named"), ["CONFIRMED"]);
});

function said({ group, kind, id, change, fields, former_id }: ChangesItem["data"][number]): string {
  const was = former_id === undefined ? [] : [`(was ${former_id})`];
  return [group, kind, change, id, ...fields, ...was].join(" ");
}

async function createPlace(more: Partial<WorldOptions> = {}) {
  const now = new Date(NOW).toISOString();
  const app = await world({ content: FILES, now, narrowTo: ["groupb"], ...more });
  await app.announce();
  return {
    app,
    issue: app.issueTo,
    async changes(since: string, key = app.key): Promise<ChangesItem> {
      const query = since === "" ? "" : `?since=${since}`;
      const response = await app.ask(`/v1/changes${query}`, { key });
      assert.equal(response.status, 200, await response.clone().text());
      return await response.json();
    },
    /** The groups and types of what the log tells. */
    async events(query = "", key = app.key): Promise<string[]> {
      const response = await app.ask(`/v1/events${query}`, { key });
      assert.equal(response.status, 200, await response.clone().text());
      const { data } = await response.json();
      return data.map(({ group, type }: LoggedEvent) => `${group} ${type}`);
    },
    /** The same of the stream, as it comes. */
    async stream(key: string, after?: string) {
      const headers = after === undefined ? {} : { "last-event-id": after };
      const response = await app.ask("/v1/events/stream", { key, headers });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      return {
        async next(count: number): Promise<string[]> {
          const found = () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data!);
          while (found().length < count) text += (await reader.read()).value ?? "";
          return found().map((data) => JSON.parse(data))
            .map(({ group, type }: LoggedEvent) => `${group} ${type}`);
        },
        end: () => reader.cancel(),
      };
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
