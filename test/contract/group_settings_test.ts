import assert from "node:assert/strict";
import { compileTree } from "../build/compiled_tree.ts";
import { writeTree } from "../build/content_tree.ts";
import { runTask } from "../support/command.ts";
import { createProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/temporary.ts";

const NOW = "2026-07-04T10:00:00Z";

Deno.test("check prints no problem in the content that ships", async () => {
  const { code, stderr } = await runTask("check", {});
  assert.equal(code, 0);
  // On a slow machine a line says in between what is being done.
  assert.match(stderr, /^(?:.+ … \(\d+ s\)\n)*Checked content: no problems\n$/);
});

Deno.test("guests whom group.yaml names are no warning, in any case; others are", () => {
  const show = (name: string) => `title: A\ndate: 2026-08-01\nmembers: [${name}]\n`;
  const group = "name: Group A\nfamily: bare\nguests: [Kang Dodi (tamu)]\n";
  const warningsOf = (name: string) =>
    compileTree({ "groupa/group.yaml": group, "groupa/shows/a.yaml": show(name) }).warnings;
  assert.deepEqual(warningsOf("kang dodi (TAMU)"), []);
  const [warning] = warningsOf("Kang Dodi (tamuu)");
  assert.match(warning!, /No member is called .*Did you mean "Kang Dodi \(tamu\)"\?/);
});

Deno.test("a show without a venue takes place at the group's, in lists and schedules", () => {
  for (const family of ["bare", "wrapped"]) {
    const { items } = compileTree({
      "groupa/group.yaml": `name: A\nfamily: ${family}\ndefaults: { venue: Teater A }\n`,
      "groupa/shows/a.yaml": "title: A\ndate: 2026-08-01\n",
      "groupa/shows/b.yaml": "title: B\ndate: 2026-08-02\nvenue: Balai\n",
    });
    for (const table of ["shows", "schedule"] as const) {
      const venues = items(table).filter(({ title }) => ["A", "B"].includes(title))
        .map(({ venue }) => venue);
      assert.deepEqual(venues, ["Balai", "Teater A"], `${family} ${table}`);
    }
  }
});

Deno.test("shows and events are found under names that their files had", async () => {
  await using folder = await temporaryFolder();
  writeTree(folder.path, {
    "groupa/shows/b.yaml": "title: B\ndate: 2026-08-01\nformer_slugs: [lama]\n",
    "groupa/events/c.yaml": "id: 7\ntitle: C\ndate: 2026-08-01\nformer_slugs: [dulu]\n",
    "groupa/releases/d.yaml": "title: D\ntype: single\nformer_slugs: [dulu]\n",
  });
  await using app = await createProgram({ content: folder.path, now: NOW });
  assert.equal((await app.json("/api/groupa/theater/lama")).id, "b");
  assert.equal((await app.json("/api/groupa/events/dulu")).id, "7");
  assert.equal((await app.ask("/api/groupa/events/lama")).status, 404);
});

Deno.test("two files of a kind cannot have had one name", () => {
  const show = "title: B\ndate: 2026-08-01\nformer_slugs: [lama]\n";
  const files = { "groupa/shows/b.yaml": show, "groupa/shows/c.yaml": show };
  assert.throws(() => compileTree(files), /lama/);
});

Deno.test("a label that is a path on another site is a warning, and no event has it", () => {
  const { items, warnings } = compileTree({
    "groupa/events/a.yaml": "title: A\ndate: 2026-08-01\nlabel: /icon.png\n",
    "groupa/events/b.yaml": "title: B\ndate: 2026-08-02\nlabel: https://img.example/icon.png\n",
    "groupa/news/c.md": "---\ntitle: C\ndate: 2026-08-01\nlabel: /icon.png\n---\n\nHalo.\n",
    "groupa/news/d.md": "---\ntitle: D\ndate: 2026-08-02\nlabel: https://img.example/d.png\n---\n",
  });
  const labels = (table: "events" | "news") => items(table).slice(0, 2).map(({ label }) => label);
  assert.deepEqual(labels("events"), ["https://img.example/icon.png", ""]);
  assert.deepEqual(labels("news"), ["https://img.example/d.png", "/icon.png"]);
  assert.equal(warnings.filter((text) => text.includes('label "/icon.png"')).length, 2);
});
