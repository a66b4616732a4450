import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { fillStore } from "./panel_store.ts";
import { startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { findings, LOOKS, open, overflow, SEEN, startBrowser } from "./browser.ts";
import { shownLinks, tabThrough } from "./keyboard.ts";
import { logIn, NAME, prepare } from "./panel_in_browser.ts";

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

/** Has a webhook made by the key of a caller, whose receiver answers what it is asked for; its id. */
async function hookOf(page: Page, key: string): Promise<string> {
  await using receiver = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => new Response(await request.text()),
  );
  const answer = await fetch(new URL("/v1/webhooks", page.url()), {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ url: `http://127.0.0.1:${receiver.addr.port}/x` }),
  });
  const body = await answer.text();
  assert.equal(answer.status, 200, body);
  return JSON.parse(body).id;
}

/** The record that a command is tried on: for some, what was done before matters. */
async function recordFor(page: Page, { noun, verb }: Listed, n: number): Promise<string> {
  const [path, values, id] = MAKERS[noun === "webhook" ? "key" : noun]!;
  const own = noun === "token"
    ? { ...values as object, organization: `Klub ${n}` }
    : noun === "user"
    ? { name: `ani${n}` }
    : values;
  const made = await api<Record<string, string>>(page, path, own);
  const subject = made[id]!;
  if (noun === "webhook") return await hookOf(page, made.secret!);
  if (noun === "token" && ["regenerate", "revoke"].includes(verb)) {
    await api(page, `tokens/${subject}/review`, { approve: true });
  }
  return subject;
}

Deno.test("the panel does every command that HTTP has, in Chromium", async () => {
  await using folder = await temporaryFolder();
  const { env } = await prepare(`${folder.path}/panel`, () => Promise.resolve());
  await using server = await startServer({ ...env, WEBHOOK_ALLOW: "127.0.0.0/8" });
  const browser = await startBrowser();
  await using _ = { [Symbol.asyncDispose]: () => browser.close() };
  const { page, messages } = await open(browser, `${server.base}admin`, LOOKS[0]!);
  await logIn(page, server.base);
  const commands = await api<Listed[]>(page, "commands");
  let n = 0;
  const done: string[] = [];
  const lists = Map.groupBy(
    commands.filter(({ method, path }) => method === "GET" && !path.includes("{}")),
    ({ noun }) => noun,
  );
  for (const command of commands) {
    const { noun, verb, method, path, options } = command;
    const needsRecord = path.includes("{}");
    const subject = needsRecord ? await recordFor(page, command, ++n) : undefined;
    await page.goto(`${server.base}admin#${noun}${subject === undefined ? "" : `/${subject}`}`);
    await page.reload();
    if (method === "GET" && (needsRecord || lists.get(noun)![0] === command)) {
      // Such a command is run by the page itself, which shows what it answers; it may take options.
      const asked = page.waitForResponse((answer) =>
        answer.url().endsWith(`/admin/api/${path.replace("{}", subject!)}`)
      );
      await page.reload();
      assert.equal((await asked).status(), 200);
      await page.locator("[aria-live] > :is(div, dl, p.empty)").first().waitFor();
      done.push(`${noun} ${verb}`);
      continue;
    }
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
  assert.equal(done.length, commands.length, done.join(", "));
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
    for (const hash of ["", "key", "token", "user", "code", "audit", `key/${made[0]}`]) {
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

Deno.test("a page of another origin does nothing by a script, a form or a frame, though the browser sends the cookie", async () => {
  await using folder = await temporaryFolder();
  const { env } = await prepare(`${folder.path}/panel`, () => Promise.resolve());
  await using server = await startServer(env);
  const users = `${server.base}admin/api/users`;
  const foreign = `<form method="post" enctype="text/plain" action="${users}">
    <input name='{"name":"eve","x":"' value='"}'></form><iframe src="${server.base}admin"></iframe>`;
  // Another port is another origin of the same site: SameSite keeps no cookie back.
  await using other = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response(foreign, { headers: { "content-type": "text/html" } }),
  );
  const browser = await startBrowser();
  await using _ = { [Symbol.asyncDispose]: () => browser.close() };
  const page = await (await browser.newContext()).newPage();
  await logIn(page, server.base);
  await page.goto(`http://127.0.0.1:${other.addr.port}/`);
  assert.equal(await page.frameLocator("iframe").locator("#panel").count(), 0);
  const sent: string[] = [];
  page.on("request", async (request) => {
    sent.push(`${request.method()} ${(await request.allHeaders()).cookie !== undefined}`);
  });
  await page.evaluate(async (url) => {
    const body = '{"name":"eve"}';
    const headers = { "content-type": "application/json" };
    const ways: RequestInit[] = [{ mode: "no-cors" }, { headers }];
    for (const way of ways) {
      await fetch(url, { method: "POST", credentials: "include", body, ...way }).catch(() => {});
    }
  }, users);
  await Promise.all([
    page.waitForURL(users),
    page.evaluate("document.querySelector('form').submit()"),
  ]);
  assert.match(await page.content(), /INVALID_CREDENTIALS/);
  assert.ok(sent.includes("POST true"), sent.join());
  await page.goto(`${server.base}admin`);
  const listed = await api<{ username: string }[]>(page, "users");
  assert.deepEqual(listed.map(({ username }) => username), [NAME]);
});

Deno.test("a command that the store keeps waiting is told, with when to try again", async () => {
  await using folder = await temporaryFolder();
  const { env } = await prepare(`${folder.path}/panel`, () => Promise.resolve());
  await using server = await startServer(env);
  const browser = await startBrowser();
  await using _ = { [Symbol.asyncDispose]: () => browser.close() };
  const { page } = await open(browser, `${server.base}admin`, LOOKS[0]!);
  await logIn(page, server.base);
  await page.route("**/admin/api/keys", (route) => {
    const message = "The store cannot be reached: nothing was done";
    const headers = { "retry-after": "1" };
    return route.fulfill({ status: 503, headers, json: { status: false, message } });
  });
  await page.goto(`${server.base}admin#key`);
  await page.getByRole("alert").getByText("The store cannot be reached").waitFor();
  await page.getByText("Try again in 1 s.").waitFor();
});
