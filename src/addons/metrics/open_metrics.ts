import type { Sample } from "./counts.ts";

/** The media type of the text (OpenMetrics 1.0). */
export const OPEN_METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** What follows the names of samples, by the type of their metric. */
const SUFFIXES = { counter: "_total", gauge: "", histogram: "", info: "_info" };

/** A metric. A unit is the last word of its name. */
export interface Metric {
  readonly name: string;
  readonly type: keyof typeof SUFFIXES;
  /** One sentence. */
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** Writes metrics as text. */
export function formatMetrics(metrics: readonly Metric[]): string {
  return `${metrics.map(formatMetric).join("")}# EOF\n`;
}

function formatMetric({ name, type, help, samples }: Metric): string {
  const unit = /_(seconds|bytes)$/.exec(name)?.[1];
  const lines = samples.map(({ suffix = SUFFIXES[type], labels, value }) =>
    `${name}${suffix}${formatLabels(labels)} ${value}`
  );
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${help}`,
    ...lines,
    "",
  ].join("\n");
}

function formatLabels(labels: Sample["labels"]): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeText(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeText(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
