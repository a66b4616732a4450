import assert from "node:assert/strict";
import { createClock, watchClockSteps } from "../../src/platform/clock.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { LINE_FORMATS } from "../../src/platform/log.ts";
import { nearlySettings, readAllSettings, SETTING_NAMES } from "../../src/core/all_settings.ts";

const START = Date.parse("2026-07-04T10:00:00Z");
const HOUR = 3_600_000;

/** A clock that can be set, while its timers and `elapsed` go on. */
function createWatched() {
  const steady = createManualClock(0);
  let setBy = START;
  const clock = createClock(() => steady.now() + setBy, steady.after);
  const log = createQuietLog();
  const end = watchClockSteps({ clock, elapsed: steady.now, log });
  return { steady, log, end, set: (ms: number) => void (setBy += ms) };
}

Deno.test("a clock that is set is logged once, with direction and size", async () => {
  const { steady, log, end, set } = createWatched();
  await steady.advance(HOUR);
  assert.deepEqual(log.lines, []);
  set(-3 * HOUR);
  await steady.advance(HOUR);
  set(24 * HOUR);
  await steady.advance(HOUR);
  assert.deepEqual(log.lines, [
    'warn The clock was set back {"seconds":10800,"now":"2026-07-04T08:00:10.000Z"}',
    'warn The clock was set ahead, or the machine slept {"seconds":86400,"now":"2026-07-05T09:00:10.000Z"}',
  ]);
  end();
  set(-HOUR);
  await steady.advance(HOUR);
  assert.equal(log.lines.length, 2);
});

Deno.test("a clock that is corrected by seconds is logged once an hour, however often", async () => {
  const { steady, log, end, set } = createWatched();
  set(900);
  await steady.advance(HOUR);
  assert.deepEqual(log.lines, []);
  for (let n = 0; n < 50; n++) {
    set(n % 5 === 0 ? 50_000 : -10_000);
    await steady.advance(10_000);
  }
  assert.equal(log.lines.length, 1);
  assert.match(log.lines[0]!, /^warn The clock was set ahead.* \{"seconds":50,/);
  await steady.advance(HOUR);
  set(-2_000);
  await steady.advance(10_000);
  assert.match(log.lines[1]!, /^warn The clock was set back \{"seconds":2,/);
  end();
});

const AT = Date.parse("2026-07-04T12:00:00.250Z");
const FIELDS = { name: 'a "b"\nc', times: 2, absent: undefined, request_id: "p-1" };

Deno.test("a line for people has the time, the level, the message and the fields", () => {
  assert.equal(
    LINE_FORMATS.text(AT, "warn", "Something happened", FIELDS),
    '2026-07-04T12:00:00.250Z warn Something happened name="a \\"b\\"\\nc" times=2 request_id="p-1"',
  );
});

Deno.test("a line of JSON is one object, in which the request stands apart", () => {
  const line = LINE_FORMATS.json(AT, "warn", "Something happened", FIELDS);
  assert.ok(!line.includes("\n"));
  assert.deepEqual(JSON.parse(line), {
    ts: "2026-07-04T12:00:00.250Z",
    level: "warn",
    message: "Something happened",
    fields: { name: 'a "b"\nc', times: 2 },
    request_id: "p-1",
  });
  assert.equal(
    LINE_FORMATS.json(AT, "info", "Quiet", {}),
    '{"ts":"2026-07-04T12:00:00.250Z","level":"info","message":"Quiet","fields":{}}',
  );
});

Deno.test("a line has nothing that has the form of a secret", () => {
  const secret = `osb_${"a1B2".repeat(10)}`;
  const texts = ["J-", "P-", "F-"].map((kind) => kind + secret);
  for (const text of [...texts, encodeURIComponent(`J-${secret}`), `J%2Dosb%5F${"x".repeat(9)}`]) {
    for (const format of Object.values(LINE_FORMATS)) {
      const line = format(AT, "warn", `Cannot read /check/${text}?page=1`, { path: `/${text}` });
      assert.ok(!line.includes(text) && !line.includes("a1B2"), line);
      assert.match(line, /\/check\/\[credential\]\?page=1/);
      assert.match(line, /"\/\[credential\]"/);
    }
  }
});

const refused = (name: string, value: string) => {
  const found = new RegExp(`Cannot use ${name}: it takes `);
  assert.throws(() => readAllSettings((one) => one === name ? value : undefined), found, value);
};

Deno.test("KV_PATH takes a file or a server's address, and no address of another kind", () => {
  const read = (path: string) => readAllSettings((name) => name === "KV_PATH" ? path : undefined);
  for (const path of [".data/oshibase.kv", "/srv/a:b.kv", ":memory:", "https://kv.example/a"]) {
    assert.equal(read(path).KV_PATH, path);
  }
  for (const path of ["ftp://host/a.kv", "postgres://host/a", "file:///srv/a.kv", "htps://host"]) {
    refused("KV_PATH", path);
  }
});

Deno.test("a slip in a setting's name is found; variables that other programs have are not taken for one", () => {
  const slips = {
    ADMIN_APi: "ADMIN_API",
    port: "PORT",
    TRUSTED_PROXYES: "TRUSTED_PROXIES",
    KVPATH: "KV_PATH",
    AUDIT_RETENTION_DAY: "AUDIT_RETENTION_DAYS",
    ADMIN_PASSWROD: "ADMIN_PASSWORD",
    TRUSTED_PROXY: "TRUSTED_PROXIES",
    ADMIN_USER: "ADMIN_USERNAME",
    AUDIT_WEBHOOK: "AUDIT_WEBHOOK_URL",
  };
  assert.deepEqual(Object.fromEntries(nearlySettings(Object.keys(slips))), slips);
  const others =
    "HOME PATH LANG LC_ALL LOGNAME HOSTNAME PWD OLDPWD PGHOST PGPASSFILE SHELL LINES " +
    "DENO_DIR IDN LESS MAIL npm_command _ YOUTUBE KEYS";
  assert.deepEqual([...nearlySettings([...others.split(" "), ...SETTING_NAMES])], []);
});

Deno.test("MAIL_FROM takes a mail address, with a name before it or not", () => {
  const read = (from: string) => readAllSettings((name) => name === "MAIL_FROM" ? from : undefined);
  for (const from of ["a@b.example", "Oshi <a@b.example>", '"Oshi, 100%" <a@b.example>']) {
    assert.equal(read(from).MAIL_FROM, from);
  }
  for (const from of ["Oshibase", "a@", "Oshi <a>", "Oshi a@b.example", "<a@b.example"]) {
    refused("MAIL_FROM", from);
  }
});
