import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeTree } from "../../build/content_tree.ts";
import { type Ended, runTask } from "../../support/command.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { serveForms } from "../../pages/forms_in_browser.ts";

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

Deno.test("editor writes a page that loads its own copy, and its forms", async () => {
  await withRepository(async (root, editor) => {
    const { code, stdout, stderr } = await editor("docs/forms", "--repo", "owner/name");
    assert.deepEqual([code, stderr], [0, ""]);
    const [page, config, script] = stdout.trimEnd().split("\n");
    assert.equal(page, `${root}/docs/forms/index.html`);
    assert.match(script!, /\/docs\/forms\/sveltia-cms-\d+\.\d+\.\d+\.js$/);
    const [, file, hash] = /<script src="([^"]+)" integrity="sha384-([^"]+)">/.exec(
      Deno.readTextFileSync(page!),
    )!;
    const copy = Deno.readFileSync(`${root}/docs/forms/${file}`);
    assert.equal(createHash("sha384").update(copy).digest("base64"), hash);
    assert.match(
      Deno.readTextFileSync(config!),
      /^# Made from the schemas by deno task editor docs\/forms --repo=owner\/name\n/,
    );
    assert.match(Deno.readTextFileSync(config!), /^ +folder: content\/groupa\/shows$/m);
  });
});

Deno.test("--serve shows the page that was written, and no other file, to this machine", async () => {
  await withRepository(async (root, editor) => {
    assert.match((await editor("--serve")).stderr, /There is no page in .*: run deno task editor/);
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
    for (
      const path of ["secret.md", "..%2fcontent/site.yaml", "%2e%2e/content/site.yaml", "none.js"]
    ) {
      assert.deepEqual(await ask(path), [404, ""], path);
    }
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
  const config = Deno.readTextFileSync(`${root}/forms/config.yml`);
  assert.match(config, /^ {2}repo: owner\/songs$/m);
  assert.match(config, /^ +folder: groupa\/members$/m);
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
