import assert from "node:assert/strict";
import { createCatalog } from "../../src/catalog/catalog.ts";
import { openPack } from "../../src/catalog/pack.ts";
import { search, type SearchedGroup, searchedGroup } from "../../src/search/search.ts";
import { packOf } from "../support/compiled.ts";
import { LIVE_SIZE, timesSize, writeContent } from "../support/content_generator.ts";
import { judgedQueries } from "../support/judged_queries.ts";
import { sizeOf } from "../support/size.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import { noteFigure } from "./figures.ts";

/** How many times the live service's content there is, beside what the repository ships. */
const FACTOR = sizeOf({ default: 1, full: 10 });
const ROUNDS = 21;
const OPTIONS = { kind: undefined, now: Date.parse("2026-11-22T03:00:00Z"), limit: 10 };

Deno.test(`a search takes microseconds at ${FACTOR} times the size of the live service`, () => {
  const { groups, names } = openGroups();
  const queries = [...judgedQueries().map(({ text }) => text), ...names.flatMap(variants)];
  const times = queries.map((text) => timeOf(groups, text)).sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]! * 1000;
  noteFigure(
    `${queries.length} searches`,
    `median ${at(0.5).toFixed(0)} µs, p99 ${at(0.99).toFixed(0)} µs, ` +
      `most ${at(1).toFixed(0)} µs`,
  );
  assert.ok(at(0.5) <= 50, `median ${at(0.5)} µs`);
  assert.ok(at(0.99) <= 500, `p99 ${at(0.99)} µs`);
  const worst = Math.max(...WORST.map((text) => timeOf(groups, text)));
  noteFigure("the worst text to search for", `${worst.toFixed(1)} ms`);
  assert.ok(worst < 25, `${worst} ms`);
});

/** Texts of up to 100 characters that cost as much as any: common beginnings, and mistakes in each word. */
const WORST = [
  "ab cd ef gh ij kl mn op qr st uv wx",
  "pe se ka ma di te ba ke sa la me a",
  "a e i o u s t n k p m b d l r g h",
  "serambi pertunjukan seitansai kota lampu malam panggung hujan kereta bulan pagi senja",
  "pengumumxn setlisx numbex pengumumxm setlist numbxr songs sonxg",
  "x".repeat(100),
  "裏庭".repeat(50),
  "\ufdfa".repeat(100),
];

/** As typed in full, in part, and with a mistake. */
function variants(name: string): string[] {
  return [name, name.slice(0, 4), name.toLowerCase().replace(/(.{4})./, "$1q")];
}

/** Milliseconds: the median of some rounds. */
function timeOf(groups: readonly SearchedGroup[], text: string): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const began = performance.now();
    search(groups, text, OPTIONS);
    return performance.now() - began;
  });
  return times.sort((one, other) => one - other)[ROUNDS >> 1]!;
}

function openGroups(): { groups: SearchedGroup[]; names: string[] } {
  using folder = temporaryFolderSync();
  const content = `${folder.path}/content`;
  writeContent(content, timesSize(LIVE_SIZE, FACTOR));
  for (const group of ["groupa", "groupb"]) copyFolder(`content/${group}`, `${content}/${group}`);
  const catalog = createCatalog(openPack(packOf(content)));
  const [generated] = catalog.groups.filter(({ slug }) => slug === "group1");
  return {
    groups: catalog.groups.map(({ slug, search }) =>
      searchedGroup(slug, catalog.pack.bytes, search)
    ),
    names: generated!.table("members").slice(0, 100).map(({ name }) => name),
  };
}

function copyFolder(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) copyFolder(`${from}/${name}`, `${to}/${name}`);
    else Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}
