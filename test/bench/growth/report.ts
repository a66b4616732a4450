import { markdownOf, type Table } from "../table.ts";
import type { AuditGrowth } from "./audit.ts";
import type { ContentGrowth } from "./content.ts";
import type { ActiveKeys, KeyGrowth } from "./keys.ts";

/** All that was measured of growth. */
export interface Growth {
  readonly content: readonly ContentGrowth[];
  readonly keys: readonly KeyGrowth[];
  readonly active: ActiveKeys;
  readonly audit: readonly AuditGrowth[];
  /** The machine, the commit and the day, in one sentence. */
  readonly circumstances: string;
}

const PAGE = new URL("../../../build/site/docs/pages/capacity.md", import.meta.url);

/** From the title of the first table to the end of the sentence on the circumstances. */
const FIGURES = /^Content:\n[^]*^Measured [^]*?\.$/m;

/** Puts the figures where the documents have those of the run before. */
export function writeGrowthPage(growth: Growth): void {
  const text = Deno.readTextFileSync(PAGE);
  Deno.writeTextFileSync(PAGE, text.replace(FIGURES, () => growthMarkdown(growth).trimEnd()));
  new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", PAGE.pathname] }).outputSync();
}

/** The tables as the documents have them. */
export function growthMarkdown(growth: Growth): string {
  const tables = [contentTable(growth), keyTable(growth), activeTable(growth), auditTable(growth)];
  const parts = tables.map((table) => `${table.title}:\n\n${markdownOf(table)}`);
  return `${parts.join("\n")}\nMeasured ${growth.circumstances}.\n`;
}

function contentTable({ content }: Growth): Table {
  return {
    title: "Content",
    headings: ["size", "build s", "pack MiB", "start ms", "memory MiB", "page µs", "p99 ms"],
    rows: [
      ...content.map((each) => [`× ${each.factor}`, ...cellsOf(each)]),
      ...(content.length < 2 ? [] : [[`× ${FAR} (computed)`, ...cellsOf(computed(content))]]),
    ],
  };
}

function cellsOf(growth: Omit<ContentGrowth, "factor">): string[] {
  const { buildS, packMib, startMs, memoryMib, pageUs, pageP99Ms } = growth;
  return [buildS.toFixed(0), packMib.toFixed(0), startMs.toFixed(0), memoryMib.toFixed(0)]
    .concat(pageUs.toFixed(1), pageP99Ms?.toFixed(2) ?? "");
}

const FAR = 100;

/** On the straight line through the first and the last; what does not grow stays as it was last. */
function computed(content: readonly ContentGrowth[]): ContentGrowth {
  const [first, last] = [content[0]!, content.at(-1)!];
  const at = (of: (growth: ContentGrowth) => number) =>
    lineThrough([first.factor, of(first)], [last.factor, of(last)], FAR);
  return {
    ...last,
    buildS: at(({ buildS }) => buildS),
    packMib: at(({ packMib }) => packMib),
    startMs: at(({ startMs }) => startMs),
    memoryMib: at(({ memoryMib }) => memoryMib),
  };
}

const MANY = 1_000_000;

function keyTable({ keys }: Growth): Table {
  const [first, last] = [keys[0]!, keys.at(-1)!];
  const at = (of: (growth: KeyGrowth) => number) =>
    lineThrough([first.keys, of(first)], [last.keys, of(last)], MANY);
  const bytes = (last.memoryMib - first.memoryMib) * 1024 ** 2 / (last.keys - first.keys);
  const figures = ({ startMs, loadMs, memoryMib }: KeyGrowth) => [startMs, loadMs, memoryMib];
  const million = figures(first).map((_, place) => at((growth) => figures(growth)[place]!));
  return {
    title: `Keys, of which each takes ${bytes.toFixed(0)} bytes of memory`,
    headings: ["keys", "start ms", "then loads ms", "memory MiB"],
    rows: [
      ...keys.map((growth) => [
        ...[String(growth.keys), ...figures(growth).map((figure) => figure.toFixed(0))],
      ]),
      [`${MANY} (computed)`, ...million.map((figure) => figure.toFixed(0))],
    ],
  };
}

function activeTable({ active }: Growth): Table {
  const { keys, processes, firstS, againS, refused } = active;
  return {
    title: "Keys that all ask at once, on one KV file",
    headings: ["keys", "processes", "first time s", "again s", "not answered 200"],
    rows: [[
      ...[String(keys), String(processes), firstS.toFixed(1), againS.toFixed(1), String(refused)],
    ]],
  };
}

function auditTable({ audit }: Growth): Table {
  return {
    title: "Uses of priority tokens, on record before the answer",
    headings: ["uses a second", "median ms", "p99 ms", "commits for 1,000 uses"],
    rows: audit.map(({ perSecond, medianMs, p99Ms, commitsPer1000 }) => [
      ...[String(perSecond), medianMs.toFixed(2), p99Ms.toFixed(2), String(commitsPer1000)],
    ]),
  };
}

type Point = readonly [x: number, y: number];

function lineThrough([x1, y1]: Point, [x2, y2]: Point, x: number): number {
  return Math.max(0, y1 + (y2 - y1) / (x2 - x1) * (x - x1));
}
