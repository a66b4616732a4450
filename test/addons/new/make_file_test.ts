import assert from "node:assert/strict";
import { parse } from "yaml";
import { makeFiles, type Order } from "../../../build/addons/new/make_file.ts";
import { type EntryKind, entryText, TEMPLATES } from "../../../build/addons/new/templates.ts";
import { diagnose } from "../../../build/compile.ts";
import { writeTexts } from "../../../build/files/write_texts.ts";
import { splitFrontMatter } from "../../../build/read/front_matter.ts";
import { SCHEMAS } from "../../../build/schema/schemas.ts";
import { nameTerms } from "./name_terms.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const KINDS = Object.keys(TEMPLATES) as EntryKind[];
const NOW = Date.parse("2026-07-03T05:00:00Z");

/** A content folder with a group, in which files are made. */
async function contentFolder() {
  const folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  const plan = (kind: Order["kind"], name: string, address?: string, group = "groupc", now = NOW) =>
    makeFiles({ root, kind, group, name, address, now });
  const make = (...order: Parameters<typeof plan>) => {
    const files = plan(...order);
    writeTexts(files);
    return [...files.keys()].at(-1)!.slice(root.length + 1);
  };
  make("group", "Nama: Grup");
  return { root, plan, make, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** What is made; an address that is typed where the name has no Latin letters. */
const MADE: readonly (readonly [kind: EntryKind, name: string, path: string, address?: string])[] =
  [
    ["member", "Nadindra: Pramesti #1", "members/nadindra-pramesti-1.yaml"],
    ["setlist", "Malam: Satu", "setlists/malam-satu.yaml"],
    ["show", "2026-07-04 Jendela Pagi", "shows/2026-07-04-jendela-pagi.yaml"],
    ["news", "2026-07-04 Jadwal 'Agustus'", "news/2026-07-04-jadwal-agustus.md"],
    ["event", "2026-07-04 Jabat Tangan", "events/2026-07-04-jabat-tangan.yaml"],
    ["release", "Second Light", "releases/second-light.yaml"],
    ["videocall", "2026-07-04", "videocalls/2026-07-04.yaml"],
    ["member", "前田 敦子", "members/maeda-atsuko.yaml", "maeda-atsuko"],
    ["setlist", "夜の電車", "setlists/yoru-no-densha.yaml", "yoru-no-densha"],
    ["show", "2026-08-02 夜の電車", "shows/2026-08-02-yoru-no-densha.yaml", "yoru-no-densha"],
    ["news", "2026-08-01 お知らせ", "news/2026-08-01-oshirase.md", "oshirase"],
    ["event", "2026-08-03 夏", "events/2026-08-03-natsu.yaml", "2026-08-03-natsu"],
    ["release", "夏", "releases/natsu.yaml", "natsu"],
  ];

Deno.test("a file of every kind passes the check, and is never made twice", async () => {
  await using content = await contentFolder();
  const { root, plan, make } = content;
  for (const [kind, name, path, address] of MADE) {
    if (address !== undefined) {
      assert.throws(() => plan(kind, name), /Cannot make a file name of .*such as --address maeda/);
    }
    assert.equal(make(kind, name, address), `groupc/${path}`);
    assert.throws(() => plan(kind, name, address), /is there already|has a setlist ".*" already/);
    // An article is what somebody writes.
    if (kind === "news") {
      Deno.writeTextFileSync(`${root}/groupc/${path}`, "Halo\n", { append: true });
    }
  }
  nameTerms(root);
  assert.deepEqual(diagnose(root), []);
  // A show that is called like a setlist performs it.
  const show = Deno.readTextFileSync(`${root}/groupc/shows/2026-08-02-yoru-no-densha.yaml`);
  assert.match(show, /^#title: .*\nsetlist: 夜の電車$/m);
  assert.match(plan("show", "特別公演", "tokubetsu").values().next().value!, /^title: 特別公演$/m);
});

Deno.test("what cannot be made is refused with a remedy", async () => {
  await using content = await contentFolder();
  const { root, plan, make } = content;
  make("group", "D", undefined, "groupd");
  make("member", "Aya", undefined, "groupd");
  make("setlist", "Jendela Pagi");
  Deno.writeTextFileSync(`${root}/${make("setlist", "Pelangi")}`, "name: { toString: 1 }\n");
  Deno.writeTextFileSync(`${root}/${make("member", "Azizi")}`, "name: Azizi Asadel\n");
  Deno.writeTextFileSync(
    `${root}/${make("member", "Bela")}`,
    "name: Bela\nnicknames: [Lala, { toString: 1 }]\n",
  );
  Deno.writeTextFileSync(`${root}/groupc/group.yaml`, "guests: [Kang Dodi]\n", { append: true });
  const refused: readonly [
    kind: Order["kind"],
    name: string,
    RegExp,
    address?: string,
    group?: string,
  ][] = [
    ["member", "A", /There is no group "groupx" .*new group groupx.*Did you mean/, , "groupx"],
    ["member", "A", /Cannot call a group "\.\.\/groupc"/, , "../groupc"],
    ["group", "A", /Cannot call a group "schema"/, , "schema"],
    ["group", "A", /Cannot call a group "GroupE": .*Did you mean "groupe"\?/, , "GroupE"],
    ["group", "A", /is there already: choose another name, or edit it$/],
    ["member", "名前", /Cannot make a file name of "名前"/],
    ["member", "Aya", /Cannot use the address "aya": another member or the service has it/],
    ["member", "Today", /Cannot use the address "today"/],
    [
      "member",
      "Lala",
      /"Lala" may mean bela: write bela in .* then take the name out .*bela\.yaml/,
    ],
    ["member", "Kang Dodi", /"Kang Dodi" mean a guest: if that is her, .*guests.*c\/group\.yaml/],
    [
      "member",
      "azizi asadel",
      /has a member "azizi asadel" already \(azizi\): choose another name/,
    ],
    ["member", "夏", /Cannot use the address "夏": expected small/, "夏"],
    ["show", "2026-02-28", /Cannot make a file name/],
    ["setlist", "jendela pagi", /has a setlist "jendela pagi" already/],
  ];
  for (const [kind, name, message, address, group] of refused) {
    assert.throws(() => plan(kind, name, address, group), message, `${kind} ${name}`);
  }
});

/** What somebody writes as a name, and what is made of it, or said. */
const DATED_NAMES: readonly (readonly [kind: EntryKind, name: string, made: object | RegExp])[] = [
  ["show", "12 Desember 2026 Peluit", { title: "Peluit", date: "2026-12-12" }],
  ["show", "December 12th, 2026: Peluit", { title: "Peluit", date: "2026-12-12" }],
  ["show", "２０２６-12-15 Peluit", { title: "Peluit", date: "2026-12-15" }],
  ["show", "2026年12月15日(火) 19:00 Peluit！", {
    title: "Peluit！",
    date: "2026-12-15",
    time: "19:00",
  }],
  ["show", "令和8年12月15日 Peluit", { title: "Peluit", date: "2026-12-15" }],
  ["show", "令和元年12月15日 Peluit", { title: "Peluit", date: "2019-12-15" }],
  ["show", "令和 Peluit", { title: "令和 Peluit", date: "2026-07-03" }],
  ["show", "令和8年2月30日 Peluit", /"令和8年2月30日": the calendar has no such day/],
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
  ["show", "2026-02-30 Peluit", /"2026-02-30": the calendar has no such day/],
  ["event", "04/07/2026 Peluit", /; write 2026-07-04 or 2026-04-07, whichever is meant/],
  ["show", "2026-13-12 Peluit", /"2026-13-12": the calendar has no such day/],
  ["show", "Minggu, 12 Desember 2026 Peluit", /2026-12-12 is a Saturday, and this says Minggu/],
  ["show", "12-13 Desember 2026 Peluit", /"12-13 Desember 2026": the calendar has no such day/],
  ["event", "17 Agustus Merdeka", /the year is missing: write it in front of -08-17/],
  ["show", "12/12/26 Peluit", /"12\/12\/26": write it as 2026-07-04, year first/],
  ["show", "2026-12-17 25:00 Peluit", /Cannot read the hour "25:00": write the day, the hour/],
  ["show", "19:00 Peluit", /Cannot read the hour "19:00": write the day, the hour/],
  ["release", "2026-12-17 19:00 Peluit", /Cannot use the hour "19:00": this kind has none/],
];

Deno.test("a day in front of a name is read in any writing, or refused with a remedy", async () => {
  await using content = await contentFolder();
  for (const [kind, name, made] of DATED_NAMES) {
    const make = () =>
      [...content.plan(kind, name).values()].at(-1)!.replaceAll(/^---$|<!--.*/gm, "");
    if (made instanceof RegExp) assert.throws(make, made, name);
    else assert.deepEqual(parse(make()), made, name);
  }
});

Deno.test("a new file has at most twelve lines, and every example is right once its # is gone", () => {
  for (const kind of KINDS) {
    const text = entryText(kind, {
      title: "Nama",
      date: "2026-07-04",
      isDated: false,
      setlists: [],
    });
    assert.ok(text.trimEnd().split("\n").length <= 12, text);
    const parts = kind === "news" ? splitFrontMatter(text) : undefined;
    const yaml = parts !== undefined && "yaml" in parts ? parts.yaml : text;
    const filled = yaml.replace(/^( *)#(?! )/gm, "$1");
    assert.equal(SCHEMAS[kind].schema.safeParse(parse(filled)).error, undefined, filled);
  }
});
