import assert from "node:assert/strict";
import { contentDesk } from "../content_desk.ts";

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

const PEOPLE = ["Aya", "Aya Putri", "Bela", "Bela Sari", "Kang Dodi"];

/** What is offered for a field of files of a group. */
const OFFERED: readonly (readonly [file: string, field: string, offered: readonly string[]])[] = [
  ["groupa/*/*.yaml", "members.*", PEOPLE],
  ["groupa/*/*.yaml", "seitansai.*", PEOPLE],
  ["groupa/*/*.yaml", "songs.*.center.*", PEOPLE],
  ["groupa/*/*.yaml", "tracks.*.members.*", PEOPLE],
  ["groupa/*/*.yaml", "setlist", ["Jendela Pagi"]],
  ["groupa/*/*.yaml", "team", ["Pagi"]],
  ["groupa/*/*.yaml", "generation", ["gen1"]],
  ["groupa/*/*.yaml", "history.*.team", ["Pagi"]],
  ["groupa/*/*.md", "category", ["Teater"]],
  ["groupb/*/*.yaml", "members.*", ["Citra"]],
];

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $ref?: string;
  readonly anyOf?: readonly { readonly enum: readonly string[] }[];
}

/** The words that a schema has for a field. */
function wordsFor(root: Schema & { $defs: { person: Schema } }, field: string) {
  const found = field.split(".").reduce<Schema>(
    (schema, part) => (part === "*" ? schema.items : schema.properties?.[part])!,
    root,
  );
  return (found.$ref === undefined ? found : root.$defs.person).anyOf![0]!.enum;
}

Deno.test("schema offers editors the names that exist in the file's own group, and keeps other settings", async () => {
  await using desk = await contentDesk(TREE);
  const root = desk.folder;
  Deno.mkdirSync(`${root}/.git`);
  const schema = (...words: string[]) => desk.run("schema", ...words);
  const settings = `${root}/.vscode/settings.json`;
  Deno.mkdirSync(`${root}/.vscode`);
  Deno.writeTextFileSync(
    settings,
    '{ "editor.tabSize": 2, "yaml.schemas": { "./own.json": "*" } }',
  );
  const { code, stderr } = await schema();
  assert.deepEqual([code, stderr], [0, ""]);
  const { "yaml.schemas": schemas, ...others } = JSON.parse(Deno.readTextFileSync(settings));
  assert.deepEqual([others, schemas["./own.json"]], [{ "editor.tabSize": 2 }, "*"]);
  assert.deepEqual(schemas["./content/schema/show.json"], ["content/*/shows/*.yaml"]);
  for (const [file, field, offered] of OFFERED) {
    const [path] = Object.entries<string[]>(schemas)
      .find(([, globs]) => globs.includes(`content/${file}`))!;
    const names = JSON.parse(Deno.readTextFileSync(`${root}/${path}`));
    assert.deepEqual(wordsFor(names, field), offered, `${file}: ${field}`);
  }
  Deno.writeTextFileSync(settings, "{ // mine\n}\n");
  const refused = await schema();
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /^Cannot read \.vscode\/settings\.json: it is no JSON, or has comments/,
  );
  assert.equal(Deno.readTextFileSync(settings), "{ // mine\n}\n");
});
