import { synonymIn } from "../../build/check/explain/synonyms.ts";
import { compile } from "../../build/compile.ts";
import { diagnose } from "../../build/compile.ts";
import { errorAt, type TextEdit } from "../../build/diagnostic/diagnostic.ts";
import { applyEdits } from "../../build/fix/apply_edits.ts";
import { fixContent } from "../../build/fix/fix_content.ts";
import { readSource } from "../../build/read/read_file.ts";
import { KINDS_BY_FOLDER, schemaFiles, type SchemaName } from "../../build/schema/schemas.ts";
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

/** A field of a content file: its way, and what its schema lets it be. */
interface Field {
  readonly kind: SchemaName;
  readonly path: readonly string[];
  readonly choices: readonly string[];
  readonly isPicture: boolean;
}

/** What of a JSON schema leads to fields. */
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | false;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly type?: string;
  readonly pattern?: string;
}

/** The field of a record, and the entry of a list. */
const [ANY, ENTRY] = ["*", "[]"];

const JSON_SCHEMAS = new Map(
  [...schemaFiles()].map(([file, text]) =>
    [file.replace(".json", "") as SchemaName, JSON.parse(text) as JsonSchema] as const
  ),
);

function partsOf(schema: JsonSchema): [string, JsonSchema][] {
  const { properties = {}, additionalProperties, items, anyOf = [] } = schema;
  return [
    ...Object.entries(properties),
    ...additionalProperties ? [[ANY, additionalProperties] as [string, JsonSchema]] : [],
    ...items === undefined ? [] : [[ENTRY, items] as [string, JsonSchema]],
    ...anyOf.flatMap(partsOf),
  ];
}

function fieldsIn(kind: SchemaName, schema: JsonSchema, path: readonly string[] = []): Field[] {
  const forms = [schema, ...schema.anyOf ?? []];
  const choices = forms.flatMap((form) =>
    form.type === "boolean" ? ["true", "false"] : form.enum ?? (form.const ? [form.const] : [])
  );
  const isPicture = forms.some(({ pattern }) => pattern?.includes("pictures"));
  const isText = choices.length > 0 || forms.some(({ type }) => type === "string");
  return [
    ...isText ? [{ kind, path, choices, isPicture }] : [],
    ...partsOf(schema).flatMap(([name, part]) => fieldsIn(kind, part, [...path, name])),
  ];
}

const FIELDS = [...JSON_SCHEMAS].flatMap(([kind, schema]) => fieldsIn(kind, schema));

/** What fields that have to be there hold. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ...{ date: "2026-08-01", from: "2026-08-01", on: "2026-08-01", start_time: '"19:00"' },
  ...{ setlist: "Jendela Pagi", member: "Aya", timezone: "Asia/Jakarta" },
  ...{ url: "https://a.example", base_url: "https://a.example", contact: "a@a.example" },
};

/** A value as YAML on one line: what a schema needs, with a text somewhere in it. */
function written(
  schema: JsonSchema,
  [name, ...rest]: readonly string[],
  text: string | undefined,
  own = "",
): string {
  const { enum: choices, anyOf = [], required = [], type } = schema;
  if (name === undefined && text !== undefined) return text;
  if (name === undefined && anyOf.length > 0) return written(anyOf.at(-1)!, [], text, own);
  const form = [schema, ...anyOf].find((one) => partsOf(one).some(([part]) => part === name));
  if (form !== undefined && form !== schema) return written(form, [name!, ...rest], text, own);
  const parts = new Map(partsOf(schema));
  if (parts.has(ENTRY)) return `[${written(parts.get(ENTRY)!, rest, text, own)}]`;
  if (parts.size === 0) {
    return choices?.[0] ?? schema.const ?? EXAMPLES[own] ??
      (/number|integer/.test(type!) ? "1" : "Contoh");
  }
  return `{ ${
    [...new Set([...required, ...name === undefined ? [] : [name]])].map((field) => {
      const way = field === name ? rest : [];
      const value = written(parts.get(field)!, way, field === name ? text : undefined, field);
      return `${field === ANY ? "standard" : field}: ${value}`;
    }).join(", ")
  } }`;
}

const FOLDERS = Object.fromEntries(
  Object.entries(KINDS_BY_FOLDER).map(([folder, kind]) => [kind, folder]),
);

/** A file of a kind whose field says this. */
function fileWith({ kind, path }: Field, says: string, number: number): [string, string] {
  const yaml = written(JSON_SCHEMAS.get(kind)!, path, says);
  if (kind === "plans") {
    return ["plans.yaml", `${yaml.slice(2, -2)}\n`.replace(/^\w+/, `p${number}`)];
  }
  if (kind === "site") return ["site.yaml", yaml];
  if (kind === "group") return [`group${number}/group.yaml`, yaml];
  const file = `groupa/${FOLDERS[kind] ?? "setlists"}/x${number}`;
  return kind === "news" ? [`${file}.md`, `---\n${yaml}\n---\n\nHalo.\n`] : [`${file}.yaml`, yaml];
}

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
function closeTo({ choices, isPicture }: Field, pick: Pick): string {
  const names = ["Aya Putri", "Bela Sari", "Jendela Pagi", "Asia/Jakarta", "Pisces"];
  const right = choices.length > 0 ? choices : isPicture ? ["pictures/nagi.png"] : names;
  const value = pick(right);
  const around = pick(AROUND)(value);
  const slipped = pick([
    around,
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
      const tree: Record<string, string | Uint8Array> = { "groupa/pictures/nagi.png": PICTURE };
      FIELDS.forEach((field, number) => {
        const [file, text] = fileWith(field, closeTo(field, pick), 2 * number);
        const name = field.path.at(-1)!;
        const [other, named] = fileWith(field, "Contoh", 2 * number + 1);
        const misnamed = named.replace(
          `${name}: Contoh`,
          `${otherLetters(`${name}z`, pick)}: Contoh`,
        );
        // Of one kind there is one file alone.
        for (const [path, holds] of [[other, misnamed], [file, text]] as const) {
          if (field.kind === "plans") tree[path] = (tree[path] ?? "") + holds;
          else if (field.kind !== "site" || pick([true, false])) tree[path] = holds;
        }
      });
      writeTree(root, tree);
      for (const change of fixContent(() => diagnose(root)).changes) {
        assert.ok("place" in change, JSON.stringify(change));
        const { before, after, place } = change;
        assert.equal(bare(after), bare(before), `${place.file}: ${place.text}`);
      }
    }),
    propertyRun(3),
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
