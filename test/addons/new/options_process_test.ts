import assert from "node:assert/strict";
import { parse } from "yaml";
import { runTask } from "../../support/task.ts";
import { nameTerms } from "./name_terms.ts";
import { temporaryFolder } from "../../support/temporary.ts";

/** Runs `deno task new <words>` in a content folder; what is made is read as text. */
async function contentFolder() {
  const folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  return {
    root,
    new: (...words: string[]) => runTask(["new", ...words], { CONTENT_DIR: root }),
    check: () => runTask(["check"], { CONTENT_DIR: root }),
    nameTerms: () => nameTerms(root),
    text: (path: string) => Deno.readTextFileSync(`${root}/${path}`),
    write(path: string, text: string) {
      Deno.mkdirSync(`${root}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      Deno.writeTextFileSync(`${root}/${path}`, text);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

Deno.test("new group takes its options, wherever they stand, and not as part of its name", async () => {
  await using content = await contentFolder();
  const options = ["--timezone=Asia/Tokyo", "--language", "ja", "--leap-day", "mar1"];
  const made = await content.new("group", "groupc", "Grup C", "--family", "wrapped", ...options);
  assert.deepEqual([made.code, made.err], [0, ""]);
  assert.deepEqual(parse(content.text("groupc/group.yaml")), {
    name: "Grup C",
    family: "wrapped",
    timezone: "Asia/Tokyo",
    language: "ja",
    leap_day: "mar1",
  });
  content.nameTerms();
  assert.match((await content.check()).err, /: no problems\n$/);
});

Deno.test("a wrong option of new is refused, and nothing is written", async () => {
  await using content = await contentFolder();
  const cases: [words: string[], code: number, message: RegExp][] = [
    [["--famly=bare"], 2, /Cannot use --famly: .*Did you mean "--family"\?/],
    [["--family"], 2, /Cannot use --family: expected bare or wrapped behind it/],
    [["--family", "round"], 1, /Cannot use "family": expected .*bare.*wrapped.*"round"/],
    [["--timezone=Mars/Base"], 1, /expected a time zone such as Asia\/Jakarta/],
  ];
  for (const [words, code, message] of cases) {
    const ended = await content.new("group", "groupc", "Grup C", ...words);
    assert.deepEqual([ended.code, ended.out], [code, ""], ended.err);
    assert.match(ended.err, message);
  }
  const member = await content.new("member", "groupc", "Ayu", "--family=bare");
  assert.equal(member.code, 2);
  assert.match(member.err, /Cannot use --family with "member": it is an option of groups/);
  assert.throws(() => Deno.statSync(content.root), Deno.errors.NotFound);
});

Deno.test("new site makes a content folder that passes the check, and never overwrites it", async () => {
  await using content = await contentFolder();
  const made = await content.new("site", "Rumah", "Data");
  assert.deepEqual(made, { code: 0, out: `${content.root}/site.yaml\n`, err: "" });
  assert.match(content.text("site.yaml"), /^# What visitors.*\ntitle: Rumah Data$/m);
  assert.match(content.text("plans.yaml"), /^standard:/m);
  assert.match(content.text("schema/member.json"), /"birth_date"/);
  const unchosen = await content.check();
  assert.equal(unchosen.code, 0);
  assert.match(unchosen.err, /No licence is named[^]*No attribution is named[^]*: 2 warnings\n$/);
  content.nameTerms();
  assert.match((await content.check()).err, /: no problems\n$/);
  const again = await content.new("site");
  assert.equal(again.code, 1);
  assert.match(again.err, /site.yaml is there already/);

  Deno.removeSync(`${content.root}/plans.yaml`);
  assert.match((await content.check()).err, /plans\.yaml:1:1: .*; deno task new site makes it$/m);
  const plans = await content.new("site");
  assert.deepEqual(plans, { code: 0, out: `${content.root}/plans.yaml\n`, err: "" });
  assert.match(content.text("site.yaml"), /^title: Rumah Data$/m);
  content.nameTerms();
  assert.match((await content.check()).err, /: no problems\n$/);
});

Deno.test("new setlist makes a file, and refuses a name that is known", async () => {
  await using content = await contentFolder();
  await content.new("group", "groupc");
  const first = await content.new("setlist", "groupc", "Jendela", "Pagi");
  const path = "groupc/setlists/jendela-pagi.yaml";
  assert.deepEqual(first, { code: 0, out: `${content.root}/${path}\n`, err: "" });
  assert.deepEqual(parse(content.text(path)), { name: "Jendela Pagi" });
  await content.new("setlist", "groupc", "Malam: Satu");
  assert.deepEqual(parse(content.text("groupc/setlists/malam-satu.yaml")), { name: "Malam: Satu" });
  const again = await content.new("setlist", "groupc", "jendela pagi");
  assert.equal(again.code, 1);
  assert.match(again.err, /has a setlist "jendela pagi" already/);
  content.nameTerms();
  assert.match((await content.check()).err, /: no problems\n$/);
});

Deno.test("a name without Latin letters gets the address that one types, for every kind", async () => {
  await using content = await contentFolder();
  await content.new("group", "groupc", "Grup C");
  const cases: [kind: string, name: string, address: string, path: string][] = [
    ["member", "前田 敦子", "maeda-atsuko", "members/maeda-atsuko.yaml"],
    ["setlist", "夜の電車", "yoru-no-densha", "setlists/yoru-no-densha.yaml"],
    ["show", "2026-08-02 夜の電車", "yoru-no-densha", "shows/2026-08-02-yoru-no-densha.yaml"],
    ["news", "2026-08-01 お知らせ", "oshirase", "news/2026-08-01-oshirase.md"],
    ["event", "2026-08-03 夏", "2026-08-03-natsu", "events/2026-08-03-natsu.yaml"],
    ["release", "夏", "natsu", "releases/natsu.yaml"],
  ];
  for (const [kind, name, address, path] of cases) {
    const refused = await content.new(kind, "groupc", name);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /Cannot make a file name of .*such as --address maeda-atsuko/);
    const made = await content.new(kind, "groupc", name, "--address", address);
    assert.deepEqual([made.err, made.out], ["", `${content.root}/groupc/${path}\n`]);
    if (kind === "news") content.write(`groupc/${path}`, `${content.text(`groupc/${path}`)}Halo\n`);
  }
  assert.match(content.text("groupc/shows/2026-08-02-yoru-no-densha.yaml"), /^setlist: 夜の電車$/m);
  content.nameTerms();
  assert.match((await content.check()).err, /: no problems\n$/);
  const wrong: [words: string[], code: number, message: RegExp][] = [
    [["member", "groupc", "夏", "--address=夏"], 1, /Cannot use the address "夏": expected small/],
    [
      ["member", "groupc", "夏", "--address=maeda-atsuko"],
      1,
      /maeda-atsuko\.yaml is there already/,
    ],
    [["videocall", "groupc", "2026-08-01", "--address=a"], 2, /it is for members, setlists, shows/],
    [["group", "groupd", "--address=a"], 2, /Cannot use --address with "group"/],
  ];
  for (const [words, code, message] of wrong) {
    const ended = await content.new(...words);
    assert.deepEqual([ended.code, ended.out], [code, ""], ended.err);
    assert.match(ended.err, message);
  }
});
