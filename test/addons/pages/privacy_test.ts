import assert from "node:assert/strict";
import { createPrng } from "../../support/prng.ts";
import { sizeOf } from "../../support/size.ts";
import { crawl, GROUP, openSiteProgram, type SiteProgram } from "./site_program.ts";

const START = Date.parse("2026-07-01T00:00:00Z");
const HOUR = 3_600_000;
const ITEMS = 10;
const ROUNDS = sizeOf({ default: 3, full: 1_000 });

/** An item with a name that is in no other, and when it comes out. */
interface Secret {
  readonly name: string;
  readonly slug: string;
  readonly kind: "members" | "shows" | "news" | "events" | "releases";
  /** Epoch ms; undefined: never, it is a draft. */
  readonly from: number | undefined;
}

Deno.test("nothing is on a page, in the sitemap, a feed, JSON-LD or a 410 before its publish_at", async () => {
  const seed = Number(Deno.env.get("SEED") ?? Math.floor(Math.random() * 1e9));
  console.log(`SEED=${seed}`);
  const prng = createPrng(seed);
  const kinds = ["members", "shows", "news", "events", "releases"] as const;
  const secrets = kinds.flatMap((kind) =>
    Array.from({ length: ITEMS }, (_, place): Secret => ({
      kind,
      slug: `x${kind}${place}z`,
      name: `Nama${kind}${place}z`,
      from: prng.happens(0.2) ? undefined : START + prng.between(-20, 80) * HOUR,
    }))
  );
  const files = Object.fromEntries(secrets.map((one) => fileOf(one, secrets)));
  await using site = await openSiteProgram(files, { now: new Date(START).toISOString() });
  await assertHides(site, secrets);
  for (let round = 0; round < ROUNDS; round++) {
    const hour = prng.between(1, 90);
    const turn = prng.pick(secrets.flatMap(({ from = START }) => from));
    // The very instants, and those before them.
    for (const now of [START + hour * HOUR, turn - 1, turn].filter((at) => at >= START)) {
      site.app.at(now);
      await assertHides(site, secrets);
    }
  }
  // What was taken away before it came out was never there.
  const unseen = secrets.filter(({ from }) => from === undefined || from > site.app.clock.now());
  await site.publish({
    ...files,
    ...Object.fromEntries(unseen.map((one) => [fileOf(one, secrets)[0], null])),
  });
  for (const { kind, slug } of unseen) {
    assert.equal((await site.ask(`${GROUP}/${kind}/${slug}`)).status, 404, slug);
  }
});

async function assertHides(site: SiteProgram, secrets: readonly Secret[]): Promise<void> {
  const now = site.app.clock.now();
  const pages = await crawl(site, GROUP);
  for (const path of ["/", "/sitemap.xml", "/api/groupa/news.atom"]) {
    pages.set(path, await site.page(path));
  }
  for (const name of ["live", "next", "birthdays"]) {
    pages.set(name, await site.page(`/embed/groupa/${name}`));
  }
  // A calendar names all of a line-up; it leads to what is out alone.
  const calendars = await Promise.all(
    ["theater.ics", "birthdays.ics"].map((name) => site.page(`/api/groupa/${name}`)),
  );
  const links = calendars.join("").replaceAll("\r\n ", "");
  const all = [...pages].map(([path, page]) => `${path}\n${page}`).join("\n");
  for (const { name, slug, kind, from } of secrets) {
    const isOut = from !== undefined && from <= now;
    const what = `${name} at ${new Date(now).toISOString()}`;
    assert.equal(all.includes(name), isOut, what);
    if (!isOut) assert.ok(!all.includes(slug) && !links.includes(slug), what);
    if (kind === "events" || kind === "releases") continue;
    const { status } = await site.ask(`${GROUP}/${kind}/${slug}`);
    assert.equal(status, isOut ? 200 : 404, what);
  }
}

/** Each line-up names all members, hidden ones too. */
function fileOf(
  { kind, name, slug, from }: Secret,
  secrets: readonly Secret[],
): [path: string, text: string] {
  const shown = from === undefined
    ? "draft: true\n"
    : `publish_at: ${new Date(from).toISOString()}\n`;
  const names = secrets.filter(({ kind, from }) => kind === "members" && from !== undefined)
    .map(({ name }) => name);
  const people = `members: [${names.join(", ")}]\n`;
  switch (kind) {
    case "members":
      return [
        `groupa/members/${slug}.yaml`,
        `name: ${name}\nbirth_date: 2004-07-0${slug.at(-2)! > "4" ? 2 : 5}\n${shown}`,
      ];
    case "shows":
      return [
        `groupa/shows/${slug}.yaml`,
        `title: ${name}\ndate: 2026-07-0${
          1 + Number(slug.at(-2)) % 9
        }\ntime: "10:00"\n${people}seitansai: [${names[0]}]\n${shown}`,
      ];
    case "news":
      return [
        `groupa/news/${slug}.md`,
        `---\ntitle: ${name}\ndate: 2026-07-01\n${shown}---\n\nHalo.\n`,
      ];
    case "events":
      return [`groupa/events/${slug}.yaml`, `title: ${name}\ndate: 2026-07-02\n${people}${shown}`];
    case "releases":
      return [
        `groupa/releases/${slug}.yaml`,
        `title: ${name}\ntype: single\nrelease_date: 2026-07-03\ntracks:\n  - { title: Lagu, ${people.trim()} }\n${shown}`,
      ];
  }
}
