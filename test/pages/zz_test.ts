import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
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
  readonly fill: (page: Page) => Promise<void>;
}

/** A new file and a changed one by each sort of field, for a group in Indonesian. */
const SAVES: readonly Save[] = [
  {
    file: "members/maeda-atsuko.yaml",
    text: "name: 前田 敦子\nstatus: trainee\nbirth_date: 2009-03-14\n",
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
    fill: async (page) => {
      await openEntry(page, "groupa_members", "entries/aya-putri");
      await type(page, "fullname", "Aya Putri Lestari");
    },
  },
  {
    file: "setlists/yoru-no-densha.yaml",
    text: "name: 夜の電車\nsongs:\n  - 汽笛\n",
    fill: async (page) => {
      await openEntry(page, "groupa_setlists", "new");
      await type(page, "name", "夜の電車");
      await add(page, "songs");
      await type(page, "songs.0", "汽笛");
      await nameFile(page, "yoru-no-densha");
    },
  },
  {
    // A setlist that was just made can be chosen.
    file: "shows/2026-08-03-yoru-no-densha.yaml",
    text: "setlist: 夜の電車\ndate: 2026-08-03\n",
    fill: async (page) => {
      await openEntry(page, "groupa_shows", "new");
      await choose(page, "setlist", "夜の電車");
      await type(page, "date", "2026-08-03");
      await nameFile(page, "yoru-no-densha");
    },
  },
  {
    file: "shows/2026-07-04-jendela-pagi.yaml",
    text: "id: 77\nsetlist: Jendela Pagi\ndate: 2026-07-04\ntime: 20:00\nmembers:\n  - Aya\n" +
      "  - Kang Dodi\n  - Bela Sari\nseitansai:\n  - id: 12\n    member: Aya\n",
    fill: async (page) => {
      await openEntry(page, "groupa_shows", "entries/2026-07-04-jendela-pagi");
      await type(page, "time", "20:00");
      await choose(page, "members", "Bela Sari");
    },
  },
  {
    file: "news/2026-08-01-jadwal-agustus.md",
    text: "---\ntitle: 'Jadwal: Agustus'\ndate: 2026-08-01\n" +
      "publish_at: 2027-01-02T19:00:00+07:00\n---\n\nHalo semua.\n",
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
    fill: async (page) => {
      await openEntry(page, "groupa_news", "entries/2026-01-03-jadwal");
      await type(page, "title", "Jadwal Januari");
      await write(page, " jumpa.");
    },
  },
  {
    file: "releases/kereta-malam.yaml",
    text: "title: Kereta Malam\ntype: single\ntracks:\n  - title: Peron\n",
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
    file: "group.yaml",
    text: "name: Grup A\nfamily: bare\nguests:\n  - Kang Dodi\n",
    fill: async (page) => {
      await openEntry(page, "groupa_files", "entries/group");
      await type(page, "name", "Grup A");
    },
  },
  {
    file: "news/2026-01-03-jadwal.md",
    text: undefined,
    fill: async (page) => {
      await openEntry(page, "groupa_news", "entries/2026-01-03-jadwal");
      await (await deletion(page)).click();
      await page.getByRole("button", { name: "Delete", exact: true }).last().click();
    },
  },
];

Deno.test("each save of a form changes what was filled in, and no more; uploads are small and bare", async () => {
  const T0=Date.now();
  await using folder = await temporaryFolder();
  const root = Deno.realPathSync(folder.path);
  Deno.mkdirSync(`${root}/.git`);
  const group = "name: Group A\nfamily: bare\nguests: [Kang Dodi]\n";
  writeTree(`${root}/content`, { "groupa/group.yaml": group, ...TREE });
  const env = { CONTENT_DIR: `${root}/content`, OUT_DIR: `${root}/out` };
  await runTask("editor", env, ["forms", "--repo=owner/name"]);
  await using server = serveForms(`${root}/forms`);
  console.log("editor", Date.now()-T0);
  await using browser = await startBrowser();
  const page = await openForms(
    // Fields are drawn when they come into sight.
    await browser.newPage({ viewport: { width: 1400, height: 2400 } }),
    server.url,
    filesBelow(`${root}/content`, "content"),
    "Anggota · Group A",
  );
  console.log("opened", Date.now()-T0);
  let files: Files = await storedFiles(page);
  for (const { file, text, fill } of SAVES) {
    const path = `content/groupa/${file}`;
    const t0=Date.now(); await fill(page); const t1=Date.now();
    await save(page, (files) => files[path] === text, text === undefined, path); console.log(file, "fill", t1-t0, "save", Date.now()-t1);
    const after = await storedFiles(page);
    assert.deepEqual({ ...after, [path]: "" }, { ...files, [path]: "" }, file);
    files = after;
    if (text === undefined) Deno.removeSync(`${root}/${path}`);
    else Deno.writeTextFileSync(`${root}/${path}`, text);
  }
  const { code, stderr } = await runTask("check", env);
  assert.deepEqual([code, stderr], [0, `Checked ${root}/content: no problems\n`]);
  await upload(page);
});

/** A photo with a position becomes a small picture under a fitting name. */
async function upload(page: Page): Promise<void> {
  await openEntry(page, "groupa_members", "entries/aya-putri");
  const photo = makePng({ width: 1800, height: 900, orientation: 1, hasPosition: true });
  await field(page, "img").locator("input[type=file]").first().setInputFiles({
    name: "Foto Aya (1).PNG",
    mimeType: "image/png",
    buffer: Buffer.from(photo),
  });
  await field(page, "img").locator("img").first().waitFor();
  const path = "content/groupa/members/aya-putri.yaml";
  const isSaved = (files: Files) => /^img: \/pictures\/foto-aya-1\.webp$/m.test(files[path]!);
  await save(page, isSaved, false, path);
  const picture = (await storedFiles(page))["content/groupa/pictures/foto-aya-1.webp"]!;
  assert.match(picture, /^RIFF/);
  assert.doesNotMatch(picture, new RegExp(SECRET));
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
