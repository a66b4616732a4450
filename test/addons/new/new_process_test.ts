import assert from "node:assert/strict";
import { parse } from "yaml";
import { runTask } from "../../support/command.ts";
import { nameTerms } from "./name_terms.ts";
import { temporaryFolder } from "../../support/temporary.ts";

/** Runs `deno task new <words>` in a content folder; what is made is read as text. */
async function contentFolder() {
  const folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  const run = async (task: string, ...words: string[]) => {
    const { code, stdout: out, stderr: err } = await runTask(task, { CONTENT_DIR: root }, words);
    return { code, out, err };
  };
  return {
    root,
    new: (...words: string[]) => run("new", ...words),
    check: () => run("check"),
    text: (path: string) => Deno.readTextFileSync(`${root}/${path}`),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

Deno.test("new takes its options wherever they stand, prints what it made, and overwrites nothing", async () => {
  await using content = await contentFolder();
  const { root } = content;
  const options = ["--timezone=Asia/Tokyo", "--language", "ja", "--leap-day", "mar1"];
  const words = ["group", "groupc", "Grup C", "--family", "wrapped", ...options];
  const group = await content.new(...words);
  assert.deepEqual(group, { code: 0, out: `${root}/groupc/group.yaml\n`, err: "" });
  assert.deepEqual(parse(content.text("groupc/group.yaml")), {
    ...{ name: "Grup C", family: "wrapped", timezone: "Asia/Tokyo" },
    ...{ language: "ja", leap_day: "mar1" },
  });
  const member = await content.new("member", "--address=aya", "groupc", "前田", "敦子");
  assert.deepEqual(member, { code: 0, out: `${root}/groupc/members/aya.yaml\n`, err: "" });
  assert.match(content.text("groupc/members/aya.yaml"), /^name: 前田 敦子$/m);
  nameTerms(root);
  assert.match((await content.check()).err, /: no problems\n$/);
  Deno.writeTextFileSync(`${root}/groupc/members/aya.yaml`, "name: Mine\n");
  const again = await content.new("member", "groupc", "Aya");
  assert.deepEqual([again.code, again.out], [1, ""]);
  assert.match(again.err, /is there already: choose another name, or edit it\n$/);
  assert.equal(content.text("groupc/members/aya.yaml"), "name: Mine\n");
});

Deno.test("new says what is wrong with a call, and writes nothing", async () => {
  await using content = await contentFolder();
  const group = ["group", "groupc", "Grup C"];
  const cases: [words: string[], code: number, message: RegExp][] = [
    [[], 2, /Expected a kind, a group and a name/],
    [["membr", "groupc", "A"], 2, /Cannot make "membr": .*Did you mean "member"\?/],
    [[...group, "--famly=bare"], 2, /Cannot use --famly: .*Did you mean "--family"\?/],
    [[...group, "--family"], 2, /Cannot use --family: expected bare or wrapped behind it/],
    [[...group, "--family", "round"], 1, /Cannot use "family": expected .*bare.*wrapped.*"round"/],
    [[...group, "--timezone=Mars/Base"], 1, /expected a time zone such as Asia\/Jakarta/],
    [[...group, "--address=a"], 2, /Cannot use --address with "group": it is for members/],
    [["member", "groupc", "Ayu", "--family=bare"], 2, /with "member": it is an option of groups/],
  ];
  for (const [words, code, message] of cases) {
    const ended = await content.new(...words);
    assert.deepEqual([ended.code, ended.out], [code, ""], ended.err);
    assert.match(ended.err, message);
    assert.doesNotMatch(ended.err, /\.ts:/);
  }
  assert.throws(() => Deno.statSync(content.root), Deno.errors.NotFound);
});

Deno.test("new site makes a content folder that passes the check, and what one lacks", async () => {
  await using content = await contentFolder();
  const { root } = content;
  const made = await content.new("site", "Rumah", "Data");
  assert.deepEqual(made, { code: 0, out: `${root}/site.yaml\n`, err: "" });
  assert.match(content.text("site.yaml"), /^# What visitors.*\ntitle: Rumah Data$/m);
  assert.match(content.text("plans.yaml"), /^standard:/m);
  assert.match(content.text("schema/member.json"), /"birth_date"/);
  const unchosen = await content.check();
  assert.equal(unchosen.code, 0);
  assert.match(unchosen.err, /No licence is named[^]*No attribution is named[^]*: 2 warnings\n$/);
  nameTerms(root);
  assert.match((await content.check()).err, /: no problems\n$/);
  assert.match((await content.new("site")).err, /site.yaml is there already/);
  Deno.removeSync(`${root}/plans.yaml`);
  assert.match((await content.check()).err, /plans\.yaml:1:1: .*; deno task new site makes it$/m);
  const plans = await content.new("site");
  assert.deepEqual(plans, { code: 0, out: `${root}/plans.yaml\n`, err: "" });
  assert.match(content.text("site.yaml"), /^title: Rumah Data$/m);
});
