import assert from "node:assert/strict";
import { compileTree, packTree } from "./compiled_tree.ts";
import type { TreeFiles } from "./content_tree.ts";
import { wordsOf } from "../../build/words/say.ts";

/** The names that a show with this line-up ends up with, and the slugs of those who are members. */
function lineUp(names: readonly string[], files: TreeFiles = {}) {
  const list = names.map((name) => `  - ${name}\n`).join("");
  const tree = compileTree({
    ...files,
    "groupa/shows/2026-08-01-peluit.yaml": `title: Peluit\ndate: 2026-08-01\nmembers:\n${list}`,
  });
  const row = tree.group.table("shows").find(({ id }) => id === "2026-08-01-peluit")!;
  return {
    names: tree.detail(row).members,
    slugs: row.members,
    lineup: tree.detail(row, row.extra, row.more).lineup,
    warnings: tree.warnings,
  };
}

Deno.test.each(["bela-sari", "Bela Sari", "Bela", "Lala", "BELA SARI", "lala", "Béla  sari"])(
  "a line-up may call a member %s",
  (name) => {
    const found = lineUp([name]);
    assert.deepEqual(found.names, ["Bela Sari"]);
    assert.deepEqual(found.slugs, ["bela-sari"]);
    assert.deepEqual(found.warnings, []);
  },
);

Deno.test("a former slug still names the member", () => {
  const files = { "groupa/members/citra-dewi.yaml": "name: Citra Dewi\nformer_slugs: [citra]\n" };
  assert.deepEqual(lineUp(["citra"], files).slugs, ["citra-dewi"]);
});

Deno.test("a slug beats a full name, and a full name a nickname", () => {
  const files = {
    "groupa/members/lala.yaml": "name: Nadia\nnicknames: [Nana]\n",
    "groupa/members/nana-2.yaml": "name: Nana\nnicknames: [Lala]\n",
    "groupa/members/nana-3.yaml": "name: Wulan\nnicknames: [Nadia]\n",
  };
  assert.deepEqual(lineUp(["Lala", "Nana", "Nadia"], files).slugs, ["lala", "nana-2"]);
});

Deno.test("a name that is hers twice, as name and as nickname, is not ambiguous", () => {
  const files = { "groupa/members/citra.yaml": "name: Citra\nnicknames: [Citra, citra, Cici]\n" };
  assert.deepEqual(lineUp(["Citra", "Cici"], files).slugs, ["citra"]);
});

Deno.test("names are looked up in their own group only", () => {
  const files = {
    "groupb/group.yaml": "name: B\nfamily: wrapped\n",
    "groupb/members/dina-b.yaml": "name: Dina\n",
  };
  const found = lineUp(["Dina"], files);
  assert.deepEqual(found.slugs, []);
  assert.deepEqual(found.names, ["Dina"]);
  assert.deepEqual(found.warnings, [
    'No member is called "Dina"; the name stays as a guest: if it is one, add it to guests in group.yaml',
  ]);
});

Deno.test("a nickname that members of two groups share means the one of the group", () => {
  const files = {
    "groupb/group.yaml": "name: B\nfamily: wrapped\n",
    "groupb/members/lala-b.yaml": "name: Laila\nnicknames: [Lala]\n",
  };
  assert.deepEqual(lineUp(["Lala"], files).slugs, ["bela-sari"]);
});

Deno.test("a guest keeps the name as it is written and has neither id nor address", () => {
  const { names, lineup } = lineUp(["Kang Dodi (tamu)", "Aya"]);
  assert.deepEqual(names, ["Kang Dodi (tamu)", "Aya Putri"]);
  assert.deepEqual(lineup, [
    { name: "Kang Dodi (tamu)" },
    { id: "aya-putri", name: "Aya Putri", url_key: "aya-putri" },
  ]);
});

Deno.test("a draft member is nobody yet", () => {
  const files = { "groupa/members/citra-dewi.yaml": "name: Citra Dewi\ndraft: true\n" };
  assert.deepEqual(lineUp(["Citra Dewi"], files).slugs, []);
});

Deno.test("celebrations and credits are looked up like line-ups", () => {
  const tree = compileTree({
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nseitansai: [lala, { member: Aya, id: 17 }]\ngraduation: [Tamu]\n",
    "groupa/releases/surat.yaml":
      "title: Surat\ntype: single\ntracks:\n  - { title: Surat, members: [lala, Tamu] }\n",
    "groupa/videocalls/2026-05-08.yaml":
      'date: 2026-05-08\nsessions:\n  - { session: Sesi 1, start_time: "16:30", members: [lala] }\n',
    "groupa/events/2026-02-22-jabat-tangan.yaml": "title: J\ndate: 2026-02-22\nmembers: [lala]\n",
  });
  const show = tree.group.table("shows").find(({ id }) => id === "2026-08-01-peluit")!;
  const detail = tree.detail(show, show.extra, show.more);
  assert.deepEqual(detail.seitansai, [
    { id: "bela-sari", name: "Bela Sari", url_key: "bela-sari" },
    { id: 17, name: "Aya Putri", url_key: "aya-putri" },
  ]);
  assert.deepEqual(detail.graduation, [{ name: "Tamu" }]);
  assert.deepEqual(tree.items("releases")[0].tracks[0].members, ["Bela Sari", "Tamu"]);
  assert.deepEqual(tree.items("events")[0].members, ["Bela Sari"]);
  const [session] = tree.group.table("videocalls")[0]!.sessions;
  assert.deepEqual(session!.members, ["bela sari", "bela", "lala"]);
});

Deno.test("a setlist is found in any case, and an unknown one stays as it is written", () => {
  const tree = compileTree({
    "groupa/shows/2026-08-01-a.yaml": "setlist: JENDELA PAGI\ndate: 2026-08-01\n",
    "groupa/shows/2026-08-02-b.yaml": "setlist: Malam\ndate: 2026-08-02\n",
  });
  const details = ["2026-08-01-a", "2026-08-02-b"].map((id) => {
    const row = tree.group.table("shows").find((show) => show.id === id)!;
    return tree.detail(row, row.more, row.songs);
  });
  assert.deepEqual(details.map(({ setlist_detail }) => setlist_detail), [
    { name: "Jendela Pagi", songs: ["Peluit", "Karcis"] },
    { name: "Malam", songs: [] },
  ]);
  assert.deepEqual(details.map(({ title }) => title), ["JENDELA PAGI", "Malam"]);
  assert.deepEqual(tree.warnings, [
    'No setlist is called "Malam": correct the name, or add it with deno task new setlist',
  ]);
});

Deno.test("a setlist that two files have is reported once, at the second of them", () => {
  const { diagnostics } = packTree({
    "groupa/setlists/jendela.yaml": "name: Jendela Pagi\nsongs: [Peluit]\n",
  });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  assert.equal(errors.length, 1, errors.map(({ message }) => wordsOf(message)).join("\n"));
  assert.match(
    wordsOf(errors[0]!.message),
    /^Cannot use the setlist "Jendela Pagi" twice: .*; keep one of/,
  );
});

Deno.test("a group without setlists whose shows name one is told once", () => {
  const { warnings } = compileTree({ "groupa/setlists/jendela-pagi.yaml": null });
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /^No setlist is here, and one show names one/);
});
