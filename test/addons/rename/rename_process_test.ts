import assert from "node:assert/strict";
import type { TreeFiles } from "../../build/content_tree.ts";
import { contentDesk } from "../content_desk.ts";

const FILES = {
  "groupa/members/bela-sari.yaml":
    "# A comment\nname: Bela Sari\nnicknames: [Bela]\nstatus: active\nbirth_date: 2005-05-05\n" +
    "shows_before:\n  as_of: 2025-01-01\n  total: 3\n  by_setlist:\n    - { setlist: Jendela Pagi, count: 3 }\n",
  "groupa/setlists/jendela-pagi.yaml": "name: Jendela Pagi\nsongs: [Satu, Dua]\n",
  "groupa/shows/2026-07-04-jendela-pagi.yaml":
    "setlist: jendela pagi # as ever\ndate: 2026-07-04\ntime: '19:00'\nmembers: [Bela Sari]\n",
  "groupa/news/2026-07-01-kabar.md": "---\ntitle: Kabar\ndate: 2026-07-01\n---\n\nHari ini.\n",
};

async function createContent(more?: TreeFiles) {
  const desk = await contentDesk({ ...FILES, ...more });
  const check = async () => (await desk.run("check")).stderr;
  return { ...desk, rename: (...words: string[]) => desk.run("rename", ...words), check };
}

Deno.test("a renamed member keeps her address and her name, and line-ups mean her", async () => {
  await using content = await createContent();
  const { code, stdout } = await content.rename("member", "groupa", "Bela Sari", "Bela Anggraini");
  assert.equal(code, 0);
  assert.match(stdout, /bela-sari\.yaml → .*bela-anggraini\.yaml\n$/);
  const text = content.text("groupa/members/bela-anggraini.yaml");
  assert.match(text, /^# A comment\nname: Bela Anggraini\nnicknames: \[Bela, Bela Sari\]\n/);
  assert.match(text, /^former_slugs: \[bela-sari\]$/m);
  assert.equal(await content.check(), "Checked content: no problems\n");
  // Back again: an address is no former one of itself.
  await content.rename("member", "groupa", "bela-anggraini", "Bela Sari");
  const back = content.text("groupa/members/bela-sari.yaml");
  assert.match(back, /^former_slugs: \[bela-anggraini\]$/m);
  assert.equal(await content.check(), "Checked content: no problems\n");
});

Deno.test("a renamed setlist is renamed in the shows and counts that name it, and nothing else is", async () => {
  await using content = await createContent();
  await content.rename("setlist", "groupa", "Jendela Pagi", "Jendela Senja");
  const setlist = content.text("groupa/setlists/jendela-senja.yaml");
  assert.match(setlist, /^name: Jendela Senja\n/);
  assert.match(setlist, /^former_slugs: \[jendela-pagi\]$/m);
  assert.match(content.text("groupa/members/bela-sari.yaml"), /setlist: Jendela Senja, count: 3/);
  const show = "groupa/shows/2026-07-04-jendela-pagi.yaml";
  const before = FILES["groupa/shows/2026-07-04-jendela-pagi.yaml"];
  assert.equal(content.text(show), before.replace("jendela pagi #", "Jendela Senja #"));
  assert.equal(await content.check(), "Checked content: no problems\n");
});

Deno.test("a setlist without Latin letters is renamed and back again", async () => {
  await using content = await createContent();
  const path = "groupa/setlists/jendela-pagi.yaml";
  for (const name of ["月の裏庭", "夜の裏庭", "月の裏庭"]) {
    await content.rename("setlist", "groupa", "jendela-pagi", name, "--address", "jendela-pagi");
    assert.match(content.text(path), new RegExp(`^name: ${name}$`, "m"));
  }
  assert.equal(await content.check(), "Checked content: no problems\n");
});

Deno.test("a member keeps a name that is another's nickname or a guest's, and gets an address of her own", async () => {
  await using content = await createContent({
    "groupa/members/nova.yaml": "name: Nova\nnicknames: [Nov, Feni]\n",
    "groupa/members/m1.yaml": "name: Feni\n",
    "groupa/members/rina.yaml": "name: Rina Aulia\n",
    "groupa/members/tia.yaml": "name: Tia\nformer_slugs: [tiara]\n",
    "groupa/members/gita.yaml": "name: Gita\nnicknames: [Tiara]\n",
    "groupa/group.yaml": "name: Group A\nfamily: bare\nguests: [Rina Aulia]\n",
  });
  await content.rename("member", "groupa", "m1", "FENI", "--address", "feni-fitri");
  assert.match(
    content.text("groupa/members/feni-fitri.yaml"),
    /^name: FENI\nformer_slugs: \[m1\]$/m,
  );
  await content.rename("member", "groupa", "tia", "Tia", "--address", "tiara");
  assert.match(content.text("groupa/members/tiara.yaml"), /^former_slugs: \[tia\]$/m);
  await content.rename("member", "groupa", "rina", "Rina Putri");
  assert.match(content.text("groupa/members/rina-putri.yaml"), /^nicknames: \[Rina Aulia\]$/m);
  assert.equal(await content.check(), "Checked content: no problems\n");
});

Deno.test("what cannot be renamed is said with a remedy, and nothing is written", async () => {
  await using content = await createContent({
    "groupa/members/azizi.yaml": "name: Azizi\nnicknames: [Zee]\n",
    "groupa/members/m1.yaml": "name: Zee\n",
    "groupa/members/sari.yaml": "name: Sari Ayu\n",
    "groupa/members/dodi.yaml": "name: Dodi\nnicknames: [Lala]\n",
    "groupa/group.yaml": "name: Group A\nfamily: bare\nguests: [Dian]\n",
    "groupa/setlists/s2.yaml": "name: Warung\n",
  });
  const cases = [
    [["membr", "groupa", "x", "Y"], 2, /expected one of member, .*Did you mean "member"\?/],
    [["member", "groupa", "bela-sari"], 2, /^Expected a kind, a group/],
    [["member", "groupd", "x", "Y"], 1, /^There is no group "groupd" in .*Did you mean "groupa"\?/],
    [
      ["member", "groupa", "bella-sari", "Y"],
      1,
      /is called "bella-sari"\. Did you mean "bela-sari"/,
    ],
    [["member", "groupa", "bela-sari", "前田"], 1, /^Cannot make a file name of/],
    [["member", "groupa", "m1", "Citra"], 1, /"Zee" may mean azizi: .*members\/azizi\.yaml/],
    [["member", "groupa", "bela-sari", "Sari Ayu"], 1, /a member "Sari Ayu" already \(sari\)/],
    [["member", "groupa", "bela-sari", "Lala"], 1, /"Lala" may mean dodi: /],
    [["member", "groupa", "bela-sari", "Dian"], 1, /"Dian" mean a guest: .*groupa\/group\.yaml/],
    [["member", "groupa", "bela-sari", "Y", "--address", "lala"], 1, /"lala" may mean dodi/],
    [["setlist", "groupa", "jendela-pagi", "warung"], 1, /has a setlist "warung" already/],
    [["member", "groupa", "bela-sari", "Y", "--address", "today"], 1, /it is taken/],
  ] as const;
  for (const [words, code, message] of cases) {
    const ended = await content.rename(...words);
    assert.equal(ended.code, code, `${words}: ${ended.stdout}${ended.stderr}`);
    assert.match(ended.stderr, message);
  }
  for (const [path, text] of Object.entries(FILES)) assert.equal(content.text(path), text);
});
