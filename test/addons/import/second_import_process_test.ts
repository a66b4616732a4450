import assert from "node:assert/strict";
import { type ImportTree, importTree } from "./import_tree.ts";
import { type Ended, runTask } from "./run_task.ts";

const SITI = {
  id: 1,
  name: "Siti Baru",
  nicknames: ["Siti", "Iti"],
  height: 165,
  zodiac: "Ariess",
  introduction: "Halo semua",
  img: "https://img.example/siti.jpg",
  socials: [
    { title: "Instagram", url: "https://foto.example/siti" },
    { title: "X", url: "https://x.example/siti" },
  ],
};
const AYU = { id: 2, name: "Ayu Lama", img: "https://img.example/ayu.jpg" };
const FILE = "groupa/members/siti-baru.yaml";

async function run(
  tree: ImportTree,
  kind: string,
  dump: unknown,
  ...options: string[]
): Promise<Ended> {
  const words = ["import", "groupa", kind, "-", ...options];
  const ended = await runTask(words, { CONTENT_DIR: tree.root }, JSON.stringify(dump));
  assert.equal(ended.code, 0, ended.err);
  return ended;
}

/** Changes a file as an editor does. */
function edit(tree: ImportTree, path: string, ...changes: [from: string, to: string][]): string {
  const text = changes.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), `${from} in ${text}`);
    return text.replace(from, to);
  }, tree.text(path));
  Deno.writeTextFileSync(`${tree.root}/${path}`, text);
  return text;
}

Deno.test("a second import takes what the dump has changed, and keeps and lists what an editor changed", async () => {
  using tree = importTree();
  await run(tree, "members", [SITI, AYU]);
  const edited = edit(
    tree,
    FILE,
    ["height: 165", "height: 166 # measured"],
    ["zodiac: Ariess\n", ""],
    ["Halo semua", "Halo, semua"],
  );
  const dump = [SITI, { ...AYU, img: "https://img.example/new.jpg" }];
  const report =
    /Changed:\n {2}members\/ayu-lama\.yaml: img "https:\/\/img\.example\/ayu\.jpg" -> "https:\/\/img\.example\/new\.jpg"\n/;
  const dry = await run(tree, "members", dump, "--dry-run");
  assert.match(dry.out, new RegExp(report.source.replace("Changed", "Would change")));
  assert.match(tree.text("groupa/members/ayu-lama.yaml"), /ayu\.jpg/);
  const { out } = await run(tree, "members", dump);
  assert.equal(tree.text(FILE), edited);
  assert.match(tree.text("groupa/members/ayu-lama.yaml"), /new\.jpg/);
  assert.match(out, report);
  for (
    const line of [
      "members/siti-baru.yaml: height 166 -> 165, kept",
      'members/siti-baru.yaml: zodiac (nothing) -> "Ariess", kept',
      'members/siti-baru.yaml: jikosokai "Halo, semua" -> "Halo semua", kept',
    ]
  ) assert.ok(out.includes(`\n  ${line}\n`), `${line} in ${out}`);
  const third = await run(tree, "members", dump);
  assert.match(third.out, /0 files made, 0 changed, 2 left as they were\n/);
});

Deno.test("where both have changed the file is right and both are listed; --theirs takes the dump", async () => {
  using tree = importTree();
  await run(tree, "members", [SITI]);
  edit(tree, FILE, ["height: 165", "height: 166"]);
  const dump = [{ ...SITI, height: 167 }];
  for (const _ of ["once", "twice"]) {
    const { out } = await run(tree, "members", dump);
    assert.match(out, /height 166 -> 167, kept: both have changed since the last import\n/);
    assert.match(tree.text(FILE), /^height: 166$/m);
  }
  const { out } = await run(tree, "members", dump, "--theirs");
  assert.match(out, /Changed:\n {2}members\/siti-baru\.yaml: height 166 -> 167\n/);
  assert.match(tree.text(FILE), /^height: 167$/m);
});

Deno.test("accounts and nicknames that an editor removed stay removed, further ones are added", async () => {
  using tree = importTree();
  await run(tree, "members", [SITI]);
  edit(
    tree,
    FILE,
    ["[Siti, Iti]", "[Siti]"],
    ["  - title: X\n    url: https://x.example/siti\n", ""],
    ["foto.example/siti", "foto.example/siti.baru"],
  );
  const dump = [{
    ...SITI,
    nicknames: ["Siti", "Iti", "Tii"],
    socials: [...SITI.socials, { title: "TikTok", url: "https://tok.example/siti" }],
  }];
  const { out } = await run(tree, "members", dump);
  assert.match(tree.text(FILE), /nicknames: \[Siti, Tii\]/);
  assert.match(
    tree.text(FILE),
    /socials:\n {2}- title: Instagram\n {4}url: https:\/\/foto\.example\/siti\.baru\n {2}- title: TikTok\n {4}url: https:\/\/tok\.example\/siti\n/,
  );
  assert.match(out, /nicknames \(nothing\) -> "Iti", kept\n/);
  assert.match(out, /socials \(nothing\) -> \{"title":"X".*, kept\n/);
});

Deno.test("an account whose address the dump has changed follows it, one that an editor changed stays", async () => {
  using tree = importTree();
  await run(tree, "members", [SITI]);
  edit(tree, FILE, ["https://x.example/siti", "https://x.example/mine"]);
  const socials = SITI.socials.map(({ title, url }) => ({ title, url: `${url}/2` }));
  const { out } = await run(tree, "members", [{ ...SITI, socials }]);
  assert.match(tree.text(FILE), /foto\.example\/siti\/2\n.*\n.*x\.example\/mine\n/);
  assert.match(out, /x\.example\/siti\/2.*, kept: both have changed/);
});

Deno.test("what no import has written stays, is listed, and empty fields are filled", async () => {
  using tree = importTree({ [FILE]: "name: Siti Baru\nheight: 170\nnicknames: []\n" });
  const { out } = await run(tree, "members", [SITI]);
  assert.match(out, /height 170 -> 165, kept: no import has written it\n/);
  assert.match(tree.text(FILE), /^height: 170$/m);
  assert.match(tree.text(FILE), /nicknames: \[Siti, Iti\]|nicknames:\n {2}- Siti\n {2}- Iti/);
  // What agrees is known from then on: it follows the dump.
  const second = await run(tree, "members", [{ ...SITI, img: "https://img.example/2.jpg" }]);
  assert.match(second.out, /img "https:\/\/img\.example\/siti\.jpg" -> /);
});

Deno.test("somebody renamed keeps her old name behind her nicknames; who is gone is named", async () => {
  using tree = importTree();
  await run(tree, "members", [SITI, AYU, { id: 3, name: "Cinta" }]);
  const { out } = await run(tree, "members", [SITI, { ...AYU, name: "Ayu Baru" }]);
  assert.match(
    tree.text("groupa/members/ayu-lama.yaml"),
    /^name: Ayu Baru\nnicknames: \[Ayu Lama\]$/m,
  );
  assert.match(out, /name "Ayu Lama" -> "Ayu Baru"\n/);
  assert.match(out, /In the folder, and no longer in the dump:\n {2}members\/cinta\.yaml\n/);
  edit(tree, "groupa/members/ayu-lama.yaml", ["nicknames: [Ayu Lama]\n", ""]);
  await run(tree, "members", [SITI, { ...AYU, name: "Ayu Baru" }]);
  assert.doesNotMatch(tree.text("groupa/members/ayu-lama.yaml"), /nicknames/);
});

Deno.test("a file that an editor deleted is not made again, and is named; a renamed one is known", async () => {
  using tree = importTree();
  await run(tree, "members", [SITI, AYU]);
  Deno.removeSync(`${tree.root}/groupa/members/ayu-lama.yaml`);
  const text = edit(tree, FILE, ["height: 165", "height: 166"]);
  Deno.removeSync(`${tree.root}/${FILE}`);
  const path = "groupa/members/siti.yaml";
  const renamed = text.replace("nicknames", "former_slugs: [siti-baru]\nnicknames");
  Deno.writeTextFileSync(`${tree.root}/${path}`, renamed);
  const { out } = await run(tree, "members", [{ ...SITI, zodiac: "Aries" }, AYU]);
  assert.deepEqual(tree.names("groupa/members"), ["siti.yaml"]);
  assert.match(out, /not made again; --theirs makes it again:\n {2}members\/ayu-lama\.yaml\n/);
  assert.match(out, /members\/siti\.yaml: height 166 -> 165, kept\n/);
  assert.equal(tree.text(path), renamed.replace("Ariess", "Aries"));
});

Deno.test("songs, sessions and articles that an editor changed stay, too", async () => {
  using tree = importTree();
  const setlists = [{ name: "Pagi", songs: ["A", "B"] }, { name: "Malam", songs: ["C"] }];
  const sessions = [{ session: "Sesi 1", date: "2026-05-08", start_time: "10:00" }];
  const news = [{ id: 7, title: "Jadwal", date: "2026-05-08", content: "<p>Halo semua</p>" }];
  const all = [["setlists", setlists], ["videocall", sessions], ["news", news]] as const;
  for (const [kind, dump] of all) await run(tree, kind, dump);
  const files = [
    ["groupa/setlists/pagi.yaml", "- B", "- B!"],
    ["groupa/videocalls/2026-05-08.yaml", '"10:00"', '"10:30"'],
    ["groupa/news/2026-05-08-jadwal.md", "Halo semua", "Halo, semua"],
  ] as const;
  const before = files.map(([path, from, to]) => edit(tree, path, [from, to]));
  const told = [];
  for (const [kind, dump] of all) told.push((await run(tree, kind, dump)).out);
  assert.deepEqual(files.map(([path]) => tree.text(path)), before);
  assert.match(told[0]!, /setlists\/pagi\.yaml: songs \["A","B!"\] -> \["A","B"\], kept\n/);
  assert.match(
    told[1]!,
    /videocalls\/2026-05-08\.yaml#sesi 1\/: start_time "10:30" -> "10:00", kept\n/,
  );
  assert.match(told[2]!, /news\/2026-05-08-jadwal\.md: content ".*Halo, semua.*" -> .*, kept\n/);
});

Deno.test("of 20 fields that editors changed all stay and are reported, and the rest follows the dump", async () => {
  using tree = importTree();
  const members = Array.from({ length: 30 }, (_, number) => ({
    ...{ id: number + 1, name: `Member ${number}`, height: 150 + number, hobby: `Hobi ${number}` },
    ...{ birthplace: `Kota ${number}`, jikosokai: `Halo dari ${number}` },
  }));
  await run(tree, "members", members);
  const path = (number: number) => `groupa/members/member-${number}.yaml`;
  for (let number = 0; number < 5; number++) {
    edit(
      tree,
      path(number),
      [`height: ${150 + number}`, `height: ${170 + number} # diukur`],
      [`Hobi ${number}`, `Hobi baru ${number}`],
      [`birthplace: Kota ${number}\n`, ""],
      [`Halo dari ${number}`, `Halo, dari ${number}`],
    );
  }
  const edited = Array.from({ length: 5 }, (_, number) => tree.text(path(number)));
  const { out } = await run(
    tree,
    "members",
    members.map((member) => member.id <= 5 ? member : { ...member, hobby: `${member.hobby}!` }),
  );
  assert.deepEqual(Array.from({ length: 5 }, (_, number) => tree.text(path(number))), edited);
  assert.equal(out.match(/ -> .*, kept$/gm)?.length, 20);
  assert.equal(out.match(/: hobby "Hobi \d+" -> "Hobi \d+!"$/gm)?.length, 25);
});

Deno.test("lines of two branches are both known, and git's marks between them are passed over", async () => {
  using tree = importTree();
  await run(tree, "members", [SITI, AYU]);
  const path = "groupa/import.sums";
  const [siti, ayu] = ["siti-baru", "ayu-lama"].map((slug) =>
    tree.text(path).split("\n").find((line) => line.startsWith(`members/${slug}.yaml `))!
  );
  const merged = `<<<<<<< HEAD\n${siti}\n=======\n${ayu}\n>>>>>>> other\n`;
  Deno.writeTextFileSync(`${tree.root}/${path}`, merged);
  edit(tree, FILE, ["height: 165", "height: 166"]);
  const { out } = await run(tree, "members", [SITI, { ...AYU, img: "https://img.example/2.jpg" }]);
  assert.match(out, /height 166 -> 165, kept\n/);
  assert.match(out, /Changed:\n {2}members\/ayu-lama\.yaml: img/);
  assert.doesNotMatch(tree.text(path), /<<<|===|>>>/);
});

Deno.test("what import remembers is no content: the check has nothing to say of it", async () => {
  using tree = importTree();
  await run(tree, "members", [AYU]);
  const check = await runTask(["check"], { CONTENT_DIR: tree.root });
  assert.match(check.err, /: no problems\n$/);
});

Deno.test("two branches that import different people merge without a conflict", async () => {
  using tree = importTree();
  const git = async (...words: string[]) => {
    const args = ["-c", "user.name=A", "-c", "user.email=a@a.example", ...words];
    const { code, stdout } = await new Deno.Command("git", { args, cwd: tree.root }).output();
    return { code, out: new TextDecoder().decode(stdout) };
  };
  const commit = async (name: string, people: unknown) => {
    await run(tree, "members", people);
    await git("add", "-A");
    assert.equal((await git("commit", "-qm", name)).code, 0);
  };
  await git("init", "-q", "-b", "main");
  const slugged = ({ id: _, ...rest }: typeof AYU) => rest;
  await commit("first", [slugged(AYU)]);
  await git("switch", "-qc", "other");
  await commit("other", [slugged(AYU), { name: "Bela", height: 160 }]);
  await git("switch", "-q", "main");
  await commit("mine", [slugged(AYU), { name: "Bima", height: 170 }]);
  const merged = await git("merge", "-q", "--no-edit", "other");
  assert.equal(merged.code, 0, merged.out);
  const lines = tree.text("groupa/import.sums").split("\n").map((line) => line.split(" ")[0]);
  assert.deepEqual(lines.filter((line) => line?.startsWith("members/")), [
    ...["members/ayu-lama.yaml", "members/bima.yaml", "members/bela.yaml"],
  ]);
});

Deno.test("a dump that says less than an editor does not make her words its own", async () => {
  using tree = importTree({ [FILE]: "name: Siti Baru\nbirth_date: 2004-02-29\n" });
  const path = "groupa/news/2026-05-08-jadwal.md";
  const long = "Halo semua, ini jadwal kami. ".repeat(20);
  const news = { id: 7, title: "Jadwal", date: "2026-05-08" };
  await run(tree, "members", [{ url: "siti-baru", name: "Siti Baru", birthday: "--02-29" }]);
  await run(tree, "news", [{ ...news, content: `<p>${long}</p>` }]);
  const edited = edit(tree, path, ["Halo semua", "Halo, semua"]);
  const members = await run(tree, "members", [{
    url: "siti-baru",
    name: "Siti Baru",
    birthday: "2005-02-28",
  }]);
  assert.match(tree.text(FILE), /birth_date: 2004-02-29/);
  assert.match(members.out, /birth_date "2004-02-29" -> "2005-02-28", kept: no import/);
  await run(tree, "news", [{ ...news, content: "Halo, semua, ini jadwal kami." }]);
  await run(tree, "news", [{ ...news, content: `<p>${long}!</p>` }]);
  assert.equal(tree.text(path).split("---\n")[2], edited.split("---\n")[2]);
});
