import assert from "node:assert/strict";
import { writeTree } from "../../build/content_tree.ts";
import { runTask } from "../../support/command.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { startYamlServer } from "./yaml_server.ts";

const TREE = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\nguests: [Kang Dodi]\n",
  "groupa/members/aya-putri.yaml":
    "name: Aya Putri\nnicknames: [Aya, Kembar]\ngeneration: gen1\nteam: Pagi\n",
  "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela, Kembar]\n",
  "groupa/news/2026-01-03-jadwal.md":
    "---\ntitle: Jadwal\ndate: 2026-01-03\ncategory: Teater\n---\n\nHalo.\n",
  "groupb/group.yaml": "name: Group B\nfamily: bare\n",
  "groupb/members/citra.yaml": "name: Citra\n",
};

/** A repository whose content an editor completes, after `deno task schema`. */
async function withSchemas(test: (root: string) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  const root = Deno.realPathSync(folder.path);
  Deno.mkdirSync(`${root}/.git`);
  writeTree(`${root}/content`, TREE);
  const { code, stderr } = await schema(root);
  assert.deepEqual([code, stderr], [0, ""]);
  await test(root);
}

function schema(root: string, ...words: string[]) {
  const env = { CONTENT_DIR: `${root}/content`, OUT_DIR: `${root}/out` };
  return runTask("schema", env, words);
}

/** The schemas of `.vscode/settings.json`, as the extension hands them to the server. */
function settingsOf(root: string) {
  const settings = JSON.parse(Deno.readTextFileSync(`${root}/.vscode/settings.json`));
  const schemas = Object.entries(settings["yaml.schemas"])
    .map(([file, globs]) => [`file://${root}/${file.slice(2)}`, globs]);
  return {
    yaml: {
      schemas: Object.fromEntries(schemas),
      completion: true,
      schemaStore: { enable: false },
    },
  };
}

/** What is offered at the bar, by kind of place. */
const PLACES: readonly (readonly [file: string, text: string, offered: readonly string[]])[] = [
  [
    "groupa/shows/x.yaml",
    "date: 2026-07-04\nmembers:\n  - |\n",
    ["Aya", "Aya Putri", "Bela", "Bela Sari", "Kang Dodi"],
  ],
  ["groupa/shows/x.yaml", "date: 2026-07-04\nsetlist: |\n", ["Jendela Pagi"]],
  ["groupa/shows/x.yaml", "date: 2026-07-04\nteam: |\n", ["Pagi"]],
  ["groupa/members/x.yaml", "name: Dina\ngeneration: |\n", ["gen1"]],
  [
    "groupa/members/x.yaml",
    "name: Dina\nhistory:\n  - from: 2024-05-01\n    team: |\n",
    ["Pagi"],
  ],
  [
    "groupa/setlists/x.yaml",
    "name: A\nsongs:\n  - title: B\n    center:\n      - |\n",
    ["Aya", "Aya Putri", "Bela", "Bela Sari", "Kang Dodi"],
  ],
  [
    "groupa/releases/x.yaml",
    "title: A\ntype: single\ntracks:\n  - title: A\n    members:\n      - |\n",
    ["Aya", "Aya Putri", "Bela", "Bela Sari", "Kang Dodi"],
  ],
  ["groupb/events/x.yaml", "title: A\ndate: 2026-07-04\nmembers:\n  - |\n", ["Citra"]],
  ["groupa/news/x.md", "---\ntitle: A\ncategory: |\n---\n\nHalo **semua**.\n", ["Teater"]],
  ["groupa/shows/x.yaml", "date: 2026-07-04\nstate: |\n", ["cancelled", "postponed", "scheduled"]],
];

Deno.test("the YAML language server offers the names that exist in the file's own group", async () => {
  await withSchemas(async (root) => {
    await using server = await startYamlServer(root, settingsOf(root));
    for (const [number, [file, text, offered]] of PLACES.entries()) {
      const uri = `file://${root}/content/${file.replace("x.", `x${number}.`)}`;
      const found = await server.complete(uri, text);
      assert.deepEqual(found.map(({ label }) => label).sort(), offered, `${file}: ${text}`);
    }
  });
});

Deno.test("schema keeps other settings", async () => {
  await withSchemas(async (root) => {
    const settings = `${root}/.vscode/settings.json`;
    const before = JSON.parse(Deno.readTextFileSync(settings));
    const own = { "editor.tabSize": 2, "yaml.schemas": { "./own.json": "*.yaml" } };
    Deno.writeTextFileSync(settings, JSON.stringify(own));
    await schema(root);
    assert.deepEqual(JSON.parse(Deno.readTextFileSync(settings)), {
      ...own,
      "yaml.schemas": { ...own["yaml.schemas"], ...before["yaml.schemas"] },
    });
  });
});

Deno.test("schema tells what it cannot do, and changes nothing then", async () => {
  await withSchemas(async (root) => {
    const settings = `${root}/.vscode/settings.json`;
    Deno.writeTextFileSync(settings, "{ // mine\n}\n");
    const { code, stderr } = await schema(root);
    assert.equal(code, 1);
    assert.match(stderr, /^Cannot read \.vscode\/settings\.json: it is no JSON, or has comments/);
    assert.equal(Deno.readTextFileSync(settings), "{ // mine\n}\n");
    assert.equal((await schema(root, "--chekc")).code, 2);
    assert.match((await schema(root, "--help")).stdout, /deno task schema/);
  });
});
