import { type Html, html, type HtmlValue } from "./html.ts";

/** A line of a plot: its name, and a value for each of the plot's points. */
export interface PlotLine {
  readonly name: string;
  readonly values: readonly number[];
}

/** What is plotted, over which period. */
interface Plot {
  /** What the numbers count, as a heading: `Requests a day`. */
  readonly title: string;
  readonly period: string;
  /** The name of each point, as its day; at most 40, so that a plot stays small. */
  readonly points: readonly string[];
  /** At most four. */
  readonly lines: readonly PlotLine[];
  /** What the plot itself says; in English if left out. */
  readonly words?: PlotWords;
}

/** What a plot says, in the page's language. */
interface PlotWords {
  readonly figures: string;
  readonly when: string;
  /** In which numbers are written (BCP 47). */
  readonly language: string;
}

const ENGLISH: PlotWords = { figures: "Figures", when: "When", language: "en" };

const WIDTH = 360;
const HEIGHT = 168;
const LEFT = 48;
const RIGHT = 84;
const TOP = 12;
const BOTTOM = 8;
/** Lines differ by colour and by dashes. */
const STROKES = [
  ["var(--accent)", "none"],
  ["var(--good)", "6 3"],
  ["var(--ink)", "2 3"],
  ["var(--warn)", "8 3 2 3"],
] as const;
/** Names of lines are written at least so far apart. */
const LABEL_HEIGHT = 16;
const MAX_LABEL = 11;

/** Draws lines from zero, each with its name at its end, and all figures in a table that unfolds. */
export function plot({ title, period, points, lines, words = ENGLISH }: Plot): Html {
  const top = roundUp(Math.max(1, ...lines.flatMap(({ values }) => values)));
  // One point is at the end, beside its name.
  const x = (index: number) =>
    LEFT + (WIDTH - LEFT - RIGHT) * (points.length < 2 ? 1 : index / (points.length - 1));
  const y = (value: number) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value / top);
  const drawn = lines.slice(0, STROKES.length);
  const labels = spread(drawn.map(({ values }) => y(values.at(-1) ?? 0)));
  return html`
    <figure><svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}, ${period}">${[
      0,
      top / 2,
      top,
    ].map((value) => axisLine(value, y(value), words))}${drawn.map((line, index) => {
      const [stroke, dashes] = STROKES[index]!;
      const places = line.values.map((value, at) => [x(at), y(value)] as const);
      return html`
        ${drawLine(places, stroke, dashes)}
        <text x="${WIDTH - RIGHT + 6}" y="${fixed(
          labels[index]! + 4,
        )}" fill="${stroke}">${shortened(line.name)}</text>
      `;
    })}</svg><figcaption>${title}, ${period}</figcaption>${figures(points, lines, words)}</figure>
  `;
}

/** A line through places; one place is a dot, since a line of one place has no length. */
function drawLine(
  places: readonly (readonly [x: number, y: number])[],
  stroke: string,
  dashes: string,
): HtmlValue {
  const [first] = places;
  if (first === undefined) return undefined;
  if (places.length === 1) {
    return html`<circle cx="${fixed(first[0])}" cy="${fixed(first[1])}" r="4" fill="${stroke}" />`;
  }
  const path = places.map(([x, y]) => `${fixed(x)} ${fixed(y)}`).join("L");
  return html`
    <path d="M${path}" fill="none" stroke="${stroke}" stroke-width="2"
      stroke-dasharray="${dashes}" />
  `;
}

function axisLine(value: number, y: number, { language }: PlotWords): Html {
  const stroke = value === 0 ? "var(--faint)" : "var(--line)";
  return html`
    <path d="M${LEFT} ${fixed(y)}H${WIDTH - RIGHT}" stroke="${stroke}" />
    <text x="${LEFT - 6}" y="${fixed(y + 4)}" text-anchor="end">${shortNumber(
      value,
      language,
    )}</text>
  `;
}

function figures(
  points: readonly string[],
  lines: readonly PlotLine[],
  { figures, when, language }: PlotWords,
): Html {
  return html`
    <details>
      <summary>${figures}</summary>
      <div class="scroll" tabindex="0">
        <table>
          <thead>
            <tr><th scope="col">${when}</th>${lines.map(({ name }) =>
              html`<th scope="col" class="number">${name}</th>`
            )}</tr>
          </thead>
          <tbody>${points.map((point, at) =>
            html`<tr><td>${point}</td>${
              lines.map(({ values }) =>
                html`<td class="number">${numberWords(values[at] ?? 0, language)}</td>`
              )
            }</tr>`
          )}</tbody>
        </table>
      </div>
    </details>
  `;
}

/** The next of 1, 2, 4, 6, 8, 10, 20, … at or above a number, so that its half is round too. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= value)!;
  return Math.max(2, step * power);
}

/** Moves texts apart that would overlap, and keeps them on the plot. */
function spread(ys: readonly number[]): number[] {
  const placed: number[] = [];
  const order = ys.map((y, index) => ({ y, index })).sort((one, other) => other.y - one.y);
  let below = HEIGHT - BOTTOM + LABEL_HEIGHT;
  for (const { y, index } of order) placed[index] = below = Math.min(y, below - LABEL_HEIGHT);
  const over = Math.max(0, TOP - Math.min(...placed));
  return placed.map((y) => y + over);
}

function shortened(name: string): string {
  const letters = [...name];
  return letters.length <= MAX_LABEL ? name : `${letters.slice(0, MAX_LABEL - 1).join("")}…`;
}

/** A number as an axis writes it: `20k`, `1.5M`. */
function shortNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language, { notation: "compact" }).format(value);
}

/** A number with its thousands apart. */
export function numberWords(value: number, language = "en"): string {
  return new Intl.NumberFormat(language).format(value);
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}
