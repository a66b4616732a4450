import assert from "node:assert/strict";
import { diagnose } from "../../build/diagnose.ts";
import { fixContent } from "../../build/fix/fix_content.ts";
import { copyFolder } from "../support/shipped_content.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { writeTree } from "../build/content_tree.ts";

const SHOW = "groupa/shows/2026-12-04-x.yaml";
const HEAD = "title: Peluit\n";

/** What a file says, and what of it is there after `check --fix`. */
const CASES: readonly (readonly [says: string, after: string])[] = [
  ["date: 2026-12-04 19:00 # malam\n", 'date: 2026-12-04\ntime: "19:00" # malam\n'],
  ["date: 2026-12-04T19:00:00+07:00\n", 'date: 2026-12-04\ntime: "19:00"\n'],
  ["date: 2026-12-04T12:00:00Z\n", 'date: 2026-12-04\ntime: "19:00"\n'],
  ["date: 2026年12月4日(金) 19:30\n", 'date: 2026-12-04\ntime: "19:30"\n'],
  ["date: Jumat, 4 Desember 2026\n", "date: 2026-12-04\n"],
  ["date: 4 Desember\n", "date: 2026-12-04\n"],
  ['date: 2026-12-04\ntime: "20:00 WIB"\n', 'date: 2026-12-04\ntime: "20:00"\n'],
  ...[
    'date: 2026-12-04\ntime: "20:00 WITA"\n',
    "date: 2026-12-04\ntime: 21.00 WIT\n",
    "date: 2026-12-04\ntime: 19:00 JST\n",
    "date: Sabtu, 4 Desember 2026\n",
    "date: 2026年12月4日(土)\n",
    "date: 2026-13-04\n",
    'date: 2026-12-04 19:00\ntime: "20:00"\n',
    "date: 2026-12-04\nmembers: [Aya, Ayya, Bela Sary, Sari Bela, AYA PUTRO]\n",
  ].map((same) => [same, same] as const),
];

Deno.test("a fix keeps each fact, and leaves what contradicts to people", async () => {
  for (const [says, after] of CASES) {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/content`;
    writeTree(root, { [SHOW]: HEAD + says });
    fixContent(() => diagnose(root));
    assert.equal(Deno.readTextFileSync(`${root}/${SHOW}`), HEAD + after);
    assert.deepEqual(fixContent(() => diagnose(root)).changes, []);
  }
});

Deno.test("one slip changes three files at most: shows that name a setlist stay as they are", async () => {
  for (const [count, changed] of [[3, 3], [4, 0]] as const) {
    await using folder = await temporaryFolder();
    const root = `${folder.path}/content`;
    const shows = Array.from({ length: count - 1 }, (_, at) => [
      `groupa/shows/2026-08-0${at + 1}-x.yaml`,
      `setlist: Jendela Pagi\ndate: 2026-08-0${at + 1}\n`,
    ]);
    writeTree(root, {
      ...Object.fromEntries(shows),
      "groupa/setlists.yaml": "- name: Jendela Pagi!\n",
    });
    assert.equal(fixContent(() => diagnose(root)).changes.length, changed);
  }
});

/** Slips of a text: letters that change places, fields and values as others write them. */
const SLIPS: readonly ((text: string, pick: (count: number) => number) => string)[] = [
  (text) => text.replace(/^date: (\d{4})-(\d\d)-(\d\d)$/m, "date: $3/$2/$1"),
  (text) => text.replace(/^date: (.*)\ntime: "(.*)"$/m, "date: $1 $2"),
  (text) => text.replace(/^time: "(\d\d):(\d\d)"$/m, "time: $1.$2 WITA"),
  (text) => text.replace(/^time: "(\d\d):(\d\d)"$/m, "time: $1.$2"),
  (text) => text.replace(/^date: (\d{4}-\d\d-\d\d)$/m, "date: Sabtu, $1"),
  (text) => text.replace(/^members:/m, "anggota:"),
  (text) => text.replace(/^status: active$/m, "status: aktif"),
  (text) => text.replace(/^name: (\S+) (\S+)$/m, "name: $1  $2"),
  (text, pick) => {
    const at = pick(text.length - 1);
    return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
  },
  (text, pick) => {
    const at = pick(text.length);
    return text.slice(0, at) + text.slice(at + 1);
  },
];

/** The numbers of a text, and the words of its values, each as often as it is there. */
function factsIn(text: string): Map<string, number> {
  const yaml = text.replace(/^\s*#.*$/gm, "");
  const facts = new Map<string, number>();
  const values = yaml.split("\n").map((line) => line.replace(/^\s*(?:- )?[\w-]+: ?/, ""));
  for (const [word] of values.join("\n").matchAll(/\p{Lu}[\p{L}\p{M}]{2,}|\d+/gu)) {
    const key = /^\d/.test(word) ? String(Number(word)) : word;
    facts.set(key, (facts.get(key) ?? 0) + 1);
  }
  return facts;
}

Deno.test("after random slips in the shipped content, a fix loses no name and no number", async () => {
  const runs = sizeOf({ default: 3, full: 200 });
  let state = testSeed();
  const pick = (count: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % count;
  };
  await using folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  await copyFolder("content", root);
  const files = ["members", "shows", "events", "releases"].flatMap((kind) =>
    [...Deno.readDirSync(`${root}/groupa/${kind}`)].map(({ name }) =>
      `${root}/groupa/${kind}/${name}`
    )
  ).sort();
  const check = () => diagnose(root);
  for (let run = 0; run < runs; run++) {
    const made = new Map<string, { before: string; slipped: string }>();
    for (let slip = 0; slip < 3; slip++) {
      const path = files[pick(files.length)]!;
      const before = made.get(path)?.before ?? Deno.readTextFileSync(path);
      const slipped = SLIPS[pick(SLIPS.length)]!(made.get(path)?.slipped ?? before, pick);
      Deno.writeTextFileSync(path, slipped);
      made.set(path, { before, slipped });
    }
    const { changes } = fixContent(check);
    assert.deepEqual(fixContent(check).changes, [], "a second time changes nothing");
    for (const change of changes) {
      assert.ok("place" in change && made.has(change.place.file), "only what was slipped");
    }
    for (const [path, { before, slipped }] of made) {
      const fixed = factsIn(Deno.readTextFileSync(path));
      for (const [fact, count] of factsIn(slipped)) {
        // What the slip itself made was no fact.
        const had = Math.min(count, factsIn(before).get(fact) ?? 0);
        const isKept = (fixed.get(fact) ?? 0) >= had;
        assert.ok(isKept, `${path} lost ${fact}:\n${slipped}`);
      }
      Deno.writeTextFileSync(path, before);
    }
  }
});
