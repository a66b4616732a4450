import { renderMarkdown } from "../../build/article/markdown.ts";
import { compile } from "../../build/compile.ts";
import { parseYaml, placesIn } from "../../build/read/yaml.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { threadTime } from "./thread_time.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { writeTree } from "./content_tree.ts";
import assert from "node:assert/strict";

const originOf = (text: string) => ({ places: placesIn(text, "a.yaml"), above: 0 });

/** A time below this, in ms, says nothing of how it grows. */
const FLOOR_MS = 50;

/** How often it is tried: the collection of garbage only adds to a time, but it may add to each. */
const TRIES = 8;

/** Processor time of this thread in ms: other threads and processes do not add to it. */
function timeOf(action: () => void): number {
  const began = threadTime();
  action();
  return threadTime() - began;
}

/** What is quadratic takes sixteen times as long for four times as much, however often it is tried. */
function assertLinear(name: string, action: (length: number) => void, length: number): void {
  let [once, fourfold] = [Infinity, Infinity];
  for (let tried = 0; tried < TRIES; tried++) {
    once = Math.min(once, timeOf(() => action(length)));
    fourfold = Math.min(fourfold, timeOf(() => action(4 * length)));
    if (fourfold < 8 * Math.max(once, FLOOR_MS)) return;
  }
  assert.fail(`${name}: ${once} ms, then ${fourfold} ms for four times as much`);
}

Deno.test("an article of one repeated piece is rendered in a time that grows with its length", () => {
  const pieces = [..." *[]<>&\n`_~|#\\\t", "![", "<a", "&nbsp;", " \n", "**a", "<td>", "[a]("];
  for (const piece of pieces) {
    const article = (length: number) => `a${piece.repeat(length / piece.length)}a`;
    assertLinear(JSON.stringify(piece), (length) => renderMarkdown(article(length)), 12_500);
  }
});

Deno.test("YAML is read, and what is broken in it explained, in a time that grows with its length", () => {
  const lines = [
    (n: number) => `f${n}: a\n`,
    (n: number) => `- &f${n} a\n`,
    () => "%a\n",
    () => "? a\n",
  ];
  for (const line of lines) {
    const text = (length: number) => Array.from({ length }, (_, n) => line(n)).join("");
    const read = (length: number) => parseYaml(text(length), originOf(text(length)), () => {});
    assertLinear(line(0), read, 5000);
  }
});

const FILE = "groupa/members/aya-putri.yaml";

/** What an article or a file of fields is made of, again and again, to make a check or a build slow. */
const ARTICLE_UNITS = [
  ..."[ ![ * **a _ `a | &# ( http:// <!-- <![CDATA[ {% <b> ](/a) [a](b ]( <script> “ ' ||a :a [[a ~a"
    .split(" "),
  ..."\\*\\* \\n ＊＊ ［a］ <t:1 [a][b] ~~a [^a] <p &amp; ''' {{a :aa".split(" "),
  ...`<a §<a href="x">§> §- §[gallery §<font §<div>↵§</td> §- - -↵§a↵↵    b↵↵§a|b↵-|-↵§|a|b|↵|-|-|↵§| a `
    .split("§"),
  ...`1. a↵§a→b↵§==a §__ §a@b.c §www.a.b §a↵===↵§\`\`\`↵§→§|   §| - §{#a §{a=b §$$ §↵↵#A §↵: §- [ §[a]: /↵§↵`
    .split("§"),
].map(spelt);
const FIELD_UNITS = [
  ..."[ { } ' \" # http:// ** \\n <b> (a 2O26-".split(" "),
  ..."- §? §&a §|↵§a: §↵§• a↵§- - §[a, §{a: §, §; §*a §!a §%a↵§  §→§- a↵§a: b↵§\u00a0§---↵§a dan §<<: *a↵"
    .split("§"),
].map(spelt);

function spelt(unit: string): string {
  return unit.replaceAll("↵", "\n").replaceAll("→", "\t");
}

/** Files in which a piece stands again and again: an article, fields, and fields as programs write them. */
const FORMS: readonly (readonly [path: string, text: (long: string) => string])[] = [
  [
    "groupa/news/2026-08-01-kabar.md",
    (long) => `---\ntitle: Kabar\ndate: 2026-08-01\n---\nSatu ${long}`,
  ],
  [FILE, (long) => `name: Citra\nhobby: ${long}\n`],
  [FILE, (long) => `name: Citra\nhobby: |\n  ${long.replaceAll("\n", "\n  ")}\n`],
  [FILE, (long) => `name: Citra\nhobby: ${long}: b\n`],
  [FILE, (long) => `name: Citra\n${long}\n`],
  [
    "groupa/news/2026-08-01-kabar.md",
    (long) => `+++\ntitle = "Kabar"\n${long}\n+++\nHalo.\n`,
  ],
];

Deno.test("a file of one repeated piece costs little more to check and to build than honest text of its size", async () => {
  await using folder = await temporaryFolder();
  const bytes = sizeOf({ default: 30_000, full: 900_000 });
  const count = sizeOf({ default: 10, full: 3_000 });
  const honest = "Halo **semua**, lihat [jadwal](https://groupa.example/jadwal) bulan ini.\n\n";
  const msOf = (path: string, text: string) => {
    const root = `${folder.path}/${crypto.randomUUID()}`;
    writeTree(root, { [path]: text });
    const took = timeOf(() => compile(root));
    Deno.removeSync(root, { recursive: true });
    return took;
  };
  const fill = (unit: string) => unit.repeat(Math.floor(bytes / unit.length));
  const [news] = FORMS;
  const usualText = news![1](fill(honest));
  // Neighbours that use the same core make work of half a second take two.
  const usual = Math.max(4 * FLOOR_MS, msOf(news![0], usualText), msOf(news![0], usualText));
  let [most, what] = [0, ""];
  const isBounded = (path: string, text: string, name: string) =>
    Array.from({ length: 3 }).some(() => {
      const took = msOf(path, text);
      if (took > most) [most, what] = [took, name];
      return took < 20 * usual;
    });
  const cases = FORMS.flatMap((form, place) => {
    const units = place === 0 ? ARTICLE_UNITS : [...new Set([...FIELD_UNITS, ...ARTICLE_UNITS])];
    return units.map((unit) => ({ form, unit, name: `form ${place}, ${JSON.stringify(unit)}` }));
  });
  const first = testSeed() % cases.length;
  for (let tried = 0; tried < Math.min(count, cases.length); tried++) {
    // Neighbours of a list are alike.
    const { form: [path, text], unit, name } = cases[(first + 37 * tried) % cases.length]!;
    assert.ok(
      isBounded(path, text(fill(unit)), name),
      `${name}: ${most.toFixed()} ms, ${usual.toFixed()} ms for honest text`,
    );
  }
  console.log(`${usual.toFixed()} ms for honest text, ${most.toFixed()} ms for ${what}`);
});
