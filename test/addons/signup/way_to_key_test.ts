import { siteFiles } from "../site/shipped_site.ts";
import assert from "node:assert/strict";
import { compile } from "../../../build/compile.ts";
import { sitePackBytes } from "../../../build/emit/site_pack_bytes.ts";
import { siteSourceOf } from "../../../build/addons/site/site_source.ts";
import { SIGNUP_SWITCH } from "../../../src/platform/credential_keys.ts";
import { openSite } from "../../../src/site/site_pack.ts";
import { TRIO } from "../../support/contents.ts";
import { until } from "../../support/until.ts";
import { openSignup, PLANS } from "./harness.ts";

const { site, plans, groups } = compile(TRIO.content).content;
const source = { ...siteSourceOf({ site: site!, plans: plans!, groups }), plans: PLANS };
const FILES = siteFiles(source).filter(({ path }) =>
  /^\/docs(\/id)?(\/index\.md|\/try|\/credentials|\/assistants|\/search\.json)?$|^\/llms/.test(path)
);
const pack = sitePackBytes(FILES, site!.base_url);
const siteOf = () => openSite(() => new Uint8Array(pack.flatMap((chunk) => [...chunk])));

Deno.test("where sign-up is open, the front page, the menu and the try page lead to it first; else to the contact", async () => {
  await using open = await openSignup({ site: siteOf() });
  await using mute = await openSignup({ site: siteOf(), env: { SMTP_URL: "" } });
  const way = /<a class="way" href="([^"]+)">([^<]+)/;
  const [first, ...shut] = await Promise.all([open, mute].map((desk) => desk.page("/")));
  assert.deepEqual(way.exec(first!)?.slice(1), ["/key", "Get a key"]);
  assert.equal(first!.includes(`${site!.contact}</a> for a key`), false);
  for (const page of shut) {
    assert.deepEqual(way.exec(page)?.slice(1), ["/docs", "Start here"]);
    assert.match(page, /Write to <a href="[^"]*">[^<]+<\/a> for a key\./);
  }

  for (const { path } of FILES) {
    const [opened, closed] = await Promise.all([open, mute].map((desk) => desk.page(path)));
    assert.doesNotMatch(opened! + closed!, /[⸨⸬⸩]/, path);
    assert.doesNotMatch(closed!, /href="\/key"|\]\(\/key\)/, path);
    if (!path.startsWith("/docs") || /\.(md|json)$/.test(path)) continue;
    const words = path.includes("/id") ? "Minta kunci" : "Get a key";
    assert.ok(opened!.includes(`<a href="/key">${words}</a>`), path);
  }
  const start = await open.page("/docs");
  assert.match(start, /<h2[^>]*>1\. Get a key<\/h2>\s*<p><a href="\/key">Get a key<\/a>: it comes/);
  assert.match(
    await mute.page("/docs/index.md"),
    /## 1\. Get a key\n\nWrite to \S+ for a key\. Say/,
  );
  const box = /goes only to this service\.\s+([^]*?) <a href="\/docs\/reference">/;
  assert.equal(box.exec(await open.page("/docs/try"))?.[1], '<a href="/key">Get a key</a>');
  assert.equal(box.exec(await mute.page("/docs/try"))?.[1], `Write to ${site!.contact} for a key.`);
});

Deno.test("sign-up that operators close is found no more, in every process, and found again once it is open", async () => {
  await using one = await openSignup();
  await using other = await openSignup({ kv: one.program.kv });
  const isFound = async () =>
    await Promise.all([one, other].map(async (desk) => (await desk.page("/")).includes('"/key"')));
  const setClosed = (isClosed: boolean) =>
    one.program.kv.commit([], [{ set: SIGNUP_SWITCH, value: { isClosed, since: 0 } }]);
  assert.deepEqual(await isFound(), [true, true]);
  await setClosed(true);
  await until(async () => `${await isFound()}` === "false,false");
  await setClosed(false);
  await until(async () => `${await isFound()}` === "true,true");
});
