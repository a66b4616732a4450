import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { placeBuild } from "../support/built.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { startDev } from "./dev_in_browser.ts";
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

const GROUP = "/groups/groupa";
const EMPTY = "/groups/groupb";
const FRAMES = ["live", "next", "birthdays"].flatMap((name) =>
  ["light", "dark"].map((theme) => `${name}?theme=${theme}`)
);

/** Pages of the content that ships: much of everything. */
const SHIPPED = [
  ...["/", "/?q=sa", "/?q=zzzz", "/status", "/nowhere"],
  ...["", "/members", "/members/anantari-rahadian", "/members/vashti-situmeang", "/news"]
    .map((path) => GROUP + path),
  ...["/members/ratih-purbasari", "/shows/2026-07-19-halaman-belakang-bulan-siang"]
    .map((path) => GROUP + path),
  ...["/shows/2026-12-12-kota-lampu-jingga", "/setlists/kota-lampu-jingga", "/members/nobody"]
    .map((path) => GROUP + path),
  ...["/news/2026-11-20-jadwal-desember-2026", "/calendar?month=2026-12"]
    .map((path) => GROUP + path),
  ...FRAMES.map((frame) => `/embed/groupa/${frame}`),
  ...["", "/credentials", "/errors", "/lists", "/browsers", "/editing-more", "/reference"]
    .map((path) => `/docs${path}`),
  ...["/reference/fields", "/limits", "/forms", "/id", "/id/errors", "/try"]
    .map((path) => `/docs${path}`),
];

/** Pages of a group with long, Japanese and Thai names, and of one that has nothing yet. */
const NARROW = [
  "/",
  ...["", "/members", "/members/member-0", "/members/member-1", "/shows/malam", "/news/kabar"]
    .map((path) => GROUP + path),
  `${GROUP}/setlists/661f-306e-8ed2-5148`,
  ...["", "/members", "/news", "/calendar"].map((path) => EMPTY + path),
  ...["groupa", "groupb"].flatMap((group) => FRAMES.map((frame) => `/embed/${group}/${frame}`)),
];

/** Pages of the folder with drafts, warnings and a broken save. */
const PREVIEWED = [
  ...["/", "/preview/problems", "/preview/groups/groupb", "/preview/groups/groupa/shows/malam"],
  ...["/preview/groups/groupa/news/draf", "/preview/groups/groupa/members/nobody"],
];

/** Looks at pages at all widths and in both colours, the later ones of a list in one way or the other. */
async function lookAt(
  t: Deno.TestContext,
  browser: Browser,
  base: string,
  kind: string,
  paths: readonly string[],
): Promise<void> {
  for (const [place, path] of paths.entries()) {
    const isFrame = path.startsWith("/embed/");
    for (const seen of isFrame ? [SEEN[0]!] : place < 2 ? SEEN : seenAt(place)) {
      await t.step(`${kind}: ${path} at ${seen.width} px, ${seen.scheme}`, async () => {
        const { page, messages, outside } = await visit(browser, base + path, seen);
        if (PICTURES !== undefined) {
          const name = `${kind}${path.replaceAll(/[^\w]+/g, "_")}-${seen.width}-${seen.scheme}`;
          await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
        }
        // The browser itself says so of a page that is not there.
        if (!/no(where|body)$/.test(path)) assert.deepEqual(messages, []);
        assert.deepEqual(outside, []);
        assert.deepEqual(await paintBlockers(page), ["/assets/style.css"]);
        assert.equal(await shift(page), 0, "nothing moves while the page loads");
        if (seen.width > 900) assert.deepEqual(await misplacedDays(page), []);
        await page.evaluate(UNFOLD);
        assert.ok(await overflow(page) <= 0, "nothing scrolls sideways");
        assert.deepEqual(await findings(page), []);
      });
    }
  }
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

/** A built content folder that is served. */
async function serve(folder: string, content?: string) {
  const env = {
    ...content !== undefined && { CONTENT_DIR: content },
    ...{ OUT_DIR: `${folder}/out`, KV_PATH: `${folder}/kv/store.kv`, LIVE: "off" },
  };
  await placeBuild(env);
  const server = await startServer(env);
  const base = server.base.replace(/\/$/, "");
  return { base, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

Deno.test("pages of much are quiet, ask nobody else, fit their window, and axe finds nothing", async (t) => {
  await using folder = await temporaryFolder();
  await using browser = await startBrowser();
  await using server = await serve(folder.path);
  const { base } = server;
  await lookAt(t, browser, base, "shipped", SHIPPED);
  for (const name of ["live", "next", "birthdays"]) {
    await t.step(`an overlay is transparent: ${name}`, async () => {
      const { page } = await visit(browser, `${base}/embed/groupa/${name}?overlay=1`, LOOKS[2]!);
      const ground = "getComputedStyle(document.documentElement).backgroundColor";
      assert.equal(await page.evaluate(ground), "rgba(0, 0, 0, 0)");
      if (PICTURES === undefined) return;
      // A streaming program lays it over its own picture.
      const below = "linear-gradient(90deg, #fff, #2a6, #111)";
      await page.evaluate(`document.documentElement.style.background = "${below}"`);
      await page.screenshot({ path: `${PICTURES}/overlay_${name}.png` });
    });
  }
});

Deno.test("pages hold with long, Japanese and Thai names, with nothing to show, and as a preview", async (t) => {
  await using folder = await temporaryFolder();
  await using browser = await startBrowser();
  const content = `${folder.path}/content`;
  await writeContent(content);
  {
    await using server = await serve(folder.path, content);
    await lookAt(t, browser, server.base, "narrow", NARROW);
  }
  await Deno.writeTextFile(
    `${content}/groupa/news/draf.md`,
    `---\ntitle: ${NAMES[1]}\ndate: 2026-12-02\ndraft: true\n---\n\n${LONG_NAME}\n`,
  );
  await using dev = await startDev(content, folder.path);
  await lookAt(t, browser, dev.base, "preview", PREVIEWED);
  const member = `${content}/groupa/members/member-1.yaml`;
  const before = await Deno.readTextFile(member);
  await t.step("a save is shown without a word, where the page was", async () => {
    const url = `${dev.base}/preview/groups/groupa/members/member-1`;
    const { page } = await open(browser, url, LOOKS[0]!);
    await page.evaluate("window.isSamePage = true; scrollTo(0, 120)");
    await Deno.writeTextFile(member, `${before}hobby: Memancing\n`);
    await page.getByText("Memancing").waitFor();
    // What was in view stays there, though a line was added above it.
    assert.ok(await page.evaluate("isSamePage && scrollY") as number >= 120);
    await page.context().close();
  });
  await t.step("errors of a broken save come on top of the last good page, and go", async (t) => {
    const { page, messages } = await open(browser, dev.base, LOOKS[2]!);
    await Deno.writeTextFile(member, `${before}hoby: Memancing\n`);
    await page.getByText("The last save has 1 error.").waitFor();
    assert.ok(await page.getByText(NAMES[1]!).count() > 0);
    await lookAt(t, browser, dev.base, "broken", ["/", "/preview/problems"]);
    await Deno.writeTextFile(member, before);
    await page.getByText("The last save has 1 error.").waitFor({ state: "detached" });
    assert.deepEqual(messages, []);
    await page.context().close();
  });
});

Deno.test("the front page of a service without public groups says where its data are", async (t) => {
  await using folder = await temporaryFolder();
  await using browser = await startBrowser();
  const content = `${folder.path}/content`;
  await writeFiles(content, { "groupa/group.yaml": "name: Hidden\nfamily: bare\n" });
  await using server = await serve(folder.path, content);
  await lookAt(t, browser, server.base, "none", ["/"]);
  const { page } = await open(browser, server.base, LOOKS[0] as Look);
  assert.match(
    await page.locator("main").innerText(),
    /What this service knows is read with a key/,
  );
});

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
  await writeFiles(folder, files);
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const settings = Object.fromEntries(
    ["site.yaml", "plans.yaml"].map((file) => [file, Deno.readTextFileSync(`content/${file}`)]),
  );
  for (const [name, text] of Object.entries({ ...settings, ...files })) {
    await Deno.mkdir(`${folder}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${folder}/${name}`, text);
  }
}
