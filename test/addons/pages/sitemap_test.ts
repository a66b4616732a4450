import assert from "node:assert/strict";
import { DOMParser } from "@xmldom/xmldom";
import { sitemapText } from "../../../src/addons/pages/sitemap.ts";
import { openSiteProgram } from "./site_program.ts";

const BASE = "https://oshibase.example";

/** The root's name, and the addresses in it. */
function read(xml: string | undefined): [root: string, addresses: string[]] {
  const { documentElement } = new DOMParser().parseFromString(xml!, "application/xml");
  const places = [...documentElement!.getElementsByTagName("loc")];
  return [documentElement!.tagName, places.map(({ textContent }) => textContent!)];
}

Deno.test("a sitemap of more than 50,000 addresses is an index of parts, which hold each address once", () => {
  const paths = Array.from({ length: 100_001 }, (_, n) => `/groups/a/calendar?month=x&n=${n}`);
  const [root, parts] = read(sitemapText(BASE, paths, undefined));
  assert.equal(root, "sitemapindex");
  assert.deepEqual(parts, [1, 2, 3].map((part) => `${BASE}/sitemap.xml?part=${part}`));
  const read3 = [1, 2, 3].map((part) => read(sitemapText(BASE, paths, part)));
  assert.deepEqual(read3.map(([root, { length }]) => [root, length]), [
    ["urlset", 50_000],
    ["urlset", 50_000],
    ["urlset", 1],
  ]);
  assert.deepEqual(read3.flatMap(([, addresses]) => addresses), paths.map((path) => BASE + path));
  assert.equal(sitemapText(BASE, paths, 4), undefined);
  const whole = sitemapText(BASE, paths.slice(0, 50_000), undefined);
  assert.ok(whole === sitemapText(BASE, paths, 1), "50,000 addresses need no index");
});

Deno.test("the sitemap and robots.txt name the service's own address, with and without public pages", async () => {
  await using site = await openSiteProgram();
  const [root, addresses] = read(await site.page("/sitemap.xml"));
  assert.equal(root, "urlset");
  assert.ok(addresses.includes(`${BASE}/`) && addresses.includes(`${BASE}/groups/groupa`));
  assert.equal((await site.ask("/sitemap.xml?part=2")).status, 404);
  assert.equal((await site.ask("/sitemap.xml?part=0")).status, 400);
  const robots = await site.page("/robots.txt");
  assert.match(robots, /^User-agent: \*\nDisallow: \/api\/\n/);
  assert.match(robots, /^Allow: \/api\/groupa\/schedule\.ics$/m);
  assert.match(robots, /^Allow: \/api\/groupa\/news\.atom$/m);
  assert.ok(robots.endsWith(`Sitemap: ${BASE}/sitemap.xml\n`));
  await using none = await openSiteProgram({
    "groupa/group.yaml": "name: Group A\nfamily: bare\n",
  });
  assert.deepEqual(read(await none.page("/sitemap.xml"))[1], [`${BASE}/`, `${BASE}/docs`]);
});
