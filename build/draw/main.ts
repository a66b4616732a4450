/**
 * This room draws the pictures of the content that comes with the program: `deno task draw` draws all that
 * `content/` names, each the same on every run.
 *
 * @module
 */

import { hash } from "node:crypto";
import { readFile } from "../read/read_file.ts";
import { Canvas, hsl } from "./canvas.ts";
import { write } from "./letters.ts";
import { drawPortrait } from "./portrait.ts";
import { drawBackdrop, type Motif } from "./backdrop.ts";
import { block, disc, star } from "./shapes.ts";

const CONTENT = "content";

/** Words of names, and what a picture of that name shows; the first that fits. */
const MOTIFS: readonly (readonly [words: RegExp, motif: Motif])[] = [
  [/kelulusan|graduation|terima-kasih|cokelat|love-letter/, "bouquet"],
  [/hitung-mundur|countdown|merdeka|natal|anniversary|debut|generasi|generation/, "burst"],
  [/jendela/, "window"],
  [/kereta|tur-|balik-kampung|guide/, "train"],
  [/layang/, "kite"],
  [/bulan|purnama/, "moon"],
  [/lampion|pelita|kelip|firefl|kaamatan/, "firefly"],
  [/kota|dataran|visit/, "city"],
  [/hujan|umbrella/, "rain"],
  [/warung|senja/, "dusk"],
  [/teh-tarik|mamak/, "cup"],
];

/** The sides of each sort of picture, by the first word of its name. */
const SIZES: Readonly<Record<string, readonly [width: number, height: number]>> = {
  poster: [160, 224],
  banner: [320, 134],
  cover: [180, 180],
  setlist: [180, 180],
};
const WIDE = [288, 162] as const;

for (const { name: group, isDirectory } of Deno.readDirSync(CONTENT)) {
  if (isDirectory && group !== "schema") drawGroup(group);
}

function drawGroup(group: string): void {
  const folder = `${CONTENT}/${group}/pictures`;
  Deno.mkdirSync(folder, { recursive: true });
  const names = new Set(
    textsBelow(`${CONTENT}/${group}`).flatMap((text) =>
      [...text.matchAll(/pictures\/([a-z0-9-]+)\.png/g)].map(([, name]) => name!)
    ),
  );
  for (const { name } of Deno.readDirSync(folder)) {
    if (!names.has(name.replace(/\.png$/, ""))) Deno.removeSync(`${folder}/${name}`);
  }
  for (const name of names) {
    Deno.writeFileSync(`${folder}/${name}.png`, drawPicture(name, group).png());
  }
}

function textsBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory
      ? textsBelow(`${folder}/${name}`)
      : /\.(?:yaml|md)$/.test(name)
      ? [Deno.readTextFileSync(`${folder}/${name}`)]
      : []
  );
}

function drawPicture(name: string, group: string): Canvas {
  const seed = hash("sha256", `${group}/${name}`, "buffer").readUInt32LE();
  const [sort = "", ...words] = name.split("-");
  if (sort === "logo") return drawLogo(group);
  if (sort === "icon") return drawIcon(seed, words.join("-"));
  const member = memberOf(group, name.replace(/-2$/, ""));
  if (member !== undefined) {
    const own = hash("sha256", member.name, "buffer").readUInt32LE();
    return drawPortrait({ ...member, seed: own, isSecond: name.endsWith("-2") });
  }
  const [width, height] = SIZES[sort] ?? WIDE;
  const motif = MOTIFS.find(([fitting]) => fitting.test(name))?.[1] ?? "stage";
  const told = (SIZES[sort] === undefined && sort !== "news" ? [sort, ...words] : words)
    .filter((word) => /^[a-z]+$/.test(word));
  const hue = (seed % 12) * 30;
  return drawBackdrop({ motif, hue, seed, width, height, letters: told.slice(0, 2).join(" ") });
}

/** A member by the name of her file; undefined if there is none. */
function memberOf(group: string, slug: string): { name: string; hue: number } | undefined {
  const path = `${CONTENT}/${group}/members/${slug}.yaml`;
  try {
    Deno.statSync(path);
  } catch {
    return undefined;
  }
  const { name, generation = "" } = readFile(path, () => {})!.value as Record<string, string>;
  const number = Number(/\d+/.exec(generation)?.[0] ?? 0);
  return { name: name!, hue: (number * 137 + (group === "groupa" ? 330 : 40)) % 360 };
}

function drawLogo(group: string): Canvas {
  const hue = group === "groupa" ? 335 : 175;
  const canvas = new Canvas(120, 120, hsl(hue, 0.6, 0.45));
  canvas.fill(disc(0.5, 0.5, 0.4), hsl(hue, 0.6, 0.9));
  canvas.fill(star(0.5, 0.52, 0.32), hsl(hue, 0.6, 0.55));
  write(canvas, group.at(-1)!, [0.43, 0.45], 0.17, hsl(hue, 0.6, 0.95));
  return canvas;
}

/** A ring with a sign in it, which goes by the name. */
function drawIcon(seed: number, name: string): Canvas {
  const hue = (seed % 18) * 20;
  const canvas = new Canvas(48, 48, hsl(hue, 0.5, 0.93));
  const ink = hsl(hue, 0.6, 0.42);
  if (/1$/.test(name)) canvas.fill(star(0.5, 0.52, 0.38), ink);
  else if (/2$/.test(name)) {
    for (const line of [0.28, 0.46, 0.64]) canvas.fill(block(0.2, line, 0.8, line + 0.1), ink);
  } else if (/3$/.test(name)) canvas.fill(disc(0.5, 0.5, 0.3), ink);
  else {
    canvas.fill(disc(0.34, 0.68, 0.14, 0.11), ink);
    canvas.fill(block(0.42, 0.2, 0.49, 0.68), ink);
    canvas.fill(block(0.42, 0.2, 0.74, 0.32), ink);
  }
  return canvas;
}
