import assert from "node:assert/strict";
import fc from "fast-check";
import { compile } from "../../build/compile.ts";
import { errorAt, type TextEdit } from "../../build/diagnostic/diagnostic.ts";
import { applyEdits } from "../../build/fix/apply_edits.ts";
import { fixContent } from "../../build/fix/fix_content.ts";
import { readSource } from "../../build/read/read_file.ts";
import { VALID, writeTree } from "../build/content_tree.ts";
import { anyMutation, mutate } from "../build/mutations.ts";
import { propertyRun } from "../support/size.ts";
import { temporaryFolderSync } from "../support/temporary.ts";

const SHOW = `# Catatan di atas
titel: "Malam: satu"   # judul
date: 4 Juli 2026
time: 19.00   # WIB
members:
  # baris pertama
  - Aya Putry
  - 'Bela Sary'   # Lala
state: cancelld
draft: tidak
`;

/** The valid files, and one that holds what has one answer beside comments and quotes. */
const TEXTS: Record<string, string> = { ...VALID, "groupa/shows/2026-07-04-malam.yaml": SHOW };

const encoder = new TextEncoder();

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

Deno.test("comments, order and quotes stay, and only what is wrong changes", () => {
  using folder = temporaryFolderSync();
  const root = folder.path;
  writeTree(root, TEXTS);
  const path = `${root}/groupa/shows/2026-07-04-malam.yaml`;
  Deno.writeFileSync(path, encoder.encode("\ufeff" + SHOW.replaceAll("\n", "\r\n")));
  const { diagnostics } = fixContent(() => compile(root).diagnostics);
  // Whom a name means is for people to say.
  assert.deepEqual(diagnostics.map(({ message }) => message), [
    'No member is called "Aya Putry"; the name stays as a guest. Did you mean "Aya Putri"?',
    'No member is called "Bela Sary"; the name stays as a guest. Did you mean "Bela Sari"?',
  ]);
  const mended = SHOW.replace("titel:", "title:").replace("4 Juli 2026", "2026-07-04")
    .replace("19.00", '"19:00"')
    .replace("cancelld", "cancelled")
    .replace("tidak", "false");
  assert.equal(
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(path)),
    "\ufeff" + mended.replaceAll("\n", "\r\n"),
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
