import assert from "node:assert/strict";
import { parse } from "yaml";
import { contentDesk } from "../content_desk.ts";
import { nameTerms } from "./name_terms.ts";

Deno.test("new takes its options wherever they stand, prints what it made, and overwrites nothing", async () => {
  await using content = await contentDesk();
  const { root } = content;
  const options = ["--timezone=Asia/Tokyo", "--language", "ja", "--leap-day", "mar1"];
  const words = ["group", "groupc", "Grup C", "--family", "wrapped", ...options];
  const group = await content.run("new", ...words);
  assert.deepEqual(group, { code: 0, stdout: "content/groupc/group.yaml\n", stderr: "" });
  assert.deepEqual(parse(content.text("groupc/group.yaml")), {
    ...{ name: "Grup C", family: "wrapped", timezone: "Asia/Tokyo" },
    ...{ language: "ja", leap_day: "mar1" },
  });
  const member = await content.run("new", "member", "--address=aya", "groupc", "前田", "敦子");
  assert.deepEqual(member, { code: 0, stdout: "content/groupc/members/aya.yaml\n", stderr: "" });
  assert.match(content.text("groupc/members/aya.yaml"), /^name: 前田 敦子$/m);
  nameTerms(root);
  assert.match((await content.run("check")).stderr, /: no problems\n$/);
  Deno.writeTextFileSync(`${root}/groupc/members/aya.yaml`, "name: Mine\n");
  const again = await content.run("new", "member", "groupc", "Aya");
  assert.deepEqual([again.code, again.stdout], [1, ""]);
  assert.match(again.stderr, /is there already: choose another name, or edit it\n$/);
  assert.equal(content.text("groupc/members/aya.yaml"), "name: Mine\n");
});

Deno.test("new says what is wrong with a call, and writes nothing", async () => {
  await using content = await contentDesk();
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
    const ended = await content.run("new", ...words);
    assert.deepEqual([ended.code, ended.stdout], [code, ""], ended.stderr);
    assert.match(ended.stderr, message);
    assert.doesNotMatch(ended.stderr, /\.ts:/);
  }
  assert.throws(() => Deno.statSync(content.root), Deno.errors.NotFound);
});

Deno.test("new site makes a content folder that passes the check, and what one lacks", async () => {
  await using content = await contentDesk();
  const { root } = content;
  const made = await content.run("new", "site", "Rumah", "Data");
  assert.deepEqual(made, { code: 0, stdout: "content/site.yaml\n", stderr: "" });
  assert.match(content.text("site.yaml"), /^# What visitors.*\ntitle: Rumah Data$/m);
  assert.match(content.text("plans.yaml"), /^standard:/m);
  assert.match(content.text("schema/member.json"), /"birth_date"/);
  const unchosen = await content.run("check");
  assert.equal(unchosen.code, 0);
  assert.match(
    unchosen.stderr,
    /No licence is named[^]*No attribution is named[^]*: 2 warnings\n$/,
  );
  nameTerms(root);
  assert.match((await content.run("check")).stderr, /: no problems\n$/);
  assert.match((await content.run("new", "site")).stderr, /site.yaml is there already/);
  Deno.removeSync(`${root}/plans.yaml`);
  assert.match(
    (await content.run("check")).stderr,
    /plans\.yaml:1:1: .*; deno task new site makes it$/m,
  );
  const plans = await content.run("new", "site");
  assert.deepEqual(plans, { code: 0, stdout: "content/plans.yaml\n", stderr: "" });
  assert.match(content.text("site.yaml"), /^title: Rumah Data$/m);
});
