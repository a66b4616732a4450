import assert from "node:assert/strict";
import { LINE_FORMATS } from "../../../src/platform/log.ts";
import { type AccessEntry, createAccessLog } from "../../../src/addons/metrics/access_log.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createQuietLog } from "../../support/quiet_log.ts";

const ENTRY: AccessEntry = {
  ...{ method: "GET", path: "/api/kota/theater/{id}", item: "a-1", status: 200, ms: 0.02345 },
  ...{ bytes: 417, credential: "key", caller: "k_1", address: "192.0.2.1", requestId: "p-1" },
};

function createFixture(which: "on" | "errors", format: "text" | "json" = "text") {
  const clock = createManualClock(Date.parse("2026-07-04T12:00:00Z"));
  const log = createQuietLog();
  const written: string[] = [];
  const gate = {
    wait: undefined as Promise<void> | undefined,
    error: undefined as Error | undefined,
  };
  const write = async (lines: string) => {
    await gate.wait;
    if (gate.error !== undefined) throw gate.error;
    written.push(lines);
  };
  const formatLine = LINE_FORMATS[format];
  return {
    clock,
    log,
    written,
    gate,
    access: createAccessLog({ clock, log, formatLine, write, which }),
  };
}

Deno.test("a line tells the request, as text and as JSON", async () => {
  const text = createFixture("on");
  text.access.note(ENTRY);
  await text.access.close();
  assert.deepEqual(text.written, [
    '2026-07-04T12:00:00.000Z info request method="GET" path="/api/kota/theater/{id}" item="a-1" ' +
    'status=200 ms=0.023 bytes=417 credential="key" caller="k_1" address="192.0.2.1" request_id="p-1"\n',
  ]);
  const json = createFixture("on", "json");
  json.access.note({ ...ENTRY, item: undefined, bytes: undefined });
  await json.access.close();
  const { ts, level, message, fields, request_id } = JSON.parse(json.written[0]!);
  assert.deepEqual([ts, level, message, request_id], [
    "2026-07-04T12:00:00.000Z",
    "info",
    "request",
    "p-1",
  ]);
  assert.deepEqual(fields, {
    ...{ method: "GET", path: "/api/kota/theater/{id}", status: 200, ms: 0.023 },
    ...{ credential: "key", caller: "k_1", address: "192.0.2.1" },
  });
});

Deno.test("lines wait a second for others and are written together; what waits is written at the end", async () => {
  const { clock, access, written } = createFixture("on");
  for (let n = 0; n < 10; n++) access.note(ENTRY);
  await clock.advance(999);
  assert.equal(written.length, 0);
  await clock.advance(1);
  assert.equal(written.length, 1);
  assert.equal(written[0]!.trimEnd().split("\n").length, 10);
  access.note(ENTRY);
  await access.close();
  assert.equal(written.length, 2);
});

Deno.test("errors: good answers have no line", async () => {
  const { access, written } = createFixture("errors");
  for (const status of [200, 304, 400, 429, 503]) access.note({ ...ENTRY, status });
  await access.close();
  assert.deepEqual(written.join("").match(/status=\d+/g), [
    "status=400",
    "status=429",
    "status=503",
  ]);
});

Deno.test("a reader who has stopped costs a bounded memory; what was dropped is told", async () => {
  const { clock, access, written, gate, log } = createFixture("on");
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.wait = promise;
  for (let n = 0; n < 40_000; n++) access.note(ENTRY);
  await clock.advance(0);
  resolve();
  await access.close();
  const lines = written.join("").trimEnd().split("\n").length;
  const dropped = Number(/"lines":(\d+)/.exec(log.lines.join())?.[1]);
  assert.equal(lines + dropped, 40_000);
  assert.ok(written.join("").length < 5 * 1024 * 1024);
});

Deno.test("where nobody reads the lines any more the log says so once, and the end does not wait", async () => {
  const { clock, access, gate, log } = createFixture("on");
  gate.error = new Error("broken pipe");
  for (let n = 0; n < 3; n++) {
    access.note(ENTRY);
    await clock.advance(1000);
  }
  assert.equal(log.lines.length, 1);
  gate.error = undefined;
  gate.wait = new Promise(() => {});
  access.note(ENTRY);
  let isClosed = false;
  const closed = access.close().then(() => isClosed = true);
  await clock.advance(1000);
  await closed;
  assert.ok(isClosed);
});
