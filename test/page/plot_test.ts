import assert from "node:assert/strict";
import { plot } from "../../src/page/plot.ts";

const DAYS = Array.from({ length: 30 }, (_, n) => `2026-11-${String(n + 1).padStart(2, "0")}`);
const svgOf = (text: string) => /<svg[^]*?<\/svg>/.exec(text)![0];

/** The heights of a line's points, and of the axis lines with their words. */
function drawn(svg: string) {
  const ys = (path: string) =>
    [...path.matchAll(/[ML]?[\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
  const lines = [...svg.matchAll(/<path d="(M[^"H]+)" fill="none"/g)].map(([, path]) => ys(path!));
  const axis = [...svg.matchAll(/<path d="M48 ([\d.]+)H[^>]*>\s*<text[^>]*>\s*([^<]*[^<\s])/g)]
    .map(([, y, words]) => [words, Number(y)] as const);
  return { lines, axis: new Map(axis) };
}

Deno.test("a plot begins at zero, and a point stands as high as its number", () => {
  const lines = [{ name: "requests", values: [0, 50, 100] }];
  const { text } = plot({ title: "Requests", period: "3 days", points: DAYS.slice(0, 3), lines });
  const { lines: [line], axis } = drawn(svgOf(text));
  assert.deepEqual([...axis.keys()], ["0", "50", "100"]);
  assert.deepEqual(line, ["0", "50", "100"].map((words) => axis.get(words)));
});

Deno.test("an axis has round numbers, whatever the largest value is", () => {
  const words = (value: number) => {
    const lines = [{ name: "n", values: [value] }];
    const { text } = plot({ title: "N", period: "a day", points: ["today"], lines });
    return [...drawn(svgOf(text)).axis.keys()];
  };
  assert.deepEqual(words(0), ["0", "1", "2"]);
  assert.deepEqual(words(3), ["0", "2", "4"]);
  assert.deepEqual(words(4_999), ["0", "3K", "6K"]);
  assert.deepEqual(words(1_400_000), ["0", "1M", "2M"]);
});

Deno.test("a plot of four lines over 40 days has at most 3 KB, and all figures in its table", () => {
  const points = Array.from({ length: 40 }, (_, n) => `day ${n}`);
  const lines = Array.from({ length: 4 }, (_, place) => ({
    name: "小鳥遊 さくら子・櫻坂ノ宮 千代姫",
    values: points.map((_, n) => 1_000_000 + 7_919 * ((n * (place + 3)) % 97)),
  }));
  const { text } = plot({ title: "Requests a day", period: "the last 40 days", points, lines });
  const size = new TextEncoder().encode(svgOf(text)).length;
  assert.ok(size <= 3 * 1024, `${size} bytes`);
  assert.equal(text.match(/<tr>/g)!.length, 41);
  assert.ok(text.includes("1,000,000"));
});
