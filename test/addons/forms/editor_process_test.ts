import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { contentDesk } from "../content_desk.ts";
import { programFolder } from "./program_folder.ts";

/** A repository with a content folder. */
async function repository() {
  const desk = await contentDesk({});
  Deno.mkdirSync(`${desk.folder}/.git`);
  return desk;
}

Deno.test("editor writes a page that loads its own copies alone, and forms; files that new makes fit", async () => {
  await using desk = await repository();
  const { folder: root } = desk;
  const { code, stdout, stderr } = await desk.run("editor", "docs/forms", "--repo", "owner/name");
  assert.deepEqual([code, stderr], [0, ""]);
  const folder = `${root}/docs/forms`;
  const written = stdout.trimEnd().split("\n");
  const names = [...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`);
  assert.deepEqual(written.toSorted(), names.toSorted());
  assert.equal(names.filter((name) => name.endsWith(".woff2")).length, 3);
  assert.equal(names.filter((name) => name.includes("LICENSE")).length, 4);
  const page = Deno.readTextFileSync(`${folder}/index.html`);
  assert.match(page, /Content-Security-Policy" content="script-src 'self'; font-src 'self';/);
  const [, file, hash] = /<script src="([^"]+)" integrity="sha384-([^"]+)">/.exec(page)!;
  assert.equal([...page.matchAll(/<script/g)].length, 1);
  const script = Deno.readTextFileSync(`${folder}/${file}`);
  assert.equal(createHash("sha384").update(script).digest("base64"), hash);
  const fonts = [...script.matchAll(/@font-face \{[^}]*url\(([^)]+)\)/g)].map(([, url]) => url!);
  assert.equal(fonts.length, 3);
  for (const font of fonts) assert.ok(names.includes(`${folder}/${font}`), font);
  const config = Deno.readTextFileSync(`${folder}/config.yml`);
  assert.match(
    config,
    /^# Made from the schemas by deno task editor docs\/forms --repo=owner\/name\n/,
  );
  assert.match(config, /^ +folder: content\/groupa\/shows$/m);
  await assertValid(config);
  assert.equal((await desk.run("new", "member", "groupa", "Siti Baru")).code, 0);
  const checked = await desk.run("check", "--strict");
  assert.deepEqual([checked.code, checked.stderr], [0, "Checked content: no problems\n"]);
});

/** By the schema of the package as a whole, which lets unknown widgets through, and by that of each widget. */
async function assertValid(text: string): Promise<void> {
  const schema = JSON.parse(
    Deno.readTextFileSync(new URL("schema/sveltia-cms.json", await programFolder())),
  );
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(schema, "sveltia");
  const definitions = schema.definitions as Record<
    string,
    { readonly properties?: { readonly widget?: { readonly const?: string } } }
  >;
  const problemsOf = (text: string): unknown[] => {
    const config = parse(text);
    const whole = ajv.getSchema("sveltia#/definitions/CmsConfig")!;
    const wrong = fieldsIn(config.collections).filter((field) =>
      !Object.entries(definitions)
        .filter(([, { properties }]) => properties?.widget?.const === field["widget"])
        .some(([name]) => ajv.getSchema(`sveltia#/definitions/${name}`)!(field))
    );
    return whole(config) ? wrong : [...wrong, whole.errors];
  };
  assert.deepEqual(problemsOf(text), []);
  for (const [right, slip] of [["_singular:", "_singulr:"], ["relation", "relations"]] as const) {
    assert.notDeepEqual(problemsOf(text.replaceAll(right, slip)), []);
  }
}

function fieldsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const here = "widget" in value ? [value as Record<string, unknown>] : [];
  return [...here, ...Object.values(value).flatMap(fieldsIn)];
}

Deno.test("editor says what is wrong with a call, and writes nothing", async () => {
  await using desk = await repository();
  const { folder: root } = desk;
  const cases: [words: string[], code: number, message: RegExp][] = [
    [["forms"], 1, /Cannot find the repository on GitHub: name it with --repo owner\/name/],
    [["forms", "--repo=name"], 2, /Cannot use --repo=name: expected owner\/name/],
    [["forms", "--sign-in=http://a"], 2, /starts with https:\/\//],
    [["forms", "--rpo=a/b"], 2, /Cannot use --rpo: .*Did you mean "--repo"\?/],
    [["../forms"], 2, /Cannot use the folder "\.\.\/forms"/],
    [["a", "b"], 2, /Expected one folder, found 2/],
  ];
  for (const [words, code, message] of cases) {
    const ended = await desk.run("editor", ...words);
    assert.equal(ended.code, code, ended.stderr);
    assert.match(ended.stderr, message);
    assert.doesNotMatch(ended.stderr, /\.ts:/);
  }
  assert.match((await desk.run("editor", "--help")).stdout, /deno task editor \[folder\]/);
  const names = [...Deno.readDirSync(root)].map(({ name }) => name).sort();
  assert.deepEqual(names, [".git", "content"]);
});
