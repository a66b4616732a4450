import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { fillStore } from "../support/panel_store.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { findings, LOOKS, open, overflow, SEEN, startBrowser } from "./browser.ts";
import { shownLinks, tabThrough } from "./keyboard.ts";
import { logIn, prepare } from "./panel_in_browser.ts";

interface Listed {
  readonly noun: string;
  readonly verb: string;
  readonly method: string;
  readonly path: string;
  readonly subject?: string;
  readonly for_good: boolean;
  readonly options: readonly { readonly name: string; readonly valueName?: string }[];
}

/** What is typed into fields, by their names. */
const TYPED: Readonly<Record<string, string>> = {
  owner: "Sari <b>Dewi</b>",
  email: "sari@fan.example",
  plan: "priority",
  ip: "127.0.0.1",
  expires: "2027-01-31",
  requests: "12",
  organization: "Klub Baru",
  name: "budi",
  reason: "A reason",
  uses: "3",
  group: "groupa",
  days: "3",
  limit: "5",
};
/** Boxes that are ticked. */
const TICKED: readonly string[] = ["approve", "on"];

/** Makes a record of its own for a command that needs one; what names it. */
const MAKERS: Readonly<Record<string, readonly [path: string, values: unknown, id: string]>> = {
  key: ["keys", {
    ...{ owner: "Sari", email: "sari@fan.example", plan: "standard", ip: ["127.0.0.1"] },
  }, "id"],
  token: ["tokens", { organization: "Klub", name: "Budi", email: "budi@klub.example" }, "id"],
  user: ["users", { name: "ani" }, "username"],
  code: ["codes", {}, "id"],
};

function api<T>(page: Page, path: string, values?: unknown): Promise<T> {
  return page.evaluate(async ([path, values]) => {
    const answer = await fetch(`/admin/api/${path}`, {
      method: values === undefined ? "GET" : "POST",
      ...(values !== undefined && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(values),
      }),
    });
    return await answer.json();
  }, [path, values] as const) as Promise<T>;
}

/** The record that a command is tried on: for some, what was done before matters. */
async function recordFor(page: Page, { noun, verb }: Listed, n: number): Promise<string> {
  const [path, values, id] = MAKERS[noun]!;
  const own = noun === "token"
    ? { ...values as object, organization: `Klub ${n}` }
    : noun === "user"
    ? { name: `ani${n}` }
    : values;
  const made = await api<Record<string, string>>(page, path, own);
  const subject = made[id]!;
  if (noun === "token" && ["regenerate", "revoke"].includes(verb)) {
    await api(page, `tokens/${subject}/review`, { approve: true });
  }
  return subject;
}

Deno.test("the panel does every command that HTTP has, in Chromium", async () => {
  await using folder = await temporaryFolder();
  const { env } = await prepare(`${folder.path}/panel`, () => Promise.resolve());
  await using server = await startServer(env);
  const browser = await startBrowser();
  await using _ = { [Symbol.asyncDispose]: () => browser.close() };
  const { page, messages } = await open(browser, `${server.base}admin`, LOOKS[0]!);
  await logIn(page, server.base);
  const commands = await api<Listed[]>(page, "commands");
  let n = 0;
  const done: string[] = [];
  for (const command of commands.filter(({ method }) => method === "POST")) {
    const { noun, verb, path, options } = command;
    const needsRecord = path.includes("{}");
    // Nobody of this store has a webhook.
    if (noun === "webhook") continue;
    const subject = needsRecord ? await recordFor(page, command, ++n) : undefined;
    await page.goto(`${server.base}admin#${noun}${subject === undefined ? "" : `/${subject}`}`);
    await page.reload();
    const title = verb.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase());
    const summary = page.locator("summary", { hasText: new RegExp(`^${title}$`) });
    await summary.click();
    const form = page.locator("details", { has: summary }).locator("form");
    const named = command.subject !== undefined && !needsRecord ? [command.subject] : [];
    for (const name of [...named, ...options.map(({ name }) => name)]) {
      const field = form.locator(`[name="${name}"]`);
      const kind = await field.evaluate((one) => `${one.tagName} ${one.getAttribute("type")}`);
      if (kind === "INPUT checkbox") {
        if (TICKED.includes(name)) await field.check();
      } else if (kind.startsWith("SELECT")) {
        const value = TYPED[name];
        if (value !== undefined) await field.selectOption(value);
      } else if (TYPED[name] !== undefined) await field.fill(TYPED[name]!);
    }
    if (command.for_good) await form.locator(".check input").last().check();
    await form.getByRole("button").click();
    const said = form.locator("xpath=..").locator(".notice").first();
    await said.waitFor();
    assert.match(await said.innerText(), /^Done/, `${noun} ${verb}: ${await said.innerText()}`);
    done.push(`${noun} ${verb}`);
  }
  assert.ok(done.length >= 18, done.join(", "));
  assert.equal(await page.locator("b").count(), 0, "names are texts");
  assert.deepEqual(messages, []);
});

Deno.test("pages of the panel: nothing overflows, axe finds nothing, the keyboard reaches all", async () => {
  await using folder = await temporaryFolder();
  const { env, made } = await prepare(`${folder.path}/panel`, (stores) => fillStore(stores, 60));
  await using server = await startServer(env);
  const browser = await startBrowser();
  await using _ = { [Symbol.asyncDispose]: () => browser.close() };
  for (const look of SEEN) {
    const { page, messages } = await open(browser, `${server.base}admin`, look);
    assert.deepEqual(await findings(page), []);
    await logIn(page, server.base);
    for (const hash of ["", "key", "token", "user", "code", "audit", `key/${made.keyIds[0]}`]) {
      await page.goto(`${server.base}admin#${hash}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByText("Loading").waitFor({ state: "detached" });
      assert.ok(await overflow(page) <= 0, `${hash} at ${look.width}`);
      assert.deepEqual(await findings(page), [], hash);
    }
    assert.deepEqual(messages, []);
  }
  const { page } = await open(browser, `${server.base}admin`, LOOKS[0]!);
  await logIn(page, server.base);
  await page.goto(`${server.base}admin#key`);
  await page.getByRole("heading", { name: "Keys" }).waitFor();
  await page.evaluate("document.querySelector('.skip').focus()");
  const reached = [{ name: "#main", className: "skip", isSeen: true }, ...await tabThrough(page)];
  for (const link of await shownLinks(page)) {
    assert.ok(reached.some(({ name }) => name === link), link);
  }
  assert.deepEqual(reached.filter(({ isSeen, className }) => !isSeen && className !== "skip"), []);
});
