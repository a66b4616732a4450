import assert from "node:assert/strict";
import { parse } from "yaml";
import { type ImportTree, importTree } from "./import_tree.ts";

const SITI = {
  ...{ id: 1, name: "Siti Baru", nicknames: ["Siti", "Iti"], height: 165, zodiac: "Ariess" },
  ...{ introduction: "Halo semua", img: "https://img.example/siti.jpg" },
  socials: [
    { title: "Instagram", url: "https://foto.example/siti" },
    { title: "X", url: "https://x.example/siti" },
  ],
};
const AYU = { id: 2, name: "Ayu Lama", img: "https://img.example/ayu.jpg" };
const FILE = "groupa/members/siti-baru.yaml";

/** Changes a file as an editor does. */
function edit(tree: ImportTree, path: string, ...changes: [from: string, to: string][]): string {
  const text = changes.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), `${from} in ${text}`);
    return text.replace(from, to);
  }, tree.text(path));
  Deno.writeTextFileSync(`${tree.root}/${path}`, text);
  return text;
}

Deno.test("a second import takes what the dump has changed, and keeps and tells what an editor changed", () => {
  using tree = importTree();
  tree.take("members", [SITI, AYU]);
  const edited = edit(
    tree,
    FILE,
    ["[Siti, Iti]", "[Siti]"],
    ["height: 165", "height: 166 # measured"],
    ["zodiac: Ariess\n", ""],
    ["Halo semua", "Halo, semua"],
  );
  const dump = [SITI, { ...AYU, img: "https://img.example/new.jpg" }];
  const { differences } = tree.take("members", dump);
  assert.equal(tree.text(FILE), edited);
  assert.deepEqual(
    new Set(differences),
    new Set([
      'members/ayu-lama.yaml: img "https://img.example/ayu.jpg" -> "https://img.example/new.jpg"',
      "members/siti-baru.yaml: height 166 -> 165, kept",
      'members/siti-baru.yaml: nicknames ["Siti"] -> ["Siti","Iti"], kept',
      'members/siti-baru.yaml: zodiac (nothing) -> "Ariess", kept',
      'members/siti-baru.yaml: jikosokai "Halo, semua" -> "Halo semua", kept',
    ]),
  );
  const both = [{ ...SITI, height: 167 }];
  assert.deepEqual(tree.take("members", dump).written, []);
  assert.ok(
    tree.take("members", both).differences.includes(
      "members/siti-baru.yaml: height 166 -> 167, kept",
    ),
  );
  tree.take("members", both, "groupa", { prefersTheirs: true });
  assert.match(tree.text(FILE), /^height: 167 # measured$/m);
});

Deno.test("what no import has written stays and is told, and empty fields are filled", () => {
  const before = "name: Siti Baru\nheight: 170\nbirth_date: 2004-02-29\nnicknames: []\n";
  using tree = importTree({ [FILE]: before });
  const { differences } = tree.take("members", [{ ...SITI, birthday: "--02-29" }]);
  assert.ok(differences.includes(
    "members/siti-baru.yaml: height 170 -> 165, kept: no import has written it",
  ));
  assert.match(tree.text(FILE), /^height: 170\nbirth_date: 2004-02-29$|^height: 170$/m);
  assert.match(tree.text(FILE), /Siti[^]*Iti/);
  // A dump that says less than an editor does not make her words its own.
  tree.take("members", [{ ...SITI, birthday: "2005-02-28" }]);
  assert.match(tree.text(FILE), /^birth_date: 2004-02-29$/m);
});

Deno.test("a file that an editor deleted is not made again, and is told; a renamed one is known", () => {
  using tree = importTree();
  tree.take("members", [SITI, AYU]);
  Deno.removeSync(`${tree.root}/groupa/members/ayu-lama.yaml`);
  const text = edit(tree, FILE, ["height: 165", "height: 166"]);
  Deno.removeSync(`${tree.root}/${FILE}`);
  const path = "groupa/members/siti.yaml";
  const renamed = text.replace("nicknames", "former_slugs: [siti-baru]\nnicknames");
  Deno.writeTextFileSync(`${tree.root}/${path}`, renamed);
  const { removed, differences } = tree.take("members", [{ ...SITI, zodiac: "Aries" }, AYU]);
  assert.deepEqual(tree.names("groupa/members"), ["siti.yaml"]);
  assert.deepEqual(removed, ["members/ayu-lama.yaml"]);
  assert.ok(differences.includes("members/siti.yaml: height 166 -> 165, kept"));
  assert.equal(tree.text(path), renamed.replace("Ariess", "Aries"));
});

Deno.test("a name and a day that an editor changed stay, and nothing is made a second time", () => {
  using tree = importTree();
  const show = { title: "Pagi", date: "2026-05-08", time: "14:00" };
  const shows = [show, { ...show, time: "19:00" }, { title: "Pagi", date: "2026-05-09" }];
  const dumps = { members: [SITI], setlists: [{ name: "Pagi", songs: ["A"] }], theater: shows };
  const takeAll = () => Object.entries(dumps).map(([kind, dump]) => tree.take(kind, dump));
  takeAll();
  edit(tree, FILE, ["name: Siti Baru", "name: Siti Lama"]);
  edit(tree, "groupa/setlists/pagi.yaml", ["name: Pagi", "name: Malam"]);
  for (const name of ["08-pagi", "08-pagi-2", "09-pagi"]) {
    edit(tree, `groupa/shows/2026-05-${name}.yaml`, ["setlist: Pagi", "setlist: Malam"]);
  }
  edit(tree, "groupa/shows/2026-05-09-pagi.yaml", ["date: 2026-05-09", "date: 2026-05-10"]);
  const again = takeAll();
  assert.deepEqual(again.flatMap(({ written, told }) => [...written, told]), ["", "", ""]);
  assert.deepEqual(again.flatMap(({ differences }) => differences), [
    'members/siti-baru.yaml: name "Siti Lama" -> "Siti Baru", kept',
    'shows/2026-05-09-pagi.yaml: date "2026-05-10" -> "2026-05-09", kept',
  ]);
});

Deno.test("a file is that of the record whose day it has now, before that of the day which import wrote", () => {
  using tree = importTree();
  const show = { title: "Alfa", date: "2026-07-03", time: "19:00" };
  const path = "groupa/shows/2026-07-03-alfa.yaml";
  tree.take("theater", [show]);
  const text = edit(tree, path, ["2026-07-03", "2026-07-10"]);
  const { made, told } = tree.take("theater", [show, { ...show, date: "2026-07-10" }]);
  assert.deepEqual([made, told, tree.text(path)], [1, "", text]);
});

Deno.test("another show on the day to which an editor moved one, or on the same day, is one more", () => {
  const show = { title: "Alfa", date: "2026-07-03", time: "19:00", team: "J" };
  const others = [{ ...show, date: "2026-07-10", time: "14:00" }, { ...show, time: "21:00" }];
  for (const [place, other] of others.entries()) {
    using tree = importTree();
    const path = "groupa/shows/2026-07-03-alfa.yaml";
    tree.take("theater", [show]);
    if (place === 0) edit(tree, path, ["2026-07-03", "2026-07-10"]);
    const text = tree.text(path);
    const { made, told } = tree.take("theater", [show, other]);
    assert.deepEqual([made, told, tree.text(path)], [1, "", text]);
    assert.deepEqual(tree.take("theater", [show, other]).written, []);
  }
});

Deno.test("of two records of one file none takes away what the other one has said", () => {
  const aya = { slug: "aya", name: "Aya", height: 150, hobby: "tidur" };
  const before = { "groupa/members/aya.yaml": "name: Aya\nformer_slugs: [aya-lama]\n" };
  using tree = importTree(before);
  const { lost, told } = tree.take("members", [aya, { name: "Aya", height: 151, team: "J" }]);
  assert.match(told, /record 2 "Aya": it is passed over: several/);
  assert.equal(lost, 3);
  assert.match(tree.text("groupa/members/aya.yaml"), /^height: 150\nhobby: tidur$/m);
  using other = importTree(before);
  other.take("members", [aya, { slug: "aya-lama", name: "Aya", team: "J" }]);
  assert.match(other.text("groupa/members/aya.yaml"), /^team: J\nheight: 150\nhobby: tidur$/m);
});

/** Lists with two of one title, which stay two, also when a dump turns them around. */
const TWINS: [kind: string, record: object, field: string, items: unknown[]][] = [
  [
    "members",
    { name: "Aya" },
    "socials",
    ["a", "b"].map((user) => ({
      title: "Instagram",
      url: `https://foto.example/${user}`,
    })),
  ],
  [
    "releases",
    { title: "Fajar", type: "album" },
    "links",
    ["a", "b"].map((song) => ({
      title: "Dengarkan",
      url: `https://lagu.example/${song}`,
    })),
  ],
  ["releases", { title: "Fajar", type: "album" }, "tracks", [
    { title: "Interlude", original_title: "A" },
    { title: "Interlude", members: ["Aya"] },
  ]],
  ["setlists", { name: "Pagi" }, "songs", [
    { title: "Interlude", original_title: "A" },
    { title: "Interlude", center: ["Aya"] },
  ]],
  ["setlists", { name: "Pagi" }, "songs", [
    { title: "Interlude", original_title: "A" },
    "Interlude",
  ]],
  ["releases", { title: "Fajar", type: "album" }, "tracks", [
    { title: "Interlude", members: ["Aya"] },
    { title: "Interlude" },
  ]],
];

for (const [kind, record, field, items] of TWINS) {
  Deno.test(`two ${field} of one title stay two`, () => {
    using tree = importTree();
    const [path] = tree.take(kind, [{ ...record, [field]: items }]).written
      .filter((path) => path.endsWith(".yaml"));
    const listIn = () => parse(tree.text(path!))[field];
    assert.deepEqual(listIn(), items);
    assert.deepEqual(tree.take(kind, [{ ...record, [field]: items }]).written, []);
    const turned = items.toReversed();
    tree.take(kind, [{ ...record, [field]: turned }]);
    assert.deepEqual(new Set(listIn()), new Set(items));
  });
}

Deno.test("a setlist whose file has a name of its own is known after it is renamed", () => {
  using tree = importTree({
    "groupa/setlists/malam.yaml": "name: Malam\nformer_slugs: [pagi]\nsongs: [A]\n",
  });
  assert.deepEqual(tree.take("setlists", [{ name: "Pagi", songs: ["A"] }]).made, 0);
});

Deno.test("songs, sessions and articles that an editor changed stay, too", () => {
  const parts: [kind: string, dump: object, path: string, from: string, to: string][] = [
    ["setlists", { name: "Pagi", songs: ["A", "B"] }, "setlists/pagi.yaml", "- B", "- B!"],
    [
      ...["videocall", { session: "S", date: "2026-05-08", start_time: "10:00" }] as const,
      ...["videocalls/2026-05-08.yaml", '"10:00"', '"10:30"'] as const,
    ],
    [
      ...["news", { id: 7, title: "Jadwal", date: "2026-05-08", content: "<p>Halo</p>" }] as const,
      ...["news/2026-05-08-jadwal.md", "Halo", "Hai"] as const,
    ],
  ];
  for (const [kind, record, path, from, to] of parts) {
    using tree = importTree();
    tree.take(kind, [record]);
    const edited = edit(tree, `groupa/${path}`, [from, to]);
    const { differences } = tree.take(kind, [record]);
    assert.equal(tree.text(`groupa/${path}`), edited);
    assert.equal(differences.length, 1);
    assert.match(differences[0]!, /, kept$/);
  }
});

Deno.test("the short text of a list never takes an article's place, the same article in other HTML neither", () => {
  using tree = importTree();
  const item = { id: 7, title: "A", date: "2025-01-26" };
  const html = `<p><strong>Halo</strong> semua.</p><p>${"kata ".repeat(99)}</p>`;
  tree.take("news", [{ ...item, content: html, content_text: "x" }]);
  const path = "groupa/news/2025-01-26-a.md";
  const text = tree.text(path);
  const short = `Halo semua. ${"kata ".repeat(53)}`.trim();
  for (const content of [short, `${short} …`, html]) {
    assert.equal(tree.take("news", [{ ...item, content }]).kept, 1);
  }
  assert.equal(tree.text(path), text);
});

Deno.test("lines of two branches are both known, and git's marks between them are passed over", () => {
  using tree = importTree();
  tree.take("members", [SITI, AYU]);
  const path = "groupa/import.sums";
  const [siti, ayu] = ["siti-baru", "ayu-lama"].map((slug) =>
    tree.text(path).split("\n").find((line) => line.startsWith(`members/${slug}.yaml `))!
  );
  const merged = `<<<<<<< HEAD\n${siti}\n=======\n${ayu}\n>>>>>>> other\n`;
  Deno.writeTextFileSync(`${tree.root}/${path}`, merged);
  edit(tree, FILE, ["height: 165", "height: 166"]);
  const { differences } = tree.take("members", [SITI, { ...AYU, img: "https://img.example/2" }]);
  assert.ok(differences.includes("members/siti-baru.yaml: height 166 -> 165, kept"));
  assert.match(differences.join("\n"), /members\/ayu-lama\.yaml: img .*2"$/m);
  assert.doesNotMatch(tree.text(path), /<<<|===|>>>/);
});
