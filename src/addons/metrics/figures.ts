import type { Core } from "../../core/core.ts";
import { EVENT_STREAMS } from "../../core/services.ts";
import type { Counts, Sample } from "./counts.ts";
import type { Metric } from "./open_metrics.ts";

/** All figures of this process, as they are now. */
export function figuresOf(core: Core, counts: Counts): readonly Metric[] {
  return [...happened(core, counts), ...present(core)];
}

function happened(
  { access: { wrongPasswords: { total, refused } } }: Core,
  counts: Counts,
): readonly Metric[] {
  return [
    counter("requests", "Requests that were answered.", counts.requests.samples()),
    {
      name: "oshibase_request_duration_seconds",
      type: "histogram",
      help: "Time until the head of an answer was ready.",
      samples: counts.durations(),
    },
    counter(
      "quota_store_calls",
      "Calls of the store to lease and give back units.",
      counts.quotaStoreCalls.samples(),
    ),
    counter("polls", "Polls of live platforms.", counts.polls.samples()),
    counter(
      "webhook_attempts",
      "Attempts to send an event to a webhook.",
      counts.webhookAttempts.samples(),
    ),
    counter(
      "signups",
      "Letters that were asked for at /key, keys that were made, and rotations by owners.",
      counts.signups.samples(),
    ),
    counter("wrong_passwords", "Admin pairs that were wrong.", [{ labels: {}, value: total }]),
    counter("refused_passwords", "Wrong admin pairs of networks that gave too many.", [
      { labels: {}, value: refused },
    ]),
  ];
}

function present(core: Core): readonly Metric[] {
  const { content, startedAt, versions: { deno }, store: { engine } } = core;
  const { access, audit, live, services } = core;
  const { residentBytes, heapBytes } = core.memory();
  const { catalog: { index: { build } }, builtAt } = content();
  const answered = live.view.sources().filter(({ age_ms }) => age_ms !== undefined);
  return [
    info("build", "What runs here.", { build, deno }),
    gauge("content_built_timestamp_seconds", "When the content was built.", builtAt / 1_000),
    gauge("start_timestamp_seconds", "When the process started.", startedAt / 1_000),
    {
      name: "oshibase_source_age_seconds",
      type: "gauge",
      help: "Time since the last good answer of a platform.",
      samples: answered.map(({ name, age_ms }) => ofPlatform(name, age_ms! / 1_000)),
    },
    {
      name: "oshibase_source_malformed_entries",
      type: "gauge",
      help: "Entries of a platform's last good answer that could not be read.",
      samples: answered.map(({ name, dropped }) => ofPlatform(name, dropped["malformed"] ?? 0)),
    },
    info("store", "What keeps the store.", { engine }),
    gauge("store_up", "Whether the store does what it is asked.", +(access.storeState() === "ok")),
    gauge("audit_backlog", "Uses of tokens not yet on record.", audit.state().backlog),
    gauge(
      "streams_open",
      "Event streams that are open.",
      live.streams.size() + services.get(EVENT_STREAMS).size(),
    ),
    gauge("memory_resident_bytes", "Memory of the process.", residentBytes),
    gauge("memory_heap_bytes", "Memory of the program's own objects.", heapBytes),
  ];
}

function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name: `oshibase_${name}`, type: "counter", help, samples };
}

function gauge(name: string, help: string, value: number): Metric {
  return { name: `oshibase_${name}`, type: "gauge", help, samples: [{ labels: {}, value }] };
}

function info(name: string, help: string, labels: Sample["labels"]): Metric {
  return { name: `oshibase_${name}`, type: "info", help, samples: [{ labels, value: 1 }] };
}

function ofPlatform(platform: string, value: number): Sample {
  return { labels: { platform }, value };
}
