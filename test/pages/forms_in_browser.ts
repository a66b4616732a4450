import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** The files of a folder by path, as the page keeps them in the browser's private file system. */
export type Files = Record<string, string>;

/**
 * Opens the page as an editor opens a local clone: the folder that is picked is the browser's private
 * one, filled with these files. Nothing is loaded from elsewhere.
 */
export async function openForms(
  page: Page,
  url: string,
  files: Files,
  shown: string,
): Promise<Page> {
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
  await page.getByText(shown).first().waitFor();
  return page;
}

/** What was chosen in the form that is open. */
const chosen = new WeakMap<Page, [name: string, value: string][]>();

/** Opens an entry from the list of its collection: a form that is still open takes what is typed. */
export async function openEntry(page: Page, collection: string, entry: string): Promise<void> {
  chosen.set(page, []);
  const button = page.getByRole("button", { name: "Save", exact: true });
  await page.evaluate(`location.hash = "#/collections/${collection}"`);
  await button.waitFor({ state: "detached" });
  await page.evaluate(`location.hash = "#/collections/${collection}/${entry}"`);
  await button.waitFor();
  await untilWhole(page);
}

/** Resolves when the form that is open draws no more of itself: until then it forgets what is typed into it. */
async function untilWhole(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const end = () => {
      watching.disconnect();
      done();
    };
    let late = setTimeout(end, 500);
    const watching = new MutationObserver(() => {
      clearTimeout(late);
      late = setTimeout(end, 500);
    });
    watching.observe(document.body, { subtree: true, childList: true, attributes: true });
  })`);
}

export function field(page: Page, name: string) {
  return page.locator(`section[data-key-path="${name}"]`);
}

/** Chooses a value. A form takes clicks before it is whole, and forgets them: see {@linkcode save}. */
export async function choose(page: Page, name: string, value: string): Promise<void> {
  chosen.get(page)?.push([name, value]);
  await check(page, name, value);
}

async function check(page: Page, name: string, value: string): Promise<void> {
  const option = field(page, name).locator(`[data-value="${value}"]`);
  if (await option.isChecked()) return;
  do {
    await option.click();
    await page.waitForTimeout(100);
  } while (!(await option.isChecked()));
}

/** Saves, where that is not done already, and waits until the files are as they should be. */
export async function save(
  page: Page,
  isSaved: (files: Files) => boolean,
  isDone: boolean,
  path: string,
): Promise<void> {
  if (!isDone) {
    for (const [name, value] of chosen.get(page) ?? []) await check(page, name, value);
    await page.getByRole("button", { name: "Save", exact: true }).click();
  }
  const end = Date.now() + 15_000;
  for (;;) {
    // A file that is just being put in its place cannot be read.
    const files = await storedFiles(page).catch(() => undefined);
    if (files !== undefined && isSaved(files)) break;
    assert.ok(Date.now() < end, `${path}\n${files?.[path]}\n${await page.innerText("body")}`);
    await page.waitForTimeout(50);
  }
  // The form closes by itself.
  await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
}

export function storedFiles(page: Page): Promise<Files> {
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

export function filesBelow(folder: string, name: string): Files {
  const found: Files = {};
  for (const entry of Deno.readDirSync(folder)) {
    const [path, inside] = [`${name}/${entry.name}`, `${folder}/${entry.name}`];
    if (entry.isDirectory) Object.assign(found, filesBelow(inside, path));
    else found[path] = Deno.readTextFileSync(inside);
  }
  return found;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: "text/html;charset=utf-8",
  js: "text/javascript;charset=utf-8",
};

/** The page as an editor without an account opens it: its folder, served on this machine. */
export function serveForms(folder: string): { url: string } & AsyncDisposable {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async ({ url }) => {
    const name = new URL(url).pathname.slice(1) || "index.html";
    const type = CONTENT_TYPES[name.slice(name.lastIndexOf(".") + 1)];
    const headers = type === undefined ? {} : { "content-type": type };
    return new Response(await Deno.readFile(`${folder}/${name}`), { headers });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
