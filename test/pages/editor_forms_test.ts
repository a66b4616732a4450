import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { compile } from "../../build/compile.ts";
import { comparePacks } from "../../build/addons/diff/compare_packs.ts";
import { differenceLine, isFollowing } from "../../build/addons/diff/difference_report.ts";
import { openComparedPack, type OpenedPack } from "../../build/pack/opened_pack.ts";
import { writeTree } from "../build/content_tree.ts";
import { runTask } from "../support/command.ts";
import { makePng, SECRET } from "../addons/picture/picture_files.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { startBrowser } from "./browser.ts";
import {
  choose,
  field,
  type Files,
  filesBelow,
  openEntry,
  openForms,
  save,
  serveForms,
  storedFiles,
} from "./forms_in_browser.ts";

/** A picture in an article stays, although no button puts one there. */
const ARTICLE = "Halo.\n\n![Poster](https://img.example/a.jpg)\n\nSampai";

/** Fields that no form has, a nickname and a guest in a line-up, notes, a height that is a number. */
const TREE = {
  "groupa/members/aya-putri.yaml":
    "name: Aya Putri\nnicknames: [Aya]\nformer_slugs: [ayaputri]\nstatus: active\nheight: 160\n",
  "groupa/shows/2026-07-04-jendela-pagi.yaml":
    'id: 77\nsetlist: Jendela Pagi\ndate: 2026-07-04\ntime: "19:00"\nmembers:\n  - Aya\n' +
    "  - Kang Dodi\nseitansai:\n  - member: Aya\n    id: 12\n",
  "groupa/news/2026-01-03-jadwal.md": `---\ntitle: Jadwal\ndate: 2026-01-03\n---\n\n${ARTICLE}\n`,
};

/** What one save of an editor is to change. */
interface Save {
  /** The file, seen from the group's folder. */
  readonly file: string;
  /** Its whole text afterwards; undefined where it is deleted. */
  readonly text: string | undefined;
  /** The one line that `diff` tells. */
  readonly told: RegExp;
  readonly fill: (page: Page) => Promise<void>;
}

/** A group in Indonesian with its setlists in one file, or one in Japanese with a file for each. */
function savesOf(isIndonesian: boolean): Save[] {
  return [
    ...SAVES_OF_FILES,
    {
      file: "members/maeda-atsuko.yaml",
      text: "name: 前田 敦子\nstatus: trainee\nbirth_date: 2009-03-14\n",
      told: /^\+ member 前田 敦子 \(groupa\/maeda-atsuko\)$/,
      fill: async (page) => {
        await openEntry(page, "groupa_members", "new");
        await type(page, "name", "前田 敦子");
        await type(page, "birth_date", "2009-03-14");
        await choose(page, "status", "trainee");
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await page.getByText("The slug cannot be empty.").first().waitFor();
        await nameFile(page, "maeda-atsuko");
      },
    },
    {
      file: "members/aya-putri.yaml",
      text: "name: Aya Putri\nfullname: Aya Putri Lestari\nnicknames:\n  - Aya\n" +
        "former_slugs:\n  - ayaputri\nstatus: active\nheight: '160'\n",
      told:
        /^~ member Aya Putri .*: full name (?:Aya Putri|none) → Aya Putri Lestari; nothing else$/,
      fill: async (page) => {
        await openEntry(page, "groupa_members", "entries/aya-putri");
        await type(page, "fullname", "Aya Putri Lestari");
      },
    },
    {
      file: "shows/2026-08-02-jendela-pagi.yaml",
      text: "setlist: Jendela Pagi\ndate: 2026-08-02\ntime: 19:00\nmembers:\n  - Bela Sari\n" +
        "  - 前田 敦子\n",
      told: /^\+ show Jendela Pagi \(groupa\/2026-08-02-jendela-pagi\)$/,
      fill: async (page) => {
        await openEntry(page, "groupa_shows", "new");
        await choose(page, "setlist", "Jendela Pagi");
        await type(page, "date", "2026-08-02");
        await type(page, "time", "19:00");
        for (const name of ["Bela Sari", "前田 敦子"]) await choose(page, "members", name);
        await nameFile(page, "jendela-pagi");
      },
    },
    {
      file: "shows/2026-07-04-jendela-pagi.yaml",
      text: "id: 77\nsetlist: Jendela Pagi\ndate: 2026-07-04\ntime: 20:00\nmembers:\n  - Aya\n" +
        "  - Kang Dodi\n  - Bela Sari\nseitansai:\n  - id: 12\n    member: Aya\n",
      told: /^~ show Jendela Pagi .*: moves .*19:00 → .*20:00; line-up \+1; nothing else$/,
      fill: async (page) => {
        await openEntry(page, "groupa_shows", "entries/2026-07-04-jendela-pagi");
        await type(page, "time", "20:00");
        await choose(page, "members", "Bela Sari");
      },
    },
    {
      file: "news/2026-08-01-jadwal-agustus.md",
      text: "---\ntitle: 'Jadwal: Agustus'\ndate: 2026-08-01\n" +
        `publish_at: 2027-01-02T19:00:00+0${isIndonesian ? 7 : 9}:00\n---\n\nHalo semua.\n`,
      told: /^\+ article Jadwal: Agustus .*comes out 2 Jan 2027 19:00$/,
      fill: async (page) => {
        await openEntry(page, "groupa_news", "new");
        await type(page, "title", "Jadwal: Agustus");
        await type(page, "date", "2026-08-01");
        await type(page, "publish_at", "2027-01-02T19:00");
        await write(page, "Halo semua.");
        assert.equal(await field(page, "body").getByText(/image/i).count(), 0);
        await nameFile(page, "jadwal-agustus");
      },
    },
    {
      file: "news/2026-01-03-jadwal.md",
      text: `---\ntitle: Jadwal Januari\ndate: 2026-01-03\n---\n\n${ARTICLE} jumpa.\n`,
      told: /^~ article Jadwal Januari .*title Jadwal → Jadwal Januari; .*text.*; nothing else$/,
      fill: async (page) => {
        await openEntry(page, "groupa_news", "entries/2026-01-03-jadwal");
        await type(page, "title", "Jadwal Januari");
        await write(page, " jumpa.");
      },
    },
    {
      // A title without Latin letters has no address of its own, in a group of any language.
      file: "events/2026-09-01-natsu-no-konser.yaml",
      text: "title: 夏のコンサート\ntype: concert\ndate: 2026-09-01\ntime: 09:30\n",
      told: /^\+ event 夏のコンサート \(groupa\/2026-09-01-natsu-no-konser\)$/,
      fill: async (page) => {
        await openEntry(page, "groupa_events", "new");
        await type(page, "title", "夏のコンサート");
        await choose(page, "type", "concert");
        await type(page, "date", "2026-09-01");
        await type(page, "time", "09:30");
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await page.getByText("The slug cannot be empty.").first().waitFor();
        await nameFile(page, "natsu-no-konser");
      },
    },
    {
      file: "events/2026-02-22-jabat-tangan.yaml",
      text: "title: Jabat Tangan\ndate: 2026-02-22\nstate: cancelled\n",
      told: /^~ event Jabat Tangan .*state scheduled → cancelled; nothing else$/,
      fill: async (page) => {
        await openEntry(page, "groupa_events", "entries/2026-02-22-jabat-tangan");
        await choose(page, "state", "cancelled");
      },
    },
    {
      file: "releases/kereta-malam.yaml",
      text: "title: Kereta Malam\ntype: single\ntracks:\n  - title: Peron\n",
      told: /^\+ release Kereta Malam \(groupa\/kereta-malam\)$/,
      fill: async (page) => {
        await openEntry(page, "groupa_releases", "new");
        await type(page, "title", "Kereta Malam");
        await choose(page, "type", "single");
        await add(page, "tracks");
        await type(page, "tracks.0.title", "Peron");
        await nameFile(page, "kereta-malam");
      },
    },
    {
      file: "releases/surat.yaml",
      text: "title: Surat\ntype: single\nnumber: 3\ntracks:\n  - title: Surat\n",
      told: /^~ release Surat .*number none → 3; nothing else$/,
      fill: async (page) => {
        await openEntry(page, "groupa_releases", "entries/surat");
        await type(page, "number", "3");
      },
    },
    {
      file: "videocalls/2026-08-09.yaml",
      text: "date: 2026-08-09\nsessions:\n  - session: Sesi 1\n    start_time: 16:30\n",
      told: /^\+ day of video calls 2026-08-09 \(groupa\/2026-08-09\)$/,
      fill: async (page) => {
        await openEntry(page, "groupa_videocalls", "new");
        await type(page, "date", "2026-08-09");
        await add(page, "sessions");
        await type(page, "sessions.0.session", "Sesi 1");
        await type(page, "sessions.0.start_time", "16:30");
      },
    },
    {
      file: "videocalls/2026-05-08.yaml",
      text: "date: 2026-05-08\nsessions:\n  - session: Sesi 1\n    start_time: 17:00\n",
      told: /^~ day of video calls 2026-05-08 .*other sessions; nothing else$/,
      fill: async (page) => {
        await openEntry(page, "groupa_videocalls", "entries/2026-05-08");
        await type(page, "sessions.0.start_time", "17:00");
      },
    },
    {
      file: "group.yaml",
      text: `name: Grup A\nfamily: bare\n${zoneOf(isIndonesian)}guests:\n  - Kang Dodi\n`,
      told: /^~ group Grup A .*: name Group A → Grup A; nothing else$/,
      fill: async (page) => {
        await openEntry(page, "groupa_files", "entries/group");
        await type(page, "name", "Grup A");
      },
    },
    removal("groupa_news", "news/2026-01-03-jadwal.md", /^- article Jadwal Januari/),
    removal("groupa_releases", "releases/surat.yaml", /^- release Surat/),
    removal("groupa_videocalls", "videocalls/2026-05-08.yaml", /^- day of video calls 2026-05-08/),
  ];
}

const SAVES_OF_FILES: readonly Save[] = [
  {
    file: "setlists/yoru-no-densha.yaml",
    text: "name: 夜の電車\nsongs:\n  - 汽笛\n",
    told: /^\+ setlist 夜の電車 /,
    fill: async (page) => {
      await openEntry(page, "groupa_setlists", "new");
      await type(page, "name", "夜の電車");
      await add(page, "songs");
      await type(page, "songs.0", "汽笛");
      await nameFile(page, "yoru-no-densha");
    },
  },
  {
    file: "setlists/jendela-pagi.yaml",
    text: "name: Jendela Pagi\nsongs:\n  - Peluit\n  - Karcis\n  - Peron\n",
    told: /^~ setlist Jendela Pagi .*other songs; nothing else$/,
    fill: async (page) => {
      await openEntry(page, "groupa_setlists", "entries/jendela-pagi");
      await add(page, "songs");
      await type(page, "songs.2", "Peron");
    },
  },
  {
    // A setlist that was just made can be chosen.
    file: "shows/2026-08-03-yoru-no-densha.yaml",
    text: "setlist: 夜の電車\ndate: 2026-08-03\n",
    told: /^\+ show 夜の電車 \(groupa\/2026-08-03-yoru-no-densha\)$/,
    fill: async (page) => {
      await openEntry(page, "groupa_shows", "new");
      await choose(page, "setlist", "夜の電車");
      await type(page, "date", "2026-08-03");
      await nameFile(page, "yoru-no-densha");
    },
  },
];

/** Deletes an entry where a form may. */
function removal(collection: string, file: string, told: RegExp): Save {
  const fill = async (page: Page) => {
    await openEntry(page, collection, `entries/${file.replace(/^.*\/|\.\w+$/g, "")}`);
    await (await deletion(page)).click();
    await page.getByRole("button", { name: "Delete", exact: true }).last().click();
  };
  return { file, text: undefined, told, fill };
}

function zoneOf(isIndonesian: boolean): string {
  return isIndonesian ? "" : "timezone: Asia/Tokyo\nlanguage: ja\n";
}

for (const isIndonesian of [true, false]) {
  const language = isIndonesian ? "Indonesian" : "a language of other letters";
  Deno.test(`with forms in ${language} each save changes what was filled in, and no more`, async () => {
    await using folder = await temporaryFolder();
    const root = Deno.realPathSync(folder.path);
    Deno.mkdirSync(`${root}/.git`);
    const group = `name: Group A\nfamily: bare\n${zoneOf(isIndonesian)}guests: [Kang Dodi]\n`;
    writeTree(`${root}/content`, { "groupa/group.yaml": group, ...TREE });
    const env = { CONTENT_DIR: `${root}/content`, OUT_DIR: `${root}/out` };
    await runTask("editor", env, ["forms", "--repo=owner/name"]);
    await using server = await serveForms(env);
    await using browser = await startBrowser();
    const page = await openForms(
      // Fields are drawn when they come into sight.
      await browser.newPage({ viewport: { width: 1400, height: 2400 } }),
      server.url,
      filesBelow(`${root}/content`, "content"),
      `${isIndonesian ? "Anggota" : "Members"} · Group A`,
    );
    assert.equal(await page.getByRole("radio", { name: /assets/i }).count(), 1);
    await lastingEntries(page, isIndonesian ? LASTING : [...LASTING, LASTING_SETLIST]);
    await saveEach(page, savesOf(isIndonesian), root);
    const { code, stderr } = await runTask("check", env);
    assert.deepEqual([code, stderr], [0, `Checked ${root}/content: no problems\n`]);
  });
}

Deno.test("a picture that is uploaded is in the folder of its group, small and under a fitting name", async () => {
  await using folder = await temporaryFolder();
  const root = Deno.realPathSync(folder.path);
  Deno.mkdirSync(`${root}/.git`);
  writeTree(`${root}/content`, {
    "groupa/group.yaml": "name: Group A\nfamily: bare\nlanguage: en\n",
  });
  const env = { CONTENT_DIR: `${root}/content`, OUT_DIR: `${root}/out` };
  await runTask("editor", env, ["forms", "--repo=owner/name"]);
  await using server = await serveForms(env);
  await using browser = await startBrowser();
  const page = await openForms(
    await browser.newPage({ viewport: { width: 1400, height: 2400 } }),
    server.url,
    filesBelow(`${root}/content`, "content"),
    "Members · Group A",
  );
  await openEntry(page, "groupa_members", "entries/aya-putri");
  const photo = makePng({ width: 1800, height: 900, orientation: 1, hasPosition: true });
  await field(page, "img").locator("input[type=file]").first()
    .setInputFiles({
      name: "Foto Aya (1).PNG",
      mimeType: "image/png",
      buffer: Buffer.from(photo),
    });
  await field(page, "img").locator("img").first().waitFor();
  await save(
    page,
    (files) =>
      /^img: \/pictures\/foto-aya-1\.webp$/m.test(
        files["content/groupa/members/aya-putri.yaml"]!,
      ),
    false,
    "content/groupa/members/aya-putri.yaml",
  );
  const files = await storedFiles(page);
  const picture = files["content/groupa/pictures/foto-aya-1.webp"];
  assert.ok(picture, Object.keys(files).join("\n"));
  assert.match(picture, /^RIFF/);
  assert.doesNotMatch(picture, new RegExp(SECRET));
});

/** After each save only its file has changed; it is checked, and `diff` tells that change alone. */
async function saveEach(page: Page, saves: readonly Save[], root: string): Promise<void> {
  let files: Files = await storedFiles(page);
  let before = packOf(`${root}/content`);
  for (const { file, text, told, fill } of saves) {
    const path = `content/groupa/${file}`;
    await fill(page);
    await save(page, (files) => files[path] === text, text === undefined, path);
    const after = await storedFiles(page);
    assert.deepEqual({ ...after, [path]: "" }, { ...files, [path]: "" }, file);
    files = after;
    if (text === undefined) Deno.removeSync(`${root}/${path}`);
    else Deno.writeTextFileSync(`${root}/${path}`, text);
    const fresh = packOf(`${root}/content`);
    const now = Date.now();
    const differences = comparePacks(before, fresh, { now, isPublic: false });
    const lines = differences.filter((one) => !isFollowing(one))
      .map((one) => differenceLine(one, now));
    assert.equal(lines.length, 1, lines.join("\n"));
    assert.match(lines[0]!, told);
    before = fresh;
  }
}

function packOf(folder: string): OpenedPack {
  const { pack, diagnostics } = compile(folder);
  assert.deepEqual(diagnostics.map(({ message }) => message), []);
  return openComparedPack(Buffer.concat(pack!.chunks), folder);
}

const LASTING = [
  ["groupa_members", "aya-putri"],
  ["groupa_shows", "2026-07-04-jendela-pagi"],
  ["groupa_events", "2026-02-22-jabat-tangan"],
] as const;

const LASTING_SETLIST = ["groupa_setlists", "jendela-pagi"] as const;

/** They stay: what deletes is not there, or does nothing. */
async function lastingEntries(
  page: Page,
  entries: readonly (readonly [collection: string, entry: string])[],
): Promise<void> {
  for (const [collection, entry] of entries) {
    await openEntry(page, collection, `entries/${entry}`);
    const item = await deletion(page);
    assert.ok(await item.count() === 0 || await item.isDisabled(), collection);
    await page.keyboard.press("Escape");
  }
}

/** What deletes the entry that is open. */
async function deletion(page: Page) {
  await page.getByRole("button", { name: /show editor options/i }).first().click();
  await page.getByRole("menuitem").first().waitFor();
  return page.getByRole("menuitem", { name: /delete/i });
}

async function type(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).locator("input:not([type=checkbox]), textarea").first().fill(value);
}

async function write(page: Page, text: string): Promise<void> {
  const body = field(page, "body").locator('[contenteditable="true"]');
  await body.click();
  await page.keyboard.press("Control+End");
  await body.pressSequentially(text);
}

/** Adds an entry to a list. */
async function add(page: Page, name: string): Promise<void> {
  await field(page, name).getByRole("button", { name: /^add/i }).last().click();
}

/** Types what a new file is called. */
async function nameFile(page: Page, slug: string): Promise<void> {
  const box = page.getByRole("textbox", { name: "Slug" });
  if (await box.count() === 0) await page.getByRole("radio", { name: "Slug" }).click();
  await box.fill(slug);
}
