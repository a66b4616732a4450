import { errorTexts } from "../../build/addons/site/docs/error_sections.ts";
import { schemaFiles } from "../../build/schema/schemas.ts";
import { chooseLanguage } from "../../build/task/run_task.ts";
import INDONESIAN from "../../build/words/id.json" with { type: "json" };
import { languageOfTag, templateKey } from "../../build/words/say.ts";
import { INDONESIAN as PAGES_IN_INDONESIAN } from "../../src/addons/pages/indonesian.ts";
import { wordsOf } from "../../src/addons/pages/words.ts";
import assert from "node:assert/strict";

Deno.test("a terminal's language is the one of its tag", () => {
  for (const tag of ["id", "id_ID.UTF-8", "id-ID", "ID_id"]) assert.equal(languageOfTag(tag), "id");
  for (const tag of ["", "C", "en_US.UTF-8", "ja", "idx", "ido"]) {
    assert.equal(languageOfTag(tag), "en");
  }
});

Deno.test("--language chooses over the terminal, wherever it stands, and is no other word", () => {
  assert.deepEqual(chooseLanguage(["a", "--fix"], "id"), { words: ["a", "--fix"], language: "id" });
  for (const asked of [["--language=en"], ["--language", "en"]]) {
    const expected = { words: ["a", "--fix"], language: "en" };
    assert.deepEqual(chooseLanguage(["a", ...asked, "--fix"], "id"), expected);
  }
  assert.match(
    String(chooseLanguage(["--language=fr"], "en")),
    /expected one of en, id; found "fr"/,
  );
});

/** What the schemas say of values, which a check says in the language of the moment. */
const SCHEMAS = "build/schema/content/";

/** The texts of a module that are said to people, as the table names them. */
function saidIn(path: string, source = Deno.readTextFileSync(path)): string[] {
  const said: string[] = [];
  const meet = (node: Deno.lint.Literal | Deno.lint.BinaryExpression) => {
    if (!path.startsWith(SCHEMAS) || node.parent.type === "BinaryExpression") return;
    if (wholeText(node).startsWith("expected ")) said.push(wholeText(node));
  };
  Deno.lint.runPlugin(
    {
      name: "words",
      rules: {
        said: {
          create: () => ({
            TaggedTemplateExpression({ tag, quasi }) {
              const name = tag.type === "MemberExpression" ? tag.property : tag;
              if (name.type !== "Identifier" || !/^(say|phrase)$/.test(name.name)) return;
              said.push(templateKey(quasi.quasis.map(({ cooked }) => cooked)));
            },
            Literal: meet,
            BinaryExpression: meet,
          }),
        },
      },
    },
    path,
    source,
  );
  return said;
}

/** The text of a literal, or of several that are put together with `+`. */
function wholeText(node: Deno.lint.Node): string {
  if (node.type === "Literal") return String(node.value);
  return node.type === "BinaryExpression" ? wholeText(node.left) + wholeText(node.right) : "";
}

function modulesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return modulesBelow(`${folder}/${name}`);
    return name.endsWith(".ts") ? [`${folder}/${name}`] : [];
  });
}

Deno.test("the table has every text that is said, and no other", () => {
  // What only joins messages is the same in all languages.
  const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\d+\}/g, ""));
  const said = new Set(
    [...modulesBelow("build").flatMap((path) => saidIn(path)), ...errorTexts()].filter(hasWords),
  );
  const known = new Set(Object.keys(INDONESIAN));
  assert.deepEqual([...said.difference(known)], [], "texts without a line in build/words/");
  const meanings = [...schemaFiles().values()].flatMap((text) =>
    [...text.matchAll(/"description": (".*")/g)].map(([, words]) => JSON.parse(words!))
  );
  const unsaid = known.difference(said).difference(new Set(meanings));
  assert.deepEqual([...unsaid], [], "texts that nothing says");
  assert.deepEqual(saidIn("build/a.ts", "say`Cannot find ${name}:\n  gone`"), [
    "Cannot find {0}: gone",
  ]);
});

Deno.test("the table of pages has every text that pages say, and no other", () => {
  const said = new Set(modulesBelow("src/addons/pages").flatMap((path) => saidIn(path)));
  const known = new Set(Object.keys(PAGES_IN_INDONESIAN));
  assert.deepEqual([[...said.difference(known)], [...known.difference(said)]], [[], []]);
  assert.equal(wordsOf("id-ID").say`All ${3} articles`, "Semua 3 artikel");
  for (const tag of ["en", "ja", "idu"]) assert.equal(wordsOf(tag).language, "en", tag);
});

Deno.test("a translation has the values of its template, each as often", () => {
  const valuesOf = (text: string) => (text.match(/\{\d+\}/g) ?? []).sort().join();
  const differs = ([english, indonesian]: string[]) => valuesOf(english!) !== valuesOf(indonesian!);
  const all = { ...INDONESIAN, ...PAGES_IN_INDONESIAN };
  assert.deepEqual(Object.entries(all).filter(differs), []);
});
