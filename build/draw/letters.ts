import type { Canvas, Colour, Point } from "./canvas.ts";
import { arc, line } from "./shapes.ts";

type Strokes = readonly (readonly Point[])[];

const BOWL = (top: number, bottom: number): Point[] => {
  const r = (bottom - top) / 2;
  return [[0, top], ...arc(0.6 - r, top + r, r, -90, 90), [0, bottom]];
};
const ROUND: readonly Point[] = Array.from({ length: 25 }, (_, step): Point => {
  const angle = step * Math.PI / 12;
  return [0.32 + 0.32 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle)];
});
const CURVE = (from: number, to: number): Point[] =>
  Array.from({ length: 17 }, (_, step): Point => {
    const angle = (from + (to - from) * step / 16) * Math.PI / 180;
    return [0.32 + 0.32 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle)];
  });
const STEM: readonly Point[] = [[0, 0], [0, 1]];

/** Letters of lines, 1 high and about 0.6 wide. */
const LETTERS: Readonly<Record<string, Strokes>> = {
  A: [[[0, 1], [0.32, 0], [0.64, 1]], [[0.13, 0.62], [0.51, 0.62]]],
  B: [STEM, BOWL(0, 0.48), BOWL(0.48, 1)],
  C: [CURVE(-50, -310)],
  D: [STEM, [[0, 0], [0.15, 0], [0.45, 0.15], [0.6, 0.5], [0.45, 0.85], [0.15, 1], [0, 1]]],
  E: [STEM, [[0, 0], [0.52, 0]], [[0, 0.5], [0.44, 0.5]], [[0, 1], [0.52, 1]]],
  F: [STEM, [[0, 0], [0.52, 0]], [[0, 0.5], [0.44, 0.5]]],
  G: [[...CURVE(-50, -360), [0.4, 0.5]]],
  H: [STEM, [[0.58, 0], [0.58, 1]], [[0, 0.5], [0.58, 0.5]]],
  I: [[[0.05, 0], [0.05, 1]]],
  J: [[[0.5, 0], [0.5, 0.72], [0.42, 0.94], [0.25, 1], [0.08, 0.92], [0.02, 0.74]]],
  K: [STEM, [[0.56, 0], [0, 0.56]], [[0.2, 0.4], [0.6, 1]]],
  L: [STEM, [[0, 1], [0.52, 1]]],
  M: [[[0, 1], [0, 0], [0.36, 0.6], [0.72, 0], [0.72, 1]]],
  N: [[[0, 1], [0, 0], [0.6, 1], [0.6, 0]]],
  O: [ROUND],
  P: [STEM, BOWL(0, 0.54)],
  Q: [ROUND, [[0.4, 0.72], [0.64, 1.02]]],
  R: [STEM, BOWL(0, 0.52), [[0.25, 0.52], [0.6, 1]]],
  S: [[
    ...[[0.56, 0.14], [0.4, 0.01], [0.2, 0.02], [0.05, 0.16], [0.06, 0.34]] as const,
    ...[[0.24, 0.46], [0.44, 0.54], [0.58, 0.7], [0.54, 0.9], [0.36, 1], [0.16, 0.98]] as const,
    [0.02, 0.85],
  ]],
  T: [[[0.3, 0], [0.3, 1]], [[0, 0], [0.6, 0]]],
  U: [[[0, 0], [0, 0.66], [0.08, 0.9], [0.3, 1], [0.52, 0.9], [0.6, 0.66], [0.6, 0]]],
  V: [[[0, 0], [0.31, 1], [0.62, 0]]],
  W: [[[0, 0], [0.2, 1], [0.42, 0.3], [0.64, 1], [0.84, 0]]],
  X: [[[0, 0], [0.6, 1]], [[0.6, 0], [0, 1]]],
  Y: [[[0, 0], [0.3, 0.5], [0.6, 0]], [[0.3, 0.5], [0.3, 1]]],
  Z: [[[0, 0], [0.58, 0], [0, 1], [0.58, 1]]],
};

const GAP = 0.3;
const SPACE = 0.35;

/** Writes letters from a point on; `size` is their height. */
export function write(canvas: Canvas, text: string, [x, y]: Point, size: number, colour: Colour) {
  let at = x;
  for (const letter of text.normalize("NFKD").toUpperCase()) {
    const strokes = LETTERS[letter] ?? [];
    const placed = (point: Point): Point => [at + point[0] * size, y + point[1] * size];
    for (const stroke of strokes) canvas.fill(line(stroke.map(placed), size * 0.17), colour);
    if (letter === " ") at += SPACE * size;
    if (strokes.length > 0) at += (widthOf(strokes) + GAP) * size;
  }
}

/** How wide a text is, if it is 1 high. */
export function textWidth(text: string): number {
  const widths = [...text.normalize("NFKD").toUpperCase()].flatMap((letter) => {
    const strokes = LETTERS[letter];
    return strokes === undefined ? [] : [widthOf(strokes) + GAP];
  });
  const spaces = text.split(" ").length - 1;
  return widths.reduce((sum, width) => sum + width, spaces * SPACE) - GAP;
}

function widthOf(strokes: Strokes): number {
  return Math.max(...strokes.flat().map(([x]) => x));
}
