import assert from "node:assert/strict";
import { memberFile } from "../../../build/schema/content/member.ts";
import { formatDiagnostics } from "../../../build/diagnostic/format.ts";
import { compile } from "../../../build/compile.ts";
import { readFolder } from "../../../build/files/content_file.ts";
import { type ImportTree, importTree, type Options } from "./import_tree.ts";

/** A dump of invented people as a service of its own make gives it. */
interface Service {
  readonly file: string;
  readonly options?: Options;
  /** What is told of the first run. */
  readonly told?: RegExp;
  /** What the files say afterwards. */
  readonly members: Readonly<Record<string, unknown>>;
}

const SERVICES: Readonly<Record<string, Service>> = {
  "nested records with UUIDs": {
    file: "nested_ids.json",
    told: /^dump.json: record 3 "Kirana Dewi": her address is "kirana-dewi-groupa".*\n.*\n$/,
    members: {
      "kirana-dewi": {
        name: "Kirana Dewi",
        status: "graduated",
        birth_date: "2006-08-26",
        height: 158,
      },
      "kirana-dewi-groupa": { name: "Kirana Dewi", birth_date: "2008-02-29", height: 160 },
      "melati-purnomo": {
        name: "Melati Purnomo",
        fullname: "Melati Ayu Purnomo",
        nicknames: ["Mela", "Titi"],
        generation: "Generasi 3",
        img: "https://img.example/melati.jpg",
        birth_date: "2006-08-26",
        birthplace: "Malang",
        blood_type: "O",
        height: 165,
        hobby: "menggambar, lari pagi",
        jikosokai: "Halo, aku Melati! Salam kenal.",
        socials: [{ title: "Instagram", url: "https://social.example/melati" }],
      },
    },
  },
  "a map with dates day first and accounts by site": {
    file: "day_first.json",
    options: { dates: "dmy" },
    members: {
      "anggota-1": {
        name: "Sekar Wulandari",
        nicknames: ["Sekar", "Wulan"],
        generation: "2",
        img: "https://img.example/sekar.jpg",
        birth_date: "2006-08-26",
        birthplace: "Solo",
        blood_type: "AB",
        height: 160.5,
        jikosokai: "Senyumku untukmu, Sekar!",
        socials: [
          { title: "Instagram", url: "https://foto.example/sekar" },
          { title: "TikTok", url: "https://video.example/@sekar" },
        ],
      },
      "anggota-2": {
        name: "Nirmala Hadi",
        nicknames: ["Nirma"],
        status: "trainee",
        birth_date: "2006-04-03",
        joined: "2024-10-12",
        socials: [
          { title: "Suara", url: "https://www.suara.example/nirma" },
          { title: "Twitter", url: "https://burung.example/nirma" },
        ],
      },
      "anggota-3": {
        name: "Puspa Lestari",
        status: "graduated",
        birth_date: "2001-01-15",
        hobby: "memasak",
        graduated: "2025-03-31",
      },
    },
  },
  "a table": {
    file: "table.csv",
    members: {
      "hana-kobayashi": {
        name: "Hana Kobayashi",
        nicknames: ["Hana", "Hanachan"],
        generation: "1st",
        status: "active",
        birth_date: "2006-08-26",
        height: 158,
        hobby: "piano; memasak",
        jikosokai: 'Halo,\naku "Hana"!',
        room_id: 410101,
        socials: [{ title: "Instagram", url: "https://foto.example/hana" }],
      },
      "rin-asakura": {
        name: "Rin Asakura",
        nicknames: ["Rin"],
        generation: "1st",
        status: "graduated",
        birth_date: "2006-12-01",
      },
      "mei-lin": {
        name: "Mei Lin",
        generation: "2nd",
        status: "trainee",
        birth_date: "2007-08-09",
        height: 162,
        hobby: "tidur",
        room_id: 410103,
        socials: [{ title: "Instagram", url: "https://foto.example/mei" }],
      },
    },
  },
};

for (const [name, { file, options, members, told = /^$/ }] of Object.entries(SERVICES)) {
  Deno.test(`${name}: all of it is taken over, and a second run changes no file`, () => {
    using tree = importTree();
    const dump = Deno.readTextFileSync(new URL(`dumps/${file}`, import.meta.url));
    const first = tree.take("members", dump, "groupa", options);
    assert.equal(first.lost, 0, first.table);
    assert.match(first.told, told);
    assert.deepEqual(membersOf(tree), members);
    assert.deepEqual(problemsIn(tree), "");
    const second = tree.take("members", dump, "groupa", options);
    assert.deepEqual([second.written, second.lost, second.told], [[], 0, ""]);
  });
}

function membersOf({ root }: ImportTree): Record<string, unknown> {
  return Object.fromEntries(
    readFolder(`${root}/groupa`, "members", () => {}).map(({ slug, value }) => {
      assert.ok(memberFile.safeParse(value).success, slug);
      return [slug, value];
    }),
  );
}

function problemsIn({ root }: ImportTree): string {
  const { diagnostics } = compile(root);
  return formatDiagnostics(diagnostics);
}
