import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type SmtpServer, startSmtpServer } from "../support/smtp_server.ts";
import { placeBuild } from "../support/built.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { dayPlan, writeSmallContent } from "../support/small_content.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { findings, overflow, PICTURES, SEEN, startBrowser } from "./browser.ts";

/** So long the way from the form to the first answer takes at most, in ms. */
const WAY_MS = 60_000;

async function startAll(folder: string, smtp: SmtpServer): Promise<RunningServer> {
  const env = {
    CONTENT_DIR: `${folder}/content`,
    OUT_DIR: `${folder}/out`,
    KV_PATH: `${folder}/store.kv`,
    LIVE: "off",
    SMTP_URL: smtp.url,
    MAIL_FROM: "Small <keys@small.example>",
  };
  const signup = "signup: { by: email, groups: [bunga] }";
  const plan = dayPlan(1_000_000).replace(/ }$/, `, ${signup} }`);
  await writeSmallContent(env.CONTENT_DIR, { fan: plan });
  await placeBuild(env);
  return await startServer(env);
}

/** How long pages were looked at, in ms: no part of a person's way. */
let lookedMs = 0;

/** Checks a page that is open in both colours and widths, and takes its pictures. */
async function look(page: Page, name: string): Promise<void> {
  const begun = performance.now();
  for (const { width, scheme } of SEEN) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await findings(page), [], `${name} ${width} ${scheme}`);
    assert.equal(await overflow(page), 0, `${name} ${width}`);
    if (PICTURES === undefined) continue;
    await page.screenshot({ path: `${PICTURES}/${name}_${width}_${scheme}.png`, fullPage: true });
  }
  lookedMs += performance.now() - begun;
}

async function letterOf(smtp: SmtpServer, count: number): Promise<string> {
  await until(() => smtp.mails.length >= count, 20_000);
  const { text } = smtp.mails[count - 1]!;
  return /http:\/\/\S+\/key\/\S+/.exec(text)?.[0] ?? assert.fail(`No link: ${text}`);
}

Deno.test("a person gets a key by e-mail and an answer within a minute, rotates it, and deletes it", async () => {
  await using folder = await temporaryFolder();
  await using smtp = await startSmtpServer();
  await using server = await startAll(folder.path, smtp);
  await using browser = await startBrowser();
  const begun = performance.now();
  const page = await (await browser.newContext()).newPage();
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  await page.goto(`${server.base}key?lang=id`);
  await look(page, "key_id");
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("heading", { name: "Get a key" }).waitFor();
  await look(page, "key");
  await page.getByLabel("Your name").fill("Sari");
  await page.getByLabel("E-mail").fill("sari@fans.example");
  await page.getByLabel("What you build").fill("A page");
  await page.getByLabel("Addresses that use the key").fill("127.0.0.1");
  await page.getByRole("button", { name: "Send the letter" }).click();
  await page.getByRole("heading", { name: "Look into your mail" }).waitFor();
  await look(page, "key_asked");
  const link = await letterOf(smtp, 1);
  assert.ok(link.startsWith(`${server.base}key/confirm#`), link);
  await page.goto(link);
  await look(page, "key_confirm");
  await page.getByRole("button", { name: "Show my key" }).click();
  await page.getByRole("heading", { name: "Your key" }).waitFor();
  await look(page, "key_shown");
  const secret = await page.locator(".secret").innerText();
  const ask = (key: string, path = "api/bunga/members", method = "GET") =>
    fetch(`${server.base}${path}`, { method, headers: { "x-api-key": key } });
  const first = await ask(secret);
  assert.equal(first.status, 200);
  assert.equal((await first.json()).length, 1);
  const took = performance.now() - begun - lookedMs;
  assert.ok(took < WAY_MS, `${took} ms`);
  assert.deepEqual(messages, []);

  // Another secret comes by a letter to its owner, too; the former one lives on for a day.
  const rotated = await ask(secret, "v1/key/rotate", "POST");
  assert.equal(rotated.status, 200);
  const { secret: next } = await rotated.json();
  for (const one of [secret, next]) assert.equal((await ask(one)).status, 200);

  // Management by a letter: the key's page, its data, its end.
  await page.goto(await letterOf(smtp, 2));
  await look(page, "key_manage_ask");
  await page.getByLabel("E-mail").fill("sari@fans.example");
  await page.getByRole("button", { name: "Send the letter" }).click();
  await page.getByRole("heading", { name: "Look into your mail" }).waitFor();
  await page.goto(await letterOf(smtp, 3));
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("heading", { name: "Your key", level: 1 }).waitFor();
  await look(page, "key_manage");
  await page.getByRole("cell", { name: /^0/ }).first().waitFor();
  await page.getByLabel("I want to delete it").check();
  await page.getByRole("button", { name: "Delete the key and my data" }).click();
  await page.getByRole("heading", { name: "The key is deleted" }).waitFor();
  assert.equal((await ask(secret)).status, 403);
  await server.stop();
  assert.equal(server.printed.err.includes(link.split("#")[1]!), false, server.printed.err);
});
