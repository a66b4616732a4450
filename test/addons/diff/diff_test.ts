import assert from "node:assert/strict";
import {
  comparePacks,
  type ComparisonOptions,
  type Difference,
} from "../../../build/addons/diff/compare_packs.ts";
import {
  differenceLine,
  isFollowing,
  markdownReport,
  MAX_COMMENT_BYTES,
  textReport,
} from "../../../build/addons/diff/difference_report.ts";
import { openComparedPack } from "../../../build/pack/opened_pack.ts";
import { compile } from "../../../build/compile.ts";
import { joinParts } from "../../../src/catalog/phases.ts";
import { packOf } from "../../support/compiled.ts";
import { createPrng, type Prng } from "../../support/prng.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { sizeOf, testSeed } from "../../support/size.ts";
import { temporaryFolderSync } from "../../support/temporary.ts";
import { type TreeFiles, VALID, writeTree } from "../../build/content_tree.ts";

const NOW = Date.parse("2026-07-01T00:00:00Z");
const SHOW = "groupa/shows/2026-07-04-jendela-pagi.yaml";
const ALL: ComparisonOptions = { now: NOW, isPublic: false };

/** Compares a tree with itself and some files written over. */
function compareTrees(before: TreeFiles, after: TreeFiles, options = ALL): Difference[] {
  using folder = temporaryFolderSync();
  const packs = [before, after].map((files, n) => {
    const root = `${folder.path}/${n}`;
    writeTree(root, files);
    return openComparedPack(joinParts(compile(root).pack!.chunks), root);
  });
  return comparePacks(packs[0]!, packs[1]!, options);
}

function linesOf(differences: readonly Difference[]): string[] {
  return differences.filter((one) => !isFollowing(one)).map((one) => differenceLine(one, NOW));
}

Deno.test("a show that moves and changes its line-up is told in one line", () => {
  const moved =
    'setlist: Jendela Pagi\ndate: 2026-07-05\ntime: "18:30"\nmembers:\n  - Aya\n  - Tamu\n';
  const differences = compareTrees({}, { [SHOW]: moved });
  assert.deepEqual(linesOf(differences), [
    "~ show Jendela Pagi (groupa/2026-07-04-jendela-pagi): moves 4 Jul 19:00 → 5 Jul 18:30; " +
    "line-up −1 +1 guest; nothing else",
  ]);
  assert.deepEqual(differences.filter(isFollowing).map(({ id }) => id), ["aya-putri", "bela-sari"]);
});

Deno.test("what comes, goes, is renamed and comes out later is told as such", () => {
  const lines = linesOf(
    compareTrees({ "groupa/events/old.yaml": "title: Old\ndate: 2026-08-01\n" }, {
      "groupa/events/new.yaml": "title: Old\ndate: 2026-08-01\nformer_slugs: [old]\n",
      "groupa/releases/surat.yaml": null,
      "groupa/releases/kabar.yaml": "title: Kabar\ntype: single\n",
      "groupa/news/later.md":
        "---\ntitle: Later\ndate: 2026-07-03\npublish_at: 2026-07-03T12:00:00Z\n---\n\nText.\n",
      "groupa/news/draft.md": "---\ntitle: Draft\ndate: 2026-07-03\ndraft: true\n---\n\nText.\n",
      "groupa/group.yaml": "name: Group 1\nfamily: bare\n",
      "plans.yaml": "fan: { rate: unlimited, quota: unlimited }\n",
    }),
  );
  assert.deepEqual(lines, [
    "~ plans.yaml: standard taken away; fan added; nothing else",
    "~ group Group 1 (groupa/groupa): name Group A → Group 1; nothing else",
    "~ event Old (groupa/new): renamed from old to new; nothing else",
    "+ article Later (groupa/later): comes out 3 Jul 2026 19:00",
    "+ release Kabar (groupa/kabar)",
    "- release Surat (groupa/surat)",
  ]);
});

Deno.test("what goes and comes under one title may have moved, and the report says how its address stays", () => {
  const moved = "title: Old\ndate: 2026-08-01\n";
  const report = (slug: string, title = moved) => {
    const differences = compareTrees({ "groupa/events/old.yaml": moved }, {
      "groupa/events/old.yaml": null,
      [`groupa/events/${slug}.yaml`]: title,
    });
    return textReport({ base: "HEAD", differences, now: NOW });
  };
  assert.match(
    report("new"),
    /^! Old may have moved from groupa\/old to groupa\/new: add former_slugs: \[old\] /m,
  );
  assert.doesNotMatch(report("new", moved.replace("Old", "New")), /may have moved/);
});

Deno.test("a change that shows in many items is one line: a renamed member, a renamed setlist", () => {
  const shows = (setlist: string, who: string) =>
    Object.fromEntries(["05", "06", "07", "08"].map((day) => [
      `groupa/shows/2026-07-${day}.yaml`,
      `title: Satu\ndate: 2026-07-${day}\nsetlist: ${setlist}\nmembers: [${who}]\n`,
    ]));
  const bela = "groupa/members/bela-sari.yaml";
  const renamed = {
    [bela]: null,
    "groupa/members/bela-anggraini.yaml":
      "name: Bela Anggraini\nnicknames: [Bela]\nformer_slugs: [bela-sari]\n",
  };
  const before = {
    ...shows("Jendela Pagi", "Bela"),
    [bela]: "name: Bela Sari\nnicknames: [Bela]\n",
  };
  const member = compareTrees(before, { ...shows("Jendela Pagi", "Bela"), ...renamed });
  const [name, follows] = [linesOf(member), member.filter(isFollowing)];
  assert.equal(name.length, 1, name.join("\n"));
  assert.match(
    name[0]!,
    /renamed from bela-sari to bela-anggraini; name Bela Sari → Bela Anggraini/,
  );
  assert.ok(follows.filter(({ kind }) => kind === "show").length >= 4);
  const setlist = compareTrees(before, {
    ...before,
    ...shows("Jendela Senja", "Bela"),
    "groupa/setlists/jendela-senja.yaml": "name: Jendela Senja\nsongs: [Satu]\n",
  });
  const text = textReport({ base: "HEAD", differences: setlist, now: NOW });
  assert.match(text, /^~ 4 shows \(groupa\): setlist Jendela Pagi → Jendela Senja; nothing else$/m);
  assert.equal(text.match(/Jendela Pagi → Jendela Senja/g)?.length, 1);
});

Deno.test("a show that comes out at once changes the details of its members, too", () => {
  const show = { "groupa/shows/show.yaml": "title: Satu\ndate: 2026-07-20\nmembers: [Bela]\n" };
  const later = {
    "groupa/shows/show.yaml": show["groupa/shows/show.yaml"] + "publish_at: 2026-07-19T00:00:00Z\n",
  };
  const told = compareTrees(later, show).map(({ kind, id }) => `${kind} ${id}`);
  assert.deepEqual(told.sort(), ["member bela-sari", "show show"]);
});

Deno.test("Markdown names nothing that is not published, no person, and has at most 60 KiB", () => {
  const many = Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [
    `groupa/events/event-${n}.yaml`,
    `title: "@someone <b>Event</b> | ${n}"\ndate: 2026-08-01\n`,
  ]));
  const hidden = "title: Secret\ndate: 2026-08-01\npublish_at: 2026-07-20T00:00:00Z\n";
  const files = { ...many, "groupa/events/secret.yaml": hidden };
  const show = { "groupa/shows/secret.yaml": hidden + "members: [Aya, Bela]\n" };
  assert.deepEqual(compareTrees({}, show, { now: NOW, isPublic: true }), []);
  const differences = compareTrees({}, files, { now: NOW, isPublic: true });
  const text = markdownReport({ base: "main", differences, now: NOW });
  assert.ok(new TextEncoder().encode(text).length <= MAX_COMMENT_BYTES);
  assert.doesNotMatch(text, /secret|@|<b>/i);
  const shown = text.split("\n").filter((line) => line.startsWith("- ")).length;
  assert.ok(shown > 300);
  assert.match(text, new RegExp(`\\nAnd ${1500 - shown} more; `));
});

/** The addresses of all answers that are of one item alone, by item. */
const ADDRESSES: Readonly<Record<string, (id: string) => string>> = {
  member: (id) => `member/${id}`,
  show: (id) => `theater/${id}`,
  news: (id) => `news/${id}`,
  event: (id) => `events/${id}`,
  videocall: (id) => `videocall?date=${id}`,
};

/** Now, after all that an edit may set for later, and in between. */
const INSTANTS = ["2026-07-01T00:00:00Z", "2026-07-10T00:00:00Z", "2030-01-01T00:00:00Z"];

/** What is answered of each item, at all instants. */
async function answersOf(app: Program): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const note = (name: string, text: string) =>
    void answers.set(name, `${answers.get(name) ?? ""}\n${text}`);
  for (const instant of INSTANTS) {
    app.at(instant);
    const [group] = app.catalog.groups;
    const ids = {
      member: group!.table("members").map(({ id }) => id),
      show: group!.table("shows").map(({ id }) => id),
      news: group!.table("news").map(({ id }) => id),
      event: group!.table("events").map(({ id }) => id),
      videocall: group!.table("videocalls").map(({ date }) => date),
    };
    for (const [kind, all] of Object.entries(ids)) {
      for (const id of all) {
        const response = await app.ask(`/api/groupa/${ADDRESSES[kind]!(id)}`);
        const text = await response.text();
        // Every day lists the dates that there are: the day itself is what counts.
        const told = kind === "videocall" ? JSON.stringify(JSON.parse(text).data) : text;
        note(`${kind} ${id}`, `${instant} ${response.status} ${told}`);
      }
    }
    for (const release of await app.json("/api/groupa/releases")) {
      note(`release ${release.id}`, `${instant} ${JSON.stringify(release)}`);
    }
  }
  return answers;
}

const pick = <T>(prng: Prng, values: readonly T[]): T =>
  values[Math.floor(prng.fraction() * values.length)]!;

/** Makes a random edit of a random file. */
function edit(files: Record<string, string | null>, prng: Prng): void {
  const n = Math.floor(prng.fraction() * 4);
  const word = pick(prng, ["Satu", "Dua", "Tiga", "Empat"]);
  const day = `2026-07-0${1 + Math.floor(prng.fraction() * 9)}`;
  const later = prng.fraction() < 0.2 ? `publish_at: ${day}T00:00:00Z\n` : "";
  const isGone = prng.fraction() < 0.15;
  const people = pick(prng, ["[]", "[Aya]", "[Bela Sari, Tamu]", "[Aya Putri, Bela]", "[Lala]"]);
  const makers: readonly (() => [string, string])[] = [
    () => [
      // With the show of the shipped tree no more than a member's detail has room for.
      `groupa/shows/show-${n % 3}.yaml`,
      `title: ${word}\nsetlist: Jendela Pagi\ndate: "${day}"\nmembers: ${people}\n${later}`,
    ],
    () => [
      `groupa/events/event-${n}.yaml`,
      `title: ${word}\ndate: ${day}\nmembers: ${people}\n${later}`,
    ],
    () => [
      `groupa/news/news-${n}.md`,
      `---\ntitle: ${word}\ndate: ${day}\n${later}---\n\n${word}.\n`,
    ],
    () => [`groupa/releases/release-${n}.yaml`, `title: ${word}\ntype: single\n${later}`],
    () => [
      `groupa/videocalls/${day}.yaml`,
      `date: ${day}\nsessions:\n  - session: Sesi ${n}\n    start_time: "16:30"\n    members: ${people}\n`,
    ],
    () => [
      `groupa/members/member-${n}.yaml`,
      `name: Orang ${n}${word}\nbirth_date: 2004-02-2${n}\n` +
      (prng.fraction() < 0.3 ? `graduated: ${day}\n` : ""),
    ],
    () => ["groupa/setlists/jendela-pagi.yaml", `name: Jendela Pagi\nsongs: [Peluit, ${word}]\n`],
    () => ["groupa/group.yaml", `name: Group A\nfamily: bare\ndefaults: { venue: ${word} }\n`],
    () => ["groupa/members/aya-putri.yaml", `name: Aya Putri\nnicknames: [Aya]\nhobby: ${word}\n`],
  ];
  const [name, text] = pick(prng, makers)();
  const isNeeded = Object.hasOwn(VALID, name);
  files[name] = isGone && !isNeeded ? null : text;
}

Deno.test("each item whose answers change is named, and no other", async () => {
  using folder = temporaryFolderSync();
  const prng = createPrng(testSeed());
  const edits = sizeOf({ default: 10, full: 1000 });
  const files: Record<string, string | null> = {};
  const write = (n: number) => {
    const root = `${folder.path}/${n}`;
    writeTree(root, files);
    return root;
  };
  let root = write(0);
  await using app = await createProgram({ content: root, now: INSTANTS[0]! });
  let before = { pack: openComparedPack(await packOf(root), root), answers: await answersOf(app) };
  let named = 0;
  for (let n = 1; n <= edits; n++) {
    edit(files, prng);
    root = write(n);
    await app.swap(root);
    const after = {
      pack: openComparedPack(await packOf(root), root),
      answers: await answersOf(app),
    };
    const told = comparePacks(before.pack, after.pack, ALL)
      .filter(({ kind }) => !["setlist", "group", "site", "plans"].includes(kind))
      .map(({ kind, id }) => `${kind} ${id}`);
    const ids = new Set([...before.answers.keys(), ...after.answers.keys()]);
    const truth = [...ids].filter((id) => before.answers.get(id) !== after.answers.get(id));
    assert.deepEqual(told.sort(), truth.sort(), `edit ${n}`);
    named += told.length;
    before = after;
  }
  assert.ok(named > edits / 2, `${named} changes in ${edits} edits`);
});
