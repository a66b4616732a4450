import assert from "node:assert/strict";
import fc from "fast-check";
import type { Diagnostic } from "../../build/diagnostic/diagnostic.ts";
import { splitFrontMatter } from "../../build/read/front_matter.ts";
import { readQuickly } from "../../build/read/quick_yaml.ts";
import { readThoroughly } from "../../build/read/thorough_yaml.ts";
import { placesIn } from "../../build/read/yaml.ts";
import { propertyRun } from "../support/size.ts";
import { anyMutation, mutate } from "./mutations.ts";

const originOf = (text: string) => ({ places: placesIn(text, "a.yaml"), above: 0 });

/** Files as editors write them, with everything that is read fast. */
const PLAIN = [
  `# Who she is
name: Aya Putri
nicknames: [Aya, "Ay: a", 'A''ya']
birth_date: --02-29
joined: 2019-11-02
height: 158.5
room_id: 410025
sr_exists: true
hobby: Menggambar
description: >-
  Terkenal karena jarang salah
  koreografi.
jikosokai: |
  Ting tong!

  Ada paket: isinya senyuman 1#
socials:
  - { title: Instagram, url: https://instagram.example/aya#top }
  - title: X
    url: "https://x.example/\\"aya\\"\\n"
`,
  `setlist: Jendela Pagi
date: 2026-07-04
time: "19:00"
venue:
members:
- Aya
- 'Bela'
- 日本語　です

seitansai: []
accounts: {}
tracks:
    - title: Surat (it's)
      members: [ Aya , Bela ]
      number: 2
    - title: -1 day
team: Pagi-sore
`,
  `standard:   { rate: { per_second: 10,  burst: 30 },   quota: { requests: 5000, per: day } }
members: [[ Aya, 'Bela' ], [], [{ name: "C, D" , is: [E] } ]]
accounts: {official: {}, fans: { }}
`,
];

/** What the thorough parser reads; undefined where it reports anything. */
function thorough(text: string): { readonly value: unknown } | undefined {
  const problems: Diagnostic[] = [];
  const parsed = readThoroughly(text, originOf(text), (one) => void problems.push(one));
  return problems.length > 0 ? undefined : parsed;
}

/** Fails unless the quick reader is unsure, or reads what the thorough one does. */
function assertAgrees(text: string): void {
  const quick = readQuickly(text);
  if (quick === undefined) return;
  const report = () => assert.fail(`reported of ${JSON.stringify(text)}`);
  const slow = readThoroughly(text, originOf(text), report)!;
  assert.deepEqual(quick.value, slow.value, JSON.stringify(text));
  // Also the order of fields, which answers keep.
  assert.equal(JSON.stringify(quick.value), JSON.stringify(slow.value));
  assert.deepEqual(quick.blanks, slow.blanks, JSON.stringify(text));
}

function yamlOf(path: string, text: string): string {
  const parts = path.endsWith(".md") ? splitFrontMatter(text) : { yaml: text };
  return "yaml" in parts ? parts.yaml : "";
}

function textsBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return textsBelow(path);
    return /\.(?:yaml|md)$/.test(name) ? [yamlOf(path, Deno.readTextFileSync(path))] : [];
  });
}

Deno.test("either parser reads the shipped content alike, and the quick one reads all of it", () => {
  for (const text of PLAIN) {
    assert.deepEqual(readQuickly(text)?.value, thorough(text)!.value);
    assertAgrees(text);
  }
  const texts = textsBelow("content").filter((text) => text !== "");
  assert.ok(texts.length > 800);
  for (const text of texts) {
    const slow = thorough(text);
    if (slow !== undefined) assert.deepEqual(readQuickly(text)?.value, slow.value, text);
  }
});

Deno.test("either parser reads any text alike, or the quick one leaves it", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PLAIN),
      fc.array(anyMutation, { minLength: 1, maxLength: 2 }),
      (text, mutations) => assertAgrees(new TextDecoder().decode(mutate(text, mutations))),
    ),
    propertyRun(600),
  );
});

/** Values that look like something else, or have what means something at their start or end. */
const anyScalar = fc.oneof(
  fc.constantFrom(
    ...`Aya a:b a: a#b #b - -a -- --- ... ~ null Null nULL true False yes no n 0 00 1 -1 +1 1. .5
      1.50 1e3 1E-3 0x1f 0o7 .inf -.INF .nan 1_000 12:30 2026-01-02 2026-01-02T03:04:05Z 1-2
      999999999999999999 = << ? :a 'a' 'a''b' "a" "a\\n" "\\x41" " ' “a” „a a“b” [a,b] [] [a,] [,] [a a]
      {} {a:b} {a} {a:b | |- > >- |+ |2 *a @a \`a %a`.split(/\s+/),
    ...["", "A b", "a: b", "a #b", "- a", "? a", "'a' b", '"a" #b', "[a, b]", "[a, [b]]", "[ a ]"],
    ...["[a b, 'c']", "[a: b]", "{a: b}", "{ a: b, c: 1 }", "{a: b, a: c}", "{a: }", "{ a: [b] }"],
    ...["{a: b", "&a b", "!!str a", "a ", "a\tb", "a　"],
  ),
  fc.string({ maxLength: 6, unit: fc.constantFrom(..."ab 01-:#'\"[]{},.&*|>\\\n") }),
);

const anyLine = fc.tuple(
  fc.constantFrom("", "", "", "  ", "  ", "    ", " ", "      "),
  fc.constantFrom("", "- ", "- ", "-", "- - ", "# ", "a", "---"),
  fc.constantFrom("", ...'a: |b: |c:|name: |true: |A: |"q": |a:  |a : |é: '.split("|")),
  anyScalar,
  fc.constantFrom("\n", "\n", "\n", "\n", "\n\n", " \n", "\r\n", "\n  \n", ""),
).map((parts) => parts.join(""));

const anyBlock = fc.oneof(
  anyLine,
  fc.tuple(fc.constantFrom(..."abcd"), fc.array(anyScalar, { maxLength: 3 })).map(([name, some]) =>
    `${name}: [${some.join(", ")}]\n${name}2:\n${some.map((one) => `  - ${one}\n`).join("")}`
  ),
  fc.tuple(fc.constantFrom("|", "|-", ">", ">-"), anyScalar, anyScalar).map(([mark, one, other]) =>
    `e: ${mark}\n  ${one}\n\n   ${other}\n`
  ),
);

Deno.test("either parser reads any lines alike, or the quick one leaves them", () => {
  fc.assert(
    fc.property(
      fc.array(anyBlock, { minLength: 1, maxLength: 4 }),
      (lines) => assertAgrees(lines.join("")),
    ),
    propertyRun(3000),
  );
});
