/** Figures by name and labels, as `name{a="b",c="d"}` with the labels sorted. */
export type Figures = ReadonlyMap<string, number>;

/** A sample as the reference parser of the format tells it. */
type ParsedSample = [name: string, labels: Record<string, string>, value: number];

const PARSE = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse
samples = [s for f in parse(sys.stdin.read()) for s in f.samples]
print(json.dumps([[s.name, s.labels, s.value] for s in samples]))
`;

/** The Python that has the reference parser; undefined: it is not installed here. */
export const METRICS_PYTHON = Deno.env.get("METRICS_PYTHON") || undefined;

/** Reads OpenMetrics text with the reference parser; fails where it finds a mistake. */
export async function parseFigures(text: string): Promise<Figures> {
  const command = new Deno.Command(METRICS_PYTHON!, {
    args: ["-c", PARSE],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  });
  const child = command.spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const samples = JSON.parse(new TextDecoder().decode(stdout)) as ParsedSample[];
  return new Map(samples.map(([name, labels, value]) => [nameOf(name, labels), value]));
}

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
