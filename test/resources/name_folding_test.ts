import assert from "node:assert/strict";
import { idnItem } from "../../build/demo/scene.ts";
import type { TreeFiles } from "../build/content_tree.ts";
import { createBusyNet } from "../support/busy_platforms.ts";
import { check } from "../support/check.ts";
import { ON_AIR } from "../support/contents.ts";
import { world } from "../support/world.ts";

const FILES: TreeFiles = {
  "groupb/group.yaml": "name: Group B\nfamily: wrapped\n",
  "groupa/members/lu.yaml": "name: Łucja Ørsted-Müller\nidn_username: lu\n",
  "groupb/members/lucja.yaml": "name: Łucja Ørsted-Müller\n",
  "groupa/shows/2026-08-01-peluit.yaml":
    "title: Peluit\ndate: 2026-08-01\nmembers: [lucja orsted muller]\n",
};

const OPTIONS = { content: FILES, now: ON_AIR.now, env: ON_AIR.env };

const WRITTEN = [
  "lucja orsted muller",
  "ŁUCJA ØRSTED-MÜLLER",
  "Łucja  Ørsted‐Muller",
  "Ｌｕｃｊａ Orsted Müller",
];

interface Named {
  readonly id: string;
}

Deno.test.each(WRITTEN)(
  "a member is found as %s by search, q, path, member and name",
  async (written) => {
    const platforms = createBusyNet({ empty: true });
    await using app = await world({ ...OPTIONS, platforms });
    platforms.scene.idn = [idnItem("lu", "show-1", { live_at: app.clock.now() / 1000 - 60 })];
    await app.pass(30_000);
    platforms.scene.idn = [];
    await app.pass(120_000);
    const text = encodeURIComponent(written);
    const ids = (items: readonly Named[]) => items.map(({ id }) => id);
    assert.deepEqual(ids((await app.json(`/v1/search?q=${text}&kind=member`)).data), [
      "lu",
      "lucja",
    ]);
    assert.deepEqual(ids(await app.json(`/api/groupa/members?q=${text}`)), ["lu"]);
    assert.deepEqual(ids((await app.json(`/api/groupb/members?q=${text}`)).data), ["lucja"]);
    assert.equal((await app.json(`/api/groupa/member/${text}`)).id, "lu");
    assert.equal((await app.json(`/api/groupa/member-detail?url=${text}`)).id, "lu");
    assert.deepEqual(ids((await app.json(`/api/groupb/member/${text}`)).data), ["lucja"]);
    assert.deepEqual(ids(await app.json(`/api/groupa/theater?member=${text}`)), [
      "2026-08-01-peluit",
    ]);
    assert.equal((await app.json(`/api/groupa/recent?name=${text}`)).length, 1);
  },
);

Deno.test.each(WRITTEN)("a line-up that names a member as %s has her", async (written) => {
  const show = `title: Peluit\ndate: 2026-08-01\nmembers: ["${written}"]\n`;
  const files = { ...FILES, "groupa/shows/2026-08-01-peluit.yaml": show };
  assert.deepEqual(check(files).messages, []);
  await using app = await world({ ...OPTIONS, content: files });
  const { lineup } = await app.json("/api/groupa/theater/2026-08-01-peluit");
  assert.deepEqual(lineup.map(({ id, name }: Named & { name: string }) => [id, name]), [
    ["lu", "Łucja Ørsted-Müller"],
  ]);
});

Deno.test("an article is found by the words of its text, from the instant of its publication", async () => {
  const text =
    "---\ntitle: Kabar\ndate: 2026-01-03\n---\n\nHalo semua. Panggung pindah ke Balai Kota.\n";
  const files = {
    "groupa/news/2026-01-03-kabar.md": text,
    "groupa/news/2026-07-10-nanti.md": text
      .replace("2026-01-03", '2026-07-10\npublish_at: "2026-07-10T12:00:00+07:00"'),
  };
  await using app = await world({ ...OPTIONS, content: files });
  const find = async (words: string) =>
    (await app.json(`/v1/search?q=${encodeURIComponent(words)}`))
      .data as (Named & { matched: string })[];
  app.at("2026-07-10T04:59:59Z");
  const [first, ...others] = await find("balai panggung");
  assert.deepEqual(
    [first!.id, first!.matched, others.length],
    ["2026-01-03-kabar", "Panggung pindah ke Balai Kota.", 0],
  );
  app.at("2026-07-10T05:00:00Z");
  assert.equal((await find("balai panggung")).length, 2);
  assert.deepEqual(await find("balai jakarta"), []);
});
