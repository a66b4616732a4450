import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { findFormPlace } from "../../build/forms/form_texts.ts";
import { writeTree } from "../build/content_tree.ts";
import { type Ended, runTask } from "../support/command.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { serveForms } from "../pages/forms_in_browser.ts";

/** A repository with a content folder, and what `deno task editor` does in it. */
async function withRepository(
  test: (root: string, editor: (...words: string[]) => Promise<Ended>) => Promise<void>,
): Promise<void> {
  await using folder = await temporaryFolder();
  const root = Deno.realPathSync(folder.path);
  Deno.mkdirSync(`${root}/.git`);
  writeTree(`${root}/content`);
  const env = { CONTENT_DIR: `${root}/content`, OUT_DIR: `${root}/out` };
  await test(root, (...words) => runTask("editor", env, words));
}

Deno.test("editor writes forms at the repository's root, and a page that loads its own copy", async () => {
  await withRepository(async (root, editor) => {
    const { code, stdout, stderr } = await editor("docs/forms", "--repo", "owner/name");
    assert.deepEqual([code, stderr], [0, ""]);
    const [pages, page, , script] = stdout.trimEnd().split("\n");
    assert.equal(pages, `${root}/.pages.yml`);
    assert.equal(page, `${root}/docs/forms/index.html`);
    assert.match(script!, /\/docs\/forms\/sveltia-cms-\d+\.\d+\.\d+\.js$/);
    const [, file, hash] = /<script src="([^"]+)" integrity="sha384-([^"]+)">/.exec(
      Deno.readTextFileSync(page!),
    )!;
    const copy = Deno.readFileSync(`${root}/docs/forms/${file}`);
    assert.equal(createHash("sha384").update(copy).digest("base64"), hash);
    assert.match(Deno.readTextFileSync(pages!), /^ +path: content\/groupa\/shows$/m);
  });
});

Deno.test("--check tells which forms no longer match, and --again mends them", async () => {
  await withRepository(async (root, editor) => {
    assert.deepEqual((await editor("--check")).code, 0);
    assert.equal((await editor("--again")).code, 1);
    await editor("forms", "--repo=owner/name", "--branch=main");
    assert.deepEqual(await editor("--check"), { code: 0, stdout: "", stderr: "" });
    const config = `${root}/forms/config.yml`;
    const before = Deno.readTextFileSync(config);
    Deno.writeTextFileSync(config, before.replace("label: Judul", "label: Tajuk"));
    const stale = await editor("--check");
    assert.equal(stale.code, 1);
    assert.equal(
      stale.stderr,
      `${config} does not match the schemas and groups: run deno task editor --again\n`,
    );
    assert.equal((await editor("--again")).code, 0);
    assert.equal(Deno.readTextFileSync(config), before);
    writeTree(`${root}/content`, { "groupb/group.yaml": "name: B\nfamily: bare\n" });
    assert.match((await editor("--check")).stderr, /\.pages\.yml does not match/);
    await editor("--again");
    assert.match(Deno.readTextFileSync(config), /name: groupb_members/);
    Deno.writeTextFileSync(`${root}/.pages.yml`, "content: []\n");
    assert.match((await editor("--check")).stderr, /its first line was changed; run deno task/);
  });
});

Deno.test("--serve shows the page that was written, and no other file, to this machine", async () => {
  await withRepository(async (root, editor) => {
    await editor();
    assert.match((await editor("--serve")).stderr, /have no page yet: run deno task editor forms/);
    await editor("forms", "--repo=owner/name");
    Deno.writeTextFileSync(`${root}/forms/secret.md`, "secret");
    const env = { CONTENT_DIR: `${root}/content`, OUT_DIR: `${root}/out` };
    await using server = await serveForms(env);
    assert.equal(new URL(server.url).hostname, "127.0.0.1");
    const ask = async (path: string) => {
      const response = await fetch(server.url + path);
      return [response.status, await response.text()] as const;
    };
    const page = Deno.readTextFileSync(`${root}/forms/index.html`);
    assert.deepEqual(await ask(""), [200, page]);
    assert.equal((await ask("config.yml"))[0], 200);
    for (const path of ["secret.md", "..%2f.pages.yml", "%2e%2e/.pages.yml", "none.js"]) {
      assert.deepEqual(await ask(path), [404, ""], path);
    }
  });
});

Deno.test("forms are told to be old once a group keeps its setlists elsewhere", async () => {
  await withRepository(async (root, editor) => {
    const place = () => findFormPlace(`${root}/content`).groups.map(({ setlists }) => setlists);
    assert.deepEqual(place(), ["list"]);
    await editor("forms", "--repo=owner/name");
    writeTree(`${root}/content`, { "groupa/setlists/kereta-malam.yaml": "name: Kereta Malam\n" });
    assert.deepEqual(place(), ["both"]);
    assert.match((await editor("--check")).stderr, /config\.yml does not match/);
    Deno.removeSync(`${root}/content/groupa/setlists.yaml`);
    assert.deepEqual(place(), ["files"]);
    Deno.removeSync(`${root}/content/groupa/setlists`, { recursive: true });
    assert.deepEqual(place(), ["files"]);
  });
});

Deno.test("a folder that is its own repository has its forms beside its groups", async () => {
  await using folder = await temporaryFolder();
  const root = Deno.realPathSync(folder.path);
  writeTree(root);
  Deno.mkdirSync(`${root}/.git`);
  Deno.writeTextFileSync(
    `${root}/.git/config`,
    '[remote "origin"]\n\turl = git@github.com:owner/songs.git\n',
  );
  const { code } = await runTask("editor", { CONTENT_DIR: root, OUT_DIR: `${root}/out` }, [
    "forms/",
  ]);
  assert.equal(code, 0);
  assert.match(Deno.readTextFileSync(`${root}/.pages.yml`), /^ +path: groupa\/members$/m);
  assert.match(Deno.readTextFileSync(`${root}/forms/config.yml`), /^ {2}repo: owner\/songs$/m);
});

Deno.test("editor says what is wrong with a call", async () => {
  await withRepository(async (root, editor) => {
    const cases: [words: string[], code: number, message: RegExp][] = [
      [["forms"], 1, /Cannot find the repository on GitHub: name it with --repo owner\/name/],
      [["forms", "--repo=name"], 2, /Cannot use --repo=name: expected owner\/name/],
      [["forms", "--sign-in=http://a"], 2, /starts with https:\/\//],
      [["forms", "--rpo=a/b"], 2, /Cannot use --rpo: .*Did you mean "--repo"\?/],
      [["../forms"], 2, /Cannot use the folder "\.\.\/forms"/],
      [["a", "b"], 2, /Expected one folder, found 2/],
    ];
    for (const [words, code, message] of cases) {
      const ended = await editor(...words);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, message);
      assert.doesNotMatch(ended.stderr, /\.ts:/);
    }
    assert.match((await editor("--help")).stdout, /deno task editor \[folder\]/);
    assert.deepEqual([...Deno.readDirSync(root)].map(({ name }) => name).sort(), [
      ".git",
      "content",
    ]);
  });
});
