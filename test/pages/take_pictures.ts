/**
 * Takes the pictures of README and the documents again, with Chromium (CHROMIUM_BIN):
 * `deno run --config=test/deno.json --allow-all test/pages/take_pictures.ts`. Each shows a page or the output of a
 * command as it is: the shipped content, the forms made of it, and a mistake made in a copy.
 */
import type { Browser, Page } from "playwright-core";
import { html } from "../../src/page/html.ts";
import { runTask } from "../support/command.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { startBrowser } from "./browser.ts";
import { startDev } from "./dev_in_browser.ts";
import { fillStore } from "./panel_store.ts";
import { startServer } from "../support/server.ts";
import { startServerOnAir } from "../addons/site/server_on_air.ts";
import { logIn, prepare } from "./panel_in_browser.ts";
import { choose, field, filesBelow, openEntry, openForms, serveForms } from "./forms_in_browser.ts";

const INTO = "--into=";
/** Where they go: to their texts, or into the folder that a word of the call names. */
const NAMED = Deno.args.find((word) => word.startsWith(INTO))?.slice(INTO.length);
const FOLDER = NAMED ?? "build/addons/site/docs/pictures";

/** The documents' languages, each with a group that is edited in it and what is filled in. */
const SCENES = {
  en: {
    group: "groupb",
    members: "Members",
    line: /^generation: .*$/m,
    mistake: "generaton: gen2-groupb",
    setlist: "Firefly Parade",
    file: "members/nagi-tsuchida.yaml",
  },
  id: {
    group: "groupa",
    members: "Anggota",
    line: /^generation: .*$/m,
    mistake: "generaton: gen5-groupa",
    setlist: "Kota Lampu Jingga",
    file: "members/amaryllis-kusnadi.yaml",
  },
} as const;

type Language = keyof typeof SCENES;
const LANGUAGES = Object.keys(SCENES) as Language[];

/** Runs in the page, whose pictures Deno's types do not have. */
const TO_WEBP = new Function(
  "png",
  `return (async () => {
    const picture = new Image();
    picture.src = "data:image/png;base64," + png;
    await picture.decode();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: picture.naturalWidth, height: picture.naturalHeight });
    canvas.getContext("2d", { alpha: false }).drawImage(picture, 0, 0);
    return canvas.toDataURL("image/webp", 0.8);
  })()`,
) as (png: string) => Promise<string>;

const only = Deno.args.filter((word) => !word.startsWith(INTO));
await using folder = await temporaryFolder();
const root = Deno.realPathSync(folder.path);
const content = `${root}/content`;
const env = { CONTENT_DIR: content, OUT_DIR: `${root}/out` };
await using browser = await startBrowser();
await copyFolder("content", content);
Deno.mkdirSync(`${root}/.git`);
if (isWanted("home")) await takeHome(browser);
if (isWanted("check")) { for (const language of LANGUAGES) await takeCheck(browser, language); }
if (isWanted("preview")) await takePreviews(browser);
if (isWanted("forms")) await takeForms(browser);
if (isWanted("panel")) await takePanel(browser);

/** A name among the words of the call takes its pictures alone. */
function isWanted(name: string): boolean {
  return only.length === 0 || only.includes(name);
}

/** The front page while somebody is on air. */
async function takeHome(browser: Browser): Promise<void> {
  await using server = await startServerOnAir();
  const page = await browser.newPage({ viewport: { width: 1000, height: 1140 } });
  await page.goto(server.base);
  await page.screenshot({ path: `${NAMED ?? ".github/pictures"}/home.png` });
  await page.close();
}

/** What `deno task check` says of one mistake, in a window 54 letters wide. */
async function takeCheck(browser: Browser, language: Language): Promise<void> {
  await using _ = makeMistake(language);
  const { stderr, stdout } = await runTask("check", env, [`--language=${language}`]);
  const said = (stdout + stderr).replaceAll(`${root}/`, "").trimEnd();
  const page = await browser.newPage({ deviceScaleFactor: 2 });
  await page.setContent(
    html`
      <meta charset="utf-8">
      <style>
        pre { width: 54ch; margin: 0; padding: 16px; background: #15151a; color: #ececf1;
          font: 14px/1.5 "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere }
        b { font-weight: 400; color: #7fd49b }
      </style>
      <pre><b>&gt;</b> deno task check --language=${language}${"\n"}${said}</pre>
    `.text,
  );
  await keep(page, `check_${language}`, await page.locator("pre").screenshot());
  await page.close();
}

/** The folder as a site, with the mistake of the last save on top. */
async function takePreviews(browser: Browser): Promise<void> {
  for (const language of LANGUAGES) {
    await using dev = await startDev(content, root);
    await using _ = makeMistake(language);
    const page = await browser.newPage({ viewport: { width: 720, height: 760 } });
    const { group } = SCENES[language];
    await page.route(/^https:/, (route) => route.abort());
    await until(async () => {
      await page.goto(`${dev.base}/preview/groups/${group}/members`);
      return await page.locator("aside .notice.bad code").count() > 0;
    }, 60_000);
    // The path as it is from the repository's root.
    await page.evaluate(
      `for (const code of document.querySelectorAll("aside code")) {
        code.textContent = code.textContent.replace(${JSON.stringify(`${root}/`)}, "");
      }`,
    );
    await keep(page, `preview_${language}`, await page.screenshot());
    await page.close();
  }
}

/** The first page of the forms on one's own machine, and a new show that is being filled in. */
async function takeForms(browser: Browser): Promise<void> {
  await runTask("editor", env, ["forms", "--repo=owner/name"]);
  await using server = serveForms(`${root}/forms`);
  const first = await browser.newPage({ viewport: { width: 720, height: 560 } });
  await first.route(/^https:/, (route) => route.abort());
  await first.goto(server.url);
  await first.getByRole("button", { name: /local/i }).first().waitFor();
  await keep(first, "forms_open", await first.screenshot());
  await first.close();
  for (const language of LANGUAGES) {
    const { group, members, setlist } = SCENES[language];
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
    await openForms(page, server.url, filesBelow(content, "content"), members);
    await openEntry(page, `${group}_shows`, "new");
    await pick(page, setlist);
    await field(page, "date").locator("input").first().fill("2026-12-26");
    await page.getByRole("textbox", { name: "Slug" }).fill("malam-natal");
    await keep(page, `forms_${language}`, await page.screenshot());
    await page.close();
  }
}

/** The table of keys and one key, as an administrator sees them in a store with invented owners. */
async function takePanel(browser: Browser): Promise<void> {
  const { env, made } = await prepare(`${root}/panel`, (stores) => fillStore(stores, 60));
  await using server = await startServer(env);
  const page = await browser.newPage({ viewport: { width: 1000, height: 760 } });
  await logIn(page, server.base);
  for (
    const [name, path] of [["panel_keys", "#key"], [
      "panel_key",
      `#key/${made[0]}`,
    ]] as const
  ) {
    await page.goto(`${server.base}admin${path}`);
    await page.getByText("Loading").waitFor({ state: "detached" });
    // The table, and the plot, are further down.
    await page.evaluate(
      "document.querySelector('h2, table')?.scrollIntoView({ behavior: 'instant' })",
    );
    await keep(page, name, await page.screenshot());
  }
  await page.close();
}

/** A long list unfolds. */
async function pick(page: Page, setlist: string): Promise<void> {
  const list = field(page, "setlist").getByRole("combobox");
  if (await list.count() === 0) return await choose(page, "setlist", setlist);
  await list.first().click();
  await page.getByRole("option", { name: setlist }).first().click();
}

/** A misspelt field, as long as it is not disposed of. */
function makeMistake(language: Language): AsyncDisposable {
  const { group, file, line, mistake } = SCENES[language];
  const path = `${content}/${group}/${file}`;
  const before = Deno.readTextFileSync(path);
  Deno.writeTextFileSync(path, before.replace(line, mistake));
  return { [Symbol.asyncDispose]: () => Deno.writeTextFile(path, before) };
}

/** Writes a picture as lossy WebP, which the browser itself makes of it. */
async function keep(page: Page, name: string, png: Uint8Array): Promise<void> {
  const made = await page.context().browser()!.newPage();
  const encoded = await made.evaluate(
    TO_WEBP,
    (png as unknown as { toBase64(): string }).toBase64(),
  );
  await made.close();
  const bytes = (Uint8Array as unknown as { fromBase64(text: string): Uint8Array })
    .fromBase64(encoded.replace(/^data:image\/webp;base64,/, ""));
  Deno.writeFileSync(`${FOLDER}/${name}.webp`, bytes);
  console.log(`${FOLDER}/${name}.webp: ${Math.round(bytes.length / 1024)} KiB`);
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}
