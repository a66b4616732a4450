import assert from "node:assert/strict";
import { renderMarkdown } from "../../build/article/markdown.ts";
import { parseYaml } from "../../build/read/yaml.ts";
import { diagnose } from "../../build/diagnose.ts";
import { sizeOf } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { checkTree } from "./check_tree.ts";
import { writeTree } from "./content_tree.ts";

const ORIGIN = { file: "a.yaml", firstLine: 1, above: 0 };

/** A time below this, in ms, says nothing of how it grows. */
const FLOOR_MS = 50;

/** How often it is tried: what else the machine does only adds to a time, but it may add to each. */
const TRIES = 8;

function timeOf(action: () => void): number {
  const began = performance.now();
  action();
  return performance.now() - began;
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
  const lines = [(n: number) => `f${n}: a\n`, () => "%a\n", () => "? a\n"];
  for (const line of lines) {
    const text = (length: number) => Array.from({ length }, (_, n) => line(n)).join("");
    const read = (length: number) => parseYaml(text(length), ORIGIN, () => {});
    assertLinear(line(0), read, 5000);
  }
});

const FILE = "groupa/members/aya-putri.yaml";

Deno.test("a file of 200,000 fields or items is refused at once, with a remedy", async () => {
  const many = (entry: (n: number) => string) =>
    Array.from({ length: 200_000 }, (_, n) => entry(n)).join("");
  const texts = [
    many((n) => `${(n % 40_000).toString(36)}:\n`),
    `nicknames:\n${many(() => "- a\n")}`,
    `nicknames: [${many(() => "a,")}]\n`,
    `nicknames:\n${many(() => "- &a\n")}`,
  ];
  for (const text of texts) {
    const began = performance.now();
    const { code, stderr } = await checkTree({ [FILE]: text });
    assert.ok(performance.now() - began < 10_000);
    assert.match(
      stderr,
      /aya-putri\.yaml:\d+:\d+: error: Cannot read the file: it has more than 20,000 fields and list items; divide it into several files\n/,
    );
    assert.equal(code, 1);
  }
});

Deno.test("brackets within brackets are refused at once, however many they are", () => {
  for (const line of ["f: [\n", "[", "{", "a: {"]) {
    const told: string[] = [];
    const report = (problem: { message: string }) => void told.push(problem.message);
    parseYaml(line.repeat(50_000), ORIGIN, report);
    assert.deepEqual(told, ["Cannot read the file: it is nested too deeply here"]);
  }
});

Deno.test("a file above 1 MiB is an error that names it and its size", async () => {
  const article = (length: number) => "---\ntitle: Panjang\ndate: 2026-01-03\n---\n".padEnd(length);
  const path = "groupa/news/2026-01-03-jadwal.md";
  const most = await checkTree({ [path]: article(1_048_576) });
  assert.equal(most.code, 0, most.stderr);
  const { code, stderr } = await checkTree({ [path]: article(1_048_577) });
  assert.match(
    stderr,
    /^groupa\/news\/2026-01-03-jadwal\.md:1:1: error: Cannot read this file: it has 1,048,577 bytes, and 1,048,576 bytes \(1 MiB\) are the most; /m,
  );
  assert.equal(code, 1);
});

/** What an article or a file of fields is made of, again and again, to make a check slow. */
const ARTICLE_UNITS = [
  ...[
    "[",
    "![",
    "<a ",
    '<a href="x">',
    "*",
    "**a",
    "_",
    "`a",
    "|",
    "> ",
    "- ",
    "&#",
    "(",
    "http://",
  ],
  ...["<!--", "<![CDATA[", "\n", "{%", "[gallery ", "<font ", "<b>", "<div>\n", "](/a)", "</td> "],
  ...["- - -\n", "[a](b", "](http://", "<script>", "a\n\n    b\n\n", "“", "'"],
];
const FIELD_UNITS = ["[", "{", "}", "- ", "? ", "'", '"', "&a ", "|\n", "#", "a: ", "\n", "• a\n"];

Deno.test("a file of one repeated piece costs little more to check than honest text of its size", async () => {
  await using folder = await temporaryFolder();
  const bytes = sizeOf({ default: 60_000, full: 900_000 });
  const news = "---\ntitle: Kabar\ndate: 2026-08-01\n---\nSatu ";
  const honest = "Halo **semua**, lihat [jadwal](https://groupa.example/jadwal) bulan ini.\n\n";
  const cpuOf = (path: string, text: string) => {
    const root = `${folder.path}/${crypto.randomUUID()}`;
    writeTree(root, { [path]: text });
    const began = performance.now();
    diagnose(root);
    const took = performance.now() - began;
    Deno.removeSync(root, { recursive: true });
    return took;
  };
  const article = (unit: string) => news + unit.repeat(bytes / unit.length);
  const path = "groupa/news/2026-08-01-kabar.md";
  const usual = Math.max(FLOOR_MS, cpuOf(path, article(honest)), cpuOf(path, article(honest)));
  const isBounded = (path: string, text: string) =>
    Array.from({ length: 3 }).some(() => cpuOf(path, text) < 60 * usual);
  for (const unit of ARTICLE_UNITS) {
    assert.ok(isBounded(path, article(unit)), `an article of ${JSON.stringify(unit)}`);
  }
  for (const unit of FIELD_UNITS) {
    const text = `name: Citra\nhobby: ${unit.repeat(bytes / unit.length)}\n`;
    assert.ok(isBounded(FILE, text), `fields of ${JSON.stringify(unit)}`);
  }
});
