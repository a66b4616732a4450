import { deflateSync } from "node:zlib";
import { asciiBytes, joinParts } from "../picture/picture_bytes.ts";
import { pngChunk } from "../picture/png.ts";

/** A colour as 0xRRGGBB. */
export type Colour = number;

/** A point; the canvas is 1 high, and as wide as its sides say. */
export type Point = readonly [x: number, y: number];

/** What is filled: whether a point is inside, and where it may be. */
export interface Shape {
  has(x: number, y: number): boolean;
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
}

/** So many points each way decide the colour of a pixel. */
const FINE = 3;

/** A palette of 4 bits. */
const COLOURS = 16;

/** A picture that is filled shape by shape. */
export class Canvas {
  readonly #fine: Uint32Array;
  readonly #scale: number;

  constructor(readonly width: number, readonly height: number, colour: Colour) {
    this.#fine = new Uint32Array(width * height * FINE * FINE).fill(colour);
    this.#scale = height * FINE;
  }

  /** How wide it is, if it is 1 high. */
  get right(): number {
    return this.width / this.height;
  }

  fill({ has, box: [left, top, right, bottom] }: Shape, colour: Colour): void {
    const [across, down, scale] = [this.width * FINE, this.height * FINE, this.#scale];
    const end = Math.min(down, Math.ceil(bottom * scale));
    for (let y = Math.max(0, Math.floor(top * scale)); y < end; y++) {
      const until = Math.min(across, Math.ceil(right * scale));
      for (let x = Math.max(0, Math.floor(left * scale)); x < until; x++) {
        if (has((x + 0.5) / scale, (y + 0.5) / scale)) this.#fine[y * across + x] = colour;
      }
    }
  }

  /** The bytes of a PNG with a palette. */
  png(): Uint8Array<ArrayBuffer> {
    const pixels = this.#pixels();
    const palette = paletteOf(pixels);
    const row = Math.ceil(this.width / 2) + 1;
    const data = new Uint8Array(row * this.height);
    const known = new Map<Colour, number>();
    pixels.forEach((colour, at) => {
      const number = known.get(colour) ?? nearestIn(palette, colour);
      known.set(colour, number);
      const [x, y] = [at % this.width, Math.floor(at / this.width)];
      data[y * row + 1 + (x >> 1)]! |= x % 2 === 0 ? number << 4 : number;
    });
    const head = new Uint8Array(13);
    const view = new DataView(head.buffer);
    view.setUint32(0, this.width);
    view.setUint32(4, this.height);
    head.set([4, 3, 0, 0, 0], 8);
    const colours = palette.flatMap((colour) => [colour >> 16, colour >> 8 & 255, colour & 255]);
    return joinParts([
      Uint8Array.of(0x89),
      asciiBytes("PNG\r\n\x1a\n"),
      pngChunk("IHDR", head),
      pngChunk("PLTE", Uint8Array.from(colours)),
      pngChunk("IDAT", deflateSync(data, { level: 9 })),
      pngChunk("IEND", new Uint8Array()),
    ]);
  }

  /** The mean colours of the points of each pixel. */
  #pixels(): Colour[] {
    const across = this.width * FINE;
    return Array.from({ length: this.width * this.height }, (_, at) => {
      const start = Math.floor(at / this.width) * FINE * across + at % this.width * FINE;
      let [red, green, blue] = [0, 0, 0];
      for (let point = 0; point < FINE * FINE; point++) {
        const colour = this.#fine[start + Math.floor(point / FINE) * across + point % FINE]!;
        red += colour >> 16;
        green += colour >> 8 & 255;
        blue += colour & 255;
      }
      const mean = (sum: number) => Math.round(sum / (FINE * FINE));
      return mean(red) << 16 | mean(green) << 8 | mean(blue);
    });
  }
}

/** The colours that most pixels have, apart from each other. */
function paletteOf(pixels: readonly Colour[]): Colour[] {
  const counts = new Map<Colour, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const often = [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour);
  const palette: Colour[] = [];
  for (const colour of often) {
    if (palette.every((one) => distance(one, colour) > 400)) palette.push(colour);
    if (palette.length === COLOURS) break;
  }
  return palette;
}

function nearestIn(palette: readonly Colour[], colour: Colour): number {
  let best = 0;
  palette.forEach((one, place) => {
    if (distance(one, colour) < distance(palette[best]!, colour)) best = place;
  });
  return best;
}

function distance(one: Colour, other: Colour): number {
  return [16, 8, 0].reduce(
    (sum, bits) => sum + ((one >> bits & 255) - (other >> bits & 255)) ** 2,
    0,
  );
}

/** A colour by hue (degrees), saturation and lightness (0 to 1). */
export function hsl(hue: number, saturation: number, lightness: number): Colour {
  const part = (shift: number) => {
    const place = (shift + hue / 30) % 12;
    const reach = saturation * Math.min(lightness, 1 - lightness);
    const value = lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(value * 255);
  };
  return part(0) << 16 | part(8) << 8 | part(4);
}
