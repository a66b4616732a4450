import type { Counts, Sample } from "./counts.ts";

/** The media type of the text (OpenMetrics 1.0). */
export const OPEN_METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram" | "info";
  /** One sentence. */
  readonly help: string;
  /** The name ends in it. */
  readonly unit?: "seconds" | "bytes";
  readonly samples: readonly Sample[];
}

/** What is looked at when somebody asks. */
export interface Gauges {
  /** What runs here: build and Deno. */
  readonly versions: Readonly<Record<string, string>>;
  /** When the content was built, epoch ms; 0 if that is not known. */
  readonly contentBuiltAt: number;
  readonly startedAt: number;
  /** What keeps the store. */
  readonly storeEngine: string;
  readonly isStoreUp: boolean;
  /** Uses of tokens that are not on record yet. */
  readonly auditBacklog: number;
  readonly openStreams: number;
  /**
   * The chats that are followed, and their messages on IDN since the start, by what became of them;
   * undefined if none are.
   */
  readonly chats:
    | { readonly rooms: number; readonly messages: Readonly<Record<string, number>> }
    | undefined;
  /** Wrong admin pairs since the start. */
  readonly wrongPasswords: number;
  /** Admin pairs refused unchecked since the start. */
  readonly refusedPasswords: number;
  readonly sources: readonly SourceGauges[];
  readonly memory: { readonly residentBytes: number; readonly heapBytes: number };
  /** Room on the disk of the store; undefined if that is not known. */
  readonly storeDisk: { readonly freeBytes: number; readonly sizeBytes: number } | undefined;
}

interface SourceGauges {
  readonly name: string;
  /** Milliseconds since its last good answer; null if there was none. */
  readonly ageMs: number | null;
  /** Entries of that answer that could not be read. */
  readonly malformed: number;
}

/** Writes all figures of this process. */
export function formatServiceMetrics(counts: Counts, gauges: Gauges): string {
  const metrics = [...countsOf(counts), ...gaugesOf(gauges)];
  return `${metrics.map(formatMetric).join("")}# EOF\n`;
}

function countsOf(counts: Counts): Metric[] {
  const { requests, quotaStoreCalls, polls, webhookAttempts, signups } = counts;
  return [
    counter("oshibase_requests", "Requests that were answered.", requests.samples()),
    {
      name: "oshibase_request_duration_seconds",
      type: "histogram",
      unit: "seconds",
      help: "Time until the head of an answer was ready.",
      samples: [...requests.durations]
        .flatMap(([family, durations]) => durations.samples({ family })),
    },
    counter(
      "oshibase_quota_store_calls",
      "Calls of the store to lease and give back units.",
      quotaStoreCalls.samples(),
    ),
    counter("oshibase_polls", "Polls of live platforms.", polls.samples()),
    counter(
      "oshibase_webhook_attempts",
      "Attempts to send an event to a webhook.",
      webhookAttempts.samples(),
    ),
    counter(
      "oshibase_signups",
      "Letters that were asked for at /key, keys that were made, and rotations by owners.",
      signups.samples(),
    ),
  ];
}

function gaugesOf(gauges: Gauges): Metric[] {
  const { versions, memory, sources, chats, storeDisk } = gauges;
  const known = sources.flatMap(({ name, ageMs, malformed }) =>
    ageMs === null ? [] : [{ labels: { platform: name }, age: ageMs / 1000, malformed }]
  );
  return [
    {
      name: "oshibase_build",
      type: "info",
      help: "What runs here.",
      samples: [{ labels: versions, value: 1 }],
    },
    counter(
      "oshibase_wrong_passwords",
      "Admin pairs that were wrong.",
      one(gauges.wrongPasswords),
    ),
    counter(
      "oshibase_refused_passwords",
      "Wrong admin pairs of networks that gave too many.",
      one(gauges.refusedPasswords),
    ),
    seconds(
      "oshibase_content_built_timestamp",
      "When the content was built.",
      one(gauges.contentBuiltAt / 1000),
    ),
    seconds("oshibase_start_timestamp", "When the process started.", one(gauges.startedAt / 1000)),
    seconds(
      "oshibase_source_age",
      "Time since the last good answer of a platform.",
      known.map(({ labels, age }) => ({ labels, value: age })),
    ),
    {
      name: "oshibase_source_malformed_entries",
      type: "gauge",
      help: "Entries of a platform's last good answer that could not be read.",
      samples: known.map(({ labels, malformed }) => ({ labels, value: malformed })),
    },
    {
      name: "oshibase_store",
      type: "info",
      help: "What keeps the store.",
      samples: [{ labels: { engine: gauges.storeEngine }, value: 1 }],
    },
    single("oshibase_store_up", "Whether the store does what it is asked.", +gauges.isStoreUp),
    single("oshibase_audit_backlog", "Uses of tokens not yet on record.", gauges.auditBacklog),
    single("oshibase_streams_open", "Event streams that are open.", gauges.openStreams),
    ...(chats === undefined ? [] : [
      single("oshibase_chat_rooms", "Chats that are followed.", chats.rooms),
      counter(
        "oshibase_chat_messages",
        "Messages that came of chats on IDN.",
        Object.entries(chats.messages).map(([outcome, value]) => ({ labels: { outcome }, value })),
      ),
    ]),
    bytes("oshibase_memory_resident", "Memory of the process.", memory.residentBytes),
    bytes("oshibase_memory_heap", "Memory of the program's own objects.", memory.heapBytes),
    ...(storeDisk === undefined ? [] : [
      bytes("oshibase_store_disk_free", "Room on the disk of the store.", storeDisk.freeBytes),
      bytes("oshibase_store_disk_size", "Size of the disk of the store.", storeDisk.sizeBytes),
    ]),
  ];
}

function one(value: number): Metric["samples"] {
  return [{ labels: {}, value }];
}

function counter(name: string, help: string, samples: Metric["samples"]): Metric {
  return { name, type: "counter", help, samples };
}

function single(name: string, help: string, value: number): Metric {
  return { name, type: "gauge", help, samples: one(value) };
}

function bytes(name: string, help: string, value: number): Metric {
  return { ...single(`${name}_bytes`, help, value), unit: "bytes" };
}

function seconds(name: string, help: string, samples: Metric["samples"]): Metric {
  return { name: `${name}_seconds`, type: "gauge", unit: "seconds", help, samples };
}

const SUFFIXES = { counter: "_total", gauge: "", histogram: "", info: "_info" };

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
