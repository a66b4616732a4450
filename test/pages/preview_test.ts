import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { temporaryFolder } from "../support/temporary.ts";
import { startDev } from "./dev_in_browser.ts";
import {
  findings,
  type Look,
  LOOKS,
  open,
  overflow,
  PICTURES,
  SEEN,
  seenAt,
  startBrowser,
  visit,
} from "./browser.ts";
import { tabThrough } from "./keyboard.ts";

const GROUP = "/preview/groups/groupa";

/** Pages of the shipped content, by the name of their picture. */
const SHIPPED: Readonly<Record<string, string>> = {
  first: "/",
  month: `${GROUP}/calendar/2026-12`,
  "empty-month": `${GROUP}/calendar/2031-01`,
  members: `${GROUP}/members`,
  member: `${GROUP}/member/amaryllis-kusnadi`,
  show: `${GROUP}/show/2026-12-12-kota-lampu-jingga`,
  event: `${GROUP}/event/2026-12-19-jabat-tangan-akhir-tahun-2026`,
  videocall: `${GROUP}/videocall/2026-05-08`,
  release: `${GROUP}/release/dua-belas-purnama`,
  articles: `${GROUP}/news`,
  article: `${GROUP}/news/1801`,
  problems: "/preview/problems",
  nowhere: "/preview/nothing",
};

/** Pages of the folder with long names, drafts and mistakes. */
const NARROW: Readonly<Record<string, string>> = {
  first: "/",
  member: `${GROUP}/member/member-1`,
  show: `${GROUP}/show/malam`,
  draft: `${GROUP}/news/draf`,
  problems: "/preview/problems",
};

const LONG_NAME = "Nawangsekarwulan Kusumaningrumwidyastuti Brajadiningrat Sosrokartono";
const NAMES = [LONG_NAME, "小鳥遊 さくら子・櫻坂ノ宮 千代姫", "กานต์ธิดา วงศ์สุวรรณรัตน์กุล"];

async function look(
  browser: Browser,
  url: string,
  name: string,
  seen: Look,
): Promise<void> {
  const { page, messages, outside } = await visit(browser, url, seen);
  const picture = `${PICTURES}/preview-${name}-${seen.width}-${seen.scheme}.png`;
  if (PICTURES !== undefined) await page.screenshot({ path: picture, fullPage: true });
  // The browser itself says so of a page that is not there.
  if (name !== "shipped-nowhere") assert.deepEqual(messages, []);
  assert.deepEqual(outside, []);
  assert.ok(await overflow(page) <= 0, "nothing scrolls sideways");
  assert.deepEqual(await findings(page), []);
}

Deno.test("the preview is quiet, fits its window, and axe finds nothing", async (t) => {
  await using folder = await temporaryFolder();
  await using browser = await startBrowser();
  await using dev = await startDev("content", folder.path);
  for (const [place, [name, path]] of Object.entries(SHIPPED).entries()) {
    // The first pages have all parts: the others are looked at one way or the other.
    for (const seen of place < 2 ? SEEN : seenAt(place)) {
      await t.step(
        `${path} at ${seen.width} px, ${seen.scheme}`,
        () => look(browser, `${dev.base}${path}`, `shipped-${name}`, seen),
      );
    }
  }
});

Deno.test("the preview holds long, Japanese and Thai names and broken saves, and follows each save", async (t) => {
  await using folder = await temporaryFolder();
  const content = `${folder.path}/content`;
  await writeContent(content);
  await using browser = await startBrowser();
  await using dev = await startDev(content, folder.path);
  for (const [name, path] of Object.entries(NARROW)) {
    for (const seen of SEEN) {
      await t.step(
        `${path} at ${seen.width} px, ${seen.scheme}`,
        () => look(browser, `${dev.base}${path}`, `narrow-${name}`, seen),
      );
    }
  }
  const member = `${content}/groupa/members/member-1.yaml`;
  const before = await Deno.readTextFile(member);
  await t.step("a save is shown without a word, where the page was", async () => {
    const { page } = await open(browser, `${dev.base}${GROUP}/member/member-1`, LOOKS[0]!);
    await page.evaluate("window.isSamePage = true; scrollTo(0, 120)");
    await Deno.writeTextFile(member, `${before}hobby: Memancing\n`);
    await page.getByText("Memancing").waitFor();
    // What was in view stays there, though a line was added above it.
    assert.ok(await page.evaluate("isSamePage && scrollY") as number >= 120);
    await page.context().close();
  });
  await t.step(
    "errors of a broken save come on top, over the last good page, and go",
    async () => {
      const { page, messages } = await open(browser, dev.base, LOOKS[2]!);
      await Deno.writeTextFile(member, `${before}hoby: Memancing\n`);
      await page.getByText("The last save has 1 error.").waitFor();
      assert.ok(await page.getByText(NAMES[1]!).count() > 0);
      for (const seen of SEEN) {
        await look(browser, `${dev.base}/`, "broken-first", seen);
        await look(browser, `${dev.base}/preview/problems`, "broken-problems", seen);
      }
      await Deno.writeTextFile(member, before);
      await page.getByText("The last save has 1 error.").waitFor({ state: "detached" });
      assert.deepEqual(messages, []);
      await page.context().close();
    },
  );
  await t.step("the keyboard alone reaches the page's links, and its focus is seen", async () => {
    const { page } = await open(browser, dev.base, LOOKS[0]!);
    const stops = await tabThrough(page);
    assert.deepEqual(stops.filter(({ isSeen }) => !isSeen), []);
    const names = stops.map(({ name }) => name);
    for (const path of [`${GROUP}/member/member-1`, `${GROUP}/show/malam`, "/preview/problems"]) {
      assert.ok(names.includes(path), path);
    }
    await page.context().close();
  });
});

/** A group with names that find the narrow places, a draft, warnings, and pictures that are nowhere. */
async function writeContent(folder: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const files: Record<string, string> = {
    "groupa/group.yaml": `name: ${LONG_NAME}\nfamily: bare\nlanguage: ja\n`,
    "groupa/shows/malam.yaml": `title: ${LONG_NAME}\nsetlist: ${LONG_NAME}\ndate: ${today}\n` +
      `poster: https://img.example/poster.jpg\nmembers:\n${
        [...NAMES, `${LONG_NAME} Tamu`].map((name) => `  - ${name}\n`).join("")
      }`,
    "groupa/news/draf.md": `---\ntitle: ${NAMES[1]}\ndate: ${today}\ndraft: true\n` +
      `image: https://img.example/${"x".repeat(120)}.jpg\n---\n\n${LONG_NAME}\n\n` +
      `| ${LONG_NAME} | B | C |\n|---|---|---|\n| ${LONG_NAME} | 2 | ${LONG_NAME} |\n`,
  };
  for (const [place, name] of NAMES.entries()) {
    files[`groupa/members/member-${place}.yaml`] =
      `name: ${name}\ngeneration: ${name}\nbirth_date: 2004${today.slice(4)}\n` +
      (place === 0 ? "" : `img: https://img.example/${place}.jpg\n`);
  }
  for (const file of ["site.yaml", "plans.yaml"]) {
    files[file] = await Deno.readTextFile(new URL(`../../content/${file}`, import.meta.url));
  }
  for (const [name, text] of Object.entries(files)) {
    await Deno.mkdir(`${folder}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${folder}/${name}`, text);
  }
}
