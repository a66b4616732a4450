import { formatOpenMetrics, type Metric } from "./open_metrics.ts";
import type { Telemetry } from "./telemetry.ts";

/** What is looked at when somebody asks. */
export interface Gauges {
  /** What runs here: build, Deno, time zone rules. */
  readonly versions: Readonly<Record<string, string>>;
  /** When the content was built, epoch ms; 0 where that is not known. */
  readonly contentBuiltAt: number;
  readonly startedAt: number;
  readonly isStoreUp: boolean;
  /** Uses of tokens that are not on record yet. */
  readonly auditBacklog: number;
  readonly openStreams: number;
  /** Wrong admin pairs since the start. */
  readonly wrongPasswords: number;
  /** Admin pairs refused unchecked since the start. */
  readonly refusedPasswords: number;
  readonly sources: readonly SourceGauges[];
  readonly memory: { readonly residentBytes: number; readonly heapBytes: number };
  /** Room on the disk of the store; undefined where that is not known. */
  readonly storeDisk: { readonly freeBytes: number; readonly sizeBytes: number } | undefined;
}

/** What is known of a platform. */
interface SourceGauges {
  readonly name: string;
  /** Milliseconds since its last good answer; null where there was none. */
  readonly ageMs: number | null;
  /** Entries of that answer that could not be read. */
  readonly malformed: number;
}

/** Writes all figures of this process. */
export function formatServiceMetrics(telemetry: Telemetry, gauges: Gauges): string {
  return formatOpenMetrics([...countsOf(telemetry), ...gaugesOf(gauges)]);
}

function countsOf(telemetry: Telemetry): Metric[] {
  const { requests } = telemetry;
  const counter = (name: string, help: string, samples: Metric["samples"]): Metric => ({
    name: `oshibase_${name}`,
    type: "counter",
    help,
    samples,
  });
  return [
    counter("requests", "Requests that were answered.", requests.samples()),
    {
      name: "oshibase_request_duration_seconds",
      type: "histogram",
      unit: "seconds",
      help: "Time until the head of an answer was ready.",
      samples: [...requests.durations]
        .flatMap(([family, durations]) => durations.samples({ family })),
    },
    counter(
      "quota_store_calls",
      "Calls of the store to lease and give back units.",
      telemetry.quotaStoreCalls.samples(),
    ),
    counter("polls", "Questions to live platforms.", telemetry.polls.samples()),
    counter(
      "webhook_attempts",
      "Attempts to tell a webhook an event.",
      telemetry.webhookAttempts.samples(),
    ),
  ];
}

function gaugesOf(gauges: Gauges): Metric[] {
  const { versions, memory, sources } = gauges;
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
    {
      name: "oshibase_wrong_passwords",
      type: "counter",
      help: "Admin pairs that were wrong.",
      samples: [{ labels: {}, value: gauges.wrongPasswords }],
    },
    {
      name: "oshibase_refused_passwords",
      type: "counter",
      help: "Admin pairs that were refused unchecked, after too many wrong ones.",
      samples: [{ labels: {}, value: gauges.refusedPasswords }],
    },
    seconds("oshibase_content_built_timestamp", "When the content was built.", [
      { labels: {}, value: gauges.contentBuiltAt / 1000 },
    ]),
    seconds("oshibase_start_timestamp", "When the process started.", [
      { labels: {}, value: gauges.startedAt / 1000 },
    ]),
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
    single("oshibase_store_up", "Whether the store does what it is asked.", +gauges.isStoreUp),
    single("oshibase_audit_backlog", "Uses of tokens not yet on record.", gauges.auditBacklog),
    single("oshibase_streams_open", "Event streams that are open.", gauges.openStreams),
    bytes("oshibase_memory_resident", "Memory of the process.", memory.residentBytes),
    bytes("oshibase_memory_heap", "Memory of the program's own objects.", memory.heapBytes),
    ...diskOf(gauges),
  ];
}

function diskOf({ storeDisk }: Gauges): Metric[] {
  if (storeDisk === undefined) return [];
  const { freeBytes, sizeBytes } = storeDisk;
  return [
    bytes("oshibase_store_disk_free", "Room on the disk of the store.", freeBytes),
    bytes("oshibase_store_disk_size", "Size of the disk of the store.", sizeBytes),
  ];
}

function single(name: string, help: string, value: number): Metric {
  return { name, type: "gauge", help, samples: [{ labels: {}, value }] };
}

function bytes(name: string, help: string, value: number): Metric {
  return { ...single(`${name}_bytes`, help, value), unit: "bytes" };
}

function seconds(name: string, help: string, samples: Metric["samples"]): Metric {
  return { name: `${name}_seconds`, type: "gauge", unit: "seconds", help, samples };
}
