import assert from "node:assert/strict";
import { createProgram } from "../support/program.ts";

const NOW = "2026-07-04T03:00:00Z";
const FEEDS = [
  ...["theater.ics", "events.ics", "birthdays.ics", "schedule.ics", "news.atom", "news.json"],
];

Deno.test("a calendar is text that comes back in an hour, and answers HEAD, 304 and br", async () => {
  await using app = await createProgram({ content: "content", now: NOW });
  for (const path of ["/api/groupa/schedule.ics", "/api/groupb/theater.ics"]) {
    const answer = await app.ask(path);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "text/calendar; charset=utf-8");
    assert.equal(answer.headers.get("cache-control"), "private, max-age=3600");
    const text = await answer.text();
    assert.ok(text.startsWith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"));
    assert.ok(text.endsWith("END:VEVENT\r\nEND:VCALENDAR\r\n"));
    assert.match(text, /^REFRESH-INTERVAL;VALUE=DURATION:PT1H\r$/m);
    assert.match(text, /^X-PUBLISHED-TTL:PT1H\r$/m);

    const etag = answer.headers.get("etag")!;
    const known = await app.ask(path, { headers: { "if-none-match": etag } });
    assert.deepEqual([known.status, await known.text()], [304, ""]);

    const head = await app.ask(path, { method: "HEAD" });
    assert.deepEqual([head.status, await head.text()], [200, ""]);
    assert.equal(head.headers.get("etag"), etag);
    assert.equal(head.headers.get("content-length"), String(new TextEncoder().encode(text).length));

    const small = await app.ask(path, { headers: { "accept-encoding": "br" } });
    assert.equal(small.headers.get("content-encoding"), "br");
    await small.body?.cancel();
  }
});

Deno.test("a refusal of a calendar or feed is never a 200", async () => {
  await using app = await createProgram({ content: "content", now: NOW });
  for (const name of FEEDS) {
    for (const group of ["groupa", "groupb"]) {
      const path = `/api/${group}/${name}`;
      assert.equal((await app.ask(path, { key: null })).status, 403, path);
      assert.equal((await app.ask(path, { key: "J-osb_nobody" })).status, 403, path);
      assert.equal((await app.ask(path, { method: "DELETE" })).status, 405, path);
    }
  }
  assert.equal((await app.ask("/api/groupa/theater.ics?member=nobody")).status, 400);
  assert.equal((await app.ask("/api/groupa/theater.ics?member=")).status, 400);
});
