import assert from "node:assert/strict";
import { compile } from "../../build/compile.ts";
import { comparedNames, compareLists, indexLists } from "../../src/model/content_items.ts";
import { readItems } from "../../src/model/read_items.ts";
import { openPack } from "../../src/catalog/pack.ts";
import { writeSmallContent } from "../support/small_content.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A content folder, and what is seen to change when files of its group `bunga` are written. */
async function createFolder() {
  const folder = await temporaryFolder();
  await writeSmallContent(folder.path);
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      const whole = `${folder.path}/bunga/${path}`;
      Deno.mkdirSync(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
      Deno.writeTextFileSync(whole, text);
    }
  };
  write({
    "members/ayu.yaml": "name: Ayu Lestari\nnicknames: [Ayu]\n",
    "setlists/pagi.yaml": "name: Pagi\nsongs: [Satu]\n",
    "shows/2026-08-01-pagi.yaml":
      'setlist: Pagi\ndate: 2026-08-01\ntime: "19:00"\nmembers: [Ayu]\n',
    "news/kabar.md": "---\ntitle: Kabar\ndate: 2026-07-01\n---\nHalo.\n",
    "releases/satu.yaml": "title: Satu\ntype: single\ntracks: [{ title: Satu, members: [Ayu] }]\n",
    "events/2026-08-02-temu.yaml": "title: Temu\ndate: 2026-08-02\n",
    "videocalls/satu.yaml":
      'date: 2026-08-03\nsessions: [{ session: Sesi 1, start_time: "10:00", members: [Ayu] }]\n',
  });
  const lists = () => {
    const { pack } = compile(folder.path);
    const opened = openPack(Uint8Array.from(pack!.chunks.flatMap((chunk) => [...chunk])));
    return indexLists(opened.index.groups.flatMap((group) => [...readItems(opened, group)]));
  };
  return {
    path: folder.path,
    changesAfter(files: Readonly<Record<string, string>>, now = Date.now()): string[] {
      const before = lists();
      write(files);
      const after = lists();
      return comparedNames(before, after)
        .flatMap((name) => compareLists(before.get(name), after.get(name), now))
        .map(({ kind, id, change, fields }) => [change, kind, id, ...fields].join(" ")).sort();
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const SHOW = "shows/2026-08-01-pagi.yaml";
const EVENT = "events/2026-08-02-temu.yaml";

Deno.test.each<[what: string, files: Record<string, string>, expected: string[]]>([
  ["nothing", {}, []],
  [
    "the order of fields, comments and other names of the same member",
    { [SHOW]: '# Pagi\ndate: 2026-08-01\ntime: "19:00"\nsetlist: Pagi\nmembers: [ayu]\n' },
    [],
  ],
  [
    "the hour of a show",
    { [SHOW]: 'setlist: Pagi\ndate: 2026-08-01\ntime: "20:00"\nmembers: [Ayu]\n' },
    ["changed show 2026-08-01-pagi time start_at"],
  ],
  [
    "the group's zone",
    { "group.yaml": "name: Bunga\nfamily: bare\ntimezone: Asia/Tokyo\n" },
    ["changed event 2026-08-02-temu start_at", "changed show 2026-08-01-pagi start_at"],
  ],
  [
    "the group's usual venue",
    { "group.yaml": "name: Bunga\nfamily: bare\ndefaults: { venue: Teater }\n" },
    ["changed event 2026-08-02-temu venue", "changed show 2026-08-01-pagi venue"],
  ],
  [
    "a member's name",
    { "members/ayu.yaml": "name: Ayu Utami\nnicknames: [Ayu]\n" },
    ["changed member ayu name"],
  ],
  [
    "a setlist's songs",
    { "setlists/pagi.yaml": "name: Pagi\nsongs: [Satu, Dua]\n" },
    ["changed setlist Pagi songs"],
  ],
  [
    "a song as fields that say no more than its title",
    { "setlists/pagi.yaml": "name: Pagi\nsongs: [{ title: Satu, center: [] }]\n" },
    [],
  ],
  [
    "a song's center, and a setlist's own name",
    {
      "setlists/pagi.yaml":
        "name: Pagi\nname_native: 朝\nsongs: [{ title: Satu, center: [Ayu] }]\n",
    },
    ["changed setlist Pagi songs name_native"],
  ],
  [
    "a member's career and native name",
    {
      "members/ayu.yaml": "name: Ayu Lestari\nnicknames: [Ayu]\nname_native: 阿由\n" +
        "history: [{ from: 2024-05-01, role: Kapten }]\n",
    },
    ["changed member ayu name_native history"],
  ],
  [
    "the text of an article",
    { "news/kabar.md": "---\ntitle: Kabar\ndate: 2026-07-01\n---\nHalo semua.\n" },
    ["changed news kabar content"],
  ],
  [
    "a track and a session",
    {
      "releases/satu.yaml": "title: Satu\ntype: single\ntracks: [{ title: Dua, members: [Ayu] }]\n",
      "videocalls/satu.yaml":
        'date: 2026-08-03\nsessions: [{ session: Sesi 1, start_time: "11:00" }]\n',
    },
    ["changed release satu tracks", "changed videocall satu sessions"],
  ],
  [
    "a draft, and an event that becomes one",
    {
      [EVENT]: "title: Temu\ndate: 2026-08-02\ndraft: true\n",
      "news/nanti.md": "---\ntitle: Nanti\ndate: 2026-07-01\ndraft: true\n---\nHalo.\n",
    },
    ["removed event 2026-08-02-temu"],
  ],
])("a build says of each item what changed: %s", async (_what, files, expected) => {
  await using folder = await createFolder();
  assert.deepEqual(folder.changesAfter(files), expected);
});

Deno.test("what is published later is seen from that instant on", async () => {
  await using folder = await createFolder();
  const show = "title: Rahasia\ndate: 2027-02-01\npublish_at: 2027-01-01T00:00:00Z\n";
  const at = Date.parse("2027-01-01T00:00:00Z");
  assert.deepEqual(folder.changesAfter({ "shows/2027-02-01-rahasia.yaml": show }, at - 1), []);
  Deno.removeSync(`${folder.path}/bunga/shows/2027-02-01-rahasia.yaml`);
  assert.deepEqual(
    folder.changesAfter({ "shows/2027-02-01-rahasia.yaml": show }, at),
    ["added show 2027-02-01-rahasia"],
  );
});
