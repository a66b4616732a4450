import assert from "node:assert/strict";
import { adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { placeBuild } from "../support/built.ts";
import { startServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import type { Page } from "playwright-core";
import { shownLinks, tabThrough } from "./keyboard.ts";
import {
  findings,
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
import { temporaryFolder } from "../support/temporary.ts";

const PAGES = [
  "",
  "?q=sa",
  "?q=zzzz",
  "status",
  "nowhere",
  "docs",
  "docs/credentials",
  "docs/errors",
  "docs/lists",
  "docs/browsers",
  "docs/editing-more",
  "docs/reference",
  "docs/reference/fields",
  "docs/limits",
  "docs/forms",
  "docs/id",
  "docs/id/errors",
  "docs/try",
];

/** All pages have one style, so that axe looks at the others in one way or the other. */
const WHOLE = ["", "docs", "docs/reference", "docs/try"];

Deno.test("pages are quiet, ask nobody else, fit their window, and axe finds nothing", async (t) => {
  await using folder = await temporaryFolder();
  const env = { OUT_DIR: `${folder.path}/out`, KV_PATH: `${folder.path}/kv/store.kv`, LIVE: "off" };
  await placeBuild(env);
  {
    await using server = await startServer(env);
    await using browser = await startBrowser();
    for (const [place, path] of PAGES.entries()) {
      for (const look of SEEN) {
        const name = `/${path} at ${look.width} px, ${look.scheme}`;
        await t.step(name, async () => {
          const { page, messages, outside } = await visit(browser, server.base + path, look);
          if (PICTURES !== undefined) {
            const file = `${path.replaceAll("/", "_") || "home"}-${look.width}-${look.scheme}.png`;
            await page.screenshot({ path: `${PICTURES}/${file}`, fullPage: true });
          }
          // The browser itself says so of a page that is not there.
          if (path !== "nowhere") assert.deepEqual(messages, []);
          assert.deepEqual(outside, []);
          assert.deepEqual(await paintBlockers(page), ["/assets/style.css"]);
          assert.equal(await shift(page), 0, "nothing moves while the page loads");
          assert.ok(await overflow(page) <= 0, "nothing scrolls sideways");
          if (WHOLE.includes(path) || seenAt(place).includes(look)) {
            await page.evaluate(UNFOLD);
            assert.deepEqual(await findings(page), []);
          }
        });
      }
    }
    await t.step(
      "/docs/try sends a request with a key by keyboard alone, and shows its 200",
      async () => {
        const { secret } = await adminJson<{ secret: string }>(env, ...ISSUE, "--ip", "127.0.0.1");
        const headers = { "x-api-key": secret };
        await until(async () => (await fetch(`${server.base}v1/key`, { headers })).ok);
        const { page } = await open(browser, `${server.base}docs/try`, LOOKS[2]!);
        const press = async (name: string) => {
          await page.getByRole("button", { name, exact: true }).focus();
          await page.keyboard.press("Enter");
        };
        const operation = async (tag: string, path: string) => {
          await page.locator(`#operations-tag-${tag} button`).press("Enter");
          const block = page.locator(".opblock", { has: page.locator(`[data-path='${path}']`) });
          await block.locator(".opblock-summary-control").press("Enter");
          return block;
        };
        const shows = await operation("groupa", "/api/groupa/theater");
        const status = shows.locator("tr[data-param-name='status'] select");
        assert.equal(await status.inputValue(), "upcoming");
        await shows.locator(".opblock-summary-control").press("Enter");
        await operation("v1", "/v1/key");
        await press("Execute");
        await page.getByText("That request went without a key").waitFor();
        await press("Authorize");
        const dialog = page.locator(".modal-ux");
        await dialog.locator("input").fill(secret);
        assert.deepEqual(await findings(page), []);
        await dialog.getByRole("button", { name: "Authorize" }).press("Enter");
        await dialog.getByRole("button", { name: "Close" }).last().press("Enter");
        await press("Execute");
        const answer = page.locator(".live-responses-table");
        await answer.locator(".response-col_status", { hasText: "200" }).waitFor();
        assert.match(await answer.innerText(), /"remaining"[^]*ratelimit: "quota";r=\d+/);
        assert.match(await page.locator(".curl").innerText(), /\/v1\/key'[^]*x-api-key: J-osb_/);
        assert.deepEqual(await findings(page), []);
        assert.ok(await overflow(page) <= 0, "nothing scrolls sideways");
        // The page has an origin of its own: no cookie and no store of the browser is read or kept.
        await assert.rejects(page.evaluate("localStorage.length"), /sandbox/);
      },
    );
  }
});

Deno.test("the keyboard alone reaches every link, skips to the text, and its focus is seen", async (t) => {
  await using folder = await temporaryFolder();
  const env = { OUT_DIR: `${folder.path}/out`, KV_PATH: `${folder.path}/kv/store.kv`, LIVE: "off" };
  await placeBuild(env);
  {
    await using server = await startServer(env);
    await using browser = await startBrowser();
    for (const path of ["", "docs", "docs/errors"]) {
      for (const look of [LOOKS[0]!, LOOKS[3]!]) {
        await t.step(`/${path} at ${look.width} px`, async () => {
          const { page } = await open(browser, server.base + path, look);
          const stops = await tabThrough(page);
          assert.equal(stops[0]?.className, "skip");
          assert.deepEqual(stops.filter(({ isSeen }) => !isSeen), []);
          const names = stops.map(({ name }) => name);
          const links = await shownLinks(page);
          assert.deepEqual(names.filter((name) => /[/#:]/.test(name)), links);
          await page.context().close();
        });
      }
    }
    await t.step("the link at the start leads past the navigation", async () => {
      const { page } = await open(browser, server.base, LOOKS[0]!);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate("document.activeElement.closest('main')?.id"), "main");
    });
    await t.step(
      "a phone shows the text at once, and unfolds the contents by Enter",
      async () => {
        const { page } = await open(browser, `${server.base}docs/limits`, LOOKS[0]!);
        const heading = await page.locator("h1").boundingBox();
        assert.ok(heading !== null && heading.y < 300, `the text begins at ${heading?.y} px`);
        assert.ok(!(await shownLinks(page)).includes("/docs/credentials"));
        await page.locator("nav.pages > details > summary").focus();
        await page.keyboard.press("Enter");
        assert.ok((await shownLinks(page)).includes("/docs/credentials"));
      },
    );
    await t.step("what is typed is found in the text, and Enter opens it", async () => {
      const { page, messages } = await open(browser, `${server.base}docs/limits`, LOOKS[3]!);
      const field = page.getByRole("searchbox");
      await field.fill("xylophone");
      await page.getByText("No page has “xylophone”").waitFor();
      await field.fill("feed token");
      await page.getByRole("link", { name: "What is a feed token?" }).waitFor();
      assert.deepEqual(await findings(page), []);
      await field.press("Enter");
      await page.waitForURL("**/docs/credentials#what-is-a-feed-token");
      assert.deepEqual(messages, []);
    });
    await t.step("a wide window shows the contents without being asked", async () => {
      const { page } = await open(browser, `${server.base}docs/limits`, LOOKS[2]!);
      assert.ok((await shownLinks(page)).includes("/docs/credentials"));
      assert.ok(!await page.locator("nav.pages > details > summary").isVisible());
    });
  }
});

/** Names that find the narrow places of a page. */
const LONG_NAME = "Nawangsekarwulan Kusumaningrumwidyastuti Brajadiningrat Sosrokartono ".repeat(2);
const NAMES = [LONG_NAME.trim(), "小鳥遊 さくら子・櫻坂ノ宮 千代姫", "กานต์ธิดา วงศ์สุวรรณรัตน์กุล"];

Deno.test("the front page holds with nothing to show, and with long, Japanese and Thai names", async (t) => {
  await using folder = await temporaryFolder();
  await using browser = await startBrowser();
  for (const kind of ["no-group", "names", "feeds"] as const) {
    const content = `${folder.path}/${kind}`;
    const level = kind === "feeds" ? "feeds" : "page";
    await writeContent(content, kind === "no-group" ? undefined : NAMES, level);
    const env = {
      CONTENT_DIR: content,
      OUT_DIR: `${content}-out`,
      KV_PATH: `${content}-kv/store.kv`,
      LIVE: "off",
    };
    await placeBuild(env);
    await using server = await startServer(env);
    for (const look of SEEN) {
      await t.step(`${kind} at ${look.width} px, ${look.scheme}`, async () => {
        const { page, messages } = await visit(browser, server.base, look);
        if (PICTURES !== undefined) {
          const file = `home_${kind}-${look.width}-${look.scheme}.png`;
          await page.screenshot({ path: `${PICTURES}/${file}`, fullPage: true });
        }
        assert.deepEqual(messages, []);
        assert.ok(await overflow(page) <= 0, "nothing scrolls sideways");
        assert.deepEqual(await findings(page), []);
        const text = await page.locator("main").innerText();
        if (kind === "no-group") assert.match(text, /What this service knows is read with a key/);
        else for (const name of NAMES) assert.ok(text.includes(name), name);
        await assertSubscribe(page, kind === "feeds");
      });
    }
  }
});

/** Looks at the links by which one subscribes, where there are any: each leads somewhere. */
async function assertSubscribe(page: Page, isThere: boolean): Promise<void> {
  const part = page.getByRole("heading", { name: "Subscribe" });
  assert.equal(await part.count(), isThere ? 1 : 0);
  if (!isThere) return;
  const addresses = await page.locator(".address").allInnerTexts();
  assert.equal(addresses.length, 8);
  for (const address of addresses) assert.equal((await fetch(address)).status, 200, address);
  const links = await page.locator("main a").all();
  const hrefs = await Promise.all(links.map((link) => link.getAttribute("href")));
  assert.equal(hrefs.filter((href) => href?.startsWith("webcal://")).length, 4);
  assert.equal(hrefs.filter((href) => href?.includes("r?cid=webcal://")).length, 4);
  assert.equal(hrefs.filter((href) => href?.includes("addfromweb?url=http")).length, 4);
  // One click selects the whole address, to be copied.
  await page.locator(".address").first().click();
  assert.equal(await page.evaluate("getSelection().toString()"), addresses[0]);
}

/** Copies the site's settings, with a public group of these members, whose birthday is today. */
async function writeContent(
  folder: string,
  names: readonly string[] | undefined,
  level: "page" | "feeds",
): Promise<void> {
  await Deno.mkdir(`${folder}/long/members`, { recursive: true });
  for (const file of ["site.yaml", "plans.yaml"]) {
    await Deno.copyFile(
      new URL(`../../content/${file}`, import.meta.url),
      `${folder}/${file}`,
    );
  }
  const shown = names === undefined ? "" : `public: ${level}\n`;
  await Deno.writeTextFile(
    `${folder}/long/group.yaml`,
    `name: ${names?.[0] ?? "Hidden"}\nfamily: bare\ntimezone: Asia/Tokyo\nlanguage: ja\n${shown}`,
  );
  const today = new Date().toLocaleDateString("sv", { timeZone: "Asia/Tokyo" }).slice(5);
  for (const [place, name] of (names ?? []).entries()) {
    await Deno.writeTextFile(
      `${folder}/long/members/member-${place}.yaml`,
      `name: ${name}\ngeneration: gen1-long\nbirth_date: 2004-${today}\n`,
    );
  }
}
