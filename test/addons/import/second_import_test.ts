import assert from "node:assert/strict";
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

Deno.test("accounts and names that an editor removed stay removed, further and changed ones are taken", () => {
  using tree = importTree();
  tree.take("members", [SITI]);
  edit(
    tree,
    FILE,
    ["[Siti, Iti]", "[Siti]"],
    ["  - title: X\n    url: https://x.example/siti\n", ""],
  );
  const [instagram, x] = SITI.socials;
  const tiktok = { title: "TikTok", url: "https://tok.example/siti" };
  const socials = [{ ...instagram, url: "https://foto.example/2" }, x, tiktok];
  const dump = [{ ...SITI, nicknames: ["Siti", "Iti", "Tii"], socials }];
  const { differences } = tree.take("members", dump);
  assert.match(tree.text(FILE), /nicknames: \[Siti, Tii\]/);
  assert.match(
    tree.text(FILE),
    /socials:\n {2}- title: Instagram\n {4}url: https:\/\/foto\.example\/2\n {2}- title: TikTok\n/,
  );
  const kept = differences.filter((line) => line.endsWith(", kept"));
  assert.match(kept.join("\n"), /nicknames \(nothing\) -> "Iti", kept\n.*socials .*"X".*, kept$/s);
  edit(tree, FILE, ["https://foto.example/2", "https://mine.example"]);
  tree.take("members", [{ ...SITI, socials: [{ ...instagram, url: "https://foto.example/3" }] }]);
  assert.match(tree.text(FILE), /https:\/\/mine\.example\n/);
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

Deno.test("somebody renamed keeps her old name behind her nicknames, for line-ups of the past", () => {
  using tree = importTree();
  tree.take("members", [AYU]);
  tree.take("members", [{ ...AYU, name: "Ayu Baru" }]);
  const path = "groupa/members/ayu-lama.yaml";
  assert.match(tree.text(path), /^name: Ayu Baru\nnicknames: \[Ayu Lama\]$/m);
  edit(tree, path, ["nicknames: [Ayu Lama]\n", ""]);
  tree.take("members", [{ ...AYU, name: "Ayu Baru" }]);
  assert.doesNotMatch(tree.text(path), /nicknames/);
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
  const article = `---\nid: 7\ntitle: A\ndate: 2025-01-26\n---\n\n**Halo** semua.\n\n${
    "kata ".repeat(99)
  }\n`;
  using tree = importTree({ "groupa/news/a.md": article });
  const item = { id: 7, title: "A", date: "2025-01-26" };
  const short = `Halo semua. ${"kata ".repeat(53)}`.trim();
  assert.equal(tree.take("news", [{ ...item, content: short }]).kept, 1);
  tree.take("news", [{ ...item, content: "Ringkasan sendiri" }]);
  assert.equal(
    tree.text("groupa/news/a.md"),
    article.replace("\n---\n\n", "\nsummary: Ringkasan sendiri\n---\n\n"),
  );
  const html = `<p><strong>Halo</strong> semua.</p><p>${"kata ".repeat(99)}</p>`;
  assert.equal(tree.take("news", [{ ...item, content: html, content_text: "x" }]).kept, 1);
});

Deno.test("of 20 fields that editors changed all stay and are told, and the rest follows the dump", () => {
  using tree = importTree();
  const members = Array.from({ length: 30 }, (_, number) => ({
    ...{ id: number + 1, name: `Member ${number}`, height: 150 + number, hobby: `Hobi ${number}` },
    ...{ birthplace: `Kota ${number}`, jikosokai: `Halo dari ${number}` },
  }));
  tree.take("members", members);
  const paths = Array.from({ length: 5 }, (_, number) => `groupa/members/member-${number}.yaml`);
  const edited = paths.map((path, number) =>
    edit(
      tree,
      path,
      [`height: ${150 + number}`, `height: ${170 + number} # diukur`],
      [`Hobi ${number}`, `Hobi baru ${number}`],
      [`birthplace: Kota ${number}\n`, ""],
      [`Halo dari ${number}`, `Halo, dari ${number}`],
    )
  );
  const dump = members.map((one) => one.id <= 5 ? one : { ...one, hobby: `${one.hobby}!` });
  const { differences } = tree.take("members", dump);
  assert.deepEqual(paths.map((path) => tree.text(path)), edited);
  assert.equal(differences.filter((line) => line.endsWith(", kept")).length, 20);
  assert.equal(differences.filter((line) => line.endsWith('!"')).length, 25);
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
