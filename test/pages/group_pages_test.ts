import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { placeBuild } from "../support/built.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import {
  findings,
  type Look,
  LOOKS,
  open,
  overflow,
  paintBlockers,
  PICTURES,
  SEEN,
  seenAt,
  shift,
  startBrowser,
  UNFOLD,
  visit,
} from "./browser.ts";
import { tabThrough } from "./keyboard.ts";

const GROUP = "/groups/groupa";

/** Pages of the shipped content, by the name of their picture. */
const SHIPPED: Readonly<Record<string, string>> = {
  group: GROUP,
  members: `${GROUP}/members`,
  member: `${GROUP}/members/anantari-rahadian`,
  graduate: `${GROUP}/members/vashti-situmeang`,
  show: `${GROUP}/shows/2026-12-12-kota-lampu-jingga`,
  counted: `${GROUP}/members/ratih-purbasari`,
  milestone: `${GROUP}/shows/2026-07-19-halaman-belakang-bulan-siang`,
  setlist: `${GROUP}/setlists/kota-lampu-jingga`,
  articles: `${GROUP}/news`,
  article: `${GROUP}/news/2026-11-20-jadwal-desember-2026`,
  month: `${GROUP}/calendar?month=2026-12`,
  nowhere: `${GROUP}/members/nobody`,
};

/** Pages of a group with names that find the narrow places, and of one that has nothing yet. */
const NARROW: Readonly<Record<string, string>> = {
  group: GROUP,
  members: `${GROUP}/members`,
  member: `${GROUP}/members/member-0`,
  japanese: `${GROUP}/members/member-1`,
  show: `${GROUP}/shows/malam`,
  setlist: `${GROUP}/setlists/661f-306e-8ed2-5148`,
  article: `${GROUP}/news/kabar`,
};
const EMPTY: Readonly<Record<string, string>> = {
  group: "/groups/groupb",
  members: "/groups/groupb/members",
  articles: "/groups/groupb/news",
};

const EMBEDS = ["live", "next", "birthdays"];
const FRAME: Look = { width: 360, scheme: "light" };

async function look(browser: Browser, url: string, name: string, seen: Look): Promise<void> {
  const { page, messages, outside } = await visit(browser, url, seen);
  if (PICTURES !== undefined) {
    await page.screenshot({
      path: `${PICTURES}/${name}-${seen.width}-${seen.scheme}.png`,
      fullPage: true,
    });
  }
  // The browser itself says so of a page that is not there.
  if (!name.endsWith("nowhere")) assert.deepEqual(messages, []);
  assert.deepEqual(outside, []);
  const style = "/assets/style.css";
  assert.deepEqual(await paintBlockers(page), [style], "the first paint waits for one style");
  assert.equal(await shift(page), 0, "nothing moves while the page loads");
  if (seen.width > 900) assert.deepEqual(await misplacedDays(page), []);
  await page.evaluate(UNFOLD);
  assert.ok(await overflow(page) <= 0, "nothing scrolls sideways");
  assert.deepEqual(await findings(page), []);
}

/** The days of a month that are not below their weekday. */
function misplacedDays(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const columns = [...document.querySelectorAll(".weekdays span")].map((one) =>
      one.getBoundingClientRect().left);
    return [...document.querySelectorAll(".month > li > time")].filter((day) => {
      const weekday = (new Date(day.dateTime).getUTCDay() + 6) % 7;
      const cell = day.parentElement.getBoundingClientRect();
      return cell.height === 0 || Math.abs(cell.left - columns[weekday]) > 2;
    }).map((day) => day.dateTime);
  })()`) as Promise<string[]>;
}

async function lookAt(
  t: Deno.TestContext,
  browser: Browser,
  base: string,
  kind: string,
  pages: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [place, [name, path]] of Object.entries(pages).entries()) {
    for (const seen of place === 0 ? SEEN : seenAt(place)) {
      await t.step(
        `${kind}: ${path} at ${seen.width} px, ${seen.scheme}`,
        () => look(browser, base + path, `${kind}-${name}`, seen),
      );
    }
  }
}

async function lookAtEmbeds(
  t: Deno.TestContext,
  browser: Browser,
  base: string,
  kind: string,
  group = "groupa",
): Promise<void> {
  for (const name of EMBEDS) {
    for (const theme of ["light", "dark"]) {
      const url = `${base}/embed/${group}/${name}?theme=${theme}`;
      await t.step(
        `${kind}: frame ${name}, ${theme}`,
        () => look(browser, url, `embed-${kind}-${name}-${theme}`, FRAME),
      );
    }
    await t.step(`${kind}: overlay ${name}`, async () => {
      const url = `${base}/embed/${group}/${name}?overlay=1`;
      const { page } = await visit(browser, url, { width: 1280, scheme: "light" });
      const background = await page.evaluate(
        "getComputedStyle(document.documentElement).backgroundColor",
      );
      assert.equal(background, "rgba(0, 0, 0, 0)");
      if (PICTURES !== undefined) await pictureOfOverlay(page, `embed-${kind}-${name}-overlay`);
    });
  }
}

/** A streaming program lays it over its own picture. */
async function pictureOfOverlay(page: Page, name: string): Promise<void> {
  await page.evaluate(
    "document.documentElement.style.background = 'linear-gradient(90deg, #fff, #2a6, #111)'",
  );
  await page.screenshot({ path: `${PICTURES}/${name}.png` });
}

Deno.test("public pages and frames are quiet, fit their window, and axe finds nothing", async (t) => {
  await using folder = await temporaryFolder();
  await using browser = await startBrowser();
  const env = envIn(folder.path);
  await placeBuild(env);
  await using server = await startServer(env);
  const base = server.base.replace(/\/$/, "");
  await lookAt(t, browser, base, "shipped", SHIPPED);
  await lookAtEmbeds(t, browser, base, "shipped");
  await t.step("the keyboard alone reaches the page's links, and its focus is seen", async () => {
    const { page } = await open(browser, base + GROUP, LOOKS[0]!);
    const stops = await tabThrough(page);
    assert.deepEqual(stops.filter(({ isSeen }) => !isSeen), []);
    const names = stops.map(({ name }) => name);
    for (const path of [`${GROUP}/members`, `${GROUP}/members/anantari-rahadian`]) {
      assert.ok(names.includes(path), path);
    }
    await page.context().close();
  });
  await t.step("a frame shows on another site's page, and its links open beside it", async () => {
    await using other = serveFrames(base, ["/embed/groupa/next", GROUP]);
    const context = await browser.newContext();
    const page = await context.newPage();
    const messages: string[] = [];
    page.on("console", (message) => void messages.push(message.text()));
    await page.goto(other.url);
    const frame = page.frameLocator("iframe").first();
    await frame.locator(".ticket").first().waitFor();
    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      frame.locator(".ticket a").first().click(),
    ]);
    await opened.waitForLoadState();
    assert.match(new URL(opened.url()).pathname, /^\/groups\/groupa\/shows\//);
    // A page of ours itself is in no frame.
    assert.ok(messages.some((text) => /frame-ancestors/.test(text)), messages.join());
    await context.close();
  });
});

Deno.test("public pages hold with long, Japanese and Thai names, and with nothing to show", async (t) => {
  await using folder = await temporaryFolder();
  const content = `${folder.path}/content`;
  await writeContent(content);
  await using browser = await startBrowser();
  const env = { ...envIn(folder.path), CONTENT_DIR: content };
  await placeBuild(env);
  await using server = await startServer(env);
  const base = server.base.replace(/\/$/, "");
  await lookAt(t, browser, base, "narrow", NARROW);
  await lookAtEmbeds(t, browser, base, "narrow");
  await lookAt(t, browser, base, "empty", EMPTY);
  await lookAtEmbeds(t, browser, base, "empty", "groupb");
});

/** Another site, whose page has these paths in frames. */
function serveFrames(base: string, paths: readonly string[]) {
  const frames = paths.map((path) => `<iframe src="${base}${path}" width="360"></iframe>`);
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () =>
      new Response(`<!doctype html><title>Other</title>${frames.join("")}`, {
        headers: { "content-type": "text/html" },
      }),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function envIn(folder: string) {
  return { OUT_DIR: `${folder}/out`, KV_PATH: `${folder}/kv/store.kv`, LIVE: "off" };
}

const LONG_NAME = "Nawangsekarwulan Kusumaningrumwidyastuti Brajadiningrat Sosrokartono";
const NAMES = [LONG_NAME, "小鳥遊 さくら子・櫻坂ノ宮 千代姫", "กานต์ธิดา วงศ์สุวรรณรัตน์กุล"];

async function writeContent(folder: string): Promise<void> {
  const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const files: Record<string, string> = {
    "groupa/group.yaml": `name: 星の軒先 ${LONG_NAME}\nfamily: bare\nlanguage: ja\npublic: site\n`,
    "groupb/group.yaml": "name: Kosong\nfamily: wrapped\nlanguage: id\npublic: site\n",
    "groupa/setlists/noki.yaml": `name: 星の軒先\nsongs: [朝の約束, ${LONG_NAME}]\n`,
    "groupa/shows/malam.yaml": `title: ${LONG_NAME}\nsetlist: 星の軒先\ndate: ${soon}\n` +
      `time: "19:00"\nvenue: ${LONG_NAME}\nstate: postponed\nmembers:\n${
        [...NAMES, `${LONG_NAME} Tamu`].map((name) => `  - ${name}\n`).join("")
      }`,
    "groupa/news/kabar.md": `---\ntitle: ${NAMES[1]}\ndate: ${soon}\ncategory: お知らせ\n---\n\n` +
      `${LONG_NAME} 小鳥遊 さくら子は、明日の公演に出演します。\n\n` +
      `| ${LONG_NAME} | B | C |\n|---|---|---|\n| ${LONG_NAME} | 2 | ${LONG_NAME} |\n`,
  };
  for (const [place, name] of NAMES.entries()) {
    files[`groupa/members/member-${place}.yaml`] =
      `name: ${name}\ngeneration: ${name}\nbirth_date: 2004${soon.slice(4)}\n` +
      `jikosokai: ${name}\ndescription: ${name}\n` +
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
