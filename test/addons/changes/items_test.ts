import assert from "node:assert/strict";
import fc from "fast-check";
import {
  comparedNames,
  compareLists,
  type ContentItem,
  foldChanges,
  indexLists,
  type ItemChange,
  type ItemList,
} from "../../../src/model/content_items.ts";
import { propertyRun } from "../../support/size.ts";
import { compile } from "../../../build/compile.ts";
import { readItems } from "../../../src/model/read_items.ts";
import { openPack } from "../../../src/catalog/pack.ts";
import { writeSmallContent } from "../../support/small_content.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const NOW = 1000;

/** An item as editors see it. */
interface Draft {
  readonly values: Readonly<Record<string, string>>;
  readonly from: number | undefined;
}

/** What a program knows, and the items of a kind by id. */
interface Build {
  readonly fields: readonly string[];
  readonly items: Readonly<Record<string, Draft>>;
}

const FIELDS = ["title", "venue", "date", "url"];

const draft = fc.record({
  values: fc.dictionary(fc.constantFrom(...FIELDS), fc.constantFrom("a", "b", "c")),
  from: fc.constantFrom(undefined, NOW - 1, NOW, NOW + 1),
});

const build: fc.Arbitrary<Build> = fc.record({
  fields: fc.shuffledSubarray(FIELDS),
  items: fc.dictionary(fc.constantFrom("one", "two", "three", "four"), draft),
});

function listOf({ fields, items }: Build, kind = "show"): ItemList {
  return {
    ...{ group: "bunga", kind, fields },
    items: Object.entries(items).map(([id, { values, from }]) => ({
      id,
      ...(from !== undefined && { from }),
      fields: Object.fromEntries(
        Object.entries(values).filter(([field]) => fields.includes(field)),
      ),
    })),
  };
}

/** The same as {@linkcode compareBuilds}, as plainly as it can be said. */
function expected(before: Build, after: Build): string[] {
  const seen = ({ items }: Build, id: string) =>
    Object.hasOwn(items, id) && (items[id]!.from ?? 0) <= NOW ? items[id]!.values : undefined;
  const known = before.fields.filter((field) => after.fields.includes(field));
  return ["one", "two", "three", "four"].flatMap((id) => {
    const [old, now] = [seen(before, id), seen(after, id)];
    if (old === undefined && now === undefined) return [];
    if (old === undefined) return [`added ${id}`];
    if (now === undefined) return [`removed ${id}`];
    const fields = known.filter((field) => old[field] !== now[field]).sort();
    return fields.length === 0 ? [] : [`changed ${id} ${fields}`];
  }).sort();
}

/** Compares two builds, each kind that both sides' programs know. */
function compareBuilds(before: readonly ItemList[], after: readonly ItemList[]): ItemChange[] {
  const [old, fresh] = [indexLists(before), indexLists(after)];
  return comparedNames(old, fresh).flatMap((name) =>
    compareLists(old.get(name), fresh.get(name), NOW).map(({ before: _, ...change }) => change)
  );
}

function compared(before: readonly ItemList[], after: readonly ItemList[]): string[] {
  return compareBuilds(before, after)
    .map(({ change, id, fields }) => `${change} ${id} ${fields.toSorted()}`.trim()).sort();
}

Deno.test("any two builds: what is seen to change is said, and nothing else", () => {
  fc.assert(
    fc.property(build, build, (before, after) => {
      assert.deepEqual(compared([listOf(before)], [listOf(after)]), expected(before, after));
    }),
    propertyRun(500),
  );
});

/** Titles by id. */
type Titles = Readonly<Record<string, string>>;

function compare(before: readonly ContentItem[], after: readonly ContentItem[]): ItemChange[] {
  const listOf = (items: readonly ContentItem[]) => [
    { group: "bunga", kind: "show", fields: ["title"], items },
  ];
  return compareBuilds(listOf(before), listOf(after));
}

function itemsOf(titles: Titles): ContentItem[] {
  return Object.entries(titles).map(([id, title]) => ({ id, fields: { title } }));
}

const titles = fc.dictionary(
  fc.constantFrom("one", "two", "three/four"),
  fc.constantFrom("a", "b"),
);

Deno.test("what is folded is what the first and last build say, and what was taken back", () => {
  fc.assert(
    fc.property(fc.array(titles, { minLength: 2, maxLength: 6 }), (builds) => {
      const steps = builds.slice(1).flatMap((after, n) =>
        compare(itemsOf(builds[n]!), itemsOf(after))
      );
      const [first, last] = [builds[0]!, builds.at(-1)!];
      const touched = new Set(steps.map(({ id }) => id));
      const expected = [...touched].sort().flatMap((id) => {
        const was = Object.hasOwn(first, id);
        const isThere = Object.hasOwn(last, id);
        if (!was) return isThere ? [`added ${id}`] : [];
        return isThere ? [`changed ${id}`] : [`removed ${id}`];
      });
      assert.deepEqual(foldChanges(steps).map(({ change, id }) => `${change} ${id}`), expected);
    }),
    propertyRun(300),
  );
});

Deno.test("a renamed item is one item that changed its id", () => {
  const [before] = itemsOf({ old: "a" });
  const renamed = { ...before!, id: "new", former: ["old"] };
  const said = compare([before!], [renamed]);
  const base = { group: "bunga", kind: "show" };
  const rename = { ...base, id: "new", change: "changed", fields: ["id"], former_id: "old" };
  assert.deepEqual(said, [rename]);
  assert.deepEqual(
    compare([before!], [{ ...renamed, fields: { title: "b" } }]),
    [{ ...rename, fields: ["id", "title"] }],
  );
  const again = { ...renamed, id: "newest", former: ["old", "new"] };
  assert.deepEqual(foldChanges([...said, ...compare([renamed], [again])]), [
    { ...rename, id: "newest" },
  ]);
  const gone = compare([renamed], []);
  assert.deepEqual(foldChanges([...said, ...gone]), [
    { ...base, id: "old", change: "removed", fields: [] },
  ]);
  const back = compare([renamed], [{ ...before!, former: ["new"] }]);
  assert.deepEqual(foldChanges([...said, ...back]), [
    { ...base, id: "old", change: "changed", fields: [] },
  ]);
});

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
    "setlists/siang.yaml": "name: Siang\nsongs: [Dua]\n",
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
    "a song's center, and a setlist's own name",
    {
      "setlists/pagi.yaml":
        "name: Pagi\nname_native: 朝\nsongs: [{ title: Satu, center: [Ayu] }]\n",
    },
    ["changed setlist Pagi songs name_native"],
  ],
  [
    "a setlist's name, with its former address or without",
    {
      "setlists/pagi.yaml": "name: Senja\nsongs: [Satu]\nformer_slugs: [subuh, pagi]\n",
      "setlists/siang.yaml": "name: Sore\nsongs: [Dua]\n",
    },
    ["added setlist Sore", "changed setlist Senja id", "removed setlist Siang"],
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

const OLD: Build = {
  fields: ["title"],
  items: { one: { values: { title: "a" }, from: undefined } },
};

Deno.test("a list that was without a kind, or is, tells nothing of its items", () => {
  const news = listOf(OLD, "news");
  assert.deepEqual(compared([listOf(OLD)], [listOf(OLD), news]), []);
  assert.deepEqual(compared([listOf(OLD), news], [listOf(OLD)]), []);
  const none = { ...news, items: [] };
  assert.deepEqual(compared([listOf(OLD), none], [listOf(OLD), news]), ["added one"]);
});
