import assert from "node:assert/strict";
import { runTask } from "../../support/command.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const FILES = {
  "site.yaml":
    "title: Data\nbase_url: https://data.example\ncontact: a@data.example\nlicence: CC0-1.0\nattribution: Data\n",
  "plans.yaml":
    "standard: { rate: { per_second: 10, burst: 30 }, quota: { requests: 50, per: day, timezone: Asia/Jakarta } }\n",
  "groupc/group.yaml": "name: Grup\nfamily: bare\n",
  "groupc/members/bela-sari.yaml":
    "# A comment\nname: Bela Sari\nnicknames: [Bela]\nstatus: active\nbirth_date: 2005-05-05\n" +
    "shows_before:\n  as_of: 2025-01-01\n  total: 3\n  by_setlist:\n    - { setlist: Jendela Pagi, count: 3 }\n",
  "groupc/setlists/jendela-pagi.yaml": "name: Jendela Pagi\nsongs: [Satu, Dua]\n",
  "groupc/shows/2026-07-04-jendela-pagi.yaml":
    "setlist: jendela pagi # as ever\ndate: 2026-07-04\ntime: '19:00'\nmembers: [Bela Sari]\n",
  "groupc/news/2026-07-01-kabar.md": "---\ntitle: Kabar\ndate: 2026-07-01\n---\n\nHari ini.\n",
};

async function createContent() {
  const folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  for (const [path, text] of Object.entries(FILES)) {
    Deno.mkdirSync(`${root}/${path}`.replace(/\/[^/]+$/, ""), { recursive: true });
    Deno.writeTextFileSync(`${root}/${path}`, text);
  }
  const env = { CONTENT_DIR: root, OUT_DIR: `${folder.path}/out` };
  return {
    root,
    rename: (...words: string[]) => runTask("rename", env, words),
    check: () => runTask("check", env),
    read: (path: string) => Deno.readTextFileSync(`${root}/${path}`),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

Deno.test("a renamed member keeps her address and her name, and line-ups mean her", async () => {
  await using content = await createContent();
  const { code, stdout } = await content.rename("member", "groupc", "Bela Sari", "Bela Anggraini");
  assert.equal(code, 0);
  assert.match(stdout, /bela-sari\.yaml → .*bela-anggraini\.yaml\n$/);
  const text = content.read("groupc/members/bela-anggraini.yaml");
  assert.match(text, /^# A comment\nname: Bela Anggraini\nnicknames: \[Bela, Bela Sari\]\n/);
  assert.match(text, /^former_slugs: \[bela-sari\]$/m);
  assert.equal((await content.check()).stderr, `Checked ${content.root}: no problems\n`);
  // Back again: an address is no former one of itself.
  await content.rename("member", "groupc", "bela-anggraini", "Bela Sari");
  const back = content.read("groupc/members/bela-sari.yaml");
  assert.match(back, /^former_slugs: \[bela-anggraini\]$/m);
  assert.equal((await content.check()).code, 0);
});

Deno.test("a renamed setlist is renamed in the shows and counts that name it, and nothing else is", async () => {
  await using content = await createContent();
  await content.rename("setlist", "groupc", "Jendela Pagi", "Jendela Senja");
  const setlist = content.read("groupc/setlists/jendela-senja.yaml");
  assert.match(setlist, /^name: Jendela Senja\n/);
  assert.match(setlist, /^former_slugs: \[jendela-pagi\]$/m);
  assert.match(content.read("groupc/members/bela-sari.yaml"), /setlist: Jendela Senja, count: 3/);
  const show = "groupc/shows/2026-07-04-jendela-pagi.yaml";
  const before = FILES["groupc/shows/2026-07-04-jendela-pagi.yaml"];
  assert.equal(content.read(show), before.replace("jendela pagi #", "Jendela Senja #"));
  assert.equal((await content.check()).stderr, `Checked ${content.root}: no problems\n`);
});

Deno.test("what cannot be renamed is said with a remedy, and nothing is written", async () => {
  await using content = await createContent();
  const cases = [
    [["membr", "groupc", "x", "Y"], 2, /expected one of member, .*Did you mean "member"\?/],
    [["member", "groupc", "bela-sari"], 2, /^Expected a kind, a group/],
    [["member", "groupd", "x", "Y"], 1, /^There is no group "groupd" in .*Did you mean "groupc"\?/],
    [
      ["member", "groupc", "bella-sari", "Y"],
      1,
      /is called "bella-sari"\. Did you mean "bela-sari"/,
    ],
    [["member", "groupc", "bela-sari", "前田"], 1, /^Cannot make a file name of/],
    [["member", "groupc", "bela-sari", "Y", "--address", "today"], 1, /it is taken/],
  ] as const;
  for (const [words, code, message] of cases) {
    const ended = await content.rename(...words);
    assert.equal(ended.code, code, `${words}: ${ended.stdout}${ended.stderr}`);
    assert.match(ended.stderr, message);
  }
  for (const [path, text] of Object.entries(FILES)) assert.equal(content.read(path), text);
});
