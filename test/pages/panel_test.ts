import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { type FilledStore, fillStore } from "../support/panel_store.ts";
import { startServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { shownLinks, tabThrough } from "./keyboard.ts";
import { logIn, NAME, PASSWORD, prepare } from "./panel_in_browser.ts";
import {
  findings,
  type Look,
  LOOKS,
  overflow,
  PICTURES,
  SEEN,
  startBrowser,
  UNFOLD,
} from "./browser.ts";
import { temporaryFolder } from "../support/temporary.ts";

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

function pathsOf({ keyIds, applicationId, tokenId }: FilledStore): string[] {
  return [
    ...["/keys?sort=owner&order=desc&state=live&page=2", "/keys?search=zzzz"],
    ...["rotate", "revoke", "forget"].map((deed) => `/keys/${keyIds[0]}/${deed}`),
    ...[`/tokens/${applicationId}/reject`],
    `/tokens/${tokenId}/regenerate`,
    ...["", "/keys", "/keys?search=sari&near=80", "/keys/issue", `/keys/${keyIds[0]}`],
    ...[`/keys/${keyIds[2]}`, "/tokens", `/tokens/${applicationId}`, `/tokens/${tokenId}`],
    ...["/audit", "/audit?verify=1", "/live", "/webhooks", "/content", "/nothing"],
    "/signup",
  ];
}

/** Pages that axe looks at in the other colours too: all parts are on them. */
const WHOLE_AGAIN = ["", "/keys", "/keys/issue", "/signup"];
const isAgain = (path: string) =>
  WHOLE_AGAIN.includes(path) || /^\/keys\/k_\w+(?:\/revoke)?$/.test(path);

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
  await page.evaluate(UNFOLD);
  assert.deepEqual(await findings(page), []);
}

Deno.test("the panel is quiet, fits its window, and axe finds nothing", async (t) => {
  await using folder = await temporaryFolder();
  await using browser = await startBrowser();
  const { env, made } = await prepare(`${folder.path}/much`, (stores) => fillStore(stores, 60));
  {
    await using server = await startServer(env);
    for (const seen of SEEN) {
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
        const isWhole = seen === LOOKS[0] || seen === LOOKS[3] && isAgain(path);
        const name = `${
          path.replace(/[fkt]_[A-Za-z0-9]{12}/g, (id) =>
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
  const empty = await prepare(`${folder.path}/empty`, () => Promise.resolve());
  await using server = await startServer(empty.env);
  for (const seen of PICTURES === undefined ? [LOOKS[0]!] : LOOKS) {
    const visited = await visit(browser, seen);
    await logIn(visited.page, server.base);
    for (const path of EMPTY_PATHS) {
      const name = `empty ${path} ${seen.width} ${seen.scheme}`;
      await t.step(name, () => look(visited, `${server.base}admin${path}`, name, false));
    }
    await visited.page.context().close();
  }
});

Deno.test("in the panel one logs in, issues and revokes a key, approves an application, by any process", async (t) => {
  await using folder = await temporaryFolder();
  await using browser = await startBrowser();
  const { env, made } = await prepare(folder.path, (stores) => fillStore(stores, 3));
  await using one = await startServer(env);
  await using other = await startServer(env);
  await using front = startFront([one.base, other.base]);
  const { page, messages } = await visit(browser, LOOKS[2]!);
  const heading = (name: string | RegExp) =>
    page.getByRole("heading", { name, level: 1 }).waitFor();
  await t.step("a wrong password is refused, the right one opens", async () => {
    await page.goto(`${front.base}admin/keys`);
    await page.getByLabel("Name").fill(NAME);
    await page.getByLabel("Password").fill("wrong horse");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("do not match").waitFor();
    assert.equal(await page.getByLabel("Name").inputValue(), NAME);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await heading("Keys");
    messages.length = 0;
  });
  await t.step("a key is issued, shown once, and revoked", async () => {
    await page.getByRole("link", { name: "Issue a key" }).click();
    await page.getByLabel("Owner").fill("Ayu 小鳥遊");
    await page.getByLabel("E-mail").fill("ayu@fans.example");
    await page.getByLabel("Plan").selectOption("priority");
    await page.getByRole("button", { name: "Issue the key" }).click();
    const secret = await page.locator(".address").innerText();
    assert.match(secret, /^J-osb_\w{38}$/);
    assert.ok(!page.url().includes(secret));
    assert.equal((await untilOpen(`${other.base}v1/key`, secret)).status, 200);
    await page.getByRole("link", { name: "Go on to its page" }).click();
    await heading("Key of Ayu 小鳥遊");
    const keyPage = page.url();
    await page.getByLabel("Plan").selectOption("developer");
    await page.getByRole("button", { name: "Set the plan" }).click();
    await page.getByText("The key has another plan").waitFor();
    await page.getByLabel("Last day").fill("tomorrow");
    await page.getByLabel("Last day").press("Enter");
    await page.getByText("write it as 2027-01-31").first().waitFor();
    assert.equal(await page.getByLabel("Last day").inputValue(), "tomorrow");
    assert.deepEqual(await findings(page), []);
    const picture = `${PICTURES}/panel-key_refused.png`;
    if (PICTURES !== undefined) await page.screenshot({ path: picture, fullPage: true });
    // The browser itself says so of a 400.
    messages.length = 0;
    await page.goto(keyPage);
    await page.getByRole("link", { name: "Revoke it" }).click();
    await heading("Revoke the key of Ayu 小鳥遊?");
    await page.getByRole("link", { name: "Leave it as it is" }).click();
    await heading("Key of Ayu 小鳥遊");
    assert.equal(await page.locator(".badge", { hasText: "revoked" }).count(), 0);
    await page.getByRole("link", { name: "Revoke it" }).click();
    await page.getByRole("button", { name: "Revoke this key" }).click();
    await page.getByText("is revoked").waitFor();
    await page.getByRole("link", { name: "Go on" }).click();
    await page.locator(".badge", { hasText: "revoked" }).waitFor();
  });
  await t.step(
    "the table of keys is sorted and filtered by the keyboard, and remembers it",
    async () => {
      await page.goto(`${front.base}admin/keys`);
      await page.getByRole("columnheader", { name: "Owner" }).getByRole("link").focus();
      await page.keyboard.press("Enter");
      await page.locator("th[aria-sort=ascending]", { hasText: "Owner" }).waitFor();
      assert.match(page.url(), /\?sort=owner$/);
      await page.getByLabel("Owner, e-mail, id or hint").fill("fans.example");
      await page.getByLabel("State").selectOption("live");
      await page.keyboard.press("Enter");
      await page.getByLabel("Owner, e-mail, id or hint").press("Enter");
      await page.waitForURL(/search=fans\.example/);
      assert.match(page.url(), /state=live.*sort=owner/);
      await page.locator("th[aria-sort=ascending]", { hasText: "Owner" }).waitFor();
      assert.equal(await page.locator("main tbody tr td .badge").count(), 2);
    },
  );
  await t.step("an application is approved, and its token shown", async () => {
    await page.getByRole("link", { name: "Tokens" }).click();
    await page.getByRole("link", { name: "Fanbase Satu" }).click();
    await page.getByRole("button", { name: "Approve it" }).click();
    assert.match(await page.locator(".address").innerText(), /^P-osb_\w{38}$/);
    await page.getByRole("link", { name: "Go on to its page" }).click();
    await page.locator(".badge", { hasText: "approved" }).waitFor();
  });
  await t.step("plots are drawn, with their figures behind them", async () => {
    await page.goto(`${front.base}admin/keys/${made.keyIds[1]}`);
    const box = await page.locator("svg.plot path").last().boundingBox();
    assert.ok(box !== null && box.width > 150 && box.height > 20, JSON.stringify(box));
    await page.getByText("Figures").click();
    assert.equal(await page.locator("figure tbody tr").count(), 30);
  });
  await t.step("the keyboard alone reaches everything, and its focus is seen", async () => {
    const key = `/keys/${made.keyIds[1]}`;
    for (
      const path of [
        ...["", "/keys", "/keys/issue", key, `${key}/revoke`, `/tokens/${made.tokenId}`],
      ]
    ) {
      await page.goto(`${front.base}admin${path}`);
      const stops = await tabThrough(page);
      assert.equal(stops[0]?.className, "skip");
      assert.deepEqual(stops.filter(({ isSeen }) => !isSeen), []);
      const links = stops.map(({ name }) => name).filter((name) => /[/#:]/.test(name));
      assert.deepEqual(links, await shownLinks(page));
      const fields = "main :is(input:not([type=hidden]), select, button)";
      const count = stops.filter(({ name }) => /^(input|select|button)$/.test(name)).length;
      assert.ok(count >= await page.locator(fields).count() + 1, `${path}: ${count} fields`);
    }
  });
  await t.step("after logging out, what was open is shut, in both processes", async () => {
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await heading("Log in");
    for (let n = 0; n < 2; n++) {
      await page.goto(`${front.base}admin`);
      await heading("Log in");
    }
    assert.deepEqual(messages, []);
  });
  await t.step("who guesses passwords is told when to come again", async () => {
    const direct = await visit(browser, LOOKS[0]!);
    await direct.page.goto(`${one.base}admin/login`);
    for (let n = 0; n < 30; n++) {
      const headers = { "x-admin-username": NAME, "x-admin-password": `wrong ${n}` };
      await (await fetch(`${one.base}api/admin/keys`, { headers })).body?.cancel();
    }
    await direct.page.getByLabel("Name").fill(NAME);
    await direct.page.getByLabel("Password").fill("wrong horse");
    await direct.page.getByRole("button", { name: "Log in" }).click();
    await direct.page.locator(".notice").waitFor();
    assert.match(
      await direct.page.locator(".notice").innerText(),
      /Try again at \d\d:\d\d:\d\d UTC/,
    );
  });
});

/** A proxy at one address, which sends each request to the next of the servers. */
function startFront(bases: readonly string[]): { base: string } & AsyncDisposable {
  let turn = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { pathname, search } = new URL(request.url);
    const base = bases[turn++ % bases.length]!;
    return fetch(new URL(pathname + search, base), {
      method: request.method,
      headers: request.headers,
      body: request.body,
      redirect: "manual",
    });
  });
  return {
    base: `http://127.0.0.1:${server.addr.port}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

async function untilOpen(address: string, key: string): Promise<Response> {
  let response = await fetch(address, { headers: { "x-api-key": key } });
  await until(async () => {
    if (response.ok) return true;
    await response.body?.cancel();
    response = await fetch(address, { headers: { "x-api-key": key } });
    return response.ok;
  });
  await response.body?.cancel();
  return response;
}
