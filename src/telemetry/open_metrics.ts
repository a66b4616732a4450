/** The media type of the text (OpenMetrics 1.0). */
export const OPEN_METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** One figure. */
export interface Sample {
  /** What stands behind the metric's name, where that does not follow from its type. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Figures of one name. */
export interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram" | "info";
  /** One sentence. */
  readonly help: string;
  /** The name ends in it. */
  readonly unit?: "seconds" | "bytes";
  readonly samples: readonly Sample[];
}

const SUFFIXES = { counter: "_total", gauge: "", histogram: "", info: "_info" };

/** Writes metrics as OpenMetrics text. */
export function formatOpenMetrics(metrics: readonly Metric[]): string {
  return `${metrics.map(formatMetric).join("")}# EOF\n`;
}

function formatMetric({ name, type, help, unit, samples }: Metric): string {
  const head = [`# TYPE ${name} ${type}`];
  if (unit !== undefined) head.push(`# UNIT ${name} ${unit}`);
  head.push(`# HELP ${name} ${escapeText(help)}`);
  const lines = samples.map(({ suffix = SUFFIXES[type], labels, value }) =>
    `${name}${suffix}${formatLabels(labels)} ${value}`
  );
  return [...head, ...lines, ""].join("\n");
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeText(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeText(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
