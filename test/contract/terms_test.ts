import assert from "node:assert/strict";
import { readRecords } from "../resources/read_csv.ts";
import { writeSmallContent } from "../support/small_content.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type World, world } from "../support/world.ts";

const NAME = "CC-BY-SA-4.0";
const ADDRESS = "https://spdx.org/licenses/CC-BY-SA-4.0.html";
const SOURCE = 'Bunga & "Kebun" <fans>';
const LINES = `licence: CC-BY-SA-4.0\nattribution: '${SOURCE}'\n`;

/** Asks a service whose `site.yaml` also has these lines. */
async function withTerms(lines: string, ask: (app: World) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder();
  await writeSmallContent(folder.path);
  const path = `${folder.path}/site.yaml`;
  await Deno.writeTextFile(path, await Deno.readTextFile(path) + lines);
  await using app = await world({ content: folder.path, now: "2026-07-04T10:00:00Z" });
  await ask(app);
}

async function text(app: World, path: string): Promise<string> {
  const response = await app.ask(path);
  assert.equal(response.status, 200, path);
  return await response.text();
}

/** A calendar without the breaks of its long lines (RFC 5545, 3.1). */
async function calendar(app: World): Promise<string> {
  return (await text(app, "/api/bunga/birthdays.ics")).replaceAll("\r\n ", "");
}

Deno.test("licence and attribution are on the front page, in feeds, calendars and datasets", async () => {
  await withTerms(LINES, async (app) => {
    const page = await text(app, "/");
    assert.ok(page.includes(`<a rel="license" href="${ADDRESS}">${NAME}</a>`), page);
    assert.match(page, /Source of the data: Bunga &amp; &quot;Kebun&quot; &lt;fans&gt;</);

    const atom = await text(app, "/api/bunga/news.atom");
    const line = `Licence: ${NAME}. Attribution: ${SOURCE}`;
    const escaped = line.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    assert.ok(atom.includes(`<rights>${escaped}</rights>`), atom);
    assert.ok(atom.includes(`<link rel="license" href="${ADDRESS}"/>`), atom);

    const { _terms } = JSON.parse(await text(app, "/api/bunga/news.json"));
    assert.deepEqual(_terms, {
      licence: "CC-BY-SA-4.0",
      licence_url: ADDRESS,
      attribution: SOURCE,
    });

    const ics = await calendar(app);
    const inCalendar = line.replaceAll(",", "\\,");
    assert.ok(ics.includes(`\r\nDESCRIPTION:${inCalendar}\r\n`), ics);
    assert.ok(ics.includes(`\r\nX-WR-CALDESC:${inCalendar}\r\n`), ics);

    const [first] = (await text(app, "/v1/dataset/bunga.ndjson")).split("\n");
    assert.equal(
      first,
      JSON.stringify({ kind: "licence", licence: "CC-BY-SA-4.0", attribution: SOURCE }),
    );
    const [head, record] = readRecords(await text(app, "/v1/dataset/bunga.csv?kind=member"));
    assert.deepEqual(head!.slice(-2).map((cell) => cell.text), ["attribution", "licence"]);
    assert.deepEqual(record!.slice(-2).map((cell) => cell.text), [SOURCE, "CC-BY-SA-4.0"]);
  });
});

Deno.test("a service that names no terms says nothing of them", async () => {
  await withTerms("", async (app) => {
    for (const path of ["/", "/api/bunga/news.atom", "/api/bunga/news.json"]) {
      assert.doesNotMatch(await text(app, path), /rel="license"|<rights>|_terms|Source of/, path);
    }
    assert.doesNotMatch(await calendar(app), /^(?:DESCRIPTION|X-WR-CALDESC):Licence/m);
    assert.doesNotMatch(await text(app, "/v1/dataset/bunga.ndjson"), /"licence"|"attribution"/);
  });
});

Deno.test("an attribution alone, and a licence with a name alone, have no address", async () => {
  await withTerms("attribution: Bunga\n", async (app) => {
    assert.match(await text(app, "/api/bunga/news.atom"), /<rights>Attribution: Bunga<\/rights>/);
    const { _terms } = JSON.parse(await text(app, "/api/bunga/news.json"));
    assert.deepEqual(_terms, { attribution: "Bunga" });
  });
  await withTerms("licence: ask us\n", async (app) => {
    const page = await text(app, "/");
    assert.match(page, /Data: ask us<br>/);
    assert.doesNotMatch(page, /rel="license"/);
    assert.match(await text(app, "/api/bunga/news.atom"), /<rights>Licence: ask us<\/rights>/);
    const [first, second] = (await text(app, "/v1/dataset/bunga.ndjson")).split("\n");
    assert.equal(first, JSON.stringify({ kind: "licence", licence: "ask us" }));
    assert.equal(JSON.parse(second!).name, "Ayu");
    const [head, record] = readRecords(await text(app, "/v1/dataset/bunga.csv?kind=member"));
    assert.deepEqual([head!.at(-1)!.text, record!.at(-1)!.text], ["licence", "ask us"]);
    assert.equal(record!.length, head!.length);
  });
});
