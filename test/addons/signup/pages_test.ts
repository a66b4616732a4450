import assert from "node:assert/strict";
import { siteSourceOf } from "../../../build/addons/site/site_source.ts";
import { compile } from "../../../build/compile.ts";
import { sitePackBytes } from "../../../build/emit/site_pack_bytes.ts";
import { openSite } from "../../../src/page/site_pack.ts";
import { TRIO } from "../../support/contents.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { siteFiles } from "../site/shipped_site.ts";
import { PLANS } from "./people.ts";

const { site, plans, groups } = compile(TRIO.content).content;

const source = { ...siteSourceOf({ site: site!, plans: plans!, groups }), plans: PLANS };

const FILES = siteFiles(source).filter(({ path }) =>
  /^\/docs(\/id)?(\/index\.md|\/try|\/credentials|\/assistants|\/search\.json)?$|^\/llms/.test(path)
);

const pack = sitePackBytes(FILES, site!.base_url);

const programWith = (SMTP_URL: string) =>
  createProgram({
    ...TRIO,
    plans: PLANS,
    plan: null,
    site: openSite(() => new Uint8Array(pack.flatMap((chunk) => [...chunk]))),
    env: { SMTP_URL },
  });

async function pageOf(program: Program, path: string): Promise<string> {
  const base = { scheme: "https", key: null };
  const response = await program.ask(path, base);
  assert.equal(response.status, 200, path);
  return await response.text();
}

Deno.test("where sign-up is open, the front page, the menu and the try page lead to it first; else to the contact", async () => {
  await using open = await programWith("smtp://127.0.0.1:1");
  await using mute = await programWith("");
  const way = /<a class="way"\s+href="([^"]+)">([^<]+)/;
  const [first, ...shut] = await Promise.all([open, mute].map((one) => pageOf(one, "/")));
  assert.deepEqual(way.exec(first!)?.slice(1), ["/key", "Get a key"]);
  assert.equal(first!.includes(`${site!.contact}</a> for a key`), false);
  for (const page of shut) {
    assert.deepEqual(way.exec(page)?.slice(1), ["/docs", "Start here"]);
    assert.match(page, /Write to <a href="[^"]*">[^<]+<\/a> for a key\./);
  }

  for (const { path } of FILES) {
    const [opened, closed] = await Promise.all([open, mute].map((one) => pageOf(one, path)));
    assert.doesNotMatch(opened! + closed!, /[⸨⸬⸩]/, path);
    assert.doesNotMatch(closed!, /href="\/key"|\]\(\/key\)/, path);
    if (!path.startsWith("/docs") || /\.(md|json)$/.test(path)) continue;
    const words = path.includes("/id") ? "Minta kunci" : "Get a key";
    assert.ok(opened!.includes(`<a href="/key">${words}</a>`), path);
  }
  const start = await pageOf(open, "/docs");
  assert.match(start, /<h2[^>]*>1\. Get a key<\/h2>\s*<p><a href="\/key">Get a key<\/a>: it comes/);
  assert.match(
    await pageOf(mute, "/docs/index.md"),
    /## 1\. Get a key\n\nWrite to \S+ for a key\. Say/,
  );
  const box = /goes only to this service\.\s+([^]*?) <a href="\/docs\/reference">/;
  assert.equal(box.exec(await pageOf(open, "/docs/try"))?.[1], '<a href="/key">Get a key</a>.');
  assert.equal(
    box.exec(await pageOf(mute, "/docs/try"))?.[1],
    `Write to <a href="mailto:${site!.contact}">${site!.contact}</a> for a key.`,
  );
});
