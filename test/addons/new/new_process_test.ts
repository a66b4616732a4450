import assert from "node:assert/strict";
import { USUAL } from "../../../build/addons/new/template.ts";
import { makeFiles } from "../../../build/addons/new/make_file.ts";
import { NEW_FILES } from "../../../build/addons/new/new_file.ts";
import { type SchemaName, SCHEMAS } from "../../../build/schema/schemas.ts";
import { splitFrontMatter } from "../../../build/read/front_matter.ts";
import { parse } from "yaml";
import { runTask } from "../../support/task.ts";
import { nameTerms } from "./name_terms.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const NAMES: readonly (readonly [kind: string, name: string, path: string])[] = [
  ["member", "Nadindra: Pramesti #1", "members/nadindra-pramesti-1.yaml"],
  ["show", "2026-07-04 Jendela Pagi", "shows/2026-07-04-jendela-pagi.yaml"],
  ["news", "2026-07-04 Jadwal 'Agustus'", "news/2026-07-04-jadwal-agustus.md"],
  ["event", "2026-07-04 Jabat Tangan", "events/2026-07-04-jabat-tangan.yaml"],
  ["release", "Second Light", "releases/second-light.yaml"],
  ["videocall", "2026-07-04", "videocalls/2026-07-04.yaml"],
];

Deno.test("new makes a file of every kind that passes the check, and prints where it is", async () => {
  await using folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  const env = { CONTENT_DIR: root };
  const group = await runTask(["new", "group", "groupc", "Nama: Grup"], env);
  assert.deepEqual(group, { code: 0, out: `${root}/groupc/group.yaml\n`, err: "" });
  for (const [kind, name, path] of NAMES) {
    const made = await runTask(["new", kind, "groupc", name], env);
    // An article is what somebody writes.
    if (kind === "news") {
      await Deno.writeTextFile(`${root}/groupc/${path}`, "Hari ini.\n", { append: true });
    }
    assert.deepEqual(made, { code: 0, out: `${root}/groupc/${path}\n`, err: "" });
  }
  nameTerms(root);
  const check = await runTask(["check"], env);
  assert.deepEqual([check.code, check.err], [0, `Checked ${root}: no problems\n`]);
});

Deno.test("new never overwrites a file", async () => {
  await using folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  const env = { CONTENT_DIR: root };
  await runTask(["new", "group", "groupc"], env);
  await runTask(["new", "member", "groupc", "Aya"], env);
  const path = `${root}/groupc/members/aya.yaml`;
  Deno.writeTextFileSync(path, "name: Mine\n");
  for (const words of [["new", "member", "groupc", "Aya"], ["new", "group", "groupc"]]) {
    const { code, err } = await runTask(words, env);
    assert.equal(code, 1);
    assert.match(err, /is there already: choose another name, or edit it\n$/);
  }
  assert.equal(Deno.readTextFileSync(path), "name: Mine\n");
});

Deno.test("new says what is wrong with a call", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content` };
  await runTask(["new", "group", "groupc"], env);
  await runTask(["new", "group", "groupd"], env);
  await runTask(["new", "member", "groupd", "Aya"], env);
  const cases: [words: string[], code: number, message: RegExp][] = [
    [[], 2, /Expected a kind, a group and a name/],
    [["membr", "groupc", "A"], 2, /Cannot make "membr": .*Did you mean "member"\?/],
    [
      ["member", "groupx", "A"],
      1,
      /There is no group "groupx" .*deno task new group groupx.*Did you mean/,
    ],
    [["member", "../groupc", "A"], 1, /Cannot call a group "\.\.\/groupc"/],
    [["group", "schema", "A"], 1, /Cannot call a group "schema"/],
    [["member", "groupc", "名前"], 1, /Cannot make a file name of "名前"/],
    [
      ["member", "groupc", "Aya"],
      1,
      /Cannot use the address "aya": another member or the service has it/,
    ],
    [["member", "groupc", "Today"], 1, /Cannot use the address "today"/],
    [["show", "groupc", "31 June 2026 A"], 1, /the day "31 June 2026": the calendar has no such/],
    [["group", "GroupE"], 1, /Cannot call a group "GroupE": .*Did you mean "groupe"\?/],
    [["show", "groupc", "2026-02-28"], 1, /Cannot make a file name/],
  ];
  for (const [words, code, message] of cases) {
    const ended = await runTask(["new", ...words], env);
    assert.equal(ended.code, code, ended.err);
    assert.match(ended.err, message);
    assert.doesNotMatch(ended.err, /\.ts:/);
  }
});

Deno.test("a show that is called like a setlist performs it", () => {
  const setlists = [{ name: "Jendela Pagi", songs: [], former_slugs: [] }];
  const { slug, text } = NEW_FILES["show"]!({
    title: "jendela pagi",
    date: "2026-07-04",
    setlists,
  });
  assert.equal(slug, "2026-07-04-jendela-pagi");
  assert.match(text, /^setlist: Jendela Pagi$/m);
  assert.match(text, /^#title: /m);
});

Deno.test("an entry without a day in its name takes place today in the group's zone", async () => {
  await using folder = await temporaryFolder();
  const root = folder.path;
  Deno.mkdirSync(`${root}/groupa`);
  Deno.writeTextFileSync(`${root}/groupa/group.yaml`, "name: A\nfamily: bare\n");
  const order = { root, group: "groupa", kind: "event", now: Date.parse("2026-07-03T18:00:00Z") };
  const [path] = [...makeFiles({ ...order, name: "Jabat Tangan" }).keys()].slice(-1);
  assert.equal(path, `${root}/groupa/events/2026-07-04-jabat-tangan.yaml`);
});

/** What somebody writes as a name, and what is made of it, or said. */
const DATED_NAMES: readonly (readonly [kind: string, name: string, made: object | RegExp])[] = [
  ["show", "12 Desember 2026 Peluit", { title: "Peluit", date: "2026-12-12" }],
  ["show", "December 12th, 2026: Peluit", { title: "Peluit", date: "2026-12-12" }],
  ["show", "２０２６-12-15 Peluit", { title: "Peluit", date: "2026-12-15" }],
  ["show", "2026年12月15日(火) 19:00 Peluit！", {
    title: "Peluit！",
    date: "2026-12-15",
    time: "19:00",
  }],
  ["show", "2026-12-17 19:00 Peluit", { title: "Peluit", date: "2026-12-17", time: "19:00" }],
  ["show", "Sabtu, 12 Des 2026 19.00 WIB Peluit", {
    title: "Peluit",
    date: "2026-12-12",
    time: "19:00",
  }],
  ["show", "[26/12/2026] Peluit.", { title: "Peluit.", date: "2026-12-26" }],
  ["show", "2026-7-4 Peluit", { title: "Peluit", date: "2026-07-04" }],
  ["show", "Peluit 12 Desember 2026", { title: "Peluit", date: "2026-12-12" }],
  ["event", "2026-08-17 17 Agustus", { title: "17 Agustus", date: "2026-08-17", type: "other" }],
  ["event", "100000 Suara", { title: "100000 Suara", date: "2026-07-03", type: "other" }],
  ["news", "12 Desember 2026 Peluit", { title: "Peluit", date: "2026-12-12" }],
  ["news", "Jadwal 12 Desember 2026", { title: "Jadwal 12 Desember 2026", date: "2026-07-03" }],
  ["release", "12 Desember 2026 Peluit", {
    title: "Peluit",
    type: "single",
    release_date: "2026-12-12",
  }],
  ["videocall", "12 Desember 2026 16.00", {
    date: "2026-12-12",
    sessions: [{ session: "Sesi 1", start_time: "16:00" }],
  }],
  ["show", "31 June 2026 Peluit", /"31 June 2026": the calendar has no such day/],
  ["show", "2026-02-30 Peluit", /"2026-02-30"; the days of 2026-02 are 1 to 28/],
  ["event", "04/07/2026 Peluit", /; write 2026-07-04 or 2026-04-07, whichever is meant/],
  ["show", "2026-13-12 Peluit", /"2026-13-12"\. Did you mean "2026-12-13"\?/],
  ["show", "Minggu, 12 Desember 2026 Peluit", /2026-12-12 is a Saturday, and this says Minggu/],
  ["show", "12-13 Desember 2026 Peluit", /one file is one day: make a file for each/],
  ["event", "17 Agustus Merdeka", /the year is missing: write it in front of -08-17/],
  ["show", "12/12/26 Peluit", /a year has four digits/],
  ["show", "2026-12-17 25:00 Peluit", /Cannot read the hour "25:00": write the day, the hour/],
  ["show", "19:00 Peluit", /Cannot read the hour "19:00": write the day, the hour/],
  ["release", "2026-12-17 19:00 Peluit", /Cannot use the hour "19:00": this kind has none/],
];

Deno.test("a day in front of a name is read in any writing, or refused with a remedy", async () => {
  await using folder = await temporaryFolder();
  const root = folder.path;
  Deno.mkdirSync(`${root}/groupa`);
  Deno.writeTextFileSync(`${root}/groupa/group.yaml`, "name: A\nfamily: bare\n");
  for (const [kind, name, made] of DATED_NAMES) {
    const order = { root, group: "groupa", kind, name, now: Date.parse("2026-07-03T05:00:00Z") };
    const make = () => [...makeFiles(order).values()].at(-1)!.replaceAll(/^---$|<!--.*/gm, "");
    if (made instanceof RegExp) assert.throws(make, made, name);
    else assert.deepEqual(parse(make()), made, name);
  }
});

Deno.test("a new file has at most twelve lines, and every example is right once its # is gone", () => {
  for (const [kind, make] of Object.entries(NEW_FILES)) {
    const { text, ending } = make({ title: "Nama", date: "2026-07-04", setlists: [] });
    assert.ok(text.trimEnd().split("\n").length <= 12, text);
    const parts = ending === "md" ? splitFrontMatter(text) : undefined;
    const yaml = parts !== undefined && "yaml" in parts ? parts.yaml : text;
    const { schema } = SCHEMAS[kind as SchemaName];
    const filled = yaml.replace(/^( *)#(?! )/gm, "$1");
    assert.equal(schema.safeParse(parse(filled)).error, undefined, filled);
  }
  assert.deepEqual(Object.keys(USUAL).sort(), ["group", ...Object.keys(NEW_FILES)].sort());
});
