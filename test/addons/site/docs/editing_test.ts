import assert from "node:assert/strict";
import editing from "../../../../build/addons/site/docs/pages/editing.md" with { type: "text" };
import editingInIndonesian from "../../../../build/addons/site/docs/pages/id/editing.md" with {
  type: "text",
};
import more from "../../../../build/addons/site/docs/pages/editing_more.md" with { type: "text" };
import moreInIndonesian from "../../../../build/addons/site/docs/pages/id/editing_more.md" with {
  type: "text",
};
import { fieldTables } from "../../../../build/addons/site/docs/fill_in.ts";
import { compile } from "../../../../build/compile.ts";
import { formatDiagnostics } from "../../../../build/diagnostic/format.ts";
import INDONESIAN from "../../../../build/words/id.json" with { type: "json" };
import { writeTree } from "../../../build/content_tree.ts";
import { makeJpeg } from "../../picture/picture_files.ts";
import { temporaryFolder } from "../../../support/temporary.ts";

const PAGES = {
  editing: editing + more,
  editingInIndonesian: editingInIndonesian + moreInIndonesian,
};

/** A piece of a page, and the file that the words above it name. */
interface Snippet {
  readonly path: string;
  readonly text: string;
}

for (const [name, page] of Object.entries(PAGES)) {
  Deno.test(`every file that ${name} shows is built, one after the other, without a warning`, async () => {
    await using folder = await temporaryFolder();
    const names = [...page.matchAll(/[:(]\s?pictures\/([a-z-]+\.jpg)/g)].map(([, one]) => one!);
    assert.ok(names.length >= 4);
    writeTree(
      folder.path,
      Object.fromEntries(names.map((one) => [`groupa/pictures/${one}`, makeJpeg()])),
    );
    const snippets = snippetsOf(page);
    assert.equal(snippets.length, 20);
    for (const { path, text } of snippets) {
      const file = `${folder.path}/groupa/${path}`;
      Deno.mkdirSync(file.replace(/\/[^/]*$/, ""), { recursive: true });
      Deno.writeTextFileSync(file, text);
      removeFormer(file, text);
      const { pack, diagnostics } = compile(folder.path);
      assert.ok(pack, formatDiagnostics(diagnostics));
      assert.equal(formatDiagnostics(diagnostics), "", path);
    }
  });
}

Deno.test("both pages have the table of each kind of file, and nothing of the Indonesian one is English", () => {
  const tables = Object.entries(fieldTables());
  assert.equal(tables.length, 16);
  const english = Object.keys(INDONESIAN).filter((words) => words.endsWith("."));
  for (const [name, table] of tables) {
    const isIndonesian = name.endsWith("_in_id");
    assert.ok((isIndonesian ? moreInIndonesian : more).includes(`{{${name}}}`), name);
    const left = english.filter((words) => table.includes(` ${words} `));
    assert.equal(left.length === 0, isIndonesian, `${name}: ${left}`);
  }
});

/** The file's name is the last one above the piece. */
function snippetsOf(page: string): Snippet[] {
  return page.split(/^```(?:yaml|markdown)\n/m).slice(0, -1).map((above, place, parts) => {
    const text = page.split(/^```(?:yaml|markdown)\n/m)[place + 1]!.split(/^```$/m)[0]!;
    const names = [...above.matchAll(/`((?:[a-z]+\/[^`\s]+|group)\.(?:yaml|md))`/g)];
    const path = names.at(-1)?.[1];
    assert.ok(path, parts[place]);
    return { path, text };
  });
}

/** Who renames a file has it once. */
function removeFormer(file: string, text: string): void {
  const former = /^former_slugs: \[(.+)\]$/m.exec(text)?.[1];
  if (former !== undefined) Deno.removeSync(file.replace(/[^/]+$/, `${former}.yaml`));
}
