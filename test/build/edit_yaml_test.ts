import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "yaml";
import { setField } from "../../build/yaml/edit_yaml.ts";
import { propertyRun } from "../support/size.ts";

const ORDER = ["id", "name", "nicknames", "team", "hobby", "members", "img", "accounts"];

Deno.test("setField() puts a new field behind the nearest one that comes before it", () => {
  assert.equal(
    setField("# a\nname: X # b\n# c\nimg: y\n", "team", "z", ORDER),
    "# a\nname: X # b\nteam: z\n# c\nimg: y\n",
  );
  assert.equal(setField("# a\nimg: y\n", "id", 1, ORDER), "# a\nid: 1\nimg: y\n");
  assert.equal(setField("name: X", "team", "z", ORDER), "name: X\nteam: z\n");
  assert.equal(setField("# a\n", "team", "z", ORDER), "# a\nteam: z\n");
  assert.equal(
    setField(
      "name: X\nmembers:\n  - a\n  # - sakit: b\n\nimg: y\n",
      "accounts",
      { idn: "x" },
      ORDER,
    ),
    "name: X\nmembers:\n  - a\n  # - sakit: b\n\nimg: y\naccounts:\n  idn: x\n",
  );
});

Deno.test("setField() changes one text and keeps quotes, comments, spacing and line ends", () => {
  const cases: [text: string, value: unknown, expected: string][] = [
    ["id:   1   # a\nteam:   'a'   # b\n", "c", "id:   1   # a\nteam: 'c' # b\n"],
    ['team: "a"\n', "c: d", 'team: "c: d"\n'],
    ["team:\nimg: y\n", "c", "team: c\nimg: y\n"],
    ["team: # b\n", "c", "team: c # b\n"],
    ["team: >-\n  a\n  b\n# c\n", "d", "team: d\n# c\n"],
    ["team: a\n  b\n# c\n", "d", "team: d\n# c\n"],
    ["team: a\r\nimg: y\r\n", "d", "team: d\r\nimg: y\r\n"],
    ["\uFEFFteam: a\n", "d", "\uFEFFteam: d\n"],
    ["team: a\n", "d\ne", "team: |-\n  d\n  e\n"],
    ["team: a # b\n", "19:00", 'team: "19:00" # b\n'],
    ["{ name: X, team: a } # b\n", "d", "{ name: X, team: d } # b\n"],
    ["team: [a, b] # c\n", ["b", "d"], "team: [b, d] # c\n"],
    ["team: [ a ]\n", ["a", "d"], "team: [ a, d ]\n"],
    ["team: [a]\n", ["a", "-\nd", ":\ne"], 'team: [a, "-\\nd", ":\\ne"]\n'],
    ["team:\n- a # b\n- c\n", ["c", "d"], "team:\n- c\n- d\n"],
  ];
  for (const [text, value, expected] of cases) {
    assert.equal(setField(text, "team", value, ORDER), expected, text);
  }
});

Deno.test("setField() reaches into lists, and keeps the comments of entries that stay", () => {
  const text = "sessions:\n  - a: 1 # x\n    b: 2\n  - { a: 3, b: 4 } # y\n# z\nend: 1\n";
  const set = (...sessions: unknown[]) => setField(text, "sessions", sessions, []);
  const last = { a: 3, b: 4 };
  assert.equal(set({ a: 9, b: 2 }, last), text.replace("1 # x", "9 # x"));
  assert.equal(set({ a: 1, b: 2, c: 9 }, last), text.replace("b: 2\n", "b: 2\n    c: 9\n"));
  assert.equal(set({ a: 1, b: 2 }, { a: 3, b: 9 }), text.replace("b: 4", "b: 9"));
  assert.equal(set({ a: 1, b: 2 }, last, { a: 5 }), text.replace("# z", "  - a: 5\n# z"));
});

/** Lines of a field as people write them. */
const field = fc.constantFrom(
  "plain text",
  '"quoted: text" # behind',
  "'it''s'   # behind",
  "42",
  "true",
  "",
  "# behind nothing",
  "[a, b]  # behind",
  "[]",
  "\n  - a # one\n  # between\n  - b",
  "\n  # first\n  - a\n\n  - b",
  "\n- a\n- c # last",
  ">-\n  folded\n  text",
  "|\n  kept\n\n  text",
  "{ x: 1, y: [2, 3] } # behind",
  "\n  x: 1 # one\n  y:\n    - 2\n    - 3",
  "\n  - { t: 1, u: 2 } # one\n  - t: 3 # three\n    u: 4",
);

const value = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1 }).map((text) => text.trim()).filter((text) =>
    text !== ""
  ),
  fc.constantFrom(
    "19:00",
    "a: b",
    "- a",
    "# a",
    "null",
    "2026-07-04",
    "a\nb",
    "'",
    '"',
    "*a",
    "true",
  ),
  fc.integer(),
  fc.array(fc.constantFrom("a", "b", "c", "d e", "#f", "-\ng", ":\nh"), {
    minLength: 1,
    maxLength: 4,
  }),
  fc.array(fc.record({ t: fc.integer(), u: fc.constantFrom(2, 4) }, { noNullPrototype: true }), {
    minLength: 1,
    maxLength: 3,
  }),
);

Deno.test("setField() says what was asked, and leaves every other line alone", () => {
  const names = fc.uniqueArray(fc.constantFrom(...ORDER), { minLength: 1 });
  const layout = fc.tuple(names, fc.array(field, { minLength: 8, maxLength: 8 }), fc.boolean());
  fc.assert(
    fc.property(
      layout,
      fc.constantFrom(...ORDER),
      value,
      ([names, fields, isWindows], name, value) => {
        const blocks = names.map((name, place) => `# about ${name}\n${name}: ${fields[place]}\n`);
        const before = blocks.join("").replaceAll("\n", isWindows ? "\r\n" : "\n");
        const after = setField(before, name, value, ORDER);
        assert.deepEqual(known(after), { ...known(before), [name]: value });
        const others = blocks.filter((_, place) => names[place] !== name).join("");
        const lines = after.replaceAll("\r\n", "\n").split("\n");
        for (const line of others.split("\n")) assert.ok(lines.includes(line), `lost: ${line}`);
        assert.equal(setField(after, name, value, ORDER), after);
      },
    ),
    propertyRun(500),
  );
});

function known(text: string): Record<string, unknown> {
  const fields = Object.entries(parse(text) as Record<string, unknown>);
  return Object.fromEntries(fields.filter(([, value]) => value !== null));
}
