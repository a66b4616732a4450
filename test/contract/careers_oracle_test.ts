import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "yaml";
import { REPOSITORY, TRIO } from "../support/contents.ts";
import { propertyRun } from "../support/size.ts";
import { temporaryFolderSync } from "../support/temporary.ts";
import { writeTree } from "../build/content_tree.ts";
import { type World, world, type WorldOptions } from "../support/world.ts";

// Reads the YAML by itself, and says what answers have to be without any of the build's code.

// deno-lint-ignore no-explicit-any
type Fields = any;

/** The files of a folder by their names without ending; none if there is no folder. */
function filesIn(folder: string): Map<string, Fields> {
  const files = new Map<string, Fields>();
  try {
    for (const { name } of Deno.readDirSync(folder)) {
      if (!name.endsWith(".yaml")) continue;
      files.set(name.slice(0, -5), parse(Deno.readTextFileSync(`${folder}/${name}`)));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files;
}

/** The day that a date or an instant is on the clock of a zone, by the platform's own calendar. */
function dayIn(written: string, timeZone: string): string {
  if (!written.includes("T")) return written;
  const parts = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-CA", parts).format(new Date(written));
}

const fold = (text: string) =>
  text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC").toLowerCase();

/** What answers say of a group's names, careers and songs. */
function expectedOf(folder: string) {
  const group = parse(Deno.readTextFileSync(`${folder}/group.yaml`));
  const { timezone = "Asia/Jakarta", language = "id", family } = group;
  const members = [...filesIn(`${folder}/members`)].filter(([, file]) => !file.draft);
  const { compare } = new Intl.Collator(language);
  const keyOf = (file: Fields) =>
    /^ja\b/.test(language) ? file.name_reading ?? file.name : file.name;
  members.sort(([slug, one], [other, two]) =>
    compare(keyOf(one), keyOf(two)) || (slug < other ? -1 : 1)
  );
  const called = (text: string) => {
    const ways: ((slug: string, file: Fields) => string[])[] = [
      (slug) => [slug],
      (_, file) => file.former_slugs ?? [],
      (_, file) => [file.name],
      (_, file) => file.nicknames ?? [],
    ];
    for (const way of ways) {
      const found = members.filter(([slug, file]) =>
        way(slug, file).map(fold).includes(fold(text))
      );
      if (found.length > 0) return found[0]![1].name;
    }
    return text;
  };
  const setlists = [...filesIn(`${folder}/setlists`)].sort().map(([, file]) => file);
  const given = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return {
    family,
    members: members.map(([slug, { name, name_native, name_reading }]) =>
      given({ id: slug, name, name_native, name_reading })
    ),
    careers: members.map(([, { history = [] }]) =>
      history.map(({ from, to, team, role, generation }: Fields) =>
        given({
          from: dayIn(from, timezone),
          to: to && dayIn(to, timezone),
          team,
          role,
          generation,
        })
      )
    ),
    setlists: setlists.map(({ name, name_native, name_reading, songs = [] }) =>
      given({
        name,
        name_native,
        name_reading,
        songs: songs.map((song: Fields) =>
          given({
            title: song.title ?? song,
            original_title: song.original_title,
            center: (song.center ?? []).map(called),
            unit: (song.unit ?? []).map(called),
          })
        ),
      })
    ),
  };
}

const pick = (item: Fields, names: string) =>
  Object.fromEntries(
    names.split(" ").filter((name) => name in item).map((name) => [name, item[name]]),
  );

async function compareGroup(app: World, content: string, slug: string): Promise<number> {
  const { family, members, careers, setlists } = expectedOf(`${content}/${slug}`);
  const answer = await app.json(`/api/${slug}/members`);
  const items: Fields[] = family === "bare" ? answer : answer.data;
  const shown = new Set(items.map(({ id }) => id));
  const expected = members.filter(({ id }) => shown.has(id));
  assert.deepEqual(items.map((item) => pick(item, "id name name_native name_reading")), expected);
  for (const [place, { id }] of members.entries()) {
    if (!shown.has(id)) continue;
    const path = family === "bare" ? `/api/${slug}/member/${id}` : undefined;
    if (path !== undefined) assert.deepEqual((await app.json(path)).history, careers[place], path);
  }
  const lines = await (await app.ask(`/v1/dataset/${slug}.ndjson?kind=setlist`)).text();
  const answered = lines.split("\n").filter((line) => line.startsWith('{"kind":"setlist"'))
    .map((line) => pick(JSON.parse(line), "name name_native name_reading songs"));
  assert.deepEqual(answered, setlists);
  return expected.length;
}

const CONTENTS: readonly (WorldOptions & { readonly content: string })[] = [REPOSITORY, TRIO];

for (const options of CONTENTS) {
  Deno.test(`names, careers and songs of ${options.content} are what its YAML says`, async () => {
    await using app = await world(options);
    let count = 0;
    for (const { slug } of app.index.groups) {
      count += await compareGroup(app, options.content, slug);
    }
    assert.ok(count > 8, String(count));
  });
}

const anyWord = fc.constantFrom(
  "Aya",
  "Ｂｅｌａ",
  "Çiçek",
  "さくら",
  "有沢 瑞穂",
  "Ösa",
  "Zaza",
  "あおい",
);
const anyReading = fc.constantFrom("ありさわ みずほ", "サクラ", "Zhang", "あおい", "かとう");
const anyInstant = fc.constantFrom(
  "2024-05-01",
  "2024-04-30T17:00:00Z",
  "2024-04-30T16:59:59Z",
  "2024-12-31T23:30:00-05:00",
);
const anyStep = fc.record(
  {
    from: anyInstant,
    to: fc.constant("2025-02-28"),
    team: anyWord,
    role: anyWord,
    generation: anyWord,
  },
  { requiredKeys: ["from", "team"] },
);
const anyMember = fc.record(
  {
    name: anyWord,
    name_native: anyWord,
    name_reading: anyReading,
    history: fc.array(anyStep, { maxLength: 3 }),
  },
  { requiredKeys: ["name"] },
);
const anyPeople = fc.array(fc.constantFrom("m0", "m1", "M2", "Tamu"), { maxLength: 3 });
const anySong = fc.oneof(
  anyWord,
  fc.record({ title: anyWord, original_title: anyWord, center: anyPeople, unit: anyPeople }, {
    requiredKeys: ["title"],
  }),
);
const anySetlists = fc.array(
  fc.record({ songs: fc.array(anySong, { maxLength: 5 }), name_native: anyWord }, {
    requiredKeys: ["songs"],
  }),
  { maxLength: 3 },
);

Deno.test("names, careers and songs of any content are what its YAML says", async () => {
  const any = fc.tuple(
    fc.array(anyMember, { minLength: 1, maxLength: 6 }),
    anySetlists,
    fc.constantFrom("ja", "ja-JP", "id", "sv", "en"),
    fc.constantFrom("Asia/Jakarta", "America/New_York", "Pacific/Kiritimati"),
  );
  await fc.assert(
    fc.asyncProperty(any, async ([members, setlists, language, timezone]) => {
      using folder = temporaryFolderSync();
      const group = JSON.stringify({ name: "J", family: "bare", language, timezone });
      writeTree(folder.path, {
        "groupj/group.yaml": group,
        ...Object.fromEntries(
          setlists.map((setlist, place) => [
            `groupj/setlists/setlist-${place}.yaml`,
            JSON.stringify({ name: `Setlist ${place}`, ...setlist }),
          ]),
        ),
        ...Object.fromEntries(
          members.map(({ name, ...member }, place) => [
            `groupj/members/m${place}.yaml`,
            JSON.stringify({ name: `${name} ${"ABCDEF"[place]}`, ...member }),
          ]),
        ),
      });
      await using app = await world({ content: folder.path, now: "2026-07-04T10:00:00Z" });
      await compareGroup(app, folder.path, "groupj");
    }),
    propertyRun(20),
  );
});
