import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "yaml";
import { splitFrontMatter } from "../../../build/read/front_matter.ts";
import { styledYaml } from "../../../build/yaml/styled_yaml.ts";
import { fieldOrders } from "../../../build/addons/forms/form_collection.ts";
import { NEW_FILES } from "../../../build/addons/new/new_file.ts";
import { formatsOfPage } from "./saved_by_forms.ts";

const FORMATS = formatsOfPage();

Deno.test("forms write a file that is there as deno task new writes its fields", () => {
  const files = [...filesBelow("content"), ...filesBelow("test/fixtures/on_air")];
  assert.ok(files.length > 100);
  for (const path of files) {
    const text = Deno.readTextFileSync(path);
    if (path.endsWith(".yaml")) {
      const value = parse(text);
      if (typeof value !== "object" || value === null) continue;
      assert.equal(FORMATS["yaml"]!(value), inOrder(value), path);
      continue;
    }
    const parts = splitFrontMatter(text);
    assert.ok(!("message" in parts), path);
    const fields = parse(parts.yaml);
    const written = FORMATS["yaml-frontmatter"]!({ ...fields, body: parts.body.trim() });
    assert.equal(written, `---\n${inOrder(fields)}---\n\n${parts.body.trim()}\n`, path);
  }
});

/** By the field orders of the schemas, as templates have them. */
function inOrder(value: unknown): string {
  if (Array.isArray(value)) return styledYaml(value);
  const keys = Object.keys(value as object);
  const { orders, kept } = fieldOrders();
  const order = orders.find((order) => {
    const places = keys.filter((key) => !kept.includes(key)).map((key) => order.indexOf(key));
    return keys.every((key) => order.includes(key)) &&
      places.every((place, index) => index === 0 || places[index - 1]! < place);
  }) ?? keys;
  const sorted = [...keys].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return styledYaml(
    Object.fromEntries(sorted.map((key) => [key, (value as Record<string, unknown>)[key]])),
  );
}

Deno.test("fields that no form has go where deno task new has them", () => {
  const saved = {
    setlist: "Jendela Pagi",
    date: "2026-07-04",
    time: "19:00",
    members: ["Aya"],
    former_slugs: ["lama", "lebih-lama"],
    id: 77,
  };
  assert.equal(
    FORMATS["yaml"]!(saved),
    'id: 77\nsetlist: Jendela Pagi\ndate: 2026-07-04\ntime: "19:00"\nmembers:\n  - Aya\n' +
      "former_slugs: [lama, lebih-lama]\n",
  );
  assert.equal(FORMATS["yaml"]!({ name: "Siti", height: "163" }), "name: Siti\nheight: 163\n");
});

Deno.test("a new file of forms has the fields and quotes of one that deno task new makes", () => {
  for (const kind of ["member", "show", "event", "release", "videocall"]) {
    const wish = { title: "Siti Baru", date: "2026-07-04", setlists: [] };
    const bare = NEW_FILES[kind]!(wish).text.split("\n")
      .filter((line) => line.trim() !== "" && !/^\s*#/.test(line)).join("\n");
    assert.equal(FORMATS["yaml"]!(parse(bare)), `${bare}\n`, kind);
  }
});

Deno.test("what forms write is read as what was filled in, whatever that is", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom(..."a: #-'\"\n\t[]{}|>&*!%@`,?0.~\\\u0085\u2028\ufeff") }),
    fc.constantFrom("yes", "null", "1e3", "0x1F", ".inf", "19:00", "2026-07-04", "--03-03", "- a"),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(text.filter((key) => key !== "__proto__"), tie("value"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("name", "nicknames", "x", "y"), value), (content) => {
      assert.deepEqual(parse(FORMATS["yaml"]!(content)), plain(content));
    }),
    { numRuns: 2000 },
  );
});

/** Without the prototypes of random objects, which YAML has not. */
function plain(content: unknown): unknown {
  return JSON.parse(JSON.stringify(content));
}

function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return filesBelow(`${folder}/${name}`);
    return /^(?!README).*\.(?:yaml|md)$/.test(name) ? [`${folder}/${name}`] : [];
  });
}
