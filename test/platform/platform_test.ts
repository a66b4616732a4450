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
  const end = watchClockSteps(clock, steady.now, log);
  return { steady, log, end, set: (ms: number) => void (setBy += ms) };
}

Deno.test("a clock that is set is logged once, with direction and size", async () => {
  const { steady, log, end, set } = createWatched();
  set(50_000);
  await steady.advance(HOUR);
  assert.deepEqual(log.lines, []);
  set(-3 * HOUR);
  await steady.advance(HOUR);
  set(24 * HOUR);
  await steady.advance(HOUR);
  assert.deepEqual(log.lines, [
    'warn The clock was set back {"seconds":10800,"now":"2026-07-04T08:01:00.000Z"}',
    'warn The clock was set ahead, or the machine slept {"seconds":86400,"now":"2026-07-05T09:01:00.000Z"}',
  ]);
  end();
  set(-HOUR);
  await steady.advance(HOUR);
  assert.equal(log.lines.length, 2);
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

Deno.test("a setting takes what fits it; what does not is refused by its name", () => {
  const cases: Record<string, [taken: string[], refused: string[]]> = {
    KV_PATH: [
      [".data/oshibase.kv", "/srv/a:b.kv", ":memory:", "https://kv.example/a"],
      ["ftp://host/a.kv", "postgres://host/a", "file:///srv/a.kv", "htps://host"],
    ],
    MAIL_FROM: [
      ["a@b.example", "Oshi <a@b.example>", '"Oshi, 100%" <a@b.example>'],
      ["Oshibase", "a@", "Oshi <a>", "Oshi a@b.example", "<a@b.example"],
    ],
    // Two polls fit into the ten minutes that a list lasts.
    LIVE_INTERVAL_MS: [["1000", "300000"], ["999", "300001", "20s", "-1", "1e4"]],
  };
  for (const [name, [taken, refused]] of Object.entries(cases)) {
    const read = (value: string) => readAllSettings((one) => one === name ? value : undefined);
    for (const value of taken) assert.equal(String(Object(read(value))[name]), value);
    for (const value of refused) {
      assert.throws(() => read(value), new RegExp(`Cannot use ${name}: it takes `), value);
    }
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
