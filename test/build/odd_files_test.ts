import assert from "node:assert/strict";
import type { Diagnostic } from "../../build/diagnostic/diagnostic.ts";
import { readFile } from "../../build/read/read_file.ts";
import { compileTree } from "./compiled_tree.ts";
import { checkTree } from "./check_tree.ts";
import { wordsOf } from "../../build/words/say.ts";

/** The first line of each report. */
function heads(stderr: string): string[] {
  return stderr.match(/^\S+:\d+:\d+: .*$/gm) ?? [];
}

Deno.test.each([
  ["site.yaml", "error: Cannot read this: expected a file, found a folder"],
  ["groupa/group.yaml", "error: Cannot read this: expected a file, found a folder"],
  [
    "groupa/members/aya-putri.yaml",
    "error: Cannot use this folder: files are directly in groupa/members; move its files there, and delete it",
  ],
])("check tells of a folder in the place of %s", async (file, message) => {
  const { code, stderr } = await checkTree(
    { [file]: null },
    (root) => Deno.mkdirSync(`${root}/${file}`),
  );
  assert.equal(heads(stderr)[0], `${file}:1:1: ${message}`);
  assert.equal(code, message.startsWith("error") ? 1 : 0);
});

Deno.test.each([
  ["site.yaml", "error: Cannot read this: expected a file, found a link"],
  [
    "groupa/members/aya-putri.yaml",
    "warning: Links to files and folders are not read; put here what this one leads to",
  ],
  ["groupb", "warning: Links to files and folders are not read; put here what this one leads to"],
])("check follows no link in the place of %s", async (file, message) => {
  const { stderr } = await checkTree({ [file]: null }, (root) => {
    Deno.symlinkSync(`${root}/groupa/members/bela-sari.yaml`, `${root}/${file}`);
  });
  assert.equal(heads(stderr)[0], `${file}:1:1: ${message}`);
});

Deno.test({
  name: "check tells of a file that it may not read, and reads the others",
  ignore: Deno.uid() === 0,
  async fn() {
    const { code, stderr } = await checkTree(
      { "groupa/events/b.yaml": "titel: B\n" },
      (root) => Deno.chmodSync(`${root}/groupa/members/aya-putri.yaml`, 0),
    );
    assert.equal(code, 1);
    assert.match(stderr, /^groupa\/members\/aya-putri\.yaml:1:1: error: Cannot read this file/m);
    assert.match(stderr, /^groupa\/events\/b\.yaml:1:1: error: Cannot use the field "titel"/m);
  },
});

Deno.test("check tells of bottomless nesting instead of falling into it", async () => {
  for (
    const [open, close] of [["[", ""], ["[", "]"], ["{a: ", "}"], ["- ", ""], ["? ", ""]] as const
  ) {
    const text = `name: Citra\nnicknames:\n ${open.repeat(9000)}x${close.repeat(9000)}\n`;
    const { code, stderr } = await checkTree({ "groupa/members/citra-dewi.yaml": text });
    assert.equal(code, 1);
    assert.match(
      heads(stderr)[0] ?? stderr,
      /^groupa\/members\/citra-dewi\.yaml:3:\d+: error: Cannot read the file: it is nested too deeply here$/,
    );
  }
});

Deno.test("nesting of any depth is content or a report", () => {
  for (let depth = 40; depth < 3000; depth = Math.ceil(depth * 1.1)) {
    const path = Deno.makeTempFileSync({ suffix: ".yaml" });
    const reports: Diagnostic[] = [];
    Deno.writeTextFileSync(path, `a: ${"[".repeat(depth)}${"]".repeat(depth)}\n`);
    const source = readFile(path, (report) => reports.push(report));
    Deno.removeSync(path);
    assert.equal(source === undefined, reports.length > 0);
    assert.equal(source === undefined, depth > 49);
  }
});

Deno.test("readFile() reports a file that was removed since the folder was listed", () => {
  const reports: Diagnostic[] = [];
  assert.equal(readFile("/nowhere/aya-putri.yaml", (report) => reports.push(report)), undefined);
  assert.equal(wordsOf(reports[0]!.message), "Cannot find this file: it has to be there");
});

Deno.test("straight quotes around curly ones keep them, and wide spaces within a text stay", () => {
  const text = 'name: "“Citra”"\ndescription: |\n  \u3000Halo：\u00a0semua\n  dunia\n';
  const tree = compileTree({ "groupa/members/citra-dewi.yaml": text });
  assert.deepEqual(tree.warnings, []);
  const citra = tree.group.table("members").find(({ id }) => id === "citra-dewi")!;
  assert.equal(citra.name, "“Citra”");
  assert.equal(tree.detail(citra, citra.more).description, "Halo：\u00a0semua\ndunia");
});

Deno.test("README.md and LICENSE are for people, wherever they are; a text of another name is an error", async () => {
  const people = ["LICENSE", "README.md", "groupa/LICENSE", "groupa/members/LICENSE"];
  const quiet = await checkTree(Object.fromEntries(people.map((path) => [path, "Text.\n"])));
  assert.deepEqual([quiet.code, heads(quiet.stderr)], [0, []]);
  const { code, stderr } = await checkTree({ "groupa/members/LICENCE": "Text.\n" });
  assert.equal(code, 1);
  assert.match(heads(stderr)[0]!, /^groupa\/members\/LICENCE:1:1: error: Cannot use this file/);
});
