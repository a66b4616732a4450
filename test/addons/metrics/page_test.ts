import assert from "node:assert/strict";
import { parse } from "yaml";
import page from "../../../build/addons/site/docs/pages/watching.md" with { type: "text" };
import { LINE_FORMATS } from "../../../src/platform/log.ts";
import { formatServiceMetrics } from "../../../src/addons/metrics/service_metrics.ts";
import { type AccessEntry, createAccessLog } from "../../../src/addons/metrics/access_log.ts";
import { createCounts } from "../../../src/addons/metrics/counts.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createQuietLog } from "../../support/quiet_log.ts";

const NOW = Date.parse("2026-07-04T12:00:00Z");

/** All figures of a process in which everything has happened once. */
function allFigures(): string {
  const counts = createCounts();
  counts.requests.note("bare", "members", 200, "key", 1);
  counts.quotaStoreCalls.add("commit", "ok");
  counts.polls.add("idn", "ok");
  counts.webhookAttempts.add("delivered");
  counts.signups.add("asked");
  return formatServiceMetrics(counts, {
    versions: { build: "b", deno: "2" },
    ...{
      contentBuiltAt: NOW,
      startedAt: NOW,
      isStoreUp: true,
      storeEngine: "file",
      auditBacklog: 0,
      openStreams: 0,
    },
    chats: { rooms: 2, messages: { kept: 7, dropped: 0, malformed: 1 } },
    ...{
      wrongPasswords: 0,
      refusedPasswords: 0,
      sources: [{ name: "idn", ageMs: 1, malformed: 0 }],
    },
    memory: { residentBytes: 1, heapBytes: 1 },
    storeDisk: { freeBytes: 1, sizeBytes: 2 },
  });
}

/** Name, type and labels of each metric in the text, in its order. */
function metricsIn(text: string): string[][] {
  return text.split(/^# TYPE /m).slice(1).map((part) => {
    const [head = "", ...lines] = part.trimEnd().split("\n");
    const [name = "", type = ""] = head.split(" ");
    const samples = lines.filter((line) => !line.startsWith("#"));
    assert.notEqual(samples.length, 0, `${name} has a sample here`);
    const labels = samples.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, one]) => one!));
    return [name, type, ...[...new Set(labels)].filter((label) => label !== "le").sort()];
  });
}

Deno.test("the page for operators has every metric with its type and labels, and no other", () => {
  const rows = [...page.matchAll(/^\| `(oshibase_\w+)` *\| (\w+) *\|([^|]*)\|/gm)];
  const told = rows.map(([, name, type, labels]) => [
    ...[name!, type!],
    ...[...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!).sort(),
  ]);
  assert.deepEqual(told.sort(), metricsIn(allFigures()).sort());
});

Deno.test("the alerts of the page ask for figures that there are", () => {
  const figures = allFigures();
  const { groups: [{ rules }] } = parse(/```yaml\n(groups:[^]*?)```/.exec(page)![1]!);
  assert.ok(rules.length >= 8);
  assert.equal(new Set(rules.map(({ alert }: { alert: string }) => alert)).size, rules.length);
  for (const { alert, expr, annotations } of rules) {
    assert.match(alert, /^Oshibase[A-Z][A-Za-z]+$/);
    assert.match(annotations.summary, /\{\{ \$labels\.instance \}\}/);
    assert.equal(expr.split("(").length, expr.split(")").length, expr);
    for (const [, name, labels = ""] of expr.matchAll(/\b(oshibase_\w+)(?:\{([^}]*)\})?/g)) {
      const asked = [...labels.matchAll(/(\w+)[=!]/g)].map(([, label]) => `(?=.*\\b${label}=)`);
      assert.match(figures, new RegExp(`^${name}(?=[{ ])${asked.join("")}`, "m"), alert);
    }
  }
});

Deno.test("the lines that the page shows are those that are written", async () => {
  const entry: AccessEntry = {
    ...{ method: "GET", path: "/api/groupa/theater/{id}", item: "a-1", status: 200, ms: 0.0234 },
    ...{ bytes: 417, credential: "key", caller: "k_1", address: "192.0.2.1" },
    requestId: "9f86d081884c7d65-17",
  };
  for (const formatLine of Object.values(LINE_FORMATS)) {
    const written: string[] = [];
    const write = (lines: string) => Promise.resolve(void written.push(lines));
    const clock = createManualClock(NOW);
    const deps = { clock, log: createQuietLog(), formatLine, write, which: "on" } as const;
    const access = createAccessLog(deps);
    access.note(entry);
    await access.close();
    const dropped = "Lines of the access log were dropped";
    for (const line of [written.join(""), `${formatLine(NOW, "warn", dropped, { lines: 12 })}\n`]) {
      assert.ok(page.includes(`\n${line}\`\`\``), line);
    }
  }
});
