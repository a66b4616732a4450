import assert from "node:assert/strict";
import { createProgram } from "../support/program.ts";
import { REPOSITORY, TRIO } from "../support/contents.ts";

interface Member {
  id: string;
  name: string;
  status: string;
  is_graduate: boolean;
}

function ids(members: Member[]): string {
  return members.map(({ id }) => id).join(" ");
}

Deno.test.each([
  [
    "/api/kembang/members",
    "ayu-lestari bella-nur celine-osterberg dewi-sari elok-pramudita ratna-wulan tara-widjaja " +
    "sakura-miyazaki",
  ],
  // あ before だ; what begins with a Chinese character comes after all kana.
  ["/api/hikari/members", "uta-ando kei-dazai aoi-hayama"],
])("%s lists everybody, by name in the group's language", async (path, expected) => {
  await using app = await createProgram(TRIO);
  assert.equal(ids(await app.json(path)), expected);
});

Deno.test("the repository's members are sorted as their group's language sorts names", async () => {
  await using app = await createProgram(REPOSITORY);
  for (const { slug, family, language } of app.catalog.groups) {
    const answer = await app.json(`/api/${slug}/members`);
    const names = (family === "bare" ? answer : answer.data).map(({ name }: Member) => name);
    assert.deepEqual(names, names.toSorted(new Intl.Collator(language).compare));
  }
});

Deno.test.each<[string, string]>([
  ["status=active", "ayu-lestari celine-osterberg elok-pramudita ratna-wulan"],
  ["status=trainee", "bella-nur sakura-miyazaki"],
  ["status=graduated", "dewi-sari tara-widjaja"],
  ["graduated_only=true", "dewi-sari tara-widjaja"],
  ["graduated_only=true&status=active", ""],
  ["generation=gen2-kembang", "elok-pramudita sakura-miyazaki"],
  ["generation=gen1-kembang&status=graduated", "dewi-sari"],
  ["generation=nobody", ""],
  ["q=ar", "ayu-lestari dewi-sari tara-widjaja"],
  ["q=CELINE", "celine-osterberg"],
  ["q=%C3%B6st", "celine-osterberg"],
  ["q=%E3%81%95%E3%81%8F", "sakura-miyazaki"],
  ["q=sakku", "sakura-miyazaki"],
  ["q=ayu&status=trainee", ""],
])("/api/kembang/members?%s filters", async (query, expected) => {
  await using app = await createProgram(TRIO);
  assert.equal(ids(await app.json(`/api/kembang/members?${query}`)), expected);
});

Deno.test("graduated_only=false is as if it were not there", async () => {
  await using app = await createProgram(TRIO);
  const all = await app.json("/api/kembang/members");
  assert.deepEqual(await app.json("/api/kembang/members?graduated_only=false"), all);
});

Deno.test.each<[string, string]>([
  ["status=graduated", "zoe-anais-tan"],
  ["generation=gen2-melati", "joanna-lim mei-ann-wong"],
  ["q=anais", "zoe-anais-tan"],
])("/api/melati/members?%s filters in the wrapper", async (query, expected) => {
  await using app = await createProgram(TRIO);
  const { total, data } = await app.json(`/api/melati/members?${query}`);
  assert.equal(ids(data), expected);
  assert.equal(total, data.length);
});

Deno.test("is_graduate says the same as status, everywhere", async () => {
  await using app = await createProgram(REPOSITORY);
  const members: Member[] = [
    ...await app.json("/api/groupa/members"),
    ...(await app.json("/api/groupb/members")).data,
  ];
  assert.deepEqual(
    new Set(members.map(({ status }) => status)),
    new Set(["active", "trainee", "graduated"]),
  );
  for (const { name, status, is_graduate } of members) {
    assert.equal(is_graduate, status === "graduated", name);
  }
});

Deno.test("a group is served under its aliases, with the same bytes", async () => {
  await using app = await createProgram(TRIO);
  const paths = [["hikari", "hkr"], ["hikari", "hikari-ny"], ["melati", "melati-kl"]] as const;
  for (const [slug, alias] of paths) {
    const own = await app.ask(`/api/${slug}/members`);
    const other = await app.ask(`/api/${alias}/members`);
    assert.equal(other.status, 200);
    assert.equal(other.headers.get("etag"), own.headers.get("etag"));
    assert.equal(await other.text(), await own.text());
  }
});
