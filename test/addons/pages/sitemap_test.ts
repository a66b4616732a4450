import assert from "node:assert/strict";
import { DOMParser } from "@xmldom/xmldom";
import { openSiteProgram } from "./site_program.ts";

const BASE = "https://oshibase.example";

/** The root's name, and the addresses in it. */
function read(xml: string | undefined): [root: string, addresses: string[]] {
  const { documentElement } = new DOMParser().parseFromString(xml!, "application/xml");
  const places = [...documentElement!.getElementsByTagName("loc")];
  return [documentElement!.tagName, places.map(({ textContent }) => textContent!)];
}

Deno.test("the sitemap and robots.txt name the service's own address, with and without public pages", async () => {
  await using site = await openSiteProgram();
  const [root, addresses] = read(await site.page("/sitemap.xml"));
  assert.equal(root, "urlset");
  assert.ok(addresses.includes(`${BASE}/`) && addresses.includes(`${BASE}/groups/groupa`));
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
