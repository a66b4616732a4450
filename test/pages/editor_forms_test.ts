import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { parse } from "yaml";
import { writeTree } from "../build/content_tree.ts";
import { runTask } from "../support/command.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { startBrowser } from "./browser.ts";

const EDITED = "groupa/shows/2026-07-04-jendela-pagi.yaml";
const AYA = "groupa/members/aya-putri.yaml";

/** A line-up with a nickname and a guest, an id, and a height that is a number. */
const TREE = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\nguests: [Kang Dodi]\n",
  [AYA]: "name: Aya Putri\nnicknames: [Aya]\nheight: 160\n",
  [EDITED]: 'id: 77\nsetlist: Jendela Pagi\ndate: 2026-07-04\ntime: "19:00"\n' +
    "members: [Aya, Kang Dodi]\nseitansai: [{ member: Aya, id: 12 }]\n",
};

/** The files of a folder by path, as the page keeps them in the browser's private file system. */
type Files = Record<string, string>;

const CONTENT_TYPES: Record<string, string> = {
  html: "text/html",
  js: "text/javascript",
  yml: "text/yaml",
};

Deno.test("with forms somebody adds a trainee, a show and an article, and the check is content", async () => {
  await using folder = await temporaryFolder();
  const root = Deno.realPathSync(folder.path);
  Deno.mkdirSync(`${root}/.git`);
  writeTree(`${root}/content`, TREE);
  const env = { CONTENT_DIR: `${root}/content`, OUT_DIR: `${root}/out` };
  await runTask("editor", env, ["forms", "--repo=owner/name"]);
  await using server = serveFolder(`${root}/forms`);
  const browser = await startBrowser();
  try {
    const before = filesBelow(`${root}/content`, "content");
    const page = await openForms(await browser.newPage(), server.url, before);
    await addTrainee(page);
    await addShow(page);
    await addArticle(page);
    await moveShow(page);
    await nameInFull(page);
    const stored = await storedFiles(page);
    const { [`content/${EDITED}`]: moved, [`content/${AYA}`]: aya, ...after } = stored;
    assert.deepEqual(parse(aya!), {
      name: "Aya Putri",
      fullname: "Aya Putri Lestari",
      nicknames: ["Aya"],
      status: "active",
      height: "160",
      draft: false,
    });
    assert.deepEqual(parse(moved!), {
      setlist: "Jendela Pagi",
      date: "2026-07-04",
      time: "20:00",
      state: "scheduled",
      members: ["Aya", "Kang Dodi", "Bela Sari"],
      seitansai: [{ member: "Aya", id: 12 }],
      draft: false,
      id: 77,
    });
    for (const path of [EDITED, AYA].map((file) => `content/${file}`)) {
      Deno.writeTextFileSync(`${root}/${path}`, stored[path]!);
      delete before[path];
    }
    const added = Object.keys(after).filter((path) => before[path] === undefined).sort();
    assert.deepEqual(added, [
      "content/groupa/members/citra-ayu-lestari.yaml",
      "content/groupa/news/2026-08-01-jadwal-agustus.md",
      "content/groupa/shows/2026-08-02-jendela-pagi.yaml",
    ]);
    for (const [path, text] of Object.entries(before)) assert.equal(after[path], text, path);
    for (const path of added) Deno.writeTextFileSync(`${root}/${path}`, after[path]!);
    assert.deepEqual(parse(after[added[0]!]!), {
      name: "Citra Ayu Lestari",
      nicknames: ["Citra"],
      status: "trainee",
      birth_date: "--03-03",
      draft: false,
    });
    assert.deepEqual(parse(after[added[2]!]!), {
      setlist: "Jendela Pagi",
      date: "2026-08-02",
      time: "19:00",
      state: "scheduled",
      members: ["Bela Sari", "Citra Ayu Lestari"],
      draft: false,
    });
    assert.match(after[added[1]!]!, /^---\ntitle: 'Jadwal: Agustus'\n[^]*---\n\nHalo semua\.\n$/);
  } finally {
    await browser.close();
  }
  const { code, stderr } = await runTask("check", env);
  assert.deepEqual([code, stderr], [0, `Checked ${root}/content: no problems\n`]);
});

async function addTrainee(page: Page): Promise<void> {
  await openEntry(page, "groupa_members", "new");
  await field(page, "name").locator("input").fill("Citra Ayu Lestari");
  await field(page, "nicknames").getByRole("button", { name: /Nama panggilan/ }).last().click();
  await field(page, "nicknames.0").locator("input").fill("Citra");
  await field(page, "birth_date").locator("input").fill("--03-03");
  await choose(page, "status", "trainee");
  await save(page, has("members/citra-ayu-lestari.yaml"));
}

async function addShow(page: Page): Promise<void> {
  await openEntry(page, "groupa_shows", "new");
  await choose(page, "setlist", "Jendela Pagi");
  await field(page, "date").locator("input").fill("2026-08-02");
  await field(page, "time").locator("input").fill("19:00");
  for (const name of ["Bela Sari", "Citra Ayu Lestari"]) {
    await choose(page, "members", name);
  }
  await save(page, has("shows/2026-08-02-jendela-pagi.yaml"));
}

/** A file that is there keeps what no form shows, a guest, and a nickname. */
async function moveShow(page: Page): Promise<void> {
  await openEntry(page, "groupa_shows", "entries/2026-07-04-jendela-pagi");
  await field(page, "time").locator("input").fill("20:00");
  await choose(page, "members", "Bela Sari");
  await save(page, (files) => /20:00/.test(files[`content/${EDITED}`] ?? ""));
}

/** A height that is a number becomes text, which is answered alike. */
async function nameInFull(page: Page): Promise<void> {
  await openEntry(page, "groupa_members", "entries/aya-putri");
  await field(page, "fullname").locator("input").fill("Aya Putri Lestari");
  await save(page, (files) => /Lestari/.test(files[`content/${AYA}`] ?? ""));
}

async function addArticle(page: Page): Promise<void> {
  await openEntry(page, "groupa_news", "new");
  await field(page, "title").locator("input").fill("Jadwal: Agustus");
  await field(page, "date").locator("input").fill("2026-08-01");
  const body = field(page, "body").locator('[contenteditable="true"]');
  await body.click();
  await body.pressSequentially("Halo semua.");
  await save(page, has("news/2026-08-01-jadwal-agustus.md"));
}

/**
 * Opens the page as an editor opens a local clone: the folder that is picked is the browser's private
 * one, filled with these files. Nothing is loaded from elsewhere.
 */
async function openForms(page: Page, url: string, files: Files): Promise<Page> {
  page.setDefaultTimeout(15_000);
  await page.route("**/*", (route) => {
    const asked = route.request().url();
    return asked.startsWith(url) ? route.continue() : route.abort();
  });
  await page.addInitScript("window.showDirectoryPicker = () => navigator.storage.getDirectory()");
  await page.goto(url);
  await page.evaluate(STORE_FILES, { ...files, ".git/HEAD": "ref: refs/heads/main\n" });
  await page.reload();
  await page.getByRole("button", { name: /local/i }).first().click();
  await page.getByText("Group A: Anggota").first().waitFor();
  return page;
}

async function openEntry(page: Page, collection: string, entry: string): Promise<void> {
  await page.evaluate(`location.hash = "#/collections/${collection}/${entry}"`);
  await page.getByRole("button", { name: "Save", exact: true }).waitFor();
}

function field(page: Page, name: string) {
  return page.locator(`section[data-key-path="${name}"]`);
}

/** Chooses a value, again where the form has not heard of it: it takes clicks before it is whole. */
async function choose(page: Page, name: string, value: string): Promise<void> {
  const option = field(page, name).locator(`[data-value="${value}"]`);
  do {
    await option.click();
    await page.waitForTimeout(100);
  } while (!(await option.isChecked()));
}

/** Saves, and waits until the files are as they should be. */
async function save(page: Page, isSaved: (files: Files) => boolean): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const end = Date.now() + 15_000;
  // A file that is just being put in its place cannot be read.
  while (!isSaved(await storedFiles(page).catch(() => ({})))) {
    assert.ok(Date.now() < end, `No file was written: ${await page.innerText("body")}`);
    await page.waitForTimeout(50);
  }
}

function has(path: string): (files: Files) => boolean {
  return (files) => files[`content/groupa/${path}`] !== undefined;
}

function storedFiles(page: Page): Promise<Files> {
  return page.evaluate(READ_FILES);
}

/** Both run in the page, whose file system Deno's types do not have. */
const STORE_FILES = new Function(
  "files",
  `return (async () => {
    for (const [path, text] of Object.entries(files)) {
      const names = path.split("/");
      let folder = await navigator.storage.getDirectory();
      for (const name of names.slice(0, -1)) {
        folder = await folder.getDirectoryHandle(name, { create: true });
      }
      const file = await folder.getFileHandle(names.at(-1), { create: true });
      const writer = await file.createWritable();
      await writer.write(text);
      await writer.close();
    }
  })()`,
) as (files: Files) => Promise<void>;

const READ_FILES = new Function(
  `const found = {};
  const walk = async (folder, path) => {
    for await (const [name, handle] of folder.entries()) {
      if (name === ".git") continue;
      if (handle.kind === "directory") await walk(handle, path + name + "/");
      else found[path + name] = await (await handle.getFile()).text();
    }
  };
  return navigator.storage.getDirectory().then((root) => walk(root, "")).then(() => found);`,
) as () => Promise<Files>;

function filesBelow(folder: string, name: string): Files {
  const found: Files = {};
  for (const entry of Deno.readDirSync(folder)) {
    const [path, inside] = [`${name}/${entry.name}`, `${folder}/${entry.name}`];
    if (entry.isDirectory) Object.assign(found, filesBelow(inside, path));
    else found[path] = Deno.readTextFileSync(inside);
  }
  return found;
}

/** A static server, as GitHub Pages is one. */
function serveFolder(folder: string): { url: string } & AsyncDisposable {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const path = new URL(request.url).pathname.replace(/\/$/, "/index.html");
      const type = CONTENT_TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "text/plain";
      try {
        return new Response(await Deno.readFile(folder + path), {
          headers: { "content-type": type },
        });
      } catch {
        return new Response("Not found", { status: 404 });
      }
    },
  );
  return {
    url: `http://localhost:${server.addr.port}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
