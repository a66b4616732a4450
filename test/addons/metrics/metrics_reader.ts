/** Figures by name and labels, as `name{a="b",c="d"}` with the labels sorted. */
export type Figures = ReadonlyMap<string, number>;

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;

/** Reads the lines of the text that hold figures, as they are. */
export function readFigures(text: string): Figures {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => {
    const [, name = "", labels = "", value] = LINE.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    return [nameOf(name, Object.fromEntries(pairs.map(([, a, b]) => [a!, b!]))), Number(value)];
  }));
}

/** A sample's name with its labels. */
export function nameOf(name: string, labels: Readonly<Record<string, string>>): string {
  const pairs = Object.keys(labels).sort().map((key) => `${key}="${labels[key]}"`);
  return `${name}{${pairs.join(",")}}`;
}
