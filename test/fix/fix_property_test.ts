import { synonymIn } from "../../build/check/explain/synonyms.ts";
import { compile } from "../../build/compile.ts";
import { diagnose } from "../../build/compile.ts";
import { errorAt, type TextEdit } from "../../build/diagnostic/diagnostic.ts";
import { applyEdits } from "../../build/fix/apply_edits.ts";
import { fixContent } from "../../build/fix/fix_content.ts";
import { readSource } from "../../build/read/read_file.ts";
import { VALID, writeTree } from "../build/content_tree.ts";
import { anyMutation, mutate } from "../build/mutations.ts";
import { propertyRun } from "../support/size.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import fc from "fast-check";
import assert from "node:assert/strict";

const SHOW = `# Catatan di atas
judul: "Malam: satu"   # judul
date: 4 Juli 2026
time: 19.00   # WIB
members:
  # baris pertama
  - Aya Putry
  - 'Bela Sary'   # Lala
state: dibatalkan
draft: tidak
`;

/** The valid files, and one that holds what has one answer beside comments and quotes. */
const TEXTS: Record<string, string> = { ...VALID, "groupa/shows/2026-07-04-malam.yaml": SHOW };

/** Two neighbouring letters change places, or one is lost or doubled. */
const anySlip = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom("swap", "lose", "double"),
});

function slip(text: string, { at, kind }: { at: number; kind: string }): string {
  const place = Math.floor(at * (text.length - 2));
  const [one = "", two = ""] = [text[place], text[place + 1]];
  if (!/\w/.test(one) || !/\w/.test(two)) return text;
  const made = kind === "swap" ? two + one : kind === "lose" ? two : one + one + two;
  return text.slice(0, place) + made + text.slice(place + 2);
}

/** A file of the tree with mistakes in it, its lines and beginning as other systems write them. */
const anyBrokenFile = fc.record({
  file: fc.constantFrom(...Object.keys(TEXTS)),
  slips: fc.array(anySlip, { maxLength: 5 }),
  mutations: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(anyMutation, { maxLength: 2 }) },
  ),
  hasBom: fc.boolean(),
  hasReturns: fc.boolean(),
}).map(({ file, slips, mutations, hasBom, hasReturns }) => {
  const text = slips.reduce(slip, TEXTS[file]!);
  const lines = hasReturns ? text.replaceAll("\n", "\r\n") : text;
  return [file, mutate((hasBom ? "\ufeff" : "") + lines, mutations)] as const;
});

const isReadable = (file: string, bytes: Uint8Array) =>
  readSource(file, bytes, () => {}) !== undefined;

Deno.test("mending comes to an end, a second time changes nothing, and no file gets unreadable", () => {
  fc.assert(
    fc.property(fc.array(anyBrokenFile, { minLength: 1, maxLength: 3 }), (broken) => {
      using folder = temporaryFolderSync();
      const root = folder.path;
      writeTree(root, { ...TEXTS, ...Object.fromEntries(broken) });
      const before = filesOf(root);
      const check = () => compile(root).diagnostics;
      const { diagnostics } = fixContent(check);
      assert.deepEqual(diagnostics, check());
      const after = filesOf(root);
      for (const [path, bytes] of after) {
        const had = before.get(path);
        if (had !== undefined && isReadable(path, had)) assert.ok(isReadable(path, bytes), path);
      }
      assert.deepEqual(fixContent(check).changes, []);
      assert.deepEqual(filesOf(root), after);
    }),
    propertyRun(30),
  );
});

Deno.test("all bytes outside of the edits that were made stay as they are", () => {
  const anyEdit = fc.record({
    start: fc.nat(300),
    length: fc.nat(20),
    replacement: fc.constantFrom("name", '"a: b"', "", "[", "日本語", "true"),
  });
  fc.assert(
    fc.property(anyBrokenFile, fc.array(anyEdit, { maxLength: 6 }), ([file, bytes], edits) => {
      const text = new TextDecoder().decode(bytes);
      if (!isReadable(file, bytes)) return;
      const proposed = edits.map(({ start, length, replacement }) => {
        const edit: TextEdit = { span: { start, end: start + length }, replacement };
        return { edit, diagnostic: errorAt({ file, line: 1, column: start + 1 }, "x", edit) };
      });
      const made = applyEdits(file, bytes, proposed);
      assert.ok(isReadable(file, made.bytes));
      // Putting back what stood there, from behind, gives the file as it was.
      let back = new TextDecoder().decode(made.bytes);
      let shift = made.applied.reduce((sum, one) => sum + one.after.length - one.before.length, 0);
      for (const { place: { column }, before, after } of made.applied.toReversed()) {
        shift -= after.length - before.length;
        const at = column - 1 + shift;
        assert.equal(back.slice(at, at + after.length), after);
        back = back.slice(0, at) + before + back.slice(at + after.length);
      }
      assert.equal(back, text);
      assert.deepEqual([...made.bytes.slice(0, 3)], [...expectedHead(bytes, made.bytes)]);
    }),
    propertyRun(200),
  );
});

/** A byte order mark stays where there was one. */
function expectedHead(before: Uint8Array, after: Uint8Array): Uint8Array {
  return before[0] === 0xef && before[1] === 0xbb && before[2] === 0xbf
    ? before.slice(0, 3)
    : after.slice(0, 3);
}

const MEMBER = "name: Citra\n";
const SHOW_HEAD = "title: A\ndate: 2026-08-01\n";
const GROUP = "name: B\nfamily: bare\n";

/** Fields of content files: the file, what stands above the field, its name, and what it may say. */
const FIELDS: readonly (readonly [path: string, above: string, field: string, right: string])[] = [
  ["groupa/members/x#.yaml", MEMBER, "status", "active trainee graduated"],
  ["groupa/members/x#.yaml", MEMBER, "sr_exists", "true false"],
  ["groupa/members/x#.yaml", MEMBER, "draft", "true false"],
  ["groupa/members/x#.yaml", MEMBER, "img", "pictures/nagi.png"],
  ["groupa/members/x#.yaml", MEMBER, "zodiac", "Pisces"],
  ["groupa/shows/x#.yaml", SHOW_HEAD, "state", "scheduled cancelled postponed"],
  ["groupa/shows/x#.yaml", "date: 2026-08-01\n", "setlist", "Jendela_Pagi"],
  ["groupa/shows/x#.yaml", SHOW_HEAD, "members", "[Aya_Putri] [Bela_Sari]"],
  ["groupa/shows/x#.yaml", SHOW_HEAD, "seitansai", "[Aya_Putri]"],
  ["groupa/shows/x#.yaml", SHOW_HEAD, "poster", "pictures/nagi.png"],
  ["groupa/events/x#.yaml", SHOW_HEAD, "type", "handshake concert offair media other"],
  ["groupa/releases/x#.yaml", "title: A\n", "type", "single album ep digital"],
  ["group#/group.yaml", "name: B\n", "family", "bare wrapped"],
  ["group#/group.yaml", GROUP, "public", "none page feeds site"],
  ["group#/group.yaml", GROUP, "timezone", "Asia/Jakarta Asia/Tokyo"],
  ["group#/group.yaml", GROUP, "leap_day", "feb28 mar1"],
  ["group#/group.yaml", GROUP, "shows_complete", "true false"],
  ["group#/group.yaml", GROUP, "language", "id en ja"],
];

const PLANS = (word: string) => `a: { rate: ${word}, quota: ${word} }\n`;

const PICTURE = Deno.readFileSync("content/groupa/pictures/rara-mulyasari.png");

const AROUND: readonly ((value: string) => string)[] = [
  ...["no", "not", "non", "un", "in", "bukan", "never", "half"].flatMap((word) => [
    (value: string) => `${word} ${value}`,
    (value: string) => `${value} ${word}`,
    (value: string) => `${word}${value}`,
  ]),
  (value) => `${value} 2`,
  (value) => `${value}-ish`,
];

/** A letter is lost, another one comes in or in its place, or two change places. */
function otherLetters(value: string, pick: Pick): string {
  const at = Math.floor(Math.max(0, value.length - 1) * pick([0, 0.2, 0.4, 0.6, 0.8, 0.99]));
  const [one = "", two = ""] = [value[at], value[at + 1]];
  const letter = pick(["q", "x", "z"]);
  const ways = [two, letter + one + two, letter + two, two + one];
  return value.slice(0, at) + pick(ways) + value.slice(at + 2);
}

type Pick = <T>(some: readonly T[]) => T;

function pickWith(seed: number): Pick {
  let state = seed;
  return (some) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return some[Math.floor(state / 2 ** 32 * some.length)]!;
  };
}

const bare = (text: string) => text.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** What is close to something that a field may say, and is nothing of it. */
function closeTo(right: readonly string[], pick: Pick): string {
  const value = pick(right);
  const slipped = pick([
    pick(AROUND)(value),
    otherLetters(value, pick),
    otherLetters(otherLetters(value, pick), pick),
  ]);
  // A lost letter may give a word of the synonym table, whose meaning is no guess.
  const hasMeaning = right.some((one) => bare(one) === bare(slipped)) ||
    synonymIn(slipped, right) !== undefined;
  return hasMeaning ? `${slipped}zz` : slipped;
}

Deno.test("what is close to a right value or field, or has a word beside it, is nobody's to change", () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      using folder = temporaryFolderSync();
      const root = `${folder.path}/content`;
      const pick = pickWith(seed);
      const tree: Record<string, string | Uint8Array> = {
        "groupa/pictures/nagi.png": PICTURE,
        "plans.yaml": PLANS(closeTo(["unlimited"], pick)),
      };
      FIELDS.forEach(([path, above, field, words], number) => {
        const right = words.split(" ").map((word) => word.replaceAll("_", " "));
        const at = (place: number) => path.replace("#", String(place));
        tree[at(2 * number)] = `${above}${field}: ${closeTo(right, pick)}\n`;
        tree[at(2 * number + 1)] = `${above}${otherLetters(`${field}z`, pick)}: Contoh\n`;
      });
      writeTree(root, tree);
      for (const change of fixContent(() => diagnose(root)).changes) {
        assert.ok("place" in change, JSON.stringify(change));
        const { before, after, place } = change;
        assert.equal(bare(after), bare(before), `${place.file}: ${place.text}`);
      }
    }),
    propertyRun(5),
  );
});

/** All files below a folder, by path. */
function filesOf(folder: string): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    const inside = isDirectory ? filesOf(path) : [[path, Deno.readFileSync(path)] as const];
    for (const [inner, bytes] of inside) found.set(inner, bytes);
  }
  return found;
}
