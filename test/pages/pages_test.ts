import assert from "node:assert/strict";
import { adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { placeBuild } from "../support/built.ts";
import { startServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { shownLinks, tabThrough } from "./keyboard.ts";
import { findings, LOOKS, open, overflow, startBrowser } from "./browser.ts";
import { temporaryFolder } from "../support/temporary.ts";

Deno.test("/docs/try sends a request with a key by keyboard alone, and shows its 200", async () => {
  await using folder = await temporaryFolder();
  const env = { OUT_DIR: `${folder.path}/out`, KV_PATH: `${folder.path}/kv/store.kv`, LIVE: "off" };
  await placeBuild(env);
  await using server = await startServer(env);
  await using browser = await startBrowser();

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
});

Deno.test("the keyboard alone reaches every link, skips to the text, and its focus is seen", async (t) => {
  await using folder = await temporaryFolder();
  const env = { OUT_DIR: `${folder.path}/out`, KV_PATH: `${folder.path}/kv/store.kv`, LIVE: "off" };
  await placeBuild(env);
  {
    await using server = await startServer(env);
    await using browser = await startBrowser();
    for (const path of ["", "groups/groupa", "docs", "docs/errors"]) {
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
