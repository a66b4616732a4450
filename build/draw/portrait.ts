import { Canvas, hsl } from "./canvas.ts";
import { block, disc, overlap, polygon, star } from "./shapes.ts";

/** Whom a portrait shows. */
interface Sitter {
  /** Decides what she looks like. */
  readonly seed: number;
  /** Degrees: of her generation, so that it can be told apart. */
  readonly hue: number;
  /** A second picture has another pose of the light. */
  readonly isSecond: boolean;
}

const SIDE = 160;
const SKINS = [0xf6d3b3, 0xeec39a, 0xe0ac7e, 0xcf9566];
const HAIRS = [0x2b1d1a, 0x3a2620, 0x1f1b24, 0x4a2f24, 0x5a3a2a];

/** Draws a bust of flat shapes: hair, face, and a ribbon. */
export function drawPortrait({ seed, hue, isSecond }: Sitter): Canvas {
  const pick = <T>(list: readonly T[], turn: number): T => list[(seed >>> turn) % list.length]!;
  const tint = (hue + (seed >>> 3) % 24 - 12 + 360) % 360;
  const paper = isSecond ? hsl(tint, 0.5, 0.3) : hsl(tint, 0.55, 0.86);
  const light = isSecond ? hsl(tint, 0.55, 0.42) : hsl(tint, 0.6, 0.77);
  const dress = hsl(tint, 0.55, 0.5);
  const accent = hsl(pick([45, 350, 205, 285, 20], 18), 0.75, 0.63);
  const [skin, hair] = [pick(SKINS, 5), pick(HAIRS, 8)];
  const canvas = new Canvas(SIDE, SIDE, paper);
  const shift = isSecond ? 0.06 : 0;
  const [x, y] = [0.5 + shift, 0.44];
  canvas.fill(disc(x - 2 * shift, 0.46, 0.4), light);
  const cut = (seed >>> 11) % 4;
  // Behind the head.
  if (cut === 0) canvas.fill(overlap(disc(x, 0.6, 0.27, 0.42), block(0, 0, 1, 0.92)), hair);
  if (cut === 1) {
    for (const side of [-1, 1]) canvas.fill(disc(x + side * 0.24, 0.58, 0.09, 0.26), hair);
  }
  if (cut === 2) {
    for (const side of [-1, 1]) canvas.fill(disc(x + side * 0.2, 0.24, 0.1), hair);
  }
  if (cut === 3) canvas.fill(disc(x + 0.24, 0.48, 0.12, 0.3), hair);
  canvas.fill(disc(x, y - 0.02, 0.225, 0.25), hair);
  // Neck, shoulders, face.
  canvas.fill(block(x - 0.065, 0.58, x + 0.065, 0.78), skin);
  canvas.fill(disc(x, 1.02, 0.36, 0.29), dress);
  canvas.fill(polygon([[x - 0.1, 0.735], [x + 0.1, 0.735], [x, 0.87]]), skin);
  canvas.fill(disc(x, y + 0.03, 0.172, 0.2), skin);
  const fringe = disc(x + ((seed >>> 13) % 3 - 1) * 0.05, y - 0.14, 0.2, 0.13);
  canvas.fill(overlap(fringe, block(0, 0, 1, y - 0.045)), hair);
  // Eyes that are closed, and a mouth that smiles.
  for (const side of [-1, 1]) {
    canvas.fill(overlap(disc(x + side * 0.075, y + 0.03, 0.034), block(0, y + 0.035, 1, 1)), hair);
    canvas.fill(disc(x + side * 0.075, y + 0.024, 0.03), skin);
  }
  canvas.fill(overlap(disc(x, y + 0.115, 0.045), block(0, y + 0.115, 1, 1)), 0xc4505f);
  const [earX, earY] = [x + 0.17, y - 0.16];
  if ((seed >>> 15) % 3 === 0) canvas.fill(star(earX, earY, 0.075), accent);
  else if ((seed >>> 15) % 3 === 1) {
    for (const side of [-1, 1]) {
      canvas.fill(
        polygon([[earX, earY], [earX + side * 0.09, earY - 0.06], [
          earX + side * 0.09,
          earY + 0.06,
        ]]),
        accent,
      );
    }
    canvas.fill(disc(earX, earY, 0.026), dress);
  } else {
    for (let leaf = 0; leaf < 5; leaf++) {
      const angle = leaf * Math.PI * 0.4;
      canvas.fill(
        disc(earX + 0.045 * Math.cos(angle), earY + 0.045 * Math.sin(angle), 0.034),
        accent,
      );
    }
    canvas.fill(disc(earX, earY, 0.026), paper);
  }
  return canvas;
}
