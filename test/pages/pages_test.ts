import assert from "node:assert/strict";
import { adminJson, ISSUE } from "../support/admin.ts";
import { buildContent, startServer, until } from "../support/server.ts";
import { LOOKS, open, overflow, seriousFindings, startBrowser } from "./browser.ts";

/** Where pictures of the pages are put, for whoever wants to look at them. */
const PICTURES = Deno.env.get("PICTURES_DIR");

const PAGES = [
  "",
  "docs",
  "docs/errors",
  "docs/reference/groupa",
  "docs/limits",
  "docs/id",
  "docs/try",
];

Deno.test("pages are quiet, ask nobody else, fit their window, and axe finds nothing serious", async (t) => {
  const folder = await Deno.makeTempDir();
  const env = { OUT_DIR: `${folder}/out`, KV_PATH: `${folder}/kv/store.kv`, LIVE: "off" };
  assert.ok((await buildContent(env)).success);
  {
    await using server = await startServer(env);
    const browser = await startBrowser();
    try {
      for (const path of PAGES) {
        for (const look of LOOKS) {
          const name = `/${path} at ${look.width} px, ${look.scheme}`;
          await t.step(name, async () => {
            const { page, messages, outside } = await open(browser, server.base + path, look);
            if (PICTURES !== undefined) {
              const file = `${
                path.replaceAll("/", "_") || "home"
              }-${look.width}-${look.scheme}.png`;
              await page.screenshot({ path: `${PICTURES}/${file}`, fullPage: true });
            }
            assert.deepEqual(messages, []);
            assert.deepEqual(outside, []);
            assert.ok(await overflow(page) <= 0, "nothing scrolls sideways");
            if (path !== "docs/try") assert.deepEqual(await seriousFindings(page), []);
            await page.context().close();
          });
        }
      }
      await t.step("/docs/try sends a request with a key, and shows its 200", async () => {
        const { secret } = await adminJson<{ secret: string }>(env, ...ISSUE, "--ip", "127.0.0.1");
        const headers = { "x-api-key": secret };
        await until(async () => (await fetch(`${server.base}v1/key`, { headers })).ok);
        const { page } = await open(browser, `${server.base}docs/try`, LOOKS[2]!);
        await page.getByRole("button", { name: "Authorize" }).first().click();
        const dialog = page.locator(".dialog-ux");
        const field = dialog.locator("input").first();
        await field.waitFor();
        for (const input of await dialog.locator("input").all()) await input.fill(secret);
        const apply = dialog.getByRole("button", { name: "Apply credentials" });
        while (await apply.count() > 0) await apply.first().click();
        await dialog.getByRole("button", { name: "Close" }).first().click();
        await page.locator(".opblock-tag", { hasText: "v1" }).first().click();
        const operation = page.locator(".opblock", { hasText: "/v1/key" }).first();
        await operation.locator(".opblock-summary-control").click();
        await operation.getByRole("button", { name: "Execute" }).click();
        await operation.locator(".live-responses-table .response-col_status", { hasText: "200" })
          .waitFor();
      });
    } finally {
      await browser.close();
    }
  }
  await Deno.remove(folder, { recursive: true });
});
