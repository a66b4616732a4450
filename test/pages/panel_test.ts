import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { STORE_FORMAT } from "../../src/platform/store_keys.ts";
import { NEWEST_FORMAT } from "../../src/store/format.ts";
import { createCredentialStores, PEPPER } from "../support/credential_stores.ts";
import { addAdministrator } from "../support/panel_browser.ts";
import { type FilledStore, fillStore } from "../support/panel_store.ts";
import { buildContent, startServer } from "../support/server.ts";
import { type Look, LOOKS, overflow, seriousFindings, startBrowser } from "./browser.ts";

/** Where pictures of the pages are put, for whoever wants to look at them. */
const PICTURES = Deno.env.get("PICTURES_DIR");
const [NAME, PASSWORD] = ["root", "correct horse battery"];

/** A page of the browser with what its console said; it has logged in nowhere. */
interface Visit {
  readonly page: Page;
  readonly messages: string[];
}

async function visit(browser: Browser, { width, scheme }: Look): Promise<Visit> {
  const viewport = { width, height: 900 };
  const context = await browser.newContext({ viewport, colorScheme: scheme });
  const page = await context.newPage();
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
  return { page, messages };
}

async function logIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}admin`);
  await page.getByLabel("Name").fill(NAME);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
}

/** A server's environment, with a store that `fill` has filled. */
async function prepare<T>(
  folder: string,
  fill: (stores: ReturnType<typeof createCredentialStores>) => Promise<T>,
): Promise<{ env: Record<string, string>; made: T }> {
  await Deno.mkdir(folder, { recursive: true });
  const env = {
    OUT_DIR: `${folder}/out`,
    KV_PATH: `${folder}/store.kv`,
    KEY_PEPPER: PEPPER,
    LIVE: "off",
    ADMIN_API: "on",
  };
  assert.ok((await buildContent(env)).success);
  const kv = await openDenoKv(env.KV_PATH);
  const stores = createCredentialStores(kv);
  await kv.commit([], [{ set: STORE_FORMAT, value: { format: NEWEST_FORMAT } }]);
  const made = await fill(stores);
  await addAdministrator(stores, NAME, PASSWORD);
  kv.close();
  return { env, made };
}

function pathsOf({ keyIds, applicationId, tokenId }: FilledStore): string[] {
  return [
    ...["", "/keys", "/keys?search=sari&near=80", "/keys/issue", `/keys/${keyIds[0]}`],
    ...[`/keys/${keyIds[2]}`, "/tokens", `/tokens/${applicationId}`, `/tokens/${tokenId}`],
    ...["/audit", "/audit?verify=1", "/live", "/webhooks", "/content", "/nothing"],
  ];
}

const EMPTY_PATHS = ["", "/keys", "/tokens", "/audit", "/live", "/webhooks", "/content"];

async function look(
  { page, messages }: Visit,
  address: string,
  name: string,
  isWhole: boolean,
): Promise<void> {
  messages.length = 0;
  const response = await page.goto(address);
  const picture = `${PICTURES}/panel-${name.replaceAll(/\W+/g, "_")}.png`;
  if (PICTURES !== undefined) await page.screenshot({ path: picture, fullPage: true });
  // The browser itself says so of every answer that is none of the 200s.
  if (response?.ok()) assert.deepEqual(messages, []);
  assert.ok(await overflow(page) <= 0, "nothing scrolls sideways");
  if (!isWhole) return;
  await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
  assert.deepEqual(await seriousFindings(page), []);
}

Deno.test("the panel is quiet, fits its window, and axe finds nothing serious", async (t) => {
  const folder = await Deno.makeTempDir();
  const browser = await startBrowser();
  // What axe and the width find depends on colours and on width, not on both together.
  const looks = PICTURES === undefined ? [LOOKS[0]!, LOOKS[3]!] : LOOKS;
  try {
    const { env, made } = await prepare(`${folder}/much`, (stores) => fillStore(stores, 60));
    {
      await using server = await startServer(env);
      for (const seen of looks) {
        const visited = await visit(browser, seen);
        await visited.page.goto(`${server.base}admin/login`);
        await look(
          visited,
          `${server.base}admin/login`,
          `login ${seen.width} ${seen.scheme}`,
          true,
        );
        await logIn(visited.page, server.base);
        for (const path of pathsOf(made)) {
          const isWhole = seen === LOOKS[0] || seen === LOOKS[3];
          const name = `${
            path.replace(/[kt]_\w+$/, (id) =>
              id === made.applicationId ? "application" : id === made.keyIds[2] ? "revoked" : "one")
          } ${seen.width} ${seen.scheme}`;
          await t.step(
            `/admin${name}`,
            () => look(visited, `${server.base}admin${path}`, name, isWhole),
          );
        }
        await visited.page.context().close();
      }
    }
    const empty = await prepare(`${folder}/empty`, () => Promise.resolve());
    await using server = await startServer(empty.env);
    for (const seen of [LOOKS[0]!, LOOKS[3]!]) {
      const visited = await visit(browser, seen);
      await logIn(visited.page, server.base);
      for (const path of EMPTY_PATHS) {
        const name = `empty ${path} ${seen.width} ${seen.scheme}`;
        await t.step(name, () => look(visited, `${server.base}admin${path}`, name, false));
      }
      await visited.page.context().close();
    }
  } finally {
    await browser.close();
  }
  await Deno.remove(folder, { recursive: true });
});
