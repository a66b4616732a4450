import { Canvas, type Colour, hsl, type Point } from "./canvas.ts";
import { arc, block, disc, line, overlap, polygon, star } from "./shapes.ts";
import { textWidth, write } from "./letters.ts";

/** What a picture of a show, a record or an article shows. */
interface Backdrop {
  readonly motif: Motif;
  /** Degrees. */
  readonly hue: number;
  readonly seed: number;
  readonly width: number;
  readonly height: number;
  /** A few letters at the foot. */
  readonly letters: string;
}

/** The colours of a scene. */
interface Ink {
  readonly dark: Colour;
  readonly deep: Colour;
  readonly main: Colour;
  readonly pale: Colour;
  readonly warm: Colour;
  readonly seed: number;
}

type Draw = (canvas: Canvas, ink: Ink) => void;

const dots: Draw = (canvas, { pale, seed }) => {
  for (let place = 0; place < 14; place++) {
    const number = Math.imul(seed + place, 0x9e3779b1) >>> 0;
    const [x, y] = [number % 97 / 97 * canvas.right, (number >>> 8) % 53 / 100];
    canvas.fill(disc(x, y, 0.006 + (number >>> 16) % 4 * 0.002), pale);
  }
};

const MOTIFS = {
  window(canvas, { deep, pale, warm, main }) {
    const x = canvas.right / 2;
    canvas.fill(block(x - 0.25, 0.14, x + 0.25, 0.76), deep);
    canvas.fill(block(x - 0.22, 0.17, x + 0.22, 0.73), pale);
    canvas.fill(overlap(disc(x, 0.62, 0.15), block(x - 0.22, 0, x + 0.22, 0.62)), warm);
    canvas.fill(block(x - 0.22, 0.62, x + 0.22, 0.73), main);
    canvas.fill(block(x - 0.012, 0.17, x + 0.012, 0.73), deep);
    canvas.fill(block(x - 0.22, 0.43, x + 0.22, 0.455), deep);
  },
  train(canvas, { dark, warm, pale, main }) {
    const x = canvas.right / 2;
    canvas.fill(disc(x + 0.15, 0.28, 0.13), pale);
    canvas.fill(overlap(disc(x - 0.24, 0.52, 0.2, 0.16), block(0, 0.36, 9, 0.68)), main);
    canvas.fill(block(x - 0.24, 0.36, 9, 0.68), main);
    for (let car = 0; car < 4; car++) {
      const left = x - 0.22 + car * 0.15;
      canvas.fill(block(left, 0.43, left + 0.1, 0.54), warm);
    }
    canvas.fill(block(0, 0.68, 9, 0.7), dark);
    for (let wheel = 0; wheel < 5; wheel++) {
      canvas.fill(disc(x - 0.2 + wheel * 0.15, 0.7, 0.035), dark);
    }
  },
  moon(canvas, ink) {
    const x = canvas.right / 2;
    dots(canvas, ink);
    canvas.fill(disc(x, 0.36, 0.21), ink.warm);
    canvas.fill(disc(x + 0.09, 0.31, 0.19), ink.deep);
    canvas.fill(disc(x - 0.3, 0.86, 0.5, 0.2), ink.main);
    canvas.fill(disc(x + 0.35, 0.9, 0.45, 0.2), ink.dark);
  },
  city(canvas, ink) {
    dots(canvas, ink);
    for (let place = 0; place * 0.13 < canvas.right; place++) {
      const number = Math.imul(ink.seed + place, 0x85ebca6b) >>> 0;
      const [left, top] = [place * 0.13, 0.34 + number % 30 / 100];
      canvas.fill(block(left, top, left + 0.115, 0.8), place % 2 ? ink.dark : ink.main);
      for (let lamp = 0; lamp < 6; lamp++) {
        if ((number >>> lamp) % 3 === 0) continue;
        const [x, y] = [left + 0.025 + lamp % 2 * 0.045, top + 0.04 + (lamp >> 1) * 0.08];
        canvas.fill(block(x, y, x + 0.025, y + 0.035), ink.warm);
      }
    }
  },
  rain(canvas, { pale, warm, deep, main }) {
    const x = canvas.right / 2;
    for (let drop = 0; drop < 26; drop++) {
      const [left, top] = [drop * 0.37 % canvas.right, drop * 0.23 % 0.8];
      canvas.fill(line([[left, top], [left - 0.02, top + 0.07]], 0.012), main);
    }
    canvas.fill(block(x - 0.22, 0.36, x + 0.22, 0.66), pale);
    canvas.fill(polygon([[x - 0.22, 0.36], [x + 0.22, 0.36], [x, 0.55]]), warm);
    canvas.fill(line([[x - 0.22, 0.36], [x, 0.55], [x + 0.22, 0.36]], 0.014), deep);
    canvas.fill(disc(x, 0.55, 0.04), deep);
  },
  dusk(canvas, { warm, main, dark, pale }) {
    const x = canvas.right / 2;
    canvas.fill(disc(x, 0.56, 0.22), warm);
    canvas.fill(block(0, 0.58, 9, 0.8), main);
    for (let wave = 0; wave < 3; wave++) {
      canvas.fill(
        block(
          x - 0.16 + wave * 0.04,
          0.62 + wave * 0.05,
          x + 0.16 - wave * 0.04,
          0.635 + wave * 0.05,
        ),
        pale,
      );
    }
    canvas.fill(
      polygon([[x - 0.42, 0.46], [x - 0.12, 0.46], [x - 0.18, 0.38], [x - 0.36, 0.38]]),
      dark,
    );
    for (const post of [x - 0.38, x - 0.17]) {
      canvas.fill(block(post, 0.46, post + 0.02, 0.66), dark);
    }
  },
  stage(canvas, ink) {
    const x = canvas.right / 2;
    for (const side of [-1, 0, 1]) {
      const top: Point = [x + side * 0.28, 0];
      canvas.fill(
        polygon([top, [x + side * 0.1 - 0.13, 0.72], [x + side * 0.1 + 0.13, 0.72]]),
        side === 0 ? ink.pale : ink.main,
      );
    }
    canvas.fill(disc(x, 0.74, 0.42, 0.07), ink.warm);
    canvas.fill(block(0, 0.75, 9, 0.82), ink.dark);
    canvas.fill(star(x, 0.46, 0.12), ink.warm);
  },
  kite(canvas, { warm, pale, dark, main }) {
    const x = canvas.right / 2;
    canvas.fill(disc(x - 0.24, 0.2, 0.13, 0.045), pale);
    canvas.fill(disc(x + 0.3, 0.6, 0.14, 0.045), pale);
    canvas.fill(polygon([[x, 0.12], [x + 0.17, 0.32], [x, 0.58], [x - 0.17, 0.32]]), warm);
    canvas.fill(polygon([[x, 0.12], [x + 0.17, 0.32], [x, 0.32]]), main);
    canvas.fill(polygon([[x, 0.58], [x - 0.17, 0.32], [x, 0.32]]), main);
    canvas.fill(
      line([[x, 0.58], [x + 0.05, 0.66], [x - 0.03, 0.72], [x + 0.03, 0.8]], 0.012),
      dark,
    );
  },
  bouquet(canvas, ink) {
    const x = canvas.right / 2;
    dots(canvas, ink);
    canvas.fill(
      polygon([[x - 0.18, 0.46], [x + 0.18, 0.46], [x + 0.03, 0.8], [x - 0.03, 0.8]]),
      ink.pale,
    );
    for (const [dx, dy] of [[-0.13, 0.4], [0.13, 0.4], [0, 0.34], [-0.07, 0.27], [0.08, 0.26]]) {
      for (let leaf = 0; leaf < 5; leaf++) {
        const [petal] = arc(x + dx!, dy!, 0.05, leaf * 72, leaf * 72);
        canvas.fill(disc(petal![0], petal![1], 0.04), ink.warm);
      }
      canvas.fill(disc(x + dx!, dy!, 0.03), ink.deep);
    }
    canvas.fill(
      polygon([[x - 0.1, 0.62], [x + 0.1, 0.56], [x + 0.1, 0.64], [x - 0.1, 0.56]]),
      ink.main,
    );
  },
  burst(canvas, ink) {
    const x = canvas.right / 2;
    for (
      const [dx, y, size] of [[0, 0.38, 0.26], [-0.28, 0.24, 0.12], [0.28, 0.58, 0.13]] as const
    ) {
      canvas.fill(star(x + dx, y, size, 12, 0.35), ink.warm);
      canvas.fill(star(x + dx, y, size * 0.7, 12, 0.3), ink.pale);
      canvas.fill(disc(x + dx, y, size * 0.16), ink.main);
    }
  },
  firefly(canvas, ink) {
    const x = canvas.right / 2;
    canvas.fill(
      line([[0, 0.78], [x * 0.5, 0.7], [x, 0.76], [x * 1.5, 0.68], [x * 2, 0.76]], 0.1),
      ink.main,
    );
    for (let place = 0; place < 11; place++) {
      const number = Math.imul(ink.seed + place, 0xc2b2ae35) >>> 0;
      const at: Point = [number % 89 / 89 * canvas.right, 0.08 + (number >>> 9) % 50 / 100];
      canvas.fill(disc(at[0], at[1], 0.04), ink.main);
      canvas.fill(disc(at[0], at[1], 0.022), ink.warm);
    }
  },
  cup(canvas, { warm, pale, dark, main }) {
    const x = canvas.right / 2;
    canvas.fill(line(arc(x + 0.17, 0.5, 0.09, -90, 90), 0.035), pale);
    canvas.fill(
      polygon([[x - 0.18, 0.34], [x + 0.18, 0.34], [x + 0.13, 0.7], [x - 0.13, 0.7]]),
      pale,
    );
    canvas.fill(
      polygon([[x - 0.165, 0.44], [x + 0.165, 0.44], [x + 0.13, 0.7], [x - 0.13, 0.7]]),
      warm,
    );
    canvas.fill(disc(x, 0.72, 0.24, 0.03), dark);
    for (const side of [-0.08, 0, 0.08]) {
      canvas.fill(
        line(
          [[x + side, 0.3], [x + side + 0.02, 0.25], [x + side - 0.02, 0.2], [x + side, 0.15]],
          0.014,
        ),
        main,
      );
    }
  },
} satisfies Record<string, Draw>;

export type Motif = keyof typeof MOTIFS;

/** Hues of light, of flowers, of kites. */
const WARM = [42, 32, 12, 350, 52];

/** Draws a scene of flat shapes, with letters at its foot. */
export function drawBackdrop({ motif, hue, seed, width, height, letters }: Backdrop): Canvas {
  const ink: Ink = {
    dark: hsl(hue, 0.45, 0.2),
    deep: hsl(hue, 0.42, 0.34),
    main: hsl((hue + 20) % 360, 0.42, 0.52),
    pale: hsl((hue + 10) % 360, 0.55, 0.86),
    warm: hsl(WARM[seed % WARM.length]!, 0.85, 0.68),
    seed,
  };
  const canvas = new Canvas(width, height, ink.deep);
  MOTIFS[motif](canvas, ink);
  canvas.fill(block(0, 0.82, 9, 1), ink.dark);
  const size = Math.min(0.07, canvas.right * 0.86 / Math.max(1, textWidth(letters)));
  const x = (canvas.right - textWidth(letters) * size) / 2;
  write(canvas, letters, [x, 0.91 - size / 2], size, ink.pale);
  return canvas;
}
