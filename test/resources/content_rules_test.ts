import assert from "node:assert/strict";
import { check } from "../support/check.ts";
import { world } from "../support/world.ts";

const NOW = "2026-07-04T10:00:00Z";

/** What these tests read of an item. */
interface Item {
  readonly id: string;
  readonly title: string;
  readonly venue?: string;
  readonly label?: string;
}

Deno.test("guests whom group.yaml names are no warning, in any case; others are", () => {
  const warningsOf = (name: string) =>
    check({
      "groupa/group.yaml": "name: Group A\nfamily: bare\nguests: [Kang Dodi (tamu)]\n",
      "groupa/shows/a.yaml": `title: A\ndate: 2026-08-01\nmembers: [${name}]\n`,
    }).messages;
  assert.deepEqual(warningsOf("kang dodi (TAMU)"), []);
  const [warning] = warningsOf("Kang Dodi (tamuu)");
  assert.match(warning!, /No member is called .*Did you mean "Kang Dodi \(tamu\)"\?/);
});

Deno.test("a known guest by whose name line-ups mean a member is an error", () => {
  const messagesOf = (guests: string) =>
    check({ "groupa/group.yaml": `name: A\nfamily: bare\nguests: [${guests}]\n` }).messages;
  for (const name of ["bela sari", "Lala", "bela-sari"]) {
    const said = /^error groupa\/group\.yaml:3: .*bela-sari\.yaml is called so/;
    assert.match(messagesOf(`Kang Dodi, ${name}`).join("\n"), said);
  }
  assert.deepEqual(messagesOf("Bela Sari (Group B)"), []);
});

Deno.test("what names no venue takes place at the group's, but on television", async () => {
  for (const family of ["bare", "wrapped"]) {
    const content = {
      "groupa/group.yaml": `name: A\nfamily: ${family}\ndefaults: { venue: Teater A }\n`,
      "groupa/shows/a.yaml": "title: A\ndate: 2026-08-01\n",
      "groupa/shows/b.yaml": "title: B\ndate: 2026-08-02\nvenue: Balai\n",
      "groupa/events/c.yaml": "title: C\ndate: 2026-08-01\n",
      "groupa/events/d.yaml": "title: D\ndate: 2026-08-01\nvenue: Balai\n",
      "groupa/events/e.yaml": "title: E\ndate: 2026-08-01\ntype: media\n",
    };
    await using app = await world({ content, now: NOW });
    const venues = async (list: string) => {
      const answer = await app.json(`/api/groupa/${list}?from=2026-08-01`);
      const items: Item[] = answer.data ?? answer;
      const own = items.filter(({ title }) => title.length === 1);
      return Object.fromEntries(own.map(({ title, venue = "" }) => [title, venue]));
    };
    const shows = { A: "Teater A", B: "Balai" };
    const events = { C: "Teater A", D: "Balai", E: "" };
    assert.deepEqual(await venues("theater"), shows, family);
    assert.deepEqual(await venues("events"), events, family);
    assert.deepEqual(await venues("schedule"), { ...shows, ...events }, family);
  }
});

Deno.test("shows, events, articles and members answer at names that their files had", async () => {
  for (const family of ["bare", "wrapped"]) {
    const content = {
      "groupa/group.yaml": `name: A\nfamily: ${family}\n`,
      "groupa/members/bela-sari.yaml": "name: Bela Sari\nformer_slugs: [bella]\n",
      "groupa/shows/b.yaml": "title: B\ndate: 2026-08-01\nformer_slugs: [lama, kuno]\n",
      "groupa/events/c.yaml": "id: 7\ntitle: C\ndate: 2026-08-01\nformer_slugs: [dulu]\n",
      "groupa/news/d.md": "---\ntitle: D\ndate: 2026-01-01\nformer_slugs: [basi]\n---\n",
      "groupa/releases/e.yaml": "title: E\ntype: single\nformer_slugs: [dulu]\n",
    };
    await using app = await world({ content, now: NOW });
    const idAt = async (path: string) => {
      const body = await app.json(`/api/groupa/${path}`) as { id: string; data: Item[] };
      return family === "bare" ? body.id : body.data[0]!.id;
    };
    const paths = ["theater/lama", "theater/kuno", "events/dulu", "news/basi"];
    assert.deepEqual(await Promise.all(paths.map(idAt)), ["b", "b", "7", "d"], family);
    assert.equal((await app.ask("/api/groupa/events/lama")).status, 404);
    if (family === "bare") assert.equal(await idAt("member/bella"), "bela-sari");
  }
});

Deno.test("a label that is a path on another site is a warning, and no event has it", async () => {
  const content = {
    "groupa/events/a.yaml": "title: A\ndate: 2026-08-01\nlabel: /icon.png\n",
    "groupa/events/b.yaml": "title: B\ndate: 2026-08-02\nlabel: https://img.example/icon.png\n",
    "groupa/news/c.md": "---\ntitle: C\ndate: 2026-07-01\nlabel: /icon.png\n---\n\nHalo.\n",
  };
  const { messages } = check(content);
  assert.equal(messages.filter((text) => text.includes('label "/icon.png"')).length, 2);
  await using app = await world({ content, now: NOW });
  const events: Item[] = await app.json("/api/groupa/events?from=2026-08-01");
  assert.deepEqual(events.map(({ label }) => label), ["https://img.example/icon.png", ""]);
  const [news] = await app.json("/api/groupa/news") as Item[];
  assert.equal(news!.label, "/icon.png");
});
