import assert from "node:assert/strict";
import { LINE_FORMATS } from "../../src/platform/log.ts";

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
